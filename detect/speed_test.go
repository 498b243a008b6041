package detect

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestTheSpeedOfAShotIsThatOfItsFreeWay(t *testing.T) {
	frame := func(n int) time.Duration { return time.Duration(n) * time.Second / 30 }
	// straight is a disc that leaves the finger at a speed, m/s, towards the
	// middle, is braked by friction, and seen once a frame.
	straight := func(speed float64, n int) []TrackPoint {
		var out []TrackPoint
		for i := range n + 1 {
			t := frame(i).Seconds()
			out = append(out, TrackPoint{frame(i), r2.Vec{X: 300 - 1000*(speed*t-brake*t*t/2)}})
		}
		return out
	}
	cases := map[string]struct {
		points   []TrackPoint
		contacts []Contact
		want     float64 // 0: not measured
	}{
		"free over four frames":        {straight(1.8, 4), nil, 1.8},
		"the finger's frame is left":   {straight(2.5, 3), nil, 2.5},
		"stopped by a disc":            {append(straight(2, 3), TrackPoint{frame(4), r2.Vec{X: 118}}), []Contact{{A: 1, B: 2, At: frame(4), P: 0.9}}, 2},
		"one that hardly touched":      {straight(1.8, 4), []Contact{{A: 1, B: 2, At: frame(2), P: 0.1}}, 1.8},
		"thrown aside by a peg":        {append(straight(2, 3), TrackPoint{frame(4), r2.Vec{X: 170, Y: 60}}), nil, 2},
		"too slow to be timed":         {straight(0.2, 4), nil, 0},
		"seen once":                    {straight(2, 1), nil, 0},
		"no farther than its scatter":  {straight(0.9, 2), nil, 0},
		"struck a disc before a frame": {straight(2, 4), []Contact{{A: 1, B: 2, At: frame(1), P: 1}}, 0},
		"never seen":                   {nil, nil, 0},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := Shot{Disc: 1, Start: Placing{Seen: true, Pos: r2.Vec{X: 300}}, Contacts: tc.contacts, Tracks: []Track{{ID: 2, Points: straight(9, 5)}, {ID: 1, Points: tc.points}}}
			got, sd, ok := s.Speed()
			if ok != (tc.want > 0) || ok && math.Abs(got-tc.want) > 0.02 {
				t.Errorf("%.3f ± %.3f m/s, %v; want %.3f", got, sd, ok, tc.want)
			}
			if ok && (sd <= 0 || sd > gateDoubt*got) {
				t.Errorf("uncertainty %.3f of %.3f", sd, got)
			}
		})
	}
}
