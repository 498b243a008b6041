package session

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
)

// live emits n frames at 30 a second, as a camera would.
func live(f capture.Frame, n int) sourceFunc {
	return func(ctx context.Context, emit func(capture.Frame)) error {
		for i := range n {
			shot := at(f, i)
			shot.CapturedAt = time.Now()
			emit(shot)
			select {
			case <-time.After(time.Second / 30):
			case <-ctx.Done():
				return nil
			}
		}
		return nil
	}
}

func TestSlowVisionSeesTheNewestFrameAndNeverFallsBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const frames, work = 300, 110 * time.Millisecond
		cam := overhead(0, 0, 0)
		processed, worst := 0, time.Duration(0)
		var last uint64
		detector := detectorFunc(func(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
			time.Sleep(work)
			processed++
			worst, last = max(worst, time.Since(f.CapturedAt)), f.Seq
			return discs(50)(f, c)
		})
		s := newSession(t, live(picture(cam), frames), found(cam), detector)
		if err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		n := s.Snapshot()
		if n.Rates.Captured != frames || n.Rates.Dropped+uint64(processed) != frames {
			t.Errorf("captured %d, dropped %d, processed %d: want %d = dropped + processed", n.Rates.Captured, n.Rates.Dropped, processed, frames)
		}
		if want := 30 * work.Seconds(); float64(frames)/float64(processed) > want+1 {
			t.Errorf("%d of %d frames were processed: want one in %.1f", processed, frames, want)
		}
		if limit := work + work + time.Second/30; worst > limit {
			t.Errorf("a frame was %v old when it was done: want at most %v, however long the source runs", worst, limit)
		}
		if last != frames-1 {
			t.Errorf("the last frame looked at was %d, want %d", last, frames-1)
		}
		if n.Rates.ProcessedFPS < 8 || n.Rates.ProcessedFPS > 10 || n.Rates.CapturedFPS < 29.9 || n.Rates.CapturedFPS > 30.1 {
			t.Errorf("rates %.1f and %.1f frames a second: want 30 captured, about 9 processed", n.Rates.CapturedFPS, n.Rates.ProcessedFPS)
		}
	})
}

func TestASourceThatEndsLeavesItsLastStateOnScreen(t *testing.T) {
	cam := overhead(0, 0, 0)
	s := newSession(t, sourceFunc(func(_ context.Context, emit func(capture.Frame)) error {
		emit(at(picture(cam), 0))
		return nil
	}), found(cam), discs(50))
	if n := s.Snapshot(); n.Phase != Starting || n.Discs == nil || n.Left == nil || n.Score == nil || n.Warn == nil {
		t.Errorf("before the first frame: %+v", n)
	}
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	n := s.Snapshot()
	if n.Phase != Ended || len(n.Discs) != 1 || n.Board == nil || n.Score[0].Total != 15 {
		t.Errorf("phase %s, %d discs, score %+v: want ended, one disc, 15", n.Phase, len(n.Discs), n.Score)
	}
}

func TestASourceThatFailsIsSaid(t *testing.T) {
	gone := errors.New("camera:0 was unplugged")
	s := newSession(t, sourceFunc(func(context.Context, func(capture.Frame)) error { return gone }), finderFunc(notFound), discs())
	if err := s.Run(t.Context()); !errors.Is(err, gone) {
		t.Errorf("Run returned %v", err)
	}
	if n := s.Snapshot(); n.Phase != Lost || !strings.Contains(n.Text, "unplugged") {
		t.Errorf("phase %s: %s", n.Phase, n.Text)
	}
}

func TestAPanicInASourceIsItsError(t *testing.T) {
	s := newSession(t, sourceFunc(func(context.Context, func(capture.Frame)) error { panic("broken driver") }), finderFunc(notFound), discs())
	var fault *Fault
	if err := s.Run(t.Context()); !errors.As(err, &fault) || len(fault.Stack) == 0 {
		t.Errorf("Run returned %v", err)
	}
}

func TestCancellingEndsBothGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // fails when a goroutine is left
		cam := overhead(0, 0, 0)
		ctx, cancel := context.WithCancel(t.Context())
		s := newSession(t, live(picture(cam), 1<<30), found(cam), discs(50))
		snapshots, frames := s.Subscribe(ctx), s.Frames(ctx)
		done := make(chan error)
		go func() { done <- s.Run(ctx) }()
		time.Sleep(time.Second)
		cancel()
		if err := <-done; err != nil {
			t.Errorf("a cancelled session returned %v", err)
		}
		for range snapshots { // ends only when it is closed
		}
		for range frames {
		}
		if n := s.Snapshot(); n.Phase != Ready {
			t.Errorf("phase %s: a session that was stopped did not end of itself", n.Phase)
		}
	})
}

func TestALostCameraIsSaidAndTakenBackByTheNextFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cam := overhead(0, 0, 0)
		more := make(chan int)
		var s *Session
		source := sourceFunc(func(_ context.Context, emit func(capture.Frame)) error {
			for n := range more {
				if n < 0 {
					s.CameraLost(errors.New("it repeats one picture"))
					continue
				}
				emit(at(picture(cam), n))
			}
			return nil
		})
		s = newSession(t, source, found(cam), discs(50))
		done := make(chan error)
		go func() { done <- s.Run(t.Context()) }()
		for _, step := range []struct {
			send int
			want Phase
		}{{0, Ready}, {-1, Lost}, {1, Ready}} {
			more <- step.send
			synctest.Wait()
			n := s.Snapshot()
			if n.Phase != step.want || len(n.Discs) != 1 {
				t.Errorf("after %d: phase %s with %d discs, want %s with 1 (%s)", step.send, n.Phase, len(n.Discs), step.want, n.Text)
			}
		}
		close(more)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestASlowSubscriberGetsTheNewestAndHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cam := overhead(0, 0, 0)
		ctx, cancel := context.WithCancel(t.Context())
		s := newSession(t, live(picture(cam), 60), found(cam), discs(50))
		slow := s.Subscribe(ctx)
		if err := s.Run(ctx); err != nil { // nobody reads meanwhile
			t.Fatal(err)
		}
		first := <-slow
		if first.Version != s.Snapshot().Version || first.Phase != Ended {
			t.Errorf("got version %d (%s), the newest is %d", first.Version, first.Phase, s.Snapshot().Version)
		}
		cancel()
		synctest.Wait()
		if _, open := <-slow; open {
			t.Error("the subscription outlived its context")
		}
	})
}

func TestMemoryIsFlatOverTenThousandFrames(t *testing.T) {
	cam := overhead(0, 0, 0)
	f := picture(cam)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var early, late uint64
	seen := make(chan struct{}, 1)
	source := sourceFunc(func(_ context.Context, emit func(capture.Frame)) error {
		for i := range 10_000 {
			g := at(f, i)
			if i%100 == 0 {
				g.Pix = append([]byte{}, f.Pix...) // a camera's frames are not one frame
			}
			emit(g)
			<-seen
			switch i {
			case 1_000:
				early = heap()
			case 9_999:
				late = heap()
			}
		}
		return nil
	})
	detector := detectorFunc(func(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
		defer func() { seen <- struct{}{} }()
		return discs(50, 150, 250)(f, c)
	})
	s := newSession(t, source, found(cam), detector)
	_ = s.Subscribe(t.Context()) // a screen that never reads
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.Snapshot(); n.Rates.Captured != 10_000 {
		t.Errorf("captured %d frames", n.Rates.Captured)
	}
	if late > early+2<<20 {
		t.Errorf("the heap grew from %d to %d KB between frames 1,000 and 10,000", early>>10, late>>10)
	}
}

func TestNewNamesEverythingThatIsMissing(t *testing.T) {
	_, err := New(Options{})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"source", "eyes", "desk", "log", "clock"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name the %s", err, want)
		}
	}
}
