package cvcodec

import (
	"bytes"
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// EncodeJPEG makes a JPEG of the frame; quality is 1 to 100.
func EncodeJPEG(f capture.Frame, quality int) ([]byte, error) {
	if quality < 1 || quality > 100 {
		return nil, fmt.Errorf("encode JPEG: quality %d: want 1 to 100", quality)
	}
	mat, err := matOf(f)
	if err != nil {
		return nil, fmt.Errorf("encode JPEG: %w", err)
	}
	defer mat.Close()
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, mat, []int{gocv.IMWriteJpegQuality, quality})
	if err != nil {
		return nil, fmt.Errorf("encode JPEG: %w", err)
	}
	defer buf.Close()
	if buf.Len() == 0 {
		return nil, fmt.Errorf("encode JPEG: OpenCV made nothing of %d x %d pixels", f.Width, f.Height)
	}
	return bytes.Clone(buf.GetBytes()), nil
}

// Resize is the frame at another size in pixels, by area when it shrinks and
// cubic when it grows; time and number stay, the focal length goes along with
// the width.
func Resize(f capture.Frame, width, height int) (capture.Frame, error) {
	if width < 1 || height < 1 || width > capture.MaxPixels/height {
		return capture.Frame{}, fmt.Errorf("resize: %d x %d pixels: want at least 1 x 1 and at most %d megapixels", width, height, capture.MaxPixels/1_000_000)
	}
	src, err := matOf(f)
	if err != nil {
		return capture.Frame{}, fmt.Errorf("resize: %w", err)
	}
	defer src.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	how := gocv.InterpolationCubic
	if width < f.Width {
		how = gocv.InterpolationArea
	}
	gocv.Resize(src, &dst, image.Pt(width, height), 0, 0, how)
	f.FocalPx *= float64(width) / float64(f.Width)
	f.Width, f.Height, f.Pix = width, height, dst.ToBytes()
	return f, nil
}

// matOf is the frame as a Mat over the frame's own bytes: to be read only, and
// closed by the caller.
func matOf(f capture.Frame) (gocv.Mat, error) {
	if f.Width < 1 || f.Height < 1 || len(f.Pix) != 3*f.Width*f.Height {
		return gocv.Mat{}, fmt.Errorf("the frame of %d x %d pixels has %d bytes of them", f.Width, f.Height, len(f.Pix))
	}
	return gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
}
