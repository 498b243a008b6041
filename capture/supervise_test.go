package capture

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// script is a source that does what a test says, once for each opening.
type script func(ctx context.Context, emit func(Frame)) error

func (s script) Run(ctx context.Context, emit func(Frame)) error { return s(ctx, emit) }
func (s script) String() string                                  { return "script" }

var errUnplugged = errors.New("unplugged")

// running gives a new picture ten times a second for as long, then fails.
func running(d time.Duration, then error) script {
	return func(ctx context.Context, emit func(Frame)) error {
		for end := time.Now().Add(d); time.Now().Before(end); {
			emit(Frame{CapturedAt: time.Now(), Pix: []byte(time.Now().String())})
			if !sleep(ctx, 100*time.Millisecond) {
				return nil
			}
		}
		return then
	}
}

// frozen gives one picture for ever.
func frozen(ctx context.Context, emit func(Frame)) error {
	for sleep(ctx, 100*time.Millisecond) {
		emit(Frame{CapturedAt: time.Now(), Pix: []byte("the same")})
	}
	return nil
}

// mute gives nothing, and like a blocking read only hears of ctx late.
func mute(ctx context.Context, _ func(Frame)) error {
	<-ctx.Done()
	time.Sleep(5 * time.Second)
	return nil
}

type supervised struct {
	frames   []Frame
	statuses []Status
	err      error
	opened   []time.Duration // after the start
	live     int             // sources that run now
}

func (r *supervised) states() (s []State) {
	for _, status := range r.statuses {
		s = append(s, status.State)
	}
	return s
}

// supervise runs the scripts one after another for as long as the test says.
func supervise(t *testing.T, d time.Duration, scripts ...script) *supervised {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	r, start := &supervised{}, time.Now()
	open := func(context.Context) (Source, error) {
		r.opened = append(r.opened, time.Since(start))
		s := scripts[min(len(r.opened), len(scripts))-1]
		return script(func(ctx context.Context, emit func(Frame)) error {
			if r.live++; r.live > 1 {
				t.Error("opened again before the last one was done")
			}
			defer func() { r.live-- }()
			return s(ctx, emit)
		}), nil
	}
	s := Supervise("camera:0", open, Supervision{Status: func(s Status) { r.statuses = append(r.statuses, s) }})
	r.err = s.Run(ctx, func(f Frame) { r.frames = append(r.frames, f) })
	return r
}

func TestSuperviseReopensAnUnpluggedCamera(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := supervise(t, time.Minute, running(time.Second, errUnplugged), running(time.Hour, nil))
		if r.err != nil {
			t.Fatal(r.err)
		}
		if want := []State{Opening, Live, Lost, Opening, Live}; !slices.Equal(r.states(), want) {
			t.Errorf("states %v, want %v", r.states(), want)
		}
		lost := r.statuses[2]
		if !errors.Is(lost.Err, errUnplugged) || !strings.Contains(lost.Text, "camera:0 is lost: unplugged") {
			t.Errorf("said %+v", lost)
		}
		if gap := r.opened[1] - time.Second; gap != lost.Retry || gap < 375*time.Millisecond || gap > 500*time.Millisecond {
			t.Errorf("opened again after %v, said %v", gap, lost.Retry)
		}
		for i, f := range r.frames {
			if f.Seq != uint64(i) || i > 0 && f.Media <= r.frames[i-1].Media {
				t.Fatalf("frame %d has number %d and time %v", i, f.Seq, f.Media)
			}
		}
		if len(r.frames) < 500 {
			t.Errorf("%d frames in a minute", len(r.frames))
		}
	})
}

func TestSuperviseReturnsWhatFailsBeforeItsFirstFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := supervise(t, time.Minute, running(0, errUnplugged))
		if !errors.Is(r.err, errUnplugged) || len(r.opened) != 1 || !strings.HasPrefix(r.err.Error(), "source camera:0: ") {
			t.Errorf("error %v after %d tries", r.err, len(r.opened))
		}
	})
}

func TestSuperviseReturnsAnErrorOfOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Supervise("x", func(context.Context) (Source, error) { return nil, errUnplugged }, Supervision{})
		if err := s.Run(t.Context(), func(Frame) {}); !errors.Is(err, errUnplugged) {
			t.Errorf("error is %v", err)
		}
	})
}

func TestSuperviseEndsWithItsSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := supervise(t, time.Minute, running(time.Second, nil))
		if r.err != nil || len(r.frames) != 10 {
			t.Errorf("%d frames, %v", len(r.frames), r.err)
		}
		if want := []State{Opening, Live, Ended}; !slices.Equal(r.states(), want) {
			t.Errorf("states %v, want %v", r.states(), want)
		}
	})
}

func TestSuperviseNoticesAFrozenPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := supervise(t, 40*time.Second, frozen, running(time.Hour, nil))
		if want := []State{Opening, Live, Frozen, Lost, Opening, Live}; !slices.Equal(r.states(), want) {
			t.Fatalf("states %v, want %v", r.states(), want)
		}
		if text := r.statuses[2].Text; !strings.Contains(text, "camera:0: it repeats one picture for 10 s") {
			t.Errorf("said %q", text)
		}
		if at := r.opened[1]; at < 10*time.Second || at > 14*time.Second {
			t.Errorf("opened again after %v", at)
		}
	})
}

func TestSuperviseNoticesASilentCameraAndWaitsForItsReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silentLater := script(func(ctx context.Context, emit func(Frame)) error {
			if err := running(time.Second, nil)(ctx, emit); err != nil {
				return err
			}
			return mute(ctx, emit)
		})
		r := supervise(t, time.Minute, silentLater, running(time.Hour, nil))
		if want := []State{Opening, Live, Silent, Lost, Opening, Live}; !slices.Equal(r.states(), want) {
			t.Fatalf("states %v, want %v", r.states(), want)
		}
		if at := r.opened[1]; at < 16*time.Second {
			t.Errorf("opened again after %v, while the reader was still blocked", at)
		}
		if r := supervise(t, time.Minute, mute); !errors.Is(r.err, errSilent) {
			t.Errorf("silent from the start: %v", r.err)
		}
	})
}

func TestSupervisePausesGrowWhileTheTroubleLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := supervise(t, 10*time.Minute, running(time.Second, errUnplugged), running(0, errUnplugged))
		var pauses []time.Duration
		for _, s := range r.statuses {
			if s.State == Lost {
				if pauses = append(pauses, s.Retry); s.Attempt != len(pauses) {
					t.Errorf("attempt %d is called %d", len(pauses), s.Attempt)
				}
			}
		}
		for i, p := range pauses {
			full := min(500*time.Millisecond<<min(i, 10), 30*time.Second)
			if p > full || p < full*3/4 {
				t.Errorf("pause %d is %v, want %v or up to a quarter less", i+1, p, full)
			}
		}
		if len(pauses) < 20 {
			t.Errorf("%d tries in 10 minutes", len(pauses))
		}
	})
}

func TestSupervisePausesAreShortAgainAfterAWhileInGoodOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := supervise(t, 10*time.Minute, running(time.Second, errUnplugged), running(0, errUnplugged),
			running(0, errUnplugged), running(time.Minute, errUnplugged), running(time.Hour, nil))
		var attempts []int
		for _, s := range r.statuses {
			if s.State == Lost {
				attempts = append(attempts, s.Attempt)
			}
		}
		if want := []int{1, 2, 3, 1}; !slices.Equal(attempts, want) {
			t.Errorf("attempts %v, want %v", attempts, want)
		}
	})
}
