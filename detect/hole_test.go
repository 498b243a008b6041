package detect

import (
	"testing"

	"ditchline/detect/painted"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// holeScene is a board seen from straight above with the discs that at draws
// over it; its hole is as narrow as a make's.
func holeScene(t *testing.T, at func(p r2.Vec) (RGB, float64)) *Scene {
	t.Helper()
	b := newPaintedBoard(t)
	b.Paint(b.Bare, func(p r2.Vec) (painted.RGB, float64) {
		c, cover := at(p)
		return rgb(c), cover
	})
	v := NewView(b.at(0), b.Cal.Camera)
	return NewScene(v, v, b.Cal, 1, b.Cal.Board.Disc.Radius)
}

func TestADiscInTheHoleIsToldFromTheHole(t *testing.T) {
	b, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		t.Fatal(err)
	}
	red := RGB{165, 50, 45}
	teams := Teams{Colours: []Lab{labOf(red), labOf(RGB{40, 70, 140})}, Spread: []float64{2, 2}, Size: []int{3, 3}}
	disc := func(c r2.Vec, radius float64) func(r2.Vec) (RGB, float64) {
		return func(p r2.Vec) (RGB, float64) {
			if r2.Norm(r2.Sub(p, c)) < radius {
				return red, 1
			}
			return RGB{}, 0
		}
	}
	sunk := r2.Vec{X: -0.8, Y: 0.6}
	beside := r2.Vec{X: 9, Y: 11}
	for _, c := range []struct {
		name  string
		at    func(r2.Vec) (RGB, float64)
		seeds []r2.Vec
		found bool
		state State
		pos   r2.Vec
	}{
		{"empty", func(r2.Vec) (RGB, float64) { return RGB{}, 0 }, nil, false, "", r2.Vec{}},
		{"in the hole", disc(sunk, b.Disc.Radius-0.5), nil, true, InHole, sunk},
		{"over its rim", disc(beside, b.Disc.Radius), []r2.Vec{beside}, true, Flat, beside},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, ok := holeScene(t, c.at).inHole(c.seeds, teams)
			if ok != c.found {
				t.Fatalf("found %v (evidence %.1f at %.1f), want %v", ok, f.Evidence(), f.Pos, c.found)
			}
			if ok && (stateOf(f) != c.state || r2.Norm(r2.Sub(f.Pos, c.pos)) > 1) {
				t.Errorf("%s at %.1f, want %s at %.1f", stateOf(f), f.Pos, c.state, c.pos)
			}
		})
	}
}
