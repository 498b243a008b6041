package hub_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"ditchline/score/hall/tournament"
)

// soak asks for many seeds: `make soak` sets it.
func soak() bool { return os.Getenv("DITCHLINE_SOAK") != "" }

// tenMinutes is how many events a table writes in ten minutes of play.
const tenMinutes = 60

// playOn lets tables go on, some events at a time.
func (h *hall) playOn(r *rand.Rand, events int) {
	h.t.Helper()
	for range events {
		h.tables[r.IntN(len(h.tables))].step()
	}
}

// orders are all ways to order three things.
var orders = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// faults plays a Swiss of some rounds. In each a server is killed (SIGKILL),
// the hub ends, and a table's line is cut for ten minutes of play, in an order
// by seed, and they come back in another; the tables play on all the while.
// Thirty-six seeds are all orders.
func faults(t *testing.T, seed uint64, servers, rounds int) {
	r := rand.New(rand.NewPCG(seed, 8))
	h := newHall(t, servers, 3)
	h.up()
	h.open(tournament.Setup{Stages: []tournament.Stage{{System: tournament.Swiss, Rounds: rounds}}}, 6)
	for round := range uint64(rounds) {
		h.draw()
		eventually(t, "every table knows its match", func() bool {
			for _, tb := range h.tables {
				if tb.assignment().Match == "" || (tb.match != nil && tb.match.Setup().ID == tb.assignment().Match) {
					return false
				}
			}
			return true
		})
		server, line := r.IntN(servers), h.tables[r.IntN(len(h.tables))]
		down := [3]func(){func() { h.killServer(server) }, h.killHub, line.cut}
		back := [3]func(){func() { h.startServer(server) }, func() {
			if servers > 1 || h.servers[0] != nil { // a hub cannot begin without any server
				h.startHub()
			}
		}, line.join}
		n := seed + 7*round
		for _, i := range orders[n%6] {
			h.playOn(r, r.IntN(8))
			down[i]()
		}
		h.playOn(r, tenMinutes/len(orders))
		for _, i := range orders[n/6%6] {
			back[i]()
			h.playOn(r, r.IntN(8))
		}
		h.up()
		h.playAll()
	}
	h.agree()
	if t.Failed() {
		t.Fatalf("with seed %d and %d servers", seed, servers)
	}
}

func seeds(short int) uint64 {
	if soak() {
		return 36
	}
	return uint64(short)
}

// Kill and restart server, hub and lines during play, in orders by seed:
// afterwards every log, the stream and the standings agree.
func TestNothingIsLostAndNothingTwice(t *testing.T) {
	t.Parallel()
	for seed := range seeds(2) {
		faults(t, seed*7, 1, 2)
	}
}

// The same with three servers as a cluster, of which any one may die.
func TestAClusterLosesAnyServer(t *testing.T) {
	t.Parallel()
	rounds := 1 // an election takes seconds
	if soak() {
		rounds = 3
	}
	for seed := range seeds(1) {
		faults(t, seed*7+1, 3, rounds)
	}
}
