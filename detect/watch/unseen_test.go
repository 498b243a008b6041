package watch

import (
	"ditchline/detect"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestADiscThatIsLostOnItsWayStopsWhereFrictionLetsIt(t *testing.T) {
	const edge = 305.0
	for _, c := range []struct {
		name string
		way  []r2.Vec // a frame apart, 30 a second
		x    float64
		ok   bool
	}{
		{"it lies still", []r2.Vec{{X: 80}, {X: 80}}, 80, true},
		{"it slides on", []r2.Vec{{X: 60}, {X: 80}}, 80 + 600*600/(2*braking), true},
		{"it is fast, and goes over the edge", []r2.Vec{{X: 20}, {X: 80}}, 0, false},
		{"it is slow, and near the edge", []r2.Vec{{X: 299}, {X: 301}}, 0, false},
	} {
		p, sd, ok := stops(wayFrom(0, c.way...), edge)
		if ok != c.ok || ok && (math.Abs(p.X-c.x) > 1 || sd < stopSD || sd > 50) {
			t.Errorf("%s: at %v, sd %.1f, %v", c.name, p, sd, ok)
		}
	}
	if !(detect.Seen{Disc: detect.Disc{Cov: [3]float64{36, 0, 36}}}).Guessed() || (detect.Seen{Disc: detect.Disc{Cov: [3]float64{0.1, 0, 0.1}}}).Guessed() {
		t.Error("a measured place is taken for a guess, or a guess for a measured one")
	}
}

func TestADiscThatFadesWhereItComesToRestIsFoundThere(t *testing.T) {
	f := newPaintedFilm(t, 30)
	f.discs = func(float64) []filmDisc { return nil }
	w := NewCrokinole(Options{Finder: f, Detector: f})
	if _, err := w.Look(f.at(0)); err != nil {
		t.Fatal(err)
	}
	at := r2.Vec{X: 140, Y: 60}
	f.discs = func(float64) []filmDisc {
		return []filmDisc{{pos: r2.Add(at, r2.Vec{X: 2.5, Y: -2.5}), colour: detect.RGB{R: 110, G: 90, B: 60}}, {pos: at, colour: detect.RGB{R: 205, G: 170, B: 115}}}
	}
	way := wayFrom(0, r2.Vec{X: 200, Y: 100}, r2.Vec{X: 170, Y: 80}, r2.Vec{X: 138, Y: 61}, r2.Vec{X: 138, Y: 61})
	w.eye.trails.all = []*trail{way, wayFrom(0, r2.Vec{X: -200}, r2.Vec{X: -150}, r2.Vec{X: -100})}
	s := &shotWatch{settled: way.last().at}
	got := w.cameToRest(s, f.at(1), detect.Observation{Calibration: f.Cal})
	if len(got) != 1 || r2.Norm(r2.Sub(got[0].Pos, at)) > 2 {
		t.Errorf("found %+v, want one at %v and none where nothing lies", got, at)
	}
}
