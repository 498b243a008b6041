package calibrate

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// arc is a piece of an edge curve that bends one way only.
type arc struct {
	points []int32 // edge numbers, in order
	turn   float64 // total turning, radians, > 0
	inward r2.Vec  // mean unit direction towards the hollow side
	mid    r2.Vec
}

// arcs cuts chains where they kink or change the side they bend to, and keeps
// what bends: pieces of at least minLen points and minTurn radians.
func (m edgeMap) arcs(chains [][]int32, minLen int, minTurn float64) []arc {
	var out []arc
	for _, c := range chains {
		for _, piece := range m.cut(c) {
			if len(piece) < minLen {
				continue
			}
			a, ok := m.measure(piece)
			if ok && math.Abs(a.turn) >= minTurn {
				a.turn = math.Abs(a.turn)
				out = append(out, a)
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return len(out[i].points) > len(out[j].points) })
	return out
}

// cut splits a chain where its direction, smoothed over a few points, turns
// sharply or begins to turn the other way.
func (m edgeMap) cut(c []int32) [][]int32 {
	const half = 5
	if len(c) < 4*half {
		return nil
	}
	dir := make([]float64, len(c)) // tangent direction, unwrapped
	for i := range c {
		a, b := m.edges[c[max(0, i-half)]].p, m.edges[c[min(len(c)-1, i+half)]].p
		d := r2.Sub(b, a)
		dir[i] = math.Atan2(d.Y, d.X)
		if i > 0 {
			dir[i] = dir[i-1] + math.Remainder(dir[i]-dir[i-1], 2*math.Pi)
		}
	}
	const step = 2 * half
	var out [][]int32
	start, side := 0, 0.0
	for i := half; i+step < len(c)-half; i += half {
		t := dir[i+step] - dir[i]
		sharp := math.Abs(t) > 0.6
		flips := math.Abs(t) > 0.06 && t*side < 0
		if sharp || flips {
			if at := i + step/2; at-start >= 2*half {
				out = append(out, c[start:at])
				start = at
			}
			side = 0
		}
		if math.Abs(t) > 0.04 {
			side = t
		}
	}
	return append(out, c[start:])
}

func (m edgeMap) measure(piece []int32) (arc, bool) {
	n := len(piece)
	a, b, c := m.edges[piece[0]].p, m.edges[piece[n/2]].p, m.edges[piece[n-1]].p
	// Turning from chord to chord: twice the angle between the half chords.
	u, v := r2.Sub(b, a), r2.Sub(c, b)
	turn := 2 * math.Atan2(r2.Cross(u, v), r2.Dot(u, v))
	chord := r2.Sub(r2.Scale(0.5, r2.Add(a, c)), b)
	l := norm(chord)
	if l < 0.75 { // straight to within noise
		return arc{}, false
	}
	return arc{points: piece, turn: turn, inward: r2.Scale(1/l, chord), mid: b}, true
}
