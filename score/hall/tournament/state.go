package tournament

import (
	"fmt"
	"slices"
	"time"
)

// State is a tournament as its events leave it.
type State struct {
	Setup    Setup         `json:"setup"`
	Entrants []EntrantLine `json:"entrants"` // in the order of entry
	Tables   []string      `json:"tables"`
	Stages   []StageState  `json:"stages"`             // those that have begun; the last is being played
	Featured string        `json:"featured,omitempty"` // the table that is shown on air

	voided map[int]int // rounds taken back of stages that were taken back, by the stage
}

// EntrantLine is an entrant with where he stands.
type EntrantLine struct {
	Entrant
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// StageState is a stage that has begun.
type StageState struct {
	Stage
	Groups []Group `json:"groups"`
	Rounds []Round `json:"rounds"`
	Voided int     `json:"voided,omitempty"` // rounds that were drawn and taken back
}

// Group is a pool, a bracket, or all of a Swiss.
type Group struct {
	Name    string      `json:"name"`
	Members []EntrantID `json:"members"` // in the order of seeding; late ones at the end
	Late    int         `json:"late,omitempty"`
}

// Round is one drawing.
type Round struct {
	N       int       `json:"n"` // from 1
	Seq     int       `json:"seq"`
	Clock   time.Time `json:"clock,omitzero"` // when the time began to run
	Matches []*Match  `json:"matches"`
}

// Match is a pairing at a table, or a bye.
type Match struct {
	ID    MatchID   `json:"id"`
	Stage int       `json:"stage"` // from 0
	Group int       `json:"group"` // from 0
	Round int       `json:"round"` // from 1
	A     EntrantID `json:"a"`
	B     EntrantID `json:"b,omitempty"` // empty: a bye
	Table string    `json:"table,omitempty"`
	Was   []string  `json:"was,omitempty"` // tables that it was moved away from
	For   string    `json:"for,omitempty"`

	Result    *Result `json:"result,omitempty"`
	Forfeit   bool    `json:"forfeit,omitempty"`
	Corrected bool    `json:"corrected,omitempty"`
	Again     int     `json:"again,omitempty"` // how often it was sent back to be played again
	bye       *Award
}

// Bye says that the match is none: A has nobody to play.
func (m *Match) Bye() bool { return m.B == "" }

// Open says that the match is still to be played.
func (m *Match) Open() bool { return !m.Bye() && m.Result == nil && !m.Forfeit }

// At says whether the match is, or was, to be played at a table.
func (m *Match) At(table string) bool { return m.Table == table || slices.Contains(m.Was, table) }

// Has says that an entrant plays in the match.
func (m *Match) Has(id EntrantID) bool { return m.A == id || m.B == id }

// Winner is who won the match; empty while it is open, and after a draw.
func (m *Match) Winner() EntrantID {
	switch {
	case m.Bye():
		return m.A
	case m.Result == nil:
		return ""
	case m.Result.Winner == WinnerA:
		return m.A
	case m.Result.Winner == WinnerB:
		return m.B
	}
	return ""
}

// Loser is who lost it.
func (m *Match) Loser() EntrantID {
	switch m.Winner() {
	case "":
		return ""
	case m.A:
		return m.B
	}
	return m.A
}

// Entrant is one of the entrants; nil when the id is nobody's.
func (s *State) Entrant(id EntrantID) *EntrantLine {
	for i := range s.Entrants {
		if s.Entrants[i].ID == id {
			return &s.Entrants[i]
		}
	}
	return nil
}

// Active says that somebody is entered and has not left.
func (s *State) Active(id EntrantID) bool {
	e := s.Entrant(id)
	return e != nil && !e.Withdrawn
}

// Stage is the stage that is being played; nil before the first.
func (s *State) Stage() *StageState {
	if len(s.Stages) == 0 {
		return nil
	}
	return &s.Stages[len(s.Stages)-1]
}

// Match is a match by its id; nil when there is none.
func (s *State) Match(id MatchID) *Match {
	for m := range s.matches() {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// matches are all of the tournament, in the order of play.
func (s *State) matches() func(func(*Match) bool) {
	return func(yield func(*Match) bool) {
		for i := range s.Stages {
			for m := range s.Stages[i].matches() {
				if !yield(m) {
					return
				}
			}
		}
	}
}

func (st *StageState) matches() func(func(*Match) bool) {
	return func(yield func(*Match) bool) {
		for i := range st.Rounds {
			for _, m := range st.Rounds[i].Matches {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// Open are the matches still to be played, in the order of play.
func (s *State) Open() []*Match {
	var open []*Match
	for m := range s.matches() {
		if m.Open() {
			open = append(open, m)
		}
	}
	return open
}

// AtTable is the match to be played at a table now: the first open one. nil:
// the table is free.
func (s *State) AtTable(table string) *Match {
	for m := range s.matches() {
		if m.Open() && m.Table == table {
			return m
		}
	}
	return nil
}

// Deadline is when the time of a match is up; zero where no clock runs.
func (s *State) Deadline(m *Match) time.Time {
	st := &s.Stages[m.Stage]
	clock := st.Rounds[m.Round-1].Clock
	if st.Minutes == 0 || clock.IsZero() {
		return time.Time{}
	}
	return clock.Add(time.Duration(st.Minutes) * time.Minute)
}

// Overdue are the open matches whose time is up.
func (s *State) Overdue(now time.Time) []*Match {
	var late []*Match
	for _, m := range s.Open() {
		if d := s.Deadline(m); !d.IsZero() && !now.Before(d) {
			late = append(late, m)
		}
	}
	return late
}

// groupName is A, B, ... Z, AA, ...
func groupName(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}

// matchID is never used twice: after a round was taken back, its number's
// next matches say so.
func matchID(stage, group, round, n, voided int) MatchID {
	id := fmt.Sprintf("%d%s-%d-%d", stage+1, groupName(group), round, n)
	if voided > 0 {
		id += fmt.Sprintf("x%d", voided)
	}
	return MatchID(id)
}

// apply moves the state on by one event that fits.
func (s *State) apply(e *Event) {
	switch e.Kind {
	case KindOpen:
		s.Setup = e.Setup.Completed()
		s.Tables = slices.Clone(s.Setup.Tables)
	case KindSetup:
		s.change(*e.Setup)
	case KindEnter:
		s.enter(e)
	case KindAmend:
		for _, x := range e.Entrants {
			s.Entrant(x.ID).Entrant = x
		}
	case KindWithdraw:
		s.Entrant(e.Who).Withdrawn = true
		for _, m := range s.Open() {
			if m.Has(e.Who) {
				s.forfeit(m, e.Who)
			}
		}
	case KindReturn:
		s.Entrant(e.Who).Withdrawn = false
	case KindTables:
		s.Tables = slices.Clone(e.Tables)
		if !slices.Contains(s.Tables, s.Featured) {
			s.Featured = ""
		}
	case KindFeature:
		s.Featured = e.Table
	case KindBegin:
		st := StageState{Stage: s.Setup.Stages[len(s.Stages)], Voided: s.voided[len(s.Stages)]}
		for i, members := range e.Groups {
			st.Groups = append(st.Groups, Group{Name: groupName(i), Members: slices.Clone(members)})
		}
		s.Stages = append(s.Stages, st)
	case KindRound:
		s.addRound(e)
	case KindVoid:
		s.void()
	case KindMove:
		m := s.Match(e.Match)
		m.Was, m.Table = append(m.Was, m.Table), e.Table
	case KindClock:
		st := s.Stage()
		st.Rounds[len(st.Rounds)-1].Clock = e.At
	case KindResult:
		result := *e.Result
		s.Match(e.Match).Result = &result
	case KindForfeit:
		s.forfeit(s.Match(e.Match), e.Who)
	case KindCorrection:
		m := s.Match(e.Match)
		m.Result, m.Forfeit, m.Corrected = nil, false, true
		if e.Result != nil {
			result := *e.Result
			m.Result = &result
		} else {
			m.Again++
		}
	}
}

func (s *State) enter(e *Event) {
	st := s.Stage()
	for _, x := range e.Entrants {
		s.Entrants = append(s.Entrants, EntrantLine{Entrant: x})
		if st != nil {
			g := &st.Groups[e.Group]
			g.Members = append(g.Members, x.ID)
			g.Late++
		}
	}
}

func (s *State) addRound(e *Event) {
	st := s.Stage()
	r := Round{N: e.Drawn.Round, Seq: e.Seq}
	n := map[int]int{}
	for _, p := range e.Drawn.Pairs {
		n[p.Group]++
		r.Matches = append(r.Matches, &Match{
			ID:    matchID(len(s.Stages)-1, p.Group, r.N, n[p.Group], st.Voided),
			Stage: len(s.Stages) - 1, Group: p.Group, Round: r.N,
			A: p.A, B: p.B, Table: p.Table, For: p.For, bye: p.Bye,
		})
	}
	st.Rounds = append(st.Rounds, r)
}

// void takes back the newest round; where none is drawn, the stage.
func (s *State) void() {
	st := s.Stage()
	if n := len(st.Rounds); n > 0 {
		st.Rounds = st.Rounds[:n-1]
		st.Voided++
		return
	}
	if s.voided == nil {
		s.voided = map[int]int{}
	}
	s.Stages = s.Stages[:len(s.Stages)-1]
	s.voided[len(s.Stages)] = st.Voided // ids of matches are never used twice
}

// forfeit ends a match for the other side; with nobody named both have lost.
func (s *State) forfeit(m *Match, who EntrantID) {
	m.Forfeit, m.Result = true, &Result{Winner: NoOne}
	award := s.Setup.Forfeit
	switch who {
	case m.A:
		m.Result.Winner, m.Result.Points[1], m.Result.Twenties[1] = WinnerB, award.Points, award.Twenties
	case m.B:
		m.Result.Winner, m.Result.Points[0], m.Result.Twenties[0] = WinnerA, award.Points, award.Twenties
	}
}
