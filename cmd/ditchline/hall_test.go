package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/score"
	"ditchline/score/hall/link"
	"ditchline/score/session"

	"github.com/nats-io/nats.go"
)

// Two programs: the hub leads, the boards play, and each table's next match
// comes to its board by itself.
func TestABoardJoinsAHall(t *testing.T) {
	c := openCup(t)
	one, two := c.board(t, "1", c.servers, time.Hour), c.board(t, "2", c.servers, 0) // a clock is wrong by an hour
	one.until("it is heard that nothing is to be played", func() bool { h := one.snapshot().Hall; return h != nil && h.Known && h.Assigned == nil })
	one.until("a match of nobody's is in hand", func() bool { m := one.snapshot().Match; return m != nil && m.Event == "" })
	c.draw()
	one.until("its match", one.plays("Ann", "Cleo"))
	two.until("its match", two.plays("Bob", "Dan"))
	if m := one.snapshot().Match; m.Ruleset != "NCA" || m.Event != "cup" || m.Table != "1" || m.Stage != "Swiss, round 1" {
		t.Errorf("set up as %s %s %s %s", m.Ruleset, m.Event, m.Table, m.Stage)
	}
	one.rounds(4)
	c.until("the result of table 1", func() bool { return c.points()["Ann"] == 8 })
	if m := one.snapshot().Match; m.Phase != score.Over {
		t.Fatalf("its match is %s", m.Phase)
	}
	two.rounds(4)
	c.until("the result of table 2", func() bool { return c.points()["Bob"] == 8 })
	c.draw()
	one.until("the next match", one.plays("Ann", "Bob"))
	two.until("the next match", two.plays("Cleo", "Dan"))
	c.until("table 1's clock is spoken of", func() bool { return strings.Contains(c.table("1").Clock, "1h0m0s ahead") })
	if got := c.points(); got["Ann"] != 8 || got["Dan"] != 0 {
		t.Errorf("standings %v", got)
	}
	if text := get(t, one.url+"healthz"); !strings.Contains(text, `"hall":{"event":"cup","table":"1","connected":true`) {
		t.Errorf("health: %s", text)
	}
	if one.metric("ditchline_link_connected") != 1 || one.metric("ditchline_link_sent_events_total") < 5 {
		t.Errorf("metrics: %s", get(t, one.url+"metrics"))
	}
}

// outage is for how long the line of a table is cut. Its board plays ten
// minutes of match in the meantime, whatever the clock on the wall says; in the
// soak the wall's ten minutes go by too.
func outage() time.Duration {
	if os.Getenv("DITCHLINE_SOAK") != "" {
		return 10 * time.Minute
	}
	return 0
}

func TestTenMinutesWithoutALine(t *testing.T) {
	c := openCup(t)
	w := newWire(t, c.servers)
	one, two := c.board(t, "1", w.url(), 0), c.board(t, "2", c.servers, 0)
	c.draw()
	one.until("its match", one.plays("Ann", "Cleo"))
	one.rounds(1)
	c.until("the beginning is there", c.agrees("1", one))
	w.cut()
	one.until("it says so", func() bool {
		h := one.snapshot().Hall
		return !h.Connected && h.Fault == session.HallFar && h.Since > 0
	})
	over := time.After(outage())
	begun := one.snapshot().Time
	for one.snapshot().Time < begun+600 { // a word every ten seconds of play
		from := one.snapshot().Time
		one.post("/api/v1/match/orders", "", map[string]any{"kind": "note", "note": "still here"})
		one.until("play goes on", func() bool { return one.snapshot().Time >= from+10 })
	}
	one.rounds(3)
	<-over
	two.until("its match", two.plays("Bob", "Dan"))
	two.rounds(4)
	match, n := one.events()
	one.until("it says how many wait", func() bool { return one.snapshot().Hall.Waiting == n-2 })
	if n < 20 || one.metric("ditchline_link_lag_seconds") <= 0 {
		t.Errorf("%d events in %s", n, match)
	}
	if text := get(t, one.url+"healthz"); !strings.Contains(text, `"ok":true`) || !strings.Contains(text, `"fault":"unreachable"`) {
		t.Errorf("a board without its hall: %s", text)
	}
	if before := c.table("1"); before.View.Events >= n {
		t.Errorf("the hub has %d events over a line that was cut", before.View.Events)
	}
	w.mend()
	c.until("all is there", c.agrees("1", one))
	c.until("the result", func() bool { p := c.points(); return p["Ann"] == 8 && p["Bob"] == 8 })
	if c.metric(`ditchline_hall_events_total{outcome="set_aside"}`) != 0 || c.metric(`ditchline_hall_events_total{outcome="again"}`) != 0 {
		t.Errorf("lost or twice: %s", get(t, c.url+"metrics"))
	}
	c.draw()
	one.until("the next match", one.plays("Ann", "Bob"))
}

