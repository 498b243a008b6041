package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ditchline/score"
	"ditchline/score/hall/link"

	"github.com/nats-io/nats.go"
)

// Against the program as it runs in a hall: a table whose clock is an hour
// behind, a match that an older version wrote and an event of a newer one, and
// a stolen key. Each ends in a clear line, on the page and in the log, and the
// tournament ends as if nothing had been.
func TestTheProgramTakesWrongsCalmly(t *testing.T) {
	h := newFarHall(t, 0, 2)
	h.tables[0].skew = -time.Hour
	h.up()
	h.open(onePool, 4)
	h.draw()
	refused := make(chan error, 10)
	conn, js := h.asTable(h.tables[0].ticket, refused)
	theirs := h.tables[1].assignment().Match

	// The stolen key publishes as the other table.
	if err := conn.Publish(link.EventSubject("cup", "2", theirs), []byte(`{"seq":1}`)); err != nil {
		t.Fatal(err)
	}
	limit := time.NewTimer(20 * time.Second)
	defer limit.Stop()
	select {
	case err := <-refused:
		if !strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
			t.Error(err)
		}
	case <-limit.C:
		t.Fatal("a table published as another")
	}

	// A match of the oldest form, and an event of a version to come.
	setup := oldSetup(t, "free-1")
	start, err := json.Marshal(score.Event{Seq: 1, ID: "free-1-1", At: began, Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	say := func(body string, header nats.Header) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		if _, err := js.PublishMsg(ctx, &nats.Msg{Subject: link.EventSubject("cup", "1", "free-1"), Header: header, Data: []byte(body)}); err != nil {
			t.Fatal(err)
		}
	}
	say(string(start), nil)
	say(`{"seq":2,"kind":"hologram"}`, nats.Header{link.HeaderSchema: []string{"99"}})
	for seq := 2; seq <= 5; seq++ {
		say(fmt.Sprintf(`{"seq":%d,"id":"free-1-%d","at":"2026-11-21T09:00:00Z","kind":"round","round":{"counts":{"A":{"board":20,"twenties":1},"B":{"board":5,"twenties":0}}}}`, seq, seq), nil)
	}
	eventually(t, "the old match is over at its table", func() bool {
		return strings.Contains(h.program.ask("api/v1/tables/1"), `"phase":"over"`)
	})
	h.playAll()

	lines := map[string]string{
		"api/v1/aside":    "the key of table 1, used from 127.0.0.1, tried to publish to ditchline.cup.2.",
		"api/v1/aside?":   "table 1 writes events of version 99, this hub reads up to",
		"api/v1/tables/1": "the clock of table 1 is 1h0m",
	}
	for path, want := range lines {
		if text := h.program.ask(path); !strings.Contains(text, want) {
			t.Errorf("%s does not say %q: %s", path, want, text)
		}
	}
	var said struct {
		Counts map[string]int `json:"counts"`
	}
	if err := json.Unmarshal([]byte(h.program.ask("api/v1/aside")), &said); err != nil {
		t.Fatal(err)
	}
	if want := map[string]int{"rights": 1, "schema": 1}; fmt.Sprint(said.Counts) != fmt.Sprint(want) {
		t.Errorf("set aside: %v, want %v", said.Counts, want)
	}
	_, results := h.logs()
	h.sameResults(h.program.ask("api/v1/pairings"), results)
	h.program.kill() // and its log can be read
	for _, want := range []string{"set aside", "update the hub", "refused"} {
		if !strings.Contains(h.program.said.String(), want) {
			t.Errorf("the program's log does not say %q:\n%s", want, &h.program.said)
		}
	}
}
