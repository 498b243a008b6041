package tournament

import (
	"math/rand/v2"
	"slices"
)

// drawSwiss is the next round of a Swiss or of a random stage. Nobody meets
// an opponent again, nobody has a second bye. Among all such pairings it is
// the one that
//  1. has the smallest sum of squared differences of points (so those of like
//     score meet, and who must float floats as little as can be); the bye
//     counts as an opponent with the lowest score,
//  2. and within that comes nearest to the upper half of each score group
//     meeting its lower half in order; the bye goes to the lowest place.
//
// The search is exact: when it finds none there is none.
func (s *State) drawSwiss(st *StageState, g int, chance uint64) ([]Pair, error) {
	ids, points := s.swissOrder(st, g)
	if st.System == Random {
		r := rand.New(rand.NewPCG(chance, uint64(len(st.Rounds)+1)))
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		points = make([]int64, len(ids))
	}
	if len(ids) < 2 {
		return nil, nil
	}
	n := len(ids)
	if n%2 == 1 {
		n++ // the last vertex is the bye
	}
	cost := swissCost(points)
	met, byes := st.meetings(g), st.byes()
	highest := int64(0)
	for i := range n {
		for j := i + 1; j < n; j++ {
			highest = max(highest, cost(i, j))
		}
	}
	// A pair more always weighs more than what any pairing costs.
	base := (highest + 1) * int64(n)
	mate := maxWeightMatching(n, func(i, j int) int64 {
		if j == len(ids) {
			if byes[ids[i]] {
				return 0
			}
		} else if met[[2]EntrantID{ids[i], ids[j]}] > 0 {
			return 0
		}
		return base - cost(i, j)
	})
	var pairs, bye []Pair
	for i := range ids {
		j := mate[i]
		switch {
		case j < 0:
			return nil, ErrNoPairing
		case j == len(ids):
			bye = append(bye, Pair{Group: g, A: ids[i]})
		case i < j:
			a, b := s.begins(ids[i], ids[j])
			pairs = append(pairs, Pair{Group: g, A: a, B: b})
		}
	}
	return append(pairs, bye...), nil
}

// swissOrder are the active members of a group, the leaders first, with their
// points.
func (s *State) swissOrder(st *StageState, g int) ([]EntrantID, []int64) {
	var ids []EntrantID
	var points []int64
	for _, row := range s.standings(st, g) {
		if s.Active(row.Entrant) {
			ids = append(ids, row.Entrant)
			points = append(points, int64(row.Points))
		}
	}
	return ids, points
}

// byes are those who have had one in the stage.
func (st *StageState) byes() map[EntrantID]bool {
	had := map[EntrantID]bool{}
	for m := range st.matches() {
		if m.Bye() {
			had[m.A] = true
		}
	}
	return had
}

// swissCost is what a pair of places (from 0, the leaders first) costs; the
// place after the last is the bye.
func swissCost(points []int64) func(i, j int) int64 {
	n := len(points)
	within := make([]int64, n) // place within the score group
	half := make([]int64, n)   // of the score group's size
	for from := 0; from < n; {
		to := from
		for to < n && points[to] == points[from] {
			to++
		}
		for i := from; i < to; i++ {
			within[i], half[i] = int64(i-from), int64(to-from)/2
		}
		from = to
	}
	lowest := int64(0)
	if n > 0 {
		lowest = slices.Min(points)
	}
	perPair := int64(n+1) * int64(n+1) // the most that the second part costs one pair
	unit := perPair * int64(n/2+2)
	return func(i, j int) int64 {
		if j >= n {
			d := points[i] - lowest
			return d*d*unit + int64(n-1-i)
		}
		d := points[i] - points[j]
		off := int64(j - i) // floaters: the nearest places
		if d == 0 {
			off = within[j] - within[i] - half[i]
		}
		return d*d*unit + off*off
	}
}
