package session

import (
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/detect/watch"
	"ditchline/models"
)

// limits are what the camera is too poor for, measured while it runs. Its
// methods may be called from any goroutine.
type limits struct {
	mu    sync.Mutex
	gauge Gauge
	board models.Board
	next  time.Duration // when they are named anew
	list  []Limit
}

// limitsEvery is how often the limits are named: what they go by changes
// slowly.
const limitsEvery = 2 * time.Second

// frame hears of every frame that the source gives.
func (l *limits) frame(f capture.Frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gauge.Frame(f)
}

// look measures the picture: of a board on which nothing moves, or, where none
// is found, its light.
func (l *limits) look(f capture.Frame, seen watch.Sight) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case seen.Calibration == nil:
		l.gauge.Dim(f)
	case seen.Phase == watch.PhaseReady:
		l.board = seen.Calibration.Board
		l.gauge.Picture(f, *seen.Calibration)
	}
	if f.Media >= l.next || l.list == nil {
		l.next, l.list = f.Media+limitsEvery, append([]Limit{}, Limits(l.gauge.Facts(), l.board)...)
	}
}

// named are the limits as last named; never nil.
func (l *limits) named() []Limit {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Limit{}, l.list...)
}
