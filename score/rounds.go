package score

import (
	"slices"

	"ditchline/models"
	"ditchline/referee"
)

// RoundPoints is what each side writes for a round with the given totals,
// by a way to count. tie is the points of each side for a tied match-play
// round.
func RoundPoints(mode models.ScoringMode, totals []int, tie int) []int {
	out := make([]int, len(totals))
	if len(totals) == 0 {
		return out
	}
	best := slices.Max(totals)
	firsts := count(totals, best)
	switch mode {
	case models.Simple:
		copy(out, totals)
	case models.Differential:
		if len(totals) == 2 && firsts == 1 {
			out[slices.Index(totals, best)] = best - slices.Min(totals)
		}
	case models.Match3:
		matchOfThree(out, totals, best, firsts, tie)
	default: // match2, rounds4
		for i, t := range totals {
			switch {
			case t == best && firsts == 1:
				out[i] = 2
			case t == best:
				out[i] = tie
			}
		}
	}
	return out
}

// matchOfThree: 2, 1, 0; level first the tie's points each and the third 0;
// level second both 0 (MAY-20); all level the tie's points each (AMB-10).
func matchOfThree(out, totals []int, best, firsts, tie int) {
	second := -1
	for _, t := range totals {
		if t < best {
			second = max(second, t)
		}
	}
	for i, t := range totals {
		switch {
		case t == best && firsts == 1:
			out[i] = 2
		case t == best:
			out[i] = tie
		case t == second && firsts == 1 && count(totals, second) == 1:
			out[i] = 1
		}
	}
}

func count(list []int, v int) int {
	n := 0
	for _, x := range list {
		if x == v {
			n++
		}
	}
	return n
}

// ending is how a game stands after a round.
type ending int

const (
	goesOn ending = iota
	won
	shared
	drawn
	decide // the leaders are level: one more round decides
)

// GameEnd says whether a game is over, and who leads it. rounds is how many of
// the game were written, stopped that time is up.
func gameEnd(setup *Setup, totals []int, rounds int, stopped bool) (ending, []int) {
	r := &setup.Ruleset.Rules
	best := slices.Max(totals)
	var leaders []int
	for i, t := range totals {
		if t == best {
			leaders = append(leaders, i)
		}
	}
	over := best >= setup.Target
	if setup.Mode == models.Rounds4 {
		over = rounds >= r.RoundsPerGame
	}
	switch {
	case !over && !stopped:
		return goesOn, nil
	case len(leaders) == 1:
		return won, leaders
	case stopped || r.TargetTie == models.TieStands:
		return drawn, nil
	case r.TargetTie == models.HigherThenShared:
		return shared, leaders
	default:
		return decide, leaders
	}
}

// writeRound writes the round and moves the match on.
func (s *State) writeRound(seq int, end *RoundEnd) {
	counts := s.counts()
	if end != nil {
		for side, c := range end.Counts {
			if _, plays := counts[side]; plays {
				counts[side] = c
			}
		}
	}
	totals := make([]int, len(s.Sides))
	for i, side := range s.Sides {
		totals[i] = counts[side.Side].Total()
	}
	added := RoundPoints(s.Setup.Mode, totals, s.Setup.Ruleset.Rules.RoundTie)
	result := RoundResult{
		Seq: seq, Game: s.Game, Round: s.Round, Starter: s.Starter, Hammer: s.Hammer, Counts: counts,
		Added: map[referee.Side]int{}, Totals: map[referee.Side]int{}, Partial: s.turns.total() > 0,
	}
	for i := range s.Sides {
		side := &s.Sides[i]
		side.Total += added[i]
		result.Added[side.Side], result.Totals[side.Side] = added[i], side.Total
	}
	if s.Setup.Mode == models.Match3 && count(totals, totals[0]) == len(totals) {
		result.Confirm = append(result.Confirm, "AMB-10")
	}
	if best := slices.Max(totals); count(totals, best) == 1 {
		result.Winner = s.Sides[slices.Index(totals, best)].Side
	}
	s.Rounds = append(s.Rounds, result)
	s.afterRound(totals)
}

func (s *State) afterRound(roundTotals []int) {
	gameTotals := make([]int, len(s.Sides))
	for i, side := range s.Sides {
		gameTotals[i] = side.Total
	}
	end, leaders := gameEnd(s.Setup, gameTotals, s.RoundInGame, s.Stopped)
	s.Deciding = end == decide
	if end == goesOn || end == decide {
		s.nextRound(roundTotals)
		return
	}
	s.endGame(leaders)
}

