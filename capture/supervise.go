package capture

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"sync"
	"time"
)

// State is what a live source is doing.
type State string

// The states of a live source.
const (
	Opening State = "opening" // being opened, no frame yet
	Live    State = "live"    // frames come
	Frozen  State = "frozen"  // the same picture again and again
	Silent  State = "silent"  // open, but no frame comes
	Lost    State = "lost"    // gone: it is opened again after a pause
	Ended   State = "ended"   // came to its end
)

// Status is a change of a live source's state.
type Status struct {
	State   State
	Text    string        // a sentence for the user, with what to do where that helps
	Err     error         // why it was lost; nil else
	Retry   time.Duration // Lost: the pause until it is opened again
	Attempt int           // Lost: how many times in a row it was
}

// Supervision says when a live source counts as lost and how it is opened
// again.
type Supervision struct {
	Patience time.Duration // without a new picture before the source is opened again; default 10 s
	First    time.Duration // the first pause before it is opened again; default 500 ms
	Longest  time.Duration // pauses double up to this one; default 30 s
	Status   func(Status)  // told of each change, from one goroutine at a time; may be nil
}

func (s Supervision) withDefaults() Supervision {
	if s.Patience <= 0 {
		s.Patience = 10 * time.Second
	}
	if s.First <= 0 {
		s.First = 500 * time.Millisecond
	}
	if s.Longest <= 0 {
		s.Longest = 30 * time.Second
	}
	// The reader says that it is live, the supervisor that it is not: one at
	// a time.
	var mu sync.Mutex
	tell := s.Status
	s.Status = func(now Status) {
		if tell != nil {
			mu.Lock()
			defer mu.Unlock()
			tell(now)
		}
	}
	return s
}

// pause is that before attempt n, from 1: doubling, and up to a quarter
// shorter by chance, so that many that were lost together don't come back in
// one moment.
func (s Supervision) pause(n int, chance float64) time.Duration {
	d := s.First
	for ; n > 1 && d < s.Longest; n-- {
		d *= 2
	}
	d = min(d, s.Longest)
	return d - time.Duration(chance*float64(d)/4)
}

// Supervise is a live source that comes back. open is called for each try,
// and what it opened is run to its end before the next: a blocking read is
// never closed under its reader. A source that fails before it ever gave a
// frame is wrongly named or set up, and its error is returned; later errors,
// a picture that repeats for ever and silence are told to Status and the
// source is opened again. When the source ends of itself, so does this one.
// Numbers and Media go on over gaps.
func Supervise(name string, open func(ctx context.Context) (Source, error), how Supervision) Source {
	return &supervisor{name: name, open: open, how: how.withDefaults(), seed: maphash.MakeSeed()}
}

type supervisor struct {
	name string
	open func(ctx context.Context) (Source, error)
	how  Supervision
	seed maphash.Seed

	seq   uint64    // of the next frame
	first time.Time // CapturedAt of the first frame
	last  uint64    // hash of the last picture, over all tries
}

var (
	errFrozen = errors.New("it repeats one picture")
	errSilent = errors.New("it gives no picture")
)

func (s *supervisor) String() string { return s.name }

func (s *supervisor) Run(ctx context.Context, emit func(Frame)) error {
	lost := 0
	for {
		s.how.Status(Status{State: Opening, Text: fmt.Sprintf("opening %s", s.name)})
		start := time.Now()
		changed, err := s.attempt(ctx, emit)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			s.how.Status(Status{State: Ended, Text: fmt.Sprintf("%s came to its end", s.name)})
			return nil
		case s.seq == 0:
			return fmt.Errorf("source %s: %w", s.name, err)
		case changed && time.Since(start) > s.how.Patience:
			lost = 0 // it was well for a while: not the same trouble again
		}
		lost++
		pause := s.how.pause(lost, rand.Float64())
		s.how.Status(Status{
			State: Lost, Err: err, Retry: pause, Attempt: lost,
			Text: fmt.Sprintf("%s is lost: %v; it is opened again in %.1f s", s.name, err, pause.Seconds()),
		})
		if !sleep(ctx, pause) {
			return nil
		}
	}
}

// attempt opens the source and runs it until it ends, fails, or its picture
// stands still. changed says that it gave pictures that differed.
func (s *supervisor) attempt(ctx context.Context, emit func(Frame)) (changed bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := watch{since: time.Now()}
	done := make(chan error, 1)
	go func() { done <- s.run(ctx, &w, emit) }()

	ticker := time.NewTicker(s.how.Patience / 4)
	defer ticker.Stop()
	for {
		select {
		case err := <-done:
			if cause := context.Cause(ctx); errors.Is(cause, errFrozen) || errors.Is(cause, errSilent) {
				err = cause
			}
			return w.everChanged(), err
		case <-ticker.C:
			if state := w.state(time.Now(), s.how.Patience); state != Live && ctx.Err() == nil {
				s.how.Status(s.stall(state))
				cancel(stallError(state, s.how.Patience))
			}
		}
	}
}

func (s *supervisor) stall(state State) Status {
	err := stallError(state, s.how.Patience)
	return Status{State: state, Err: err, Text: fmt.Sprintf("%s: %v: look at its cable, its power and its lens; it is closed and opened again", s.name, err)}
}

func stallError(state State, patience time.Duration) error {
	if state == Frozen {
		return fmt.Errorf("%w for %.0f s", errFrozen, patience.Seconds())
	}
	return fmt.Errorf("%w for %.0f s", errSilent, patience.Seconds())
}

// run opens the source and gives its frames on, numbered over all tries.
func (s *supervisor) run(ctx context.Context, w *watch, emit func(Frame)) error {
	source, err := s.open(ctx)
	if err != nil {
		return err
	}
	return source.Run(ctx, func(f Frame) {
		if ctx.Err() != nil {
			return // what a source gives after it was told to stop is late
		}
		if s.first.IsZero() {
			s.first = f.CapturedAt
		}
		f.Seq, f.Media = s.seq, f.CapturedAt.Sub(s.first)
		s.seq++
		hash := maphash.Bytes(s.seed, f.Pix)
		fresh := hash != s.last || s.seq == 1
		s.last = hash
		if w.saw(time.Now(), fresh) {
			s.how.Status(Status{State: Live, Text: fmt.Sprintf("%s gives %d x %d pixels", s.name, f.Width, f.Height)})
		}
		emit(f)
	})
}

// watch keeps when a source last gave a frame and a new picture.
type watch struct {
	mu      sync.Mutex
	since   time.Time // the last new picture, or the start
	heard   time.Time // the last frame; zero before the first
	changed bool      // a picture differed from the one before it
}

// saw notes a frame, and is true for the first one.
func (w *watch) saw(now time.Time, fresh bool) (first bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	first = w.heard.IsZero()
	w.heard = now
	if fresh {
		w.since, w.changed = now, true
	}
	return first
}

func (w *watch) everChanged() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}

// state is Live, or Frozen or Silent where there was nothing new for longer
// than patience.
func (w *watch) state(now time.Time, patience time.Duration) State {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case now.Sub(w.since) < patience:
		return Live
	case w.heard.IsZero() || now.Sub(w.heard) >= patience:
		return Silent
	}
	return Frozen
}
