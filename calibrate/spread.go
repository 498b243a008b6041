package calibrate

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Spread is how uncertain a calibration is. The zero value claims no
// uncertainty: that of a camera known from elsewhere.
type Spread struct {
	cov    [pCount][pCount]float64 // of the view's parameters, in the order and units of fit
	uneven [3]float64              // how far each printed line (15, 10, 5) strays from its circle for a stretch, mm
	width  float64                 // standard uncertainty of the printed lines' width, mm
	stray  [3 * strayWays]float64  // how the lines were seen to stray from their circles, mm
}

// What is supposed of things that the fit holds still, as standard
// uncertainties: they widen what it finds.
const (
	usualK1      = 0.02 // of lenses while rings are measured too, though they are held tighter then
	usualK2      = 0.012
	tangentialSD = 0.0005 // p1 and p2: no lens sits quite straight before its sensor
	ringSD       = 0.0001 // of a printed line's radius where it passes for the make's, as a share of the 5's
)

// consider are the variances of the parameters that a fit does not free.
func consider(v view) [pCount]float64 {
	var c [pCount]float64
	c[pK1], c[pK2] = usualK1*usualK1, usualK2*usualK2
	c[pP1], c[pP2] = tangentialSD*tangentialSD, tangentialSD*tangentialSD
	ring := ringSD * v.rings.R5
	c[pR10], c[pR15] = ring*ring, ring*ring
	return c
}

// spread is the covariance of all parameters about the last fit. The
// residuals of a line are alike over stretches of it, so that fewer of them
// count than there are (persistence); the priors scatter as the world does,
// however tightly they held; and what was held still widens what was found,
// as far as the picture would have shown it (Schmidt's "consider" parameters:
// Tapley, Schutz, Born, Statistical Orbit Determination, ch. 6).
func (l *lastFit) spread() (Spread, bool) {
	s := Spread{stray: l.stray, uneven: l.unevenness(false)}
	free := l.free
	isFree := [pCount]bool{}
	for _, p := range free {
		isFree[p] = true
	}
	var held []int
	supposed := consider(l.view)
	for p := range supposed {
		if !isFree[p] && supposed[p] > 0 {
			held = append(held, p)
		}
	}
	r := make([]float64, len(l.sightings))
	residuals(l.view, l.sightings, r)
	fewer := persistence(l.sightings, r, l.weights)
	trust := irregular(fewer)
	all := append(append([]int{}, free...), held...)
	data, _ := normalEquations(l.view, l.sightings, r, l.weights, l.scale, all, nil, 0)
	n, k := len(free), len(held)
	a, meat := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, data.At(i, j))
			meat.SetSym(i, j, fewer*data.At(i, j))
		}
	}
	hold, scatter := make([]float64, n*n), make([]float64, n*n)
	for _, p := range l.priors {
		addPriors(hold, nil, &l.view, free, []prior{p}, trust)
		// Some are held tighter than the world is.
		info := trust / (p.sd * p.sd)
		addPriors(scatter, nil, &l.view, free, []prior{{param: p.param, sd: 1}}, info*info*p.scatter*p.scatter)
	}
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, a.At(i, j)+hold[i*n+j])
			meat.SetSym(i, j, meat.At(i, j)+scatter[i*n+j])
		}
	}
	inv, ok := inverse(a)
	if !ok {
		return s, false
	}
	var half, found mat.Dense
	half.Mul(inv, meat)
	found.Mul(&half, inv)
	// What the free ones answer to an error of the held ones.
	cross := mat.NewDense(n, max(k, 1), nil)
	for i := range n {
		for j := range k {
			cross.Set(i, j, -data.At(i, n+j))
		}
	}
	var answer mat.Dense
	answer.Mul(inv, cross)
	for i, p := range free {
		for j, q := range free {
			s.cov[p][q] = found.At(i, j)
			for h, c := range held {
				s.cov[p][q] += answer.At(i, h) * supposed[c] * answer.At(j, h)
			}
		}
		for h, c := range held {
			s.cov[p][c] = answer.At(i, h) * supposed[c]
			s.cov[c][p] = s.cov[p][c]
		}
	}
	for _, c := range held {
		s.cov[c][c] = supposed[c]
	}
	return s, true
}

// persistence is the number of neighbouring sightings that say the same, as a
// factor of variance: the sum of the autocorrelation of the residuals along
// the lines, up to where it has died away.
func persistence(sightings []sighting, r, w []float64) float64 {
	const longest = 30
	var lag [longest + 1]float64
	for i := range r {
		if w[i] == 0 {
			continue
		}
		for k := 0; k <= longest && i+k < len(r) && sightings[i+k].line == sightings[i].line && sightings[i+k].angle == sightings[i].angle; k++ {
			if w[i+k] > 0 {
				lag[k] += r[i] * r[i+k]
			}
		}
	}
	if lag[0] <= 0 {
		return 1
	}
	sum := 1.0
	for k := 1; k <= longest && lag[k] > 0.05*lag[0]; k++ {
		sum += 2 * lag[k] / lag[0]
	}
	return sum
}

