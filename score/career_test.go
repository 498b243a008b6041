package score

import (
	"math"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
)

func careerMatch(t *testing.T, id string, day int, south, north string) *Match {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NCA", "RoundsPerGame=1", "DiscsPerPlayer2=2")
	if err != nil {
		t.Fatal(err)
	}
	setup := NewSetup(id, rs, rs.RulebookBoard(), referee.Two)
	setup.Teams[0].Players[0].Name, setup.Teams[1].Players[0].Name = south, north
	m, err := Begin(Event{At: time.Date(2026, 5, day, 18, 0, 0, 0, time.UTC), Kind: KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	shoot := func(seat referee.Seat, disc string, contact string, rests ...referee.Rest) {
		t.Helper()
		s := &Shot{Seat: seat, Disc: disc, After: rests}
		if contact != "" {
			s.Contacts = []referee.Contact{{A: disc, B: contact}}
		}
		if _, err := m.Append(Event{Kind: KindShot, Shot: s}); err != nil {
			t.Fatal(err)
		}
	}
	at := func(id string, d, theta float64) referee.Rest {
		return referee.Rest{ID: id, State: referee.Flat, At: referee.Polar{D: d, Theta: theta}}
	}
	shoot(referee.South, "A1", "", referee.Rest{ID: "A1", State: referee.InHole})                     // open 20
	shoot(referee.North, "B1", "", at("B1", 60, 90))                                                  // open, none
	shoot(referee.South, "A2", "", at("A2", 150, 270))                                                // owes a contact: foul
	shoot(referee.North, "B2", "", referee.Rest{ID: "B2", State: referee.InDitch}, at("B1", 60, 120)) // open and short
	if _, err := m.Append(Event{Kind: KindRound}); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCareer(t *testing.T) {
	one, two := careerMatch(t, "m1", 2, "Ann ", "Ben"), careerMatch(t, "m2", 1, "ben", "")
	if len(two.Entries()) != 1 {
		t.Errorf("a seat without a name is nobody's: %v", two.Entries())
	}
	ann := one.Entries()["ann"]
	if ann.Result != Won || ann.Shots != 2 || ann.Twenties != 1 || ann.Open != (Share{1, 1}) || ann.Contact != (Share{0, 1}) || ann.Fouls != 1 || ann.Points != 20 || ann.Rounds != 1 || ann.Against[0] != "Ben" {
		t.Errorf("%+v", ann)
	}
	c := NewCareer("Ben", []CareerEntry{one.Entries()["ben"], two.Entries()["ben"]})
	if c.Matches != 2 || c.Won != (Share{1, 2}) || c.Rounds != 2 || c.Shots != 4 || c.Twenties != (Share{1, 4}) || c.Form[0].Match != "m2" || c.Form[1].Result != Lost {
		t.Errorf("%+v", c)
	}
	// As north: 15 points in the 15 remain of the first match; as south 20.
	if math.Abs(c.PerRound-17.5) > 1e-9 {
		t.Errorf("%.2f points a round", c.PerRound)
	}
	// From seat N the rest at 60@90 lies towards the shooter: -y.
	found := false
	for _, h := range c.Heat {
		found = found || h.X == 0 && h.Y == -60 && h.N == 1
	}
	if !found || c.InDitch != 1 || c.InHole != 1 {
		t.Errorf("%+v", c)
	}
	if c.MissCount != len(c.Misses) || c.MissCount != 2 {
		t.Errorf("misses %+v: the open shot at 60@90 and the foul at 150; the one in the ditch has no place", c.Misses)
	}
}

// A corrected shot counts as corrected, an undone one not at all.
func TestShotsInForce(t *testing.T) {
	m := careerMatch(t, "m1", 1, "Ann", "Ben")
	if _, err := m.Append(Event{Kind: KindCorrection, Of: 3, Shot: &Shot{Seat: referee.North, Disc: "B1", After: []referee.Rest{{ID: "B1", State: referee.InHole}}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Append(Event{Kind: KindUndo, Of: 5}); err != nil {
		t.Fatal(err)
	}
	shots := m.ShotsInForce()
	if len(shots) != 3 || shots[3].After[0].State != referee.InHole || shots[5] != nil {
		t.Errorf("%+v", shots)
	}
	if e := m.Entries()["ben"]; e.Twenties != 1 || e.Shots != 1 {
		t.Errorf("%+v", e)
	}
}
