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
	Near    bool    // on the side that faces the camera, where the wall is seen
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
	profileSide = 2.5 // pixels looked at beyond the outermost edges
)

// read measures the body's edge in the direction u, within mm (but at
// least px pixels) of where it would be seen.
func (v *View) read(b *body, u r2.Vec, face Tint, mm, px float64, lens Lens) Reading {
	r := Reading{Dir: u}
	outer, near := b.outline(u)
	r.Near = near
	first := outer
	if near {
		first = b.upperRim(u)
	}
	a, ok := v.pixel(first)
	if !ok {
		return r
	}
	step, ok1 := v.pixel(r3.Vec{X: first.X + u.X, Y: first.Y + u.Y, Z: first.Z})
	side, ok2 := v.pixel(r3.Vec{X: first.X - u.Y, Y: first.Y + u.X, Z: first.Z})
	if !ok1 || !ok2 {
		return r
	}
	along := r2.Unit(r2.Sub(side, a))
	normal := r2.Vec{X: along.Y, Y: -along.X}
	q := r2.Dot(normal, r2.Sub(step, a))
	if q < 0 {
		normal, q = r2.Scale(-1, normal), -q
	}
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
	n := int(math.Ceil((2*reach+2*profileSide+r.Wall)/profileStep)) + 1
	if n > maxSamples {
		return r
	}
	var profile [maxSamples]Tint
	for i := range n {
		d := (float64(i))*profileStep - reach - profileSide
		x, y := a.X+d*normal.X, a.Y+d*normal.Y
		if !v.Within(r2.Vec{X: x, Y: y}, 0) {
			return r
		}
		profile[i] = v.At(x, y)
	}
	l.edges[0] = (reach + profileSide) / profileStep
	l.edges[1] = l.edges[0] + r.Wall/profileStep
	l.tie[0], l.want[0] = 2, face
	got := l.fit(profile[:n], reach/profileStep)
	r.Layers = got.colours
	r.Misfit = math.Sqrt(got.errors / float64(3*n))
	if !got.inside || got.bend <= 0 {
		return r
	}
	r.Shift = got.at * profileStep / q
	variance := math.Max(got.errors/float64(3*n), lens.Noise*lens.Noise)
	r.Info = 0.5 * got.bend / variance * (q / profileStep) * (q / profileStep)
	r.OK = true
	return r
}

const (
	maxSamples = 128
	maxReach   = 8 // pixels
)
