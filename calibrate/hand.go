package calibrate

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// hand is what a person's handles say of a view.
type hand struct {
	params []int // that follow from the handles
	// misses are how far the handles lie from where the view has them, in
	// standard deviations of a hand; ok is false where the view cannot be.
	misses func(v view) (m []float64, ok bool)
}

// handStep is the step by which a slope is taken: radians, mm, or of the focal
// length's logarithm.
func handStep(param int) float64 {
	switch param {
	case pTX, pTY, pTZ:
		return 1e-2
	}
	return 1e-5
}

// slopes of the misses by the parameters, by central differences.
func (h hand) slopes(v view) ([][]float64, bool) {
	var j [][]float64
	for k, p := range h.params {
		var d [pCount]float64
		d[p] = handStep(p)
		a, ok1 := h.misses(v.with(d))
		d[p] = -handStep(p)
		b, ok2 := h.misses(v.with(d))
		if !ok1 || !ok2 {
			return nil, false
		}
		if j == nil {
			j = make([][]float64, len(a))
			for i := range j {
				j[i] = make([]float64, len(h.params))
			}
		}
		for i := range a {
			j[i][k] = (a[i] - b[i]) / (2 * handStep(p))
		}
	}
	return j, true
}

// descend walks to the view that the handles fit best (Levenberg 1944), and
// says the sum of its squared misses.
func (h hand) descend(v view) (view, float64) {
	n := len(h.params)
	cost := func(v view) float64 {
		m, ok := h.misses(v)
		if !ok || v.cam.Centre().Z <= 0 {
			return math.Inf(1)
		}
		var sum float64
		for _, x := range m {
			sum += x * x
		}
		return sum
	}
	at, damping := cost(v), 1e-3
	for range 60 {
		m, ok1 := h.misses(v)
		j, ok2 := h.slopes(v)
		if !ok1 || !ok2 {
			break
		}
		a, g := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
		for p := range n {
			for q := p; q < n; q++ {
				var sum float64
				for i := range j {
					sum += j[i][p] * j[i][q]
				}
				a.SetSym(p, q, sum)
			}
			var sum float64
			for i := range j {
				sum -= j[i][p] * m[i]
			}
			g.SetVec(p, sum)
		}
		x, ok := solve(a, g, damping)
		if !ok {
			break
		}
		var d [pCount]float64
		for i, p := range h.params {
			d[p] = x[i]
		}
		if c := cost(v.with(d)); c < at {
			small := at-c < 1e-9*at
			v, at, damping = v.with(d), c, damping/10
			if small {
				break
			}
		} else if damping *= 10; damping > 1e6 {
			break
		}
	}
	return v, at
}
