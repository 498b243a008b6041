package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// A pocket's dark hole passes for a dark piece.
const (
	rimPass   = 12.0 // mm beyond its rim
	pocketRim = 7.0  // evidence of a piece there
)

// PocketTip is how far from a pocket's middle, in mm, a piece tips into it: two
// ends of a diameter of it lie over the hole.
func PocketTip(c *models.CarromSurface, radius float64) float64 {
	return math.Sqrt(math.Max(0, c.PocketRadius*c.PocketRadius-radius*radius))
}

// fallen says whether a piece that was measured lies where none can but in a
// pocket.
func (s *Scene) fallen(p *Placed) bool {
	c := s.cal.Board.Carrom
	tip, slack := PocketTip(c, s.cal.Board.Disc.Radius), TipSlack
	for _, pocket := range c.Pockets() {
		at := r2.Vec{X: pocket[0], Y: pocket[1]}
		if r2.Norm(r2.Sub(p.Pos, at)) > tip {
			continue
		}
		if s.likeHole(p.Fit, at) {
			slack = darkSlack
		}
		return r2.Norm(r2.Sub(p.Pos, at)) < tip-slack
	}
	return false
}

// TipSlack is by how much nearer to the pocket a piece may seem to lie that
// does not tip, mm; a piece as dark as a hole, whose rim would pass for the
// piece's, hardly at all.
const (
	TipSlack  = 4.0
	darkSlack = 0.75
	holeDark  = 0.55 // of the wood's lightness
)

// overPocket says whether a piece lies in a pocket. One that seems to lie
// just so far over the hole that it would fall hangs at the rim if it hides
// some of the wood: what lies in the net cannot.
func (s *Scene) overPocket(f Fit) bool {
	c := s.cal.Board.Carrom
	falls := PocketTip(c, s.cal.Board.Disc.Radius) // a striker's fall is as good as a piece's: the hole itself passes for one
	for _, pocket := range c.Pockets() {
		at := r2.Vec{X: pocket[0], Y: pocket[1]}
		switch d := r2.Norm(r2.Sub(f.Pos, at)); {
		case d < falls-TipSlack, d < falls-darkSlack && s.likeHole(f, at):
			return true
		case d < c.PocketRadius+rimPass && s.likeHole(f, at) && !s.standsOnWood(f, at):
			return true // the hole seen aslant, its far wall apart
		case d < falls:
			return !s.hidesWood(f, at)
		case d < c.PocketRadius+rimPass && f.Evidence() < pocketRim:
			return true // the pocket's own rim
		}
	}
	return false
}

// likeHole says whether a piece is as dark as a hole in that wood may be.
func (s *Scene) likeHole(f Fit, pocket r2.Vec) bool {
	wood, ok := s.woodBeside(pocket)
	return !ok || f.Face.Lab(1).L < holeDark*wood.L
}

// Where wood is looked for about a pocket, mm.
const (
	woodBeyond = 2.5 // from the hole's edge, that a piece hides
	woodFrom   = 22.0
	woodTo     = 52.0 // from the hole's edge, where the wood shows
	woodPoints = 6    // that must be seen
	woodShare  = 0.7  // of them, that show the piece
	woodStands = 0.5  // the same of those under its foot, where its lit side may look like wood
	woodStep   = 0.3  // weight of a step of its outline that is seen there
	woodOff    = 1.6  // mm, or pixels, by which that may be off
)

// hidesWood says whether a piece hides the wood beside a hole: what lies in the
// net is seen through the hole alone.
func (s *Scene) hidesWood(f Fit, pocket r2.Vec) bool {
	return s.faceOnWood(f, pocket) && s.rimOnWood(f, pocket)
}

