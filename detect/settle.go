package detect

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
)

// Placed is a disc being measured together with the others of its picture.
type Placed struct {
	Fit
	Team     int
	State    State
	Readings []Reading
	start    r2.Vec
}

// Offsets are what the edges of a team's discs are seen off from where the
// solid's should be, mm outward: the rounding's shade, the contact shadow and
// the bloom of a bright face are alike for all discs of a team in a picture.
// The far side and the near side (where the wall is seen) differ.
type Offsets struct{ Far, Near float64 }

// Scatter of the readings and of the offsets, measured at true places on the
// rendered stills (VISION.md's study and detect/cvdisc's tests).
const (
	scatterMM  = 0.12 // of one reading, mm: grain, shade, neighbours
	scatterPx  = 0.25 // of one reading, pixels
	noiseShare = 6.0  // how much more a reading varies than its noise says
	messy      = 15.0 // misfit of the layers at which a reading counts half
	usualFar   = -0.06
	usualNear  = 0.03
	offsetSD   = 0.15
	maxMove    = 3.0 // mm from where a fit began
)

// variance of a reading's shift, mm².
func (r Reading) variance() float64 {
	v := noiseShare/r.Info + scatterMM*scatterMM + scatterPx*scatterPx/(r.PxPerMM*r.PxPerMM)
	return v * (1 + (r.Misfit/messy)*(r.Misfit/messy))
}

// pass is one round of reading and solving.
type pass struct {
	directions int
	mm, px     float64 // reach of the readings: mm, but at least px pixels
}

// Settle reads all discs' edges and moves the discs to where they fit, pass
// by pass with a narrower reach, together with the teams' offsets. It returns
// those and the mean misfit of the readings (their cost).
func (v *View) Settle(discs []*Placed, teams int, lens Lens, passes []pass) ([]Offsets, float64) {
	offsets := make([]Offsets, teams)
	for i := range offsets {
		offsets[i] = Offsets{usualFar, usualNear}
	}
	for _, d := range discs {
		d.start = d.Pos
	}
	if len(discs) == 0 {
		return offsets, 0
	}
	for _, p := range passes {
		for _, d := range discs {
			d.readAll(v, p, lens)
		}
		solveTogether(discs, offsets)
	}
	return offsets, cost(discs, offsets)
}

func (d *Placed) readAll(v *View, p pass, lens Lens) {
	b := d.Solid.at(d.Pos, v.Eye)
	d.Face, d.Mottle, _ = v.face(d.Solid, d.Pos)
	d.Readings = d.Readings[:0]
	for k := range p.directions {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / float64(p.directions))
		r := v.read(&b, r2.Vec{X: cos, Y: sin}, d.Face, p.mm, p.px, lens)
		if r.OK {
			d.Readings = append(d.Readings, r)
		}
	}
}

// robust is the Geman-McClure weight of a residual r whose variance is v.
func robust(r, v float64) float64 {
	const c2 = 6.25 // (2.5 sigma)²
	g := 1 / (1 + r*r/(v*c2))
	return g * g
}

// solveTogether finds all places and offsets at once, by reweighted least
// squares with each disc's own two unknowns eliminated (Schur complement).
func solveTogether(discs []*Placed, offsets []Offsets) {
	m := 2 * len(offsets)
	moves := make([]r2.Vec, len(discs))
	for range 6 {
		s := mat.NewSymDense(m, nil)
		g := mat.NewVecDense(m, nil)
		for i, o := range offsets {
			const w = 1 / (offsetSD * offsetSD)
			s.SetSym(2*i, 2*i, w)
			s.SetSym(2*i+1, 2*i+1, w)
			g.SetVec(2*i, w*(usualFar-o.Far))
			g.SetVec(2*i+1, w*(usualNear-o.Near))
		}
		blocks := make([]discBlock, len(discs))
		for i, d := range discs {
			blocks[i] = d.block(moves[i], offsets[d.Team])
			blocks[i].fold(s, g, 2*d.Team)
		}
		var chol mat.Cholesky
		if !chol.Factorize(s) {
			return
		}
		var x mat.VecDense
		if chol.SolveVecTo(&x, g) != nil {
			return
		}
		for i := range offsets {
			offsets[i].Far += x.AtVec(2 * i)
			offsets[i].Near += x.AtVec(2*i + 1)
		}
		for i, d := range discs {
			moves[i] = r2.Add(moves[i], blocks[i].move(x.AtVec(2*d.Team), x.AtVec(2*d.Team+1)))
			d.Cov = blocks[i].cov()
		}
	}
	for i, d := range discs {
		to := r2.Add(d.Pos, moves[i])
		if off := r2.Sub(to, d.start); r2.Norm(off) > maxMove {
			to = r2.Add(d.start, r2.Scale(maxMove/r2.Norm(off), off))
		}
		d.Pos = to
	}
}

