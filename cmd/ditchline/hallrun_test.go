package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/score/hall/link"
	"ditchline/score/session"
)

// program is a call of ditchline that goes on, with its page.
type program struct {
	t      *testing.T
	url    string
	stop   func()
	mu     sync.Mutex
	stderr bytes.Buffer
}

func (p *program) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.Write(text)
}

func (p *program) told() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.String()
}

// start a call and wait until it answers. clock is how far its clock is ahead.
func start(t *testing.T, clock time.Duration, args ...string) (*program, map[string]any) {
	t.Helper()
	read, write := io.Pipe()
	p := &program{t: t}
	parts := fakeParts()
	parts.openSource = func(string, *slog.Logger, func(error)) (capture.Source, error) { return emptyBoard{clock}, nil }
	parts.detector = func() detect.Detector { return nothingLies{} }
	a := newApp(parts, write, p, []string{"HOME=" + t.TempDir()})
	a.now = func() time.Time { return time.Now().Add(clock) }
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.execute(ctx, append(args, "--json"))
		write.Close()
	}()
	p.stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(p.stop)
	var said map[string]any
	if err := json.NewDecoder(read).Decode(&said); err != nil {
		t.Fatalf("%v did not begin: %v\n%s", args, err, p.told())
	}
	go func() { _, _ = io.Copy(io.Discard, read) }() // what it says at its end
	p.url, _ = said["url"].(string)
	return p, said
}

// emptyBoard shows a board on which nothing lies, a second of play in each
// frame.
type emptyBoard struct{ ahead time.Duration }

func (emptyBoard) String() string { return "empty board" }
func (e emptyBoard) Run(ctx context.Context, emit func(capture.Frame)) error {
	begun := time.Now().Add(e.ahead)
	tick := time.NewTicker(8 * time.Millisecond)
	defer tick.Stop()
	for n := 0; ; n++ {
		media := time.Duration(n) * time.Second
		emit(capture.Frame{Seq: uint64(n), Media: media, CapturedAt: begun.Add(media), Width: 64, Height: 48, Pix: make([]byte, 3*64*48)})
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

type nothingLies struct{}

func (nothingLies) Detect(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
	return detect.Observation{Frame: f, Calibration: c}, nil
}

// until asks again and again until something holds.
func (p *program) until(what string, holds func() bool) {
	p.t.Helper()
	limit := time.NewTimer(time.Minute)
	defer limit.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-limit.C:
			p.t.Fatalf("%s: not within a minute\n%s", what, p.told())
		case <-tick.C:
		}
	}
}

