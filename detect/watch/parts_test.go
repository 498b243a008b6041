package watch

import (
	"ditchline/detect"
	"fmt"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestPicturesLaidUponEachOtherTellMovesOfAHairsBreadth(t *testing.T) {
	for _, by := range []r2.Vec{{}, {X: 0.1}, {X: -0.3, Y: 0.4}, {Y: 1.1}, {X: 2.5, Y: -1}} {
		t.Run(fmt.Sprint(by), func(t *testing.T) {
			f := newPaintedFilm(t, 30)
			from := r2.Vec{X: 60, Y: 180}
			f.discs = func(at float64) []filmDisc {
				p := from
				if at > 1 {
					p = r2.Add(p, by)
				}
				return []filmDisc{{pos: p, colour: filmBlack}, {pos: r2.Vec{X: 60 + 33, Y: 180}, colour: filmWhite}}
			}
			n := register(f.at(0), f.at(2), &f.Cal, from, 15.9, 0, func(p r2.Vec) bool { return p.X > 75 })
			if !n.ok || r2.Norm(r2.Sub(n.by, by)) > 0.08 {
				t.Errorf("found %v (ok %v), want %v", n.by, n.ok, by)
			}
			if n.sd < 0.02 || n.sd > 0.2 {
				t.Errorf("sd %.3f mm, want about 0.05", n.sd)
			}
		})
	}
}

func TestAStrikeIsWhereTheDiscsTouch(t *testing.T) {
	w := &Crokinole{}
	f := newPaintedFilm(t, 30)
	w.cal = &f.Cal
	along := func(y float64) []detect.TrackPoint {
		var out []detect.TrackPoint
		for i := range 6 {
			out = append(out, detect.TrackPoint{At: time.Duration(i) * 33 * time.Millisecond, Pos: r2.Vec{X: float64(i) * 40, Y: y}})
		}
		return out
	}
	p := r2.Vec{X: 120}
	if s, ok := w.strikes(along(0), p); !ok || math.Abs(s.from.X-(120-31.75)) > 0.1 || s.line.X < 0.999 {
		t.Errorf("head on: %+v, %v", s, ok)
	}
	if s, ok := w.strikes(along(25), p); !ok || s.line.Y > -0.7 || math.Abs(r2.Norm(r2.Sub(p, s.from))-31.75) > 0.1 {
		t.Errorf("a glancing hit: %+v, %v", s, ok)
	}
	if s, ok := w.strikes(along(45), p); ok || s.miss < 10 {
		t.Errorf("passing by at 13 mm: %+v, %v", s, ok)
	}
}

func TestTrailsFollowWhatIsAlike(t *testing.T) {
	var ts trails
	dark, light := detect.Tint{30, 30, 30}, detect.Tint{200, 210, 220}
	for i := range 8 {
		at := time.Duration(i) * 33 * time.Millisecond
		x := float64(i) * 20
		// They cross at x = 80.
		ts.add(at, []trailPoint{
			{at: at, pos: r2.Vec{X: x, Y: x}, area: 800, tint: dark, moving: true},
			{at: at, pos: r2.Vec{X: x, Y: 165 - x}, area: 800, tint: light, moving: true},
		})
	}
	if len(ts.all) != 2 {
		t.Fatalf("%d trails, want 2", len(ts.all))
	}
	for _, tr := range ts.all {
		if tr.first().tint != tr.last().tint || len(tr.points) != 8 {
			t.Errorf("a trail of %d points changed from %v to %v", len(tr.points), tr.first().tint, tr.last().tint)
		}
		if from, ok := tr.flick(); !ok || from != 0 {
			t.Errorf("no flick from the first point: %d, %v", from, ok)
		}
	}
	ts.add(time.Second, nil)
	if !ts.all[0].lost {
		t.Error("a trail waits for its disc for ever")
	}
}

func TestWhatIsPushedSlowlyIsNoFlick(t *testing.T) {
	var tr trail
	for i := range 20 {
		tr.points = append(tr.points, trailPoint{at: time.Duration(i) * 33 * time.Millisecond, pos: r2.Vec{X: float64(i) * 3}, moving: true})
	}
	if _, ok := tr.flick(); ok {
		t.Error("90 mm/s are taken for a flick")
	}
}

func TestAShadowIsNoDisc(t *testing.T) {
	f := newPaintedFilm(t, 30)
	f.discs = func(at float64) []filmDisc {
		if at < 1 {
			return nil
		}
		return []filmDisc{{pos: r2.Vec{X: 100, Y: 100}, colour: detect.RGB{R: 145, G: 120, B: 81}}, {pos: r2.Vec{X: -100, Y: 100}, colour: filmBlack}}
	}
	e := newBoardEye(f.Cal, f.at(0))
	e.look(f.at(1.1))
	for p, want := range map[r2.Vec]mark{{X: 100, Y: 100}: shaded, {X: -100, Y: 100}: changed, {X: 60, Y: -60}: same} {
		k, ok := e.grid.cell(p)
		if !ok || e.marks[k] != want {
			t.Errorf("at %v mark %d, want %d", p, e.marks[k], want)
		}
	}
}

func TestWhatADiscLeavesBehindIsTheBoard(t *testing.T) {
	f := newPaintedFilm(t, 30)
	f.discs = func(at float64) []filmDisc {
		x := 60.0
		if at > 1 {
			x = 120
		}
		return []filmDisc{{pos: r2.Vec{X: x, Y: 20}, colour: filmBlack}}
	}
	e := newBoardEye(f.Cal, f.at(0))
	e.palette = []colour{sampled(filmBlack.Tint())}
	e.learnBare([]detect.Seen{{ID: 1, Disc: detect.Disc{Pos: r2.Vec{X: 60, Y: 20}, Radius: 15.9}}})
	e.look(f.at(1.1))
	if len(e.free) != 1 || r2.Norm(r2.Sub(e.free[0].centre, r2.Vec{X: 120, Y: 20})) > 1.5 {
		t.Errorf("free on the board: %d patches, want one at (120, 20)", len(e.free))
	}
	if !e.upset() {
		t.Error("that a disc left its place is no change")
	}
}
