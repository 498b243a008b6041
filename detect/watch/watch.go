// Package watch says what happens on a board, frame by frame: shots, strokes of
// carrom, what hands do. It measures discs by package detect, in single pictures
// and in means of a settled board's.
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

// Options are what a watcher is made of.
type Options struct {
	Finder   calibrate.Finder
	Detector detect.Detector
	Boards   []models.Board // the makes to choose from; one entry names the board
	Surface  float64        // real diameter of the playing surface, mm; 0 for the make's own
}

// Phase is what a board is doing, in a user's words.
type Phase string

// The phases of a watched board.
const (
	PhaseLooking  Phase = "looking"  // for the board
	PhaseReady    Phase = "ready"    // for a shot
	PhaseHand     Phase = "hand"     // over the board
	PhaseShot     Phase = "shot"     // under way
	PhaseSettling Phase = "settling" // discs come to rest
	PhaseSettled  Phase = "settled"  // a shot was just measured
)

// Sight is what a watcher knows after a frame.
type Sight struct {
	At          time.Duration
	Phase       Phase
	Since       time.Duration          // of the phase
	Why         string                 // while looking: why the board is not seen
	Calibration *calibrate.Calibration // nil while looking
	Discs       []detect.Seen          // of the newest settled board
	Hidden      []detect.ID            // those of them that cannot be seen now
	Moving      []Moving               // what moves freely
	OneColour   bool                   // discs were flicked from several seats, and all look alike
}

// Moving is a disc under way.
type Moving struct {
	Pos r2.Vec // mm
	RGB detect.RGB
}

// Crokinole watches one crokinole board. All its time is the frames' Media. It is not safe for use by several goroutines.
type Crokinole struct {
	o     Options
	sight Sight

	cal      *calibrate.Calibration
	nextFind time.Duration
	whole    wholePicture
	grasp    grasp
	old      *calibrate.Calibration // the last one, also while the board is lost

	eye    *boardEye
	bare   *detect.BareBoard
	discs  []detect.Seen // the settled board
	placed []detect.Seen // laid down near the shooting line since, most likely to be flicked
	ditch  []detect.Disc // what lies in the ditch
	calm   calm          // the newest picture of the settled board
	nextID detect.ID
	teams  teamBook
	from   [4]int // flicks from each quarter of the board
	set    setBook
	shots  int

	shot    *shotWatch         // under way, or measured and still to be refined
	visited visit              // what hands may have done since the board was last settled
	out     []detect.Happening // of this frame
}

// NewCrokinole is a watcher that has seen nothing yet.
func NewCrokinole(o Options) *Crokinole { return &Crokinole{o: o, nextID: 1} }

// Sight is what is known after the newest frame.
func (w *Crokinole) Sight() Sight { return w.sight }

// findEvery is how often a board that is not found is looked for.
const findEvery = 500 * time.Millisecond

// Look sees the next frame. An error is a fault of vision, never that a
// picture shows no board; the film goes on.
func (w *Crokinole) Look(f capture.Frame) ([]detect.Happening, error) {
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
		err = w.follow(f)
	}
	w.tell(f.Media)
	return w.out, err
}

// End says what was still to be said when the film is over. A shot that vision
// fails to measure then is left unsaid.
func (w *Crokinole) End() []detect.Happening {
	w.out = nil
	if w.cal != nil && w.finish(w.sight.At) != nil {
		return nil
	}
	return w.out
}

// search looks for the board unless it was looked for a moment ago.
func (w *Crokinole) search(f capture.Frame) error {
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
	if cal.Board.Game != models.Crokinole {
		w.sight.Why = "the board is for " + string(cal.Board.Game) + ": only crokinole is watched"
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
	w.eye = newBoardEye(cal, f)
	w.adopt(obs)
	w.eye.learnBare(w.discs)
	w.calm = calm{f, make([]bool, len(w.eye.hand))}
	w.bare = detect.NewBareBoard(w.cal, w.eye.handAt, w.bare)
	w.learnBoard(f, obs.Discs)
	w.grasp.grip(f, cal)
	w.out = append(w.out, &detect.Found{At: f.Media, Calibration: cal, Discs: slices.Clone(w.discs)})
	return nil
}

// adopt takes the board as observed, every disc new.
func (w *Crokinole) adopt(obs detect.Observation) {
	w.discs, w.placed, w.ditch = nil, nil, nil
	for _, d := range obs.Discs {
		if !d.State.OnBoard() {
			w.ditch = append(w.ditch, d)
			continue
		}
		w.discs = append(w.discs, w.named(d, sightWeight(d)))
	}
	w.entitle()
}

func (w *Crokinole) newID() detect.ID {
	w.nextID++
	return w.nextID - 1
}

// lose forgets the board; a shot that settles is closed with what is known.
func (w *Crokinole) lose(at time.Duration, cut bool, why string) error {
	err := w.finish(at)
	w.out = append(w.out, &detect.Broken{At: at, Cut: cut, Why: why})
	w.cal, w.eye, w.shot, w.discs, w.placed, w.ditch = nil, nil, nil, nil, nil, nil
	w.visited = visit{}
	w.nextFind = at
	w.sight.Why = why
	return err
}

// follow looks at a frame of a board that was found.
func (w *Crokinole) follow(f capture.Frame) error {
	w.eye.look(f)
	if steady, err := w.checkHold(f); err != nil || !steady || w.cal == nil {
		return err
	}
	if w.shot != nil {
		if err := w.watchShot(f); err != nil {
			return err
		}
	}
	if w.shot == nil || w.shot.said > 0 {
		if t := w.eye.flicked(w.shotEnd(), w.ofTeam); t != nil {
			return w.beginShot(f, w.first(t))
		}
		if t, err := w.unseenFlick(); err != nil {
			return err
		} else if t != nil {
			return w.beginShot(f, t)
		}
		return w.watchHands(f)
	}
	return nil
}

// shotEnd is until when the last shot was under way.
func (w *Crokinole) shotEnd() time.Duration {
	if w.shot != nil {
		return w.shot.settled
	}
	return math.MinInt64
}

// tell brings the sight up to date.
func (w *Crokinole) tell(at time.Duration) {
	phase := w.phase()
	if phase != w.sight.Phase {
		w.sight.Phase, w.sight.Since = phase, at
	}
	w.sight.Calibration = w.cal
	w.sight.Hidden, w.sight.Moving, w.sight.Discs = nil, nil, nil
	w.sight.OneColour = w.oneColour()
	if w.cal == nil {
		return
	}
	w.sight.Why = ""
	w.sight.Discs = slices.Clone(w.discs)
	for _, d := range w.discs {
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

func (w *Crokinole) phase() Phase {
	switch {
	case w.cal == nil:
		return PhaseLooking
	case w.shot != nil && w.shot.said == 0 && w.eye.restless(w.eye.now) < settleTime/2:
		return PhaseShot
	case w.shot != nil && w.shot.said == 0:
		return PhaseSettling
	case w.eye.handOver:
		return PhaseHand
	case w.shot != nil:
		return PhaseSettled
	}
	return PhaseReady
}
