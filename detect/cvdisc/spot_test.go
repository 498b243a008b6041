package cvdisc

import (
	"os"
	"testing"

	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// without are the discs but for the i-th.
func without(discs []detect.Disc, i int) []detect.Disc {
	return append(append([]detect.Disc(nil), discs[:i]...), discs[i+1:]...)
}

func TestMeasuresDiscsWhereTheyAreExpected(t *testing.T) {
	for _, s := range stillsIn(t, "testdata") {
		f, cal := s.frame(t), s.calibration(t)
		whole, err := New().Detect(f, cal)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range whole.Discs {
			if !d.State.OnBoard() || d.Confidence < 0.9 {
				continue
			}
			known := whole
			known.Discs = without(whole.Discs, i)
			for _, off := range []r2.Vec{{}, {X: 3.5, Y: -4}, {X: -4.5, Y: 2}} {
				got, err := New().DetectAt(f, known, []r2.Vec{r2.Add(d.Pos, off)})
				if err != nil {
					t.Fatal(err)
				}
				if len(got.Discs) != 1 {
					t.Errorf("%s: %d discs at %v off %v, want 1", s.name, len(got.Discs), off, d.Pos)
					continue
				}
				g := got.Discs[0]
				if e := r2.Norm(r2.Sub(g.Pos, d.Pos)); e > 0.5 || g.State != d.State || g.Team != d.Team {
					t.Errorf("%s: %s of team %s, %.2f mm off the %s of team %s at %v", s.name, g.State, g.Team, e, d.State, d.Team, d.Pos)
				}
			}
		}
	}
}

func TestSeesNoDiscWhereNoneLies(t *testing.T) {
	for _, s := range stillsIn(t, "testdata") {
		f, cal := s.frame(t), s.calibration(t)
		whole, err := New().Detect(f, cal)
		if err != nil {
			t.Fatal(err)
		}
		var bare []r2.Vec
		for x := -280.0; x <= 280; x += 40 {
			for y := -280.0; y <= 280; y += 40 {
				p := r2.Vec{X: x, Y: y}
				free := r2.Norm(p) > 40 && r2.Norm(p) < cal.Board.Rings.R5
				for _, d := range s.Discs {
					free = free && r2.Norm(r2.Sub(p, r2.Vec{X: d.X, Y: d.Y})) > 2*d.Radius
				}
				if free {
					bare = append(bare, p)
				}
			}
		}
		got, err := New().DetectAt(f, whole, bare)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Discs) > 0 {
			t.Errorf("%s: %d discs at %d bare places: %+v", s.name, len(got.Discs), len(bare), got.Discs)
		}
	}
}

func TestMeasuringAtPlacesRefusesAFrameWithoutPixels(t *testing.T) {
	f, cal := overhead(t, "nca-26")
	f.Pix = f.Pix[:7]
	if _, err := New().DetectAt(f, detect.Observation{Calibration: cal}, []r2.Vec{{}}); err == nil {
		t.Error("no error for a frame without its pixels")
	}
}

// BenchmarkDetectAt measures two discs of a still.
func BenchmarkDetectAt(b *testing.B) {
	if _, err := os.Stat(sharedStills); err != nil {
		b.Skip("the reference stills are not on this machine: ", sharedStills)
	}
	var t testing.T
	s := stillsIn(&t, sharedStills)[2]
	f, cal := s.frame(&t), s.calibration(&t)
	whole, err := New().Detect(f, cal)
	if err != nil {
		b.Fatal(err)
	}
	seeds := []r2.Vec{whole.Discs[0].Pos, whole.Discs[1].Pos}
	known := whole
	known.Discs = whole.Discs[2:]
	for b.Loop() {
		if _, err := New().DetectAt(f, known, seeds); err != nil {
			b.Fatal(err)
		}
	}
}
