package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/link"
	"ditchline/score/session"
	"ditchline/score/session/desk"
	"ditchline/score/session/venue"
	"ditchline/score/store"

	"github.com/prometheus/client_golang/prometheus"
)

// hall is the program's part in a hall: a line for each of its boards that has
// a table there. The first board of the list sits at the first table that the
// settings name, the second at the second.
type hall struct {
	store  *store.Store
	log    *slog.Logger
	now    func() time.Time
	tables []*hallTable
}

// hallTable is one table's line to the hall, and what came over it.
type hallTable struct {
	event, table string
	link         *link.Link
	file         string // that keeps the last assignment

	mu        sync.Mutex
	known     bool             // the hall was heard since the program began
	assigned  *link.Assignment // the last one; nil: none was ever heard
	connected bool
	since     time.Time // connected, or not, since then
}

// ticketServers says that the ticket names the hall's addresses.
const ticketServers = "ticket"

// joinHall makes ready what the settings say of a hall; nil where they name
// none. No connection is made yet.
func (a *app) joinHall(s *store.Store, metrics *prometheus.Registry) (*hall, error) {
	c := a.config
	if c.Hub == "" {
		a.hintTicket()
		return nil, nil
	}
	var servers []string
	if c.Hub != ticketServers {
		servers = splitList(c.Hub)
	}
	h := &hall{store: s, log: a.log, now: a.now}
	for _, table := range splitList(c.Table) {
		if err := errors.Join(link.CheckName("the event", c.Event), link.CheckName("the table", table)); err != nil {
			return nil, usageError{fmt.Errorf("--hub: %w", err)}
		}
		o, err := link.ForTable(a.dataFolder(), c.Event, table, servers, s)
		if err != nil {
			return nil, fmt.Errorf("--hub: %w", err)
		}
		t := &hallTable{event: c.Event, table: table, since: h.now(), file: strings.TrimSuffix(link.TicketFile(a.dataFolder(), c.Event, table), ".json") + ".assigned"}
		if t.assigned, err = readAssignment(t.file); err != nil {
			a.log.Warn(fmt.Sprintf("what the hall had for table %s the last time is not known: %v", table, err))
		}
		o.Logger, o.Now = a.log, a.now
		place := len(h.tables)
		o.Assigned = func(x link.Assignment) { h.heard(place, x) }
		if t.link, err = link.New(o); err != nil {
			return nil, err
		}
		if err := metrics.Register(t.link.Collector()); err != nil {
			return nil, fmt.Errorf("metrics of table %s: %w", table, err)
		}
		h.tables = append(h.tables, t)
	}
	return h, nil
}

// hintTicket says so where a table has a ticket and does not use it.
func (a *app) hintTicket() {
	for _, table := range splitList(a.config.Table) {
		if file := link.TicketFile(a.dataFolder(), a.config.Event, table); a.config.Event != "" {
			if _, err := os.Stat(file); err == nil {
				a.log.Warn(fmt.Sprintf("table %s has a ticket for %s here, but without --hub nothing is sent to the hall: give --hub nats://HOST, or --hub %s", table, a.config.Event, ticketServers))
			}
		}
	}
}

// splitList are the parts of a list with commas between.
func splitList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// heard takes what the hall has for the table at a place of the list.
func (h *hall) heard(place int, x link.Assignment) {
	t := h.tables[place]
	t.mu.Lock()
	t.known, t.assigned = true, &x
	t.mu.Unlock()
	if err := writeAssignment(t.file, &x); err != nil {
		h.log.Warn(fmt.Sprintf("what the hall has for table %s is not kept: after a restart without a network it is not known: %v", t.table, err))
	}
	switch {
	case x.Match == "":
		h.log.Info(fmt.Sprintf("the hall has nothing for table %s just now", t.table))
	default:
		h.log.Info(fmt.Sprintf("the hall has %s for table %s: %s", x.Match, t.table, strings.Join(teamNames(x.Teams), " against ")))
	}
}

func teamNames(teams []link.Team) []string {
	var names []string
	for i := range teams {
		name := teams[i].Name
		if name == "" {
			var people []string
			for _, p := range teams[i].Players {
				people = append(people, p.Name)
			}
			name = strings.Join(people, " & ")
		}
		names = append(names, name)
	}
	return names
}

// places is of, or nil without a hall.
func (h *hall) places() func(place int) *venue.Hall {
	if h == nil {
		return nil
	}
	return h.of
}

// of is how the board at a place of the list stands to the hall; nil where it
// has no table there.
func (h *hall) of(place int) *venue.Hall {
	if place >= len(h.tables) {
		return nil
	}
	t := h.tables[place]
	status := t.link.Status()
	t.mu.Lock()
	defer t.mu.Unlock()
	out := &venue.Hall{Call: desk.Call{Event: t.event, Table: t.table, Known: t.known}, View: t.view(status)}
	if t.assigned == nil || t.assigned.Match == "" {
		return out
	}
	f, err := h.fixture(t.assigned)
	if err != nil {
		out.View.Misfit = fmt.Sprintf("the hall's match cannot be played by this program: %v", err)
		return out
	}
	out.Call.Next = f
	return out
}

