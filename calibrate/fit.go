package calibrate

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// prior holds one parameter of the view near a value.
type prior struct {
	param   int
	value   float64
	sd      float64 // how tightly it is held
	scatter float64 // how far the truth is supposed to lie from it
}

// fitResult says how well a view fits.
type fitResult struct {
	view
	weights []float64 // of each sighting, 0 (left out) to 1
	scale   float64   // robust standard deviation of residual/sd
	cov     *mat.SymDense
	free    []int // the columns of cov
}

// fit is the view near v that fits the sightings best, by iterated
// reweighted least squares (Gauss-Newton with Levenberg's damping, Tukey's
// weights at cut robust standard deviations). Only the free parameters move.
func fit(v view, sightings []sighting, free []int, priors []prior, cut float64, iterations int) (fitResult, bool) {
	res := fitResult{view: v, weights: make([]float64, len(sightings)), free: free}
	if len(sightings) < 12 {
		return res, false
	}
	r := make([]float64, len(sightings))
	damping := 1e-6
	near := false // the sightings' scatter is noise by now, not distance
	for range 2 * iterations {
		res.scale = residuals(v, sightings, r)
		weigh(r, res.scale, cut, res.weights)
		// While the view is still far from the sightings their scatter is no
		// noise, and the priors must not gain by it.
		trust := 1 / math.Max(1, res.scale*res.scale)
		if near {
			trust = irregular(persistence(sightings, r, res.weights))
		}
		cost := robustCost(r, res.scale, cut) + trust*v.priorCost(priors)
		h, g := normalEquations(v, sightings, r, res.weights, res.scale, free, priors, trust)
		improved := false
		for range 9 {
			x, ok := solve(h, g, damping)
			if !ok {
				damping = math.Max(damping*10, 1e-8)
				continue
			}
			var d [pCount]float64
			for i, p := range free {
				d[p] = x[i]
			}
			next := v.with(d)
			if !next.sane() {
				damping = math.Max(damping*10, 1e-8)
				continue
			}
			tried := make([]float64, len(sightings))
			residuals(next, sightings, tried)
			if c := robustCost(tried, res.scale, cut) + trust*next.priorCost(priors); c <= cost*(1+1e-12) {
				improved = cost-c > 1e-6*cost
				v, damping = next, damping/10
				break
			}
			damping = math.Max(damping*10, 1e-8)
		}
		if !improved {
			if near {
				break
			}
			near, damping = true, 1e-6
		}
	}
	res.view = v
	res.scale = residuals(v, sightings, r)
	weigh(r, res.scale, cut, res.weights)
	h, _ := normalEquations(v, sightings, r, res.weights, res.scale, free, priors, irregular(persistence(sightings, r, res.weights)))
	var ok bool
	res.cov, ok = inverse(h)
	return res, ok
}

// irregular is what the priors gain where neighbouring sightings (likeness of
// them) say the same: the sightings are fewer then than they look.
func irregular(likeness float64) float64 { return math.Max(1, math.Min(30, likeness)) }

// scaled is h with a unit diagonal, d h d, and d: the parameters' units differ
// by many powers of ten.
func scaled(h *mat.SymDense) (*mat.SymDense, []float64) {
	n := h.SymmetricDim()
	d := make([]float64, n)
	for i := range n {
		d[i] = 1 / math.Sqrt(math.Max(h.At(i, i), 1e-300))
	}
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, h.At(i, j)*d[i]*d[j])
		}
	}
	return out, d
}

// solve is x of (h + damping diag(h)) x = g.
func solve(h *mat.SymDense, g *mat.VecDense, damping float64) ([]float64, bool) {
	unit, d := scaled(h)
	n := len(d)
	rhs := mat.NewVecDense(n, nil)
	for i := range n {
		unit.SetSym(i, i, 1+damping)
		rhs.SetVec(i, g.AtVec(i)*d[i])
	}
	var chol mat.Cholesky
	var y mat.VecDense
	if !chol.Factorize(unit) || chol.SolveVecTo(&y, rhs) != nil {
		return nil, false
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = y.AtVec(i) * d[i]
	}
	return x, true
}

