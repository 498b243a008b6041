package models

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Camera is OpenCV's pinhole model with Brown's distortion. World is the
// board frame, mm. Pixel (0,0) is the centre of the top-left pixel of the
// upright picture.
type Camera struct {
	Width, Height  int
	Fx, Fy, Cx, Cy float64 // pixels
	Dist           Distortion
	R              Rotation // world to camera
	T              r3.Vec   // world to camera, mm
}

// Distortion is Brown's lens distortion in OpenCV's order.
type Distortion struct{ K1, K2, P1, P2, K3 float64 }

// Rotation is a 3x3 rotation matrix by rows.
type Rotation [9]float64

// Apply turns v.
func (m Rotation) Apply(v r3.Vec) r3.Vec {
	return r3.Vec{
		X: m[0]*v.X + m[1]*v.Y + m[2]*v.Z,
		Y: m[3]*v.X + m[4]*v.Y + m[5]*v.Z,
		Z: m[6]*v.X + m[7]*v.Y + m[8]*v.Z,
	}
}

// ApplyInverse turns v back.
func (m Rotation) ApplyInverse(v r3.Vec) r3.Vec {
	return r3.Vec{
		X: m[0]*v.X + m[3]*v.Y + m[6]*v.Z,
		Y: m[1]*v.X + m[4]*v.Y + m[7]*v.Z,
		Z: m[2]*v.X + m[5]*v.Y + m[8]*v.Z,
	}
}

// Mul is the rotation that turns by n first, then by m.
func (m Rotation) Mul(n Rotation) Rotation {
	var p Rotation
	for i := range 3 {
		for j := range 3 {
			p[3*i+j] = m[3*i]*n[j] + m[3*i+1]*n[3+j] + m[3*i+2]*n[6+j]
		}
	}
	return p
}

// Rodrigues is the rotation by |v| radians about v.
func Rodrigues(v r3.Vec) Rotation {
	th := r3.Norm(v)
	if th < 1e-12 {
		return Rotation{1, -v.Z, v.Y, v.Z, 1, -v.X, -v.Y, v.X, 1}
	}
	u := r3.Scale(1/th, v)
	s, c := math.Sincos(th)
	w := 1 - c
	return Rotation{
		c + u.X*u.X*w, u.X*u.Y*w - u.Z*s, u.X*u.Z*w + u.Y*s,
		u.Y*u.X*w + u.Z*s, c + u.Y*u.Y*w, u.Y*u.Z*w - u.X*s,
		u.Z*u.X*w - u.Y*s, u.Z*u.Y*w + u.X*s, c + u.Z*u.Z*w,
	}
}

// Rodrigues is the rotation vector of m: its axis times its angle, radians.
func (m Rotation) Rodrigues() r3.Vec {
	axis := r3.Vec{X: m[7] - m[5], Y: m[2] - m[6], Z: m[3] - m[1]}
	s, c := r3.Norm(axis)/2, (m[0]+m[4]+m[8]-1)/2
	th := math.Atan2(s, c)
	if s > 1e-9 {
		return r3.Scale(th/(2*s), axis)
	}
	if c > 0 {
		return r3.Scale(0.5, axis)
	}
	// Half a turn: the axis is the column of (m+1)/2 with the largest diagonal.
	x, y, z := math.Sqrt(math.Max(0, (m[0]+1)/2)), math.Sqrt(math.Max(0, (m[4]+1)/2)), math.Sqrt(math.Max(0, (m[8]+1)/2))
	switch {
	case x >= y && x >= z:
		y, z = math.Copysign(y, m[1]), math.Copysign(z, m[2])
	case y >= z:
		x, z = math.Copysign(x, m[1]), math.Copysign(z, m[5])
	default:
		x, y = math.Copysign(x, m[2]), math.Copysign(y, m[5])
	}
	return r3.Scale(math.Pi, r3.Unit(r3.Vec{X: x, Y: y, Z: z}))
}

// Distort moves a point of the normalized image plane to where the lens
// puts it (OpenCV's calib3d model).
func (d Distortion) Distort(p r2.Vec) r2.Vec {
	q := p.X*p.X + p.Y*p.Y
	f := 1 + q*(d.K1+q*(d.K2+q*d.K3))
	return r2.Vec{
		X: p.X*f + 2*d.P1*p.X*p.Y + d.P2*(q+2*p.X*p.X),
		Y: p.Y*f + d.P1*(q+2*p.Y*p.Y) + 2*d.P2*p.X*p.Y,
	}
}

