package watch

import (
	"slices"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
)

// Watcher sees what happens on one board, frame by frame: a Crokinole, or
// a Carrom.
type Watcher interface {
	Look(f capture.Frame) ([]detect.Happening, error)
	End() []detect.Happening
	Sight() Sight
}

// New is a watcher for the games of the boards that may be seen; where both may,
// the first board that is found tells.
func New(o Options) Watcher {
	carrom := slices.ContainsFunc(o.Boards, func(b models.Board) bool { return b.Game == models.Carrom })
	crokinole := len(o.Boards) == 0 || slices.ContainsFunc(o.Boards, func(b models.Board) bool { return b.Game == models.Crokinole })
	switch {
	case carrom && crokinole:
		seen := &found{Finder: o.Finder}
		o.Finder = seen
		return &openWatcher{o: o, seen: seen, Watcher: NewCrokinole(o)}
	case carrom:
		return NewCarrom(o)
	}
	return NewCrokinole(o)
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
	Watcher
	o    Options
	seen *found
}

func (w *openWatcher) Look(f capture.Frame) ([]detect.Happening, error) {
	out, err := w.Watcher.Look(f)
	if _, strokes := w.Watcher.(*Carrom); w.seen.game != models.Carrom || strokes {
		return out, err
	}
	o := w.o
	o.Boards = slices.DeleteFunc(slices.Clone(o.Boards), func(b models.Board) bool { return b.Game != models.Carrom })
	w.Watcher = NewCarrom(o)
	return w.Watcher.Look(f)
}
