package session

import (
	"errors"
	"fmt"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
)

// watcher looks at one board's frames in their order: it finds the board,
// keeps the calibration as long as it holds, and measures the discs. Its time
// is the frames'.
type watcher struct {
	vision Vision

	cal      *calibrate.Calibration // nil while the board is not found
	grip     grip
	teams    teamMemory
	last     detect.Observation // the last good one, under cal
	hasLast  bool
	why      string        // why the board or the discs are not seen, for the user
	now      time.Duration // time of the last frame
	nextFind time.Duration // no search before
	verifyAt time.Duration // the calibration is measured anew then
	hidden   time.Duration // since when the board is hidden, in part or all of it; noTime if it is not
}

// Figures of the watch, in the frames' time.
const (
	retryEvery  = 500 * time.Millisecond // between searches for a board that is not found
	verifyEvery = 30 * time.Second       // a calibration that holds is measured anew
	forgetAfter = 10 * time.Second       // hidden for longer: the board may be gone
	samePlace   = 0.75                   // pixels: a new calibration nearer than that is the old one
	noTime      = time.Duration(-1)
)

func newWatcher(v Vision) *watcher { return &watcher{vision: v, hidden: noTime} }

// look at the next frame.
func (w *watcher) look(f capture.Frame) (Phase, Elapsed, error) {
	elapsed := Elapsed{}
	if f.Media < w.now { // the source began anew
		w.nextFind, w.verifyAt, w.hidden = f.Media, f.Media, noTime
	}
	w.now = f.Media
	if w.cal != nil && (f.Width != w.grip.width || f.Height != w.grip.height) {
		w.forget()
	}
	if w.cal == nil {
		if err := w.search(f, elapsed); err != nil || w.cal == nil {
			return Looking, elapsed, err
		}
	} else if covered, err := w.check(f, elapsed); covered || err != nil {
		return w.hide(), elapsed, err
	}
	o, err := w.vision.detect(f, *w.cal, elapsed)
	if err != nil {
		w.why = err.Error()
		return w.hide(), elapsed, faultOnly(err)
	}
	if w.grip.covered(f, o.Discs) {
		w.why = ""
		return w.hide(), elapsed, nil // what a hand covers is unknown, not empty
	}
	o.Discs = w.teams.settle(o.Discs)
	w.last, w.hasLast, w.hidden, w.why = o, true, noTime, ""
	return Ready, elapsed, nil
}

// search for the board, unless the last search was a moment ago.
func (w *watcher) search(f capture.Frame, elapsed Elapsed) error {
	if f.Media < w.nextFind {
		return nil
	}
	cal, err := w.vision.find(f, elapsed)
	if err != nil {
		w.why = err.Error()
		w.nextFind = f.Media + retryEvery
		return faultOnly(err)
	}
	w.adopt(f, cal)
	return nil
}

// check whether the calibration still holds, and measure it anew where it
// does not or where it is time to. covered says that the board is neither
// where it was nor to be found elsewhere.
func (w *watcher) check(f capture.Frame, elapsed Elapsed) (covered bool, err error) {
	holds := w.grip.holds(f)
	due := f.Media >= w.verifyAt
	if holds && !due {
		return false, nil
	}
	if f.Media < w.nextFind {
		return !holds, nil
	}
	cal, err := w.vision.find(f, elapsed)
	if err != nil {
		w.nextFind = f.Media + retryEvery
		w.verifyAt = f.Media + verifyEvery
		w.why = err.Error()
		return !holds, faultOnly(err)
	}
	cal = sameTurn(cal, *w.cal)
	if apart(cal, *w.cal) < samePlace {
		cal = *w.cal // keep the numbers still while the board is
	}
	w.adopt(f, cal)
	return false, nil
}

func (w *watcher) adopt(f capture.Frame, cal calibrate.Calibration) {
	w.cal, w.grip = &cal, takeGrip(f, cal)
	w.verifyAt = f.Media + verifyEvery
	w.nextFind = f.Media + retryEvery
	w.why = ""
}

// hide keeps the last good state while something covers the board, and
// forgets it when that lasts.
func (w *watcher) hide() Phase {
	if w.hidden == noTime {
		w.hidden = w.now
	}
	if w.now-w.hidden > forgetAfter {
		w.forget()
		return Looking
	}
	return Hidden
}

func (w *watcher) forget() {
	w.cal, w.grip, w.hasLast, w.last, w.hidden, w.nextFind = nil, grip{}, false, detect.Observation{}, noTime, 0
}

// faultOnly is err where it is a fault of the program, for the log: that a
// picture shows no board is no error of a session.
func faultOnly(err error) error {
	var fault *Fault
	if errors.As(err, &fault) {
		return fmt.Errorf("session: %w", err)
	}
	return nil
}
