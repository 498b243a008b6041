package tournament

// Bracket is a knockout as people draw it: columns of matches, the first
// round at the left, down to the final.
type Bracket struct {
	Columns [][]Slot  `json:"columns"`
	Third   *Slot     `json:"third,omitempty"` // the match for the third place, once it is drawn
	Winner  EntrantID `json:"winner,omitempty"`
	Others  []MatchID `json:"others,omitempty"` // drawn by people, and in no place of the bracket
}

// Slot is a place of a match in a bracket.
type Slot struct {
	Sides  [2]SlotSide `json:"sides"`           // top and bottom
	Match  MatchID     `json:"match,omitempty"` // empty: not drawn yet
	Winner EntrantID   `json:"winner,omitempty"`
	Bye    bool        `json:"bye,omitempty"`   // one side has nobody to play
	Stray  bool        `json:"stray,omitempty"` // it was drawn otherwise than the results before it lead to
}

// SlotSide is one side of it.
type SlotSide struct {
	Entrant EntrantID `json:"entrant,omitempty"` // empty: not known yet, or nobody
	Seed    int       `json:"seed,omitempty"`    // from 1, the place in the group as the stage began
	Nobody  bool      `json:"nobody,omitempty"`  // and nobody will be
}

// Bracket is a group's of a knockout stage that has begun; false where there
// is none.
func (s *State) Bracket(stage, group int) (Bracket, bool) {
	if stage < 0 || stage >= len(s.Stages) || group < 0 || group >= len(s.Stages[stage].Groups) || s.Stages[stage].System != Knockout {
		return Bracket{}, false
	}
	st := &s.Stages[stage]
	members := st.Groups[group].Members
	seeds := map[EntrantID]int{}
	for i, id := range members {
		seeds[id] = i + 1
	}
	size := 1
	for size < len(members) {
		size *= 2
	}
	var line []SlotSide
	for _, seed := range bracket(size) {
		if seed > len(members) {
			line = append(line, SlotSide{Nobody: true})
		} else {
			line = append(line, SlotSide{Entrant: members[seed-1], Seed: seed})
		}
	}
	var b Bracket
	placed := map[MatchID]bool{}
	for round := 0; len(line) > 1; round++ {
		var column []Slot
		var next []SlotSide
		for k := 0; k < len(line); k += 2 {
			slot := s.slot(st, group, round, [2]SlotSide{line[k], line[k+1]}, seeds)
			placed[slot.Match] = true
			column = append(column, slot)
			next = append(next, slot.through(seeds))
		}
		b.Columns = append(b.Columns, column)
		line = next
	}
	b.Winner = line[0].Entrant
	for i := range st.Rounds {
		for _, m := range st.Rounds[i].Matches {
			switch {
			case m.Group != group || placed[m.ID]:
			case m.For == thirdPlace:
				b.Third = &Slot{
					Match: m.ID, Winner: m.Winner(),
					Sides: [2]SlotSide{{Entrant: m.A, Seed: seeds[m.A]}, {Entrant: m.B, Seed: seeds[m.B]}},
				}
			default:
				b.Others = append(b.Others, m.ID)
			}
		}
	}
	return b, true
}

// BracketSize is how many places a knockout's brackets have, a power of 2; 0
// where its groups differ in it, or where the stage is none.
func (st *StageState) BracketSize() int {
	if st.System != Knockout {
		return 0
	}
	all := 0
	for i, g := range st.Groups {
		size := 1
		for size < len(g.Members) {
			size *= 2
		}
		if i > 0 && size != all {
			return 0
		}
		all = size
	}
	return all
}

// slot is the match of two neighbours of the bracket, drawn or to come.
func (s *State) slot(st *StageState, group, round int, sides [2]SlotSide, seeds map[EntrantID]int) Slot {
	slot := Slot{Sides: sides}
	if round < len(st.Rounds) {
		for _, m := range st.Rounds[round].Matches {
			if m.Group == group && m.For != thirdPlace && (sides[0].is(m) || sides[1].is(m)) {
				return slot.drawn(m, seeds)
			}
		}
		// Nobody was left to play here.
		return slot
	}
	slot.Bye = sides[0].Nobody != sides[1].Nobody
	for i, other := range []int{1, 0} {
		if sides[i].Nobody && sides[other].Entrant != "" {
			slot.Winner = sides[other].Entrant
		}
	}
	return slot
}

func (side SlotSide) is(m *Match) bool { return side.Entrant != "" && m.Has(side.Entrant) }

// drawn fills a slot from its match. What was drawn is shown, also where the
// results before it lead to somebody else by now.
func (slot Slot) drawn(m *Match, seeds map[EntrantID]int) Slot {
	slot.Match, slot.Winner, slot.Bye = m.ID, m.Winner(), m.Bye()
	if m.Bye() {
		return slot
	}
	top, bottom := m.A, m.B
	if slot.Sides[0].Entrant == m.B || slot.Sides[1].Entrant == m.A {
		top, bottom = m.B, m.A
	}
	slot.Stray = slot.Sides[0].Entrant != top || slot.Sides[1].Entrant != bottom
	slot.Sides = [2]SlotSide{{Entrant: top, Seed: seeds[top]}, {Entrant: bottom, Seed: seeds[bottom]}}
	return slot
}

// through is who comes out of a slot.
func (slot Slot) through(seeds map[EntrantID]int) SlotSide {
	if slot.Winner != "" {
		return SlotSide{Entrant: slot.Winner, Seed: seeds[slot.Winner]}
	}
	return SlotSide{Nobody: slot.Sides[0].Nobody && slot.Sides[1].Nobody}
}
