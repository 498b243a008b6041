package session

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// filed remembers under which match each event was stored.
type filed struct{ entries []string }

func (f *filed) Append(_ context.Context, match string, events ...score.Event) error {
	for _, e := range events {
		f.entries = append(f.entries, fmt.Sprintf("%s %d %s", match, e.Seq, e.Kind))
	}
	return nil
}

func TestEventsAreStoredUnderTheMatchThatTheHallGave(t *testing.T) {
	rs, err := models.ShippedRulesets().Get("NCA")
	if err != nil {
		t.Fatal(err)
	}
	fixture := func(id string) *desk.Fixture {
		s := score.NewSetup(id, rs, models.Board{}, referee.Two)
		s.Event, s.Table = "cup", "7"
		s.Teams[0].Players[0].Name = "Ann"
		return &desk.Fixture{Setup: s.Completed()}
	}
	f := &filed{}
	cam := overhead(0, 0, 0)
	var s *Session
	s = sessionOf(t, stepped(&s, picture(cam), 3, func(int) {}), &eyes{finder: found(cam), detector: discs()}, f)
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	call := func(next *desk.Fixture) {
		s.Call(t.Context(), desk.Call{Event: "cup", Table: "7", Known: true, Next: next})
	}
	say := func() {
		t.Helper()
		if err := s.Order(t.Context(), score.Event{Kind: score.KindNote, Note: "n"}); err != nil {
			t.Fatal(err)
		}
	}
	call(fixture("cup-1"))
	say()
	first := s.MatchLog()
	call(fixture("cup-2"))
	if m := s.Snapshot().Match; m.ID != "cup-1" || !m.TakenBack {
		t.Errorf("in hand is %s, taken back: %v", m.ID, m.TakenBack)
	}
	if err := s.TakeNext(t.Context()); err != nil {
		t.Fatal(err)
	}
	say()
	back := fixture("cup-1")
	back.Played = first
	call(back)
	if err := s.TakeNext(t.Context()); err != nil {
		t.Fatal(err)
	}
	say()
	want := []string{"m 1 start", "cup-1 1 start", "cup-1 2 note", "cup-2 1 start", "cup-2 2 note", "cup-1 3 note"}
	if !slices.Equal(f.entries, want) {
		t.Errorf("stored %v, want %v", f.entries, want)
	}
	if m := s.Snapshot().Match; m.ID != "cup-1" || m.Sides[0].Name != "Ann" || m.TakenBack {
		t.Errorf("shown is %s of %s", m.ID, m.Sides[0].Name)
	}
	s.SetHall(&HallView{Event: "cup", Table: "7", Waiting: 2})
	if h := s.Snapshot().Hall; h == nil || h.Waiting != 2 {
		t.Errorf("shown %+v", h)
	}
}