// The board begins while its hall is away, with what was heard the last time.
func TestABoardBeginsWithoutItsHall(t *testing.T) {
	c := openCup(t)
	w := newWire(t, c.servers)
	data := t.TempDir()
	c.giveTicket(t, data, "1")
	args := []string{"run", "--data", data, "--listen", "127.0.0.1:0", "--source", "x", "--board", "nca-26", "--hub", w.url(), "--event", "cup", "--table", "1"}
	c.draw()
	first, _ := start(t, 0, args...)
	first.until("its match", first.plays("Ann", "Cleo"))
	first.rounds(2)
	c.until("all is there", c.agrees("1", first))
	first.stop()
	w.cut()
	again, _ := start(t, 0, args...)
	again.until("its match goes on", again.plays("Ann", "Cleo"))
	again.until("it says that the hall is away", func() bool { return strings.Contains(again.told(), "out of reach: the match goes on") })
	if h := again.snapshot().Hall; h.Known || h.Assigned == nil || again.snapshot().Match.TakenBack {
		t.Errorf("without its hall: %+v", h)
	}
	again.rounds(2)
	w.mend()
	c.until("the result", func() bool { return c.points()["Ann"] == 8 })
}

// The director takes a match back while it is played, and gives another.
func TestAMatchThatTheDirectorTakesBack(t *testing.T) {
	c := openCup(t)
	one := c.board(t, "1", c.servers, 0)
	c.draw()
	one.until("its match", one.plays("Ann", "Cleo"))
	one.rounds(1)
	c.post("/api/v1/desk", c.word, map[string]any{"kind": "forfeit", "match": "1A-1-1", "who": "3", "note": "had to go"})
	one.until("nobody's is in hand, the board being clear", func() bool { m := one.snapshot().Match; return m.Event == "" && !m.Begun })
	c.post("/api/v1/desk", c.word, map[string]any{"kind": "move", "match": "1A-1-2", "table": "1"})
	one.until("another's is", one.plays("Bob", "Dan"))
	c.post("/api/v1/desk", c.word, map[string]any{"kind": "amend", "entrants": []map[string]any{{"id": "2", "players": []map[string]any{{"name": "Bobby"}}}}})
	one.until("a name is put right", one.plays("Bobby", "Dan"))
}