// standsOnWood says whether a piece is seen where its foot stands on the wood
// beside a hole: whatever stands there hides that from everywhere.
func (s *Scene) standsOnWood(f Fit, pocket r2.Vec) bool {
	c := s.cal.Board.Carrom
	wood, ok := s.woodBeside(pocket)
	if !ok {
		return false
	}
	face := f.Face.Lab(1)
	shown, all := 0.0, 0.0
	for k := range 48 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 48)
		for _, share := range [4]float64{0.35, 0.55, 0.75, 0.9} {
			p := r2.Add(f.Pos, r2.Scale(share*f.Solid.Radius, r2.Vec{X: cos, Y: sin}))
			if r2.Norm(r2.Sub(p, pocket)) < c.PocketRadius+woodBeyond || !c.OnSurface(p, 0) {
				continue
			}
			px, ok := s.view.Pixel(r3.Vec{X: p.X, Y: p.Y})
			if !ok {
				continue
			}
			all++
			if lab := s.view.At(px.X, px.Y).Lab(1); lab.Distance(face) < lab.Distance(wood) {
				shown++
			}
		}
	}
	return all < woodPoints || shown > woodStands*all
}

// faceOnWood says whether a piece's face is seen where the wood would be, as
// far as any of it would: aslant, a face may hide nothing but the hole.
func (s *Scene) faceOnWood(f Fit, pocket r2.Vec) bool {
	c := s.cal.Board.Carrom
	wood, ok := s.woodBeside(pocket)
	if !ok {
		return false
	}
	face := f.Face.Lab(1)
	eye, z := s.view.Eye, f.Solid.Top()
	shown, all := 0.0, 0.0
	for k := range 48 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 48)
		for _, share := range [4]float64{0.35, 0.55, 0.75, 0.9} {
			p := r2.Add(f.Pos, r2.Scale(share*f.Solid.Radius, r2.Vec{X: cos, Y: sin}))
			under := r2.Add(p, r2.Scale(z/math.Max(1, eye.Z-z), r2.Sub(p, r2.Vec{X: eye.X, Y: eye.Y})))
			if r2.Norm(r2.Sub(under, pocket)) < c.PocketRadius+woodBeyond || !c.OnSurface(under, 0) {
				continue
			}
			px, ok := s.view.Pixel(r3.Vec{X: p.X, Y: p.Y, Z: z})
			if !ok {
				continue
			}
			all++
			if lab := s.view.At(px.X, px.Y).Lab(1); lab.Distance(face) < lab.Distance(wood) {
				shown++
			}
		}
	}
	return all < woodPoints || shown > woodShare*all
}

// woodBeside is the usual colour of the wood about a pocket.
func (s *Scene) woodBeside(pocket r2.Vec) (Lab, bool) {
	c := s.cal.Board.Carrom
	var l, a, b []float64
	for r := c.PocketRadius + woodFrom; r < c.PocketRadius+woodTo; r += 4 {
		for k := range 32 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 32)
			p := r2.Add(pocket, r2.Scale(r, r2.Vec{X: cos, Y: sin}))
			if px, ok := s.view.Pixel(r3.Vec{X: p.X, Y: p.Y}); ok && c.OnSurface(p, 4) {
				lab := s.view.At(px.X, px.Y).Lab(1)
				l, a, b = append(l, lab.L), append(a, lab.A), append(b, lab.B)
			}
		}
	}
	if len(l) < woodPoints {
		return Lab{}, false
	}
	return Lab{L: mid(l), A: mid(a), B: mid(b)}, true
}

// rimOnWood says whether a piece's outline is seen where it lies over the wood.
func (s *Scene) rimOnWood(f Fit, pocket r2.Vec) bool {
	c := s.cal.Board.Carrom
	b := f.Solid.at(f.Pos, s.view.Eye)
	shown, all := 0.0, 0.0
	for _, e := range f.Edges {
		at, _ := b.outline(e.Dir)
		k := at.Z / math.Max(1, s.view.Eye.Z-at.Z)
		under := r2.Vec{X: at.X + k*(at.X-s.view.Eye.X), Y: at.Y + k*(at.Y-s.view.Eye.Y)}
		if r2.Norm(r2.Sub(under, pocket)) < c.PocketRadius+woodBeyond || !c.OnSurface(under, woodBeyond) {
			continue
		}
		all++
		if e.OK && e.PxPerMM > 0 && math.Abs(e.Offset) < math.Max(woodOff, woodOff/e.PxPerMM) && f.weight(e, s.grain) > woodStep*e.PxPerMM*e.PxPerMM {
			shown++
		}
	}
	return all >= woodPoints && shown > woodShare*all
}
