//go:build matprofile

package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/detect/watch"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score/session"
	"ditchline/score/session/desk"

	"gocv.io/x/gocv"
)

func realSession(t *testing.T, source capture.Source) *session.Session {
	t.Helper()
	p := realParts()
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	d, err := desk.New(desk.Options{Match: "test", Ruleset: rs, Form: referee.Two, Zero: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(session.Options{
		Source: source, Desk: d, Program: "test", Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Eyes: func() session.Eyes {
			return watch.NewCrokinole(watch.Options{Finder: p.finder(), Detector: p.detector(), Boards: []models.Board{models.ShippedBoards()["nca-26"]}})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// openMats fails the test when a Mat was left open, with where it was made.
func openMats(t *testing.T, before int) {
	t.Helper()
	if n := gocv.MatProfile.Count(); n != before {
		var where bytes.Buffer
		if err := gocv.MatProfile.WriteTo(&where, 1); err != nil {
			t.Error(err)
		}
		t.Errorf("%d Mats are open, %d were before:\n%s", n, before, where.String())
	}
}

// A game in real time through the real pipeline: what is shown may come less
// often than frames do, but never later and later.
func TestLiveGameKeepsUp(t *testing.T) {
	mats := gocv.MatProfile.Count()
	source, err := openSource("sim:?seed=5&size=960x540&frames=240&discs=4", slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := realSession(t, source)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	snapshots := s.Subscribe(ctx)
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx); cancel() }()

	var before session.Snapshot
	ready := 0
	for n := range snapshots {
		if n.Phase.Flowing() && n.Board != nil {
			ready++
			if len(n.Discs) > 0 && n.Board == nil {
				t.Error("discs without a board")
			}
		}
		// A frame waits for the one before it at most, and is then looked at.
		limit := before.Rates.StageMS["total"] + n.Rates.StageMS["total"] + 1500
		if n.Version == before.Version+1 && n.Rates.LatencyMS > limit {
			t.Errorf("frame at %.1f s was %.0f ms old when it was shown: want at most %.0f", n.Time, n.Rates.LatencyMS, limit)
		}
		before = n
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	end := s.Snapshot()
	t.Logf("captured %d, dropped %d, shown %d; last stages %v ms, latency %.0f ms", end.Rates.Captured, end.Rates.Dropped, ready, end.Rates.StageMS, end.Rates.LatencyMS)
	if end.Phase != session.Ended || end.Board == nil || ready < 3 {
		t.Errorf("phase %s (%s), %d frames shown", end.Phase, end.Text, ready)
	}
	if end.Rates.Captured != 240 || end.Rates.Dropped >= 240 {
		t.Errorf("captured %d, dropped %d: want 240 captured, and the dropped ones counted", end.Rates.Captured, end.Rates.Dropped)
	}
	openMats(t, mats)
}

// oneByOne gives a source's frames on only when the one before was looked at.
type oneByOne struct {
	capture.Source
	seen <-chan session.Snapshot
	each func(n int)
}

func (o oneByOne) Run(ctx context.Context, emit func(capture.Frame)) error {
	n := 0
	return o.Source.Run(ctx, func(f capture.Frame) {
		emit(f)
		select {
		case <-o.seen:
		case <-ctx.Done():
		}
		o.each(n)
		n++
	})
}

// SOAK_FRAMES=10000 makes it the long one (make soak).
func TestMatsAndHeapStayFlat(t *testing.T) {
	frames := 30
	if text, set := os.LookupEnv("SOAK_FRAMES"); set {
		n, err := strconv.Atoi(text)
		if err != nil || n < 30 {
			t.Fatalf("SOAK_FRAMES is %q: want a number from 30", text)
		}
		frames = n
	}
	mats := gocv.MatProfile.Count()
	game, err := openSource("sim:?seed=9&size=640x360&discs=6&pace=free&frames="+strconv.Itoa(frames), slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	source := &oneByOne{Source: game}
	s := realSession(t, source)
	source.seen = s.Subscribe(t.Context())
	var early, late uint64
	source.each = func(n int) {
		openMats(t, mats)
		switch n {
		case frames / 5:
			early = heap()
		case frames - 1:
			late = heap()
		}
	}
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	end := s.Snapshot()
	t.Logf("%d frames, heap %d KB early, %d KB late, resident %d KB", end.Rates.Captured, early>>10, late>>10, resident(t))
	if end.Rates.Captured != uint64(frames) || end.Rates.Dropped != 0 || end.Board == nil {
		t.Errorf("captured %d of %d frames, dropped %d: %s", end.Rates.Captured, frames, end.Rates.Dropped, end.Text)
	}
	if late > early+8<<20 {
		t.Errorf("the heap grew from %d to %d KB", early>>10, late>>10)
	}
	openMats(t, mats)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// resident is the memory of the process, KB, as the kernel counts it.
func resident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(string(bytes.Fields(text)[1]))
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() / 1024
}
