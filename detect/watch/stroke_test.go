package watch

import (
	"math"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/detect/painted"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// carromFilm is a painted film of a carrom board; its discs' states are empty
// and their kinds told by colour.
func carromFilm(t *testing.T) *paintedFilm {
	t.Helper()
	b, err := painted.Carrom()
	if err != nil {
		t.Fatal(err)
	}
	return &paintedFilm{Board: b, t: t, fps: 30}
}

var filmBlue = detect.RGB{R: 60, G: 90, B: 170}

// carromEyes stand for the program's eyes: they know the film's truth.
type carromEyes struct{ *paintedFilm }

func (e carromEyes) Detect(frame capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
	o, err := e.paintedFilm.Detect(frame, c)
	for i := range o.Discs {
		d := &o.Discs[i]
		d.Team = map[detect.RGB]string{filmWhite: detect.White, filmBlack: detect.Black, filmBlue: detect.Striker}[d.Colour]
		if d.Team == detect.Striker {
			d.Radius = c.Board.Carrom.StrikerRadius
		}
	}
	return o, err
}

func (f *paintedFilm) watchStrokes(seconds float64) (strokes []*detect.Stroke, hands []*detect.Handling) {
	f.t.Helper()
	eyes := carromEyes{f}
	w := NewCarrom(Options{Finder: f, Detector: eyes, Boards: []models.Board{f.Cal.Board}})
	var all []detect.Happening
	for i := 0; float64(i)/f.fps < seconds; i++ {
		h, err := w.Look(f.at(float64(i) / f.fps))
		if err != nil {
			f.t.Fatal(err)
		}
		all = append(all, h...)
	}
	for _, h := range append(all, w.End()...) {
		switch h := h.(type) {
		case *detect.Stroke:
			strokes = append(strokes, h)
		case *detect.Handling:
			hands = append(hands, h)
		}
	}
	return strokes, hands
}

// strokeFilm shows the striker flicked from the lower base line; it passes
// by, and a white piece, hit at hitAt, runs into a pocket. After the stroke a
// black piece is laid in the middle if back is set.
func strokeFilm(t *testing.T, start r2.Vec, back bool) *paintedFilm {
	f := carromFilm(t)
	white, pocket := r2.Vec{X: 200, Y: -60}, r2.Vec{X: 347.75, Y: -347.75}
	v := r2.Scale(1300, r2.Unit(r2.Sub(pocket, white)))
	far := r2.Norm(r2.Sub(pocket, white))
	const flick, hit = 1.5, 1.7
	f.discs = func(at float64) []filmDisc {
		out := []filmDisc{{pos: r2.Vec{X: -120, Y: 90}, colour: filmBlack}, {pos: r2.Vec{X: -60, Y: 210}, colour: filmWhite}}
		if at > 0.5 {
			out = append(out, filmDisc{pos: glide(start, r2.Vec{X: 300, Y: 900}, at-flick), colour: filmBlue})
		}
		if p := glide(white, v, at-hit); r2.Norm(r2.Sub(p, white)) < far-20 {
			out = append(out, filmDisc{pos: p, colour: filmWhite})
		}
		if back && at > 4.2 {
			out = append(out, filmDisc{pos: r2.Vec{X: 15, Y: 20}, colour: filmBlack})
		}
		return out
	}
	f.hand = func(at float64) (r2.Vec, bool) {
		switch {
		case at < 2.0: // behind the striker, then away
			return r2.Vec{X: start.X, Y: start.Y - 40 - math.Max(0, at-1.55)*700}, at > 0.4
		case !back || at < 3.8:
			return r2.Vec{}, false
		default: // lays the piece down, and goes
			return r2.Vec{X: 15, Y: 40 + 700*math.Abs(at-4.2)}, at < 4.7
		}
	}
	return f
}

func TestAStrokeIsSeenWithWhatItPocketed(t *testing.T) {
	strokes, hands := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false).watchStrokes(4)
	if len(strokes) != 1 || len(hands) != 0 {
		t.Fatalf("%d strokes and %d doings of hands, want one stroke", len(strokes), len(hands))
	}
	s := strokes[0]
	if s.Count(detect.White) != 1 || s.Count(detect.Black)+s.Count(detect.Striker) != 0 || len(s.After) != 3 {
		t.Errorf("pocketed %+v, %d lie there", s.Pocketed, len(s.After))
	}
	if p := s.Pocketed[0]; p.Pocket != 3 || p.P < surelyPocketed {
		t.Errorf("into pocket %d with P %.3f, want pocket 3, seen to fall", p.Pocket, p.P)
	}
	if off := (s.Flick - 1500*time.Millisecond).Abs(); off > 100*time.Millisecond {
		t.Errorf("flicked at %v", s.Flick)
	}
	if p := s.Start; !p.Seen || p.Side != 3 || math.Abs(p.Along-60) > 1 || p.PValid() < 0.99 {
		t.Errorf("set down at %+v, valid with %.3f", p, p.PValid())
	}
}

func TestAStrikerOffTheLinesIsSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: four painted films; the run without cgo watches them")
	}
	for _, c := range []struct {
		name  string
		start r2.Vec
		valid bool
	}{
		{"touches both lines", r2.Vec{X: -40, Y: -247}, true},
		{"short of the outer line", r2.Vec{X: -40, Y: -238}, false},
		{"beyond the inner line", r2.Vec{X: -40, Y: -263}, false},
		{"on a circle", r2.Vec{X: -205, Y: -252}, false},
	} {
		strokes, _ := strokeFilm(t, c.start, false).watchStrokes(3.5)
		if len(strokes) != 1 {
			t.Fatalf("%s: %d strokes", c.name, len(strokes))
		}
		if valid := strokes[0].Start.PValid() > 0.5; valid != c.valid {
			t.Errorf("%s: valid %v, %+v", c.name, valid, strokes[0].Start)
		}
	}
}

func TestAPieceThatIsPutBackIsTheHandsDoing(t *testing.T) {
	strokes, hands := strokeFilm(t, r2.Vec{X: 60, Y: -251}, true).watchStrokes(6)
	if len(strokes) != 1 {
		t.Fatalf("%d strokes, want one", len(strokes))
	}
	if len(hands) != 1 || len(hands[0].Added) != 1 || hands[0].Added[0].Team != detect.Black || len(hands[0].Taken)+len(hands[0].Moved) != 0 {
		t.Fatalf("hands did %+v, want one black piece laid down", hands)
	}
}

func TestNothingHappensWhereNobodyPlays(t *testing.T) {
	f := strokeFilm(t, r2.Vec{X: 60, Y: -251}, false)
	still := f.discs
	f.discs = func(float64) []filmDisc { return still(0) }
	f.hand = func(at float64) (r2.Vec, bool) { return r2.Vec{X: 90, Y: -300 + 200*math.Sin(at)}, at > 0.5 && at < 3 }
	if strokes, hands := f.watchStrokes(5); len(strokes)+len(hands) != 0 {
		t.Errorf("%d strokes, hands did %+v", len(strokes), hands)
	}
}

func TestGapsOfAStrikerTellHowSureTheyAre(t *testing.T) {
	b := models.ShippedBoards()["carrom-icf"]
	d := detect.Disc{Pos: r2.Vec{X: 0, Y: -(263.5 - 20.65)}, Cov: [3]float64{0.09, 0, 0.09}, Radius: 20.65}
	p := detect.PlaceStriker(b.Carrom, d)
	if p.Outer.Call != detect.TooClose || math.Abs(p.Outer.PTouching-0.5) > 0.01 || p.Inner.Call != detect.Touching || p.Circle.Call != detect.Clear {
		t.Errorf("a striker whose edge just meets the outer line: %+v", p)
	}
	if (&detect.StrikerPlace{}).PValid() != 1 {
		t.Error("what was not seen speaks against nobody")
	}
}
