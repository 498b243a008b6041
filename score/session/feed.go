package session

import (
	"context"
	"sync"
)

// feed hands the newest value to whoever wants it: a subscriber that is slow
// misses values and is never waited for. Its zero value is ready.
type feed[T any] struct {
	mu     sync.Mutex
	last   T
	some   bool
	subs   map[chan T]struct{}
	missed uint64 // values that a subscriber did not take before the next
}

// publish makes v the newest value.
func (f *feed[T]) publish(v T) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last, f.some = v, true
	for c := range f.subs {
		select {
		case <-c: // the subscriber did not take the one before
			f.missed++
		default:
		}
		c <- v // one place is free: only publish sends, under the lock
	}
}

// newest value; ok is false before the first.
func (f *feed[T]) newest() (v T, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last, f.some
}

// subscribe gives the values published from now on, until ctx ends; then the
// channel is closed.
func (f *feed[T]) subscribe(ctx context.Context) <-chan T {
	c := make(chan T, 1)
	f.mu.Lock()
	if f.subs == nil {
		f.subs = map[chan T]struct{}{}
	}
	f.subs[c] = struct{}{}
	f.mu.Unlock()
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.subs, c)
		close(c)
	})
	return c
}

// forget the newest value: what comes next has nothing to do with it.
func (f *feed[T]) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	var none T
	f.last, f.some = none, false
}