// fixture is an assignment as the desk takes it up, with what was played of it
// here already.
func (h *hall) fixture(x *link.Assignment) (*desk.Fixture, error) {
	rs, err := models.ShippedRulesets().Get(x.Rules, x.Sets...)
	if err != nil {
		return nil, err
	}
	board := models.ShippedBoards()["carrom-icf"]
	if rs.Game == models.Crokinole {
		board = rs.RulebookBoard()
	}
	setup, err := x.Setup(board) // proves it
	if err != nil {
		return nil, err
	}
	setup.Board = models.Board{}
	events, err := h.store.Events(context.Background(), x.Match)
	if err != nil && !errors.Is(err, store.ErrUnknown) {
		return nil, err
	}
	return &desk.Fixture{Setup: setup, Played: events}, nil
}

// view is how the table stands to its hall, for a screen; t.mu is held.
func (t *hallTable) view(s link.Status) session.HallView {
	v := session.HallView{
		Event: t.event, Table: t.table, Connected: s.Connected, Server: s.Server, Since: stampMS(t.since),
		Waiting: s.Waiting, More: s.More, Sent: s.Sent, Resent: s.Resent, Reconnects: s.Reconnect, Refused: s.SetAside,
		LastAck: stampMS(s.LastAck), Fault: session.HallFault(s.Fault), Problem: s.Problem, Known: t.known, Then: []string{},
	}
	x := t.assigned
	if x == nil {
		return v
	}
	v.Title, v.Then = x.Title, append(v.Then, x.Next...)
	if x.Match == "" {
		return v
	}
	m := &session.HallMatch{Match: x.Match, Stage: x.Stage, Rules: x.Rules, Players: x.Form, Games: max(1, x.Games), Teams: []session.HallTeam{}, Deadline: stampMS(x.Deadline)}
	for i, name := range teamNames(x.Teams) {
		team := session.HallTeam{Team: referee.Side(string(rune('A' + i))), Name: name, Players: []string{}}
		for _, p := range x.Teams[i].Players {
			team.Players = append(team.Players, p.Name)
		}
		m.Teams = append(m.Teams, team)
	}
	v.Assigned = m
	return v
}

// stampMS is a time in ms since 1970; 0 for none.
func stampMS(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli())
}

// hallBeat is how often the pages are told how the line stands.
const hallBeat = 500 * time.Millisecond

// run the lines until ctx ends. tell has the board at a place shown anew, and
// with called its match follow what the hall has for it.
func (h *hall) run(ctx context.Context, tell func(ctx context.Context, place int, called bool)) {
	var group sync.WaitGroup
	for place, t := range h.tables {
		group.Go(func() {
			if err := t.link.Run(ctx); err != nil {
				h.log.Error(fmt.Sprintf("table %s is no longer joined to the hall; the match goes on: %v", t.table, err))
			}
		})
		group.Go(func() { h.follow(ctx, place, tell) })
	}
	group.Wait()
}

// follow tells of each change of a table's line.
func (h *hall) follow(ctx context.Context, place int, tell func(ctx context.Context, place int, called bool)) {
	t := h.tables[place]
	tick := time.NewTicker(hallBeat)
	defer tick.Stop()
	var shown session.HallView
	var called *link.Assignment
	known := false
	for {
		status := t.link.Status()
		t.mu.Lock()
		if status.Connected != t.connected {
			t.connected, t.since = status.Connected, h.now()
		}
		v := t.view(status)
		assigned, heard := t.assigned, t.known
		t.mu.Unlock()
		if fresh := assigned != called || heard != known; fresh || !reflect.DeepEqual(v, shown) {
			tell(ctx, place, fresh)
			shown, called, known = v, assigned, heard
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// journal is the store, which wakes the lines with each event.
func (h *hall) journal(s *store.Store) session.Journal {
	if h == nil {
		return s
	}
	return wakingJournal{s, h.tables}
}

type wakingJournal struct {
	store  *store.Store
	tables []*hallTable
}

func (j wakingJournal) Append(ctx context.Context, match string, events ...score.Event) error {
	if err := j.store.Append(ctx, match, events...); err != nil {
		return err
	}
	for _, t := range j.tables {
		t.link.Wake()
	}
	return nil
}

// readAssignment is what the hall had for a table the last time; nil for nothing.
func readAssignment(file string) (*link.Assignment, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var x link.Assignment
	if err := json.Unmarshal(text, &x); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &x, nil
}

// writeAssignment keeps it, whole or not at all.
func writeAssignment(file string, x *link.Assignment) error {
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	part := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".part")
	if err := os.WriteFile(part, text, 0o600); err != nil {
		return err
	}
	return os.Rename(part, file)
}
