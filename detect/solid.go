package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Solid is a disc as a body: a cylinder whose edges are rounded as if a ball
// of radius Edge had rolled round them. The rim that a camera sees of it is
// where its rays graze that rounding.
type Solid struct {
	Radius    float64 // of the footprint, mm
	Thickness float64 // mm
	Edge      float64 // radius of the rounding, mm
	Base      float64 // height of the underside above the playing surface, mm
	Lean      Lean    // how it leans into the hole; zero for a level disc
}

// Lean is the hole that a disc half in it leans into, mm.
type Lean struct{ Radius, Depth float64 }

// NewSolid is a board's disc lying level with its underside at height base,
// mm.
func NewSolid(d models.Disc, base float64) Solid {
	return Solid{Radius: d.Radius, Thickness: d.Thickness, Edge: min(d.Edge, d.Thickness/2), Base: base}
}

// Leaning is the disc half in the hole: its rim on the hole's at two points,
// its lowest point on the hole's floor.
func (s Solid) Leaning(h models.Hole) Solid {
	s.Lean, s.Base = Lean{h.Radius, h.Depth}, 0
	return s
}

// Top is the height of the upper face of a level disc, mm.
func (s Solid) Top() float64 { return s.Base + s.Thickness }

// body is a solid at its place: the frame of its own in which its underside
// lies in the plane z = 0, centred.
type body struct {
	Solid
	origin     r3.Vec // of the underside's centre, board frame
	ex, ey, ez r3.Vec // axes of its own frame in the board frame
	eye        r3.Vec // the camera in its own frame
	level      bool
}

// at places the solid with its footprint's centre at p, seen from eye.
func (s Solid) at(p r2.Vec, eye r3.Vec) body {
	b := body{Solid: s, origin: r3.Vec{X: p.X, Y: p.Y, Z: s.Base}, ex: r3.Vec{X: 1}, ey: r3.Vec{Y: 1}, ez: r3.Vec{Z: 1}, level: true}
	if d := r2.Norm(p); s.Lean.Radius > 0 && d > 1e-6 {
		// The two points of contact lie on a chord at distance c from the
		// board's centre; the lowest point of the rim lies reach before it.
		c := (d*d + s.Lean.Radius*s.Lean.Radius - s.Radius*s.Radius) / (2 * d)
		reach := math.Max(c-d+s.Radius, s.Radius/2)
		tilt := math.Atan2(s.Lean.Depth, reach)
		out := r3.Vec{X: p.X / d, Y: p.Y / d}
		b.origin.Z = -(c - d) * math.Tan(tilt)
		sin, cos := math.Sincos(tilt)
		up, across := r3.Vec{X: cos * out.X, Y: cos * out.Y, Z: sin}, r3.Vec{X: -out.Y, Y: out.X}
		// Turned so that the body's x and y lie over the board's.
		b.ex = r3.Sub(r3.Scale(out.X, up), r3.Scale(out.Y, across))
		b.ey = r3.Add(r3.Scale(out.Y, up), r3.Scale(out.X, across))
		b.ez = r3.Cross(b.ex, b.ey)
		b.level = false
	}
	e := r3.Sub(eye, b.origin)
	b.eye = r3.Vec{X: r3.Dot(e, b.ex), Y: r3.Dot(e, b.ey), Z: r3.Dot(e, b.ez)}
	return b
}

// world is a point of the body's own frame in the board frame.
func (b *body) world(v r3.Vec) r3.Vec {
	if b.level {
		return r3.Add(b.origin, v)
	}
	return r3.Add(b.origin, r3.Add(r3.Add(r3.Scale(v.X, b.ex), r3.Scale(v.Y, b.ey)), r3.Scale(v.Z, b.ez)))
}

// ray is the angle (radians) above the body's horizon at which the camera is
// seen from the rim at height z in the direction u, in the plane through u: over a right
// angle on the far side.
func (b *body) ray(u r2.Vec, z float64) float64 {
	return math.Atan2(b.eye.Z-z, b.eye.X*u.X+b.eye.Y*u.Y-b.Radius)
}

// outline is the point of the disc's outline in the direction u (a unit
// vector of the body's frame): on the upper rounding on the far side, on the
// lower one on the near side. near says which; a wall is seen there.
func (b *body) outline(u r2.Vec) (at r3.Vec, near bool) {
	near = b.ray(u, b.Thickness/2) < math.Pi/2
	z := b.Thickness - b.Edge
	if near {
		z = b.Edge
	}
	// The ray grazes the rounding where its normal is square to the view.
	sin, cos := math.Sincos(b.ray(u, z) - math.Pi/2)
	out := b.Radius - b.Edge + b.Edge*cos
	return b.world(r3.Vec{X: out * u.X, Y: out * u.Y, Z: z + b.Edge*sin}), near
}

// shoulder is where the upper rounding has turned so far from the face that
// it is seen as the wall, radians above the horizon.
const shoulder = 28 * math.Pi / 180

// upperRim is what is seen as the edge of the face on the near side.
func (b *body) upperRim(u r2.Vec) r3.Vec {
	return b.rounded(u, shoulder)
}

// rounded is the point of the upper rounding in the direction u whose normal
// stands angle radians above the horizon.
func (b *body) rounded(u r2.Vec, angle float64) r3.Vec {
	sin, cos := math.Sincos(angle)
	out := b.Radius - b.Edge + b.Edge*cos
	return b.world(r3.Vec{X: out * u.X, Y: out * u.Y, Z: b.Thickness - b.Edge + b.Edge*sin})
}

// top is a point of the upper face, (x, y) mm from its middle.
func (b *body) top(x, y float64) r3.Vec { return b.world(r3.Vec{X: x, Y: y, Z: b.Thickness}) }

// axis is a direction of the body's frame in the board frame.
func (b *body) axis(u r2.Vec) r3.Vec {
	return r3.Add(r3.Scale(u.X, b.ex), r3.Scale(u.Y, b.ey))
}
