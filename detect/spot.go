package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// NewSpotScene begins with a picture of a board whose discs are known, to
// measure some of them anew.
func NewSpotScene(sharp, coarse View, known Observation) *Scene {
	s := &Scene{sharp: sharp, view: coarse, cal: known.Calibration, make: known.Calibration.Board.Disc, grain: math.Max(leastGrain, known.Scenery.Grain), lens: UsualLens, heightSD: heightSD}
	s.offsets = known.Scenery.Offsets
	if known.Scenery.HeightSD > 0 {
		s.heightSD = known.Scenery.HeightSD
	}
	if known.Scenery.Lens.Blur > 0 {
		s.lens = known.Scenery.Lens
	}
	if known.Scenery.Disc.Radius > 0 {
		s.cal.Board = withDiscs(s.cal.Board, known.Scenery.Disc.Radius)
		s.cal.Board.Disc = known.Scenery.Disc
	}
	return s
}

// ResolveAt measures the discs near the seeds (mm) and adds them to the
// observation. known are the discs elsewhere, teams the colours seen so far.
func (s *Scene) ResolveAt(seeds []r2.Vec, known []Disc, teams Teams, obs *Observation) {
	search := Search{Directions: 32, Windows: coarse, Grain: s.grain}
	solid := NewSolid(s.cal.Board.Disc, 0)
	var level, outside []Fit
	hole := false
	for _, p := range seeds {
		hole = hole || r2.Norm(p) < s.cal.Board.Hole.Radius+SpotReach
		var best Fit
		most := arguable
		for _, start := range StartsAround(p) {
			f := s.view.Fit(solid, start, search)
			if e := f.Evidence(); e > most && r2.Norm(r2.Sub(f.Pos, p)) < SpotReach && s.free(f, known) {
				best, most = f, e
			}
		}
		if most == arguable {
			continue
		}
		best = s.view.best(solid, best.Pos, search)
		switch {
		case s.atHole(best.Pos), !s.free(best, known):
		case s.onSurface(best):
			level = append(level, best)
		default:
			outside = append(outside, best)
		}
	}
	var taken []Fit
	for _, f := range Apart(level, Fit.Evidence, neighbour) {
		if e := f.Evidence(); e > s.enough(f) && (e > certain || len(teams.Colours) == 0 || e+teams.favour(f) > s.enough(f)) {
			taken = append(taken, f)
		}
	}
	taken, obs.LeftOut = s.notTheHole(taken)
	if hole {
		if f, ok := s.inHole(seeds, teams); ok && s.free(f, known) {
			taken = append(taken, f)
		}
	}
	placed := make([]*Placed, len(taken))
	for i, f := range taken {
		placed[i] = s.place(f, teams.join(f))
	}
	s.view.Seat(s.cal.Board, placed, s.lens, seating)
	s.measure(placed, len(teams.Colours)+1)
	placed, doubtful := s.believable(placed)
	obs.LeftOut = append(obs.LeftOut, doubtful...)
	for _, p := range placed {
		s.confine(p)
		obs.Discs = append(obs.Discs, s.disc(p))
	}
	ditch, _ := s.outside(outside)
	obs.Discs = append(obs.Discs, s.ditched(ditch, teams)...)
}

// StartsAround are places from which a fit finds every disc within SpotReach
// of p: the fit's own reach is the first of coarse.
func StartsAround(p r2.Vec) []r2.Vec {
	starts := []r2.Vec{p}
	for k := range 6 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 6)
		starts = append(starts, r2.Add(p, r2.Vec{X: 0.65 * SpotReach * cos, Y: 0.65 * SpotReach * sin}))
	}
	return starts
}

// free says whether a fit lies apart from the known discs.
func (s *Scene) free(f Fit, known []Disc) bool {
	for _, d := range known {
		if d.State != InDitch && r2.Norm(r2.Sub(f.Pos, d.Pos)) < f.Solid.Radius+d.Radius-neighbour {
			return false
		}
	}
	return true
}

// join is the team whose colour a disc has, or where there is none, the next.
func (t Teams) join(f Fit) int {
	team, far := t.Nearest(f.Face.Lab(1))
	if len(t.Colours) < 2 && (len(t.Colours) == 0 || far > t.room(team)) {
		return len(t.Colours)
	}
	return team
}
