#pragma once
#ifdef __cplusplus
extern "C" {
#endif

// video_backends lists OpenCV's video inputs by name, parted by spaces, the
// preferred one first. The caller frees it.
char *video_backends(void);

#ifdef __cplusplus
}
#endif
