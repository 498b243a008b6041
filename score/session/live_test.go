package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// flick is an open shot of a team that ends in the hole (a twenty), or short
// of the 15 (a foul).
func flick(n int, team string, azimuthY float64, twenty bool, at time.Duration) *detect.Shot {
	d := detect.Seen{ID: detect.ID(n), Disc: disc(team, 0, azimuthY*250)}
	if twenty {
		d.Pos, d.State = r2.Vec{}, detect.InHole
	}
	return &detect.Shot{
		N: n, Revision: 1, Flick: at, Settled: at + 500*time.Millisecond, Reported: at + 700*time.Millisecond, Disc: d.ID,
		Start: detect.Placing{Seen: true, Pos: r2.Vec{Y: azimuthY * 300}, SD: 0.1, Team: team},
		Rest:  []detect.Rest{{Seen: d, PMoved: 1, Entered: map[bool]float64{true: 1}[twenty]}},
	}
}

// journal remembers, and fails as long as it is told to.
type journal struct {
	mu     sync.Mutex
	events []score.Event
	broken bool
}

func (j *journal) Append(_ context.Context, _ string, events ...score.Event) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.broken {
		return errors.New("the disk is full")
	}
	j.events = append(j.events, events...)
	return nil
}

func (j *journal) kinds() []score.Kind {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []score.Kind
	for _, e := range j.events {
		out = append(out, e.Kind)
	}
	return out
}

// stepped emits frames of the picture, the one after the other when the last was
// seen.
func stepped(s **Session, f capture.Frame, frames int, each func(n int)) sourceFunc {
	return func(ctx context.Context, emit func(capture.Frame)) error {
		seen := (*s).Pictures(ctx)
		for n := range frames {
			emit(at(f, n))
			for p := range seen {
				if p.Frame.Seq == uint64(n) && p.State.Frame == uint64(n) {
					break
				}
			}
			each(n)
		}
		return nil
	}
}

func TestAShotIsJudgedStoredAndShownWithTheFrameInWhichItWasSeen(t *testing.T) {
	cam := overhead(0, 0, 0)
	foul := flick(1, "A", -1, false, time.Second)
	e := &eyes{finder: found(cam), detector: discs(), happen: map[uint64][]detect.Happening{60: {foul}, 90: {
		&detect.Handling{End: 3 * time.Second, Taken: []detect.Taken{{Seen: foul.Rest[0].Seen}}},
	}}}
	j := &journal{}
	var s *Session
	phases := map[int]Phase{}
	source := stepped(&s, picture(cam), 120, func(n int) {
		v := s.Snapshot()
		phases[n] = v.Phase
		if n == 60 && (len(v.Due) != 1 || v.Due[0].Why != string(referee.ByFoul) || len(v.Match.Shots) != 1 || v.Match.Next.Player != "B1" || len(v.Due[0].Outline) == 0) {
			t.Errorf("after the foul: due %+v, match %+v", v.Due, v.Match)
		}
		if n == 60 && !slices.Equal(j.kinds(), []score.Kind{score.KindStart, score.KindShot}) {
			t.Errorf("stored %v before it was shown", j.kinds())
		}
	})
	s = sessionOf(t, source, e, j)
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]Phase{59: Ready, 60: Waiting, 89: Waiting, 90: Ready} {
		if phases[n] != want {
			t.Errorf("frame %d: %s, want %s", n, phases[n], want)
		}
	}
	v := s.Snapshot()
	if v.Tally.Shots["foul"] != 1 || v.Tally.Delays.N != 1 || v.Tally.Delays.Sum < 0.19 || v.Tally.Delays.Sum > 0.21 {
		t.Errorf("counted %+v", v.Tally)
	}
	if len(v.Match.Anomalies) != 0 {
		t.Errorf("raised %+v", v.Match.Anomalies)
	}
}

