package desk

import "math"

// rounded keeps the given number of decimals.
func rounded(v float64, decimals int) float64 {
	k := math.Pow10(decimals)
	return math.Round(v*k) / k
}
