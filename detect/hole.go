package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// inHole looks for a disc in the hole or half in it. taken are the discs that
// lie elsewhere.
func (s *Scene) inHole(seeds []r2.Vec, taken []Fit) (Fit, State, bool) {
	b := s.cal.Board
	flat := NewSolid(b.Disc, 0)
	sunk := NewSolid(b.Disc, -b.Hole.Depth)
	search := Search{Directions: 48, Windows: []float64{1.5, 1.0}, Grain: s.grain}
	best, found := Fit{}, false
	try := func(f Fit, ok bool) {
		if Probe3 != nil {
			Probe3(f, ok)
		}
		if ok && (!found || f.Evidence() > best.Evidence()) {
			best, found = f, true
		}
	}
	play := b.Hole.Radius - b.Disc.Radius
	f := s.view.Fit(sunk, r2.Vec{}, search)
	try(f, r2.Norm(f.Pos) < play+1.5)
	// A disc whose centre lies within this of the hole's tips into it.
	tip := math.Sqrt(b.Hole.Radius*b.Hole.Radius - b.Disc.Radius*b.Disc.Radius)
	for k := range 8 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 8)
		f := s.view.Fit(flat.Leaning(b.Hole), r2.Vec{X: 4.5 * cos, Y: 4.5 * sin}, search)
		d := r2.Norm(f.Pos)
		try(f, d > play+0.5 && d < tip+0.7)
	}
	for _, p := range seeds {
		if r2.Norm(p) < b.Hole.Radius+6 {
			f := s.view.Fit(flat, p, search)
			d := r2.Norm(f.Pos)
			try(f, d > tip-0.5 && d <= b.Hole.Radius)
		}
	}
	return best, stateOf(best), found && best.Evidence() > 0
}

var Probe3 func(f Fit, ok bool)
