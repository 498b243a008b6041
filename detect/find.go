package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// Evidence that makes a disc, as log odds.
const (
	certain     = 3.0  // by itself
	likely      = -1.0 // with what its colour adds, where the teams are known
	printed     = 1.5  // more, where the shooting line or the surface's edge may pass for its rim
	alone       = 4.5  // where no disc is certain
	strange     = 1.0  // more, for a colour not seen yet
	arguable    = -3.0 // less is not looked at again
	beyondDoubt = 8.0  // seeds over such a disc are not looked at
	sameDisc    = 0.6  // share of the radius within which seeds are of one disc
	neighbour   = 3.0  // mm by which the places of two fits may be off together
)

// findings are the fits at the seeds, by where they lie; none lies over
// another.
type findings struct{ onBoard, atHole, outside []Fit }

// find fits level discs at the seeds.
func (s *Scene) find(seeds []r2.Vec) findings {
	solid := NewSolid(s.cal.Board.Disc, 0)
	search := Search{Directions: 32, Windows: coarse, Grain: s.grain}
	var out findings
	var plain []r2.Vec
	for _, p := range seeds {
		if within(p, plain, s.cal.Board.Disc.Radius*sameDisc) {
			continue
		}
		f := s.view.best(solid, p, search)
		if f.Evidence() > beyondDoubt {
			plain = append(plain, f.Pos)
		}
		switch {
		case f.Evidence() < arguable:
		case s.atHole(f.Pos):
			out.atHole = append(out.atHole, f)
		case s.onSurface(f):
			out.onBoard = append(out.onBoard, f)
		default:
			out.outside = append(out.outside, f)
		}
	}
	out.onBoard = Apart(out.onBoard, Fit.Evidence, neighbour)
	out.atHole = Apart(out.atHole, Fit.Evidence, neighbour)
	out.outside = Apart(out.outside, Fit.Evidence, neighbour)
	return out
}

// within says whether p is nearer than reach (mm) to any of the places.
func within(p r2.Vec, places []r2.Vec, reach float64) bool {
	for _, q := range places {
		if r2.Norm2(r2.Sub(p, q)) < reach*reach {
			return true
		}
	}
	return false
}

// atHole says whether a level disc at p lies over the hole, or where the
// hole's own rim would pass for one.
func (s *Scene) atHole(p r2.Vec) bool {
	h := s.cal.Board.Hole.Radius
	eye := s.view.Eye
	// The hole's middle as seen on the plane of the discs' faces.
	looks := r2.Scale(s.cal.Board.Disc.Thickness/math.Max(1, eye.Z), r2.Vec{X: eye.X, Y: eye.Y})
	return r2.Norm(p) < h || r2.Norm(r2.Sub(p, looks)) < h/2
}

// byTeam parts the fits in discs and what only looked like one: doubtful fits
// must have a team's colour, which counts most where the board has not.
func (s *Scene) byTeam(fits []Fit) (discs []Fit, left []LeftOut) {
	teams := s.known(teamsOf(fits))
	for _, f := range fits {
		e, need := f.Evidence(), s.enough(f)
		if len(teams.Colours) == 0 {
			need = alone
		} else if e < certain {
			e += teams.favour(f)
		}
		if e > need {
			discs = append(discs, f)
		} else if f.Evidence() > likely-1 {
			left = append(left, LeftOut{Pos: f.Pos, Z: f.Solid.Top(), Radius: f.Solid.Radius, Why: teams.doubt(f)})
		}
	}
	return discs, left
}

// enough is the evidence, with what its colour adds, that makes a disc of a fit
// where the teams are known.
func (s *Scene) enough(f Fit) float64 {
	if b := s.cal.Board; r2.Norm(f.Pos)+f.Solid.Radius > b.Rings.R5-b.LineWidth/2 {
		return likely + printed
	}
	return likely
}

// favour is what a fit's colour adds to its evidence.
func (t Teams) favour(f Fit) float64 {
	team, far := t.Nearest(f.Face.Lab(1))
	room := t.room(team)
	if len(t.Colours) == 1 && far > room {
		return -strange // it may be the first that is seen of the other team
	}
	board := f.Around.Lab(1).Distance(t.Colours[team])
	return math.Max(0, math.Min(board, room)-far)/room - 3*math.Max(0, far-room)/room
}

// doubt is why a fit is not taken for a disc, in a reader's words.
func (t Teams) doubt(f Fit) string {
	if len(t.Colours) > 0 {
		if team, far := t.Nearest(f.Face.Lab(1)); far > t.room(team) {
			return "of no team's colour"
		}
	}
	if f.Standout < 0.5 {
		return "print or grain of the board"
	}
	return "too little of a rim"
}

// emptyHole tells of a hole that looked like a disc.
func emptyHole(fits []Fit) []LeftOut {
	for _, f := range fits {
		if f.Evidence() > certain {
			return []LeftOut{{Pos: f.Pos, Z: f.Solid.Top(), Radius: f.Solid.Radius, Why: "the hole"}}
		}
	}
	return nil
}
