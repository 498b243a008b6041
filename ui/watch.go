package ui

import (
	"context"
	"sync"
	"time"
)

// watched is a board with what the server keeps of it.
type watched struct {
	name     string
	board    Board
	pictures *pictures
	now      func() time.Time

	jsonMu sync.Mutex
	json   []byte // of the snapshot jsonOf of the program jsonBy
	jsonOf uint64
	jsonBy string

	shown context.Context // ends when the server shows the board no longer
	end   context.CancelFunc

	crier crier // of what happens in its match

	heardMu sync.Mutex
	heard   time.Time // when the last snapshot came
}

func watch(b NamedBoard, encode Encoder, resize Resizer, now func() time.Time) *watched {
	w := &watched{name: b.Name, board: b.Board, pictures: newPictures(encode, resize), now: now, heard: now(), crier: crier{board: b.Name}}
	w.shown, w.end = context.WithCancel(context.Background())
	return w
}

// within is ctx, ended also when the server shows the board no longer: the
// context of a stream.
func (w *watched) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	unhook := context.AfterFunc(w.shown, stop)
	return ctx, func() {
		unhook()
		stop()
	}
}

// run listens to the board until ctx ends or it is gone: for the stages' histograms, to
// know when it was last heard, and to tell what happens in its match.
func (w *watched) run(ctx context.Context, m *metrics, tell func([]Happening)) {
	ctx, stop := w.within(ctx)
	defer stop()
	newer := w.board.Subscribe(ctx)
	last := w.board.Snapshot()
	m.observeStages(w.name, last.Rates.StageMS)
	w.crier.look(w.board.MatchLog())
	for v := range newer {
		w.heardMu.Lock()
		w.heard = w.now()
		w.heardMu.Unlock()
		if v.Time != last.Time || v.Rates.Captured != last.Rates.Captured {
			m.observeStages(w.name, v.Rates.StageMS) // once a frame, whatever else changed
		}
		last = v
		tell(w.crier.look(w.board.MatchLog()))
	}
}

// silence is how long the board was not heard.
func (w *watched) silence() time.Duration {
	w.heardMu.Lock()
	defer w.heardMu.Unlock()
	return w.now().Sub(w.heard)
}
