// Package storybook shows the page in every state without a camera: a board
// that says what it is told to, and stories made of rendered pictures whose
// truth is known.
package storybook

import (
	"context"
	"sync"

	"ditchline/capture"
	"ditchline/score/session"
)

// Board is a board that shows what was last published. It implements
// ui.Board.
type Board struct {
	mu     sync.Mutex
	state  session.Snapshot
	frame  capture.Frame
	framed bool
	states feed[session.Snapshot]
	frames feed[capture.Frame]
}

// NewBoard is a board of the process named program; it is starting.
func NewBoard(program string) *Board {
	return &Board{state: session.Snapshot{Version: 1, Program: program, Phase: session.Starting}}
}

// Publish shows v, with the next version and the board's own program.
func (b *Board) Publish(v session.Snapshot) session.Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	v.Version, v.Program = b.state.Version+1, b.state.Program
	b.state = v
	b.states.publish(v)
	return v
}

// Show makes f the newest picture.
func (b *Board) Show(f capture.Frame) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.frame, b.framed = f, true
	b.frames.publish(f)
}

// Snapshot is the newest state.
func (b *Board) Snapshot() session.Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state
}

// Subscribe gives the states published from now on.
func (b *Board) Subscribe(ctx context.Context) <-chan session.Snapshot { return b.states.join(ctx) }

// Frame is the newest picture.
func (b *Board) Frame() (capture.Frame, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.frame, b.framed
}

// Frames gives the pictures from now on.
func (b *Board) Frames(ctx context.Context) <-chan capture.Frame { return b.frames.join(ctx) }

// feed hands values to readers, to each the newest only.
type feed[T any] struct {
	mu      sync.Mutex
	readers map[chan T]struct{}
}

func (f *feed[T]) join(ctx context.Context) <-chan T {
	ch := make(chan T, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.readers == nil {
		f.readers = map[chan T]struct{}{}
	}
	f.readers[ch] = struct{}{}
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.readers, ch)
		close(ch)
	})
	return ch
}

func (f *feed[T]) publish(v T) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for ch := range f.readers {
		select {
		case <-ch:
		default:
		}
		ch <- v // has room: only publish sends, under the lock
	}
}
