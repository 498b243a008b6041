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
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// Carrom watches one carrom board. All its time is the frames' Media. It is not safe for use by several goroutines.
type Carrom struct {
	o     Options
	sight Sight

	cal      *calibrate.Calibration
	old      *calibrate.Calibration // the last one, also while the board is lost
	nextFind time.Duration
	whole    wholePicture
	hold     grasp

	eye     *strokeEye
	pieces  []detect.Seen // the settled board, the striker with it
	strokes int
	like    detect.StrikerLike // what the striker looks like
	looks   detect.Scenery     // of the set of pieces, as the film has shown it
	rest    *r2.Vec            // where the last stroke left the striker; nil where it was not seen, mm
	nextID  detect.ID
	bare    *detect.BareBoard
	sights  map[detect.ID]sights
	givenUp map[string]int // pieces by kind that were known and never seen, and not found elsewhere since

	stroke  *strokeWatch // under way, or measured and still to be revised
	visited strokeVisit
	out     []detect.Happening // of this frame
}

// NewCarrom is a watcher that has seen nothing yet.
func NewCarrom(o Options) *Carrom {
	return &Carrom{o: o, nextID: 1, sights: map[detect.ID]sights{}, givenUp: map[string]int{}}
}

// Sight is what is known after the newest frame.
func (w *Carrom) Sight() Sight { return w.sight }

// Look sees the next frame. An error is a fault of vision, never that a
// picture shows no board; the film goes on.
func (w *Carrom) Look(f capture.Frame) ([]detect.Happening, error) {
	w.out = nil
	if f.Width < 16 || f.Height < 16 || len(f.Pix) != 3*f.Width*f.Height {
		return nil, fmt.Errorf("watch: frame of %dx%d with %d bytes holds no picture", f.Width, f.Height, len(f.Pix))
	}
	var err error
	if w.whole.cut(f) && w.cal != nil {
		err = w.lose(f.Media, true, "the film was cut, or the view changed at once")
	}
	w.sight.At = f.Media
	if w.cal == nil {
		err = errors.Join(err, w.search(f))
	} else {
		err = errors.Join(err, w.follow(f))
	}
	w.tell(f.Media)
	return w.out, err
}

// End says what was still to be said when the film is over. A stroke that
// vision fails to measure then is left unsaid.
func (w *Carrom) End() []detect.Happening {
	w.out = nil
	if w.cal != nil && w.finish(w.sight.At) != nil {
		return nil
	}
	return w.out
}

func (w *Carrom) search(f capture.Frame) error {
	if f.Media < w.nextFind {
		return nil
	}
	w.nextFind = f.Media + findEvery
	cal, err := w.o.Finder.Find(f, calibrate.Options{Boards: w.o.Boards, Surface: w.o.Surface, FocalPx: f.FocalPx})
	if err != nil {
		w.sight.Why = err.Error()
		if errors.Is(err, calibrate.ErrNoBoard) {
			return nil
		}
		return fmt.Errorf("watch: %w", err)
	}
	if cal.Board.Game != models.Carrom {
		w.sight.Why = "the board is for " + string(cal.Board.Game) + ", and carrom is to be watched"
		return nil
	}
	obs, err := w.o.Detector.Detect(f, cal)
	if err != nil {
		w.sight.Why = err.Error()
		return fmt.Errorf("watch: %w", err)
	}
	if w.old != nil {
		cal = calibrate.SameTurn(cal, *w.old)
	}
	w.cal, w.old = &cal, &cal
	w.looks = detect.Scenery{}
	w.learnLooks(obs.Scenery)
	w.eye = newStrokeEye(cal, f)
	w.pieces, w.bare = nil, detect.NewBareBoard(w.cal, w.eye.handAt, w.bare)
	clear(w.givenUp)
	for _, d := range w.onSurface(f, obs.Discs) {
		w.pieces = append(w.pieces, w.named(d))
	}
	w.eye.palette = paletteOf(w.pieces)
	w.eye.learnBoard(w.pieces)
	w.learnBoard(f)
	if !w.like.Known {
		w.like.Radius = cal.Board.Carrom.StrikerRadius
	}
	w.hold.grip(f, cal)
	w.out = append(w.out, &detect.Found{At: f.Media, Calibration: cal, Discs: slices.Clone(w.pieces)})
	return nil
}

