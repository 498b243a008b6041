package session

import (
	"bytes"
	"math"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r3"
)

func TestTheGaugeMeasuresACarromBoardByItsBaseLines(t *testing.T) {
	b, err := models.ShippedBoards().Get("carrom-icf")
	if err != nil {
		t.Fatal(err)
	}
	const width, height, scale, far = 1280, 960, 1.2, 2000.0
	f := capture.Frame{Width: width, Height: height, Pix: bytes.Repeat([]byte{10}, 3*width*height)}
	cx, cy := float64(width-1)/2, float64(height-1)/2
	_, outer := b.Carrom.BaseLines()
	for y := range height {
		for x := range width {
			u, v := math.Abs(float64(x)-cx)/scale, math.Abs(float64(y)-cy)/scale
			level := byte(10) // of the table
			if math.Max(u, v) <= b.Carrom.Side/2 {
				level = 180
			}
			if d := math.Max(u, v); d >= outer.Near && d <= outer.Far && math.Min(u, v) <= b.Carrom.BaseLength/2 {
				level = 60
			}
			for k := range 3 {
				f.Pix[3*(y*width+x)+k] = level
			}
		}
	}
	var g Gauge
	g.Picture(f, calibrate.Calibration{Board: b, Camera: models.Camera{
		Width: width, Height: height, Fx: scale * far, Fy: scale * far, Cx: cx, Cy: cy,
		R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: far},
	}})
	c := g.Facts()
	for what, d := range map[string][3]float64{
		"contrast": {c.Contrast, 120, 12}, "bright": {c.Bright, 180, 1}, "blur, px": {c.Blur, 0.3, 0.6}, "scale": {c.PxPerMM, scale, 1e-6},
	} {
		if math.Abs(d[0]-d[1]) > d[2] {
			t.Errorf("%s is %.3f, want %.3f", what, d[0], d[1])
		}
	}
	if lacks := Limits(c, b); len(lacks) != 0 {
		t.Errorf("a good picture lacks %+v", lacks)
	}
}
