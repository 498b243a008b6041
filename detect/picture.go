package detect

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Tint is a colour as measured: blue, green, red, sRGB samples of 0 to 255.
type Tint [3]float64

func (a Tint) Add(b Tint) Tint         { return Tint{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a Tint) Sub(b Tint) Tint         { return Tint{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a Tint) Times(k float64) Tint    { return Tint{a[0] * k, a[1] * k, a[2] * k} }
func (a Tint) Dot(b Tint) float64      { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a Tint) Norm() float64           { return math.Sqrt(a.Dot(a)) }
func (a Tint) Distance(b Tint) float64 { return a.Sub(b).Norm() }

// Luma is the tint's brightness, 0 to 255 (BT.601).
func (a Tint) Luma() float64 { return 0.114*a[0] + 0.587*a[1] + 0.299*a[2] }

// RGB is the tint in whole numbers.
func (a Tint) RGB() RGB {
	whole := func(v float64) uint8 { return uint8(math.Round(math.Max(0, math.Min(255, v)))) }
	return RGB{R: whole(a[2]), G: whole(a[1]), B: whole(a[0])}
}

// View is a picture with the camera that took it: what measuring needs.
type View struct {
	Camera        models.Camera
	Eye           r3.Vec // where the camera stands, mm
	width, height int
	pix           []byte
}

// NewView pairs a frame with its calibrated camera.
func NewView(f capture.Frame, cam models.Camera) View {
	return View{Camera: cam, Eye: cam.Centre(), width: f.Width, height: f.Height, pix: f.Pix}
}

// Within says whether a pixel lies in the picture, margin pixels from its
// edge.
func (v *View) Within(p r2.Vec, margin float64) bool {
	return p.X >= margin && p.Y >= margin && p.X <= float64(v.width-1)-margin && p.Y <= float64(v.height-1)-margin
}

// At is the bilinear colour at a pixel, which must lie Within the picture.
func (v *View) At(x, y float64) Tint {
	i, j := min(int(x), v.width-2), min(int(y), v.height-2)
	fx, fy := x-float64(i), y-float64(j)
	k := 3 * (j*v.width + i)
	a, b := v.pix[k:k+6:k+6], v.pix[k+3*v.width:k+3*v.width+6]
	w00, w01, w10, w11 := (1-fx)*(1-fy), fx*(1-fy), (1-fx)*fy, fx*fy
	return Tint{
		w00*float64(a[0]) + w01*float64(a[3]) + w10*float64(b[0]) + w11*float64(b[3]),
		w00*float64(a[1]) + w01*float64(a[4]) + w10*float64(b[1]) + w11*float64(b[4]),
		w00*float64(a[2]) + w01*float64(a[5]) + w10*float64(b[2]) + w11*float64(b[5]),
	}
}

// Pixel is where a point of the board frame is seen; ok is false where it is
// not within the picture.
func (v *View) Pixel(p r3.Vec) (r2.Vec, bool) {
	px, ok := v.Camera.Project(p)
	return px, ok && v.Within(px, 1)
}

// sample fills line with the colours at from, from+step, from+2*step and so on,
// all of which must lie Within the picture.
func (v *View) sample(line []Tint, from, step r2.Vec) {
	pix, row := v.pix, 3*v.width
	x, y := from.X, from.Y
	for n := range line {
		i, j := min(int(x), v.width-2), min(int(y), v.height-2)
		fx, fy := x-float64(i), y-float64(j)
		k := 3*i + j*row
		a, b := pix[k:k+6:k+6], pix[k+row:k+row+6:k+row+6]
		w11 := fx * fy
		w01, w10 := fx-w11, fy-w11
		w00 := 1 - fx - w10
		t := &line[n]
		t[0] = w00*float64(a[0]) + w01*float64(a[3]) + w10*float64(b[0]) + w11*float64(b[3])
		t[1] = w00*float64(a[1]) + w01*float64(a[4]) + w10*float64(b[1]) + w11*float64(b[4])
		t[2] = w00*float64(a[2]) + w01*float64(a[5]) + w10*float64(b[2]) + w11*float64(b[5])
		x += step.X
		y += step.Y
	}
}
