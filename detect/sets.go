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
		if s.cal.Board.Game == models.Carrom || r2.Norm(f.Pos) < s.cal.Board.Rings.R5-f.Solid.Radius {
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

// Thickness as the view tells it: what is known of its error, as standard
// deviations. Seen from above, walls are narrow, and shadows pass for them.
const (
	thickSD    = 0.60 // mm, in a tilted view
	thickAbove = 0.10 // mm, times the distance over the offset of the eye
	sureSet    = 0.97 // probability at which a set is taken as known
)

// set is the set of discs, of those that the board may have, whose thickness
// the picture shows: what is seen of upper and lower rims differs with the
// direction of the view as the thickness tells. Where it cannot tell, the
// thickness is the mean of what is likely. The second result is the standard
// uncertainty of the thickness, mm.
func (s *Scene) set(placed []*Placed, teams int) (models.Disc, float64) {
	own := s.cal.Board.Disc
	if len(s.cal.Board.OtherDiscs) == 0 || len(placed) == 0 {
		return own, heightSD
	}
	sets := append([]models.Disc{own}, s.cal.Board.OtherDiscs...)
	prior := make([]float64, len(sets))
	if s.like != nil && len(s.like.Sets) == len(sets) {
		prior = s.like.Sets
		if i, sure := surely(prior); sure {
			for _, p := range placed {
				p.Solid = withSet(p.Solid, sets[i])
			}
			s.view.Seat(s.cal.Board, placed, s.lens, reseating)
			return sets[i], heightSD
		}
	}
	trials := make([][]*Placed, len(sets))
	left := make([][]float64, len(sets))
	for i, d := range sets {
		trials[i] = asSet(placed, d)
		left[i] = s.view.Seat(s.cal.Board, trials[i], s.lens, seating)
	}
	_, thicker := s.sharp.Settle(asSet(trials[0], own), teams, s.sharpLens(), looseness{far: 0.2, near: 0.2, height: 1}, []pass{{20, 1.5, 1.5}, {32, 1.0, 1.2}})
	seen := own.Thickness + thicker - tallWall
	eye := s.sharp.Eye
	aslant := 0.0
	for _, p := range placed {
		aslant += math.Hypot(p.Pos.X-eye.X, p.Pos.Y-eye.Y) / math.Max(1, eye.Z) / float64(len(placed))
	}
	sd := math.Hypot(thickSD, thickAbove/math.Max(0.02, aslant))
	likely := make([]float64, len(sets))
	best, sum := 0, 0.0
	s.sets = make([]float64, len(sets))
	for i, d := range sets {
		z := (d.Thickness - seen) / sd
		s.sets[i] = explainedSay*explained(left[0], left[i]) - z*z/2
		likely[i] = math.Exp(prior[i]+s.sets[i]) + 1e-12
		sum += likely[i]
		if likely[i] > likely[best] {
			best = i
		}
	}
	disc := sets[best]
	for i, p := range placed {
		*p = *trials[best][i]
	}
	if likely[best] > sureSet*sum {
		return disc, heightSD
	}
	mean, square := 0.0, 0.0
	for i, d := range sets {
		mean += likely[i] / sum * d.Thickness
		square += likely[i] / sum * d.Thickness * d.Thickness
	}
	disc.Thickness = mean
	for _, p := range placed {
		p.Solid = withSet(p.Solid, disc)
	}
	return disc, math.Sqrt(heightSD*heightSD + math.Max(0, square-mean*mean))
}

// filmSure is by how much, in log likelihood, pictures together must speak for a
// set more than for all others for it to be taken as known.
const filmSure = 4.0

// surely is the set that the log likelihoods leave no doubt about, if any.
func surely(sets []float64) (best int, sure bool) {
	for i, l := range sets {
		if l > sets[best] {
			best = i
		}
	}
	for i, l := range sets {
		if i != best && sets[best]-l < filmSure {
			return best, false
		}
	}
	return best, len(sets) > 0
}

// explainedSay is how much, in log odds, the mean of the logarithms of what a
// set leaves unexplained says for it.
const explainedSay = 45.0

// explained is by how much less the second leaves unexplained than the first,
// in the mean of the logarithms, none counting more than 1.
func explained(first, second []float64) float64 {
	sum, n := 0.0, 0.0
	for i := range first {
		if d := first[i] - second[i]; !math.IsNaN(d) {
			sum += math.Max(-1, math.Min(1, d))
			n++
		}
	}
	return sum / math.Max(1, n)
}

// asSet are copies of the discs as those of a set.
func asSet(placed []*Placed, d models.Disc) []*Placed {
	as := make([]*Placed, len(placed))
	for i, p := range placed {
		c := *p
		c.Readings = nil
		c.Solid = withSet(c.Solid, d)
		as[i] = &c
	}
	return as
}

// withSet is the solid as one of another set of discs.
func withSet(s Solid, d models.Disc) Solid {
	lean, base := s.Lean, s.Base
	s = NewSolid(d, base)
	s.Lean = lean
	return s
}