func (w *Carrom) named(d detect.Disc) detect.Seen {
	w.nextID++
	return detect.Seen{ID: w.nextID - 1, Disc: d}
}

// paletteOf are the pieces' colours as samples have them.
func paletteOf(pieces []detect.Seen) []colour {
	var list []colour
	for _, p := range pieces {
		c := sampled(p.Colour.Tint())
		if !slices.ContainsFunc(list, func(o colour) bool { return o.from(c) < pieceLike/3 }) {
			list = append(list, c)
		}
	}
	return list
}

// lose forgets the board; a stroke that settles is closed with what is known.
func (w *Carrom) lose(at time.Duration, cut bool, why string) error {
	err := w.finish(at)
	w.out = append(w.out, &detect.Broken{At: at, Cut: cut, Why: why})
	w.cal, w.eye, w.stroke, w.pieces = nil, nil, nil, nil
	w.visited = strokeVisit{}
	w.nextFind = at
	w.sight.Why = why
	return err
}

// finish closes what is under way.
func (w *Carrom) finish(at time.Duration) error {
	if w.stroke != nil && w.stroke.said == 0 {
		w.stroke.settled = max(w.stroke.stroke.Flick, w.eye.restlessAt)
		return w.closeStroke(at, w.eye.restless(at) < settleTime)
	}
	return nil
}

// follow looks at a frame of a board that was found.
func (w *Carrom) follow(f capture.Frame) error {
	w.eye.look(f)
	if steady, err := w.checkHold(f); err != nil || !steady || w.cal == nil {
		return err
	}
	if w.stroke != nil && w.stroke.said == 0 {
		return w.watchStroke(f)
	}
	if t := w.eye.struck(w.strokeEnd()); t != nil {
		return w.beginStroke(f, t)
	}
	if w.stroke != nil {
		if err := w.lookAgain(f); err != nil {
			return err
		}
	}
	return w.watchHands(f)
}

// strokeEnd is until when the last stroke was under way.
func (w *Carrom) strokeEnd() time.Duration {
	if w.stroke != nil {
		return w.stroke.settled
	}
	return math.MinInt64
}

// tell brings the sight up to date.
func (w *Carrom) tell(at time.Duration) {
	phase := w.phase()
	if phase != w.sight.Phase {
		w.sight.Phase, w.sight.Since = phase, at
	}
	w.sight.Calibration = w.cal
	w.sight.Hidden, w.sight.Moving, w.sight.Discs = nil, nil, nil
	if w.cal == nil {
		return
	}
	w.sight.Why = ""
	w.sight.Discs = slices.Clone(w.pieces)
	for _, d := range w.pieces {
		if w.eye.coveredAt(d.Pos) {
			w.sight.Hidden = append(w.sight.Hidden, d.ID)
		}
	}
	for _, t := range w.eye.trails.all {
		if l := t.last(); l.at == at && l.moving {
			w.sight.Moving = append(w.sight.Moving, Moving{Pos: l.pos, RGB: l.tint.RGB()})
		}
	}
}

func (w *Carrom) phase() Phase {
	underWay := w.stroke != nil && w.stroke.said == 0
	switch {
	case w.cal == nil:
		return PhaseLooking
	case underWay && w.eye.restless(w.eye.now) < settleTime/2:
		return PhaseShot
	case underWay:
		return PhaseSettling
	case w.eye.handOver:
		return PhaseHand
	case w.stroke != nil:
		return PhaseSettled
	}
	return PhaseReady
}
