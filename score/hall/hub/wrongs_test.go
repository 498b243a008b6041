package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"ditchline/score"
	"ditchline/score/hall/hub"
	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var onePool = tournament.Setup{Stages: []tournament.Stage{{Name: "Pool", System: tournament.RoundRobin}}}

// evening is a hall whose first round is drawn, and known to every table.
func evening(t *testing.T, tables int) *hall {
	t.Helper()
	h := newHall(t, 1, tables)
	h.up()
	h.open(onePool, 2*tables)
	h.draw()
	eventually(t, "every table knows its match", func() bool {
		for _, tb := range h.tables {
			if tb.assignment().Match == "" {
				return false
			}
		}
		return true
	})
	return h
}

func TestClocksAnHourApartHarmNothing(t *testing.T) {
	h := evening(t, 2)
	h.tables[0].skew, h.tables[1].skew = -time.Hour, 12*time.Second
	h.playAll()
	h.agree(h.asked)
	text := ask(t, h.hub, "/api/v1/tables/1")
	if !strings.Contains(text, "the clock of table 1 is 1h0m") || !strings.Contains(text, "behind") {
		t.Errorf("table 1: %s", text)
	}
	if text := ask(t, h.hub, "/api/v1/tables/2"); strings.Contains(text, "the clock of") {
		t.Errorf("table 2: %s", text)
	}
}

