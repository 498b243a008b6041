package detect

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Fit is a solid laid over a picture so that its outline meets the steps of
// colour that are seen.
type Fit struct {
	Solid    Solid
	Pos      r2.Vec     // centre of the footprint, mm
	Cov      [3]float64 // of Pos, mm²: xx, xy, yy; from the edges alone
	Face     Tint       // colour of the upper face
	Mottle   float64    // spread of the face's colour
	Around   Tint       // median colour just outside the outline
	Edges    []Edge     // one for each direction that lies in the picture
	Support  float64    // share of the whole outline that shows a step where it should, 0 to 1
	InFrame  float64    // share of the outline that lies in the picture
	Contrast float64    // median step of the supporting edges
	RMS      float64    // of the supporting edges' offsets, mm
	Standout float64    // difference of the face's colour from its surroundings, in units of the surroundings' spread
	kin      float64    // evidence that its likeness to other pieces adds
	akin     bool       // that was asked
}

// Search says how a fit looks for edges.
type Search struct {
	Directions int
	Windows    []float64 // half width of the search, mm, pass by pass
	Grain      float64   // contrast below which a step is texture
}

// faceShare is how much of the face is looked at for its colour: its middle,
// free of the rounding and of blur.
const faceShare = 0.7

// face is the median colour of the upper face of the solid at p, and the
// median distance from it of what is seen there.
func (v *View) face(s Solid, p r2.Vec) (mid Tint, mottle float64) {
	const rings, spokes = 3, 12
	var samples [rings*spokes + 1]Tint
	n := 0
	b := s.at(p, v.Eye)
	put := func(x, y float64) {
		if px, ok := v.Pixel(b.top(x, y)); ok {
			samples[n] = v.At(px.X, px.Y)
			n++
		}
	}
	put(0, 0)
	for i := range rings {
		r := s.Radius * faceShare * math.Sqrt(float64(i+1)/rings)
		for k := range spokes {
			sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5*float64(i%2)) / spokes)
			put(r*cos, r*sin)
		}
	}
	if n == 0 {
		return Tint{}, 0
	}
	mid = medianTint(samples[:n])
	var away [rings*spokes + 1]float64
	for i, t := range samples[:n] {
		away[i] = t.Distance(mid)
	}
	sort.Float64s(away[:n])
	return mid, away[n/2]
}

// medianTint is the median of each channel.
func medianTint(ts []Tint) Tint {
	var m Tint
	buf := make([]float64, len(ts))
	for c := range 3 {
		for i, t := range ts {
			buf[i] = t[c]
		}
		sort.Float64s(buf)
		m[c] = buf[len(buf)/2]
	}
	return m
}

// Fit lays the solid over the picture, starting from its centre at p.
func (v *View) Fit(s Solid, p r2.Vec, search Search) Fit {
	f := Fit{Solid: s, Pos: p}
	last := len(search.Windows) - 1
	for pass, window := range search.Windows {
		directions := search.Directions
		if pass < last {
			directions /= 2 // enough to get near
		}
		f.measure(v, window, directions)
		f.solve(1.0/float64(pass+1), search.Grain)
	}
	f.measure(v, search.Windows[last], search.Directions)
	f.judge(search)
	return f
}

// measure finds the edges round the solid where it stands now.
func (f *Fit) measure(v *View, window float64, directions int) {
	face, mottle := v.face(f.Solid, f.Pos)
	f.Face, f.Mottle = face, mottle
	f.Edges = f.Edges[:0]
	b := f.Solid.at(f.Pos, v.Eye)
	for k := range directions {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(directions))
		u := r2.Vec{X: cos, Y: sin}
		at, near := b.outline(u)
		e := v.Step(at, u, face, window)
		if near {
			upper := v.Step(b.upperRim(u), u, face, window)
			if s := f.Solid; s.Base < 0 && s.Lean.Radius == 0 {
				e = upper // its lower rim is hidden in the hole
			} else if upper.OK && (!e.OK || upper.Contrast-0.7*upper.Inside.Distance(face) > e.Contrast-0.7*e.Inside.Distance(face)) {
				e = upper
			}
		}
		e.Near = near
		e.Beyond, e.Seen = v.beyond(at, b.axis(u))
		f.Edges = append(f.Edges, e)
	}
}

