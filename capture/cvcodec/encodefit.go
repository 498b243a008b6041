package cvcodec

import (
	"bytes"
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// EncodeJPEGFit makes a JPEG of the frame at the given size in pixels. It
// shrinks by the pixels around each place only (bilinear): a 1080p frame takes
// a fifth of Resize's time, and to half the size nobody sees a difference;
// below that use Resize.
func EncodeJPEGFit(f capture.Frame, width, height, quality int) ([]byte, error) {
	if width == f.Width && height == f.Height {
		return EncodeJPEG(f, quality)
	}
	if width < 1 || height < 1 || width > f.Width || height > f.Height {
		return nil, fmt.Errorf("encode JPEG: %d x %d pixels of a frame of %d x %d: want no more than it has", width, height, f.Width, f.Height)
	}
	if quality < 1 || quality > 100 {
		return nil, fmt.Errorf("encode JPEG: quality %d: want 1 to 100", quality)
	}
	src, err := matOf(f)
	if err != nil {
		return nil, fmt.Errorf("encode JPEG: %w", err)
	}
	defer src.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	gocv.Resize(src, &dst, image.Pt(width, height), 0, 0, gocv.InterpolationLinear)
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, dst, []int{gocv.IMWriteJpegQuality, quality})
	if err != nil {
		return nil, fmt.Errorf("encode JPEG: %w", err)
	}
	defer buf.Close()
	return bytes.Clone(buf.GetBytes()), nil
}
