// Package cvboard finds a board in a picture: the only part of calibrate that
// needs OpenCV.
package cvboard

import (
	"fmt"
	"image"
	"math"

	"ditchline/calibrate"
	"ditchline/capture"

	"gocv.io/x/gocv"
)

// workPicture is the frame as a Mat whose longer side is at most longest
// pixels, and its scale against the frame. The caller closes the Mat.
func workPicture(f capture.Frame, longest int) (gocv.Mat, float64, error) {
	full, err := gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
	if err != nil {
		return gocv.Mat{}, 0, fmt.Errorf("picture of %dx%d with %d bytes: %w", f.Width, f.Height, len(f.Pix), err)
	}
	k := float64(longest) / float64(max(f.Width, f.Height))
	if k >= 1 {
		return full, 1, nil
	}
	defer full.Close()
	small := gocv.NewMat()
	w := int(math.Round(float64(f.Width) * k))
	h := int(math.Round(float64(f.Height) * k))
	gocv.Resize(full, &small, image.Pt(max(w, 1), max(h, 1)), 0, 0, gocv.InterpolationArea)
	return small, k, nil
}

// gradient of a BGR picture, after a blur of sigma pixels: at each pixel that
// of the channel which changes most; around is the side of the square whose
// mean magnitude an edge is held against.
func gradient(img gocv.Mat, sigma float64, around int) (calibrate.Gradient, error) {
	blurred, dx, dy := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer blurred.Close()
	defer dx.Close()
	defer dy.Close()
	gocv.GaussianBlur(img, &blurred, image.Point{}, sigma, sigma, gocv.BorderReplicate)
	gocv.Sobel(blurred, &dx, gocv.MatTypeCV16S, 1, 0, 3, 1, 0, gocv.BorderReplicate)
	gocv.Sobel(blurred, &dy, gocv.MatTypeCV16S, 0, 1, 3, 1, 0, gocv.BorderReplicate)
	x3, err := dx.DataPtrInt16()
	if err != nil {
		return calibrate.Gradient{}, err
	}
	y3, err := dy.DataPtrInt16()
	if err != nil {
		return calibrate.Gradient{}, err
	}
	n := img.Rows() * img.Cols()
	g := calibrate.Gradient{Width: img.Cols(), Height: img.Rows(), DX: make([]int16, n), DY: make([]int16, n)}
	mag := gocv.NewMatWithSize(img.Rows(), img.Cols(), gocv.MatTypeCV32F)
	defer mag.Close()
	m, err := mag.DataPtrFloat32()
	if err != nil {
		return calibrate.Gradient{}, err
	}
	for i := range n {
		best := int32(-1)
		for c := 3 * i; c < 3*i+3; c++ {
			a, b := int32(x3[c]), int32(y3[c])
			if v := a*a + b*b; v > best {
				best, g.DX[i], g.DY[i] = v, x3[c], y3[c]
			}
		}
		m[i] = float32(math.Sqrt(float64(best)))
	}
	mean := gocv.NewMat()
	defer mean.Close()
	gocv.BoxFilter(mag, &mean, -1, image.Pt(around, around))
	a, err := mean.DataPtrFloat32()
	if err != nil {
		return calibrate.Gradient{}, err
	}
	g.Around = append([]float32(nil), a...)
	return g, nil
}
