package cvcam

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// view is how a video's stored pictures are to be seen.
type view struct {
	pixelAspect float64 // width of a stored pixel over its height
	turns       int     // quarter turns clockwise, after pixels were made square
}

// plain is the view of a camera: as it comes.
var plain = view{pixelAspect: 1}

// viewOf reads the pixels' aspect and the turn from the video's metadata, and
// has OpenCV leave the turning to us: 4.6.0 turns the wrong way around
// (github.com/opencv/opencv/issues/22088).
func viewOf(video *gocv.VideoCapture) view {
	v := plain
	if num, den := video.Get(propSARNum), video.Get(propSARDen); num > 0 && den > 0 {
		v.pixelAspect = num / den
	}
	video.Set(propOrientationAuto, 0)
	v.turns = clockwiseTurns(gocv.OpenCVVersion(), int(video.Get(propOrientation)))
	return v
}

// clockwiseTurns are the quarter turns that make a picture upright, of the
// angle that this version of OpenCV reads from the metadata.
func clockwiseTurns(opencv string, degrees int) int {
	if opencv == "4.6.0" {
		degrees = -degrees
	}
	if degrees%90 != 0 {
		return 0
	}
	return (degrees/90%4 + 4) % 4
}

// canvas holds the pictures between reading and handing out, so that they are
// not allocated anew for each frame.
type canvas struct{ read, square, turned gocv.Mat }

func newCanvas() canvas {
	return canvas{gocv.NewMat(), gocv.NewMat(), gocv.NewMat()}
}

func (c *canvas) Close() {
	c.read.Close()
	c.square.Close()
	c.turned.Close()
}

// frame copies the picture that was read out of OpenCV: upright, with square
// pixels.
func (c *canvas) frame(v view) (capture.Frame, error) {
	mat := c.read
	if mat.Type() != gocv.MatTypeCV8UC3 {
		return capture.Frame{}, fmt.Errorf("its pictures are of the kind %s, want 8-bit BGR", mat.Type())
	}
	width, height := capture.SquareSize(mat.Cols(), mat.Rows(), v.pixelAspect)
	if err := capture.CheckSize(width, height); err != nil {
		return capture.Frame{}, err
	}
	if width != mat.Cols() || height != mat.Rows() {
		gocv.Resize(mat, &c.square, image.Pt(width, height), 0, 0, gocv.InterpolationCubic)
		mat = c.square
	}
	if v.turns != 0 {
		gocv.Rotate(mat, &c.turned, []gocv.RotateFlag{1: gocv.Rotate90Clockwise, 2: gocv.Rotate180Clockwise, 3: gocv.Rotate90CounterClockwise}[v.turns])
		mat = c.turned
	}
	return capture.Frame{Width: mat.Cols(), Height: mat.Rows(), Pix: mat.ToBytes()}, nil
}