// discBlock is one disc's share of the normal equations: its own place (a,
// b, c and the right side p), and how that hangs on its team's two offsets.
type discBlock struct {
	a, b, c float64
	p       r2.Vec
	far     r2.Vec // sum of weight times direction over far readings
	near    r2.Vec
	ww, wn  float64 // sums of weights, far and near
	gf, gn  float64 // right sides of the offsets
}

func (d *Placed) block(move r2.Vec, o Offsets) discBlock {
	k := discBlock{a: 1e-6, c: 1e-6}
	for _, r := range d.Readings {
		res := r.Shift - r2.Dot(r.Dir, move)
		if r.Near {
			res -= o.Near
		} else {
			res -= o.Far
		}
		v := r.variance()
		w := robust(res, v) / v
		wu := r2.Scale(w, r.Dir)
		k.a += wu.X * r.Dir.X
		k.b += wu.X * r.Dir.Y
		k.c += wu.Y * r.Dir.Y
		k.p = r2.Add(k.p, r2.Scale(res, wu))
		if r.Near {
			k.near = r2.Add(k.near, wu)
			k.wn += w
			k.gn += w * res
		} else {
			k.far = r2.Add(k.far, wu)
			k.ww += w
			k.gf += w * res
		}
	}
	return k
}

// inv applies the inverse of the disc's own 2x2 block.
func (k *discBlock) inv(v r2.Vec) r2.Vec {
	det := k.a*k.c - k.b*k.b
	return r2.Vec{X: (k.c*v.X - k.b*v.Y) / det, Y: (k.a*v.Y - k.b*v.X) / det}
}

func (k *discBlock) cov() [3]float64 {
	det := k.a*k.c - k.b*k.b
	return [3]float64{k.c / det, -k.b / det, k.a / det}
}

// fold adds the disc's share to the equations of the offsets, which begin at
// row i.
func (k *discBlock) fold(s *mat.SymDense, g *mat.VecDense, i int) {
	f, n := k.inv(k.far), k.inv(k.near)
	s.SetSym(i, i, s.At(i, i)+k.ww-r2.Dot(k.far, f))
	s.SetSym(i, i+1, s.At(i, i+1)-r2.Dot(k.far, n))
	s.SetSym(i+1, i+1, s.At(i+1, i+1)+k.wn-r2.Dot(k.near, n))
	g.SetVec(i, g.AtVec(i)+k.gf-r2.Dot(k.p, f))
	g.SetVec(i+1, g.AtVec(i+1)+k.gn-r2.Dot(k.p, n))
}

// move is the disc's step once the offsets' steps are known.
func (k *discBlock) move(far, near float64) r2.Vec {
	return k.inv(r2.Sub(k.p, r2.Add(r2.Scale(far, k.far), r2.Scale(near, k.near))))
}

// cost is the mean over all readings of how badly the layers fit and how far
// they are off, each bounded.
func cost(discs []*Placed, offsets []Offsets) float64 {
	sum, n := 0.0, 0.0
	for _, d := range discs {
		for _, r := range d.Readings {
			res := r.Shift
			if r.Near {
				res -= offsets[d.Team].Near
			} else {
				res -= offsets[d.Team].Far
			}
			v := r.variance()
			sum += 1 - robust(res, v)
			sum += math.Min(4, r.Misfit*r.Misfit/100)
			n++
		}
	}
	return sum / math.Max(1, n)
}
