package watch

import (
	"ditchline/detect"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// wayFrom is the trail of a disc that is seen from frame i on.
func wayFrom(i int, at ...r2.Vec) *trail {
	t := &trail{}
	for k, p := range at {
		t.points = append(t.points, trailPoint{at: frameAt(i + k), pos: p, area: 780, width: 31, length: 33, moving: true, tint: filmBlack.Tint()})
	}
	return t
}

func TestAShotBeginsWithWhatMovedFirst(t *testing.T) {
	f := newPaintedFilm(t, 30)
	place := r2.Vec{X: 28, Y: 3}
	f.discs = func(at float64) []filmDisc {
		if at > 1 {
			return nil // it was struck
		}
		return []filmDisc{{pos: place, colour: filmWhite}}
	}
	w := &Crokinole{cal: &f.Cal, eye: newBoardEye(f.Cal, f.at(0)), discs: []detect.Seen{{ID: 1, Disc: detect.Disc{Pos: place, Radius: f.Cal.Board.Disc.Radius}}}}
	w.eye.look(f.at(1.1))
	flicked := wayFrom(2, r2.Vec{X: 150, Y: -107}, r2.Vec{X: 74, Y: -50}, r2.Vec{X: 48, Y: -31}, r2.Vec{X: 46, Y: -36})
	struck := wayFrom(4, r2.Vec{X: 0, Y: 34}, r2.Vec{X: -20, Y: 57}, r2.Vec{X: -40, Y: 80})
	for _, c := range []struct {
		name   string
		others []*trail
		want   *trail
	}{
		{"the disc that hit it", []*trail{flicked, struck}, flicked},
		{"nothing else was seen", []*trail{struck}, struck},
		{"what passed by did not strike it", []*trail{wayFrom(2, r2.Vec{X: -150, Y: -207}, r2.Vec{X: -100, Y: -200}, r2.Vec{X: -50, Y: -193}), struck}, struck},
		{"what went before by more than a shot lasts", []*trail{wayFrom(-40, r2.Vec{X: 150, Y: -107}, r2.Vec{X: 74, Y: -50}, r2.Vec{X: 48, Y: -31}), struck}, struck},
		{"what a hand pushes slowly", []*trail{wayFrom(2, r2.Vec{X: 74, Y: -50}, r2.Vec{X: 72, Y: -48}, r2.Vec{X: 70, Y: -46}), struck}, struck},
	} {
		w.eye.trails.all = c.others
		if got := w.first(struck); got != c.want {
			t.Errorf("%s: it begins at %v", c.name, got.first().pos)
		}
	}
}

func TestATrackEndsWhereItsDiscCameToRest(t *testing.T) {
	rest := r2.Vec{X: 100}
	at := func(i int, x float64) detect.TrackPoint {
		return detect.TrackPoint{At: frameAt(i), Pos: r2.Vec{X: x, Y: 5}}
	}
	got := untilRest([]detect.TrackPoint{at(0, 0), at(1, 60), at(2, 112), at(3, 112), at(9, 112)}, rest, frameAt(4))
	if len(got) != 2 {
		t.Errorf("%d points, want the two before it lay at its place", len(got))
	}
	// Seen (12, 5) aside of its place at rest, it was so a moment before too.
	got = untilRest([]detect.TrackPoint{at(0, 0), at(1, 92), at(9, 112)}, rest, frameAt(4))
	if len(got) != 2 || got[0].Pos.X != 0 || got[1].Pos.X > 84 || got[1].Pos.Y > 1.5 {
		t.Errorf("a track beside another disc is %v", got)
	}
	if got := untilRest([]detect.TrackPoint{at(9, 100)}, rest, time.Second/30); len(got) != 1 {
		t.Errorf("a track lost its only point")
	}
}

func TestAFaintDiscThatShootsAcrossIsOne(t *testing.T) {
	f := newPaintedFilm(t, 30)
	f.discs = func(float64) []filmDisc { return nil }
	e := newBoardEye(f.Cal, f.at(0))
	fast := wayFrom(0, r2.Vec{X: 222, Y: -96}, r2.Vec{X: 164, Y: -89}, r2.Vec{X: 115, Y: -80})
	slow := wayFrom(0, r2.Vec{X: 222, Y: -96}, r2.Vec{X: 207, Y: -94}, r2.Vec{X: 192, Y: -92}, r2.Vec{X: 170, Y: -90}, r2.Vec{X: 150, Y: -88}, r2.Vec{X: 125, Y: -86})
	shred := wayFrom(0, r2.Vec{X: 222, Y: -96}, r2.Vec{X: 164, Y: -89}, r2.Vec{X: 115, Y: -80})
	flickers := wayFrom(0, r2.Vec{X: -35, Y: -118}, r2.Vec{X: -102, Y: -77}, r2.Vec{X: -209, Y: -23})
	still := wayFrom(0, r2.Vec{X: 222, Y: -96}, r2.Vec{X: 164, Y: -89}, r2.Vec{X: 115, Y: -80})
	still.points[1].moving = false
	for i := range fast.points {
		fast.points[i].area, flickers.points[i].area, still.points[i].area = 430, 430, 430
		shred.points[i].area = 200
	}
	for name, c := range map[string]struct {
		t    *trail
		want bool
	}{"fast": {fast, true}, "slow": {slow, false}, "a shred": {shred, false}, "what flickers": {flickers, false}, "what stands still": {still, false}} {
		if got := e.shoots(c.t); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
