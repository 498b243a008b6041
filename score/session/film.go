package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/detect/watch"
	"ditchline/score/session/desk"
)

// Film is a recording to be judged.
type Film struct {
	Source capture.Source // gives every frame in order
	Eyes   Eyes
	Desk   *desk.Desk
	Say    func(desk.Note) error                  // hears everything, in order
	Shown  func(capture.Frame, watch.Sight) error // after each frame; may be nil
	Fault  func(frame uint64, err error)          // hears of frames that could not be measured
}

// ahead is how many frames are decoded before they are looked at: enough to
// keep two cores busy, and a bound for the memory.
const ahead = 6

// Play judges the film: every frame in order, as fast as it goes. Nothing in
// it depends on the clock, so that the same film gives the same notes. It
// decodes on one goroutine and looks on the caller's; both have ended when it
// returns.
func (m Film) Play(outer context.Context) error {
	ctx, stop := context.WithCancel(outer)
	defer stop()
	frames := make(chan capture.Frame, ahead)
	read := make(chan error, 1)
	go func() {
		defer close(frames)
		read <- m.read(ctx, frames)
	}()
	seen, last, err := m.watch(frames)
	stop()
	for range frames { // until the reader has ended
	}
	failed := <-read
	switch {
	case err != nil:
		return err
	case outer.Err() != nil:
		return fmt.Errorf("interrupted: %w", context.Cause(outer))
	case failed != nil:
		return failed
	}
	return m.finish(seen, last)
}

type progress struct {
	frames int
	found  bool
	why    string
}

func (m Film) read(ctx context.Context, frames chan<- capture.Frame) (err error) {
	defer caught("reading the film", &err)
	return m.Source.Run(ctx, func(f capture.Frame) {
		select {
		case frames <- f:
		case <-ctx.Done():
		}
	})
}

// watch looks at the frames until there are no more.
func (m Film) watch(frames <-chan capture.Frame) (p progress, last time.Duration, err error) {
	for f := range frames {
		p.frames++
		last = f.Media
		happenings, err := m.look(f)
		if err != nil {
			m.Fault(f.Seq, err)
		}
		if err := m.take(happenings, &p); err != nil {
			return p, last, err
		}
		if err := m.tell(m.Desk.Tick(f.Media)); err != nil {
			return p, last, err
		}
		sight := m.Eyes.Sight()
		p.why = sight.Why
		if m.Shown != nil {
			if err := m.Shown(f, sight); err != nil {
				return p, last, err
			}
		}
	}
	return p, last, nil
}

// look at a frame; a panic in vision is an error like any other.
func (m Film) look(f capture.Frame) (hs []detect.Happening, err error) {
	defer caught(fmt.Sprintf("looking at frame %d", f.Seq), &err)
	return m.Eyes.Look(f)
}

func (m Film) take(happenings []detect.Happening, p *progress) error {
	for _, h := range happenings {
		if _, ok := h.(*detect.Found); ok {
			p.found = true
		}
		if err := m.tell(m.Desk.Take(h)); err != nil {
			return err
		}
	}
	return nil
}

func (m Film) tell(o desk.Outcome) error {
	for _, n := range o.Notes {
		if err := m.Say(n); err != nil {
			return err
		}
	}
	return nil
}

// finish says what the end of the film leaves open.
func (m Film) finish(p progress, last time.Duration) error {
	if p.frames == 0 {
		return errors.New("it has no frames")
	}
	if err := m.take(m.Eyes.End(), &p); err != nil {
		return err
	}
	if !p.found {
		if p.why == "" {
			return errors.New("no board was found in it")
		}
		return fmt.Errorf("no board was found in it: %s", p.why)
	}
	return m.tell(m.Desk.End(last))
}
