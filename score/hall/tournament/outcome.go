package tournament

import (
	"ditchline/referee"
	"ditchline/score"
)

// ResultOf is what a board's match came to; false while it is not over, or
// when it is not a match between two sides. A is the match's first team.
func ResultOf(s *score.State) (Result, bool) {
	if s.Phase != score.Over || len(s.Sides) != 2 {
		return Result{}, false
	}
	sides := [2]referee.Side{s.Sides[0].Side, s.Sides[1].Side}
	r := Result{Winner: NoOne, Conceded: s.Conceded != ""}
	for i, side := range sides {
		if s.Carrom != nil {
			for _, b := range s.Carrom.Boards {
				if b.Winner == side {
					r.Points[i] += b.Points
					r.Score[i] += b.Points
				}
			}
		}
		for _, round := range s.Rounds {
			r.Points[i] += round.Added[side]
			r.Twenties[i] += round.Counts[side].Twenties
			r.Score[i] += round.Counts[side].Total()
		}
	}
	if len(s.Winners) == 1 {
		r.Winner = WinnerA
		if s.Winners[0] == sides[1] {
			r.Winner = WinnerB
		}
	}
	return r, true
}
