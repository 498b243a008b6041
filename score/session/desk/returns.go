package desk

import (
	"slices"

	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// beyond is by how much a track must pass the edge of the surface for the
// disc to have left it, in radii of a disc: a disc whose middle is over the edge
// falls, and a place in full motion is known to a few mm only.
const beyond = 0.5

// withReturns is the shot with every disc marked as returned whose track
// leaves the surface and that lies on it in the end.
func withReturns(s *detect.Shot, surface, radius float64) *detect.Shot {
	edge := surface + beyond*radius
	out := *s
	out.Rest = slices.Clone(s.Rest)
	for i := range out.Rest {
		r := &out.Rest[i]
		if r.State != detect.Flat || r2.Norm(r.Pos) > surface {
			continue
		}
		for _, t := range s.Tracks {
			if t.ID == r.ID && leftBy(ownWay(t, s, radius), s, edge) {
				r.Returned = true
			}
		}
	}
	return &out
}

// ownWay is a track without the points that are another disc's: where two
// discs part after a collision, what flies off may stand in the tracks of
// both, and is that of the one whose track ends where it lies.
func ownWay(t detect.Track, s *detect.Shot, radius float64) detect.Track {
	if endsAtRest(t, s, radius) {
		return t
	}
	for _, other := range s.Tracks {
		if other.ID == t.ID || !endsAtRest(other, s, radius) {
			continue
		}
		t.Points = slices.DeleteFunc(slices.Clone(t.Points), func(p detect.TrackPoint) bool {
			return slices.ContainsFunc(other.Points, func(q detect.TrackPoint) bool {
				return q.At == p.At && r2.Norm(r2.Sub(q.Pos, p.Pos)) < radius
			})
		})
	}
	return t
}

// endsAtRest says whether the last point of a track is where its disc lies.
func endsAtRest(t detect.Track, s *detect.Shot, radius float64) bool {
	i := slices.IndexFunc(s.Rest, func(r detect.Rest) bool { return r.ID == t.ID })
	return i >= 0 && len(t.Points) > 0 && r2.Norm(r2.Sub(t.Points[len(t.Points)-1].Pos, s.Rest[i].Pos)) < radius
}

// leftBy says whether a track passes the edge. The shot disc comes from the
// shooting line, with a finger behind it: only what follows its way inwards
// counts.
func leftBy(t detect.Track, s *detect.Shot, edge float64) bool {
	const inwards = 0.8 // of the edge
	inside := t.ID != s.Disc
	for _, p := range t.Points {
		d := r2.Norm(p.Pos)
		inside = inside || d < inwards*edge
		if inside && p.At > s.Flick && d > edge {
			return true
		}
	}
	return false
}
