package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ditchline/score/hall/hub"
	"ditchline/score/hall/tournament"
)

// began is when everything begins, by the tables' clocks.
var began = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// hall is a whole hall on this machine.
type hall struct {
	t       *testing.T
	dir     string
	event   string
	keys    *hub.Keys
	specs   []serverSpec
	servers []*exec.Cmd // nil: down
	tables  []*table
	poll    time.Duration // of the tables' links
	hub     *hub.Hub      // nil: down
	endHub  func()
	ahead   atomic.Int64 // of the hub's clock, as a time.Duration
}

// freePorts are ports of the loopback that nobody has, and that nobody gets by
// chance while their server is down: they lie below those which systems give
// to who asks for any (Linux 32768, IANA 49152).
func freePorts(t *testing.T, n int) []int {
	t.Helper()
	var ports []int
	for tries := 0; len(ports) < n; tries++ {
		if tries > 1000 {
			t.Fatal("no port is free")
		}
		port := 10000 + (os.Getpid()*97+int(portsGiven.Add(1)))%20000
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		ports = append(ports, port)
	}
	return ports
}

var portsGiven atomic.Int64

// newHall has servers and tables; nothing of it runs yet.
func newHall(t *testing.T, servers, tables int) *hall {
	t.Helper()
	h := &hall{t: t, dir: t.TempDir(), event: "cup", poll: 50 * time.Millisecond}
	var err error
	if h.keys, err = hub.OpenKeys(h.dir, h.event); err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range tables {
		names = append(names, fmt.Sprint(i+1))
	}
	ports := freePorts(t, 2*servers)
	for i := range servers {
		spec := serverSpec{
			Dir: filepath.Join(h.dir, fmt.Sprint("nats", i)), Name: fmt.Sprint("n", i), Port: ports[i],
			Data: h.dir, Event: h.event, Tables: names,
		}
		if servers > 1 {
			spec.Cluster = ports[servers+i]
			for k := range servers {
				if k != i {
					spec.Routes = append(spec.Routes, fmt.Sprintf("nats://127.0.0.1:%d", ports[servers+k]))
				}
			}
		}
		h.specs = append(h.specs, spec)
	}
	h.servers = make([]*exec.Cmd, servers)
	if _, err := usersOf(h.keys, names); err != nil { // made here, so that the servers don't race for them
		t.Fatal(err)
	}
	for _, name := range names {
		h.tables = append(h.tables, newTable(h, name))
	}
	t.Cleanup(func() {
		for _, tb := range h.tables {
			tb.cut()
		}
		h.killHub()
		for i := range h.servers {
			h.killServer(i)
		}
	})
	return h
}

func (h *hall) urls() []string {
	var all []string
	for _, s := range h.specs {
		all = append(all, fmt.Sprintf("nats://127.0.0.1:%d", s.Port))
	}
	return all
}

func (h *hall) startServer(i int) {
	h.t.Helper()
	if h.servers[i] != nil {
		return
	}
	text, err := json.Marshal(h.specs[i])
	if err != nil {
		h.t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverVariable+"="+string(text))
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	var diagnostics strings.Builder
	cmd.Stderr = &diagnostics
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.servers[i] = cmd
	line := make([]byte, 256)
	n, err := out.Read(line)
	if got := string(line[:n]); err != nil || !strings.HasPrefix(got, "ready") {
		h.t.Fatalf("server %d says %q, %v\n%s", i, got, err, &diagnostics)
	}
}

// killServer is SIGKILL.
func (h *hall) killServer(i int) {
	if cmd := h.servers[i]; cmd != nil {
		_ = cmd.Process.Kill() // it may have ended by itself
		_ = cmd.Wait()
		h.servers[i] = nil
	}
}

func (h *hall) newHub(name string) (*hub.Hub, func()) {
	h.t.Helper()
	pair, err := h.keys.Hub()
	if err != nil {
		h.t.Fatal(err)
	}
	o := hub.Options{Event: h.event, Name: name, Servers: strings.Join(h.urls(), ","), Key: pair, Replicas: len(h.specs), Secret: "director", Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Now().Add(time.Duration(h.ahead.Load())) }}
	if testing.Verbose() && os.Getenv("HALL_LOG") != "" {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	x, err := hub.New(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() {
		if err := x.Run(ctx); err != nil {
			h.t.Error(err)
		}
	})
	return x, func() { cancel(); group.Wait() }
}

func (h *hall) startHub() {
	h.t.Helper()
	if h.hub == nil {
		h.hub, h.endHub = h.newHub("one")
	}
}

func (h *hall) killHub() {
	if h.hub != nil {
		h.endHub()
		h.hub = nil
	}
}

// up brings everything up that is down.
func (h *hall) up() {
	h.t.Helper()
	for i := range h.servers {
		h.startServer(i)
	}
	h.startHub()
	eventually(h.t, "the hub has built its models", h.hub.Ready)
	for _, tb := range h.tables {
		tb.join()
	}
}

// direct is the director's word.
func (h *hall) direct(decide hub.Decide) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 20*time.Second)
	defer cancel()
	if _, err := h.hub.Desk().Put(ctx, time.Now(), decide); err != nil {
		h.t.Fatal(err)
	}
}

// open begins a tournament with n entrants.
func (h *hall) open(setup tournament.Setup, n int) {
	h.t.Helper()
	setup.ID, setup.Name = h.event, "The cup"
	for _, tb := range h.tables {
		setup.Tables = append(setup.Tables, tb.name)
	}
	h.direct(hub.Say(tournament.Event{Kind: tournament.KindOpen, Setup: &setup}))
	var entrants []tournament.Entrant
	for i := range n {
		entrants = append(entrants, tournament.Entrant{Players: []tournament.Player{{Name: fmt.Sprint("P", i+1)}}})
	}
	h.direct(hub.Say(tournament.Event{Kind: tournament.KindEnter, Entrants: entrants}))
	h.direct(hub.Computed((*tournament.Tournament).NextStage))
}

func (h *hall) draw() {
	h.t.Helper()
	h.direct(hub.Computed(func(cup *tournament.Tournament) (tournament.Event, error) { return cup.NextRound(5) }))
}

// state sees the tournament.
func (h *hall) state(see func(*tournament.State)) {
	h.t.Helper()
	if err := h.hub.Desk().State(see); err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) openMatches() (n int) {
	h.state(func(s *tournament.State) { n = len(s.Open()) })
	return n
}

// eventually waits until something that other processes do has been done.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	limit := time.NewTimer(60 * time.Second)
	defer limit.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-limit.C:
			t.Fatalf("%s: not within a minute", what)
		case <-tick.C:
		}
	}
}

// playAll lets all tables play until no match is open.
func (h *hall) playAll() {
	h.t.Helper()
	eventually(h.t, "all matches played and settled", func() bool {
		for _, tb := range h.tables {
			for tb.step() {
			}
		}
		return h.openMatches() == 0
	})
}
