package hub_test

import (
	"errors"
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
		boards := hub.NewBoards("cup", nil)
		take := func(subject string, schema int, body []byte) hub.Outcome {
			outcome, err := boards.Take(hub.Parse(hub.Message{Subject: subject, Schema: schema, Data: body}))
			if err != nil {
				t.Errorf("nothing had to be fetched: %v", err)
			}
			return outcome
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
	fetched := []string{}
	var down error // of the servers
	boards := hub.NewBoards("cup", func(subject string) ([][]byte, error) {
		if fetched = append(fetched, subject); down != nil {
			return nil, down
		}
		return append([][]byte{[]byte("not an event")}, bodies[subject]...), nil
	})
	read := func(subject string, body []byte) (hub.Outcome, error) {
		return boards.Take(hub.Parse(hub.Message{Subject: subject, Schema: link.Schema, Data: body}))
	}
	take := func(subject string, body []byte) hub.Outcome {
		t.Helper()
		bodies[subject] = append(bodies[subject], body)
		outcome, err := read(subject, body)
		if err != nil {
			t.Error(err)
		}
		return outcome
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
	if !first.Over || !last.Over || len(fetched) > 0 {
		t.Fatalf("over: %v and %v; fetched %v", first.Over, last.Over, fetched)
	}
	events := first.Events
	note := func(seq int) []byte {
		return fmt.Appendf(nil, `{"seq":%d,"id":"x-%d","at":"2026-11-21T09:00:00Z","kind":"note","note":"a word"}`, seq, seq)
	}
	// While the servers do not answer it waits: nothing is set aside.
	down = errors.New("no leader")
	if _, err := read(link.EventSubject("cup", "1", "m000"), note(events+1)); !errors.Is(err, down) || len(boards.Aside()) > 0 || first.Events != events {
		t.Errorf("without servers: %v, set aside %v, %d events", err, boards.Aside(), first.Events)
	}
	down, fetched = nil, nil
	for _, bm := range []*hub.BoardMatch{first, last} {
		if got := take(link.EventSubject("cup", "1", bm.ID), note(events+1)); got != hub.Taken || bm.Events != events+1 || !bm.Over {
			t.Errorf("match %s: %v, %d events", bm.ID, got, bm.Events)
		}
	}
	if want := []string{"ditchline.cup.1.m000"}; !slices.Equal(fetched, want) {
		t.Errorf("fetched %v, want %v", fetched, want)
	}
}