func TestAStolenKeyEndsInAClearLine(t *testing.T) {
	c := openCup(t)
	one := c.board(t, "1", c.servers, 0)
	c.draw()
	one.until("its match", one.plays("Ann", "Cleo"))
	// Table 2's key, in a ticket that says table 1.
	ticket, err := link.ReadTicket(link.TicketFile(c.data, "cup", "2"))
	if err != nil {
		t.Fatal(err)
	}
	ticket.Table = "1"
	text, err := json.Marshal(ticket)
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "hall"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(link.TicketFile(data, "cup", "1"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	thief, _ := start(t, 0, "run", "--data", data, "--listen", "127.0.0.1:0", "--source", "x", "--board", "nca-26", "--hub", "ticket", "--event", "cup", "--table", "1")
	thief.until("it is told", func() bool { h := thief.snapshot().Hall; return h != nil && h.Fault == session.HallRights })
	if !strings.Contains(thief.told(), "its ticket's key is another table's") {
		t.Errorf("it says\n%s", thief.told())
	}
	if h := thief.snapshot().Hall; h.Assigned != nil || h.Sent != 0 {
		t.Errorf("it heard %+v", h)
	}
	c.until("the hub shows it", func() bool { return strings.Contains(get(t, c.url+"api/v1/aside"), `"rights"`) })
	one.rounds(4)
	c.until("the tournament goes on", func() bool { return c.points()["Ann"] == 8 })
}

// A table's ticket is used by a program of another age.
func TestEventsOfOtherVersionsEndInAClearLine(t *testing.T) {
	c := openCup(t)
	c.draw()
	two := c.board(t, "2", c.servers, 0)
	two.until("its match", two.plays("Bob", "Dan"))
	ticket, err := link.ReadTicket(link.TicketFile(c.data, "cup", "1"))
	if err != nil {
		t.Fatal(err)
	}
	options, err := ticket.ConnectOptions()
	if err != nil {
		t.Fatal(err)
	}
	line, err := nats.Connect(c.servers, options...)
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	events := two.startOf(t)
	events.Setup.ID, events.Setup.Table, events.ID = "cup-1A-1-1", "1", "cup-1A-1-1-1"
	send := func(version string, e any) {
		t.Helper()
		m := nats.NewMsg(link.EventSubject("cup", "1", "cup-1A-1-1"))
		if m.Data, err = json.Marshal(e); err != nil {
			t.Fatal(err)
		}
		if version != "" {
			m.Header.Set(link.HeaderSchema, version)
		}
		if _, err := line.RequestMsg(m, 10*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	send("99", events)
	send("", events) // from before events had a version
	c.until("the older one is read", func() bool { v := c.table("1").View; return v != nil && v.Match == "cup-1A-1-1" && v.Events == 1 })
	if text := get(t, c.url+"api/v1/aside"); !strings.Contains(text, "writes events of version 99, this hub reads up to 1") {
		t.Errorf("the newer one is not spoken of: %s", text)
	}
	two.rounds(4)
	c.until("the tournament goes on", func() bool { return c.points()["Bob"] == 8 })
}

// startOf is the first event of the match in hand.
func (p *program) startOf(t *testing.T) score.Event {
	t.Helper()
	var log struct {
		Events []score.Event `json:"events"`
	}
	p.read("/api/v1/match/log", &log)
	return log.Events[0]
}

func TestRunSaysWhatIsWrongWithAHall(t *testing.T) {
	c := openCup(t)
	data := t.TempDir()
	c.giveTicket(t, data, "1")
	wrong := link.TicketFile(data, "cup", "5")
	text, err := os.ReadFile(link.TicketFile(data, "cup", "1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(wrong, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		stderr string
	}{
		"no ticket":           {[]string{"--hub", c.servers, "--event", "cup", "--table", "9"}, 1, "cup-table-9.json: the hub writes one"},
		"another's ticket":    {[]string{"--hub", c.servers, "--event", "cup", "--table", "5"}, 1, "is for table 1 of event cup: not for table 5"},
		"no table":            {[]string{"--hub", c.servers, "--event", "cup"}, 2, "--table N"},
		"no event":            {[]string{"--hub", c.servers, "--table", "1"}, 2, "--event NAME"},
		"a page for a hub":    {[]string{"--hub", "http://hall", "--event", "cup", "--table", "1"}, 2, "want nats://HOST"},
		"an event in words":   {[]string{"--hub", c.servers, "--event", "my cup", "--table", "1"}, 2, `"my cup"`},
		"a ticket and no hub": {[]string{"--event", "cup", "--table", "1", "--exit-at-end"}, 0, "without --hub nothing is sent"},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), append([]string{"run", "--data", data, "--listen", "127.0.0.1:0", "--source", "x", "--board", "nca-26"}, c.args...)...)
			if got.status != c.status || !strings.Contains(got.stderr, c.stderr) {
				t.Errorf("exit status %d, want %d with %q:\n%s", got.status, c.status, c.stderr, got.stderr)
			}
		})
	}
}
