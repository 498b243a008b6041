// Package cvcodec decodes and encodes pictures: JPEG, PNG and WebP with
// OpenCV, HEIC and AVIF with libheif, which OpenCV 4.6 lacks.
package cvcodec

import (
	"errors"
	"fmt"
	"image"
	"os"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// ReadFile decodes the picture in a file. Its time is that of its metadata,
// or else the file's.
func ReadFile(path string) (capture.Frame, error) {
	info, err := os.Stat(path)
	if err != nil {
		return capture.Frame{}, fmt.Errorf("read picture: %w", err)
	}
	if info.IsDir() {
		return capture.Frame{}, fmt.Errorf("read picture %s: it is a folder: name the pictures in it", path)
	}
	if info.Size() > maxFileBytes {
		return capture.Frame{}, fmt.Errorf("read picture %s: %d MB, the most is %d MB", path, info.Size()>>20, maxFileBytes>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return capture.Frame{}, fmt.Errorf("read picture: %w", err)
	}
	f, err := Decode(path, data)
	if err == nil && f.CapturedAt.IsZero() {
		f.CapturedAt = info.ModTime()
	}
	return f, err
}

// maxFileBytes is well above what a picture of capture.MaxPixels takes as
// JPEG, and small enough to be held beside its pixels.
const maxFileBytes = 150 << 20

// Decode makes a frame of a picture file's bytes: upright, with square
// pixels, 8 bits a channel, at half its size above capture.FullPixels;
// transparency is dropped. The format is told by
// content; name only names it in errors. CapturedAt is zero where the
// metadata has no time.
func Decode(name string, data []byte) (capture.Frame, error) {
	f, err := decode(data)
	if err != nil {
		return capture.Frame{}, fmt.Errorf("read picture %s: %w", name, err)
	}
	return f, nil
}

func decode(data []byte) (capture.Frame, error) {
	format := capture.Sniff(data)
	var f capture.Frame
	var err error
	switch format {
	case capture.UnknownFormat:
		return f, fmt.Errorf("not a picture that is read (%s): %s", capture.FormatsRead, capture.Describe(data))
	case capture.HEIC, capture.AVIF:
		f, err = decodeHEIF(format, data)
	default:
		f, err = decodeWithOpenCV(format, data)
	}
	if err != nil {
		return capture.Frame{}, err
	}
	meta := capture.ReadMetadata(format, data)
	f.CapturedAt = meta.TakenAt
	f.FocalPx = meta.FocalPx(f.Width, f.Height)
	return f, nil
}

// decodeWithOpenCV checks what OpenCV does not tell: it decodes what is cut
// short to grey and allocates whatever the header asks for.
func decodeWithOpenCV(format capture.Format, data []byte) (capture.Frame, error) {
	header, err := capture.ReadHeader(format, data)
	if err != nil {
		return capture.Frame{}, err
	}
	if err := errors.Join(capture.CheckSize(header.Width, header.Height), capture.CheckComplete(format, data)); err != nil {
		return capture.Frame{}, err
	}
	if err := capture.CheckSize(capture.SquareSize(header.Width, header.Height, header.PixelAspect)); err != nil {
		return capture.Frame{}, err
	}
	flags := gocv.IMReadColor | gocv.IMReadIgnoreOrientation
	if capture.Halved(header.Width, header.Height) {
		flags = gocv.IMReadReducedColor2 | gocv.IMReadIgnoreOrientation
	}
	mat, err := gocv.IMDecode(data, flags)
	if err != nil {
		return capture.Frame{}, fmt.Errorf("decode %s: %w", format, err)
	}
	defer func() { mat.Close() }() // the Mat that mat is then
	if mat.Empty() || mat.Type() != gocv.MatTypeCV8UC3 {
		return capture.Frame{}, fmt.Errorf("the %s is damaged, or of a kind that OpenCV does not read: save it again as a plain JPEG", format)
	}
	if width, height := capture.SquareSize(mat.Cols(), mat.Rows(), header.PixelAspect); width != mat.Cols() || height != mat.Rows() {
		replace(&mat, func(dst *gocv.Mat) {
			gocv.Resize(mat, dst, image.Pt(width, height), 0, 0, gocv.InterpolationCubic)
		})
	}
	turn(&mat, capture.ReadMetadata(format, data).Orientation)
	return capture.Frame{Width: mat.Cols(), Height: mat.Rows(), Pix: mat.ToBytes()}, nil
}

// turn makes the picture in mat upright.
func turn(mat *gocv.Mat, o capture.Orientation) {
	if o.Mirrored() {
		gocv.Flip(*mat, mat, 1)
	}
	switch o.QuarterTurns() {
	case 1:
		replace(mat, func(dst *gocv.Mat) { gocv.Rotate(*mat, dst, gocv.Rotate90Clockwise) })
	case 2:
		gocv.Flip(*mat, mat, -1)
	case 3:
		replace(mat, func(dst *gocv.Mat) { gocv.Rotate(*mat, dst, gocv.Rotate90CounterClockwise) })
	}
}

// replace closes what mat was and makes it what draw put into dst: a large
// picture is never held longer than it is needed.
func replace(mat *gocv.Mat, draw func(dst *gocv.Mat)) {
	dst := gocv.NewMat()
	draw(&dst)
	mat.Close()
	*mat = dst
}
