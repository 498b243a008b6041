package casebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"

	"ditchline/models"
	"ditchline/referee"
)

// The words of RULES.md 4.1 for states and outcomes, and the referee's.
var (
	stateOf = map[string]referee.State{
		"flat": referee.Flat, "lean": referee.Leaning, "hole": referee.InHole, "ditch": referee.InDitch,
	}
	outcomeWord = map[referee.Outcome]string{
		referee.Valid: "VALID", referee.Foul: "FOUL", referee.Reshoot: "RESHOOT", referee.Review: "REVIEW",
	}
)

type discCase struct {
	Owner string   `json:"owner"`
	State string   `json:"state"`
	D     *float64 `json:"d"`
	Theta *float64 `json:"theta"`
}

type shotCase struct {
	Players      string                `json:"players"`
	Side         string                `json:"side"`
	Seat         string                `json:"seat"`
	Disc         string                `json:"disc"`
	Before       map[string]discCase   `json:"before"`
	Contacts     [][]string            `json:"contacts"`
	After        map[string]discCase   `json:"after"`
	Returned     map[string]string     `json:"returned"`
	Damage       map[string][2]float64 `json:"damage"`
	ReshootsLeft *int                  `json:"reshoots_left"`
	Start        *startCase            `json:"start"`
}

// shotAnswer is the line of a shot. The first six are RULES.md 4.1's.
type shotAnswer struct {
	Verdict  string                `json:"verdict"`
	Code     string                `json:"code"`
	Removed  map[string]string     `json:"removed"`
	Twenties map[string]int        `json:"twenties"`
	Restored map[string][2]float64 `json:"restored"`
	Next     string                `json:"next"`
	Because  []string              `json:"because"`
	Text     string                `json:"text"`
	Start    *startAnswer          `json:"start,omitempty"`
	Ask      []string              `json:"ask,omitempty"` // what people may confirm; the verdict stands meanwhile
}

func (r *Reader) shot(rs *models.Ruleset, raw []byte) (any, error) {
	var c shotCase
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, err
	}
	s, err := c.situation(rs)
	if err != nil {
		return nil, err
	}
	v := referee.Judge(&s)
	a := shotAnswer{
		Verdict: outcomeWord[v.Outcome], Code: string(v.Reason), Removed: map[string]string{}, Twenties: map[string]int{},
		Restored: map[string][2]float64{}, Next: string(v.Next), Because: v.Because, Text: referee.Sentence(&s, &v, r.Language),
	}
	for _, x := range v.Removed {
		a.Removed[x.ID] = string(x.Why)
	}
	for side, n := range v.Twenties {
		a.Twenties[string(side)] = n
	}
	for _, x := range v.Restored {
		a.Restored[x.ID] = [2]float64{x.To.D, x.To.Theta}
	}
	if s.Start != nil {
		a.Start = &startAnswer{Codes: reasonWords(v.StartReasons)}
		if len(a.Start.Codes) > 0 {
			a.Start.Code = &a.Start.Codes[0]
		}
	}
	for _, q := range v.Confirm {
		a.Ask = append(a.Ask, referee.QuestionText(&q, r.Language))
	}
	return a, nil
}

// problems gathers what is wrong with a case.
type problems []error

func (p *problems) add(format string, args ...any) { *p = append(*p, fmt.Errorf(format, args...)) }

