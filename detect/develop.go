package detect

import "math"

// Lenses blur light, but pictures hold it bent by the sRGB curve: a dark side
// of an edge is brightened more than the bright side is darkened, so that the
// edge seems to lie further on the dark side.

// toLight is linear light of a sample of 0 to 255, from a table.
var toLight = func() (table [256]float64) {
	for i := range table {
		table[i] = Linear(float64(i))
	}
	return table
}()

func lightOf(v float64) float64 {
	v = math.Max(0, math.Min(254.999, v))
	i := int(v)
	return toLight[i] + (v-float64(i))*(toLight[i+1]-toLight[i])
}

// fromLight is the inverse: the sample, 0 to 255, of linear light (IEC
// 61966-2-1).
func fromLight(l float64) float64 {
	if l <= 0.0031308 {
		return 255 * 12.92 * l
	}
	return 255 * (1.055*math.Pow(l, 1/2.4) - 0.055)
}

// bentEdge is by how many sigmas of the blur an edge from the colour a to b
// seems to lie further on toward b than it does, as the fit of a symmetric
// step finds it: the error of the step weighted by the step's own slope.
func bentEdge(a, b Tint) float64 {
	const span, points = 2.5, 11
	sum, weight := 0.0, 0.0
	for c := range 3 {
		step := b[c] - a[c]
		if math.Abs(step) < 4 {
			continue
		}
		la, lb := lightOf(a[c]), lightOf(b[c])
		for i := range points {
			x := span * (2*float64(i)/(points-1) - 1)
			phi := rampAt(x)
			slope := math.Exp(-x * x / 2)
			seen := fromLight(la + (lb-la)*phi)
			// A step that is seen too high at x lies too near.
			sum -= step * slope * (seen - a[c] - step*phi)
			weight += step * step * slope * slope / math.Sqrt(2*math.Pi)
		}
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}
