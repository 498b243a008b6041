package tournament

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// EntrantID names an entrant within its tournament.
type EntrantID string

// MatchID names a match within its tournament: stage, group, round, number.
type MatchID string

// Player is one person of an entrant.
type Player struct {
	Name string `json:"name"`
	CID  string `json:"cid,omitempty"` // id in a players' register, for exports
}

// Entrant is who takes part: one player, or a team of two.
type Entrant struct {
	ID      EntrantID `json:"id"`
	Players []Player  `json:"players"`
	Team    string    `json:"team,omitempty"` // a name of its own
	Club    string    `json:"club,omitempty"`
	Seed    int       `json:"seed,omitempty"` // 1 is the strongest; 0: not seeded, after those who are
}

// Name is what the entrant is called: the team's name, or its players'.
func (e Entrant) Name() string {
	if e.Team != "" {
		return e.Team
	}
	names := make([]string, len(e.Players))
	for i, p := range e.Players {
		names[i] = p.Name
	}
	return strings.Join(names, " & ")
}

// The columns of an entry list. Any order; only name, or player1, is a must.
var entryColumns = []string{"id", "name", "player1", "player2", "cid1", "cid2", "team", "club", "seed"}

// ReadEntrants reads an entry list: CSV with a header line. A single's name
// stands in `name` or `player1`, a team's players in `player1` and `player2`,
// or in `name` with " & " or "/" between them. Every bad line is reported at
// once, by its number in the file.
func ReadEntrants(r io.Reader) ([]Entrant, error) {
	c := csv.NewReader(r)
	c.TrimLeadingSpace, c.FieldsPerRecord = true, -1
	head, err := c.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("entry list: it is empty: want a line of headings, such as name,club,seed")
	}
	if err != nil {
		return nil, fmt.Errorf("entry list: headings: %w", err)
	}
	columns, problems := readHeadings(head)
	var entrants []Entrant
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			problems = append(problems, fmt.Errorf("line %d: %w", wrong.StartLine, wrong.Err))
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("entry list: %w", err)
		}
		line, _ := c.FieldPos(0)
		e, err := readEntrant(columns, record)
		if err != nil {
			problems = append(problems, fmt.Errorf("line %d: %w", line, err))
			continue
		}
		entrants = append(entrants, e)
	}
	if len(entrants) == 0 && len(problems) == 0 {
		problems = append(problems, errors.New("nobody is listed below the headings"))
	}
	if err := errors.Join(problems...); err != nil {
		return nil, fmt.Errorf("entry list: %w", err)
	}
	return entrants, nil
}

func readHeadings(head []string) (map[string]int, []error) {
	var problems []error
	columns := map[string]int{}
	for i, h := range head {
		h = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(h, "\ufeff")))
		if !slices.Contains(entryColumns, h) {
			problems = append(problems, fmt.Errorf("heading %q is not known: want some of %s", h, strings.Join(entryColumns, ", ")))
		}
		if _, twice := columns[h]; twice {
			problems = append(problems, fmt.Errorf("heading %q stands twice", h))
		}
		columns[h] = i
	}
	_, name := columns["name"]
	_, player := columns["player1"]
	if !name && !player && len(problems) == 0 {
		problems = append(problems, errors.New("no heading is name or player1"))
	}
	return columns, problems
}

func readEntrant(columns map[string]int, record []string) (Entrant, error) {
	field := func(name string) string {
		if i, ok := columns[name]; ok && i < len(record) {
			return strings.TrimSpace(record[i])
		}
		return ""
	}
	e := Entrant{ID: EntrantID(field("id")), Team: field("team"), Club: field("club")}
	names := []string{field("player1"), field("player2")}
	if names[0] == "" {
		names = strings.FieldsFunc(strings.ReplaceAll(field("name"), " & ", "/"), func(r rune) bool { return r == '/' })
	}
	for i, name := range names {
		if name = strings.TrimSpace(name); name != "" {
			p := Player{Name: name}
			if i < 2 {
				p.CID = field([]string{"cid1", "cid2"}[i])
			}
			e.Players = append(e.Players, p)
		}
	}
	if len(e.Players) == 0 {
		return e, errors.New("no player is named")
	}
	if s := field("seed"); s != "" {
		seed, err := strconv.Atoi(s)
		if err != nil || seed < 1 {
			return e, fmt.Errorf("seed is %q: want 1 for the strongest, 2 for the next, and so on", s)
		}
		e.Seed = seed
	}
	return e, nil
}
