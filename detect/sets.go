package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// withDiscs is the board with discs of another radius; its other sets of
// discs are scaled alike, and its hole if they are larger.
func withDiscs(b models.Board, radius float64) models.Board {
	k := radius / b.Disc.Radius
	b.Disc.Radius = radius
	// Discs fit the hole that they are made for.
	b.Hole.Radius *= math.Max(1, k)
	other := make([]models.Disc, len(b.OtherDiscs))
	for i, d := range b.OtherDiscs {
		d.Radius *= k
		other[i] = d
	}
	b.OtherDiscs = other
	return b
}

// Real sets of discs differ from what a board's make says, and the scale of a
// board whose rings were measured is itself a guess: radii are tried.
const (
	radiusStep  = 0.04 // share of the radius from one that is tried to the next
	radiusReach = 0.12 // how far from the first
	farthest    = 0.18 // how far from the make's
	asGood      = 0.80 // of the best radius's evidence: the make's radius stands
	plateau     = 0.93 // of the best: radii that the picture can hardly tell apart
	mostTried   = 24   // fits that are looked at
	enoughSaid  = 6.0  // evidence of one disc beyond this adds nothing
	saturated   = 0.95 // of what all could say: no other radius is tried
)

// commonRadius is the radius with which the fits, taken together, are the
// most evident discs: the make's if that does about as well as the best.
func (s *Scene) commonRadius(fits []Fit) float64 {
	now, nominal := s.cal.Board.Disc.Radius, s.make.Radius
	fits = s.inPlay(fits)
	fits = fits[:min(len(fits), mostTried)]
	search := Search{Directions: 32, Windows: coarse[2:], Grain: s.grain}
	said := func(radius float64) float64 {
		sum := 0.0
		for _, f := range fits {
			solid := f.Solid
			solid.Radius = radius
			sum += math.Max(0, math.Min(enoughSaid, s.view.Fit(solid, f.Pos, search).Evidence()))
		}
		return sum
	}
	radii := []float64{nominal, now * (1 - radiusStep), now, now * (1 + radiusStep)}
	scores := make([]float64, len(radii))
	best := 0
	add := func(i int) {
		scores[i] = said(radii[i])
		if scores[i] > scores[best] {
			best = i
		}
	}
	add(0)
	if scores[0] >= saturated*enoughSaid*surelySome(fits) {
		return nominal
	}
	for i := 1; i < len(radii); i++ {
		add(i)
	}
	for _, side := range [2]float64{-1, 1} {
		for k := 2 * radiusStep; k <= radiusReach+1e-9; k += radiusStep {
			// On, while the last on this side was about the best.
			last := 1
			if side > 0 {
				last = 3
			}
			if k > 2*radiusStep {
				last = len(radii) - 1
			}
			next := now * (1 + side*k)
			if scores[last] < plateau*scores[best] || math.Abs(next/nominal-1) > farthest {
				break
			}
			radii, scores = append(radii, next), append(scores, 0)
			add(len(radii) - 1)
		}
	}
	if scores[0] >= asGood*scores[best] {
		return nominal
	}
	sum, n := 0.0, 0.0
	for i, r := range radii {
		if scores[i] >= plateau*scores[best] {
			sum += r * scores[i]
			n += scores[i]
		}
	}
	return sum / n
}

// inPlay are the fits within the shooting line: beyond it no disc may stay,
// and rail, ditch and captions laid over a film look like discs of any size.
func (s *Scene) inPlay(fits []Fit) []Fit {
	var in []Fit
	for _, f := range fits {
		if r2.Norm(f.Pos) < s.cal.Board.Rings.R5-f.Solid.Radius {
			in = append(in, f)
		}
	}
	return in
}

// surelySome is how many of the fits are likelier discs than not.
func surelySome(fits []Fit) float64 {
	n := 0.0
	for _, f := range fits {
		if f.Evidence() > likely {
			n++
		}
	}
	return math.Max(1, n)
}

// tallWall is by how much discs look thicker than they are, mm: a contact
// shadow lengthens the wall (rendered stills: 0.4 when seen from above, 0 when
// tilted; sets differ by 1.5).
const tallWall = 0.3

// set is the set of discs, of those that the board may have, whose thickness
// is nearest to what the picture shows: what is seen of upper and lower rims
// differs with the direction of the view as the thickness tells.
func (s *Scene) set(placed []*Placed, teams int) models.Disc {
	own := s.cal.Board.Disc
	if len(s.cal.Board.OtherDiscs) == 0 || len(placed) == 0 {
		return own
	}
	trial := make([]*Placed, len(placed))
	for i, p := range placed {
		c := *p
		c.Readings = nil
		trial[i] = &c
	}
	_, thicker := s.sharp.Settle(trial, teams, s.sharpLens(), looseness{offset: 0.2, height: 1}, []pass{{24, 1.5, 1.5}, {48, 1.0, 1.2}})
	thicker -= tallWall
	best := own
	for _, d := range s.cal.Board.OtherDiscs {
		if math.Abs(d.Thickness-own.Thickness-thicker) < math.Abs(best.Thickness-own.Thickness-thicker) {
			best = d
		}
	}
	return best
}

// withSet is the solid as one of another set of discs.
func withSet(s Solid, d models.Disc) Solid {
	lean, base := s.Lean, s.Base
	s = NewSolid(d, base)
	s.Lean = lean
	return s
}
