// Package score keeps matches: turns, rounds, totals and statistics. A match
// is the replay of its events; nothing else holds a score. It is pure: times
// come with the events.
package score

import (
	"errors"
	"fmt"
	"slices"

	"ditchline/models"
	"ditchline/referee"
)

// Player is one person at the table.
type Player struct {
	Name string       `json:"name"`
	Seat referee.Seat `json:"seat"`
	CID  string       `json:"cid,omitempty"` // id in a players' register, for exports
}

// Team is one side: its letter, its discs' colour, its players.
type Team struct {
	Side    referee.Side `json:"side"`
	Name    string       `json:"name,omitempty"`
	Colour  string       `json:"colour,omitempty"`
	Players []Player     `json:"players"`
}

// Setup is how a match is played: the body of its first event.
type Setup struct {
	ID      string             `json:"id"` // of the match
	Ruleset models.Ruleset     `json:"ruleset"`
	Board   models.Board       `json:"board"`
	Form    referee.Form       `json:"form"`
	Teams   []Team             `json:"teams"`
	Mode    models.ScoringMode `json:"mode,omitempty"`   // empty: the ruleset's first that fits
	Target  int                `json:"target,omitempty"` // 0: the ruleset's
	Games   int                `json:"games,omitempty"`  // of a match; 0 is one
	Starter referee.Seat       `json:"starter"`          // of the first round

	Event string `json:"event,omitempty"` // what the match belongs to
	Table string `json:"table,omitempty"`
	Stage string `json:"stage,omitempty"`

	BoardName string `json:"board_name,omitempty"` // of the program's board at which it is played: /b/NAME
}

// sideLetters name the teams in their order.
var sideLetters = [3]referee.Side{"A", "B", "C"}

// teamSeats are the seats of each team of a form, in the teams' order.
func teamSeats(f referee.Form) [][]referee.Seat {
	switch f {
	case referee.Two:
		return [][]referee.Seat{{referee.South}, {referee.North}}
	case referee.Three:
		return [][]referee.Seat{{referee.South}, {referee.West}, {referee.North}}
	case referee.TwoVOne:
		return [][]referee.Seat{{referee.South, referee.North}, {referee.West}}
	default:
		return [][]referee.Seat{{referee.South, referee.North}, {referee.West, referee.East}}
	}
}

// NewSetup is a match of the form with unnamed players, by the ruleset's
// defaults.
func NewSetup(id string, rs models.Ruleset, b models.Board, f referee.Form) Setup {
	s := Setup{ID: id, Ruleset: rs, Board: b, Form: f, Starter: referee.South}
	for i, seats := range teamSeats(f) {
		t := Team{Side: sideLetters[i]}
		for _, seat := range seats {
			t.Players = append(t.Players, Player{Seat: seat})
		}
		s.Teams = append(s.Teams, t)
	}
	return s
}

// Completed fills what was left to the ruleset's defaults.
func (s Setup) Completed() Setup {
	if s.Games == 0 {
		s.Games = 1
	}
	if s.Starter == "" {
		s.Starter = referee.South
	}
	if s.Ruleset.Game == models.Carrom {
		if s.Target == 0 {
			s.Target = s.Ruleset.Carrom.Target
		}
		return s
	}
	r := &s.Ruleset.Rules
	if s.Mode == "" {
		for _, m := range r.ScoringModes {
			if modeFits(m, s.Form) {
				s.Mode = m
				break
			}
		}
	}
	switch {
	case s.Target != 0 || s.Mode == models.Rounds4:
	case s.Mode == models.Match2 || s.Mode == models.Match3:
		s.Target = r.MatchTarget
	case len(r.Target) > 0:
		s.Target = r.Target[0]
	}
	return s
}

// modeFits says whether a way to count can score a form: differences need two
// sides, match3 three.
func modeFits(m models.ScoringMode, f referee.Form) bool {
	switch m {
	case models.Simple:
		return true
	case models.Match3:
		return f == referee.Three
	default:
		return f != referee.Three
	}
}

// Validate reports everything that is wrong with a completed setup at once.
func (s Setup) Validate() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if s.ID == "" {
		bad("the match has no id")
	}
	if !s.Form.Valid() {
		bad("players is %q: want 2, 3, 2v1 or 4", s.Form)
		return errors.Join(problems...)
	}
	if err := s.Ruleset.Validate(); err != nil {
		bad("ruleset %s: %w", s.Ruleset.ID, err)
	}
	if s.Board.Name == "" {
		bad("no board is named")
	} else if err := s.Board.Validate(); err != nil {
		bad("board: %w", err)
	} else if s.Board.Game != s.Ruleset.Game {
		bad("board %s is for %s, ruleset %s for %s", s.Board.Name, s.Board.Game, s.Ruleset.ID, s.Ruleset.Game)
	}
	if s.Games < 1 || s.Games > 99 {
		bad("games is %d: want 1 to 99", s.Games)
	}
	if s.Target < 0 || (s.Target == 0 && s.Mode != models.Rounds4) {
		bad("target is %d: want the points that win", s.Target)
	}
	if !slices.Contains(s.Form.Seats(), s.Starter) {
		bad("starter is %q: the seats used are %v", s.Starter, s.Form.Seats())
	}
	s.checkForm(bad)
	s.checkTeams(bad)
	return errors.Join(problems...)
}

