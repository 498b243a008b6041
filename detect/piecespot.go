package detect

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// PieceLook is the typical colour of a team's pieces in a picture.
type PieceLook struct {
	Team   string
	Colour Lab
	Look   Lab     // as it would be on an evenly lit board: lightness against that of the board beside
	Radius float64 // mm
	N      int     // of how many pieces
}

// looksOfPieces are the colours of the teams that were measured.
func (s *Scene) looksOfPieces(placed []*Placed) []PieceLook {
	var looks []PieceLook
	fits := make([]Fit, len(placed))
	for i, p := range placed {
		fits[i] = p.Fit
	}
	even := s.looksOfFits(fits)
	for team, name := range pieceTeams {
		var l, a, b, r, light []float64
		for i, p := range placed {
			if p.Team == team {
				lab := p.Face.Lab(1)
				l, a, b, r = append(l, lab.L), append(a, lab.A), append(b, lab.B), append(r, p.Solid.Radius)
				light = append(light, even[i].L)
			}
		}
		if len(l) > 0 {
			colour := Lab{mid(l), mid(a), mid(b)}
			looks = append(looks, PieceLook{Team: name, Colour: colour, Look: Lab{mid(light), colour.A, colour.B}, Radius: mid(r), N: len(l)})
		}
	}
	return looks
}

// lookOf is what earlier pictures tell of a kind's pieces; ok is false where
// they showed none.
func (s *Scene) lookOf(kind string) (look PieceLook, ok bool) {
	if s.like == nil {
		return look, false
	}
	return s.like.Look(kind)
}

// anchors are looks that stand for the white and black pieces that earlier
// pictures showed, beside those that one picture does.
func (s *Scene) anchors() []Lab {
	var list []Lab
	for _, kind := range [...]string{White, Black} {
		if l, ok := s.lookOf(kind); ok {
			for range min(l.N, anchorsMost) {
				list = append(list, l.Look)
			}
		}
	}
	return list
}

// anchorsMost is how many pieces of this picture what earlier ones showed of a
// kind may outweigh.
const anchorsMost = 4

// ResolvePiecesAt measures the pieces near the seeds (mm) and adds them to the
// observation. known are the pieces elsewhere, looks the colours seen so far.
func (s *Scene) ResolvePiecesAt(seeds []r2.Vec, known []Disc, looks []PieceLook, obs *Observation) {
	spots := s.printedSpots(seeds...)
	solid := NewSolid(s.cal.Board.Disc, 0)
	larger := solid
	larger.Radius = s.cal.Board.Carrom.StrikerRadius
	for _, l := range looks {
		if l.Team == Striker {
			larger.Radius = l.Radius
		}
	}
	var pieces, strikers []Fit
	for _, p := range seeds {
		if f, ok := s.nearSeed(solid, p, known, spots); ok {
			pieces = append(pieces, f)
		}
		if f, ok := s.nearSeed(larger, p, known, spots); ok {
			strikers = append(strikers, f)
		}
	}
	striker, found := s.surelyStriker(strikers, pieces)
	var placed []*Placed
	for _, f := range Apart(pieces, Fit.Evidence, neighbour) {
		if found && r2.Norm(r2.Sub(f.Pos, striker.Pos)) < f.Solid.Radius+striker.Solid.Radius-neighbour || spots.hide(f, s.view.Eye, pieces) {
			continue
		}
		if team, ok := teamByLook(f, looks); ok {
			placed = append(placed, &Placed{Fit: f, Team: team, State: Flat})
		}
	}
	if found {
		placed = append(placed, &Placed{Fit: striker, Team: teamStriker, State: Flat})
	}
	s.view.Seat(s.cal.Board, placed, s.lens, seating)
	s.measure(placed, len(pieceTeams))
	for _, p := range placed {
		obs.Discs = append(obs.Discs, s.piece(p))
	}
}

// nearSeed is the best fit of the solid near a seed that may be a piece on the
// surface.
func (s *Scene) nearSeed(solid Solid, p r2.Vec, known []Disc, spots spots) (Fit, bool) {
	search := Search{Directions: 32, Windows: coarse, Grain: s.grain}
	var best Fit
	most := likely
	for _, start := range StartsAround(p) {
		f := s.crescent(s.view.Fit(solid, start, search))
		if e := f.Evidence(); e > most && r2.Norm(r2.Sub(f.Pos, p)) < SpotReach && s.free(f, known) {
			best, most = f, e
		}
	}
	if most == likely {
		return best, false
	}
	best = s.bestPiece(solid, best.Pos, search)
	ok := s.free(best, known) && !s.overPocket(best) && s.cal.Board.Carrom.OnSurface(best.Pos, best.Solid.Radius-frameSlack) && !spots.covers(best, &s.view)
	return best, ok
}

// teamByLook is the team whose colour a fit has; where too few are known, the
// one that its colour makes likely.
func teamByLook(f Fit, looks []PieceLook) (team int, ok bool) {
	lab := f.Face.Lab(1)
	best, far := -1, 2*AlikeColours
	for _, l := range looks {
		for i, name := range pieceTeams[:teamStriker] {
			if d := l.Colour.Distance(lab); name == l.Team && d < far {
				best, far = i, d
			}
		}
	}
	switch {
	case best >= 0 && (f.Evidence() > certain || far < AlikeColours):
		return best, true
	case f.Evidence() < certain:
		return 0, false
	case lab.A > queenRed:
		return teamQueen, true
	case lab.L < f.Around.Lab(1).L-darkBy:
		return teamBlack, true
	}
	return teamWhite, true
}

// Look is what a kind's pieces look like; ok is false where none were seen.
func (s Scenery) Look(kind string) (look PieceLook, ok bool) {
	i := slices.IndexFunc(s.Pieces, func(l PieceLook) bool { return l.Team == kind })
	if i < 0 {
		return PieceLook{}, false
	}
	return s.Pieces[i], true
}
