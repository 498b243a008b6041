package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// ErrNoPairing says that whatever is paired, somebody meets an opponent or
// has a bye again.
var ErrNoPairing = errors.New("no pairing is left in which nobody meets an opponent again and nobody has a second bye: end this stage, or pair by hand")

// ErrStageDone says that the stage has no round left.
var ErrStageDone = errors.New("the stage has no round left: begin the next one")

// NextRound is the event that draws the next round of the stage, with tables
// dealt out. chance orders a random draw, and decides who begins where
// nothing else does; the same chance gives the same draw.
func (t *Tournament) NextRound(chance uint64) (Event, error) {
	s := t.state
	pairs, err := s.draw(chance)
	if err != nil {
		return Event{}, fmt.Errorf("draw the next round: %w", err)
	}
	s.dealTables(pairs)
	return Event{Kind: KindRound, Drawn: &Drawn{Round: len(s.Stage().Rounds) + 1, Pairs: pairs}}, nil
}

// draw is the next round's pairs, group by group.
func (s *State) draw(chance uint64) ([]Pair, error) {
	st := s.Stage()
	if st == nil {
		return nil, errors.New("no stage has begun")
	}
	if st.System != RoundRobin {
		var open []MatchID
		for m := range st.matches() {
			if m.Open() {
				open = append(open, m.ID)
			}
		}
		if len(open) > 0 {
			return nil, fmt.Errorf("%d matches are still to be played: %v", len(open), open)
		}
	}
	var pairs []Pair
	for g := range st.Groups {
		some, err := s.drawGroup(st, g, chance)
		if err != nil {
			return nil, fmt.Errorf("group %s: %w", st.Groups[g].Name, err)
		}
		pairs = append(pairs, some...)
	}
	if len(pairs) == 0 {
		return nil, ErrStageDone
	}
	return pairs, nil
}

func (s *State) drawGroup(st *StageState, g int, chance uint64) ([]Pair, error) {
	switch st.System {
	case RoundRobin:
		return s.drawRoundRobin(st, g), nil
	case Knockout:
		return s.drawKnockout(st, g)
	default:
		if len(st.Rounds) >= st.Stage.Rounds {
			return nil, nil
		}
		return s.drawSwiss(st, g, chance)
	}
}

// StageDone says whether a stage has begun, and nothing of it is left.
func (s *State) StageDone(stage int) bool {
	if stage < 0 || stage >= len(s.Stages) {
		return false
	}
	st := &s.Stages[stage]
	for m := range st.matches() {
		if m.Open() {
			return false
		}
	}
	if stage < len(s.Stages)-1 {
		return true
	}
	_, err := s.draw(0)
	return errors.Is(err, ErrStageDone)
}

// Done says whether the tournament is over.
func (s *State) Done() bool {
	return len(s.Stages) == len(s.Setup.Stages) && s.StageDone(len(s.Stages)-1)
}

// meetings are how often two of a group have been drawn against each other in
// the stage: by the two ids, either way round.
func (st *StageState) meetings(g int) map[[2]EntrantID]int {
	met := map[[2]EntrantID]int{}
	for m := range st.matches() {
		if !m.Bye() && m.Group == g {
			met[[2]EntrantID{m.A, m.B}]++
			met[[2]EntrantID{m.B, m.A}]++
		}
	}
	return met
}

// begins puts first the one of two who has begun less often in the
// tournament, relative to his matches; level, who did not begin last time;
// level still, as they stand.
func (s *State) begins(a, b EntrantID) (EntrantID, EntrantID) {
	tally := func(id EntrantID) (more int, last int) {
		for m := range s.matches() {
			switch {
			case m.Bye():
			case m.A == id:
				more, last = more+1, 1
			case m.B == id:
				more, last = more-1, -1
			}
		}
		return more, last
	}
	moreA, lastA := tally(a)
	moreB, lastB := tally(b)
	if c := cmp.Or(cmp.Compare(moreA, moreB), cmp.Compare(lastA, lastB)); c > 0 {
		return b, a
	}
	return a, b
}

// dealTables gives each match a table that nobody holds, the first ones to
// the first matches; where there are fewer tables than matches, the rest
// wait in turn at the same tables.
func (s *State) dealTables(pairs []Pair) {
	if len(s.Tables) == 0 {
		return
	}
	var free []string
	for _, t := range s.Tables {
		if s.AtTable(t) == nil {
			free = append(free, t)
		}
	}
	held := slices.DeleteFunc(slices.Clone(s.Tables), func(t string) bool { return slices.Contains(free, t) })
	tables := append(free, held...)
	n := 0
	for i := range pairs {
		if pairs[i].B != "" {
			pairs[i].Table = tables[n%len(tables)]
			n++
		}
	}
}
