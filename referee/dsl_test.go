package referee_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/referee"
)

// A shot in a line of words, so that a table of them can be read:
//
//	before   "W1 60@200, B1 lean, S1:B 150@90"  (owner: the id's first letter, or after the colon)
//	contacts "B2-B1 B1-W1 W1-B1!"               (! is a contact after a return)
//	after    "B2 170@280, W1 ditch"             (the first is the shot disc)
//	returned "W1 surface, B1 line"
//	damage   "B1 150@100"
//	want     "FOUL F_NO_CONTACT B2:R_FOUL +W B1=150@100 >N"
type shotLine struct {
	rules    string // the statements that it tests
	ruleset  string // several: "CH KEL"
	before   string
	contacts string
	after    string
	returned string
	damage   string
	want     string
}

var wordState = map[string]referee.State{"lean": referee.Leaning, "hole": referee.InHole, "ditch": referee.InDitch}

func items(text string) []string {
	var out []string
	for _, item := range strings.Split(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

func place(t *testing.T, text string) referee.Polar {
	t.Helper()
	d, theta, ok := strings.Cut(text, "@")
	p := referee.Polar{}
	var err1, err2 error
	p.D, err1 = strconv.ParseFloat(d, 64)
	p.Theta, err2 = strconv.ParseFloat(theta, 64)
	if !ok || err1 != nil || err2 != nil {
		t.Fatalf("%q is no place", text)
	}
	return p
}

func stateAndPlace(t *testing.T, text string) (referee.State, referee.Polar) {
	t.Helper()
	if s, ok := wordState[text]; ok {
		return s, referee.Polar{}
	}
	return referee.Flat, place(t, text)
}

func ruleset(t testing.TB, name string, sets ...string) *models.Ruleset {
	t.Helper()
	rs, err := models.ShippedRulesets().Get(name, sets...)
	if err != nil {
		t.Fatal(err)
	}
	return &rs
}

func (l shotLine) situation(t *testing.T, rs *models.Ruleset) referee.Situation {
	t.Helper()
	s := referee.Situation{Ruleset: rs, Board: rs.RulebookBoard(), Form: referee.Two, ReshootsLeft: rs.Rules.NoviceReshoot}
	for _, item := range items(l.before) {
		name, where, _ := strings.Cut(item, " ")
		id, owner, ok := strings.Cut(name, ":")
		if !ok {
			owner = id[:1]
		}
		state, at := stateAndPlace(t, where)
		s.Before = append(s.Before, referee.Disc{ID: id, Owner: referee.Side(owner), State: state, At: at})
	}
	for i, item := range items(l.after) {
		id, where, _ := strings.Cut(item, " ")
		if i == 0 {
			s.Shot, s.Side = id, referee.Side(id[:1])
			s.Seat = map[referee.Side]referee.Seat{"B": referee.South, "W": referee.North, "R": referee.West}[s.Side]
			if s.Side == "R" {
				s.Form = referee.Three
			}
		}
		state, at := stateAndPlace(t, where)
		s.After = append(s.After, referee.Rest{ID: id, State: state, At: at})
	}
	for _, c := range strings.Fields(l.contacts) {
		pair, post := strings.CutSuffix(c, "!")
		a, b, _ := strings.Cut(pair, "-")
		s.Contacts = append(s.Contacts, referee.Contact{A: a, B: b, Post: post})
	}
	for _, item := range items(l.returned) {
		id, how, _ := strings.Cut(item, " ")
		s.Returned = append(s.Returned, referee.Return{ID: id, Line: how == "line"})
	}
	for _, item := range items(l.damage) {
		id, where, _ := strings.Cut(item, " ")
		s.Damage = append(s.Damage, referee.Displaced{ID: id, From: place(t, where)})
	}
	return s
}

// words is a verdict as the column want has it.
func words(v *referee.Verdict) string {
	out := []string{strings.ToUpper(string(v.Outcome)), string(v.Reason)}
	var discs []string
	for _, r := range v.Removed {
		discs = append(discs, r.ID+":"+string(r.Why))
	}
	slices.Sort(discs)
	out = append(out, discs...)
	for _, side := range slices.Sorted(maps.Keys(v.Twenties)) {
		for range v.Twenties[side] {
			out = append(out, "+"+string(side))
		}
	}
	for _, r := range v.Restored {
		out = append(out, fmt.Sprintf("%s=%v@%v", r.ID, r.To.D, r.To.Theta))
	}
	return strings.Join(out, " ")
}

// sorted puts the words of want into the order that words writes.
func sortedWords(want string) string {
	list := strings.Fields(want)
	rank := func(w string) string {
		switch {
		case strings.Contains(w, ":"):
			return "1" + w
		case strings.HasPrefix(w, "+"):
			return "2" + w
		default:
			return "3"
		}
	}
	if len(list) > 2 {
		slices.SortStableFunc(list[2:], func(a, b string) int { return strings.Compare(rank(a), rank(b)) })
	}
	return strings.Join(list, " ")
}

func (l shotLine) run(t *testing.T) {
	for _, name := range strings.Fields(l.ruleset) {
		t.Run(l.rules+"/"+name+"/"+l.after, func(t *testing.T) {
			s := l.situation(t, ruleset(t, name))
			v := referee.Judge(&s)
			if got, want := words(&v), sortedWords(l.want); got != want {
				t.Errorf("before %q, contacts %q, after %q, returned %q:\n got %s\nwant %s", l.before, l.contacts, l.after, l.returned, got, want)
			}
		})
	}
}

func sprint(p referee.Polar) string { return fmt.Sprintf("%v@%v", p.D, p.Theta) }
