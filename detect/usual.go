package detect

import "math"

// curve is a function given by its values at evenly spaced arguments, straight
// between them and level beyond.
type curve struct {
	from, step float64
	values     []float64
}

func (c curve) at(x float64) float64 {
	t := (x - c.from) / c.step
	last := len(c.values) - 1
	if !(t > 0) {
		return c.values[0]
	}
	if t >= float64(last) {
		return c.values[last]
	}
	i := int(t)
	return c.values[i] + (t-float64(i))*(c.values[i+1]-c.values[i])
}

// What a reading is off by habit, mm outward: the rounding catches light or
// falls dark, a contact shadow lengthens a dark wall, a bright face blooms.
// Medians over the rendered stills at the true places.
var (
	// usualFar goes by how much brighter the face is than what lies beyond it.
	usualFar = curve{-150, 30, []float64{-0.05, -0.08, -0.01, 0.05, 0.10, -0.18, -0.25, -0.18, -0.07, 0.13, 0.16}}
	// usualNear goes by how much of what is seen is the upper rim rather than
	// the lower, in pictures of up to 1 and of over 1.6 pixels a mm.
	usualNearSmall = curve{0, 0.2, []float64{-0.23, -0.14, 0.08, 0.28, 0.19, 0.06}}
	usualNearLarge = curve{0, 0.2, []float64{-0.28, -0.19, -0.14, -0.07, 0.03, 0.05}}
)

// usual is what the reading is off by habit, mm.
func (r Reading) usual() float64 {
	if r.Walls {
		large := math.Max(0, math.Min(1, (r.PxPerMM-0.9)/0.6))
		return (1-large)*usualNearSmall.at(r.Upper) + large*usualNearLarge.at(r.Upper)
	}
	brighter := r.Layers[0].luma() - r.Layers[1].luma()
	if r.Near {
		return math.Max(-0.28, math.Min(0.28, -brighter/100))
	}
	return usualFar.at(brighter)
}
