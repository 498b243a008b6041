package watch

import (
	"ditchline/detect"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// lastKnown is a piece of the settled board, with what the picture now says of
// the place where it lay.
type lastKnown struct {
	detect.Seen
	covered bool           // a hand lies over it
	altered float64        // share of its place that looks other than it did, hands apart
	fell    int            // trails of its colour that ended at pockets
	shows   detect.Showing // what is seen of its place where no disc is made out
}

// seenNow is a disc as it is made out now.
type seenNow struct {
	detect.Disc
	shows   detect.Showing // what is seen of its place
	altered float64        // share of its place that looks other than before
}

// fate is what became of a known piece.
type fate uint8

const (
	boundTo  fate = iota // it is one of the discs
	keptIn               // it lies where it lay, and was not made out
	goneFrom             // it is not there any more
)

// fates says of each known piece what became of it; disc is the number of the
// disc that it is. sure is, of each kind, how likely so many of them have gone.
type fates struct {
	fate []fate
	disc []int
	sure map[string]float64
}

// The costs of what may have become of pieces are negative logarithms of how
// often it does: the eye misses about one piece in a hundred, a stroke pockets
// one in thirty or so, and two sights of a piece that lies still differ by less
// than 2.5 mm.
const (
	costMissed    = 4.5 // not made out in plain sight
	costBody      = 1.0 // the same where something lies
	costCovered   = 0.7 // not made out under a hand
	costPocketed  = 3.5
	costSeenFall  = 1.0 // the same where a trail of its colour ends at a pocket
	costMoved     = 1.5
	costNoSign    = 7.0  // gone from, or come to, a place that looks as it did
	costOverlaid  = 12.0 // lying where something else lies
	costOtherKind = 5.0  // taken for another kind
	costOverseen  = 5.0  // a piece that lay there and was never made out
	costAppeared  = 7.0  // a piece that nobody knew came there
	costBare      = 8.0  // lying, or being seen, where the bare board shows
	costMistaken  = 3.0  // what looked like a piece for a doubtful sight of one
	costNever     = 1e3

	stillSlack = 2.5  // mm between two sights of a piece that lies still
	fullSign   = 0.25 // share of a place altered that is a plain sign of a change
	noSign     = 0.04 // and what of it is noise
	bothSigns  = 0.6  // of what a missing sign costs, where a piece has moved and two are to be seen
	surelySeen = 0.99 // confidence of a disc that is no doubtful sight
)

// sign is how plainly a place has changed, from 0 to 1.
func sign(altered float64) float64 {
	return math.Max(0, math.Min(1, (altered-noSign)/(fullSign-noSign)))
}

// bindCost is that of the known piece lying where the disc is seen now. Farther
// than far mm it cannot.
func bindCost(k *lastKnown, d *seenNow, far float64) float64 {
	gap := r2.Norm(r2.Sub(d.Pos, k.Pos))
	if gap > math.Max(far, lying) {
		return costNever
	}
	cost := 0.0
	if d.shows == detect.ShowsBoard {
		cost = costBare
	}
	if d.Team != k.Team {
		cost += costOtherKind
	}
	if gap < stillSlack {
		return cost
	}
	// By less than its own width it leaves a part of its place unaltered.
	part := math.Min(1, gap/(2*k.Radius))
	gone, come := sign(k.altered/part), sign(d.altered/part)
	if k.covered || k.shows == detect.ShowsBoard {
		gone = 1
	}
	if d.shows == detect.ShowsBody && gap > lying { // a pale piece on pale wood changes little
		come = 1
	}
	return cost + costMoved*math.Min(1, gap/lying) + bothSigns*costNoSign*(2-gone-come)
}

// stayCost is that of a piece that is not made out lying where it lay.
func stayCost(k *lastKnown, discs []seenNow) float64 {
	for i := range discs {
		if d := &discs[i]; r2.Norm(r2.Sub(d.Pos, k.Pos)) < k.Radius+d.Radius-lying {
			return costOverlaid
		}
	}
	switch {
	case k.covered:
		return costCovered
	case k.shows == detect.ShowsBody:
		return costBody + costNoSign/2*sign(k.altered)
	case k.shows == detect.ShowsBoard:
		return costMissed + costBare
	}
	return costMissed + costNoSign*sign(k.altered)
}

// goneCost is that of a piece not being on the board any more, as the n-th of its
// kind, from 0: only so many were seen to fall.
func goneCost(k *lastKnown, n int) float64 {
	cost := costPocketed
	if n < k.fell {
		cost = costSeenFall
	}
	switch {
	case k.covered:
		return cost + costNoSign/2
	case k.shows == detect.ShowsBoard:
		return cost
	case k.shows == detect.ShowsBody:
		cost += costNoSign / 2
	}
	return cost + costNoSign*(1-sign(k.altered))
}

// strangerCost is that of a disc being none of the known pieces.
func strangerCost(d *seenNow) float64 {
	if d.Confidence < surelySeen || d.shows == detect.ShowsBoard {
		return costMistaken
	}
	return costOverseen + (costAppeared-costOverseen)*sign(d.altered)
}

// fatesOf is the likeliest of all that may have become of the known pieces,
// together, given the discs that are seen. others are larger bodies seen on the
// board that no piece can lie under.
func fatesOf(known []lastKnown, discs, others []seenNow, far float64) fates {
	f := fates{fate: make([]fate, len(known)), disc: make([]int, len(known)), sure: map[string]float64{}}
	t := newTrial(known, discs, others, far)
	gone := map[string]int{}
	for _, k := range known {
		gone[k.Team]++
	}
	of, least := t.solve(gone, "")
	for i, c := range of {
		switch {
		case c < len(discs) && t.bind[i][c] < costNever:
			f.fate[i], f.disc[i] = boundTo, c
		case c < len(discs)+len(known):
			f.fate[i] = keptIn
		default:
			f.fate[i] = goneFrom
		}
	}
	count := map[string]int{}
	for i, k := range known {
		if f.fate[i] == goneFrom {
			count[k.Team]++
		}
	}
	for kind, all := range gone {
		others := 0.0
		for _, n := range [2]int{count[kind] - 1, count[kind] + 1} {
			if n < 0 || n > all {
				continue
			}
			gone[kind] = n
			_, cost := t.solve(gone, kind)
			others += math.Exp(math.Max(-50, least-cost))
		}
		gone[kind] = all
		f.sure[kind] = 1 / (1 + others)
	}
	return f
}

// trial holds the costs of what may have become of pieces.
type trial struct {
	known    []lastKnown
	bind     [][]float64 // of each known piece being each disc
	stay     []float64   // of each known piece
	stranger []float64   // of each disc being none of them
	kinds    []string    // of the known pieces
}

func newTrial(known []lastKnown, discs, others []seenNow, far float64) *trial {
	t := &trial{known: known}
	bodies := slices.Concat(discs, others)
	for i := range known {
		k := &known[i]
		row := make([]float64, len(discs))
		for j := range discs {
			row[j] = bindCost(k, &discs[j], far)
		}
		t.bind, t.kinds = append(t.bind, row), append(t.kinds, k.Team)
		t.stay = append(t.stay, stayCost(k, bodies))
	}
	for j := range discs {
		t.stranger = append(t.stranger, strangerCost(&discs[j]))
	}
	return t
}

// solve assigns each known piece a column: a disc, its own place (after the
// discs), or one of the places of those that have gone, of which there are so
// many for each kind. Those of the kind exact are all taken.
func (t *trial) solve(gone map[string]int, exact string) (column []int, sum float64) {
	n, m := len(t.bind), len(t.stranger)
	var slots []string
	var nth []int // of its kind
	for _, kind := range [...]string{detect.White, detect.Black, detect.Queen, detect.Striker} {
		for k := range gone[kind] {
			slots, nth = append(slots, kind), append(nth, k)
		}
	}
	size := m + n + len(slots)
	cost := make([][]float64, size)
	for i := range cost {
		cost[i] = make([]float64, size)
		if i >= n { // nobody's row
			copy(cost[i], t.stranger)
			for c, kind := range slots {
				if kind == exact {
					cost[i][m+n+c] = costNever
				}
			}
			continue
		}
		copy(cost[i], t.bind[i])
		for c := range n {
			cost[i][m+c] = costNever
		}
		cost[i][m+i] = t.stay[i]
		for c, kind := range slots {
			cost[i][m+n+c] = costNever
			if kind == t.kinds[i] {
				cost[i][m+n+c] = goneCost(&t.known[i], nth[c])
			}
		}
	}
	column, sum = cheapest(cost)
	return column[:n], sum
}

// cheapest assigns each row of a square matrix of costs a column of its own so
// that their sum is the least (the Hungarian method with potentials, after
// Jonker and Volgenant, 1987).
func cheapest(cost [][]float64) (column []int, sum float64) {
	n := len(cost)
	u, v := make([]float64, n+1), make([]float64, n+1)
	row, way := make([]int, n+1), make([]int, n+1) // of each column, from 1; 0 is free
	for i := 1; i <= n; i++ {
		row[0] = i
		least, used := make([]float64, n+1), make([]bool, n+1)
		for j := range least {
			least[j] = math.Inf(1)
		}
		j := 0
		for row[j] != 0 {
			used[j] = true
			from, delta, next := row[j], math.Inf(1), 0
			for c := 1; c <= n; c++ {
				if used[c] {
					continue
				}
				if r := cost[from-1][c-1] - u[from] - v[c]; r < least[c] {
					least[c], way[c] = r, j
				}
				if least[c] < delta {
					delta, next = least[c], c
				}
			}
			for c := 0; c <= n; c++ {
				if used[c] {
					u[row[c]] += delta
					v[c] -= delta
				} else {
					least[c] -= delta
				}
			}
			j = next
		}
		for j != 0 {
			row[j] = row[way[j]]
			j = way[j]
		}
	}
	column = make([]int, n)
	for c := 1; c <= n; c++ {
		column[row[c]-1] = c - 1
		sum += cost[row[c]-1][c-1]
	}
	return column, sum
}
