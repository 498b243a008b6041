package calibrate

import (
	"math"
	"slices"
)

// median of v, which it sorts; NaN of nothing.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return v[len(v)/2]
}
