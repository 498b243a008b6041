package watch

import (
	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
)

// checkHold looks now and then whether the view still is what was calibrated,
// as Crokinole.checkHold does.
func (w *Carrom) checkHold(f capture.Frame) (steady bool, err error) {
	what, now := w.hold.check(f, w.stroke != nil && w.stroke.said == 0)
	switch what {
	case viewDrifted:
		if !w.eye.handOver && !w.visited.any {
			w.recalibrate(f, w.hold.hold.Follow(now))
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

// recalibrate goes on with another calibration of the same board; the pieces
// stay what and where they are.
func (w *Carrom) recalibrate(f capture.Frame, c calibrate.Calibration) {
	w.cal = &c
	palette := w.eye.palette
	w.eye = newStrokeEye(c, f)
	w.eye.palette = palette
	w.eye.learnBoard(w.pieces)
	w.bare = detect.NewBareBoard(w.cal, w.eye.handAt, w.bare)
	w.visited = strokeVisit{}
	w.hold.grip(f, c)
}

// shifted calibrates a board anew that was moved, says so, and takes the
// pieces as they lie now.
func (w *Carrom) shifted(f capture.Frame, g calibrate.Grip) error {
	c, ok, err := w.hold.again(f, g, w.o, *w.cal)
	if !ok {
		return err
	}
	w.recalibrate(f, c)
	w.out = append(w.out, &detect.Shifted{At: f.Media, MM: g.ShiftMM, Deg: g.TurnDeg, Calibration: c})
	w.visited.suspect(f.Media)
	return nil
}
