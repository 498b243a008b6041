package tournament

// Outlook is how a row of the standings came about, and where it leads.
type Outlook struct {
	Moved int    `json:"moved,omitempty"` // places gained by the newest round; negative: lost
	Next  string `json:"next,omitempty"`  // the stage, and its group where it has several, that the entrant comes into as things stand
}

// Outlooks are those of a group's entrants. Nothing is said before there is a
// result, nor of a next stage that takes everybody as they are.
func (s *State) Outlooks(stage, group int) map[EntrantID]Outlook {
	out := map[EntrantID]Outlook{}
	if stage < 0 || stage >= len(s.Stages) || group < 0 || group >= len(s.Stages[stage].Groups) {
		return out
	}
	newest := s.Stages[stage].newestPlayed(group)
	if newest < 0 {
		return out
	}
	next := s.leadsTo(stage)
	before := s.placesBefore(stage, group, newest)
	for _, r := range s.Standings(stage, group) {
		o := Outlook{Next: next[r.Entrant]}
		if was, ok := before[r.Entrant]; ok && !r.Withdrawn {
			o.Moved = was - r.Place
		}
		out[r.Entrant] = o
	}
	return out
}

// newestPlayed is the index of the newest round in which a group has a
// result; -1: none.
func (st *StageState) newestPlayed(g int) int {
	for i := len(st.Rounds) - 1; i >= 0; i-- {
		for _, m := range st.Rounds[i].Matches {
			if m.Group == g && m.Result != nil {
				return i
			}
		}
	}
	return -1
}

// placesBefore are the places without a round and those after it; of nobody
// where that round is the first, or in a knockout, where places only fall.
func (s *State) placesBefore(stage, group, round int) map[EntrantID]int {
	was := map[EntrantID]int{}
	if round == 0 || s.Stages[stage].System == Knockout {
		return was
	}
	st := s.Stages[stage]
	st.Rounds = st.Rounds[:round]
	for _, r := range s.standings(&st, group) {
		was[r.Entrant] = r.Place
	}
	return was
}

// leadsTo is where those of a stage come into the next one: as it was begun,
// or as it would be were the stage over now.
func (s *State) leadsTo(stage int) map[EntrantID]string {
	to := map[EntrantID]string{}
	n := stage + 1
	if n >= len(s.Setup.Stages) {
		return to
	}
	next := &s.Setup.Stages[n]
	if next.Take == 0 && next.Groups == 1 {
		return to
	}
	var groups [][]EntrantID
	if n < len(s.Stages) {
		for _, g := range s.Stages[n].Groups {
			groups = append(groups, g.Members)
		}
	} else {
		var err error
		if groups, err = s.comers(n); err != nil {
			return to // too few are left: nobody goes on
		}
	}
	if len(groups) == 1 && len(groups[0]) == s.left(stage) {
		return to // all of them: it parts nobody
	}
	for g, members := range groups {
		name := next.Name
		if len(groups) > 1 {
			name += " " + groupName(g)
		}
		for _, id := range members {
			to[id] = name
		}
	}
	return to
}

// left is how many of a stage's members have not left.
func (s *State) left(stage int) int {
	n := 0
	for _, g := range s.Stages[stage].Groups {
		for _, id := range g.Members {
			if s.Active(id) {
				n++
			}
		}
	}
	return n
}

// Played is how many rounds have a result in a group.
func (st *StageState) Played(g int) int { return st.newestPlayed(g) + 1 }

// ByePoints are what a bye counts in the standings of its stage.
func (s *State) ByePoints(m *Match) int {
	st := s.Stages[m.Stage].System
	switch {
	case !m.Bye():
		return 0
	case m.bye != nil:
		return m.bye.Points
	case st == Swiss || st == Random:
		return s.Setup.Bye.Points
	}
	return 0
}
