package hub_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/link"
	"ditchline/score/store"
)

// table is a board's machine without a camera: its log, its link, and players
// who write rounds as they come.
type table struct {
	h      *hall
	name   string
	store  *store.Store
	skew   time.Duration // of its clock
	ticket link.Ticket
	full   bool       // whole rounds of sixteen shots; else short ones
	line   *line      // to the servers; nil: straight
	wrote  func()     // called when an event is on the disk, before the link knows; may be nil
	link   *link.Link // nil: cut
	end    func()

	mu       sync.Mutex
	assigned link.Assignment

	match *score.Match // being played
	clock int
}

func newTable(h *hall, name string) *table {
	h.t.Helper()
	dir := filepath.Join(h.dir, "table"+name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		h.t.Fatal(err)
	}
	s, err := store.Open(context.Background(), filepath.Join(dir, store.FileName))
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { s.Close() })
	ticket, err := link.ReadTicket(link.TicketFile(h.dir, h.event, name))
	if err != nil {
		h.t.Fatal(err)
	}
	return &table{h: h, name: name, store: s, ticket: ticket}
}

func (tb *table) cursor() link.FileCursor {
	return link.FileCursor(filepath.Join(tb.h.dir, "table"+tb.name, "cursor.json"))
}

// join begins the link, as the start of a program does.
func (tb *table) join() {
	tb.h.t.Helper()
	if tb.link != nil {
		return
	}
	servers := tb.h.urls()
	if tb.line != nil {
		servers = tb.line.urls()
	}
	l, err := link.New(link.Options{
		Ticket: tb.ticket, Servers: servers, Log: tb.store, Cursor: tb.cursor(), Poll: tb.h.poll, Patience: 2 * time.Second,
		Now: func() time.Time { return time.Now().Add(tb.skew) },
		Assigned: func(a link.Assignment) {
			tb.mu.Lock()
			defer tb.mu.Unlock()
			tb.assigned = a
		},
	})
	if err != nil {
		tb.h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		if err := l.Run(ctx); err != nil {
			tb.h.t.Error(err)
		}
	})
	tb.link, tb.end = l, func() { cancel(); group.Wait() }
}

// cut ends the link; the board plays on.
func (tb *table) cut() {
	if tb.link != nil {
		tb.end()
		tb.link = nil
	}
}

func (tb *table) assignment() link.Assignment {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	return tb.assigned
}

// put writes an event into the board's log.
func (tb *table) put(e score.Event) {
	tb.h.t.Helper()
	tb.clock++
	e.At = began.Add(tb.skew + time.Duration(tb.clock)*10*time.Second)
	ready, err := tb.match.Append(e)
	if err != nil {
		tb.h.t.Fatalf("table %s: %v", tb.name, err)
	}
	if err := tb.store.Append(context.Background(), tb.match.Setup().ID, ready); err != nil {
		tb.h.t.Fatal(err)
	}
	if tb.wrote != nil {
		tb.wrote()
	}
	if tb.link != nil {
		tb.link.Wake()
	}
}

// events are those of the match being played.
func (tb *table) events() []score.Event {
	if tb.match == nil {
		return nil
	}
	return tb.match.Events()
}

// step plays one event of what the table is to play; false when there is
// nothing to do. Who wins follows from the names.
func (tb *table) step() bool {
	tb.h.t.Helper()
	if tb.match == nil || tb.match.State().Phase == score.Over {
		a := tb.assignment()
		if a.Match == "" {
			return false
		}
		if _, err := tb.store.Match(context.Background(), a.Match); !errors.Is(err, store.ErrUnknown) {
			return false // played already: the hall has not heard of it yet
		}
		tb.start(a)
		return true
	}
	s := tb.match.State()
	if n := len(s.Shots); (tb.full && s.Phase == score.Playing) || (!tb.full && n%3 != 2) {
		disc := fmt.Sprint(s.Next, n)
		tb.put(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: s.Next, Disc: disc, After: []referee.Rest{{ID: disc, State: referee.InHole}}}})
		return true
	}
	tb.put(score.Event{Kind: score.KindNote, Note: "the round is agreed"})
	a, b := strength(tb.match, 0), strength(tb.match, 1)
	tb.put(score.Event{Kind: score.KindRound, Round: &score.RoundEnd{Counts: map[referee.Side]score.Count{"A": {Board: 5 * a, Twenties: s.Round % 3}, "B": {Board: 5 * b, Twenties: s.Round % 3}}}})
	if tb.full || tb.match.State().Phase == score.Over {
		return true
	}
	s = tb.match.State()
	disc := fmt.Sprint(s.Next, len(s.Shots))
	tb.put(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: s.Next, Disc: disc, After: []referee.Rest{{ID: disc, State: referee.InHole}}}})
	return true
}

func (tb *table) start(a link.Assignment) {
	tb.h.t.Helper()
	board := models.ShippedBoards()["nca-26"]
	setup, err := a.Setup(board)
	if err != nil {
		tb.h.t.Fatal(err)
	}
	tb.clock++
	m, err := score.Begin(score.Event{At: began.Add(tb.skew + time.Duration(tb.clock)*10*time.Second), By: "table", Kind: score.KindStart, Setup: &setup})
	if err != nil {
		tb.h.t.Fatal(err)
	}
	if err := tb.store.Append(context.Background(), a.Match, m.Events()...); err != nil {
		tb.h.t.Fatal(err)
	}
	tb.match = m
	if tb.wrote != nil {
		tb.wrote()
	}
	if tb.link != nil {
		tb.link.Wake()
	}
}

// strength is a player's points on the board: fewer for higher numbers.
func strength(m *score.Match, team int) int {
	n, err := strconv.Atoi(strings.TrimPrefix(m.Setup().Teams[team].Players[0].Name, "P"))
	if err != nil {
		return 0
	}
	return max(0, 20-n)
}

func mustBoard(t *testing.T) models.Board {
	t.Helper()
	board, ok := models.ShippedBoards()["nca-26"]
	if !ok {
		t.Fatal("nca-26 does not ship")
	}
	return board
}

// oldSetup is a match as a first version of the program would have begun it:
// what has a default is left out.
func oldSetup(t *testing.T, id string) score.Setup {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NCA")
	if err != nil {
		t.Fatal(err)
	}
	s := score.NewSetup(id, rs, mustBoard(t), referee.Two)
	s.Event, s.Table, s.Starter = "cup", "1", ""
	return s
}