// Slope is how fast Distort moves its point: the change of x by x, of x by y
// (which is that of y by x), and of y by y.
func (d Distortion) Slope(p r2.Vec) (xx, xy, yy float64) {
	q := p.X*p.X + p.Y*p.Y
	f := 1 + q*(d.K1+q*(d.K2+q*d.K3))
	g := d.K1 + q*(2*d.K2+q*3*d.K3)
	xx = f + 2*p.X*p.X*g + 2*d.P1*p.Y + 6*d.P2*p.X
	xy = 2*p.X*p.Y*g + 2*d.P1*p.X + 2*d.P2*p.Y
	yy = f + 2*p.Y*p.Y*g + 6*d.P1*p.Y + 2*d.P2*p.X
	return xx, xy, yy
}

// Undistort is the inverse of Distort, by Newton's method from p; where a
// lens folds the picture over, the steps are those of the fixed-point
// iteration that OpenCV takes.
func (d Distortion) Undistort(p r2.Vec) r2.Vec {
	u := p
	for range 40 {
		e := r2.Sub(p, d.Distort(u))
		if e.X*e.X+e.Y*e.Y < 1e-24 {
			break
		}
		xx, xy, yy := d.Slope(u)
		det := xx*yy - xy*xy
		if xx < 0.3 || det < 0.1 {
			u = r2.Add(u, e)
			continue
		}
		u = r2.Vec{X: u.X + (yy*e.X-xy*e.Y)/det, Y: u.Y + (xx*e.Y-xy*e.X)/det}
	}
	return u
}

// Project is the pixel of a point of the board frame; ok is false behind the
// camera.
func (c *Camera) Project(p r3.Vec) (px r2.Vec, ok bool) {
	q := r3.Add(c.R.Apply(p), c.T)
	if q.Z <= 0 {
		return r2.Vec{}, false
	}
	d := c.Dist.Distort(r2.Vec{X: q.X / q.Z, Y: q.Y / q.Z})
	return r2.Vec{X: c.Fx*d.X + c.Cx, Y: c.Fy*d.Y + c.Cy}, true
}

// OnPlane is the point of the plane at height z (mm) that a pixel sees; ok is
// false where the ray does not meet the plane before the camera.
func (c *Camera) OnPlane(px r2.Vec, z float64) (r2.Vec, bool) {
	u := c.Dist.Undistort(r2.Vec{X: (px.X - c.Cx) / c.Fx, Y: (px.Y - c.Cy) / c.Fy})
	dir := c.R.ApplyInverse(r3.Vec{X: u.X, Y: u.Y, Z: 1})
	eye := c.Centre()
	if dir.Z == 0 {
		return r2.Vec{}, false
	}
	s := (z - eye.Z) / dir.Z
	return r2.Vec{X: eye.X + s*dir.X, Y: eye.Y + s*dir.Y}, s > 0
}

// Centre is where the camera stands in the board frame, mm.
func (c *Camera) Centre() r3.Vec { return r3.Scale(-1, c.R.ApplyInverse(c.T)) }

// TiltDeg is the angle between the optical axis and the board's normal.
func (c *Camera) TiltDeg() float64 {
	return math.Acos(math.Min(1, math.Abs(c.R[8]))) * 180 / math.Pi
}

// Scaled is the camera of the same view in a picture k times as large.
func (c Camera) Scaled(k float64) Camera {
	c.Width, c.Height = int(math.Round(float64(c.Width)*k)), int(math.Round(float64(c.Height)*k))
	c.Fx, c.Fy = c.Fx*k, c.Fy*k
	c.Cx, c.Cy = (c.Cx+0.5)*k-0.5, (c.Cy+0.5)*k-0.5
	return c
}

// PixelsPerMM is the length in pixels of one mm at the point p of the board
// frame, the mean over directions within the board's plane.
func (c *Camera) PixelsPerMM(p r3.Vec) float64 {
	o, ok := c.Project(p)
	x, okx := c.Project(r3.Add(p, r3.Vec{X: 1}))
	y, oky := c.Project(r3.Add(p, r3.Vec{Y: 1}))
	if !ok || !okx || !oky {
		return 0
	}
	a, b := r2.Sub(x, o), r2.Sub(y, o)
	return math.Sqrt(math.Abs(r2.Cross(a, b)))
}
