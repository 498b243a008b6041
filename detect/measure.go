package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Reading is what the picture says, in one direction, of where a disc lies:
// that it stands Shift mm further along Dir than supposed.
type Reading struct {
	Dir     r2.Vec  // unit vector from the disc's centre, board frame
	Shift   float64 // mm
	Info    float64 // 1 / variance of Shift as far as noise goes, 1/mm²
	PxPerMM float64 // pixels across the outline for one mm along Dir
	Rise    float64 // growth of Shift for each mm that the disc is thicker
	Near    bool    // on the side that faces the camera, where the wall is seen
	Walls   bool    // both rims of the wall were read, as one
	Upper   float64 // then: how much of the step that was read is the upper rim's, 0 to 1
	Wall    float64 // width of the wall (near) or rounding (far) across the outline, pixels
	Layers  [4]Tint // colours from the face outward
	Misfit  float64 // rms of what the layers leave, units of colour
	OK      bool
}

// Lens is how sharp the picture is and what its colours scatter.
type Lens struct {
	Blur  float64 // sigma of the blur, pixels
	Noise float64 // of a sample, units of colour
}

const (
	profileStep = 0.5 // pixels between samples
	profileSide = 2.0 // pixels looked at beyond the outermost edges
)

// read measures the body's edge in the direction u, within mm (but at
// least px pixels) of where it would be seen.
func (v *View) read(b *body, u r2.Vec, face Tint, mm, px float64, lens Lens) Reading {
	r := Reading{Dir: u}
	outer, near := b.outline(u)
	// The lower rim of a disc sunk in the hole is hidden.
	near = near && b.Base >= 0
	r.Near = near
	first := outer
	if near || b.Base < 0 {
		first = b.upperRim(u)
	}
	a, normal, ok := v.across(first, u)
	if !ok {
		return r
	}
	step, ok := v.Pixel(r3.Vec{X: first.X + u.X, Y: first.Y + u.Y, Z: first.Z})
	if !ok {
		return r
	}
	q := r2.Dot(normal, r2.Sub(step, a))
	if q < 0.05 {
		return r
	}
	r.PxPerMM = q
	l := layers{n: 2, blur: lens.Blur / profileStep}
	if near {
		b, okb := v.Camera.Project(outer)
		if !okb {
			return r
		}
		r.Wall = math.Max(0, r2.Dot(normal, r2.Sub(b, a)))
		if r.Wall > 0.5*lens.Blur {
			l.n = 3
		}
	}
	reach := math.Min(maxReach, math.Max(px, mm*q))
	var buf [maxSamples]Tint
	profile, ok := v.profile(buf[:], a, normal, reach+profileSide, reach+profileSide+r.Wall)
	if !ok {
		return r
	}
	l.edges[0] = (reach + profileSide) / profileStep
	l.edges[1] = l.edges[0] + r.Wall/profileStep
	l.tie[0], l.want[0] = 5, face
	n := len(profile)
	got := l.fit(profile, reach/profileStep)
	r.Layers = got.colours
	r.Misfit = math.Sqrt(got.errors / float64(3*n))
	if !got.inside || got.bend <= 0 {
		return r
	}
	r.Shift = got.at * profileStep / q
	variance := math.Max(got.errors/float64(3*n), lens.Noise*lens.Noise)
	r.Info = 0.5 * got.bend / variance * (q / profileStep) * (q / profileStep)
	r.Rise = rise(b, u)
	if near && l.n == 3 {
		// Both rims are read as one; only the upper rises.
		upper, lower := r.Layers[0].Distance(r.Layers[1]), r.Layers[1].Distance(r.Layers[2])
		r.Walls = true
		r.Upper = upper * upper / (upper*upper + lower*lower + 1e-9)
		r.Rise *= r.Upper
	}
	r.Shift -= r.usual()
	r.OK = true
	return r
}

// rise is how far outward along u a point of the body seems to lie for each
// mm that it lies higher, mm.
func rise(b *body, u r2.Vec) float64 {
	if b.eye.Z < 1 {
		return 0
	}
	return -(b.eye.X*u.X + b.eye.Y*u.Y) / b.eye.Z
}

// What a lens is taken to be until it is measured: the rendered stills'.
const (
	usualBlur  = 0.6
	UsualNoise = 3.0
)

var UsualLens = Lens{Blur: usualBlur, Noise: UsualNoise}

const (
	maxSamples = 128
	maxReach   = 8 // pixels
)

// across is the pixel of an outline's point and the unit vector across the
// outline there, outward; u is the direction from the disc's centre.
func (v *View) across(at r3.Vec, u r2.Vec) (px, normal r2.Vec, ok bool) {
	px, ok = v.Pixel(at)
	side, ok1 := v.Pixel(r3.Vec{X: at.X - u.Y, Y: at.Y + u.X, Z: at.Z})
	out, ok2 := v.Pixel(r3.Vec{X: at.X + u.X, Y: at.Y + u.Y, Z: at.Z})
	if !ok || !ok1 || !ok2 {
		return px, normal, false
	}
	along := r2.Unit(r2.Sub(side, px))
	normal = r2.Vec{X: along.Y, Y: -along.X}
	if r2.Dot(normal, r2.Sub(out, px)) < 0 {
		normal = r2.Scale(-1, normal)
	}
	return px, normal, true
}

// profile samples the picture from before pixels inside of px to after
// pixels outside, along the normal; ok is false where that leaves the picture
// or is too long for buf.
func (v *View) profile(buf []Tint, px, normal r2.Vec, before, after float64) ([]Tint, bool) {
	n := int(math.Ceil((before+after)/profileStep)) + 1
	if n > len(buf) {
		return nil, false
	}
	last := r2.Add(px, r2.Scale(float64(n-1)*profileStep-before, normal))
	first := r2.Sub(px, r2.Scale(before, normal))
	if !v.Within(first, 0) || !v.Within(last, 0) {
		return nil, false
	}
	v.sample(buf[:n], first, r2.Scale(profileStep, normal))
	return buf[:n], true
}
