package capture

import (
	"context"
	"time"
)

// pacer holds frames back until their time has come, as a camera would.
type pacer struct {
	start time.Time
}

// wait blocks until media after the first call's moment, and is false when
// ctx ended before. A reader that is late is not held back: it catches up.
func (p *pacer) wait(ctx context.Context, media time.Duration) bool {
	if p.start.IsZero() {
		p.start = time.Now().Add(-media)
	}
	return sleep(ctx, time.Until(p.start.Add(media)))
}

// sleep is false when ctx ended before.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Paced plays a recorded source in real time: each frame is given on when as
// much time has passed since the first as Media says, and its CapturedAt is
// that moment, as if a camera had taken it then.
func Paced(s Source) Source { return pacedSource{s} }

type pacedSource struct{ inner Source }

func (s pacedSource) String() string { return s.inner.String() }

func (s pacedSource) Run(ctx context.Context, emit func(Frame)) error {
	var p pacer
	return s.inner.Run(ctx, func(f Frame) {
		if p.wait(ctx, f.Media) {
			f.CapturedAt = p.start.Add(f.Media)
			emit(f)
		}
	})
}

// Looped begins a source again at its end, for ever. Numbers and times go on;
// gap is the time from the last frame of a round to the first of the next
// where a round has a single frame, and else it is that between its last two.
func Looped(s Source, gap time.Duration) Source { return loopedSource{s, gap} }

type loopedSource struct {
	inner Source
	gap   time.Duration
}

func (s loopedSource) String() string { return s.inner.String() }

func (s loopedSource) Run(ctx context.Context, emit func(Frame)) error {
	var seq uint64
	var offset, last time.Duration
	for ctx.Err() == nil {
		gap, frames := s.gap, 0
		err := s.inner.Run(ctx, func(f Frame) {
			media := offset + f.Media
			if frames > 0 && media > last {
				gap = media - last
			}
			f.CapturedAt = f.CapturedAt.Add(offset)
			f.Seq, f.Media, last = seq, media, media
			seq, frames = seq+1, frames+1
			emit(f)
		})
		if err != nil || frames == 0 {
			return err
		}
		offset = last + gap
	}
	return nil
}
