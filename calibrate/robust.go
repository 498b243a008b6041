package calibrate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// norm is the length of v. (r2.Norm guards against overflow, which pixels and
// millimetres don't meet, at five times the cost.)
func norm(v r2.Vec) float64 { return math.Sqrt(v.X*v.X + v.Y*v.Y) }

// median of v, which it sorts; NaN of nothing.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return v[len(v)/2]
}