// inverse of h; ok is false where h is singular.
func inverse(h *mat.SymDense) (*mat.SymDense, bool) {
	unit, d := scaled(h)
	var chol mat.Cholesky
	if !chol.Factorize(unit) {
		return nil, false
	}
	inv := mat.NewSymDense(len(d), nil)
	if chol.InverseTo(inv) != nil {
		return nil, false
	}
	for i := range d {
		for j := i; j < len(d); j++ {
			inv.SetSym(i, j, inv.At(i, j)*d[i]*d[j])
		}
	}
	return inv, true
}

// residuals fills r with residual/sd (NaN where a sighting cannot be) and
// returns their robust standard deviation.
func residuals(v view, sightings []sighting, r []float64) float64 {
	abs := make([]float64, 0, len(r))
	for i := range sightings {
		d, ok := v.residual(&sightings[i])
		if !ok {
			r[i] = math.NaN()
			continue
		}
		r[i] = d / sightings[i].sd
		abs = append(abs, math.Abs(r[i]))
	}
	if len(abs) == 0 {
		return 1
	}
	sort.Float64s(abs)
	return math.Max(1.4826*abs[len(abs)/2], 0.3)
}

func weigh(r []float64, scale, cut float64, w []float64) {
	for i := range r {
		u := r[i] / (scale * cut)
		w[i] = 0
		if u*u < 1 {
			w[i] = (1 - u*u) * (1 - u*u)
		}
	}
}

// robustCost is Tukey's loss of the residuals, in units of scale².
func robustCost(r []float64, scale, cut float64) float64 {
	var sum float64
	c2 := cut * cut
	for _, x := range r {
		u := x / (scale * cut)
		if u2 := u * u; u2 < 1 {
			m := 1 - u2
			sum += c2 / 3 * (1 - m*m*m)
		} else { // NaN too
			sum += c2 / 3
		}
	}
	return sum
}

// priorCost is the sum of the squares by which the view misses its priors.
func (v view) priorCost(priors []prior) float64 {
	var sum float64
	for _, p := range priors {
		d := (v.value(p.param) - p.value) / p.sd
		sum += d * d
	}
	return sum
}

// normalEquations of the weighted residuals and the priors for the free
// parameters.
func normalEquations(v view, sightings []sighting, r, w []float64, scale float64, free []int, priors []prior, trust float64) (*mat.SymDense, *mat.VecDense) {
	n := len(free)
	h, g := make([]float64, n*n), make([]float64, n)
	j := make([]float64, n)
	for k, s := range sightings {
		if w[k] == 0 {
			continue
		}
		line, ok := v.slopes(&sightings[k])
		if !ok {
			continue
		}
		for i, param := range free {
			j[i] = line[param] / (s.sd * scale)
		}
		e := r[k] / scale
		for a := range n {
			if j[a] == 0 { // how another line strays
				continue
			}
			g[a] += w[k] * j[a] * e
			for b := a; b < n; b++ {
				h[a*n+b] += w[k] * j[a] * j[b]
			}
		}
	}
	addPriors(h, g, &v, free, priors, trust)
	for i, param := range free {
		if param <= pRotZ {
			h[i*n+i] += 1e-2 // the turn about the board's axis may be unseen
		}
	}
	sym := mat.NewSymDense(n, nil)
	for a := range n {
		for b := a; b < n; b++ {
			sym.SetSym(a, b, h[a*n+b])
		}
	}
	return sym, mat.NewVecDense(n, g)
}

// addPriors adds the priors' part to the normal equations h (n by n, its upper
// triangle) and g of the free parameters; g may be nil.
func addPriors(h, g []float64, v *view, free []int, priors []prior, trust float64) {
	n := len(free)
	row := make([]float64, n)
	for _, p := range priors {
		any := false
		for i, param := range free {
			row[i] = 0
			if param == p.param {
				row[i], any = 1, true
			} else if param == pFocal {
				row[i] = v.byFocal(p.param)
			}
		}
		if !any {
			continue
		}
		w := trust / (p.sd * p.sd)
		for a := range n {
			if row[a] == 0 {
				continue
			}
			if g != nil {
				g[a] += w * row[a] * (p.value - v.value(p.param))
			}
			for b := a; b < n; b++ {
				h[a*n+b] += w * row[a] * row[b]
			}
		}
	}
}
