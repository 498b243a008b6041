package desk

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// Vision may say anything: the desk keeps its match sound, and its log
// replays to the same state.
func TestWhateverVisionSaysTheMatchStaysSound(t *testing.T) {
	for _, form := range []referee.Form{referee.Two, referee.Three, referee.TwoVOne, referee.Four} {
		for seed := range uint64(60) {
			t.Run(fmt.Sprintf("%s players, seed %d", form, seed), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(seed, 7))
				e := newEye(t, readTruth(t, "clip_anomalies"), 0)
				d := newDesk(t, form)
				var events []score.Event
				take := func(o Outcome) { events = append(events, o.Events...) }
				now := time.Duration(0)
				hs := []detect.Happening{e.happenings()[0]}
				for range 40 {
					now += time.Duration(rng.IntN(5000)) * time.Millisecond
					hs = append(hs, anything(rng, e, now))
				}
				for _, h := range hs {
					take(d.Take(h))
					take(d.Tick(whenOf(h) + time.Duration(rng.IntN(6000))*time.Millisecond))
				}
				take(d.End(now))
				m, err := score.Replay(lastMatch(events))
				if err != nil {
					t.Fatal(err)
				}
				for _, side := range m.State().Sides {
					if side.Unplayed < 0 || side.Twenties < 0 || side.Removed < 0 || side.Points < 0 {
						t.Errorf("side %+v", side)
					}
				}
			})
		}
	}
}

func lastMatch(events []score.Event) []score.Event {
	from := 0
	for i, e := range events {
		if e.Kind == score.KindStart {
			from = i
		}
	}
	return events[from:]
}

func anything(rng *rand.Rand, e *eye, now time.Duration) detect.Happening {
	states := []detect.State{detect.Flat, detect.Flat, detect.Flat, detect.InHole, detect.Leaning, detect.InDitch}
	one := func() detect.Seen {
		s := e.seen(placeTruth{id: fmt.Sprint(rng.IntN(30)), pos: r2.Vec{X: rng.NormFloat64() * 150, Y: rng.NormFloat64() * 150}, state: states[rng.IntN(len(states))]})
		s.Team = string(rune('A' + rng.IntN(5)))
		return s
	}
	some := func(n int) (out []detect.Seen) {
		for range rng.IntN(n) {
			out = append(out, one())
		}
		return out
	}
	switch rng.IntN(12) {
	case 0:
		return &detect.Broken{At: now, Cut: rng.IntN(2) == 0, Why: "a test"}
	case 1:
		return &detect.Found{At: now, Calibration: e.happenings()[0].(*detect.Found).Calibration, Discs: some(8)}
	case 2:
		return &detect.Shifted{At: now, MM: 3, Calibration: e.happenings()[0].(*detect.Found).Calibration}
	case 3, 4, 5:
		h := &detect.Handling{Start: now, End: now, Added: some(3), After: some(8)}
		for _, s := range some(4) {
			h.Taken = append(h.Taken, detect.Taken{Seen: s, At: now})
		}
		for _, s := range some(3) {
			h.Moved = append(h.Moved, detect.Displaced{Seen: s, From: one().Pos, At: now})
		}
		return h
	}
	shot := &detect.Shot{N: rng.IntN(30), Revision: 1 + rng.IntN(2), Flick: now, Settled: now, Reported: now, Before: some(9)}
	disc := one()
	shot.Disc, shot.Start = disc.ID, detect.Placing{Seen: rng.IntN(4) > 0, Pos: disc.Pos, SD: rng.Float64(), Team: disc.Team}
	for _, s := range append(some(9), disc) {
		shot.Rest = append(shot.Rest, detect.Rest{Seen: s, From: one().Pos, PMoved: rng.Float64(), Entered: rng.Float64(), Returned: rng.IntN(9) == 0})
	}
	for range rng.IntN(6) {
		shot.Contacts = append(shot.Contacts, detect.Contact{A: one().ID, B: one().ID, P: rng.Float64()})
	}
	return shot
}
