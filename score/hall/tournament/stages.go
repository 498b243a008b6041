package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// NextStage is the event that begins the next stage: who comes in, in which
// group. It is an error while the stage before is not at its end.
func (t *Tournament) NextStage() (Event, error) {
	groups, err := t.state.dealStage()
	if err != nil {
		return Event{}, fmt.Errorf("begin the next stage: %w", err)
	}
	return Event{Kind: KindBegin, Groups: groups}, nil
}

// dealStage puts those who come into the next stage into its groups, each in
// the order of seeding.
func (s *State) dealStage() ([][]EntrantID, error) {
	n := len(s.Stages)
	switch {
	case n == len(s.Setup.Stages):
		return nil, errors.New("the last stage has begun")
	case n > 0 && !s.StageDone(n-1):
		return nil, fmt.Errorf("stage %s is not at its end", s.Stages[n-1].Name)
	}
	return s.comers(n)
}

// comers are those who would come into stage n were the one before over.
func (s *State) comers(n int) ([][]EntrantID, error) {
	next := &s.Setup.Stages[n]
	if next.Deal == Own {
		groups := make([][]EntrantID, len(s.Stages[n-1].Groups))
		for g := range groups {
			for _, row := range s.Standings(n-1, g) {
				if s.Active(row.Entrant) && (next.Take == 0 || len(groups[g]) < next.Take) {
					groups[g] = append(groups[g], row.Entrant)
				}
			}
		}
		return groups, nil
	}
	var in []EntrantID
	if n == 0 {
		in = s.seeding()
	} else {
		in = s.finishers(n-1, next.Overall)
	}
	if next.Take > 0 && len(in) > next.Take {
		in = in[:next.Take]
	}
	if len(in) < 2*next.Groups {
		return nil, fmt.Errorf("%d take part: %d groups need two members each", len(in), next.Groups)
	}
	return deal(in, next.Groups, next.Deal), nil
}

// seeding are those entered, the strongest first; who is not seeded comes
// after, in the order of entry.
func (s *State) seeding() []EntrantID {
	var in []EntrantLine
	for _, e := range s.Entrants {
		if !e.Withdrawn {
			in = append(in, e)
		}
	}
	slices.SortStableFunc(in, func(a, b EntrantLine) int {
		if (a.Seed == 0) != (b.Seed == 0) {
			return cmp.Compare(b.Seed, a.Seed)
		}
		return cmp.Compare(a.Seed, b.Seed)
	})
	return ids(in)
}

func ids(lines []EntrantLine) []EntrantID {
	out := make([]EntrantID, len(lines))
	for i, e := range lines {
		out[i] = e.ID
	}
	return out
}

// finishers are those who played a stage and are still there, in the order in
// which the next one takes them: all firsts of the groups, then all seconds
// ..., or overall by their figures alone, each divided by the matches it was
// made in, since groups may differ in size. Those level by place and figures
// keep the groups' order.
func (s *State) finishers(stage int, overall bool) []EntrantID {
	st := &s.Stages[stage]
	var rows []Row
	for g := range st.Groups {
		rows = append(rows, s.Standings(stage, g)...)
	}
	rows = slices.DeleteFunc(rows, func(r Row) bool { return !s.Active(r.Entrant) })
	by := slices.DeleteFunc(slices.Clone(st.Order), func(c Criterion) bool { return c == HeadToHead })
	byFigures := func(a, b Row) int {
		for _, c := range by {
			v := valueOf(c, []Row{a, b})
			if d := cmp.Compare(v[b.Entrant]*max(a.Played+a.Byes, 1), v[a.Entrant]*max(b.Played+b.Byes, 1)); d != 0 {
				return d
			}
		}
		return 0
	}
	place := func(a, b Row) int { return cmp.Compare(a.Place, b.Place) }
	slices.SortStableFunc(rows, func(a, b Row) int {
		if overall {
			return cmp.Or(byFigures(a, b), place(a, b))
		}
		return cmp.Or(place(a, b), byFigures(a, b))
	})
	out := make([]EntrantID, len(rows))
	for i, r := range rows {
		out[i] = r.Entrant
	}
	return out
}

// deal puts a list, the best first, into n groups. Blocks differ by at most
// one in size, the larger ones first.
func deal(in []EntrantID, n int, how Deal) [][]EntrantID {
	groups := make([][]EntrantID, n)
	if how == Blocks {
		for g := range groups {
			size := len(in) / n
			if g < len(in)%n {
				size++
			}
			at := 0
			for _, done := range groups[:g] {
				at += len(done)
			}
			groups[g] = slices.Clone(in[at : at+size])
		}
		return groups
	}
	for i, id := range in {
		g := i % n
		if (i/n)%2 == 1 {
			g = n - 1 - g
		}
		groups[g] = append(groups[g], id)
	}
	return groups
}
