package hub_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"ditchline/score/hall/tournament"
)

// farHall is a hall whose hub is a process too: with servers of their own as
// a cluster, or (servers 0) with the one that the hub brings along.
type farHall struct {
	*hall
	program *program
}

func newFarHall(t *testing.T, servers, tables int) *farHall {
	t.Helper()
	h := newHall(t, max(servers, 1), tables)
	spec := programSpec{Data: h.dir, Event: h.event, Port: h.specs[0].Port}
	for _, tb := range h.tables {
		spec.Tables = append(spec.Tables, tb.name)
	}
	if servers > 0 {
		spec.Servers = h.urls()
	} else {
		h.servers = nil // the program's own
	}
	f := &farHall{hall: h, program: &program{t: t, spec: spec}}
	t.Cleanup(f.program.kill)
	return f
}

// up brings everything up that is down.
func (f *farHall) up() {
	f.t.Helper()
	for i := range f.servers {
		f.startServer(i)
	}
	f.program.start()
	eventually(f.t, "the hub has built its models", f.program.ready)
	for _, tb := range f.tables {
		tb.join()
	}
}

// open begins a tournament with n entrants, by the director's word over HTTP.
func (f *farHall) open(setup tournament.Setup, n int) {
	f.t.Helper()
	setup.ID, setup.Name, setup.Tables = f.event, "The cup", f.program.spec.Tables
	f.program.direct("api/v1/desk", tournament.Event{Kind: tournament.KindOpen, Setup: &setup})
	var entrants []tournament.Entrant
	for i := range n {
		entrants = append(entrants, tournament.Entrant{Players: []tournament.Player{{Name: fmt.Sprint("P", i+1)}}})
	}
	f.program.direct("api/v1/desk", tournament.Event{Kind: tournament.KindEnter, Entrants: entrants})
	f.program.direct("api/v1/desk/stage", nil)
}

// draw draws a round, and waits until every table knows its match of it.
func (f *farHall) draw() {
	f.t.Helper()
	f.program.direct("api/v1/desk/round", nil)
	eventually(f.t, "every table knows its match", func() bool {
		return !slices.ContainsFunc(f.tables, func(tb *table) bool {
			next := tb.assignment().Match
			return next == "" || (tb.match != nil && tb.match.Setup().ID == next)
		})
	})
}

// playAll lets all tables play until no match is open.
func (f *farHall) playAll() {
	f.t.Helper()
	eventually(f.t, "all matches played and settled", func() bool {
		for _, tb := range f.tables {
			for tb.step() {
			}
		}
		return f.program.openMatches() == 0
	})
}

// playOn lets tables go on, some events at a time.
func (f *farHall) playOn(r *rand.Rand, events int) {
	f.t.Helper()
	for range events {
		f.tables[r.IntN(len(f.tables))].step()
	}
}

// soak asks for many seeds: `make soak` sets it. DITCHLINE_SEEDS=FROM-TO asks
// for those.
func soak() bool { return os.Getenv("DITCHLINE_SOAK") != "" }

func seeds(t *testing.T, short uint64) (from, to uint64) {
	t.Helper()
	from, to = 0, short
	if soak() {
		to = 36
	}
	if text := os.Getenv("DITCHLINE_SEEDS"); text != "" {
		if _, err := fmt.Sscanf(text, "%d-%d", &from, &to); err != nil {
			t.Fatalf("DITCHLINE_SEEDS=%s: want FROM-TO: %v", text, err)
		}
		to++
	}
	return from, to
}

// tenMinutes is how many events a table writes in ten minutes of play, one
// every ten seconds.
const tenMinutes = 60

// fault is something that is taken away, and comes back.
type fault struct{ down, back func() }

// inOrder is the n-th way to order faults.
func inOrder(faults []fault, n uint64) []fault {
	rest := slices.Clone(faults)
	var out []fault
	for len(rest) > 0 {
		i := n % uint64(len(rest))
		n /= uint64(len(rest))
		out = append(out, rest[i])
		rest = slices.Delete(rest, int(i), int(i)+1)
	}
	return out
}

// faults plays a Swiss of some rounds with matches of 69 events and more. In
// each, by seed, a server's process and the hub's are killed (SIGKILL), and a
// table's line is cut (its connections end; or nothing moves, and what was on
// the way arrives later; or its program ends) while all tables play on for
// ten minutes; they come back in another order, in mid match. Thirty-six
// seeds are all orders of three.
func faults(t *testing.T, seed uint64, servers, rounds int) {
	r := rand.New(rand.NewPCG(seed, 8))
	h := newFarHall(t, servers, 3)
	for _, tb := range h.tables {
		tb.full = true
		tb.line = newLine(t, h.urls())
	}
	h.up()
	h.open(tournament.Setup{Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: rounds}}}, 6)
	for round := range uint64(rounds) {
		h.draw()
		tb := h.tables[r.IntN(len(h.tables))]
		all := []fault{{h.program.kill, h.program.start}}
		switch (seed + round) % 3 {
		case 0:
			all = append(all, fault{func() { tb.line.set(broken) }, func() { tb.line.set(whole) }})
		case 1:
			all = append(all, fault{func() { tb.line.set(frozen) }, func() { tb.line.set(whole) }})
		case 2:
			all = append(all, fault{tb.cut, tb.join})
		}
		if servers > 0 {
			i := r.IntN(servers)
			all = append(all, fault{func() { h.killServer(i) }, func() { h.startServer(i) }})
		}
		n := seed + 7*round
		for _, f := range inOrder(all, n%6) {
			h.playOn(r, r.IntN(8))
			f.down()
		}
		behind := tb.clock
		for range tenMinutes {
			for _, other := range h.tables {
				other.step()
			}
		}
		if played := tb.clock - behind; played < tenMinutes*9/10 {
			t.Fatalf("table %s played %d events without a line", tb.name, played)
		}
		for _, f := range inOrder(all, n/6%6) {
			f.back()
			h.playOn(r, r.IntN(8))
		}
		h.up()
		h.playAll()
	}
	h.agree(h.program.ask)
	if t.Failed() {
		t.Fatalf("with seed %d and %d servers", seed, servers)
	}
}

// Each seed is a test of its own, so that each has its own folder and ends
// what it started.
func bySeed(t *testing.T, short uint64, servers, rounds int) {
	from, to := seeds(t, short)
	for seed := from; seed < to; seed++ {
		t.Run("seed "+strconv.FormatUint(seed, 10), func(t *testing.T) { faults(t, seed, servers, rounds) })
	}
}

// A hub that brings its server along, alone: killed, restarted, with lines
// that break during play: afterwards every log, the stream and the standings
// agree.
func TestNothingIsLostAndNothingTwice(t *testing.T) {
	t.Parallel()
	bySeed(t, 2, 0, 2)
}

// The same with three servers as a cluster, of which any one may die, and a
// hub beside them.
func TestAClusterLosesAnyServer(t *testing.T) {
	t.Parallel()
	rounds := 1 // an election takes seconds
	if soak() {
		rounds = 3
	}
	bySeed(t, 1, 3, rounds)
}