func (p *program) read(path string, v any) {
	p.t.Helper()
	r, err := http.Get(p.url + strings.TrimPrefix(path, "/"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(v); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
}

// post sends JSON, with the director's word where there is one.
func (p *program) post(path, word string, body any) {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, p.url+strings.TrimPrefix(path, "/"), bytes.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if word != "" {
		r.Header.Set("Authorization", "Bearer "+word)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	if said, _ := io.ReadAll(answer.Body); answer.StatusCode >= 300 {
		p.t.Fatalf("%s: %s\n%s", path, answer.Status, said)
	}
}

func (p *program) snapshot() (n session.Snapshot) {
	p.t.Helper()
	p.read("/api/state", &n)
	return n
}

// plays says whether the match in hand is one of the hall's, between players.
func (p *program) plays(names ...string) func() bool {
	return func() bool {
		m := p.snapshot().Match
		return m != nil && m.Table != "" && m.Sides[0].Name == names[0] && m.Sides[1].Name == names[1]
	}
}

// rounds writes the rounds of the match in hand by hand: 20 points more for
// side A in each.
func (p *program) rounds(n int) {
	p.t.Helper()
	for range n {
		p.post("/api/v1/match/orders", "", map[string]any{"kind": "round", "round": map[string]any{
			"counts": map[string]any{"A": map[string]int{"board": 15, "twenties": 1}, "B": map[string]int{"board": 15, "twenties": 0}},
		}})
	}
}

// cup is a hub that leads a Swiss of four at two tables.
type cup struct {
	*program
	data, word string
	servers    string
}

func openCup(t *testing.T) *cup {
	t.Helper()
	data := t.TempDir()
	entries := filepath.Join(data, "entries.csv")
	if err := os.WriteFile(entries, []byte("name\nAnn\nBob\nCleo\nDan\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, said := start(t, 0, "hub", "--data", data, "--listen", "127.0.0.1:0", "--nats-listen", "127.0.0.1:0", "--event", "cup", "--preset", "swiss", "--tables", "1-2", "--entries", entries)
	word, err := os.ReadFile(said["director_file"].(string))
	if err != nil {
		t.Fatal(err)
	}
	c := &cup{program: p, data: data, word: strings.TrimSpace(string(word)), servers: said["nats"].([]any)[0].(string)}
	c.until("four are entered", func() bool { return strings.Contains(get(t, c.url+"api/v1/event"), `"entrants":4`) })
	c.post("/api/v1/desk/stage", c.word, nil)
	return c
}

func (c *cup) draw() { c.t.Helper(); c.post("/api/v1/desk/round", c.word, nil) }

// board joins as a table, by way of a line.
func (c *cup) board(t *testing.T, table, servers string, clock time.Duration) *program {
	t.Helper()
	data := t.TempDir()
	c.giveTicket(t, data, table)
	p, _ := start(t, clock, "run", "--data", data, "--listen", "127.0.0.1:0", "--source", "x", "--board", "nca-26", "--hub", servers, "--event", "cup", "--table", table)
	return p
}

func (c *cup) giveTicket(t *testing.T, data, table string) {
	t.Helper()
	ticket, err := os.ReadFile(link.TicketFile(c.data, "cup", table))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(data, "hall"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(link.TicketFile(data, "cup", table), ticket, 0o600); err != nil {
		t.Fatal(err)
	}
}

// seen is a table as the hub shows it.
type seen struct {
	Clock string `json:"clock"`
	Match *struct {
		Board string    `json:"board_match"`
		Names [2]string `json:"names"`
	} `json:"match"`
	View *struct {
		Match  string `json:"match"`
		Events int    `json:"events"`
		Phase  string `json:"phase"`
	} `json:"view"`
}

func (c *cup) table(name string) (s seen) {
	c.t.Helper()
	c.read("/api/v1/tables/"+name, &s)
	return s
}

// points are everybody's in the standings, by name.
func (c *cup) points() map[string]int {
	c.t.Helper()
	var answer struct {
		Standings []struct {
			Rows []struct {
				Name   string `json:"name"`
				Points int    `json:"points"`
			} `json:"rows"`
		} `json:"standings"`
	}
	c.read("/api/v1/standings", &answer)
	points := map[string]int{}
	for _, s := range answer.Standings {
		for _, r := range s.Rows {
			points[r.Name] = r.Points
		}
	}
	return points
}

// wire carries a line to the hub, and can be cut.
type wire struct {
	t      *testing.T
	to     string
	ln     net.Listener
	mu     sync.Mutex
	broken bool
	open   map[net.Conn]bool
	group  sync.WaitGroup
}

func newWire(t *testing.T, server string) *wire {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{t: t, to: strings.TrimPrefix(server, "nats://"), ln: ln, open: map[net.Conn]bool{}}
	w.group.Go(w.accept)
	t.Cleanup(func() { ln.Close(); w.cut(); w.group.Wait() })
	return w
}

func (w *wire) url() string { return "nats://" + w.ln.Addr().String() }

func (w *wire) accept() {
	for {
		near, err := w.ln.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", w.to)
		w.mu.Lock()
		if err != nil || w.broken {
			near.Close()
			if far != nil {
				far.Close()
			}
			w.mu.Unlock()
			continue
		}
		w.open[near], w.open[far] = true, true
		w.mu.Unlock()
		for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
			w.group.Go(func() {
				_, _ = io.Copy(pair[0], pair[1])
				pair[0].Close()
			})
		}
	}
}

// cut every connection, and let none through.
func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = true
	for c := range w.open {
		c.Close()
	}
	w.open = map[net.Conn]bool{}
}

func (w *wire) mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = false
}

// events of the match in hand at a board.
func (p *program) events() (match string, n int) {
	m := p.snapshot().Match
	var log struct {
		Events []json.RawMessage `json:"events"`
	}
	p.read("/api/v1/match/log", &log)
	return m.ID, len(log.Events)
}

// agrees says whether the hub has all of the board's match.
func (c *cup) agrees(table string, p *program) func() bool {
	return func() bool {
		match, n := p.events()
		v := c.table(table).View
		return v != nil && v.Match == match && v.Events == n
	}
}

func (p *program) metric(name string) (value float64) {
	p.t.Helper()
	for line := range strings.SplitSeq(get(p.t, p.url+"metrics"), "\n") {
		if strings.HasPrefix(line, name) {
			if _, err := fmt.Sscan(line[strings.LastIndex(line, " ")+1:], &value); err != nil {
				p.t.Fatal(err)
			}
		}
	}
	return value
}
