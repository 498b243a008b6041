package session

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/detect/watch"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score/session/desk"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// testBoard has lines broad enough for small pictures.
func testBoard() models.Board {
	return models.Board{
		Name: "test", Game: models.Crokinole, Source: "made for tests",
		SurfaceRadius: 330, Rings: models.Rings{R15: 100, R10: 200, R5: 300}, LineWidth: 6,
		Hole: models.Hole{Radius: 17, Depth: 6}, Pegs: models.Pegs{Count: 8, Circle: 100, StartDeg: 22.5, Diameter: 8},
		Quadrants: models.Quadrants{StartDeg: 45, From: 200, To: 300},
		Ditch:     models.Ditch{Width: 50, Depth: 12},
		Disc:      models.Disc{Radius: 15, Thickness: 9},
	}
}

// overhead is a camera straight above the board, turned by the angle, its
// centre moved by (dx, dy) pixels: 480 x 360 pixels, half a pixel a mm.
func overhead(turnDeg, dx, dy float64) models.Camera {
	down := models.Rodrigues(r3.Vec{X: math.Pi})
	turn := models.Rodrigues(r3.Vec{Z: turnDeg * math.Pi / 180})
	return models.Camera{
		Width: 480, Height: 360, Fx: 500, Fy: 500, Cx: 239.5 + dx, Cy: 179.5 + dy,
		R: down.Mul(turn), T: r3.Vec{Z: 1000},
	}
}

func calibrationOf(cam models.Camera) calibrate.Calibration {
	return calibrate.Calibration{Board: testBoard(), Make: "test", Confidence: 0.9, Camera: cam, RMSPx: 0.2, RMSMM: 0.1}
}

// picture of the test board: dark lines on light wood, flat elsewhere.
func picture(cam models.Camera) capture.Frame {
	f := capture.Frame{Width: cam.Width, Height: cam.Height, Pix: make([]byte, 3*cam.Width*cam.Height)}
	b := testBoard()
	for y := range cam.Height {
		for x := range cam.Width {
			tone := byte(200)
			if p, ok := cam.OnPlane(r2.Vec{X: float64(x), Y: float64(y)}, 0); ok {
				for _, l := range models.Lines {
					if math.Abs(r2.Norm(p)-b.Rings.Radius(l)) <= b.LineWidth/2 {
						tone = 40
					}
				}
			}
			k := 3 * (y*cam.Width + x)
			f.Pix[k], f.Pix[k+1], f.Pix[k+2] = tone, tone, tone
		}
	}
	return f
}

// at is the frame as the n-th of a source of 30 frames a second.
func at(f capture.Frame, n int) capture.Frame {
	f.Seq, f.Media = uint64(n), time.Duration(n)*time.Second/30
	return f
}

type finderFunc func(capture.Frame, calibrate.Options) (calibrate.Calibration, error)

func (f finderFunc) Find(p capture.Frame, o calibrate.Options) (calibrate.Calibration, error) {
	return f(p, o)
}

type detectorFunc func(capture.Frame, calibrate.Calibration) (detect.Observation, error)

func (f detectorFunc) Detect(p capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
	return f(p, c)
}

type sourceFunc func(ctx context.Context, emit func(capture.Frame)) error

func (f sourceFunc) Run(ctx context.Context, emit func(capture.Frame)) error { return f(ctx, emit) }
func (f sourceFunc) String() string                                          { return "test source" }

// found finds the board where cam sees it.
func found(cam models.Camera) finderFunc {
	return func(capture.Frame, calibrate.Options) (calibrate.Calibration, error) { return calibrationOf(cam), nil }
}

func notFound(capture.Frame, calibrate.Options) (calibrate.Calibration, error) {
	return calibrate.Calibration{}, fmt.Errorf("%w: nothing round", calibrate.ErrNoBoard)
}

// discs lays discs of A at the given distances along +x.
func discs(distances ...float64) detectorFunc {
	return func(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
		o := detect.Observation{Frame: f, Calibration: c}
		for _, d := range distances {
			o.Discs = append(o.Discs, disc("A", d, 0))
		}
		return o, nil
	}
}

func disc(team string, x, y float64) detect.Disc {
	b := testBoard()
	pos := r2.Vec{X: x, Y: y}
	colour := detect.RGB{R: 40, G: 40, B: 40}
	if team == "B" {
		colour = detect.RGB{R: 220, G: 200, B: 160}
	}
	return detect.Disc{
		Pos: pos, Cov: [3]float64{0.01, 0, 0.01}, Radius: 15, Thickness: 9, Colour: colour, Team: team, State: detect.Flat,
		Points: b.Points(r2.Norm(pos), 15), Lines: detect.CallLines(b, pos, [3]float64{0.01, 0, 0.01}, 15, 0.02), Confidence: 1,
	}
}

// discard is a log for nobody.
var discard = slog.New(slog.DiscardHandler)

// light is the colour of one side's discs.
var light = detect.RGB{R: 222, G: 200, B: 150}

// eyes see a board with the discs that the detector finds, and nothing that
// happens but for what is put into happen.
type eyes struct {
	finder   calibrate.Finder
	detector detect.Detector
	happen   map[uint64][]detect.Happening // by the frame's number
	sight    watch.Sight
}

func (e *eyes) Look(f capture.Frame) ([]detect.Happening, error) {
	var out []detect.Happening
	if e.sight.Calibration == nil {
		cal, err := e.finder.Find(f, calibrate.Options{})
		if err != nil {
			e.sight = watch.Sight{At: f.Media, Phase: watch.PhaseLooking, Why: err.Error()}
			return nil, nil
		}
		e.sight.Calibration = &cal
		out = append(out, &detect.Found{At: f.Media, Calibration: cal})
	}
	o, err := e.detector.Detect(f, *e.sight.Calibration)
	if err != nil {
		return out, err
	}
	e.sight.At, e.sight.Phase, e.sight.Discs = f.Media, watch.PhaseReady, nil
	for i, d := range o.Discs {
		e.sight.Discs = append(e.sight.Discs, detect.Seen{ID: detect.ID(i + 1), Disc: d})
	}
	return append(out, e.happen[f.Seq]...), nil
}

func (e *eyes) End() []detect.Happening { return nil }
func (e *eyes) Sight() watch.Sight      { return e.sight }

func newDesk(t *testing.T) *desk.Desk {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	d, err := desk.New(desk.Options{Match: "m", Ruleset: rs, Form: referee.Two, Zero: time.Unix(0, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func newSession(t *testing.T, source capture.Source, finder calibrate.Finder, detector detect.Detector) *Session {
	t.Helper()
	return sessionOf(t, source, &eyes{finder: finder, detector: detector}, nil)
}

func sessionOf(t *testing.T, source capture.Source, e Eyes, j Journal) *Session {
	t.Helper()
	s, err := New(Options{
		Source: source, Eyes: func() Eyes { return e }, Desk: newDesk(t), Journal: j,
		Program: "test", Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
