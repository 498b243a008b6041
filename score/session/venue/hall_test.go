package venue

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
)

func TestWhatAHallHasReachesTheBoardOfThatPlace(t *testing.T) {
	th := &theatre{}
	o := th.options(filepath.Join(t.TempDir(), FileName))
	waiting := 0
	o.Hall = func(place int) *Hall {
		if place != 0 {
			return nil
		}
		return &Hall{Call: desk.Call{Event: "cup", Table: "7"}, View: session.HallView{Event: "cup", Table: "7", Waiting: waiting}}
	}
	play(t, o, func(ctx context.Context, v *Venue) {
		b := v.Board(FirstName)
		if a := th.last(); a.Hall == nil || a.Hall.Call.Table != "7" || len(a.called) == 0 || a.hall == nil {
			t.Errorf("the first board is opened with %+v, told %v", a.Hall, a.called)
		}
		waiting = 3
		before := len(th.last().called)
		b.TellHall(ctx, false)
		if a := th.last(); a.hall.Waiting != 3 || len(a.called) != before {
			t.Errorf("shown %+v, called %d times more", a.hall, len(a.called)-before)
		}
		if err := v.Add(ctx, "other", o.First); err != nil {
			t.Fatal(err)
		}
		if a := th.last(); a.Opening.Hall != nil || a.hall != nil {
			t.Error("the second board sits at the first one's table")
		}
		// The hall's match goes on by the hall's rules, whatever the plan says.
		p := b.Plan()
		p.Source, p.Rules = "sim:?seed=2", "MAY"
		var problems Problems
		if err := v.Apply(ctx, FirstName, p, false); !errors.As(err, &problems) {
			t.Errorf("a match of people went on by other rules: %v", err)
		}
		a, ok := b.Evening().(*act)
		if !ok {
			t.Fatal("no evening")
		}
		a.events[0].Setup.Event, a.events[0].Setup.Table = "cup", "7"
		if err := v.Apply(ctx, FirstName, p, false); err != nil {
			t.Errorf("the hall's match: %v", err)
		}
	})
}

func TestABoardForAnotherGameSaysSo(t *testing.T) {
	rs, err := models.ShippedRulesets().Get("CAR")
	if err != nil {
		t.Fatal(err)
	}
	th := &theatre{}
	o := th.options(filepath.Join(t.TempDir(), FileName))
	next := &desk.Fixture{Setup: score.NewSetup("cup-1", rs, models.Board{}, referee.Two)}
	o.Hall = func(int) *Hall { return &Hall{Call: desk.Call{Event: "cup", Table: "7", Next: next}} }
	play(t, o, func(ctx context.Context, v *Venue) {
		b := v.Board(FirstName)
		b.Show(session.Snapshot{Board: &session.Board{BoardReport: session.BoardReport{Game: models.Crokinole}}})
		b.TellHall(ctx, true)
		if a := th.last(); a.hall.Misfit == "" {
			t.Error("nothing is said")
		}
	})
}
