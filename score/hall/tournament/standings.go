package tournament

import (
	"cmp"
	"slices"
)

// Row is one line of the standings.
type Row struct {
	Place      int       `json:"place"` // from 1; those whom no criterion parts share one
	Entrant    EntrantID `json:"entrant"`
	Group      int       `json:"group"`
	Played     int       `json:"played"`
	Won        int       `json:"won"`
	Drawn      int       `json:"drawn"`
	Lost       int       `json:"lost"`
	Byes       int       `json:"byes,omitempty"`
	Points     int       `json:"points"`
	Twenties   int       `json:"twenties"`
	Difference int       `json:"difference"` // of all points of the discs
	Withdrawn  bool      `json:"withdrawn,omitempty"`
	Annulled   bool      `json:"annulled,omitempty"` // left a round robin before half of it: the matches count for nobody

	Buchholz  int `json:"buchholz"`
	Cut1      int `json:"buchholz_cut1"`
	Sonneborn int `json:"sonneborn"` // twice, to stay whole
	Progress  int `json:"progress"`

	HeadToHead *int      `json:"head_to_head,omitempty"` // where it was asked, and said something
	By         Criterion `json:"by,omitempty"`           // what parts this row from the one above; empty: the first, or a shared place

	met []meeting
}

// meeting is one match from one side.
type meeting struct {
	with EntrantID
	won  int // 2, 1 or 0
	pts  int
	real bool // played at a board, not forfeited
}

// Standings are a group's, the first place first. Those who left stand last.
func (s *State) Standings(stage, group int) []Row {
	if stage < 0 || stage >= len(s.Stages) || group < 0 || group >= len(s.Stages[stage].Groups) {
		return nil
	}
	return s.standings(&s.Stages[stage], group)
}

func (s *State) standings(st *StageState, g int) []Row {
	rows := s.rows(st, g)
	if st.System == Knockout {
		return s.knockoutPlaces(st, g, rows)
	}
	order(rows, st.Order)
	return rows
}

// rows are a group's figures, in the order of seeding.
func (s *State) rows(st *StageState, g int) []Row {
	members := st.Groups[g].Members
	at := map[EntrantID]*Row{}
	rows := make([]Row, len(members))
	for i, id := range members {
		rows[i] = Row{Entrant: id, Group: g, Withdrawn: !s.Active(id)}
		at[id] = &rows[i]
	}
	annulled := s.annulled(st, g)
	for id := range annulled {
		at[id].Annulled = true
	}
	for i := range st.Rounds {
		for _, m := range st.Rounds[i].Matches {
			if m.Group != g || m.Open() || annulled[m.A] || annulled[m.B] {
				continue
			}
			s.addMatch(st, at, m)
		}
		for _, r := range at {
			r.Progress += r.Points
		}
	}
	if st.System == RoundRobin {
		s.awardUnplayed(st, g, at, annulled)
	}
	rounds := 0
	if st.System == Swiss || st.System == Random {
		rounds = len(st.Rounds)
	}
	for i := range rows {
		rows[i].tieBreaks(at, rounds, s.Setup.Forfeit.Points/2)
	}
	return rows
}

// addMatch writes a match into its sides' rows.
func (s *State) addMatch(st *StageState, at map[EntrantID]*Row, m *Match) {
	if m.Bye() {
		r := at[m.A]
		r.Byes++
		award := Award{}
		switch {
		case m.bye != nil:
			award = *m.bye
		case st.System == Swiss || st.System == Random:
			award = *s.Setup.Bye
		}
		r.Points += award.Points
		r.Twenties += award.Twenties
		return
	}
	won := [2]int{1, 1}
	switch m.Result.Winner {
	case WinnerA:
		won = [2]int{2, 0}
	case WinnerB:
		won = [2]int{0, 2}
	default:
		if m.Forfeit {
			won = [2]int{0, 0} // both forfeited
		}
	}
	points := m.Result.Points
	if s.Setup.Count == CountMatches {
		points = won
	}
	for i, id := range []EntrantID{m.A, m.B} {
		r, other := at[id], []EntrantID{m.B, m.A}[i]
		r.Played++
		switch {
		case won[i] == 2:
			r.Won++
		case won[i] == 1:
			r.Drawn++
		default:
			r.Lost++
		}
		r.Points += points[i]
		r.Twenties += m.Result.Twenties[i]
		r.Difference += m.Result.Score[i] - m.Result.Score[1-i]
		r.met = append(r.met, meeting{with: other, won: won[i], pts: points[i], real: !m.Forfeit})
	}
}

// annulled are those who left a round robin before they had played half of
// their matches: what they played counts for nobody (FIDE's handbook C.05,
// general rules for round robins). Of those who played half or more, all that
// was played counts, and the rest is won by the others.
func (s *State) annulled(st *StageState, g int) map[EntrantID]bool {
	gone := map[EntrantID]bool{}
	if st.System != RoundRobin {
		return gone
	}
	members := st.Groups[g].Members
	for _, id := range members {
		if s.Active(id) {
			continue
		}
		played := 0
		for m := range st.matches() {
			if m.Group == g && m.Has(id) && m.Result != nil && !m.Forfeit {
				played++
			}
		}
		if 2*played < (len(members)-1)*st.Stage.Rounds {
			gone[id] = true
		}
	}
	return gone
}

