package watch

import (
	"math"
	"slices"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/detect/painted"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// paintedFilm is a film of a painted board.
type paintedFilm struct {
	*painted.Board
	t     *testing.T
	fps   float64
	discs func(at float64) []filmDisc
	hand  func(at float64) (tip r2.Vec, over bool) // an arm from beyond the board to the tip
	light func(at float64) float64                 // nil for a steady one
	wrong func(at float64, p r2.Vec) r2.Vec        // by how much a disc at p is measured wrongly; nil for never
}

type filmDisc struct {
	pos    r2.Vec
	colour detect.RGB
	state  detect.State // Flat where it is empty; a disc in the ditch is not painted
}

var (
	filmBlack = detect.RGB{R: 38, G: 36, B: 35}
	filmWhite = detect.RGB{R: 235, G: 230, B: 210}
	filmSkin  = detect.RGB{R: 214, G: 150, B: 122}
)

func newPaintedFilm(t *testing.T, fps float64) *paintedFilm {
	t.Helper()
	b, err := painted.Crokinole()
	if err != nil {
		t.Fatal(err)
	}
	return &paintedFilm{Board: b, t: t, fps: fps}
}

// at is the film's picture at a time: discs, then the hand over them.
func (f *paintedFilm) at(seconds float64) capture.Frame {
	pix := slices.Clone(f.Bare)
	for _, d := range f.discs(seconds) {
		if d.state != detect.InDitch {
			f.Disc(pix, d.pos, painted.RGB{d.colour.R, d.colour.G, d.colour.B})
		}
	}
	if f.hand != nil {
		if tip, over := f.hand(seconds); over {
			f.Arm(pix, tip, painted.RGB{filmSkin.R, filmSkin.G, filmSkin.B})
		}
	}
	if f.light != nil {
		painted.Light(pix, f.light(seconds))
	}
	return f.Frame(pix, seconds)
}

// Find and Detect stand for the eyes of the program: they know the truth.
func (f *paintedFilm) Find(capture.Frame, calibrate.Options) (calibrate.Calibration, error) {
	return f.Cal, nil
}

func (f *paintedFilm) Detect(frame capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
	o := detect.Observation{Frame: frame, Calibration: c}
	for _, d := range f.discs(frame.Media.Seconds()) {
		if f.hand != nil {
			// What is quite under the arm is not seen.
			if tip, over := f.hand(frame.Media.Seconds()); over && r2.Dot(r2.Sub(d.pos, tip), r2.Unit(tip)) > 0 && math.Abs(r2.Cross(d.pos, r2.Unit(tip))) < painted.ArmWidth {
				continue
			}
		}
		state := d.state
		if state == "" {
			state = detect.Flat
		}
		if f.wrong != nil {
			d.pos = r2.Add(d.pos, f.wrong(frame.Media.Seconds(), d.pos))
		}
		o.Discs = append(o.Discs, detect.Disc{Pos: d.pos, Cov: [3]float64{0.04, 0, 0.04}, Radius: c.Board.Disc.Radius, Thickness: c.Board.Disc.Thickness, Colour: d.colour, State: state, Confidence: 1})
	}
	return o, nil
}

// watch shows the film to a new Watcher, to its end.
func (f *paintedFilm) watch(seconds float64) []detect.Happening {
	f.t.Helper()
	w := NewCrokinole(Options{Finder: f, Detector: f, Boards: []models.Board{f.Cal.Board}})
	var out []detect.Happening
	for i := 0; float64(i)/f.fps < seconds; i++ {
		h, err := w.Look(f.at(float64(i) / f.fps))
		if err != nil {
			f.t.Fatal(err)
		}
		out = append(out, h...)
	}
	return append(out, w.End()...)
}

// sorted parts happenings: of each shot the last revision.
func sortedHappenings(hs []detect.Happening) (shots []*detect.Shot, hands []*detect.Handling, others []detect.Happening) {
	for _, h := range hs {
		switch h := h.(type) {
		case *detect.Shot:
			if h.Revision == 1 {
				shots = append(shots, h)
			} else {
				shots[len(shots)-1] = h
			}
		case *detect.Handling:
			hands = append(hands, h)
		default:
			others = append(others, h)
		}
	}
	return shots, hands, others
}

// glide is where a disc is that left from with the speed v (mm/s) so long ago,
// slowed by friction, and whether it rests.
func glide(from, v r2.Vec, since float64) r2.Vec {
	const slowing = 1650.0 // mm/s²
	speed := r2.Norm(v)
	if speed == 0 || since <= 0 {
		return from
	}
	t := math.Min(since, speed/slowing)
	return r2.Add(from, r2.Scale((speed*t-slowing*t*t/2)/speed, v))
}
