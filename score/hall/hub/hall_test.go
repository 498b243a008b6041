package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/hub"
	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"
	"ditchline/score/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server process of these tests is this test binary with this set, to its
// serverSpec as JSON: so that it can be killed as the power would.
const serverVariable = "DITCHLINE_TEST_NATS_SERVER"

type serverSpec struct {
	Dir, Name     string
	Port, Cluster int
	Routes        []string
	Data, Event   string // of the keys
	Tables        []string
}

func TestMain(m *testing.M) {
	if text := os.Getenv(serverVariable); text != "" {
		if err := serve(text); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func serve(text string) error {
	var spec serverSpec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		return err
	}
	keys, err := hub.OpenKeys(spec.Data, spec.Event)
	if err != nil {
		return err
	}
	users, err := usersOf(keys, spec.Tables)
	if err != nil {
		return err
	}
	o := hub.EmbeddedOptions{Dir: spec.Dir, Name: spec.Name, Host: "127.0.0.1", Port: spec.Port, Users: users, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	if spec.Cluster > 0 {
		o.Cluster = &hub.ClusterPlace{Port: spec.Cluster, Routes: spec.Routes}
	}
	if _, err := hub.StartEmbedded(o); err != nil {
		return err
	}
	fmt.Println("ready")
	select {}
}

func usersOf(keys *hub.Keys, tables []string) ([]hub.User, error) {
	pair, err := keys.Hub()
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	users := []hub.User{{Key: public}}
	for _, name := range tables {
		ticket, err := keys.Ticket(name, nil, "")
		if err != nil {
			return nil, err
		}
		user, err := hub.UserOf(ticket)
		if err != nil {
			return nil, err
		}
		users = append(users, user)
	}
	return users, nil
}

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
}

// freePorts are ports of the loopback that nobody has.
func freePorts(t *testing.T, n int) []int {
	t.Helper()
	var ports []int
	var open []net.Listener
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, l)
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	for _, l := range open {
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return ports
}

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
	o := hub.Options{Event: h.event, Name: name, Servers: strings.Join(h.urls(), ","), Key: pair, Replicas: len(h.specs), Secret: "director", Log: slog.New(slog.DiscardHandler)}
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

// table is a board's machine without a camera: its log, its link, and players
// who write rounds as they come.
type table struct {
	h      *hall
	name   string
	store  *store.Store
	skew   time.Duration // of its clock
	ticket link.Ticket
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
	l, err := link.New(link.Options{
		Ticket: tb.ticket, Servers: tb.h.urls(), Log: tb.store, Cursor: tb.cursor(), Poll: tb.h.poll, Patience: 2 * time.Second,
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
	if tb.link != nil {
		tb.link.Wake()
	}
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
	if n := len(s.Shots); n%3 != 2 {
		disc := fmt.Sprint(s.Next, n)
		tb.put(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: s.Next, Disc: disc, After: []referee.Rest{{ID: disc, State: referee.InHole}}}})
		return true
	}
	tb.put(score.Event{Kind: score.KindNote, Note: "the round is agreed"})
	a, b := strength(tb.match, 0), strength(tb.match, 1)
	tb.put(score.Event{Kind: score.KindRound, Round: &score.RoundEnd{Counts: map[referee.Side]score.Count{"A": {Board: 5 * a, Twenties: s.Round % 3}, "B": {Board: 5 * b, Twenties: s.Round % 3}}}})
	if tb.match.State().Phase == score.Over {
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

// asHub connects with the hub's key.
func (h *hall) asHub() (jetstream.JetStream, func()) {
	h.t.Helper()
	pair, err := h.keys.Hub()
	if err != nil {
		h.t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		h.t.Fatal(err)
	}
	conn, err := nats.Connect(strings.Join(h.urls(), ","), nats.Nkey(public, pair.Sign))
	if err != nil {
		h.t.Fatal(err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		h.t.Fatal(err)
	}
	return js, conn.Close
}

// forgetIDs lets the events' stream forget every message id: what a resend
// long after finds.
func (h *hall) forgetIDs() {
	h.t.Helper()
	js, end := h.asHub()
	defer end()
	s, err := js.Stream(h.t.Context(), link.EventStream(h.event))
	if err != nil {
		h.t.Fatal(err)
	}
	config := s.CachedInfo().Config
	config.Duplicates = 100 * time.Millisecond // the least that there is
	if _, err := js.UpdateStream(h.t.Context(), config); err != nil {
		h.t.Fatal(err)
	}
	// A stream that is younger and forgets as fast: when it has, the other has.
	if _, err := js.CreateStream(h.t.Context(), jetstream.StreamConfig{Name: "probe", Subjects: []string{"probe"}, Duplicates: config.Duplicates}); err != nil {
		h.t.Fatal(err)
	}
	known := func() bool {
		ack, err := js.Publish(h.t.Context(), "probe", nil, jetstream.WithMsgID("x"))
		if err != nil {
			h.t.Fatal(err)
		}
		return ack.Duplicate
	}
	if known() {
		h.t.Fatal("an id was known before it was said")
	}
	eventually(h.t, "the ids are forgotten", func() bool { return !known() })
}

// streamed are the messages of a stream, as a new reader finds them.
func (h *hall) streamed(stream string) []*jetstream.RawStreamMsg {
	h.t.Helper()
	js, end := h.asHub()
	defer end()
	ctx, cancel := context.WithTimeout(h.t.Context(), 30*time.Second)
	defer cancel()
	s, err := js.Stream(ctx, stream)
	if err != nil {
		h.t.Fatal(err)
	}
	var all []*jetstream.RawStreamMsg
	for n := s.CachedInfo().State.FirstSeq; n <= s.CachedInfo().State.LastSeq && n > 0; n++ {
		m, err := s.GetMsg(ctx, n)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			h.t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// agree proves that every log, the stream, every hub's model and the
// standings say the same, nothing lost and nothing twice.
func (h *hall) agree() {
	h.t.Helper()
	ctx := context.Background()
	want := map[string][]string{} // subject -> bodies
	results := map[string]tournament.Result{}
	for _, tb := range h.tables {
		list, err := tb.store.Matches(ctx)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, summary := range list {
			m, err := tb.store.Match(ctx, summary.ID)
			if err != nil {
				h.t.Fatal(err)
			}
			subject := link.EventSubject(h.event, tb.name, summary.ID)
			for _, e := range m.Events() {
				body, err := json.Marshal(e)
				if err != nil {
					h.t.Fatal(err)
				}
				want[subject] = append(want[subject], string(body))
			}
			if r, over := tournament.ResultOf(m.State()); over {
				results[summary.ID] = r
			}
		}
	}
	total := 0
	for _, bodies := range want {
		total += len(bodies)
	}
	eventually(h.t, "the stream has every event", func() bool {
		waiting := 0
		for _, tb := range h.tables {
			if n, err := tb.cursor().Load(); err != nil || n == 0 {
				waiting++
			}
			waiting += tb.link.Status().Waiting
		}
		return waiting == 0
	})
	got := map[string][]string{}
	n := 0
	for _, m := range h.streamed(link.EventStream(h.event)) {
		got[m.Subject] = append(got[m.Subject], string(m.Data))
		n++
	}
	if n != total {
		h.t.Errorf("%d events are in the stream, %d in the tables' logs", n, total)
	}
	for subject, bodies := range want {
		for i, body := range bodies {
			if i >= len(got[subject]) || got[subject][i] != body {
				h.t.Errorf("%s: event %d of %d differs, %d are there", subject, i+1, len(bodies), len(got[subject]))
				break
			}
		}
	}
	second, end := h.newHub("two")
	defer end()
	eventually(h.t, "a new hub has built its model", second.Ready)
	h.compare(h.hub, second, results)
}

// compare two hubs' models with each other and with the tables' results.
func (h *hall) compare(one, two *hub.Hub, results map[string]tournament.Result) {
	h.t.Helper()
	texts := map[string][2]string{}
	for i, x := range []*hub.Hub{one, two} {
		for _, path := range []string{"/api/v1/pairings", "/api/v1/standings", "/api/v1/aside"} {
			pair := texts[path]
			pair[i] = ask(h.t, x, path)
			texts[path] = pair
		}
	}
	for path, pair := range texts {
		if pair[0] != pair[1] {
			h.t.Errorf("%s: one hub says\n%s\nanother\n%s", path, pair[0], pair[1])
		}
	}
	if !strings.Contains(texts["/api/v1/aside"][0], `"aside":[]`) {
		h.t.Errorf("set aside: %s", texts["/api/v1/aside"][0])
	}
	var answer struct {
		Pairings []struct {
			Board  string             `json:"board_match"`
			B      string             `json:"b"`
			Result *tournament.Result `json:"result"`
		} `json:"pairings"`
	}
	if err := json.Unmarshal([]byte(texts["/api/v1/pairings"][0]), &answer); err != nil {
		h.t.Fatal(err)
	}
	for _, p := range answer.Pairings {
		if p.B == "" {
			continue
		}
		if want, ok := results[p.Board]; !ok || p.Result == nil || *p.Result != want {
			h.t.Errorf("match %s: the hall has %+v, the table %+v", p.Board, p.Result, want)
		}
	}
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
