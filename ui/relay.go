package ui

import (
	"context"
	"time"
)

// relay hands on what comes from in, until ctx ends, in is closed or send
// fails. It lets at least interval pass between two sends, in which in, being
// newest-wins, forgets all but the newest. When nothing was sent for beat it
// calls idle.
func relay[T any](ctx context.Context, in <-chan T, interval, beat time.Duration, send func(T) error, idle func() error) error {
	quiet := time.NewTimer(beat)
	defer quiet.Stop()
	pause := time.NewTimer(interval)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case v, open := <-in:
			if !open {
				return nil
			}
			if err := send(v); err != nil {
				return err
			}
			quiet.Reset(beat)
			if interval <= 0 {
				continue
			}
			pause.Reset(interval)
			select {
			case <-ctx.Done():
				return nil
			case <-pause.C:
			}
		case <-quiet.C:
			if err := idle(); err != nil {
				return err
			}
			quiet.Reset(beat)
		}
	}
}
