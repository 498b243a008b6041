package detect

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// How photographs are told to show one situation.
const (
	oneDisc      = 6.0  // mm within which two photographs' discs may be one: under half a radius
	sameColour   = 45.0 // how far apart in Lab one disc may look in two photographs
	sameShare    = 0.6  // of the discs of the photograph with fewer that must be in both
	freeTurn     = 3    // discs that must agree where the board's own lines don't tell its turn
	turnedApart  = 0.5  // how much better, in discs, a free turn must be than a quarter turn
	ringsAlike   = 0.01 // share by which the radii of one board's lines may differ
	refineRounds = 3
)

// Situations sorts photographs by what they show: those of the same board with
// the same discs, turned and seen however, are one situation. Its first
// photograph is the one that shows the most discs. None of them is changed.
func Situations(photos []Observation) []Situation {
	var all []Situation
	for i, o := range photos {
		placed := false
		for k := range all {
			if s, ok := all[k].with(i, o); ok {
				all[k], placed = s, true
				break
			}
		}
		if !placed {
			all = append(all, Situation{Photos: []Sighted{{Index: i, Observation: o}}})
		}
	}
	return all
}

// with is the situation with one more photograph; ok is false where that shows
// something else.
func (s Situation) with(index int, o Observation) (Situation, bool) {
	for _, p := range s.Photos {
		turn, same, ok := alignDiscs(p.Observation, o)
		if !ok {
			continue
		}
		next := Sighted{Index: index, Observation: o, Turn: p.Turn + turn}
		first := s.Photos[0]
		if p.Index != first.Index { // by way of another photograph: look up the first one's discs
			turn, same, ok = alignDiscs(first.Observation, o)
			if !ok {
				continue
			}
			next.Turn = turn
		}
		next.same = same
		next.View = -1
		highest := 0
		for _, q := range s.Photos {
			highest = max(highest, q.View)
			if next.View < 0 && sameView(q.Observation, o, next.Turn-q.Turn) {
				next.View = q.View
			}
		}
		if next.View < 0 {
			next.View = highest + 1
		}
		photos := append(append([]Sighted(nil), s.Photos...), next)
		return Situation{Photos: photos}, true
	}
	return s, false
}

// alignDiscs finds the turn (radians) that takes b's board frame to a's, and for
// each disc of a the one of b that it is, or -1. A printed board looks alike
// after each quarter turn, so the discs decide; where a board has no quadrant
// lines its turn is free, and more discs must agree.
func alignDiscs(a, b Observation) (turn float64, same []int, ok bool) {
	ra, rb := a.Calibration.Board.Rings, b.Calibration.Board.Rings
	if ra.R5 > 0 && math.Abs(rb.R5/ra.R5-1) > ringsAlike {
		return 0, nil, false
	}
	from, to := onBoard(b), onBoard(a)
	if len(from) == 0 || len(to) == 0 {
		return 0, nil, false
	}
	alike := alikeDiscs(a, b)
	best := -1.0
	try := func(angle, handicap float64) {
		m := pairUp(a, b, alike, angle)
		if score := m.score - handicap; score > best {
			best, turn, same = score, angle, m.same
		}
	}
	for q := range 4 {
		try(float64(q)*math.Pi/2, 0)
	}
	for _, i := range to {
		for _, k := range from {
			p, q := a.Discs[i].Pos, b.Discs[k].Pos
			if r2.Norm(p) > 2*oneDisc && math.Abs(r2.Norm(p)-r2.Norm(q)) < oneDisc/2 {
				angle := math.Atan2(p.Y, p.X) - math.Atan2(q.Y, q.X)
				if m := pairUp(a, b, alike, angle); m.count >= freeTurn {
					try(angle, turnedApart)
				}
			}
		}
	}
	for range refineRounds {
		turn += meanTurn(a, b, same, turn)
		same = pairUp(a, b, alike, turn).same
	}
	m := pairUp(a, b, alike, turn)
	return turn, m.same, float64(m.count) >= sameShare*float64(min(len(to), len(from)))
}

// onBoard are the indices of an observation's discs that lie in play.
func onBoard(o Observation) []int {
	var in []int
	for i, d := range o.Discs {
		if d.State.OnBoard() {
			in = append(in, i)
		}
	}
	return in
}

// pairs are discs of two photographs that are the same.
type pairs struct {
	same  []int // for each of the first's discs
	count int
	score float64 // count, and how close they lie
}

// alikeDiscs lists the pairs of discs in play, of a and of b, that may be one by
// their colours.
func alikeDiscs(a, b Observation) [][2]int {
	labs := make([]Lab, len(b.Discs))
	for k, d := range b.Discs {
		labs[k] = labOf(d.Colour)
	}
	var alike [][2]int
	for _, i := range onBoard(a) {
		own := labOf(a.Discs[i].Colour)
		for _, k := range onBoard(b) {
			if own.Distance(labs[k]) < sameColour {
				alike = append(alike, [2]int{i, k})
			}
		}
	}
	return alike
}

// pairUp pairs discs of a with discs of b turned by the angle, of those that
// are alike, the nearest first.
func pairUp(a, b Observation, alike [][2]int, angle float64) pairs {
	p := pairs{same: make([]int, len(a.Discs))}
	for i := range p.same {
		p.same[i] = -1
	}
	type near struct {
		i, k int
		mm   float64
	}
	var all []near
	for _, c := range alike {
		if d := r2.Norm(r2.Sub(a.Discs[c[0]].Pos, turnBy(b.Discs[c[1]].Pos, angle))); d < oneDisc {
			all = append(all, near{c[0], c[1], d})
		}
	}
	slices.SortStableFunc(all, func(x, y near) int { return cmp.Compare(x.mm, y.mm) })
	used := make([]bool, len(b.Discs))
	for _, n := range all {
		if p.same[n.i] < 0 && !used[n.k] {
			p.same[n.i], used[n.k] = n.k, true
			p.count++
			p.score += 1 - 0.5*n.mm/oneDisc
		}
	}
	return p
}

// meanTurn is the angle, radians, by which b must be turned on so that its discs
// lie on a's, least squares over the discs that are the same.
func meanTurn(a, b Observation, same []int, turn float64) float64 {
	var cross, dot float64
	n := 0
	for i, k := range same {
		if k < 0 {
			continue
		}
		p, q := a.Discs[i].Pos, turnBy(b.Discs[k].Pos, turn)
		cross += r2.Cross(q, p)
		dot += r2.Dot(q, p)
		n++
	}
	if n < 2 || dot <= 0 {
		return 0 // one disc cannot tell its own shift from a turn
	}
	return math.Atan2(cross, dot)
}

// labOf is a measured colour as Lab.
func labOf(c RGB) Lab { return c.Tint().Lab(1) }
