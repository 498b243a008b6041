package cvdisc

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// HoughSettings are how cv::HoughCircles is asked.
type HoughSettings struct {
	Alt            bool // HOUGH_GRADIENT_ALT in place of HOUGH_GRADIENT
	DP             float64
	Param1, Param2 float64
}

func (s HoughSettings) String() string {
	method := "HOUGH_GRADIENT"
	if s.Alt {
		method = "HOUGH_GRADIENT_ALT"
	}
	return fmt.Sprintf("%s dp %g param1 %g param2 %g", method, s.DP, s.Param1, s.Param2)
}

// UsualHough are settings that a user would try.
var UsualHough = []HoughSettings{
	{DP: 1, Param1: 100, Param2: 15},
	{DP: 1, Param1: 100, Param2: 20},
	{DP: 1, Param1: 100, Param2: 30},
	{DP: 1, Param1: 50, Param2: 15},
	{DP: 1, Param1: 50, Param2: 20},
	{DP: 1, Param1: 50, Param2: 25},
	{DP: 1, Param1: 30, Param2: 15},
	{DP: 1, Param1: 30, Param2: 20},
	{DP: 1.5, Param1: 100, Param2: 30},
	{Alt: true, DP: 1.5, Param1: 300, Param2: 0.8},
	{Alt: true, DP: 1.5, Param1: 100, Param2: 0.6},
}

// houghGradientAlt is OpenCV's HOUGH_GRADIENT_ALT, which gocv does not name.
const houghGradientAlt = gocv.HoughMode(4)

// Figures of the reference.
const (
	houghScale = 2.0  // samples a mm of the plan
	houghSlack = 0.12 // share by which a circle's radius may differ from a disc's
)

// Hough is what people write themselves: the picture laid flat by a homography
// of the plane at height z (of the board's plane, 0; or of the discs' faces),
// cv::HoughCircles on it with the discs' size, and the circles' centres taken
// for the discs' places. It knows the camera, to which the homography is fitted;
// a homography cannot undo a lens's distortion or a disc's height. It gives the
// places for each of the settings, mm in the board frame.
func Hough(f capture.Frame, cam models.Camera, b models.Board, z float64, settings []HoughSettings) ([][]r2.Vec, error) {
	side := int(math.Ceil(2 * b.SurfaceRadius * houghScale))
	mid := float64(side-1) / 2
	toPlan, err := planHomography(f, cam, b, z, mid)
	if err != nil {
		return nil, err
	}
	defer toPlan.Close()
	src, err := gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
	if err != nil {
		return nil, fmt.Errorf("hough: %w", err)
	}
	defer src.Close()
	flat, grey := gocv.NewMat(), gocv.NewMat()
	defer flat.Close()
	defer grey.Close()
	gocv.WarpPerspectiveWithParams(src, &flat, toPlan, image.Pt(side, side), gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{})
	gocv.CvtColor(flat, &grey, gocv.ColorBGRToGray)
	gocv.GaussianBlur(grey, &grey, image.Pt(9, 9), 2, 2, gocv.BorderDefault) // as OpenCV's tutorial
	radius := b.Disc.Radius * houghScale
	out := make([][]r2.Vec, len(settings))
	for i, s := range settings {
		out[i] = houghPlaces(grey, s, radius, mid)
	}
	return out, nil
}

// houghPlaces are the circles' centres, mm.
func houghPlaces(grey gocv.Mat, s HoughSettings, radius, mid float64) []r2.Vec {
	circles := gocv.NewMat()
	defer circles.Close()
	mode := gocv.HoughGradient
	if s.Alt {
		mode = houghGradientAlt
	}
	gocv.HoughCirclesWithParams(grey, &circles, mode, s.DP, 1.8*radius, s.Param1, s.Param2,
		int(radius*(1-houghSlack)), int(math.Ceil(radius*(1+houghSlack))))
	var places []r2.Vec
	for i := range circles.Cols() {
		v := circles.GetVecfAt(0, i)
		places = append(places, r2.Vec{X: (float64(v[0]) - mid) / houghScale, Y: (float64(v[1]) - mid) / houghScale})
	}
	return places
}

// planHomography takes the picture to the plan: the least-squares homography
// between places all over the board, at height z, and their pixels.
func planHomography(f capture.Frame, cam models.Camera, b models.Board, z, mid float64) (gocv.Mat, error) {
	var from, to []float64
	for ring := range 6 {
		r := b.SurfaceRadius * float64(ring+1) / 6
		for a := range 24 {
			sin, cos := math.Sincos(2 * math.Pi * float64(a) / 24)
			px, ok := cam.Project(r3.Vec{X: r * cos, Y: r * sin, Z: z})
			if !ok || px.X < 0 || px.Y < 0 || px.X > float64(f.Width-1) || px.Y > float64(f.Height-1) {
				continue
			}
			from = append(from, px.X, px.Y)
			to = append(to, r*cos*houghScale+mid, r*sin*houghScale+mid)
		}
	}
	if len(from) < 8 {
		return gocv.Mat{}, fmt.Errorf("hough: the picture shows too little of the board for a homography")
	}
	points := func(v []float64) gocv.Mat {
		m := gocv.NewMatWithSize(len(v)/2, 2, gocv.MatTypeCV64F)
		for i, x := range v {
			m.SetDoubleAt(i/2, i%2, x)
		}
		return m
	}
	p, q := points(from), points(to)
	defer p.Close()
	defer q.Close()
	mask := gocv.NewMat()
	defer mask.Close()
	h := gocv.FindHomography(p, &q, gocv.HomograpyMethodAllPoints, 3, &mask, 2000, 0.995)
	if h.Empty() {
		h.Close()
		return gocv.Mat{}, fmt.Errorf("hough: no homography fits the camera")
	}
	return h, nil
}