func (c *shotCase) situation(rs *models.Ruleset) (referee.Situation, error) {
	var bad problems
	s := referee.Situation{
		Ruleset: rs, Board: rs.RulebookBoard(), Form: referee.Form(c.Players), Side: referee.Side(c.Side),
		Seat: referee.Seat(c.Seat), Shot: c.Disc, ReshootsLeft: rs.Rules.NoviceReshoot,
	}
	if c.Players == "" {
		s.Form = referee.Two
	}
	if c.ReshootsLeft != nil {
		s.ReshootsLeft = *c.ReshootsLeft
	}
	if !s.Form.Valid() {
		bad.add("players is %q: want 2, 3, 2v1 or 4", c.Players)
	}
	if !s.Seat.Valid() {
		bad.add("seat is %q: want S, W, N or E", c.Seat)
	}
	if c.Side == "" {
		bad.add("side is missing: want the shooter's colour")
	}
	if c.Disc == "" {
		bad.add("disc is missing: want the id of the shot disc")
	}
	if _, ok := c.Before[c.Disc]; ok {
		bad.add("disc %s lies on the board before its own shot", c.Disc)
	}
	if _, ok := c.After[c.Disc]; c.Disc != "" && !ok {
		bad.add("after says nothing of the shot disc %s", c.Disc)
	}
	c.discs(&s, &bad)
	c.events(&s, &bad)
	if c.Start != nil {
		start, err := c.Start.start(s.Seat)
		if err != nil {
			bad = append(bad, fmt.Errorf("start: %w", err))
		}
		s.Start = &start
	}
	return s, errors.Join(bad...)
}

func (c *shotCase) discs(s *referee.Situation, bad *problems) {
	for _, id := range keys(c.Before) {
		d := c.Before[id]
		state, at, err := d.place()
		if err != nil {
			bad.add("before %s: %w", id, err)
		}
		if d.Owner == "" {
			bad.add("before %s: owner is missing", id)
		}
		s.Before = append(s.Before, referee.Disc{ID: id, Owner: referee.Side(d.Owner), State: state, At: at})
	}
	for _, id := range keys(c.After) {
		d := c.After[id]
		state, at, err := d.place()
		if err != nil {
			bad.add("after %s: %w", id, err)
		}
		c.known(id, "after", bad)
		s.After = append(s.After, referee.Rest{ID: id, State: state, At: at})
	}
}

func (c *shotCase) events(s *referee.Situation, bad *problems) {
	for i, t := range c.Contacts {
		if len(t) < 2 || len(t) > 3 || (len(t) == 3 && t[2] != "post") {
			bad.add("contact %d is %q: want two discs, and perhaps post", i+1, t)
			continue
		}
		for _, id := range t[:2] {
			if !referee.IsPeg(id) {
				c.known(id, fmt.Sprintf("contact %d", i+1), bad)
			}
		}
		s.Contacts = append(s.Contacts, referee.Contact{A: t[0], B: t[1], Post: len(t) == 3})
	}
	for _, id := range keys(c.Returned) {
		how := c.Returned[id]
		c.known(id, "returned", bad)
		if how != "surface" && how != "line" {
			bad.add("returned %s is %q: want surface or line", id, how)
		}
		s.Returned = append(s.Returned, referee.Return{ID: id, Line: how == "line"})
	}
	for _, id := range keys(c.Damage) {
		c.known(id, "damage", bad)
		s.Damage = append(s.Damage, referee.Displaced{ID: id, From: referee.Polar{D: c.Damage[id][0], Theta: c.Damage[id][1]}})
	}
}

// known complains of a disc that is neither on the board nor shot.
func (c *shotCase) known(id, where string, bad *problems) {
	if _, ok := c.Before[id]; !ok && id != c.Disc {
		bad.add("%s names %q, which is neither in before nor the shot disc", where, id)
	}
}

func (d discCase) place() (referee.State, referee.Polar, error) {
	state, ok := stateOf[d.State]
	switch {
	case !ok:
		return state, referee.Polar{}, fmt.Errorf("state is %q: want flat, lean, hole or ditch", d.State)
	case state == referee.Flat && (d.D == nil || d.Theta == nil):
		return state, referee.Polar{}, errors.New("a flat disc needs d and theta")
	case d.D != nil && *d.D < 0:
		return state, referee.Polar{}, fmt.Errorf("d is %v: want a distance of 0 mm or more", *d.D)
	}
	var at referee.Polar
	if d.D != nil && d.Theta != nil {
		at = referee.Polar{D: *d.D, Theta: *d.Theta}
	}
	return state, at, nil
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func reasonWords(codes []referee.Reason) []string {
	out := make([]string, 0, len(codes))
	for _, c := range codes {
		out = append(out, string(c))
	}
	return slices.Clip(out)
}
