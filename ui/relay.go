package ui

import (
	"context"
	"time"
)

// relay hands on what comes from in, until ctx ends, in is closed or send
// fails. It sends once an interval at the most, give or take a tenth so that
// values which come at that very rate all pass; meanwhile in, being
// newest-wins, forgets all but the newest. When nothing was sent for beat it
// calls idle.
func relay[T any](ctx context.Context, in <-chan T, interval, beat time.Duration, send func(T) error, idle func() error) error {
	quiet := time.NewTimer(beat)
	defer quiet.Stop()
	pause := time.NewTimer(interval)
	defer pause.Stop()
	var due time.Time // of the next send
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
			now := time.Now()
			if due = due.Add(interval); due.Before(now) {
				due = now.Add(interval)
			}
			pause.Reset(due.Sub(now) - interval/10)
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
