package score_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// began is when every test's match begins.
var began = time.Date(2026, 5, 6, 18, 0, 0, 0, time.UTC)

func ruleset(t testing.TB, name string, sets ...string) models.Ruleset {
	t.Helper()
	rs, err := models.ShippedRulesets().Get(name, sets...)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// table is a match that a test plays.
type table struct {
	testing.TB
	*score.Match
	n int
}

// newTable begins a match; change may alter its setup.
func newTable(t testing.TB, form referee.Form, rules string, change func(*score.Setup), sets ...string) *table {
	t.Helper()
	rs := ruleset(t, rules, sets...)
	board := rs.RulebookBoard()
	if rs.Game == models.Carrom {
		board = models.ShippedBoards()["carrom-icf"]
	}
	setup := score.NewSetup("m1", rs, board, form)
	if change != nil {
		change(&setup)
	}
	m, err := score.Begin(score.Event{At: began, By: "test", Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	return &table{TB: t, Match: m}
}

// do appends an event that must be taken.
func (t *table) do(e score.Event) score.Event {
	t.Helper()
	e.At = began.Add(time.Duration(len(t.Events())) * 10 * time.Second)
	done, err := t.Append(e)
	if err != nil {
		t.Fatalf("%s: %v", e.Kind, err)
	}
	return done
}

// refused appends an event that must not be taken, for the given reason.
func (t *table) refused(e score.Event, why string) {
	t.Helper()
	n := len(t.Events())
	if _, err := t.Append(e); err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v, want it refused: %s", e.Kind, err, why)
	}
	if len(t.Events()) != n {
		t.Errorf("%s was refused and yet stored", e.Kind)
	}
}

// shoot lets who is next shoot: the disc ends where after says; opposing discs
// in play are touched.
func (t *table) shoot(state referee.State, d float64) score.Event {
	t.Helper()
	s := t.State()
	return t.shootAs(s.Next, state, d, true)
}

// miss is a shot that touches nothing and ends far out.
func (t *table) miss() score.Event {
	t.Helper()
	return t.shootAs(t.State().Next, referee.Flat, 150, false)
}

func (t *table) shootAs(seat referee.Seat, state referee.State, d float64, touch bool) score.Event {
	t.Helper()
	t.n++
	shot := &score.Shot{Seat: seat, Disc: fmt.Sprintf("%s%d", seat, t.n)}
	shot.After = []referee.Rest{{ID: shot.Disc, State: state, At: referee.Polar{D: d, Theta: float64(t.n * 13 % 360)}}}
	side := t.Setup().Team(seat).Side
	for _, disc := range t.State().Board {
		if disc.Owner != side && touch {
			shot.Contacts = append(shot.Contacts, referee.Contact{A: shot.Disc, B: disc.ID})
		}
	}
	return t.do(score.Event{Kind: score.KindShot, By: "camera", Shot: shot})
}

// write writes the round with the given totals, in the teams' order.
func (t *table) write(totals ...int) score.Event {
	t.Helper()
	counts := map[referee.Side]score.Count{}
	for i, n := range totals {
		counts[t.Setup().Teams[i].Side] = score.Count{Board: n}
	}
	return t.do(score.Event{Kind: score.KindRound, Round: &score.RoundEnd{Counts: counts}})
}

// totals are the sides' totals in their order.
func (t *table) totals() []int {
	var out []int
	for _, side := range t.State().Sides {
		out = append(out, side.Total)
	}
	return out
}

func (t *table) expect(what string, totals []int, phase score.Phase, winners ...referee.Side) {
	t.Helper()
	s := t.State()
	if !slices.Equal(t.totals(), totals) || s.Phase != phase || !slices.Equal(s.Winners, winners) {
		t.Errorf("%s: totals %v, %s, winners %v; want %v, %s, %v", what, t.totals(), s.Phase, s.Winners, totals, phase, winners)
	}
}

func scenarios(t testing.TB, into any) {
	t.Helper()
	text, err := os.ReadFile("../referee/testdata/scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}
