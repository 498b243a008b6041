package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// How a disc's rim is looked for by the disc's own colour: a hand's
// shadow, and the disc's in it, fade over many mm and have edges that a step
// between two even colours is easily laid on. Measured on 102 starts of the
// films of groundtruth/video and of changed views of them: looking 8 mm beyond
// serves as well, 3 or 15 less.
const (
	rimWays   = 32   // directions
	rimFar    = 6.0  // mm that a place may be off at first
	rimNear   = 2.0  // and then
	rimBeyond = 10.0 // mm looked at beyond the outline and that
	rimLong   = 120  // samples of a profile at the most
)

// Pulls of the colours of a rim's layers, in samples' worth: of the face toward
// its own, of the wall toward the face's, of what lies outside toward nothing.
const (
	rimFace  = 40.0
	rimWall  = 0.5
	rimOut   = 0.01
	rimSlope = 0.02
)

// AtRim is where the solid's rim lies by its own colour, within rimFar of at
// (mm); ok is false where too little of it is in the picture.
func (v *View) AtRim(s Solid, at r2.Vec, lens Lens) (to r2.Vec, ok bool) {
	to = at
	for _, reach := range [2]float64{rimFar, rimNear} {
		b := s.at(to, v.Eye)
		face, _ := v.face(s, to)
		traces := make([]trace, 0, rimWays)
		for k := range rimWays {
			sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / rimWays)
			if t := v.rimTrace(&b, r2.Vec{X: cos, Y: sin}, face, reach, lens); t.ok {
				traces = append(traces, t)
			}
		}
		if 2*len(traces) < rimWays {
			return at, false
		}
		to = r2.Add(to, agree(traces, pass{mm: reach}))
	}
	return to, true
}

// rimTrace is how well the colours across the body's outline in the direction u
// agree with its standing up to reach mm further along: the face's colour on it,
// and beyond it any that changes evenly, as in a shadow that fades.
func (v *View) rimTrace(b *body, u r2.Vec, face Tint, reach float64, lens Lens) (t trace) {
	t.dir = u
	outer, near := b.outline(u)
	a, normal, ok := v.across(outer, u)
	if !ok {
		return t
	}
	c, ok := v.cross(outer, u)
	if !ok || c.across < 0.05 {
		return t
	}
	t.pxPerMM = c.across
	wall := 0.0 // pixels
	if near {
		px, _ := v.Camera.Project(b.upperRim(u))
		wall = math.Max(0, r2.Dot(normal, r2.Sub(a, px)))
	}
	before, after := reach*c.across+wall+profileSide, (reach+rimBeyond)*c.across
	step := math.Max(profileStep, (before+after)/rimLong)
	profile := make([]Tint, int((before+after)/step)+1)
	first := r2.Sub(a, r2.Scale(before, normal))
	if !v.Within(first, 0) || !v.Within(r2.Add(first, r2.Scale(float64(len(profile)-1)*step, normal)), 0) {
		return t
	}
	v.sample(profile, first, r2.Scale(step, normal))
	r := rimProfile{pixels: profile, face: face, wall: wall / step, blur: lens.Blur / step, reach: after / step}
	t.n, t.step = maxShifts, reach/float64(maxShifts/2)
	t.samples, t.least = 3*len(profile), math.Inf(1)
	for i := range t.n {
		t.misfits[i] = r.misfit((before+float64(i-t.n/2)*t.step*c.across)/step) / (lens.Noise * lens.Noise)
		if t.misfits[i] < t.least {
			t.least, t.best = t.misfits[i], i
		}
	}
	t.ok = true
	return t
}

// rimProfile is a picture across a body's outline; lengths are in samples.
type rimProfile struct {
	pixels []Tint
	face   Tint
	wall   float64 // width of the wall that is seen before the outline
	blur   float64 // sigma of the lens
	reach  float64 // over which what lies beyond may change from one colour to another
}

// misfit is the summed squared error of the profile if the body ends at limb.
func (r *rimProfile) misfit(limb float64) float64 {
	var n [4][4]float64 // normal equations of face, beyond, its slope, wall
	var y [4]Tint
	total := 0.0
	walled := r.wall > 0.5*r.blur
	for i, c := range r.pixels {
		x := float64(i) - limb
		beyond := rampAt(x / r.blur)
		f := [4]float64{1 - beyond, beyond, beyond * math.Max(0, x) / r.reach, 0}
		if walled {
			f[3] = rampAt((x+r.wall)/r.blur) - beyond
			f[0] -= f[3]
		}
		for j := range f {
			if f[j] == 0 {
				continue
			}
			for k := j; k < len(f); k++ {
				n[j][k] += f[j] * f[k]
			}
			y[j] = y[j].Add(c.Times(f[j]))
		}
		total += c.Dot(c)
	}
	for j, pull := range [4]float64{rimFace, rimOut, rimSlope, rimWall} {
		n[j][j] += pull
		if j == 0 || j == 3 {
			y[j] = y[j].Add(r.face.Times(pull))
			total += pull * r.face.Dot(r.face)
		}
	}
	return total - explainedBy(&n, &y)
}

// explainedBy is what the solution of normal equations, of which the upper half
// is given, explains of the squares (Cholesky: the squared forward solution).
func explainedBy(n *[4][4]float64, y *[4]Tint) float64 {
	var l [4][4]float64
	var z [4]Tint
	sum := 0.0
	for i := range z {
		z[i] = y[i]
		for j := range i + 1 {
			v := n[j][i]
			for k := range j {
				v -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(math.Max(v, 1e-9))
			} else {
				l[i][j] = v / l[j][j]
				z[i] = z[i].Sub(z[j].Times(l[i][j]))
			}
		}
		z[i] = z[i].Times(1 / l[i][i])
		sum += z[i].Dot(z[i])
	}
	return sum
}

// Filled is by how much more of the solid's face at p has the face's colour than
// of what surrounds it.
func (v *View) Filled(s Solid, p r2.Vec) float64 {
	const ways = 24
	b := s.at(p, v.Eye)
	face, _ := v.face(s, p)
	ring := func(share float64) (seen []Tint) {
		for k := range ways {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / ways)
			if px, ok := v.Pixel(b.top(share*s.Radius*cos, share*s.Radius*sin)); ok {
				seen = append(seen, v.At(px.X, px.Y))
			}
		}
		return seen
	}
	within := append(ring(0.6), ring(0.85)...)
	around := append(ring(1.2), ring(1.35)...)
	if len(within) == 0 || len(around) == 0 {
		return 0
	}
	limit := face.Distance(medianTint(around)) / 2
	like := func(ts []Tint) float64 {
		n := 0.0
		for _, t := range ts {
			if t.Distance(face) < limit {
				n++
			}
		}
		return n / float64(len(ts))
	}
	return like(within) - like(around)
}