func (s *State) endGame(leaders []int) {
	result := GameResult{Game: s.Game, Totals: map[referee.Side]int{}}
	for _, side := range s.Sides {
		result.Totals[side.Side] = side.Total
	}
	for _, i := range leaders {
		result.Winners = append(result.Winners, s.Sides[i].Side)
		s.Sides[i].Games++
	}
	s.Games = append(s.Games, result)
	if s.matchOver() {
		return
	}
	for i := range s.Sides {
		s.Sides[i].Total = 0
	}
	if s.isCarrom() {
		s.Game++
		s.Carrom.N, s.RoundInGame = 0, 1
		s.Round++
		s.gameStart = LeftOf(s.Setup, s.gameStart)
		s.beginBoard(s.gameStart)
		return
	}
	starter := LeftOf(s.Setup, s.Starter)
	if s.Setup.Ruleset.Rules.GameStarter == models.AlternateGames && s.Setup.Form == referee.Two {
		starter = LeftOf(s.Setup, s.gameStart)
	}
	s.Game++
	s.RoundInGame, s.gameStart = 0, starter
	s.beginRound(starter)
}

// matchOver ends the match when its games are played, a side has won more
// than half of them, or time is up.
func (s *State) matchOver() bool {
	best := 0
	for _, side := range s.Sides {
		best = max(best, side.Games)
	}
	if s.Game < s.Setup.Games && 2*best <= s.Setup.Games && !s.Stopped {
		return false
	}
	s.Phase, s.Next = Over, ""
	var winners []referee.Side
	for _, side := range s.Sides {
		if side.Games == best && best > 0 {
			winners = append(winners, side.Side)
		}
	}
	if s.Setup.Games > 1 && len(winners) > 1 {
		winners = nil // level after all games: a draw
	}
	s.Winners = winners
	return true
}

// nextRound begins the next round, or waits for the loser's choice.
func (s *State) nextRound(totals []int) {
	worst := slices.Min(totals)
	if s.Setup.Ruleset.Rules.NextStarter == models.LoserChooses && count(totals, worst) == 1 {
		s.Phase, s.Next = Choosing, ""
		s.Chooser = s.Sides[slices.Index(totals, worst)].Side
		return
	}
	s.beginRound(LeftOf(s.Setup, s.Starter))
}

// stop is the end of the time: the side with fewer shots may take one more
// where the rules say so; otherwise the round is over as it lies.
func (s *State) stop() {
	s.Stopped = true
	switch {
	case s.Phase == Choosing, s.Phase == Playing && (s.isCarrom() || s.shotsInRound() == 0):
		s.endStopped()
		return
	case s.Phase != Playing:
		return // the round that lies there is the last
	}
	if s.Setup.Ruleset.Rules.TimeExtraShot {
		if seat := s.fewerShots(); seat != "" {
			s.Phase, s.Next = LastShot, seat
			return
		}
	}
	s.freeze()
}

// endStopped ends the match between rounds.
func (s *State) endStopped() {
	totals := make([]int, len(s.Sides))
	for i, side := range s.Sides {
		totals[i] = side.Total
	}
	end, leaders := gameEnd(s.Setup, totals, s.RoundInGame, true)
	if end == drawn {
		leaders = nil
	}
	s.endGame(leaders)
}

// fewerShots is the next seat of the side that has taken fewer shots in this
// round than the others; "" when they are level.
func (s *State) fewerShots() referee.Seat {
	shots := func(side *SideState) int { return side.Dealt - side.Unplayed }
	fewest, most := &s.Sides[0], &s.Sides[0]
	for i := range s.Sides {
		if side := &s.Sides[i]; shots(side) < shots(fewest) {
			fewest = side
		} else if shots(side) > shots(most) {
			most = side
		}
	}
	if shots(fewest) == shots(most) {
		return ""
	}
	for seat, n := s.Next, 0; seat != "" && n < len(clockwise); seat, n = s.turns.after(seat), n+1 {
		if t := s.Setup.Team(seat); t != nil && t.Side == fewest.Side {
			return seat
		}
	}
	return ""
}

// concede ends the match for the other sides.
func (s *State) concede(side referee.Side) {
	s.Conceded = side
	s.Phase, s.Next = Over, ""
	best := -1
	for _, other := range s.Sides {
		if other.Side != side {
			best = max(best, other.Total)
		}
	}
	s.Winners = nil
	for _, other := range s.Sides {
		if other.Side != side && (other.Total == best || len(s.Sides) == 2) {
			s.Winners = append(s.Winners, other.Side)
		}
	}
}
