package detect

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// Gradients are where a picture's colour steps, and in which direction.
type Gradients struct {
	Side  int
	Steps []GradientStep
	Grain float64 // median step of the samples looked at, units a sample
}

// GradientStep is one sample at which the colour steps.
type GradientStep struct {
	X, Y   float32
	DX, DY float32 // unit vector of the strongest channel's gradient
	Weight float32 // how far it stands out of the grain, 0 to 1
}

// NewGradients takes the gradients of a square BGR picture by Scharr's
// operator where look says so. A step of contrast times the median one (the
// board's grain) weighs half.
func NewGradients(pix []byte, side int, look func(x, y int) bool, contrast float64) *Gradients {
	g := &Gradients{Side: side}
	var histogram [2048]int
	count, row := 0, 3*side
	for y := 1; y < side-1; y++ {
		for x := 1; x < side-1; x++ {
			if !look(x, y) {
				continue
			}
			k := y*row + 3*x
			var bx, by, best int
			for c := range 3 {
				q := k + c
				a, b := int(pix[q-row-3]), int(pix[q-row+3])
				d, e := int(pix[q+row-3]), int(pix[q+row+3])
				gx := 3*(b-a+e-d) + 10*(int(pix[q+3])-int(pix[q-3]))
				gy := 3*(d-a+e-b) + 10*(int(pix[q+row])-int(pix[q-row]))
				if m := gx*gx + gy*gy; m > best {
					bx, by, best = gx, gy, m
				}
			}
			m := float32(math.Sqrt(float64(best)))
			histogram[min(len(histogram)-1, int(m/2))]++ // Scharr's weights: 32 to a unit
			count++
			if m >= 16 {
				g.Steps = append(g.Steps, GradientStep{float32(x), float32(y), float32(bx) / m, float32(by) / m, m / 32})
			}
		}
	}
	below := 0
	for i, h := range histogram {
		if below += h; 2*below >= count {
			g.Grain = math.Max((float64(i)+0.5)/16, 0.2)
			break
		}
	}
	half := float32(contrast * g.Grain)
	kept := g.Steps[:0]
	for _, e := range g.Steps {
		e.Weight = e.Weight * e.Weight / (e.Weight*e.Weight + half*half)
		if e.Weight > 0.1 {
			kept = append(kept, e)
		}
	}
	g.Steps = kept
	return g
}

// Votes counts, for each sample, how much of a circle of the given radius
// (samples) round it shows a step along its radius, of either sign: 1 for a
// whole circle one sample wide.
func (g *Gradients) Votes(radius float64) []float32 {
	votes := make([]float32, g.Side*g.Side)
	r := float32(radius)
	unit := float32(1 / (2 * math.Pi * radius))
	side := float32(g.Side) - 1
	for _, e := range g.Steps {
		for _, s := range [2]float32{r, -r} {
			x, y := e.X+s*e.DX+0.5, e.Y+s*e.DY+0.5
			if x >= 0 && y >= 0 && x < side && y < side {
				votes[int(y)*g.Side+int(x)] += e.Weight * unit
			}
		}
	}
	return votes
}

// Peak is a sample that stands out of its neighbourhood.
type Peak struct {
	At    r2.Vec // column and row, interpolated
	Value float64
}

// Peaks are the local maxima above least, at least apart samples from each
// other, the highest first and at most limit of them.
func Peaks(field []float32, side int, least float64, apart int, limit int) []Peak {
	var found []Peak
	for y := 1; y < side-1; y++ {
		for x := 1; x < side-1; x++ {
			n := y*side + x
			v := field[n]
			if float64(v) < least || v < field[n-1] || v < field[n+1] || v < field[n-side] || v < field[n+side] {
				continue
			}
			bend := func(a, b float32) float64 {
				d := float64(a - 2*v + b)
				if d >= 0 {
					return 0
				}
				return float64(a-b) / (2 * d)
			}
			at := r2.Vec{X: float64(x) + bend(field[n-1], field[n+1]), Y: float64(y) + bend(field[n-side], field[n+side])}
			found = append(found, Peak{at, float64(v)})
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Value > found[j].Value })
	var kept []Peak
	for _, p := range found {
		clear := true
		for _, q := range kept {
			if r2.Norm(r2.Sub(p.At, q.At)) < float64(apart) {
				clear = false
				break
			}
		}
		if clear {
			kept = append(kept, p)
		}
		if len(kept) == limit {
			break
		}
	}
	return kept
}
