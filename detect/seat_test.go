package detect

import (
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// shadowed darkens the board round each disc, on the side of the direction
// away, as far as reach mm from its rim.
func shadowed(f capture.Frame, cam models.Camera, solids []Solid, at []r2.Vec, away r2.Vec, reach float64) {
	for y := range cam.Height {
		for x := range cam.Width {
			px := r2.Vec{X: float64(x), Y: float64(y)}
			low, ok := cam.OnPlane(px, 0)
			if !ok {
				continue
			}
			for i, s := range solids {
				high, _ := cam.OnPlane(px, s.Top())
				to := r2.Sub(low, at[i])
				if r2.Norm(r2.Sub(high, at[i])) < s.Radius+0.3 || r2.Norm(to) < s.Radius+0.3 {
					continue
				}
				if r2.Norm(r2.Sub(to, r2.Scale(reach, away))) < s.Radius {
					k := 3 * (y*cam.Width + x)
					for c := range 3 {
						f.Pix[k+c] /= 3
					}
				}
			}
		}
	}
}

func TestSeatingIsNotDrawnIntoAShadow(t *testing.T) {
	sharp := models.Disc{Radius: 15.875, Thickness: 9.5}
	at := []r2.Vec{{X: -38.3, Y: 12.2}, {X: 10.6, Y: -31.4}, {X: 31.1, Y: 24.7}}
	face := []Tint{{60, 110, 60}, {200, 215, 225}, {60, 70, 190}}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, tilt := range []float64{0, 25} {
		cam := lookingAt(tilt)
		solids := []Solid{NewSolid(sharp, 0), NewSolid(sharp, 0), NewSolid(sharp, 0)}
		f := cast(cam, solids, at, face, Tint{110, 150, 175}, Tint{50, 55, 60})
		shadowed(f, cam, solids, at, r2.Vec{X: 0.8, Y: 0.6}, 3)
		v := NewView(f, cam)
		var discs []*Placed
		for i, p := range at {
			d := &Placed{Fit: Fit{Solid: solids[i], Pos: r2.Add(p, r2.Vec{X: 1.2 + 0.3*rng.Float64(), Y: 1})}}
			d.Face, _ = v.face(d.Solid, p)
			discs = append(discs, d)
		}
		left := v.Seat(models.Board{}, discs, UsualLens, seating)
		for i, d := range discs {
			if e := r2.Norm(r2.Sub(d.Pos, at[i])); e > 0.6 {
				t.Errorf("tilt %.0f: disc %d was seated %.2f mm off", tilt, i, e)
			}
		}
		thin := asSet(discs, models.Disc{Radius: sharp.Radius, Thickness: 5})
		other := v.Seat(models.Board{}, thin, UsualLens, seating)
		if say := explained(left, other); tilt > 0 && say >= 0 {
			t.Errorf("tilt %.0f: discs of half the thickness explain as much (%.3f)", tilt, say)
		}
	}
}

func TestTheBlurOfAPictureIsMeasured(t *testing.T) {
	sharp := models.Disc{Radius: 15.875, Thickness: 9.5}
	at := []r2.Vec{{X: -38.3, Y: 12.2}, {X: 10.6, Y: -31.4}, {X: 31.1, Y: 24.7}}
	face := []Tint{{40, 40, 40}, {200, 215, 225}, {60, 70, 190}}
	cam := lookingAt(20)
	solids := []Solid{NewSolid(sharp, 0), NewSolid(sharp, 0), NewSolid(sharp, 0)}
	plain := cast(cam, solids, at, face, Tint{110, 150, 175}, Tint{70, 80, 95})
	last := 0.0
	for _, sigma := range []float64{0, 0.7} {
		v := NewView(softened(plain, sigma), cam)
		var discs []*Placed
		for i, p := range at {
			d := &Placed{Fit: Fit{Solid: solids[i], Pos: p}}
			d.Face, _ = v.face(d.Solid, p)
			discs = append(discs, d)
		}
		got := v.LensOf(models.Board{}, discs).Blur
		if sigma == 0 && got > 0.6 {
			t.Errorf("a sharp picture is said to be blurred by %.2f pixels", got)
		}
		if sigma > 0 && math.Abs(got-math.Hypot(sigma, 0.35)) > 0.2 {
			t.Errorf("a picture blurred by %.2f pixels is said to be by %.2f", sigma, got)
		}
		if got <= last {
			t.Errorf("blurred by %.2f pixels: %.2f, not more than %.2f before", sigma, got, last)
		}
		last = got
	}
}

// softened is the frame blurred by a Gaussian of sigma pixels.
func softened(f capture.Frame, sigma float64) capture.Frame {
	if sigma == 0 {
		return f
	}
	const reach = 4
	var weight [2*reach + 1]float64
	sum := 0.0
	for i := range weight {
		weight[i] = math.Exp(-float64((i-reach)*(i-reach)) / (2 * sigma * sigma))
		sum += weight[i]
	}
	once := func(pix []byte, step func(x, y, d int) int) []byte {
		out := make([]byte, len(pix))
		for y := range f.Height {
			for x := range f.Width {
				for c := range 3 {
					v := 0.0
					for i, w := range weight {
						v += w / sum * float64(pix[3*step(x, y, i-reach)+c])
					}
					out[3*(y*f.Width+x)+c] = byte(math.Round(v))
				}
			}
		}
		return out
	}
	within := func(v, n int) int { return max(0, min(n-1, v)) }
	pix := once(f.Pix, func(x, y, d int) int { return y*f.Width + within(x+d, f.Width) })
	f.Pix = once(pix, func(x, y, d int) int { return within(y+d, f.Height)*f.Width + x })
	return f
}

// A mean of many frames has no noise left, only steps of eight bits.
func TestAPictureWithoutNoiseIsMeasured(t *testing.T) {
	sharp := models.Disc{Radius: 15.875, Thickness: 9.5}
	cam := lookingAt(10)
	f := capture.Frame{Width: cam.Width, Height: cam.Height, Pix: make([]byte, 3*cam.Width*cam.Height)}
	p := r2.Vec{X: 4.2, Y: -6.1}
	for y := range cam.Height {
		for x := range cam.Width {
			high, _ := cam.OnPlane(r2.Vec{X: float64(x), Y: float64(y)}, sharp.Thickness)
			v := byte(190)
			if r2.Norm(r2.Sub(high, p)) < sharp.Radius {
				v = 40
			}
			for c := range 3 {
				f.Pix[3*(y*cam.Width+x)+c] = v
			}
		}
	}
	v := NewView(f, cam)
	d := &Placed{Fit: v.Fit(NewSolid(sharp, 0), r2.Add(p, r2.Vec{X: 1, Y: 1}), Search{Directions: 32, Windows: coarse, Grain: leastGrain})}
	v.Seat(models.Board{}, []*Placed{d}, v.LensOf(models.Board{}, []*Placed{d}), seating)
	v.Settle([]*Placed{d}, 1, UsualLens, looseness{far: 0.12, near: 0.25, height: 0.01}, []pass{{32, 1.3, 1.5}})
	if e := r2.Norm(r2.Sub(d.Pos, p)); !(e < 0.8) {
		t.Errorf("a disc in a picture without noise is %.2f mm off", e)
	}
	for _, c := range d.Cov {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			t.Errorf("its covariance is %v", d.Cov)
		}
	}
}
