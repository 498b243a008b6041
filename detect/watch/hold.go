package watch

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// grasp is how surely the calibration still holds.
type grasp struct {
	hold   *calibrate.Hold // nil where too little of the lines was plain
	next   time.Duration   // no check before
	last   calibrate.Grip  // of the check before
	hidden time.Duration   // since when too little is seen of the lines; notHidden if enough is
}

const notHidden = time.Duration(-1)

// Figures of the checks of the calibration.
const (
	holdEvery  = 500 * time.Millisecond
	knockEvery = 200 * time.Millisecond // while the board is being moved
	knockStill = 0.4                    // mm between two checks: it lies still again
	knockSeen  = 0.85                   // of its lines: no hand is over it
	hiddenMost = 10 * time.Second       // hidden for longer: the board may be gone
)

// grip begins to hold a calibration by a frame that shows it.
func (g *grasp) grip(f capture.Frame, c calibrate.Calibration) {
	*g = grasp{next: f.Media + holdEvery, hidden: notHidden}
	if h, ok := calibrate.NewHold(f, c); ok {
		g.hold = h
	}
}

// viewState is what a check of the calibration calls for.
type viewState int

const (
	viewHolds   viewState = iota // go on
	viewMoving                   // it is being moved: measure nothing
	viewDrifted                  // follow the drift
	viewMoved                    // it lies still again elsewhere: calibrate anew
	viewLost                     // hidden for too long
)

// check looks now and then whether the view still is what was calibrated; busy
// says that something is under way that must not be disturbed. The grip is
// the newest.
func (g *grasp) check(f capture.Frame, busy bool) (viewState, calibrate.Grip) {
	if g.hold == nil || f.Media < g.next || busy {
		if g.last.State == calibrate.Knocked {
			return viewMoving, g.last
		}
		return viewHolds, g.last
	}
	g.next = f.Media + holdEvery
	now, before := g.hold.Check(f), g.last
	g.last = now
	if now.State != calibrate.Hidden {
		g.hidden = notHidden
	}
	switch now.State {
	case calibrate.Drifted:
		if before.State == calibrate.Drifted {
			return viewDrifted, now
		}
	case calibrate.Knocked:
		g.next = f.Media + knockEvery
		if before.State == calibrate.Knocked && math.Abs(before.ShiftMM-now.ShiftMM) < knockStill && now.Seen > knockSeen {
			return viewMoved, now
		}
		return viewMoving, now
	case calibrate.Hidden:
		if g.hidden == notHidden {
			g.hidden = f.Media
		}
		if f.Media-g.hidden > hiddenMost {
			return viewLost, now
		}
	}
	return viewHolds, now
}

// hiddenLong is why a board is given up whose lines cannot be seen.
const hiddenLong = "the board's lines have been hidden for too long"

// again calibrates a board anew that was moved as the grip says. ok is false
// where it cannot be seen yet: a hand may be in the way.
func (g *grasp) again(f capture.Frame, now calibrate.Grip, o Options, old calibrate.Calibration) (c calibrate.Calibration, ok bool, err error) {
	c, err = calibrate.Refine(f, g.hold.Follow(now))
	if err != nil {
		c, err = o.Finder.Find(f, calibrate.Options{Boards: o.Boards, Surface: o.Surface, FocalPx: f.FocalPx})
	}
	if errors.Is(err, calibrate.ErrNoBoard) || errors.Is(err, calibrate.ErrLost) {
		return c, false, nil
	} else if err != nil {
		return c, false, fmt.Errorf("watch: calibrate the moved board: %w", err)
	}
	return calibrate.SameTurn(c, old), true, nil
}

