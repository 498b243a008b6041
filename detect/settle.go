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
	Play     float64 // of a disc in the hole: how far from its middle it may lie, mm
	Apart    r2.Vec  // from where one model of its outline puts it to where another does, mm
	start    r2.Vec
}

// Offsets are by how much the edges of a team's discs are off what is usual, mm
// outward: light and blur are alike for all discs of a team in a picture. The
// far side and the near side (where the wall is seen) differ.
type Offsets struct{ Far, Near float64 }

// Scatter of the readings and of the offsets, measured at true places on the
// rendered stills (VISION.md's study and detect/cvdisc's tests).
const (
	scatterMM  = 0.12 // of one reading, mm: grain, shade, neighbours
	scatterPx  = 0.25 // of one reading, pixels
	noiseShare = 6.0  // how much more a reading varies than its noise says
	messy      = 15.0 // misfit of the layers at which a reading counts half
	maxMove    = 3.0  // mm from where a fit began
)

// variance of a reading's shift, mm².
func (r Reading) variance() float64 {
	v := noiseShare/r.Info + scatterMM*scatterMM + scatterPx*scatterPx/(r.PxPerMM*r.PxPerMM)
	return v * (1 + (r.Misfit/messy)*(r.Misfit/messy))
}

// looseness is how far, as standard deviations in mm, what the discs have in
// common may be off: the teams' offsets, and the thickness.
type looseness struct {
	far, near, height float64
	about             []Offsets // what the teams' offsets are likeliest; none: nothing
}

// pass is one round of reading and solving.
type pass struct {
	directions int
	mm, px     float64 // reach of the readings: mm, but at least px pixels
}

// Settle reads all discs' edges and moves the discs to where they fit, pass
// by pass with a narrower reach, together with the teams' offsets and the
// discs' thickness. It returns the offsets and by how much the discs are thicker.
func (v *View) Settle(discs []*Placed, teams int, lens Lens, loose looseness, passes []pass) ([]Offsets, float64) {
	offsets := make([]Offsets, teams)
	for _, d := range discs {
		d.start = d.Pos
	}
	if len(discs) == 0 {
		return offsets, 0
	}
	thicker := 0.0
	for _, p := range passes {
		for _, d := range discs {
			d.readAll(v, p, lens)
		}
		thicker = solveTogether(discs, offsets, loose)
	}
	return offsets, thicker
}

func (d *Placed) readAll(v *View, p pass, lens Lens) {
	b := d.Solid.at(d.Pos, v.Eye)
	d.Face, d.Mottle = v.face(d.Solid, d.Pos)
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
	const c2 = 4.0 // (2.5 sigma)²
	g := 1 / (1 + r*r/(v*c2))
	return g * g
}

// solveTogether finds all places, offsets and the discs' common height at
// once, by reweighted least squares with each disc's own two unknowns
// eliminated (Schur complement). It returns by how much the discs are thicker
// than supposed.
func solveTogether(discs []*Placed, offsets []Offsets, loose looseness) float64 {
	m := 2*len(offsets) + 1
	moves := make([]r2.Vec, len(discs))
	blocks := make([]discBlock, len(discs))
	height := 0.0
	for range 6 {
		s := mat.NewSymDense(m, nil)
		g := mat.NewVecDense(m, nil)
		for i, o := range offsets {
			far, near := 1/(loose.far*loose.far), 1/(loose.near*loose.near)
			s.SetSym(2*i, 2*i, far)
			s.SetSym(2*i+1, 2*i+1, near)
			if i < len(loose.about) {
				o.Far, o.Near = o.Far-loose.about[i].Far, o.Near-loose.about[i].Near
			}
			g.SetVec(2*i, -far*o.Far)
			g.SetVec(2*i+1, -near*o.Near)
		}
		w := 1 / (loose.height * loose.height)
		s.SetSym(m-1, m-1, w)
		g.SetVec(m-1, -w*height)
		for i, d := range discs {
			blocks[i] = d.block(moves[i], offsets[d.Team], height)
			blocks[i].fold(s, g, [3]int{2 * d.Team, 2*d.Team + 1, m - 1})
		}
		var chol mat.Cholesky
		if !chol.Factorize(s) {
			return 0
		}
		var x mat.VecDense
		if chol.SolveVecTo(&x, g) != nil {
			return 0
		}
		for i := range offsets {
			offsets[i].Far += x.AtVec(2 * i)
			offsets[i].Near += x.AtVec(2*i + 1)
		}
		height += x.AtVec(m - 1)
		for i, d := range discs {
			moves[i] = r2.Add(moves[i], blocks[i].move([3]float64{x.AtVec(2 * d.Team), x.AtVec(2*d.Team + 1), x.AtVec(m - 1)}))
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
	return height
}

// discBlock is one disc's share of the normal equations: of its own place
// (matrix a, b, c and right side p), and of what discs have in common: its
// team's two offsets and the height of all.
type discBlock struct {
	a, b, c float64
	p       r2.Vec
	cross   [3]r2.Vec     // of the place with the common unknowns
	common  [3][3]float64 // of those with each other
	right   [3]float64
}

func (d *Placed) block(move r2.Vec, o Offsets, height float64) discBlock {
	k := discBlock{a: 1e-6, c: 1e-6}
	if d.Play > 0 {
		w := 4 / (d.Play * d.Play)
		k.a, k.c = k.a+w, k.c+w
		k.p = r2.Scale(-w, r2.Add(d.Pos, move))
	}
	for _, r := range d.Readings {
		col := [3]float64{1, 0, r.Rise}
		res := r.Shift - r2.Dot(r.Dir, move) - r.Rise*height
		if r.Near {
			col = [3]float64{0, 1, r.Rise}
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
		for i, ci := range col {
			if ci == 0 {
				continue
			}
			k.cross[i] = r2.Add(k.cross[i], r2.Scale(ci, wu))
			k.right[i] += w * ci * res
			for j, cj := range col {
				k.common[i][j] += w * ci * cj
			}
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

// fold adds the disc's share to the equations of the common unknowns, which
// stand at the rows at.
func (k *discBlock) fold(s *mat.SymDense, g *mat.VecDense, at [3]int) {
	for i := range at {
		q := k.inv(k.cross[i])
		for j := i; j < len(at); j++ {
			s.SetSym(at[i], at[j], s.At(at[i], at[j])+k.common[i][j]-r2.Dot(k.cross[j], q))
		}
		g.SetVec(at[i], g.AtVec(at[i])+k.right[i]-r2.Dot(k.p, q))
	}
}

// move is the disc's step once those of the common unknowns are known.
func (k *discBlock) move(common [3]float64) r2.Vec {
	p := k.p
	for i, x := range common {
		p = r2.Sub(p, r2.Scale(x, k.cross[i]))
	}
	return k.inv(p)
}
