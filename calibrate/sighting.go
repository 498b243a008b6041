package calibrate

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

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
