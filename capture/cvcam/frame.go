package cvcam

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// frameOf copies a picture out of OpenCV, with square pixels; scratch holds
// the picture in between where it must be stretched.
func frameOf(mat gocv.Mat, scratch *gocv.Mat, pixelAspect float64) (capture.Frame, error) {
	if mat.Type() != gocv.MatTypeCV8UC3 {
		return capture.Frame{}, fmt.Errorf("its pictures are of the kind %s, want 8-bit BGR", mat.Type())
	}
	width, height := capture.SquareSize(mat.Cols(), mat.Rows(), pixelAspect)
	if err := capture.CheckSize(width, height); err != nil {
		return capture.Frame{}, err
	}
	if width != mat.Cols() || height != mat.Rows() {
		gocv.Resize(mat, scratch, image.Pt(width, height), 0, 0, gocv.InterpolationCubic)
		mat = *scratch
	}
	return capture.Frame{Width: width, Height: height, Pix: mat.ToBytes()}, nil
}

// pixelAspectOf is the width of the video's pixels over their height, as they
// lie in the frames that OpenCV gives: those it turned by a quarter have it
// the other way around than the file says.
func pixelAspectOf(video *gocv.VideoCapture) float64 {
	num, den := video.Get(propSARNum), video.Get(propSARDen)
	if num <= 0 || den <= 0 {
		return 1
	}
	if turn := int(video.Get(propOrientation)); turn == 90 || turn == 270 || turn == -90 {
		return den / num
	}
	return num / den
}
