package hub_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ditchline/score/hall/hub"
	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"
)

// A hub that serves beside one of a newer version says what it passes over,
// and goes on leading the tournament; so does one that is built anew.
func TestAHubGoesOnBesideANewerOne(t *testing.T) {
	h := evening(t, 2)
	js, end := h.asHub()
	defer end()
	var next int
	h.hub.Desk().Look(func(cup *tournament.Tournament) { next = cup.Last() + 1 })
	for i, body := range []string{
		`"kind":"annex","annex":{"floor":2}`,
		`"kind":"note","note":{"text":"in a form of its own"}`,
		`"kind":"note","note":"lunch at noon"`,
	} {
		text := fmt.Sprintf(`{"seq":%d,"id":"cup-%d","at":"2026-11-21T09:00:00Z",%s}`, next+i, next+i, body)
		if _, err := js.Publish(t.Context(), link.LogSubject("cup"), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the note is there", func() bool {
		last := 0
		h.hub.Desk().Look(func(cup *tournament.Tournament) { last = cup.Last() })
		return last == next+2
	})
	h.direct(hub.Say(tournament.Event{Kind: tournament.KindNote, Note: "on we go"}))
	h.playAll()
	second, leave := h.newHub("two")
	defer leave()
	eventually(t, "a new hub has built its model", second.Ready)
	for _, path := range []string{"/api/v1/pairings", "/api/v1/standings", "/api/v1/aside"} {
		if one, two := h.asked(path), ask(t, second, path); one != two {
			t.Errorf("%s: one hub says\n%s\nanother\n%s", path, one, two)
		}
	}
	var answer struct {
		Aside []hub.Aside `json:"aside"`
	}
	if err := json.Unmarshal([]byte(h.asked("/api/v1/aside")), &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer.Aside) != 2 || answer.Aside[0].Cause != hub.CauseSchema || !strings.Contains(answer.Aside[0].Text, fmt.Sprintf(`event %d is passed over: kind is "annex": this version does not know it`, next)) ||
		answer.Aside[1].Cause != hub.CauseDesk || !strings.Contains(answer.Aside[1].Text, fmt.Sprintf("event %d is passed over", next+1)) {
		t.Errorf("set aside: %+v", answer.Aside)
	}
	numbers := map[int]bool{}
	for _, m := range h.streamed(link.LogStream("cup")) {
		var e struct {
			Seq int `json:"seq"`
		}
		if err := json.Unmarshal(m.Data(), &e); err != nil || e.Seq != len(numbers)+1 {
			t.Errorf("event %d of the log, want number %d: %v", e.Seq, len(numbers)+1, err)
		}
		numbers[e.Seq] = true
	}
}
