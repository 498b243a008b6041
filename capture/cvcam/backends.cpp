#include "backends.h"

#include <cstring>
#include <string>

#include <opencv2/videoio/registry.hpp>

// gocv 0.31 does not offer OpenCV's registry of video inputs.
char *video_backends(void) {
	std::string names;
	try {
		for (cv::VideoCaptureAPIs api : cv::videoio_registry::getBackends()) {
			names += cv::videoio_registry::getBackendName(api) + " ";
		}
	} catch (const std::exception &) {
		names.clear();
	}
	return strdup(names.c_str());
}
