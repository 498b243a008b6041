package watch

import (
	"ditchline/detect"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// A disc that leaves the finger is seen grown together with it at first: that
// step tells neither its speed nor where it goes.
func TestAFlickBeginsWhereTheDiscIsFreeOfTheFinger(t *testing.T) {
	grown := wayFrom(0, r2.Vec{X: 42, Y: 296}, r2.Vec{X: 51, Y: 295}, r2.Vec{X: 78, Y: 274}, r2.Vec{X: 107, Y: 235}, r2.Vec{X: 135, Y: 202})
	if from, ok := grown.flick(); !ok || from != 2 {
		t.Errorf("it begins at point %d (%v), want 2", from, ok)
	}
	even := wayFrom(0, r2.Vec{X: 0, Y: -290}, r2.Vec{X: 0, Y: -250}, r2.Vec{X: 1, Y: -209}, r2.Vec{X: 1, Y: -172})
	if from, ok := even.flick(); !ok || from != 0 {
		t.Errorf("one that was seen free from the first begins at point %d (%v), want 0", from, ok)
	}
	short := wayFrom(0, r2.Vec{X: 42, Y: 296}, r2.Vec{X: 51, Y: 295}, r2.Vec{X: 93, Y: 270})
	if from, ok := short.flick(); !ok || from != 0 {
		t.Errorf("of three points none is left out: it begins at point %d (%v)", from, ok)
	}
}

// Two discs don't fit in the hole: when one falls in, what seemed to lie there
// was the hole.
func TestADiscThatFellIntoTheHoleIsAlone(t *testing.T) {
	f := newPaintedFilm(t, 30)
	w := &Crokinole{cal: &f.Cal}
	dark := detect.Rest{Seen: detect.Seen{ID: 1, Disc: detect.Disc{State: detect.InHole}}, From: r2.Vec{Y: 1}}
	fell := detect.Rest{Seen: detect.Seen{ID: 2, Disc: detect.Disc{State: detect.InHole}}, From: r2.Vec{Y: -305}}
	other := detect.Rest{Seen: detect.Seen{ID: 3, Disc: detect.Disc{State: detect.Flat}}, From: r2.Vec{X: 90}}
	gone := dark
	gone.State = detect.InDitch
	for _, c := range []struct {
		name  string
		rests []detect.Rest
		want  []detect.ID
	}{
		{"one that is seen there still", []detect.Rest{dark, fell, other}, []detect.ID{2, 3}},
		{"one that is gone", []detect.Rest{gone, fell, other}, []detect.ID{2, 3}},
		{"nothing fell", []detect.Rest{dark, other}, []detect.ID{1, 3}},
		{"it was taken out", []detect.Rest{gone, other}, []detect.ID{1, 3}},
	} {
		var got []detect.ID
		for _, r := range w.oneInHole(c.rests) {
			got = append(got, r.ID)
		}
		if len(got) != len(c.want) || got[0] != c.want[0] || got[1] != c.want[1] {
			t.Errorf("%s: %v are left, want %v", c.name, got, c.want)
		}
	}
}

// A disc that a hand pushed aside proves no shot that nobody saw begin: what
// moved must have come by.
func TestWhatNothingCameNearWasNotMovedByAShot(t *testing.T) {
	f := newPaintedFilm(t, 30)
	w := &Crokinole{cal: &f.Cal}
	for name, c := range map[string]struct {
		way  []r2.Vec
		want bool
	}{
		"it was hit":            {[]r2.Vec{{X: 104, Y: 200}, {X: 120, Y: 130}, {X: 140, Y: 60}, {X: 158, Y: 24}}, true},
		"something passed afar": {[]r2.Vec{{X: 105, Y: 141}, {X: 120, Y: 141}, {X: 160, Y: 142}}, false},
	} {
		pushed := detect.Rest{Seen: detect.Seen{ID: 1, Disc: detect.Disc{State: detect.Flat, Radius: 15.9, Pos: r2.Vec{X: 168, Y: -13}}}, From: r2.Vec{X: 165, Y: -7}, Moved: 6.7, PMoved: 1}
		came := detect.Rest{Seen: detect.Seen{ID: 2, Disc: detect.Disc{State: detect.InDitch, Radius: 15.9}}, Moved: 100, PMoved: 1}
		s := &shotWatch{ways: ways{2: nil}}
		s.shot.Disc = 2
		s.shot.Rest = []detect.Rest{pushed, came}
		for i, p := range c.way {
			s.ways[2] = append(s.ways[2], detect.TrackPoint{At: time.Duration(i+1) * 33 * time.Millisecond, Pos: p})
		}
		s.shot.Rest[1].Pos = c.way[len(c.way)-1]
		if got := w.happened(s); got != c.want {
			t.Errorf("%s: a shot happened: %v, want %v", name, got, c.want)
		}
	}
}

// A disc that was seen to cross the board alone was flicked, wherever it lay
// before and wherever it went; what a hand carries off was not.
func TestADiscThatCrossesTheBoardWasFlicked(t *testing.T) {
	f := newPaintedFilm(t, 30)
	f.discs = func(float64) []filmDisc { return nil }
	w := &Crokinole{cal: &f.Cal, eye: newBoardEye(f.Cal, f.at(0))}
	whole := []r2.Vec{{X: 16, Y: 174}, {X: 12, Y: 94}, {X: -37, Y: 43}, {X: -82, Y: -5}, {X: -124, Y: 3}, {X: -160, Y: 30}, {X: -196, Y: 56}, {X: -229, Y: 80}, {X: -261, Y: 103}}
	slow := make([]r2.Vec, 40)
	for i := range slow {
		slow[i] = r2.Vec{X: 16, Y: 174 - 8*float64(i)}
	}
	shreds := wayFrom(0, whole...)
	for i := range shreds.points {
		shreds.points[i].area = 200
	}
	for name, c := range map[string]struct {
		t    *trail
		want bool
	}{
		"it bounced off a peg and went over the edge": {wayFrom(0, whole...), true},
		"it went no farther than a hand reaches":      {wayFrom(0, whole[:4]...), false},
		"it goes as fast as a hand carries":           {wayFrom(0, slow...), false},
		"shreds of a shadow":                          {shreds, false},
	} {
		s := &shotWatch{course: map[detect.ID]*trail{7: c.t}}
		s.shot.Disc = 7
		s.shot.Rest = []detect.Rest{{Seen: detect.Seen{ID: 7, Disc: detect.Disc{State: detect.InDitch}}}}
		if got := w.happened(s); got != c.want {
			t.Errorf("%s: a shot happened: %v, want %v", name, got, c.want)
		}
	}
}
