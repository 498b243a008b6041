package hub_test

import (
	"fmt"
	"slices"
	"testing"

	"ditchline/score/hall/hub"
	"ditchline/score/hall/link"
)

// Whatever a table sends, the model takes it, passes it over or sets it aside,
// and goes on.
func FuzzTake(f *testing.F) {
	bodies := matchBodies(f, "cup", "1", "m")
	f.Add("ditchline.cup.1.m", 1, string(bodies[0]))
	f.Add("ditchline.cup.1.m", 0, string(bodies[1]))
	f.Add("ditchline.cup.1", 1, "{}")
	f.Add("ditchline.cup.2.m", 9, `{"seq":-1,"kind":"start"}`)
	f.Fuzz(func(t *testing.T, subject string, schema int, body string) {
		boards := hub.NewBoards("cup")
		take := func(subject string, schema int, body []byte) hub.Outcome {
			return boards.Take(hub.Parse(hub.Message{Subject: subject, Schema: schema, Data: body}))
		}
		first := take("ditchline.cup.1.m", link.Schema, bodies[0])
		take(subject, schema, []byte(body))
		if again := take("ditchline.cup.1.m", schema, bodies[0]); first != hub.Taken || (schema <= link.Schema && again != hub.Again) {
			t.Errorf("the start: %v, then %v", first, again)
		}
		take(subject, schema, []byte(body))
	})
}

// Matches that are over leave memory, and come back when their tables have
// something to add.
func TestAnOldMatchIsFetchedOnceMore(t *testing.T) {
	bodies := map[string][][]byte{}
	boards := hub.NewBoards("cup")
	take := func(subject string, body []byte) hub.Outcome {
		bodies[subject] = append(bodies[subject], body)
		return boards.Take(hub.Parse(hub.Message{Subject: subject, Schema: link.Schema, Data: body}))
	}
	const matches = 300
	for i := range matches {
		id := fmt.Sprintf("m%03d", i)
		for n, body := range matchBodies(t, "cup", "1", id) {
			if got := take(link.EventSubject("cup", "1", id), body); got != hub.Taken {
				t.Fatalf("match %s, event %d: %v", id, n+1, got)
			}
		}
	}
	first, last := boards.Match("1", "m000"), boards.Match("1", "m299")
	if !first.Over || !last.Over {
		t.Fatalf("over: %v and %v", first.Over, last.Over)
	}
	events := first.Events
	note := func(seq int) []byte {
		return fmt.Appendf(nil, `{"seq":%d,"id":"x-%d","at":"2026-11-21T09:00:00Z","kind":"note","note":"a word"}`, seq, seq)
	}
	if got := take(link.EventSubject("cup", "1", last.ID), note(events+1)); got != hub.Taken || last.Events != events+1 {
		t.Errorf("match %s: %v, %d events", last.ID, got, last.Events)
	}
	subject := link.EventSubject("cup", "1", first.ID)
	for n, want := range []hub.Outcome{hub.Cold, hub.Behind, hub.Behind} {
		if got := take(subject, note(events+1+n)); got != want || first.Events != events {
			t.Errorf("word %d: %v, want %v; %d events", n+1, got, want, first.Events)
		}
	}
	if got := take(link.EventSubject("cup", "1", last.ID), note(events+2)); got != hub.Taken {
		t.Errorf("another match meanwhile: %v", got)
	}
	got := boards.Warm(subject, append([][]byte{[]byte("not an event")}, bodies[subject]...))
	if want := []hub.Outcome{hub.Taken, hub.Taken, hub.Taken}; !slices.Equal(got, want) || first.Events != events+3 || !first.Over {
		t.Errorf("fetched: %v, %d events", got, first.Events)
	}
	if got := boards.Warm(subject, bodies[subject]); len(got) > 0 {
		t.Errorf("nothing waited, yet %v", got)
	}
}

func TestAMatchThatTheStreamHasLostIsSetAside(t *testing.T) {
	boards := hub.NewBoards("cup")
	for i := range 300 {
		id := fmt.Sprintf("m%03d", i)
		for _, body := range matchBodies(t, "cup", "1", id) {
			boards.Take(hub.Parse(hub.Message{Subject: link.EventSubject("cup", "1", id), Schema: link.Schema, Data: body}))
		}
	}
	subject, seq := link.EventSubject("cup", "1", "m000"), boards.Match("1", "m000").Events+1
	body := fmt.Appendf(nil, `{"seq":%d,"id":"x","at":"2026-11-21T09:00:00Z","kind":"note","note":"a word"}`, seq)
	m := hub.Parse(hub.Message{Subject: subject, Schema: link.Schema, Data: body})
	for range 2 { // and may be asked for again
		if got := boards.Take(m); got != hub.Cold {
			t.Fatalf("%v, want it fetched", got)
		}
		if got := boards.Warm(subject, nil); !slices.Equal(got, []hub.Outcome{hub.SetAside}) {
			t.Errorf("%v, want it set aside", got)
		}
	}
	if aside := boards.Aside(); len(aside) != 2 || aside[0].Cause != hub.CauseOrder {
		t.Errorf("set aside: %+v", aside)
	}
}
