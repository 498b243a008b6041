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
	usualFar = curve{-150, 30, []float64{-0.25, -0.09, -0.01, 0.09, 0.12, -0.27, -0.36, -0.25, -0.05, 0.12, 0.05}}
	// usualNear goes by how much of what is seen is the upper rim rather than
	// the lower, in pictures of up to 0.9, of about 1.2 and of over 1.5 pixels a mm.
	usualNearSmall  = curve{0, 0.2, []float64{-0.22, -0.08, 0.15, 0.27, 0.20, 0.04}}
	usualNearMiddle = curve{0, 0.2, []float64{-0.18, -0.17, -0.04, 0.15, 0.09, 0.06}}
	usualNearLarge  = curve{0, 0.2, []float64{-0.13, -0.25, -0.18, -0.09, -0.05, 0}}
	// usualBare is for a near side without a wall, and goes as usualFar.
	usualBare = curve{-150, 30, []float64{0.1, 0.25, 0.3, 0.45, 0.37, -0.18, -0.33, -0.15, -0.06, -0.06, -0.1}}
)

// usual is what the reading is off by habit, mm.
func (r Reading) usual() float64 {
	if r.Walls {
		const small, middle, large = 0.9, 1.2, 1.5
		if r.PxPerMM < middle {
			k := math.Max(0, (r.PxPerMM-small)/(middle-small))
			return (1-k)*usualNearSmall.at(r.Upper) + k*usualNearMiddle.at(r.Upper)
		}
		k := math.Min(1, (r.PxPerMM-middle)/(large-middle))
		return (1-k)*usualNearMiddle.at(r.Upper) + k*usualNearLarge.at(r.Upper)
	}
	brighter := r.Layers[0].Luma() - r.Layers[1].Luma()
	if r.Near {
		return usualBare.at(brighter)
	}
	return usualFar.at(brighter)
}
