package tournament

import (
	"testing"

	"pgregory.net/rapid"
)

// bestByTrial is the greatest sum of weights, found by trying everything.
func bestByTrial(n int, used int, weight func(i, j int) int64) int64 {
	i := 0
	for i < n && used&(1<<i) != 0 {
		i++
	}
	if i == n {
		return 0
	}
	best := bestByTrial(n, used|1<<i, weight)
	for j := i + 1; j < n; j++ {
		if w := weight(i, j); used&(1<<j) == 0 && w > 0 {
			best = max(best, w+bestByTrial(n, used|1<<i|1<<j, weight))
		}
	}
	return best
}

func TestTheMatchingIsTheBestThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "vertices")
		density := rapid.IntRange(1, 10).Draw(t, "density")
		most := rapid.SampledFrom([]int64{1, 3, 100}).Draw(t, "most")
		w := make([][]int64, n)
		for i := range w {
			w[i] = make([]int64, n)
			for j := i + 1; j < n; j++ {
				if rapid.IntRange(1, 10).Draw(t, "edge") <= density {
					w[i][j] = rapid.Int64Range(1, most).Draw(t, "weight")
				}
			}
		}
		weight := func(i, j int) int64 { return w[i][j] }
		mate := maxWeightMatching(n, weight)
		sum := int64(0)
		for i, j := range mate {
			if j < 0 {
				continue
			}
			if mate[j] != i || j == i || w[min(i, j)][max(i, j)] == 0 {
				t.Fatalf("%d is matched to %d, %d to %d", i, j, j, mate[j])
			}
			if i < j {
				sum += w[i][j]
			}
		}
		if best := bestByTrial(n, 0, weight); sum != best {
			t.Fatalf("the matching weighs %d, the best %d", sum, best)
		}
	})
}

func TestTheMatchingWalksThroughNestedBlossoms(t *testing.T) {
	// Triangles hung on a path: only one perfect matching, the bridges.
	const n = 12
	edges := map[[2]int]bool{}
	for _, e := range [][2]int{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {4, 5}, {3, 5}, {5, 6}, {6, 7}, {7, 8}, {6, 8}, {8, 9}, {9, 10}, {10, 11}, {9, 11}} {
		edges[e] = true
	}
	mate := maxWeightMatching(n, func(i, j int) int64 {
		if edges[[2]int{i, j}] {
			return 1
		}
		return 0
	})
	for i, j := range mate {
		if j < 0 {
			t.Errorf("%d has no partner: %v", i, mate)
		}
	}
}

func BenchmarkMatchingOf200(b *testing.B) {
	for b.Loop() {
		maxWeightMatching(200, func(i, j int) int64 { return 1_000_000 - int64((i-j)*(i-j)) + int64((i*7919+j*104729)%1000) })
	}
}