func TestTheMatchGoesOnWithoutADiskAndIsStoredWhenThereIsOne(t *testing.T) {
	cam := overhead(0, 0, 0)
	e := &eyes{finder: found(cam), detector: discs(), happen: map[uint64][]detect.Happening{
		10: {flick(1, "A", -1, true, 0)}, 40: {flick(2, "B", 1, true, time.Second)}, 70: {flick(3, "A", -1, true, 2*time.Second)},
	}}
	j := &journal{}
	var s *Session
	s = sessionOf(t, stepped(&s, picture(cam), 80, func(n int) {
		j.mu.Lock()
		j.broken = n >= 5 && n < 60
		j.mu.Unlock()
		if v := s.Snapshot(); n == 45 && (v.Tally.Unsaved < 2 || len(v.Match.Shots) != 2) {
			t.Errorf("%d events unsaved, %d shots: want the match to go on", v.Tally.Unsaved, len(v.Match.Shots))
		}
	}), e, j)
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.MatchLog(); len(got) != len(j.events) || s.Snapshot().Tally.Unsaved != 0 {
		t.Errorf("%d of %d events were stored", len(j.events), len(got))
	}
	if _, err := score.Replay(j.events); err != nil {
		t.Errorf("what was stored: %v", err)
	}
}

func TestAnOrderIsEnteredAtOnceAndAWrongOneSaysWhy(t *testing.T) {
	cam := overhead(0, 0, 0)
	e := &eyes{finder: found(cam), detector: discs(), happen: map[uint64][]detect.Happening{10: {flick(1, "A", -1, true, 0)}}}
	j := &journal{}
	var s *Session
	s = sessionOf(t, stepped(&s, picture(cam), 20, func(int) {}), e, j)
	if err := s.Order(t.Context(), score.Event{Kind: score.KindUndo}); err == nil {
		t.Error("an undo was taken before the match began")
	}
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Order(t.Context(), score.Event{Kind: score.KindRuling, Answers: map[string]bool{"contact": true}}); err == nil {
		t.Error("an answer to no question was taken")
	}
	if err := s.Order(t.Context(), score.Event{Kind: score.KindUndo}); err != nil {
		t.Fatal(err)
	}
	if m := s.Snapshot().Match; len(m.Shots) != 0 || m.Next.Player != "A1" || m.Sides[0].Twenties != 0 {
		t.Errorf("after the undo: %+v", m)
	}
	if kinds := j.kinds(); kinds[len(kinds)-1] != score.KindUndo {
		t.Errorf("stored %v", kinds)
	}
}

func TestEveryPictureIsShownWithItsOwnState(t *testing.T) {
	cam := overhead(0, 0, 0)
	places := map[uint64]float64{}
	detector := detectorFunc(func(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
		places[f.Seq] = float64(40 + f.Seq)
		return discs(places[f.Seq])(f, c)
	})
	e := &eyes{finder: found(cam), detector: detector}
	var s *Session
	f := picture(cam)
	checked := 0
	source := sourceFunc(func(ctx context.Context, emit func(capture.Frame)) error {
		seen := s.Pictures(ctx)
		for n := 1; n <= 60; n++ {
			emit(at(f, n))
			for p := range seen {
				if p.State.Frame != p.Frame.Seq {
					continue // nobody has looked at it yet
				}
				if x := p.State.Discs[0].X; x != places[p.Frame.Seq] {
					return fmt.Errorf("frame %d is shown with a disc at %v: want %v", p.Frame.Seq, x, places[p.Frame.Seq])
				}
				checked++
				if p.Frame.Seq == uint64(n) {
					break
				}
			}
		}
		return nil
	})
	s = sessionOf(t, source, e, nil)
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if checked < 60 {
		t.Errorf("%d pictures were checked", checked)
	}
}

func TestASourceThatBeginsAnewKeepsItsTimeGrowing(t *testing.T) {
	var c clock
	last := time.Duration(-1)
	for _, media := range []time.Duration{0, 33, 66, 100, 0, 33, 66, 20, 53} {
		now := c.steady(media * time.Millisecond)
		if now <= last {
			t.Errorf("%v after %v", now, last)
		}
		last = now
	}
}
