package tournament

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The columns of an entry list. Any order; only name, or player1, is a must.
var entryColumns = []string{"id", "name", "player1", "player2", "cid1", "cid2", "team", "club", "seed"}

// Entry is a line of an entry list. Line is its number in the file, from 1.
type Entry struct {
	Line    int     `json:"line"`
	Entrant Entrant `json:"entrant"`
	Problem string  `json:"problem,omitempty"` // why it cannot be entered
	Hint    string  `json:"hint,omitempty"`    // what looks odd, and may be meant
}

// ReadEntrants reads an entry list of which nothing is wrong. Every bad line
// is reported at once, by its number in the file.
func ReadEntrants(r io.Reader) ([]Entrant, error) {
	entries, err := ReadEntries(r)
	problems := []error{err}
	var entrants []Entrant
	for _, e := range entries {
		if e.Problem != "" {
			problems = append(problems, fmt.Errorf("line %d: %s", e.Line, e.Problem))
		} else {
			entrants = append(entrants, e.Entrant)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return nil, fmt.Errorf("entry list: %w", err)
	}
	return entrants, nil
}

// ReadEntries reads an entry list: CSV with a line of headings, parted by
// commas, semicolons or tabs as spreadsheets of different countries write it.
// A single's name stands in `name` or `player1`, a team's players in
// `player1` and `player2`, or in `name` with " & " or "/" between them. A bad
// line is an entry with its problem; the error is about the headings, or an
// empty list.
func ReadEntries(r io.Reader) ([]Entry, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	c := csv.NewReader(bytes.NewReader(text))
	c.TrimLeadingSpace, c.FieldsPerRecord, c.Comma = true, -1, separator(text)
	head, err := c.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("it is empty: want a line of headings, such as name,club,seed")
	}
	if err != nil {
		return nil, fmt.Errorf("headings: %w", err)
	}
	columns, problems := readHeadings(head)
	var entries []Entry
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var wrong *csv.ParseError
		if errors.As(err, &wrong) {
			entries = append(entries, Entry{Line: wrong.StartLine, Problem: wrong.Err.Error()})
			continue
		}
		if err != nil {
			return entries, err
		}
		e := Entry{}
		e.Line, _ = c.FieldPos(0)
		if e.Entrant, err = readEntrant(columns, record); err != nil {
			e.Problem = err.Error()
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 && len(problems) == 0 {
		problems = append(problems, errors.New("nobody is listed below the headings"))
	}
	return entries, errors.Join(problems...)
}

// separator is what stands between the headings: the one of comma, semicolon
// and tab that is there most often.
func separator(text []byte) rune {
	head, _, _ := bytes.Cut(text, []byte("\n"))
	return slices.MaxFunc([]rune{'\t', ';', ','}, func(a, b rune) int { // of equals the first
		return cmp.Compare(bytes.Count(head, []byte(string(a))), bytes.Count(head, []byte(string(b))))
	})
}

// Review writes what is wrong with entries for this tournament, beside what
// was wrong with their lines: how many play together, ids that are taken; and
// as a hint names that are there already.
func (s *State) Review(entries []Entry) []Entry {
	ids, names := map[EntrantID]bool{}, map[string]bool{}
	for _, e := range s.Entrants {
		ids[e.ID], names[strings.ToLower(e.Name())] = true, true
	}
	out := slices.Clone(entries)
	for i := range out {
		e := &out[i]
		x := &e.Entrant
		if e.Problem != "" {
			continue
		}
		var problems []string
		if want := s.people(); len(x.Players) != want {
			problems = append(problems, fmt.Sprintf("%d players are named: want %d", len(x.Players), want))
		}
		switch {
		case x.ID == "":
		case !goodID.MatchString(string(x.ID)):
			problems = append(problems, fmt.Sprintf("id %q: want letters, digits, dash and underscore", x.ID))
		case ids[x.ID]:
			problems = append(problems, fmt.Sprintf("id %q is taken", x.ID))
		}
		e.Problem = strings.Join(problems, "; ")
		name := strings.ToLower(x.Name())
		if names[name] {
			e.Hint = "somebody of this name is entered already"
		}
		ids[x.ID], names[name] = true, true
	}
	return out
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
