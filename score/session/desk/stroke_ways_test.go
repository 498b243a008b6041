package desk

import (
	"testing"
	"time"

	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestWaysAreNamedByWhereTheyBegan(t *testing.T) {
	at := func(points ...r2.Vec) (list []detect.TrackPoint) {
		for i, p := range points {
			list = append(list, detect.TrackPoint{At: time.Second + time.Duration(i)*33*time.Millisecond, Pos: p})
		}
		return list
	}
	s := &detect.Stroke{
		Flick: time.Second,
		Before: []detect.Seen{
			{ID: 4, Disc: detect.Disc{Team: detect.White, Pos: r2.Vec{X: 100}, Radius: 15.5}},
			{ID: 5, Disc: detect.Disc{Team: detect.Black, Pos: r2.Vec{X: 160}, Radius: 15.5}},
		},
		After: []detect.Seen{{Disc: detect.Disc{Team: detect.Striker, Colour: detect.RGB{R: 9}}}},
		Start: detect.StrikerPlace{Seen: true, Pos: r2.Vec{Y: -255}, Radius: 20.65},
		Tracks: []detect.Track{
			{ID: 77, Points: at(r2.Vec{Y: -100}, r2.Vec{X: 90})}, // the striker's, first seen far from where it lay
			{Points: at(r2.Vec{X: 120}, r2.Vec{X: 330, Y: 330})},
			{Points: at(r2.Vec{X: -300}, r2.Vec{X: -310})}, // nothing lay there
		},
	}
	before := namedBefore(s)
	if len(before) != 3 || before[2].Name != "S" || before[2].Colour.R != 9 {
		t.Fatalf("before: %+v", before)
	}
	got := ways(s, before)
	if len(got) != 2 || got[0].Name != "S" || got[1].Name != "W4" {
		t.Fatalf("ways: %+v", got)
	}
	for i, from := range []r2.Vec{{Y: -255}, {X: 100}} {
		if p := got[i].Points[0]; p.Pos != from || p.At != s.Flick || len(got[i].Points) != 3 {
			t.Errorf("the way of %s begins at %v, at %v, and has %d points", got[i].Name, p.Pos, p.At, len(got[i].Points))
		}
	}
}
