package tournament_test

import (
	"errors"
	"testing"

	"ditchline/score/hall/tournament"
)

// A hub of an older version applies what it knows of a newer one's log, says
// what it passes over, and counts on from the same number.
func TestWhatIsNotKnownIsPassedOverAndTheRestApplied(t *testing.T) {
	cup := open(t, tournament.Setup{Tables: []string{"1", "2"}, Stages: []tournament.Stage{{System: tournament.RoundRobin}}}, 4)
	begin(t, cup)
	draw(t, cup)
	first := cup.Last() + 1
	match := cup.State().Open()[0].ID
	for i, step := range []struct {
		e       tournament.Event
		fits    bool
		unknown bool
	}{
		{e: tournament.Event{Kind: "annex", Tables: []string{"annex"}}, unknown: true},
		{e: tournament.Event{Kind: tournament.KindMove, Match: match, Table: "annex"}}, // built on it
		{e: tournament.Event{Kind: tournament.KindMove, Match: match, Table: "2"}, fits: true},
		{e: tournament.Event{Kind: tournament.KindResult, Match: match, Result: counted(6, 2)}, fits: true},
	} {
		step.e.Seq, step.e.At = first+i, began
		err := cup.Follow(step.e)
		if (err == nil) != step.fits || errors.Is(err, tournament.ErrUnknownKind) != step.unknown {
			t.Errorf("event %d, %s: %v", step.e.Seq, step.e.Kind, err)
		}
		if cup.Last() != step.e.Seq {
			t.Errorf("after event %d the last is %d", step.e.Seq, cup.Last())
		}
	}
	if m := cup.State().Match(match); m.Table != "2" || m.Result == nil || m.Result.Points != [2]int{6, 2} {
		t.Errorf("the match: %+v", m)
	}
	if next, err := cup.Prepare(tournament.Event{Kind: tournament.KindNote, Note: "lunch"}); err != nil || next.Seq != first+4 {
		t.Errorf("the next event: %+v, %v: want number %d", next, err, first+4)
	}
	if _, err := cup.Prepare(tournament.Event{Kind: "annex"}); !errors.Is(err, tournament.ErrUnknownKind) {
		t.Errorf("a new event of an unknown kind: %v", err)
	}
}

// Numbers follow each other; that of an event which was passed over may come
// once more, as versions without this rule wrote it.
func TestNumbersOfTheLogFollowEachOther(t *testing.T) {
	cup := open(t, tournament.Setup{Tables: []string{"1"}, Stages: []tournament.Stage{{System: tournament.RoundRobin}}}, 2)
	last := cup.Last()
	note := func(seq int) error {
		return cup.Follow(tournament.Event{Seq: seq, At: began, Kind: tournament.KindNote, Note: "lunch"})
	}
	for _, seq := range []int{-1, 0, 1, last, last + 2} {
		if err := note(seq); err == nil || cup.Last() != last {
			t.Errorf("event %d was taken: %v, the last is %d", seq, err, cup.Last())
		}
	}
	if err := cup.Follow(tournament.Event{Seq: last + 1, At: began, Kind: tournament.KindNote}); err == nil {
		t.Error("a note without words was taken")
	}
	for _, seq := range []int{last + 1, last + 2} {
		if err := note(seq); err != nil {
			t.Error(err)
		}
	}
	if err := note(last + 1); err == nil || cup.Last() != last+2 {
		t.Errorf("event %d was taken twice: %v", last+1, err)
	}
	if err := cup.Pass(last + 3); err != nil || cup.Last() != last+3 {
		t.Errorf("event %d: %v, the last is %d", last+3, err, cup.Last())
	}
}
