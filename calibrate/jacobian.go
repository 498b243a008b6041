package calibrate

import (
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// slope is how a point's pixel moves: with each parameter of the view, and
// with the point itself along x, y and z of the board frame (pixels per unit).
type slope struct {
	px    r2.Vec
	param [pR10]r2.Vec // what moves the camera; rings move the point
	place [3]r2.Vec
}

// slopeAt differentiates the projection of p (mm, board frame): the chain rule
// through OpenCV's model; ok is false behind the camera. Without params only
// the pixel and the place are filled in.
func (v *view) slopeAt(p r3.Vec, params bool) (s slope, ok bool) {
	c := &v.cam
	turned := c.R.Apply(p)
	q := r3.Add(turned, c.T)
	if q.Z <= 0 {
		return s, false
	}
	iz := 1 / q.Z
	x, y := q.X*iz, q.Y*iz
	n := r2.Vec{X: x, Y: y}
	d := c.Dist.Distort(n)
	xx, xy, yy := c.Dist.Slope(n)
	s.px = r2.Vec{X: c.Fx*d.X + c.Cx, Y: c.Fy*d.Y + c.Cy}
	// Pixels for each mm in the camera's frame.
	dx := r2.Vec{X: c.Fx * xx * iz, Y: c.Fy * xy * iz}
	dy := r2.Vec{X: c.Fx * xy * iz, Y: c.Fy * yy * iz}
	dz := r2.Vec{X: -x*dx.X - y*dy.X, Y: -x*dx.Y - y*dy.Y}
	along := func(x, y, z float64) r2.Vec {
		return r2.Vec{X: x*dx.X + y*dy.X + z*dz.X, Y: x*dx.Y + y*dy.Y + z*dz.Y}
	}
	for i := range 3 {
		s.place[i] = along(c.R[i], c.R[3+i], c.R[6+i])
	}
	if !params {
		return s, true
	}
	s.param[pRotX] = along(0, -turned.Z, turned.Y)
	s.param[pRotY] = along(turned.Z, 0, -turned.X)
	s.param[pRotZ] = along(-turned.Y, turned.X, 0)
	s.param[pTX], s.param[pTY], s.param[pTZ] = dx, dy, dz
	r := x*x + y*y
	s.param[pK1] = r2.Vec{X: c.Fx * x * r, Y: c.Fy * y * r}
	s.param[pK2] = r2.Vec{X: c.Fx * x * r * r, Y: c.Fy * y * r * r}
	s.param[pP1] = r2.Vec{X: c.Fx * 2 * x * y, Y: c.Fy * (r + 2*y*y)}
	s.param[pP2] = r2.Vec{X: c.Fx * (r + 2*x*x), Y: c.Fy * 2 * x * y}
	s.param[pCX], s.param[pCY] = r2.Vec{X: 1}, r2.Vec{Y: 1}
	s.param[pAspect] = r2.Vec{Y: c.Fy * d.Y}
	s.param[pFocal] = r2.Add(r2.Vec{X: c.Fx * d.X, Y: c.Fy * d.Y}, along(c.T.X, c.T.Y, c.T.Z))
	for _, p := range [...]int{pK1, pK2, pP1, pP2} {
		s.param[pFocal] = r2.Add(s.param[pFocal], r2.Scale(v.byFocal(p), s.param[p]))
	}
	return s, true
}

// ringParam is the parameter that moves a line's radius; ok is false for the
// 5, whose radius is the gauge of scale, and for quadrant lines.
func ringParam(l models.Line) (param int, ok bool) {
	switch l {
	case models.Line10:
		return pR10, true
	case models.Line15:
		return pR15, true
	}
	return 0, false
}
