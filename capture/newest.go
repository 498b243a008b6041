package capture

import (
	"context"
	"io"
	"sync"
)

// Newest is a mailbox that holds one frame: a newer one takes the place of
// one that nobody took, so that a slow reader never sees old pictures. Make
// it with NewNewest.
type Newest struct {
	mu       sync.Mutex
	frame    Frame
	full     bool
	closed   bool
	captured uint64
	dropped  uint64
	wake     chan struct{} // holds one token while there may be something to take
}

// NewNewest makes an empty mailbox.
func NewNewest() *Newest {
	return &Newest{wake: make(chan struct{}, 1)}
}

// Put lays a frame in. It never blocks.
func (n *Newest) Put(f Frame) {
	n.mu.Lock()
	n.captured++
	if n.full {
		n.dropped++
	}
	n.frame, n.full = f, true
	n.mu.Unlock()
	n.signal()
}

// Close says that no frame will come any more. The last one can still be
// taken.
func (n *Newest) Close() {
	n.mu.Lock()
	n.closed = true
	n.mu.Unlock()
	n.signal()
}

func (n *Newest) signal() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Take waits for a frame that was not taken yet. It is io.EOF after Close
// once nothing is left, or the context's error.
func (n *Newest) Take(ctx context.Context) (Frame, error) {
	for {
		n.mu.Lock()
		f, full, closed := n.frame, n.full, n.closed
		n.frame, n.full = Frame{}, false
		n.mu.Unlock()
		if full {
			return f, nil
		}
		if closed {
			n.signal() // for others that wait
			return Frame{}, io.EOF
		}
		select {
		case <-n.wake:
		case <-ctx.Done():
			return Frame{}, context.Cause(ctx)
		}
	}
}

// Counts are how many frames were put in, and how many of them were
// overwritten before anybody took them.
func (n *Newest) Counts() (captured, dropped uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.captured, n.dropped
}
