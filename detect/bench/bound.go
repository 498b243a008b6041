package bench

import (
	"math"

	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// The Cramér-Rao bound of a disc's place. Across its rim a picture's colour goes
// along a profile p(x), x in pixels, that moves with the disc; in pixels that
// scatter by n a pixel of the rim's length tells its place across with the
// information
//
//	I = ∫ |dp/dx|² dx / n²   1/pixel²
//
// (for a step of size C blurred by a Gaussian of sigma s: C² / (2 √π s n²)).
// Moving the disc by one mm along u moves the rim by q pixels across, so the
// place's information matrix is the sum of I q² u uᵀ over the rim's pixels; on
// the side that faces the camera the profile goes from the face over the wall to
// the board. n is what is seen beside the rim, so it has grain in it and not
// only the camera's noise. Calibration, radius and thickness are taken as known,
// and the scatter as independent from pixel to pixel: no method does better
// than this, and one that meets shadows and neighbours does worse.

const (
	boundDirections = 72
	sideFrom        = 2.0 // pixels from the rim at which it ends, and its sides begin
	sideTo          = 4.5 // and end
	sideStep        = 0.5
	leastNoise      = 1.0 // of a pixel, units of colour: eight bits and JPEG leave this
	bilinear        = 0.7 // what samples between pixels scatter by, of a pixel's own scatter
)

// rim is what is seen across a disc's rim in one direction.
type rim struct {
	dir     r2.Vec  // outward from the disc's centre, board frame
	pxPerMM float64 // pixels across the rim for one mm along dir
	length  float64 // pixels along the rim that this direction stands for
	steep   float64 // ∫ |dp/dx|² dx, units of colour squared a pixel
	noise   float64 // scatter of a channel beside the rim, units of colour
}

// bound is the least standard deviation per axis, mm, at which the picture
// allows the disc's place to be known; NaN where its rim is not to be seen.
func bound(view *detect.View, d *TrueDisc) float64 { return boundOf(rimsOf(view, d), 1-d.Occluded) }

// boundOf is the standard deviation per axis, mm, that rims of which the given
// share can be seen allow.
func boundOf(rims []rim, visible float64) float64 {
	var a, b, c float64
	for _, r := range rims {
		n := math.Max(leastNoise, r.noise)
		w := r.steep / (n * n) * r.length * r.pxPerMM * r.pxPerMM * visible
		a += w * r.dir.X * r.dir.X
		b += w * r.dir.X * r.dir.Y
		c += w * r.dir.Y * r.dir.Y
	}
	det := a*c - b*b
	if !(det > 0) {
		return math.NaN()
	}
	return math.Sqrt((a + c) / det / 2)
}

// rimsOf looks across the rim of a disc at its true place.
func rimsOf(view *detect.View, d *TrueDisc) []rim {
	var out []rim
	for k := range boundDirections {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / boundDirections)
		u := r2.Vec{X: cos, Y: sin}
		at := r2.Add(d.pos(), r2.Scale(d.Radius, u))
		first := r3.Vec{X: at.X, Y: at.Y, Z: d.Z + d.Thickness}
		last := first
		// The wall is seen where it faces the camera, unless the hole hides it.
		if (view.Eye.X-at.X)*u.X+(view.Eye.Y-at.Y)*u.Y > 0 && d.Z >= 0 {
			last.Z = d.Z
		}
		if r, ok := look(view, first, last, u, d.Radius); ok {
			out = append(out, r)
		}
	}
	return out
}

// look measures the profile from the rim at first to that at last, outward
// along u.
func look(view *detect.View, first, last r3.Vec, u r2.Vec, radius float64) (rim, bool) {
	cam := &view.Camera
	at, ok0 := cam.Project(first)
	end, ok1 := cam.Project(last)
	out, ok2 := cam.Project(r3.Add(first, r3.Vec{X: u.X, Y: u.Y}))
	side, ok3 := cam.Project(r3.Add(first, r3.Vec{X: -u.Y, Y: u.X}))
	if !ok0 || !ok1 || !ok2 || !ok3 || !view.Within(at, sideTo+1) || !view.Within(end, sideTo+1) {
		return rim{}, false
	}
	along := r2.Sub(side, at)
	mm := r2.Norm(along) // pixels a mm along the rim
	normal := r2.Vec{X: along.Y / mm, Y: -along.X / mm}
	q := r2.Dot(normal, r2.Sub(out, at))
	if q < 0 {
		normal, q = r2.Scale(-1, normal), -q
	}
	wall := math.Max(0, r2.Dot(normal, r2.Sub(end, at)))
	sample := func(t float64) detect.Tint { return view.At(at.X+t*normal.X, at.Y+t*normal.Y) }
	in, beyond := scatter(sample, -sideTo, -sideFrom), scatter(sample, wall+sideFrom, wall+sideTo)
	r := rim{dir: u, pxPerMM: q, length: mm * 2 * math.Pi * radius / boundDirections}
	r.noise = math.Sqrt((in*in + beyond*beyond) / 2)
	r.steep = steepness(sample, -sideFrom, wall+sideFrom, bilinear*r.noise)
	return r, true
}

// steepness is the integral of the squared slope of a profile, without what
// noise of its samples adds to it.
func steepness(sample func(float64) detect.Tint, from, to, noise float64) float64 {
	sum := 0.0
	last := sample(from)
	for t := from + 1; t <= to; t++ {
		next := sample(t)
		for c := range 3 {
			d := next[c] - last[c]
			sum += d*d - 2*noise*noise
		}
		last = next
	}
	return math.Max(0, sum)
}

// scatter is that of a channel of a pixel about a straight slope from one place
// of a profile to another.
func scatter(sample func(float64) detect.Tint, from, to float64) float64 {
	n := int((to-from)/sideStep) + 1
	mid := float64(n-1) / 2
	var mean, slope detect.Tint
	ts := make([]detect.Tint, n)
	tt := 0.0
	for i := range n {
		ts[i] = sample(from + float64(i)*sideStep)
		x := float64(i) - mid
		tt += x * x
		for c := range 3 {
			mean[c] += ts[i][c] / float64(n)
			slope[c] += ts[i][c] * x
		}
	}
	sum := 0.0
	for i := range n {
		for c := range 3 {
			d := ts[i][c] - mean[c] - slope[c]/tt*(float64(i)-mid)
			sum += d * d
		}
	}
	return math.Sqrt(sum/float64(3*(n-2))) / bilinear
}
