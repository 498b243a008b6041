package bench

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// How near a measured place must be to a true one to be of the same disc, mm;
// and to one that need not be found, not to be an invention.
const (
	matchReach  = 8
	hiddenReach = 12
)

// pairing is which true disc (I) each found one (K) is.
type pairing struct {
	I, K int
	Dist float64
}

// match pairs true places with found ones, the nearest first.
func match(truth, found []r2.Vec) []pairing {
	var all []pairing
	for i, p := range truth {
		for k, q := range found {
			if d := r2.Norm(r2.Sub(p, q)); d <= matchReach {
				all = append(all, pairing{i, k, d})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pairing) int { return cmp.Compare(a.Dist, b.Dist) })
	usedI, usedK := make([]bool, len(truth)), make([]bool, len(found))
	var m []pairing
	for _, p := range all {
		if !usedI[p.I] && !usedK[p.K] {
			usedI[p.I], usedK[p.K] = true, true
			m = append(m, p)
		}
	}
	return m
}

// turned is p turned by q quarter turns counter-clockwise.
func turned(p r2.Vec, q int) r2.Vec {
	switch q & 3 {
	case 1:
		return r2.Vec{X: -p.Y, Y: p.X}
	case 2:
		return r2.Vec{X: -p.X, Y: -p.Y}
	case 3:
		return r2.Vec{X: p.Y, Y: -p.X}
	}
	return p
}

// matchTurned is the best pairing over the four turns of the board, which look
// alike, and the turn that takes found places to true ones.
func matchTurned(truth, found []r2.Vec) (best []pairing, quarters int) {
	least := math.Inf(1)
	for q := range 4 {
		moved := make([]r2.Vec, len(found))
		for i, p := range found {
			moved[i] = turned(p, q)
		}
		m := match(truth, moved)
		sum := 0.0
		for _, p := range m {
			sum += p.Dist
		}
		if q == 0 || len(m) > len(best) || len(m) == len(best) && sum < least {
			best, least, quarters = m, sum, q
		}
	}
	return best, quarters
}

// invented counts the found places that are neither paired nor near a disc
// that need not be found.
func invented(found []r2.Vec, m []pairing, hidden []r2.Vec) int {
	paired := make([]bool, len(found))
	for _, p := range m {
		paired[p.K] = true
	}
	n := 0
	for k, p := range found {
		if !paired[k] && !slices.ContainsFunc(hidden, func(h r2.Vec) bool { return r2.Norm(r2.Sub(h, p)) < hiddenReach }) {
			n++
		}
	}
	return n
}
