package calibrate

import (
	"math"
	"sort"

	"ditchline/models"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// The parameters of a view, in the order of its Jacobian's columns.
const (
	pRotX = iota // small turn about the camera's axes, radians
	pRotY
	pRotZ
	pTX // mm
	pTY
	pTZ
	pFocal // logarithm of the focal length, the picture of the board staying as large as it is
	pK1
	pK2
	pP1
	pP2
	pCX // pixels
	pCY
	pAspect // logarithm of fy/fx: 0 but for pictures that were stretched
	pR10    // mm; the radius of the 5, or the outer base lines' distance, is the gauge of scale
	pR15
	pStray // mm; how the 15, 10 and 5 stray from their circles: each in strayWays
	pCount = pStray + 3*strayWays
)

// strayWays are the ways in which a printed line strays from its circle as a
// whole: grown, shifted along x or y, flattened along either diagonal.
const strayWays = 5

// strays are the outward strays at the direction u (unit, board frame) of a
// line that strays by one mm in each way.
func strays(u r2.Vec) [strayWays]float64 {
	return [strayWays]float64{1, u.X, u.Y, u.X*u.X - u.Y*u.Y, 2 * u.X * u.Y}
}

// strayParam is the first parameter of how a ring strays.
func strayParam(l models.Line) int {
	switch l {
	case models.Line10:
		return pStray + strayWays
	case models.Line5:
		return pStray + 2*strayWays
	}
	return pStray
}

// view is a camera and the print it looks at: what is fitted. The print of a
// carrom board has the same three parts as crokinole's, from the inside out:
// the centre circle for the 15, and two squares, the inner base lines for the
// 10 and the outer ones for the 5, whose distances from the centre stand for
// radii.
type view struct {
	cam    models.Camera
	rings  models.Rings
	square bool                   // the 10 and the 5 are squares
	stray  [3 * strayWays]float64 // of the 15, 10 and 5 from their circles, mm
}

// strayAt is how far outward a ring lies from its circle in the direction u.
func (v *view) strayAt(l models.Line, u r2.Vec) float64 {
	var sum float64
	for i, way := range strays(u) {
		sum += way * v.stray[strayParam(l)-pStray+i]
	}
	return sum
}

// setRadius changes the radius of one line.
func (v *view) setRadius(l models.Line, radius float64) {
	switch l {
	case models.Line15:
		v.rings.R15 = radius
	case models.Line10:
		v.rings.R10 = radius
	default:
		v.rings.R5 = radius
	}
}

// with is the view changed by the step d. A longer focal length takes the
// camera as much farther away, and the lens bends in pixels as before: so the
// valley in which a board seen from above leaves the focal length is straight.
func (v view) with(d [pCount]float64) view {
	k := math.Exp(d[pFocal])
	c := &v.cam
	c.R = models.Rodrigues(r3.Vec{X: d[pRotX], Y: d[pRotY], Z: d[pRotZ]}).Mul(c.R)
	c.T = r3.Add(r3.Scale(k, c.T), r3.Vec{X: d[pTX], Y: d[pTY], Z: d[pTZ]})
	c.Fx, c.Fy = c.Fx*k, c.Fy*k
	if d[pAspect] != 0 {
		c.Fy *= math.Exp(d[pAspect])
	}
	c.Dist.K1 = c.Dist.K1*k*k + d[pK1]
	c.Dist.K2 = c.Dist.K2*k*k*k*k + d[pK2]
	c.Dist.P1 = c.Dist.P1*k + d[pP1]
	c.Dist.P2 = c.Dist.P2*k + d[pP2]
	c.Cx += d[pCX]
	c.Cy += d[pCY]
	v.rings.R10 += d[pR10]
	v.rings.R15 += d[pR15]
	for i := range v.stray {
		v.stray[i] += d[pStray+i]
	}
	return v
}

// byFocal is how fast a parameter's value, as priors speak of it, changes with
// pFocal.
func (v *view) byFocal(param int) float64 {
	switch d := &v.cam.Dist; param {
	case pK1:
		return 2 * d.K1
	case pK2:
		return 4 * d.K2
	case pP1:
		return d.P1
	case pP2:
		return d.P2
	}
	return 0
}

// sighting is a point of a printed line seen in the picture. A ring is seen
// at its distance from the centre, a quadrant line at its angle.
type sighting struct {
	px    r2.Vec      // pixels
	sd    float64     // standard uncertainty across the line, pixels
	line  models.Line // 0 for a quadrant line
	side  bool        // the line's straight side of a square
	angle float64     // of a quadrant line, or the outward normal of a side, radians
	edge  float64     // how much it looks like a mere edge: the step across it over its height
}

// prior holds one parameter of the view near a value.
type prior struct {
	param   int
	value   float64
	sd      float64 // how tightly it is held
	scatter float64 // how far the truth is supposed to lie from it
}

// value of a parameter as priors speak of it.
func (v view) value(param int) float64 {
	switch param {
	case pFocal:
		return math.Log(v.cam.Fx)
	case pK1:
		return v.cam.Dist.K1
	case pK2:
		return v.cam.Dist.K2
	case pP1:
		return v.cam.Dist.P1
	case pP2:
		return v.cam.Dist.P2
	case pCX:
		return v.cam.Cx
	case pCY:
		return v.cam.Cy
	case pAspect:
		return math.Log(v.cam.Fy / v.cam.Fx)
	case pR10:
		return v.rings.R10
	case pR15:
		return v.rings.R15
	}
	if param >= pStray {
		return v.stray[param-pStray]
	}
	return 0
}

// footAt is the point of the sighted line that a sighting belongs to (mm, on
// the surface), how its pixel moves, and the unit normal of the line there in
// the picture.
func (v *view) footAt(s *sighting, params bool) (p, normal r2.Vec, at slope, ok bool) {
	q, ok := v.cam.OnPlane(s.px, 0)
	d := norm(q)
	if !ok || d < 1e-6 {
		return p, normal, at, false
	}
	var tangent r2.Vec
	if s.line == 0 {
		sin, cos := math.Sincos(s.angle)
		u := r2.Vec{X: cos, Y: sin}
		p, tangent = r2.Scale(r2.Dot(q, u), u), u
	} else {
		u := s.outward(q)
		p = r2.Scale(v.rings.Radius(s.line)+v.strayAt(s.line, u), u)
		tangent = r2.Vec{X: -q.Y / d, Y: q.X / d}
		if s.side {
			tangent = r2.Vec{X: -u.Y, Y: u.X}
			p = r2.Add(p, r2.Scale(r2.Dot(q, tangent), tangent))
		}
	}
	at, ok = v.slopeAt(vec3(p), params)
	t := r2.Add(r2.Scale(tangent.X, at.place[0]), r2.Scale(tangent.Y, at.place[1]))
	l := norm(t)
	if !ok || l < 1e-9 {
		return p, normal, at, false
	}
	return p, r2.Vec{X: -t.Y / l, Y: t.X / l}, at, true
}

// outward is the unit normal, on the surface, of the sighted line at p.
func (s *sighting) outward(p r2.Vec) r2.Vec {
	if s.side {
		sin, cos := math.Sincos(s.angle)
		return r2.Vec{X: cos, Y: sin}
	}
	return r2.Scale(1/norm(p), p)
}

// slopes are how fast the line moves across itself under a sighting, with each
// parameter of the view, pixels per unit.
func (v *view) slopes(s *sighting) (d [pCount]float64, ok bool) {
	p, normal, at, ok := v.footAt(s, true)
	if !ok {
		return d, false
	}
	for i, along := range at.param {
		d[i] = r2.Dot(normal, along)
	}
	if s.line == 0 {
		return d, true
	}
	u := s.outward(p)
	outward := r2.Dot(normal, r2.Add(r2.Scale(u.X, at.place[0]), r2.Scale(u.Y, at.place[1])))
	if param, ok := ringParam(s.line); ok {
		d[param] = outward
	}
	for i, way := range strays(u) {
		d[strayParam(s.line)+i] = way * outward
	}
	return d, true
}

// residual is the distance in pixels, across the line, from where the view
// puts the line to where it was seen.
func (v *view) residual(s *sighting) (float64, bool) {
	_, n, at, ok := v.footAt(s, false)
	if !ok {
		return 0, false
	}
	return r2.Dot(n, r2.Sub(s.px, at.px)), true
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

// sane bounds what a lens and a ring may be.
func (v view) sane() bool {
	c := v.cam
	size := float64(max(c.Width, c.Height))
	largest := 0.85
	if v.square {
		largest = 0.97
	}
	return c.Fx > 0.3*size && c.Fx < 12*size && math.Abs(c.Dist.K1) < 0.6 && math.Abs(c.Dist.K2) < 0.6 &&
		v.rings.R15 > 0.2*v.rings.R5 && v.rings.R10 > 0.5*v.rings.R5 && v.rings.R10 < largest*v.rings.R5 && v.rings.R15 < 0.45*v.rings.R5
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
