package cvcodec

/*
#cgo pkg-config: libheif
#cgo CFLAGS: -O2
#include <libheif/heif.h>
#include <stdlib.h>

// copy_bgr writes rows of RGB, each stride bytes long, as BGR without padding.
static void copy_bgr(uint8_t *dst, const uint8_t *src, int stride, int width, int height) {
	for (int y = 0; y < height; y++, src += stride) {
		for (int x = 0; x < width; x++, dst += 3) {
			dst[0] = src[3*x+2];
			dst[1] = src[3*x+1];
			dst[2] = src[3*x];
		}
	}
}

// copy_bgr_half does so at half the size: each pixel is the mean of four.
static void copy_bgr_half(uint8_t *dst, const uint8_t *src, int stride, int width, int height) {
	for (int y = 0; y + 1 < height; y += 2, src += 2 * stride) {
		const uint8_t *a = src, *b = src + stride;
		for (int x = 0; x + 1 < width; x += 2, a += 6, b += 6) {
			for (int c = 2; c >= 0; c--) *dst++ = (a[c] + a[c + 3] + b[c] + b[c + 3] + 2) / 4;
		}
	}
}
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"ditchline/capture"
)

// decodeHEIF reads HEIC and AVIF. The turning and mirroring that the
// container asks for is done by libheif; EXIF's orientation only repeats it
// there (MIAF, ISO/IEC 23000-22, 7.3.6.7) and is not applied again.
func decodeHEIF(format capture.Format, data []byte) (capture.Frame, error) {
	ctx := C.heif_context_alloc()
	if ctx == nil {
		return capture.Frame{}, errors.New("libheif: out of memory")
	}
	defer C.heif_context_free(ctx)
	if err := heifError(C.heif_context_read_from_memory(ctx, unsafe.Pointer(&data[0]), C.size_t(len(data)), nil)); err != nil {
		return capture.Frame{}, damagedHEIF(format, err)
	}
	var handle *C.struct_heif_image_handle
	if err := heifError(C.heif_context_get_primary_image_handle(ctx, &handle)); err != nil {
		return capture.Frame{}, damagedHEIF(format, err)
	}
	defer C.heif_image_handle_release(handle)
	if err := capture.CheckSize(int(C.heif_image_handle_get_width(handle)), int(C.heif_image_handle_get_height(handle))); err != nil {
		return capture.Frame{}, err
	}

	options := C.heif_decoding_options_alloc()
	defer C.heif_decoding_options_free(options)
	options.convert_hdr_to_8bit = 1
	options.strict_decoding = 1
	var img *C.struct_heif_image
	if err := heifError(C.heif_decode_image(handle, &img, C.heif_colorspace_RGB, C.heif_chroma_interleaved_RGB, options)); err != nil {
		return capture.Frame{}, damagedHEIF(format, err)
	}
	defer C.heif_image_release(img)
	width, height := C.heif_image_get_width(img, C.heif_channel_interleaved), C.heif_image_get_height(img, C.heif_channel_interleaved)
	var stride C.int
	plane := C.heif_image_get_plane_readonly(img, C.heif_channel_interleaved, &stride)
	if err := capture.CheckSize(int(width), int(height)); err != nil {
		return capture.Frame{}, err
	}
	if plane == nil || stride < 3*width {
		return capture.Frame{}, fmt.Errorf("the %s is damaged: it has no pixels", format)
	}
	f := capture.Frame{Width: int(width), Height: int(height)}
	if capture.Halved(f.Width, f.Height) {
		f.Width, f.Height = f.Width/2, f.Height/2
		f.Pix = make([]byte, 3*f.Width*f.Height)
		C.copy_bgr_half((*C.uint8_t)(&f.Pix[0]), plane, stride, width, height)
		return f, nil
	}
	f.Pix = make([]byte, 3*f.Width*f.Height)
	C.copy_bgr((*C.uint8_t)(&f.Pix[0]), plane, stride, width, height)
	return f, nil
}

func damagedHEIF(format capture.Format, err error) error {
	return fmt.Errorf("the %s is damaged or cut short, or its codec is missing here: %w; copy it again, or save it as JPEG", format, err)
}

func heifError(e C.struct_heif_error) error {
	if e.code == C.heif_error_Ok {
		return nil
	}
	return fmt.Errorf("libheif: %s", C.GoString(e.message))
}
