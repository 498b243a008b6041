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
	const thin = 4 // the median needs only each fourth sample each way
	var histogram [1024]int
	count := 0
	for y := 1; y < side-1; y += thin {
		for x := 1; x < side-1; x += thin {
			if look(x, y) {
				_, _, m := scharr(pix, side, x, y)
				histogram[min(len(histogram)-1, int(16*math.Sqrt(float64(m))/scharrWeight))]++
				count++
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
	half := contrast * g.Grain
	least := int32(half * half / 9 * scharrWeight * scharrWeight) // a weight of 0.1
	half2 := float32(half * half * scharrWeight * scharrWeight)
	g.Steps = make([]GradientStep, 0, side*side/8)
	// The operator is a smoothing one way and a difference the other: both
	// are first done down the columns.
	smooth, rise := make([]int32, 3*side), make([]int32, 3*side)
	for y := 1; y < side-1; y++ {
		up, mid, low := pix[3*(y-1)*side:3*y*side], pix[3*y*side:3*(y+1)*side], pix[3*(y+1)*side:3*(y+2)*side]
		for i := range smooth {
			a, c := int32(up[i]), int32(low[i])
			smooth[i], rise[i] = 3*(a+c)+10*int32(mid[i]), c-a
		}
		for x := 1; x < side-1; x++ {
			k := 3 * x
			s, r := smooth[k-3:k+6:k+6], rise[k-3:k+6:k+6]
			var gx, gy, m int32
			for c := range 3 {
				dx := s[c+6] - s[c]
				dy := 3*(r[c]+r[c+6]) + 10*r[c+3]
				if q := dx*dx + dy*dy; q > m {
					gx, gy, m = dx, dy, q
				}
			}
			if m <= least || !look(x, y) {
				continue
			}
			m2 := float32(m)
			size := float32(math.Sqrt(float64(m)))
			g.Steps = append(g.Steps, GradientStep{float32(x), float32(y), float32(gx) / size, float32(gy) / size, m2 / (m2 + half2)})
		}
	}
	return g
}

// scharrWeight is what Scharr's operator makes of one unit a sample.
const scharrWeight = 32

// scharr is the gradient of the channel that has the largest, and its square.
func scharr(pix []byte, side, x, y int) (gx, gy, square int) {
	k, row := 3*(y*side+x), 3*side
	up, mid, low := pix[k-row-3:k-row+6], pix[k-3:k+6], pix[k+row-3:k+row+6]
	for c := range 3 {
		a, b, d, e := int(up[c]), int(up[c+6]), int(low[c]), int(low[c+6])
		dx := 3*(b-a+e-d) + 10*(int(mid[c+6])-int(mid[c]))
		dy := 3*(d-a+e-b) + 10*(int(low[c+3])-int(up[c+3]))
		if m := dx*dx + dy*dy; m > square {
			gx, gy, square = dx, dy, m
		}
	}
	return gx, gy, square
}

// Votes counts, for each sample of a field thinned by the given factor, how
// much of a circle of the given radius (samples of the picture) round it shows
// a step along its radius, of either sign: in all 1 for a whole circle one
// sample wide. A thinned field is also voted for by only each thin-th step,
// which counts for as many. side is the field's.
func (g *Gradients) Votes(radius float64, thin int) (votes []float32, side int) {
	side = (g.Side + thin - 1) / thin
	votes = make([]float32, side*side)
	r := float32(radius)
	unit := float32(float64(thin) / (2 * math.Pi * radius))
	most, k := float32(g.Side)-1, 1/float32(thin)
	for i := 0; i < len(g.Steps); i += thin {
		e := &g.Steps[i]
		for _, s := range [2]float32{r, -r} {
			x, y := e.X+s*e.DX+0.5, e.Y+s*e.DY+0.5
			if x >= 0 && y >= 0 && x < most && y < most {
				votes[int(y*k)*side+int(x*k)] += e.Weight * unit
			}
		}
	}
	return votes, side
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
