// Package storybook shows the page in every state without a camera: a board
// that says what it is told to, and stories made of rendered pictures whose
// truth is known.
package storybook

import (
	"context"
	"errors"
	"slices"
	"sync"

	"ditchline/capture"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
)

// Board is a board that shows what was last published. It implements
// ui.Board.
type Board struct {
	mu     sync.Mutex
	state  session.Snapshot
	frame  capture.Frame
	framed bool
	orders []score.Event
	states feed[session.Snapshot]
	frames feed[capture.Frame]
	seen   feed[session.Picture]
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
	b.seen.publish(session.Picture{Frame: f, State: b.state})
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

// Pictures gives the pictures from now on, each with the state at that time.
func (b *Board) Pictures(ctx context.Context) <-chan session.Picture { return b.seen.join(ctx) }

// MatchLog is empty: a story has no log.
func (b *Board) MatchLog() []score.Event { return nil }

// Orders are what people entered, the newest last.
func (b *Board) Orders() []score.Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.orders)
}

// Correct notes nothing: a story's discs stay where they lie.
func (b *Board) Correct(context.Context, []desk.Said, string) error {
	return errors.New("a story's discs stay where they lie")
}

// Order notes what a person entered. An answer strikes its question from the
// state.
func (b *Board) Order(_ context.Context, e score.Event) error {
	b.mu.Lock()
	b.orders = append(b.orders, e)
	v := b.state
	b.mu.Unlock()
	if v.Match == nil {
		return errors.New("no match is played yet: the board was not found")
	}
	m := *v.Match
	switch e.Kind {
	case score.KindRuling:
		m.Reviews = slices.DeleteFunc(slices.Clone(m.Reviews), func(q session.ReviewView) bool {
			_, answered := e.Answers[q.Key]
			return answered && q.Of == e.Of
		})
	case score.KindUndo:
		if n := len(m.Shots); n > 0 {
			m.Shots = m.Shots[:n-1]
		}
	}
	v.Match = &m
	b.Publish(v)
	return nil
}

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