// unevenness is how far each printed line (15, 10, 5) strays from its circle
// for a stretch, mm: what sightings a few places apart have in common; whole
// counts in how the line strays as a whole, too.
func (l *lastFit) unevenness(whole bool) (mm [3]float64) {
	const from, to = 3, 8 // places: nearer ones share what their profiles average
	for i, line := range models.Lines {
		var off []float64
		for k := range l.sightings {
			if s := &l.sightings[k]; s.line == line && l.weights[k] > 0 {
				p, n, at, ok := l.footAt(s, false)
				u := s.outward(p)
				scale := r2.Dot(n, r2.Add(r2.Scale(u.X, at.place[0]), r2.Scale(u.Y, at.place[1]))) // the normal may point inward
				if ok && scale != 0 {
					d := r2.Dot(n, r2.Sub(s.px, at.px)) / scale
					if whole {
						d += l.strayAt(line, u)
					}
					off = append(off, d)
				}
			}
		}
		var sum, count, scatter float64
		for _, d := range off {
			scatter += d * d / float64(len(off))
		}
		for lag := from; lag <= to; lag++ {
			for k := range max(0, len(off)-lag) {
				sum += off[k] * off[k+lag]
				count++
			}
		}
		if sum -= math.Sqrt(count) * scatter; sum > 0 { // what mere noise would add up to
			mm[i] = math.Sqrt(sum / count)
		}
	}
	return mm
}

// PlaceCov is the covariance of the place of what is seen at p on the plane at
// height z (mm, board frame) as far as the calibration goes: xx, xy, yy, mm².
// The board frame is that of the printed lines, whose middle is its origin.
func (c *Calibration) PlaceCov(p r2.Vec, z float64) (cov [3]float64) {
	g, ok := c.placeSlopes(p, z)
	if !ok {
		return [3]float64{math.Inf(1), 0, math.Inf(1)}
	}
	for i := range g {
		for j := range g {
			k := c.Spread.cov[i][j]
			cov[0] += g[i].X * k * g[j].X
			cov[1] += g[i].X * k * g[j].Y
			cov[2] += g[i].Y * k * g[j].Y
		}
	}
	return cov
}

// ClearanceSD is the standard uncertainty, mm, that the calibration gives the
// clearance between a disc at p, seen at height z (mm: its upper face's where
// its upper rim was measured), and the line l. Both are seen through the same
// camera, so that only what moves the one against the other counts. The noise
// of the disc's own fit comes on top.
func (c *Calibration) ClearanceSD(p r2.Vec, z float64, l models.Line) float64 {
	u := r2.Vec{X: 1}
	if d := norm(p); d > 1e-9 {
		u = r2.Scale(1/d, p)
	}
	return c.acrossSD(p, z, u, l)
}

// BaseLineSD is ClearanceSD for a base line of a carrom board, the outer one or
// the inner one, of the side that lies towards the unit vector u.
func (c *Calibration) BaseLineSD(p r2.Vec, z float64, u r2.Vec, outer bool) float64 {
	if outer {
		return c.acrossSD(p, z, u, models.Line5)
	}
	return c.acrossSD(p, z, u, models.Line10)
}

// acrossSD is the standard uncertainty of the distance, along the unit vector
// u, of what is seen at p and height z from the line l, whose normal is u.
func (c *Calibration) acrossSD(p r2.Vec, z float64, u r2.Vec, l models.Line) float64 {
	g, ok := c.placeSlopes(p, z)
	if !ok {
		return math.Inf(1)
	}
	var along [pCount]float64
	for i := range g {
		along[i] = r2.Dot(u, g[i])
	}
	if param, ok := ringParam(l); ok {
		along[param]--
	}
	var beside float64 // the clearance is to the circle, the line lies here
	first := strayParam(l)
	for i, way := range strays(u) {
		along[first+i] -= way
		beside += way * c.Spread.stray[first-pStray+i]
	}
	var v float64
	for i := range along {
		if along[i] == 0 {
			continue
		}
		for j := range along {
			v += along[i] * c.Spread.cov[i][j] * along[j]
		}
	}
	edge := c.Spread.width / 2
	v += edge*edge + beside*beside
	for i, k := range models.Lines {
		if k == l {
			v += c.Spread.uneven[i] * c.Spread.uneven[i]
		}
	}
	return math.Sqrt(math.Max(0, v))
}

// placeSlopes are how the place of what is seen at p, z moves on its plane
// with each parameter, mm per unit: the pixel stays where it is, so that the
// point makes up for what the parameter does to it.
func (c *Calibration) placeSlopes(p r2.Vec, z float64) (g [pR10]r2.Vec, ok bool) {
	v := view{cam: c.Camera}
	s, ok := v.slopeAt(r3.Vec{X: p.X, Y: p.Y, Z: z}, true)
	det := r2.Cross(s.place[0], s.place[1])
	if !ok || math.Abs(det) < 1e-12 {
		return g, false
	}
	for i, d := range s.param {
		g[i] = r2.Vec{X: -r2.Cross(d, s.place[1]) / det, Y: -r2.Cross(s.place[0], d) / det}
	}
	return g, true
}