// checkHold looks now and then whether the view still is what was calibrated:
// a slow drift is followed, after a knock the board is calibrated anew. steady
// is false while the board is being moved: then nothing is measured.
func (w *Crokinole) checkHold(f capture.Frame) (steady bool, err error) {
	what, now := w.grasp.check(f, w.shot != nil && w.shot.said == 0)
	switch what {
	case viewDrifted:
		if !w.eye.handOver && !w.visited.any {
			w.recalibrate(f, w.grasp.hold.Follow(now))
			w.learnBoard(f, w.ditch)
		}
	case viewMoved:
		return true, w.shifted(f, now)
	case viewMoving:
		return false, nil
	case viewLost:
		return false, w.lose(f.Media, false, hiddenLong)
	}
	return true, nil
}

// recalibrate goes on with another calibration of the same board; the discs
// stay what and where they are.
func (w *Crokinole) recalibrate(f capture.Frame, c calibrate.Calibration) {
	w.cal = &c
	palette := w.eye.palette
	w.eye = newBoardEye(c, f)
	w.eye.palette = palette
	w.eye.learnBare(w.discs)
	w.bare = detect.NewBareBoard(w.cal, w.eye.handAt, w.bare)
	w.calm = calm{f, make([]bool, len(w.eye.hand))}
	w.visited = visit{}
	w.grasp.grip(f, c)
}

// shifted calibrates a board anew that was moved, says so, and finds its discs
// where they are now.
func (w *Crokinole) shifted(f capture.Frame, g calibrate.Grip) error {
	if err := w.refine(); err != nil {
		return err
	}
	c, ok, err := w.grasp.again(f, g, w.o, *w.cal)
	if !ok {
		return err
	}
	obs, err := w.o.Detector.Detect(f, c)
	if err != nil {
		return fmt.Errorf("watch: discs on the moved board: %w", err)
	}
	w.recalibrate(f, c)
	w.out = append(w.out, &detect.Shifted{At: f.Media, MM: g.ShiftMM, Deg: g.TurnDeg, Calibration: c})
	w.carried(f.Media, obs)
	w.learnBoard(f, obs.Discs)
	return nil
}

// carriedFar is how far discs slide, in mm, when their board is knocked.
const carriedFar = 12.0

// carried finds the discs again on a board that was moved under them: those
// that slid were moved by hand, as far as anyone can tell.
func (w *Crokinole) carried(at time.Duration, obs detect.Observation) {
	h := &detect.Handling{Start: at, End: at}
	light := w.eye.light()
	used := make([]bool, len(obs.Discs))
	var discs []detect.Seen
	for _, d := range w.discs {
		best, near := -1, carriedFar
		for k, o := range obs.Discs {
			if far := r2.Norm(r2.Sub(o.Pos, d.Pos)); !used[k] && o.State.OnBoard() && far < near && w.teams.alike(d.ID, light, o.Colour) {
				best, near = k, far
			}
		}
		if best < 0 {
			if w.eye.coveredAt(d.Pos) {
				discs = append(discs, d)
			} else {
				h.Taken = append(h.Taken, detect.Taken{Seen: d, At: at})
			}
			continue
		}
		used[best] = true
		now := d
		now.Disc, now.Team = obs.Discs[best], d.Team
		if near > slidFar {
			h.Moved = append(h.Moved, detect.Displaced{Seen: now, From: d.Pos, At: at})
		}
		discs = append(discs, now)
	}
	w.discs = discs
	w.eye.learnBare(discs)
	if len(h.Taken)+len(h.Moved) > 0 {
		h.After = slices.Clone(discs)
		w.out = append(w.out, h)
	}
}

// slidFar is how far, in mm, two measured places under two calibrations must
// differ for a disc to have slid.
const slidFar = 3.0

// learnBoard takes what a picture of the settled board tells of the bare one.
func (w *Crokinole) learnBoard(f capture.Frame, discs []detect.Disc) {
	for _, d := range w.discs {
		discs = append(discs[:len(discs):len(discs)], d.Disc)
	}
	for _, d := range w.placed {
		discs = append(discs, d.Disc)
	}
	w.bare.Learn(f, discs)
}
