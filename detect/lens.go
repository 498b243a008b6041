package detect

import (
	"math"
	"sort"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// blurs are the sigmas of a picture's blur that are tried, pixels.
var blurs = [...]float64{0.4, 0.55, 0.7, 0.85, 1.0}

const (
	sharpDiscs = 6   // are looked at for the blur
	sharpWays  = 12  // directions of each
	nearby     = 0.6 // mm by which a seated disc's outline may be off
)

// LensOf is how sharp a picture is: the blur with which the outlines of seated
// discs are explained best, in most directions; the usual one where there are
// too few.
func (v *View) LensOf(board models.Board, discs []*Placed) Lens {
	lens := UsualLens
	var left [len(blurs)][]float64
	for i, d := range discs[:min(len(discs), sharpDiscs)] {
		b := d.Solid.at(d.Pos, v.Eye)
		around := neighbours(board, discs, i)
		for k := range sharpWays {
			sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / sharpWays)
			u := r2.Vec{X: cos, Y: sin}
			var e [len(blurs)]float64
			ok := true
			for j, blur := range blurs {
				t := v.trace(&b, u, d.Face, nearby, 1, Lens{Blur: blur, Noise: lens.Noise}, around)
				ok = ok && t.ok
				e[j] = math.Log(math.Max(1, t.least/float64(max(1, t.samples))))
			}
			if ok {
				for j := range e {
					left[j] = append(left[j], e[j])
				}
			}
		}
	}
	if len(left[0]) < sharpWays {
		return lens
	}
	var typical [len(blurs)]float64
	for j := range left {
		typical[j] = trimmedMean(left[j])
	}
	// The first minimum: a wide blur may explain shadows too.
	best := 0
	for best < len(blurs)-1 && typical[best+1] < typical[best] {
		best++
	}
	lens.Blur = blurs[best]
	if best > 0 && best < len(blurs)-1 {
		lens.Blur = lowest(blurs[best-1:best+2], typical[best-1:best+2])
	}
	return lens
}

// trimmedMean is the mean of the middle half.
func trimmedMean(v []float64) float64 {
	sort.Float64s(v)
	v = v[len(v)/4 : len(v)-len(v)/4]
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// lowest is where the parabola through three points, the middle one of which
// is the lowest, has its minimum.
func lowest(x, y []float64) float64 {
	a, b := x[1]-x[0], x[1]-x[2]
	p, q := a*(y[1]-y[2]), b*(y[1]-y[0])
	if d := p - q; math.Abs(d) > 1e-12 {
		return math.Max(x[0], math.Min(x[2], x[1]-0.5*(a*p-b*q)/d))
	}
	return x[1]
}
