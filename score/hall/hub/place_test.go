package hub_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ditchline/score/hall/hub"
	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"
	"ditchline/score/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/prometheus/client_golang/prometheus"
)

// startPlace is a hub with all that it needs, in a data folder.
func startPlace(t *testing.T, data string, tables ...string) *hub.Place {
	t.Helper()
	setup, err := tournament.PresetSetup("club-evening", "club", "Club evening")
	if err != nil {
		t.Fatal(err)
	}
	setup.Tables = tables
	p, err := hub.OpenPlace(t.Context(), hub.PlaceOptions{
		Data: data, Event: "club", Host: "127.0.0.1", Port: -1, Tables: tables, TLS: true, Open: &setup,
		Enter: []tournament.Entrant{
			{Players: []tournament.Player{{Name: "Ann"}}}, {Players: []tournament.Player{{Name: "Bob"}}},
		},
		Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		if err := p.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { cancel(); group.Wait() })
	return p
}

// post is the director's word over HTTP.
func post(t *testing.T, p *hub.Place, path, body string) {
	t.Helper()
	word, err := os.ReadFile(p.DirectorFile())
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+string(word))
	w := httptest.NewRecorder()
	p.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusCreated {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
}

func look(p *hub.Place, path string) string {
	w := httptest.NewRecorder()
	p.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Body.String()
}

// joined is a table's link by the ticket that it finds, over TLS; what it is
// told comes on the channel.
func joined(t *testing.T, p *hub.Place, table string) <-chan link.Assignment {
	t.Helper()
	ticket, err := link.ReadTicket(p.TicketFile(table))
	if err != nil {
		t.Fatal(err)
	}
	log, err := store.Open(t.Context(), filepath.Join(t.TempDir(), store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan link.Assignment, 100)
	l, err := link.New(link.Options{
		Ticket: ticket, Log: log, Cursor: link.FileCursor(filepath.Join(t.TempDir(), "cursor")), Poll: 20 * time.Millisecond,
		Assigned: func(a link.Assignment) { told <- a },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		if err := l.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { cancel(); group.Wait(); log.Close() })
	return told
}

// wait takes what a table is told until it fits.
func wait(t *testing.T, told <-chan link.Assignment, what string, fits func(link.Assignment) bool) link.Assignment {
	t.Helper()
	limit := time.NewTimer(30 * time.Second)
	defer limit.Stop()
	for {
		select {
		case a := <-told:
			if fits(a) {
				return a
			}
		case <-limit.C:
			t.Fatalf("the table was not told %s", what)
		}
	}
}

func TestAPlaceBringsEverythingAlong(t *testing.T) {
	data := t.TempDir()
	p := startPlace(t, data, "1")
	eventually(t, "two are entered", func() bool { return strings.Contains(look(p, "/api/v1/event"), `"entrants":2`) })
	for _, secret := range []string{p.DirectorFile(), p.TicketFile("1")} {
		info, err := os.Stat(secret)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", secret, info, err)
		}
	}
	told := joined(t, p, "1")
	post(t, p, "/api/v1/desk/stage", "")
	post(t, p, "/api/v1/desk/round?round=1", "")
	a := wait(t, told, "its match", func(a link.Assignment) bool { return a.Match != "" })
	if a.Match != "club-1A-1-1" || a.Title != "Club evening" || len(a.Teams) != 2 || a.Teams[0].Players[0].Name != "Ann" || a.Stage != "Pool, round 1" {
		t.Errorf("table 1 is told %+v", a)
	}
	// A table that the director adds gets a ticket, and is let in at once.
	post(t, p, "/api/v1/desk", `{"kind":"tables","tables":["1","stage"]}`)
	eventually(t, "a ticket for the stage", func() bool { _, err := os.Stat(p.TicketFile("stage")); return err == nil })
	onStage := joined(t, p, "stage")
	post(t, p, "/api/v1/desk", `{"kind":"move","match":"1A-1-1","table":"stage"}`)
	wait(t, onStage, "the moved match", func(a link.Assignment) bool { return a.Match == "club-1A-1-1" })
	wait(t, told, "that it has none", func(a link.Assignment) bool { return a.Match == "" })
}

// The server's refusals stand in the list of what was set aside.
func TestRefusalsAreSeen(t *testing.T) {
	p := startPlace(t, t.TempDir(), "1", "2")
	eventually(t, "the place is up", func() bool { return strings.Contains(look(p, "/healthz"), `"ok":true`) })
	ticket, err := link.ReadTicket(p.TicketFile("1"))
	if err != nil {
		t.Fatal(err)
	}
	conn := connect(t, ticket.Servers[0], ticket, nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err := conn.Publish(link.EventSubject("club", "2", "x"), nil); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the misuse is seen", func() bool {
		text := look(p, "/api/v1/aside")
		return strings.Contains(text, `"cause":"rights"`) && strings.Contains(text, "ditchline.club.2.x")
	})
	stranger, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := stranger.Seed()
	if err != nil {
		t.Fatal(err)
	}
	unknown, blind := ticket, ticket
	unknown.Key, blind.CA = string(seed), ""
	if _, err := tryToConnect(ticket.Servers[0], unknown); err == nil {
		t.Error("an unknown key was let in")
	}
	if _, err := tryToConnect(strings.Replace(ticket.Servers[0], "tls://", "nats://", 1), blind); err == nil {
		t.Error("a line without the hall's certificate was trusted")
	}
}

// A key that was copied is made worthless while the event runs; the table
// goes on with its new ticket.
func TestARevokedKeyIsCutOff(t *testing.T) {
	p := startPlace(t, t.TempDir(), "1", "2")
	eventually(t, "two are entered", func() bool { return strings.Contains(look(p, "/api/v1/event"), `"entrants":2`) })
	old, err := link.ReadTicket(p.TicketFile("1"))
	if err != nil {
		t.Fatal(err)
	}
	cutOff := make(chan struct{})
	connect(t, old.Servers[0], old, nats.NoReconnect(), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
		nats.ClosedHandler(func(*nats.Conn) { close(cutOff) }))
	post(t, p, "/api/v1/desk/revoke?table=1", "")
	limit := time.NewTimer(20 * time.Second)
	defer limit.Stop()
	select {
	case <-cutOff:
	case <-limit.C:
		t.Fatal("the old key is still let in")
	}
	if _, err := tryToConnect(old.Servers[0], old); err == nil {
		t.Error("the old key was let in again")
	}
	// A board with the old ticket goes on trying, and says why it waits.
	l, err := link.New(link.Options{Ticket: old, Log: emptyLog{}, Cursor: link.FileCursor(filepath.Join(t.TempDir(), "cursor"))})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		if err := l.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	eventually(t, "the board says why", func() bool {
		return l.Status().Fault == link.Stranger && strings.Contains(l.Status().Problem, "revoked")
	})
	cancel()
	group.Wait()
	told, other := joined(t, p, "1"), joined(t, p, "2")
	post(t, p, "/api/v1/desk/stage", "")
	post(t, p, "/api/v1/desk/round", "")
	wait(t, told, "its match", func(a link.Assignment) bool { return a.Match != "" })
	wait(t, other, "that it has none", func(a link.Assignment) bool { return a.Match == "" })
}

// The same folder gives the same keys, tickets and tournament again.
func TestAPlaceComesBackAsItWas(t *testing.T) {
	data := t.TempDir()
	var before, ticket string
	t.Run("first", func(t *testing.T) {
		p := startPlace(t, data, "1")
		eventually(t, "two are entered", func() bool { return strings.Contains(look(p, "/api/v1/event"), `"entrants":2`) })
		post(t, p, "/api/v1/desk/stage", "")
		post(t, p, "/api/v1/desk/round", "")
		before = look(p, "/api/v1/pairings")
		text, err := link.ReadTicket(p.TicketFile("1"))
		if err != nil {
			t.Fatal(err)
		}
		ticket = text.Key
	})
	t.Run("again", func(t *testing.T) {
		p := startPlace(t, data, "1")
		eventually(t, "the model is built", func() bool { return strings.Contains(look(p, "/healthz"), `"ok":true`) })
		if after := look(p, "/api/v1/pairings"); after != before {
			t.Errorf("pairings: %s\nbefore: %s", after, before)
		}
		text, err := link.ReadTicket(p.TicketFile("1"))
		if err != nil || text.Key != ticket {
			t.Errorf("the ticket has another key: %v", err)
		}
	})
}

// emptyLog is a board's that has never played.
type emptyLog struct{}

func (emptyLog) Since(context.Context, int64, int) ([]store.Stored, error) { return nil, nil }
