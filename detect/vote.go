package detect

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// Gradients are a picture's colour steps, sample by sample: the direction of
// the strongest channel's gradient and how far it stands out of the grain.
type Gradients struct {
	Side   int
	DX, DY []float32 // unit vector; zero where there is no step
	Weight []float32 // 0 to 1
	Grain  float64   // median step of the samples looked at, units a sample
}

// NewGradients takes the gradients of a square BGR picture by Scharr's
// operator where look says so. A step of contrast times the median one (the
// board's grain) weighs half.
func NewGradients(pix []byte, side int, look func(x, y int) bool, contrast float64) *Gradients {
	g := &Gradients{Side: side, DX: make([]float32, side*side), DY: make([]float32, side*side), Weight: make([]float32, side*side)}
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
			m := math.Sqrt(float64(best))
			n := y*side + x
			if m > 0 {
				g.DX[n], g.DY[n] = float32(float64(bx)/m), float32(float64(by)/m)
			}
			m /= 32 // Scharr's weights: units a sample
			g.Weight[n] = float32(m)
			histogram[min(len(histogram)-1, int(m*16))]++
			count++
		}
	}
	below := 0
	for i, h := range histogram {
		if below += h; 2*below >= count {
			g.Grain = math.Max((float64(i)+0.5)/16, 0.2)
			break
		}
	}
	half := contrast * g.Grain
	for n, m := range g.Weight {
		w := float64(m)
		g.Weight[n] = float32(w * w / (w*w + half*half))
	}
	return g
}

// Votes counts, for each sample, how much of a circle of the given radius
// (samples) round it shows a step along its radius, of either sign: 1 for a
// whole circle one sample wide.
func (g *Gradients) Votes(radius float64) []float32 {
	votes := make([]float32, g.Side*g.Side)
	r := float32(radius)
	unit := float32(1 / (2 * math.Pi * radius))
	for y := range g.Side {
		for x := range g.Side {
			n := y*g.Side + x
			w := g.Weight[n]
			if w < 0.1 {
				continue
			}
			dx, dy := r*g.DX[n], r*g.DY[n]
			for _, s := range [2]float32{1, -1} {
				cx, cy := int(float32(x)+s*dx+0.5), int(float32(y)+s*dy+0.5)
				if cx >= 0 && cy >= 0 && cx < g.Side && cy < g.Side {
					votes[cy*g.Side+cx] += w * unit
				}
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