func (s *Setup) checkForm(bad func(string, ...any)) {
	if s.Ruleset.Game == models.Carrom {
		if s.Form != referee.Two && s.Form != referee.Four {
			bad("carrom is for 2 or 4 players, not %s", s.Form)
		}
		return
	}
	r := &s.Ruleset.Rules
	people := map[referee.Form]int{referee.Two: 2, referee.Three: 3, referee.TwoVOne: 3, referee.Four: 4}[s.Form]
	if !slices.Contains(r.Players, people) {
		bad("ruleset %s is for %v players, not %d", s.Ruleset.ID, r.Players, people)
	} else if mode, three := map[referee.Form]models.ThreeMode{referee.Three: models.AllAgainstAll, referee.TwoVOne: models.TwoAgainstOne}[s.Form]; three && !slices.Contains(r.ThreeModes, mode) {
		bad("ruleset %s lets three play by %v, not %s", s.Ruleset.ID, r.ThreeModes, mode)
	}
	switch {
	case s.Mode == "":
		bad("no count of ruleset %s fits %s players: it has %v", s.Ruleset.ID, s.Form, r.ScoringModes)
	case !slices.Contains(r.ScoringModes, s.Mode):
		bad("ruleset %s has no count %q: it has %v", s.Ruleset.ID, s.Mode, r.ScoringModes)
	case !modeFits(s.Mode, s.Form):
		bad("the count %s does not fit %s players", s.Mode, s.Form)
	}
}

func (s *Setup) checkTeams(bad func(string, ...any)) {
	want := teamSeats(s.Form)
	if len(s.Teams) != len(want) {
		bad("%d teams: %s players are %d teams", len(s.Teams), s.Form, len(want))
		return
	}
	seen := map[referee.Side]bool{}
	for i, t := range s.Teams {
		if t.Side == "" || seen[t.Side] {
			bad("team %d: side %q is empty or used twice", i+1, t.Side)
		}
		seen[t.Side] = true
		var seats []referee.Seat
		for _, p := range t.Players {
			seats = append(seats, p.Seat)
		}
		if !slices.Equal(seats, want[i]) {
			bad("team %d sits at %v: want %v", i+1, seats, want[i])
		}
	}
}

// Team is the team that sits at a seat; nil where nobody does.
func (s *Setup) Team(seat referee.Seat) *Team {
	for i := range s.Teams {
		for _, p := range s.Teams[i].Players {
			if p.Seat == seat {
				return &s.Teams[i]
			}
		}
	}
	return nil
}

// Seated is a player at the table, as pages are told of him.
type Seated struct {
	Seat   referee.Seat `json:"seat"`
	Player string       `json:"player"`
	Team   referee.Side `json:"team"`
}

// Seated is who sits at a seat; nil where the match has nobody there.
func (s *Setup) Seated(seat referee.Seat) *Seated {
	t := s.Team(seat)
	if t == nil {
		return nil
	}
	return &Seated{Seat: seat, Player: s.Player(seat), Team: t.Side}
}

// Player is who sits at a seat: the name given, or "A1".
func (s *Setup) Player(seat referee.Seat) string {
	t := s.Team(seat)
	if t == nil {
		return string(seat)
	}
	for i, p := range t.Players {
		if p.Seat != seat {
			continue
		}
		if p.Name != "" {
			return p.Name
		}
		return fmt.Sprintf("%s%d", t.Side, i+1)
	}
	return string(seat)
}

// TeamName is what a side is called: the name given, its players' names, or
// its letter.
func (s *Setup) TeamName(side referee.Side) string {
	for _, t := range s.Teams {
		if t.Side != side {
			continue
		}
		if t.Name != "" {
			return t.Name
		}
		name := ""
		for _, p := range t.Players {
			if p.Name == "" {
				return string(side)
			}
			if name != "" {
				name += " & "
			}
			name += p.Name
		}
		return name
	}
	return string(side)
}

// discsAt is how many discs a seat is dealt for a round.
func (s *Setup) discsAt(seat referee.Seat) int {
	r := &s.Ruleset.Rules
	switch s.Form {
	case referee.Two:
		return r.DiscsPerPlayer2
	case referee.Three:
		return r.Discs3FFA
	case referee.TwoVOne:
		if seat == referee.West {
			return r.Discs2v1[0]
		}
		return r.Discs2v1[1]
	default:
		return r.DiscsPerPlayer4
	}
}
