package cvdisc

import (
	"fmt"
	"image"

	"ditchline/capture"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r3"
)

// ample is the resolution that finding discs needs, pixels a mm: a picture of
// twice as many is halved first, since sampling it thinly would alias the
// grain.
const ample = 1.2

// halved is the frame with its camera at the resolution that finding needs:
// the frame itself, or its half, quarter or eighth.
func halved(f capture.Frame, cam models.Camera, z float64) (capture.Frame, models.Camera, error) {
	for range 3 {
		if cam.PixelsPerMM(r3.Vec{Z: z}) < 2*ample || f.Width < 16 || f.Height < 16 {
			break
		}
		var err error
		if f, err = half(f); err != nil {
			return f, cam, err
		}
		cam = cam.Scaled(0.5)
		cam.Width, cam.Height = f.Width, f.Height
	}
	return f, cam, nil
}

// half is the frame at half its width and height, an odd last row or column
// left out.
func half(f capture.Frame) (capture.Frame, error) {
	src, err := gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
	if err != nil {
		return f, fmt.Errorf("halve the picture: %w", err)
	}
	defer src.Close()
	even := src.Region(image.Rect(0, 0, f.Width&^1, f.Height&^1))
	defer even.Close()
	out := gocv.NewMat()
	defer out.Close()
	gocv.Resize(even, &out, image.Pt(f.Width/2, f.Height/2), 0, 0, gocv.InterpolationArea)
	f.Width, f.Height, f.Pix = f.Width/2, f.Height/2, out.ToBytes()
	return f, nil
}