// connect is a line as a ticket's table, as a program of somebody else would
// make it.
func connect(t *testing.T, server string, ticket link.Ticket, more ...nats.Option) *nats.Conn {
	t.Helper()
	conn, err := tryToConnect(server, ticket, more...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func tryToConnect(server string, ticket link.Ticket, more ...nats.Option) (*nats.Conn, error) {
	options, err := ticket.ConnectOptions()
	if err != nil {
		return nil, err
	}
	return nats.Connect(server, append(options, more...)...)
}

// asTable connects with a table's ticket, as a program of somebody else would.
func (h *hall) asTable(ticket link.Ticket, wrong chan<- error) (*nats.Conn, jetstream.JetStream) {
	h.t.Helper()
	conn := connect(h.t, h.urls()[0], ticket, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { wrong <- err }))
	js, err := jetstream.New(conn)
	if err != nil {
		h.t.Fatal(err)
	}
	return conn, js
}

// A stolen key cannot publish as another table, hear another's assignments,
// read the streams, nor touch them; and what it does as its own table in the
// name of another's match counts for nothing.
func TestAStolenKeyIsWorthOneTable(t *testing.T) {
	h := evening(t, 2)
	wrong := make(chan error, 10)
	conn, js := h.asTable(h.tables[0].ticket, wrong)
	theirs := h.tables[1].assignment().Match
	forbidden := func(what string) {
		t.Helper()
		limit := time.NewTimer(10 * time.Second)
		defer limit.Stop()
		select {
		case err := <-wrong:
			if !strings.Contains(strings.ToLower(err.Error()), "permissions violation") {
				t.Errorf("%s: %v", what, err)
			}
		case <-limit.C:
			t.Errorf("%s was allowed", what)
		}
	}
	for _, subject := range []string{
		link.EventSubject("cup", "2", theirs), link.LogSubject("cup"), link.TableSubject("cup", "2"), link.TableSubject("cup", "1"),
		"$JS.API.STREAM.DELETE." + link.EventStream("cup"), "$JS.API.STREAM.PURGE." + link.EventStream("cup"),
		"$JS.API.CONSUMER.CREATE." + link.EventStream("cup"), "$JS.API.STREAM.MSG.GET." + link.LogStream("cup"),
	} {
		if err := conn.Publish(subject, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
		forbidden("publish to " + subject)
	}
	for _, subject := range []string{">", "ditchline.>", link.TableSubject("cup", "2"), link.InboxPrefix("cup", "2") + ".>"} {
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		forbidden("subscribe to " + subject)
	}
	// As table 1 it may claim table 2's match: that is seen, and counts for
	// nothing.
	fake := h.tables[1].assignment()
	setup, err := fake.Setup(mustBoard(t))
	if err != nil {
		t.Fatal(err)
	}
	setup.Table = "1"
	m, err := score.Begin(score.Event{At: began, Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Append(score.Event{At: began, Kind: score.KindConcede, Side: "A"}); err != nil {
		t.Fatal(err)
	}
	for _, e := range m.Events() {
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if _, err := js.Publish(ctx, link.EventSubject("cup", "1", theirs), body); err != nil {
			t.Error(err)
		}
		cancel()
	}
	eventually(t, "the stranger is seen", func() bool {
		return strings.Contains(ask(t, h.hub, "/api/v1/aside"), "table 1 plays match "+theirs+", which is table 2's")
	})
	h.playAll()
	h.state(func(s *tournament.State) {
		for _, m := range s.Stages[0].Rounds[0].Matches {
			if m.Result == nil || m.Result.Conceded {
				t.Errorf("match %s: %+v", m.ID, m.Result)
			}
		}
	})
}

// What does not fit is set aside with a clear line; what comes after it, and
// what an older version of the program wrote, is taken.
func TestWhatDoesNotFitIsSetAside(t *testing.T) {
	h := evening(t, 2)
	_, js := h.asTable(h.tables[0].ticket, make(chan error, 10))
	// A whole match in its oldest form: no header, no defaults filled in.
	setup := oldSetup(t, "free-1")
	start, err := json.Marshal(score.Event{Seq: 1, ID: "free-1-1", At: began, Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	round := func(seq int, more string) string {
		return fmt.Sprintf(`{"seq":%d,"id":"free-1-%d","at":"2026-11-21T09:00:00Z","kind":"round","round":{"counts":{"A":{"board":20,"twenties":1},"B":{"board":5,"twenties":0}}}%s}`, seq, seq, more)
	}
	later := nats.Header{link.HeaderSchema: []string{"99"}}
	for _, m := range []struct {
		match, body string
		header      nats.Header
		cause       string
	}{
		{match: "free-1", body: string(start)},
		{match: "free-1", body: round(2, "")},
		{match: "free-1", body: `{"seq":3,`, cause: "body"},
		{match: "free-1", body: round(4, ""), cause: "order"},
		{match: "free-1", body: round(3, ""), header: later, cause: "schema"},
		{match: "free-1", body: `{"seq":3,"id":"x","at":"2026-11-21T09:00:00Z","kind":"jump"}`, cause: "rules"},
		{match: "free-1", body: round(2, `,"by":"somebody"`), cause: "other"},
		{match: "free-2", body: string(start), cause: "table"},
		{match: "free-3", body: round(2, ""), cause: "order"},
		{match: "free-1", body: round(2, "")}, // once more: passed over
		{match: "free-1", body: round(3, "")},
		{match: "free-1", body: round(4, "")},
		{match: "free-1", body: round(5, "")},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if _, err := js.PublishMsg(ctx, &nats.Msg{Subject: link.EventSubject("cup", "1", m.match), Header: m.header, Data: []byte(m.body)}); err != nil {
			t.Fatal(err)
		}
		cancel()
		if m.cause == "" {
			continue
		}
		eventually(t, m.cause+" is set aside", func() bool {
			return strings.Contains(ask(t, h.hub, "/api/v1/aside"), `"cause":"`+m.cause+`"`)
		})
	}
	eventually(t, "the old match is whole", func() bool {
		text := ask(t, h.hub, "/api/v1/tables/1")
		return strings.Contains(text, `"phase":"over"`) && strings.Contains(text, `"points":[8,0],"twenties":[4,0],"score":[160,20]`)
	})
	var answer struct {
		Counts map[string]int `json:"counts"`
	}
	if err := json.Unmarshal([]byte(ask(t, h.hub, "/api/v1/aside")), &answer); err != nil {
		t.Fatal(err)
	}
	if want := map[string]int{"body": 1, "order": 2, "schema": 1, "rules": 1, "other": 1, "table": 1}; fmt.Sprint(answer.Counts) != fmt.Sprint(want) {
		t.Errorf("set aside: %v, want %v", answer.Counts, want)
	}
	h.playAll()
	if text := ask(t, h.hub, "/metrics"); !strings.Contains(text, `ditchline_hall_set_aside_total{cause="order"} 2`) || !strings.Contains(text, `ditchline_hall_events_total{outcome="again"} 1`) {
		t.Errorf("metrics: %s", text)
	}
}

// A table that has lost its cursor sends nothing twice, even when the server
// has long forgotten the message ids.
func TestALostCursorSendsNothingTwice(t *testing.T) {
	h := evening(t, 2)
	h.playAll()
	tb := h.tables[0]
	tb.cut()
	if err := os.Remove(string(tb.cursor())); err != nil {
		t.Fatal(err)
	}
	h.forgetIDs()
	tb.join()
	eventually(t, "the log was gone through", func() bool {
		n, err := tb.cursor().Load()
		return err == nil && n > 0 && tb.link.Status().Waiting == 0
	})
	h.agree(h.asked)
}

// A match whose log is corrected at the board after its end corrects the
// tournament too; what people entered by hand stays theirs.
func TestCorrectionsOfTheBoardFollow(t *testing.T) {
	h := evening(t, 2)
	h.playAll()
	tb := h.tables[0]
	var before, other tournament.Match
	h.state(func(s *tournament.State) {
		before, other = *s.Stages[0].Rounds[0].Matches[0], *s.Stages[0].Rounds[0].Matches[1]
	})
	tb.put(score.Event{Kind: score.KindUndo})
	tb.put(score.Event{Kind: score.KindRound, Round: &score.RoundEnd{}})
	tb.put(score.Event{Kind: score.KindUndo})
	tb.put(score.Event{Kind: score.KindConcede, Side: "A"})
	eventually(t, "the result follows", func() bool {
		same := true
		h.state(func(s *tournament.State) {
			m := s.Match(before.ID)
			same = !m.Corrected || m.Result.Winner != tournament.WinnerB || !m.Result.Conceded
		})
		return !same
	})
	byHand := tournament.Event{Kind: tournament.KindCorrection, Match: other.ID, By: "director", Note: "as the players agree", Result: &tournament.Result{Points: [2]int{4, 4}, Winner: tournament.NoOne}}
	h.direct(hub.Say(byHand))
	second := h.tables[1]
	second.put(score.Event{Kind: score.KindUndo})
	second.put(score.Event{Kind: score.KindConcede, Side: "A"})
	eventually(t, "the board's word has come", func() bool {
		return strings.Contains(ask(t, h.hub, "/api/v1/tables/2"), `"conceded":true`)
	})
	h.state(func(s *tournament.State) {
		if m := s.Match(other.ID); m.Result.Winner != tournament.NoOne {
			t.Errorf("the board overruled the director: %+v", m.Result)
		}
	})
}

// Two hubs that decide at the same time never both write the same event.
func TestTwoHubsLeadOneTournament(t *testing.T) {
	h := evening(t, 2)
	second, end := h.newHub("two")
	defer end()
	eventually(t, "the second hub is ready", second.Ready)
	h.playAll()
	done := make(chan error, 2)
	for _, x := range []*hub.Hub{h.hub, second} {
		go func() {
			_, err := x.Desk().Put(t.Context(), time.Now(), hub.Computed(func(cup *tournament.Tournament) (tournament.Event, error) { return cup.NextRound(1) }))
			done <- err
		}()
	}
	for range 2 {
		// The slower one sees the faster one's round, and draws the one after.
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	eventually(t, "both rounds are drawn", func() bool {
		n := 0
		h.state(func(s *tournament.State) { n = len(s.Stages[0].Rounds) })
		return n == 3
	})
	results := 0
	for _, m := range h.streamed(link.LogStream("cup")) {
		if strings.Contains(string(m.Data()), `"kind":"result"`) {
			results++
		}
	}
	if results != 2 {
		t.Errorf("%d results are in the log, want 2", results)
	}
}

func TestOnlyTheDirectorDirects(t *testing.T) {
	h := evening(t, 2)
	for word, want := range map[string]int{"": 401, "Bearer guess": 401, "Bearer director": 201} {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/desk", strings.NewReader(`{"kind":"note","note":"lunch at noon"}`))
		r.Header.Set("Authorization", word)
		w := httptest.NewRecorder()
		h.hub.Handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("with %q: %d, want %d: %s", word, w.Code, want, w.Body)
		}
	}
	for body, want := range map[string]int{`{"kind":`: 400, `{"kind":"withdraw","who":"nobody"}`: 422, `{"kind":"open"}`: 422} {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/desk", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer director")
		w := httptest.NewRecorder()
		h.hub.Handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d, want %d: %s", body, w.Code, want, w.Body)
		}
	}
	if text := ask(t, h.hub, "/api/v1/players/1"); !strings.Contains(text, "P1") || !strings.Contains(text, `"matches":[{`) {
		t.Errorf("player: %s", text)
	}
	if text := ask(t, h.hub, "/api/v1/players/99"); !strings.Contains(text, "not_found") {
		t.Errorf("nobody: %s", text)
	}
	if text := ask(t, h.hub, "/api/v1/pairings.csv"); !strings.HasPrefix(text, "match,stage,table") || strings.Count(text, "\n") != 3 {
		t.Errorf("csv: %s", text)
	}
}