// weight is how much an edge says about the disc's place.
func (f *Fit) weight(e Edge, grain float64) float64 {
	if !e.OK {
		return 0
	}
	c2 := e.Contrast * e.Contrast
	w := c2 / (c2 + grain*grain)
	miss := e.Inside.Distance(f.Face) / (0.5*e.Contrast + 2*grain)
	k := 1 / (1 + miss*miss)
	return w * k * k * e.PxPerMM * e.PxPerMM
}

// solve moves the solid to where the edges are, by iteratively reweighted
// least squares (Geman-McClure weights of the given scale, mm).
func (f *Fit) solve(scale, grain float64) {
	var x, y float64
	var a, b, c float64
	for range 6 {
		a, b, c = 1e-9, 0, 1e-9
		var p, q, sw, swr float64
		for _, e := range f.Edges {
			w := f.weight(e, grain)
			if w == 0 {
				continue
			}
			r := e.Offset - e.Dir.X*x - e.Dir.Y*y
			g := scale * scale / (scale*scale + r*r)
			w *= g * g
			a += w * e.Dir.X * e.Dir.X
			b += w * e.Dir.X * e.Dir.Y
			c += w * e.Dir.Y * e.Dir.Y
			p += w * e.Dir.X * e.Offset
			q += w * e.Dir.Y * e.Offset
			sw += w
			swr += w * r * r
		}
		det := a*c - b*b
		if det < 1e-12 {
			return
		}
		x, y = (c*p-b*q)/det, (a*q-b*p)/det
		if sw > 0 {
			s2 := swr / sw
			f.Cov = [3]float64{s2 * c / det * sw / float64(len(f.Edges)), -s2 * b / det * sw / float64(len(f.Edges)), s2 * a / det * sw / float64(len(f.Edges))}
		}
	}
	const most = 3.0
	if d := math.Hypot(x, y); d > most {
		x, y = x*most/d, y*most/d
	}
	f.Pos = r2.Add(f.Pos, r2.Vec{X: x, Y: y})
}

// judge says how well the outline is supported by what is seen.
func (f *Fit) judge(search Search) {
	near := 0.0
	var contrasts []float64
	var in, ss float64
	for _, e := range f.Edges {
		if e.PxPerMM > 0 {
			in++
		}
		if !e.OK {
			continue
		}
		room := math.Max(0.8, 1/e.PxPerMM)
		if math.Abs(e.Offset) > room || e.Inside.Distance(f.Face) > 0.6*e.Contrast+2*search.Grain {
			continue
		}
		c2 := e.Contrast * e.Contrast
		w := c2 / (c2 + 4*(search.Grain*search.Grain+f.Mottle*f.Mottle))
		near += w
		contrasts = append(contrasts, e.Contrast)
		ss += e.Offset * e.Offset
	}
	n := float64(search.Directions)
	f.surround()
	f.InFrame = in / n
	f.Support = near / n
	if len(contrasts) > 0 {
		sort.Float64s(contrasts)
		f.Contrast = contrasts[len(contrasts)/2]
		f.RMS = math.Sqrt(ss / float64(len(contrasts)))
	}
}

// beyond is the colour a little outside the outline's point p.
func (v *View) beyond(p, out r3.Vec) (Tint, bool) {
	const away = 3.0 // mm
	px, ok := v.Pixel(r3.Add(p, r3.Scale(away, out)))
	if !ok {
		return Tint{}, false
	}
	return v.At(px.X, px.Y), true
}

// surround compares the face with what lies round the disc.
func (f *Fit) surround() {
	var out []Tint
	for _, e := range f.Edges {
		if e.Seen {
			out = append(out, e.Beyond)
		}
	}
	if len(out) == 0 {
		return
	}
	f.Around = medianTint(out)
	var away []float64
	for _, t := range out {
		away = append(away, t.Distance(f.Around))
	}
	sort.Float64s(away)
	f.Standout = f.Face.Distance(f.Around) / (away[len(away)/2] + f.Mottle + 2)
}