// awardUnplayed gives the others of a pool what they could no longer play
// against one who left after half of it.
func (s *State) awardUnplayed(st *StageState, g int, at map[EntrantID]*Row, annulled map[EntrantID]bool) {
	met := st.meetings(g)
	members := st.Groups[g].Members
	for _, left := range members {
		if s.Active(left) || annulled[left] {
			continue
		}
		for _, other := range members {
			if other == left || !s.Active(other) {
				continue
			}
			for n := met[[2]EntrantID{left, other}]; n < st.Stage.Rounds; n++ {
				won, lost := at[other], at[left]
				won.Played, won.Won = won.Played+1, won.Won+1
				won.Points += s.Setup.Forfeit.Points
				won.Twenties += s.Setup.Forfeit.Twenties
				lost.Played, lost.Lost = lost.Played+1, lost.Lost+1
			}
		}
	}
}

// tieBreaks writes the figures that need the opponents' points. Only
// opponents met at a board count: a bye and a forfeit add nothing. In a Swiss
// the rounds that an opponent did not play (a bye, a forfeit, not there)
// count as drawn, as in FIDE's tie-breaks of 2012 to 2023: his absence should
// not cost those who met him.
func (r *Row) tieBreaks(at map[EntrantID]*Row, rounds, drawn int) {
	lowest := -1
	for _, m := range r.met {
		if !m.real {
			continue
		}
		p := at[m.with].Points
		if rounds > 0 {
			p = at[m.with].played(rounds, drawn)
		}
		r.Buchholz += p
		r.Sonneborn += p * m.won
		if lowest < 0 || p < lowest {
			lowest = p
		}
	}
	r.Cut1 = r.Buchholz - max(lowest, 0)
}

// played are the points made at boards, and for each other round those of a
// drawn match.
func (r *Row) played(rounds, drawn int) int {
	points := 0
	for _, m := range r.met {
		if m.real {
			points += m.pts
			rounds--
		}
	}
	return points + max(rounds, 0)*drawn
}

// order sorts rows by criteria and writes the places.
func order(rows []Row, by []Criterion) {
	slices.SortStableFunc(rows, func(a, b Row) int {
		gone := func(r Row) int {
			if r.Withdrawn {
				return 1
			}
			return 0
		}
		return cmp.Compare(gone(a), gone(b))
	})
	from := 0
	for from < len(rows) && !rows[from].Withdrawn {
		from++
	}
	part(rows[:from], by, 1)
	part(rows[from:], by, from+1)
}

// part orders rows that the criteria before left level. Where head to head has
// parted some, those of them who are level still are looked at anew among
// themselves.
func part(rows []Row, by []Criterion, place int) {
	if len(rows) == 0 {
		return
	}
	if len(rows) == 1 || len(by) == 0 {
		for i := range rows {
			rows[i].Place = place
		}
		return
	}
	value := valueOf(by[0], rows)
	if by[0] == HeadToHead && len(value) > 0 {
		for i := range rows {
			points := value[rows[i].Entrant]
			rows[i].HeadToHead = &points
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(value[b.Entrant], value[a.Entrant]) })
	for from := 0; from < len(rows); {
		if from > 0 {
			rows[from].By = by[0]
		}
		to := from + 1
		for to < len(rows) && value[rows[to].Entrant] == value[rows[from].Entrant] {
			to++
		}
		next := by[1:]
		if by[0] == HeadToHead && to-from < len(rows) {
			next = by
		}
		part(rows[from:to], next, place+from)
		from = to
	}
}

// valueOf is what a criterion says of each of the rows.
func valueOf(c Criterion, rows []Row) map[EntrantID]int {
	value := map[EntrantID]int{}
	among := map[EntrantID]bool{}
	for i := range rows {
		among[rows[i].Entrant] = true
	}
	for i := range rows {
		r := &rows[i]
		switch c {
		case ByPoints:
			value[r.Entrant] = r.Points
		case ByWins:
			value[r.Entrant] = r.Won
		case ByTwenties:
			value[r.Entrant] = r.Twenties
		case ByDifference:
			value[r.Entrant] = r.Difference
		case Buchholz:
			value[r.Entrant] = r.Buchholz
		case BuchholzCut1:
			value[r.Entrant] = r.Cut1
		case Sonneborn:
			value[r.Entrant] = r.Sonneborn
		case Progress:
			value[r.Entrant] = r.Progress
		case HeadToHead:
			met := map[EntrantID]bool{}
			for _, m := range r.met {
				if among[m.with] {
					value[r.Entrant] += m.pts
					met[m.with] = true
				}
			}
			if len(met) < len(rows)-1 {
				return map[EntrantID]int{} // not all have met: it says nothing
			}
		}
	}
	return value
}

// knockoutPlaces orders a bracket: who got further stands higher, the winner
// of the third place's match above its loser; the others of a round share a
// place.
func (s *State) knockoutPlaces(st *StageState, g int, rows []Row) []Row {
	reach := map[EntrantID]int{}
	for i := range st.Rounds {
		for _, m := range st.Rounds[i].Matches {
			if m.Group != g {
				continue
			}
			level := 4 * (i + 1)
			if m.For == thirdPlace {
				if w := m.Winner(); w != "" {
					reach[w]++ // within the level of the semi-final
				}
				continue
			}
			for _, id := range []EntrantID{m.A, m.B} {
				if id != "" {
					reach[id] = max(reach[id], level)
				}
			}
			if w := m.Winner(); w != "" {
				reach[w] = max(reach[w], level+2)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(reach[b.Entrant], reach[a.Entrant]) })
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && reach[rows[i].Entrant] == reach[rows[i-1].Entrant] {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}
