package session

import (
	"context"
	"sync"
	"time"

	"ditchline/capture"
)

// mailbox holds the newest frame between the goroutine that reads the camera
// and the one that looks at its pictures. A frame that was not taken before
// the next one came is dropped and counted.
type mailbox struct {
	mu      sync.Mutex
	letter  letter
	full    bool
	closed  bool
	dropped uint64
	wake    chan struct{} // one place: there may be something to take
}

// letter is a frame with the clock's time when it arrived.
type letter struct {
	frame   capture.Frame
	arrived time.Time
	dropped uint64 // frames dropped up to this one
}

func newMailbox() *mailbox { return &mailbox{wake: make(chan struct{}, 1)} }

// put never blocks.
func (m *mailbox) put(f capture.Frame, arrived time.Time) {
	m.mu.Lock()
	if m.full {
		m.dropped++
	}
	m.letter, m.full = letter{f, arrived, m.dropped}, true
	m.mu.Unlock()
	m.ring()
}

// close says that no more frames come; the last one can still be taken.
func (m *mailbox) close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.ring()
}

func (m *mailbox) ring() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// take waits for a frame; ok is false when there will be none.
func (m *mailbox) take(ctx context.Context) (l letter, ok bool) {
	for {
		m.mu.Lock()
		l, full, closed := m.letter, m.full, m.closed
		m.letter, m.full = letter{}, false
		m.mu.Unlock()
		if ctx.Err() != nil {
			return letter{}, false
		}
		if full || closed {
			return l, full
		}
		select {
		case <-m.wake:
		case <-ctx.Done():
		}
	}
}
