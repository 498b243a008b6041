package detect

import (
	"errors"
	"fmt"
	"math"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
)

// strokeHold is how surely a carrom board's calibration still holds.
type strokeHold struct {
	hold   *calibrate.Hold // nil where too little of the lines was plain
	next   time.Duration   // no check before
	last   calibrate.Grip  // of the check before
	hidden time.Duration   // since when too little is seen of the lines; notHidden if enough is
}

// grip begins to hold a calibration by a frame that shows it.
func (g *strokeHold) grip(f capture.Frame, c calibrate.Calibration) {
	*g = strokeHold{next: f.Media + holdEvery, hidden: notHidden}
	if h, ok := calibrate.NewHold(f, c); ok {
		g.hold = h
	}
}

// checkHold looks now and then whether the view still is what was calibrated,
// as Watcher.checkHold does.
func (w *StrokeWatcher) checkHold(f capture.Frame) (steady bool, err error) {
	g := &w.hold
	moving := g.last.State == calibrate.Knocked
	if g.hold == nil || f.Media < g.next || w.stroke != nil && w.stroke.said == 0 {
		return !moving, nil
	}
	g.next = f.Media + holdEvery
	now, before := g.hold.Check(f), g.last
	g.last = now
	if now.State != calibrate.Hidden {
		g.hidden = notHidden
	}
	switch now.State {
	case calibrate.Drifted:
		if !w.eye.handOver && !w.visited.any && before.State == calibrate.Drifted {
			w.recalibrate(f, g.hold.Follow(now))
		}
	case calibrate.Knocked:
		g.next = f.Media + knockEvery
		if before.State == calibrate.Knocked && math.Abs(before.ShiftMM-now.ShiftMM) < knockStill && now.Seen > knockSeen {
			return true, w.shifted(f, now)
		}
		return false, nil
	case calibrate.Hidden:
		if g.hidden == notHidden {
			g.hidden = f.Media
		}
		if f.Media-g.hidden > hiddenMost {
			return false, w.lose(f.Media, false, "the board's lines have been hidden for too long")
		}
	}
	return true, nil
}

// recalibrate goes on with another calibration of the same board; the pieces
// stay what and where they are.
func (w *StrokeWatcher) recalibrate(f capture.Frame, c calibrate.Calibration) {
	w.cal = &c
	palette := w.eye.palette
	w.eye = newStrokeEye(c, f)
	w.eye.palette = palette
	w.eye.learnBoard(w.pieces)
	w.visited = strokeVisit{}
	w.hold.grip(f, c)
}

// shifted calibrates a board anew that was moved, says so, and takes the
// pieces as they lie now.
func (w *StrokeWatcher) shifted(f capture.Frame, g calibrate.Grip) error {
	old := *w.cal
	c, err := calibrate.Refine(f, w.hold.hold.Follow(g))
	if err != nil {
		c, err = w.o.Finder.Find(f, calibrate.Options{Boards: w.o.Boards, Surface: w.o.Surface, FocalPx: f.FocalPx})
	}
	if errors.Is(err, calibrate.ErrNoBoard) || errors.Is(err, calibrate.ErrLost) {
		return nil // a hand may be in the way: at the next check again
	} else if err != nil {
		return fmt.Errorf("watch: calibrate the moved board: %w", err)
	}
	c = calibrate.SameTurn(c, old)
	w.recalibrate(f, c)
	w.out = append(w.out, &Shifted{At: f.Media, MM: g.ShiftMM, Deg: g.TurnDeg, Calibration: c})
	w.visited.suspect(f.Media)
	return nil
}
