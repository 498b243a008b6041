package desk

import (
	"testing"
	"time"

	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// way is a track of one point every 33 ms from the flick on.
func way(id detect.ID, places ...r2.Vec) detect.Track {
	t := detect.Track{ID: id}
	for i, p := range places {
		t.Points = append(t.Points, detect.TrackPoint{At: time.Duration(i+1) * 33 * time.Millisecond, Pos: p})
	}
	return t
}

func lies(id detect.ID, at r2.Vec) detect.Rest {
	return detect.Rest{Seen: detect.Seen{ID: id, Disc: detect.Disc{Pos: at, State: detect.Flat}}}
}

func TestADiscReturnedWhenItsOwnWayPassesTheEdge(t *testing.T) {
	const surface, radius = 330, 16
	out := []r2.Vec{{X: -140, Y: -30}, {X: -156, Y: -138}, {X: -170, Y: -286}, {X: -171, Y: -320}}
	back := append(append([]r2.Vec{}, out...), r2.Vec{X: -120, Y: -289}, r2.Vec{X: -94, Y: -269})
	for name, c := range map[string]struct {
		rest   []detect.Rest
		tracks []detect.Track
		want   []bool
	}{
		"out and back": {
			[]detect.Rest{lies(2, r2.Vec{X: -94, Y: -269})}, []detect.Track{way(2, back...)}, []bool{true},
		},
		"the flying disc stands in the track of the one it left behind as well": {
			[]detect.Rest{lies(1, r2.Vec{X: -180, Y: -12}), lies(2, r2.Vec{X: -94, Y: -269})},
			[]detect.Track{way(1, out...), way(2, back...)}, []bool{false, true},
		},
		"lost beyond the edge, found inside it": {
			[]detect.Rest{lies(1, r2.Vec{X: -60, Y: -250}), lies(2, r2.Vec{X: 100, Y: 100})},
			[]detect.Track{way(1, out...), way(2, r2.Vec{X: 120, Y: 120}, r2.Vec{X: 100, Y: 100})}, []bool{true, false},
		},
		"never near the edge": {
			[]detect.Rest{lies(1, r2.Vec{X: -120, Y: -200})}, []detect.Track{way(1, out[:2]...)}, []bool{false},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := withReturns(&detect.Shot{Disc: 9, Rest: c.rest, Tracks: c.tracks}, surface, radius)
			for i, r := range s.Rest {
				if r.Returned != c.want[i] {
					t.Errorf("disc %d: returned is %v, want %v", r.ID, r.Returned, c.want[i])
				}
			}
		})
	}
}
