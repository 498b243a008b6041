package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Evidence (log odds) that what is seen at the hole is a disc, and not the
// hole itself, which may be painted like one.
const (
	plainDisc   = 10.0 // enough by itself, of a team's colour
	gapDisc     = 5.0  // enough with a dark gap between disc and board, or beside the hole
	strangeDisc = 17.0 // enough for a sunk one of a colour not seen elsewhere
	strangeLean = 13.0 // a leaning one's rim is not where the hole's is
	gapDepth    = 3.0  // how much darker than disc and board a gap is, units of colour
	leastAway   = 1.1  // a wooden hole's floor stands out less from the board
	rimShade    = 0.7  // mm by which a sunk disc may look smaller
	sunkBonus   = 4.0  // a disc lying by chance where a sunk one would be seen is rare
)

// inHole looks for a disc in the hole, half in it, or over it with its centre
// within the hole's rim. teams are those of the discs elsewhere on the board.
func (s *Scene) inHole(seeds []r2.Vec, teams Teams) (Fit, bool) {
	b := s.cal.Board
	flat, sunk := NewSolid(b.Disc, 0), NewSolid(b.Disc, -b.Hole.Depth)
	search := Search{Directions: 48, Windows: []float64{1.5, 1.0}, Grain: s.grain}
	var best Fit
	most := math.Inf(-1)
	try := func(f Fit, bonus float64) {
		if e := f.Evidence() + bonus; e > most && s.fillsHole(f, teams) {
			best, most = f, e
		}
	}
	// The hole itself, as if it were a disc without height; real holes are
	// narrower or wider than the make's.
	bare := math.Inf(-1)
	for _, r := range [3]float64{b.Disc.Radius, (b.Disc.Radius + b.Hole.Radius) / 2, b.Hole.Radius} {
		bare = math.Max(bare, s.view.Fit(Solid{Radius: r}, r2.Vec{}, search).Evidence())
	}
	play := b.Hole.Radius - b.Disc.Radius
	// The hole's rim is so near that a fit may be caught by it: from the middle
	// and from where a disc leans on the wall. The disc's own rim is in its shade.
	seen := sunk
	seen.Radius -= rimShade
	for k := 0; k < 5 && most < plainDisc; k++ {
		start := r2.Vec{}
		if k > 0 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 4)
			start = r2.Vec{X: play * cos, Y: play * sin}
		}
		for _, solid := range [2]Solid{seen, sunk} {
			if f := s.view.Fit(solid, start, search); r2.Norm(f.Pos) < play+0.5 {
				f.Solid = sunk
				try(f, sunkBonus)
			}
		}
	}
	// A disc whose centre lies within this of the hole's tips into it.
	tip := math.Sqrt(b.Hole.Radius*b.Hole.Radius - b.Disc.Radius*b.Disc.Radius)
	for k := range 8 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 8)
		f := s.view.Fit(flat.Leaning(b.Hole), r2.Vec{X: 0.6 * tip * cos, Y: 0.6 * tip * sin}, search)
		if d := r2.Norm(f.Pos); d > play+0.5 && d < tip+0.7 && f.Evidence() > bare {
			try(f, 0)
		}
	}
	for _, p := range seeds {
		if s.atHole(p) || r2.Norm(p) < b.Hole.Radius+8 {
			f := s.view.best(flat, p, search)
			if r2.Norm(f.Pos) > tip-0.5 && s.atHole(f.Pos) {
				try(f, 0)
			}
		}
	}
	return best, most > math.Inf(-1)
}

// notTheHole leaves out level fits whose faces are seen where the hole is, at
// the board's height or at the hole's floor, unless they are discs without a
// doubt: seen aslant, the hole looks like the face of a disc beside it.
func (s *Scene) notTheHole(fits []Fit) (discs []Fit, left []LeftOut) {
	var doubtful []Fit
	for _, f := range fits {
		if s.facesHole(f) {
			doubtful = append(doubtful, f)
		} else {
			discs = append(discs, f)
		}
	}
	teams := teamsOf(discs)
	for _, f := range doubtful {
		if s.fillsHole(f, teams) {
			discs = append(discs, f)
		} else {
			left = append(left, LeftOut{Pos: f.Pos, Z: f.Solid.Top(), Radius: f.Solid.Radius, Why: "the hole"})
		}
	}
	return discs, left
}

// facesHole says whether the middle of a fit's face is seen within half the
// hole's radius of its middle, at its rim's height or at its floor's.
func (s *Scene) facesHole(f Fit) bool {
	h := s.cal.Board.Hole
	for _, z := range [2]float64{0, -h.Depth} {
		if p, ok := s.lowered(f.Pos, z); ok && r2.Norm(p) < h.Radius/2 {
			return true
		}
	}
	return false
}

// fillsHole says whether a fit at the hole is a disc rather than the hole.
func (s *Scene) fillsHole(f Fit, teams Teams) bool {
	if f.Standout < leastAway && s.facesHole(f) {
		return false
	}
	need := strangeDisc
	if f.Solid.Base >= 0 {
		need = strangeLean
	}
	if len(teams.Colours) > 0 {
		team, miss := teams.Nearest(f.Face.Lab(1))
		switch {
		case miss < teams.core(team):
			need = plainDisc
			if f.Solid.Base < 0 && s.view.gapDepth(f, s.cal.Board.Hole) > gapDepth || f.Solid.Base >= 0 && !s.facesHole(f) {
				need = gapDisc
			}
		case len(teams.Colours) > 1 && f.Solid.Lean.Radius == 0:
			return false // painted
		}
	}
	return f.Evidence() > need
}

// gapDepth is how much darker than both the disc's face and the board is what
// lies between them, from a sunk disc's rim to the hole's; units of colour,
// the mean over all directions in which the gap can be seen.
func (v *View) gapDepth(f Fit, h models.Hole) float64 {
	b := f.Solid.at(f.Pos, v.Eye)
	lens := Lens{Blur: usualBlur, Noise: UsualNoise}
	const directions = 48
	sum, n := 0.0, 0.0
	for k := range directions {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / directions)
		u := r2.Vec{X: cos, Y: sin}
		a, normal, ok := v.across(b.upperRim(u), u)
		rim, seen := v.Pixel(r3.Vec{X: h.Radius * cos, Y: h.Radius * sin})
		if !ok || !seen {
			continue
		}
		width := r2.Dot(normal, r2.Sub(rim, a))
		if width < 0.5*lens.Blur {
			continue
		}
		var buf [maxSamples]Tint
		profile, ok := v.profile(buf[:], a, normal, 3, width+profileSide)
		if !ok {
			continue
		}
		l := layers{n: 3, blur: lens.Blur / profileStep}
		l.edges[0], l.edges[1] = 3/profileStep, (3+width)/profileStep
		c := l.fit(profile, 1).colours
		light := func(t Tint) float64 { return 255 * math.Sqrt(math.Max(0, t.brightness())) }
		sum += math.Min(light(c[0]), light(c[2])) - light(c[1])
		n++
	}
	return sum / math.Max(1, n)
}
