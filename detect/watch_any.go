package detect

import (
	"slices"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"
)

// BoardWatcher sees what happens on one board, frame by frame: a Watcher or a
// StrokeWatcher.
type BoardWatcher interface {
	Look(f capture.Frame) ([]Happening, error)
	End() []Happening
	Sight() Sight
}

// NewBoardWatcher is a watcher for the games of the boards that may be seen;
// where both may, the first board that is found tells.
func NewBoardWatcher(o WatchOptions) BoardWatcher {
	carrom := slices.ContainsFunc(o.Boards, func(b models.Board) bool { return b.Game == models.Carrom })
	crokinole := len(o.Boards) == 0 || slices.ContainsFunc(o.Boards, func(b models.Board) bool { return b.Game == models.Crokinole })
	switch {
	case carrom && crokinole:
		seen := &found{Finder: o.Finder}
		o.Finder = seen
		return &openWatcher{o: o, seen: seen, BoardWatcher: NewWatcher(o)}
	case carrom:
		return NewStrokeWatcher(o)
	}
	return NewWatcher(o)
}

// found remembers the game of the board that was found last.
type found struct {
	calibrate.Finder
	game models.Game
}

func (s *found) Find(f capture.Frame, o calibrate.Options) (calibrate.Calibration, error) {
	c, err := s.Finder.Find(f, o)
	if err == nil {
		s.game = c.Board.Game
	}
	return c, err
}

// openWatcher watches crokinole until a carrom board is found, and from then
// on carrom.
type openWatcher struct {
	BoardWatcher
	o    WatchOptions
	seen *found
}

func (w *openWatcher) Look(f capture.Frame) ([]Happening, error) {
	out, err := w.BoardWatcher.Look(f)
	if _, strokes := w.BoardWatcher.(*StrokeWatcher); w.seen.game != models.Carrom || strokes {
		return out, err
	}
	o := w.o
	o.Boards = slices.DeleteFunc(slices.Clone(o.Boards), func(b models.Board) bool { return b.Game != models.Carrom })
	w.BoardWatcher = NewStrokeWatcher(o)
	return w.BoardWatcher.Look(f)
}
