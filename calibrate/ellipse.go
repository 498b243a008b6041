package calibrate

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/models"
)

// Ellipse is the curve a x² + b xy + c y² + d x + e y + f = 0, in pixels,
// scaled so that 4ac - b² = 1 and a > 0 (negative values lie inside).
type Ellipse struct{ a, b, c, d, e, f float64 }

// fitEllipse is the direct least-squares ellipse through points (Fitzgibbon,
// Pilu & Fisher 1999, in the numerically stable form of Halir & Flusser
// 1998); ok is false where the points determine none.
func fitEllipse(points []r2.Vec) (Ellipse, bool) {
	if len(points) < 6 {
		return Ellipse{}, false
	}
	var mean r2.Vec
	for _, p := range points {
		mean = r2.Add(mean, p)
	}
	n := float64(len(points))
	mean = r2.Scale(1/n, mean)
	var spread float64
	for _, p := range points {
		spread += r2.Norm2(r2.Sub(p, mean))
	}
	s := math.Sqrt(spread / n)
	if s < 1e-9 {
		return Ellipse{}, false
	}
	var s1, s2, s3 [3][3]float64
	for _, p := range points {
		x, y := (p.X-mean.X)/s, (p.Y-mean.Y)/s
		q, l := [3]float64{x * x, x * y, y * y}, [3]float64{x, y, 1}
		for i := range 3 {
			for j := range 3 {
				s1[i][j] += q[i] * q[j]
				s2[i][j] += q[i] * l[j]
				s3[i][j] += l[i] * l[j]
			}
		}
	}
	inv, ok := invert3(s3)
	if !ok {
		return Ellipse{}, false
	}
	var t, m [3][3]float64 // t = -inv(s3) s2ᵀ
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				t[i][j] -= inv[i][k] * s2[j][k]
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			m[i][j] = s1[i][j]
			for k := range 3 {
				m[i][j] += s2[i][k] * t[k][j]
			}
		}
	}
	r := mat.NewDense(3, 3, []float64{ // inv(C1) m with C1 of 4ac - b²
		m[2][0] / 2, m[2][1] / 2, m[2][2] / 2,
		-m[1][0], -m[1][1], -m[1][2],
		m[0][0] / 2, m[0][1] / 2, m[0][2] / 2,
	})
	var eig mat.Eigen
	if !eig.Factorize(r, mat.EigenRight) {
		return Ellipse{}, false
	}
	var vec mat.CDense
	eig.VectorsTo(&vec)
	for k := range 3 {
		a, b, c := real(vec.At(0, k)), real(vec.At(1, k)), real(vec.At(2, k))
		disc := 4*a*c - b*b
		if !(disc > 1e-12) {
			continue
		}
		g := 1 / math.Sqrt(disc)
		if a < 0 {
			g = -g
		}
		a, b, c = a*g, b*g, c*g
		d := t[0][0]*a + t[0][1]*b + t[0][2]*c
		e := t[1][0]*a + t[1][1]*b + t[1][2]*c
		f := t[2][0]*a + t[2][1]*b + t[2][2]*c
		return Ellipse{a, b, c, d, e, f}.moved(mean, s), true
	}
	return Ellipse{}, false
}

// moved undoes the normalization x' = (x-mean)/s.
func (q Ellipse) moved(mean r2.Vec, s float64) Ellipse {
	x, y := mean.X, mean.Y
	w := Ellipse{a: q.a, b: q.b, c: q.c}
	w.d = q.d*s - 2*q.a*x - q.b*y
	w.e = q.e*s - 2*q.c*y - q.b*x
	w.f = q.a*x*x + q.b*x*y + q.c*y*y - q.d*s*x - q.e*s*y + q.f*s*s
	return w
}

func invert3(m [3][3]float64) (inv [3][3]float64, ok bool) {
	cof := func(i, j int) float64 {
		a, b, c, d := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
		return m[a][c]*m[b][d] - m[a][d]*m[b][c]
	}
	det := m[0][0]*cof(0, 0) + m[0][1]*cof(0, 1) + m[0][2]*cof(0, 2)
	if math.Abs(det) < 1e-12 {
		return inv, false
	}
	for i := range 3 {
		for j := range 3 {
			inv[i][j] = cof(j, i) / det
		}
	}
	return inv, true
}

// Centre of the ellipse, pixels.
func (q Ellipse) Centre() r2.Vec {
	return r2.Vec{X: q.b*q.e - 2*q.c*q.d, Y: q.b*q.d - 2*q.a*q.e}
}

// Axes are the half axes, the longer first, and the direction of the longer,
// radians; ok is false for an imaginary ellipse.
func (q Ellipse) Axes() (long, short, dir float64, ok bool) {
	o := q.Centre()
	f0 := q.at(o)
	if !(f0 < 0) {
		return 0, 0, 0, false
	}
	mid, dev := (q.a+q.c)/2, math.Hypot((q.a-q.c)/2, q.b/2)
	small, large := mid-dev, mid+dev
	if !(small > 0) {
		return 0, 0, 0, false
	}
	return math.Sqrt(-f0 / small), math.Sqrt(-f0 / large), math.Atan2(-q.b, q.c-q.a) / 2, true
}

func (q Ellipse) at(p r2.Vec) float64 {
	return q.a*p.X*p.X + q.b*p.X*p.Y + q.c*p.Y*p.Y + q.d*p.X + q.e*p.Y + q.f
}

// distance is the first-order distance of p to the curve, pixels, positive
// outside, and the outward normal there (Sampson 1982).
func (q Ellipse) distance(p r2.Vec) (float64, r2.Vec) {
	g := r2.Vec{X: 2*q.a*p.X + q.b*p.Y + q.d, Y: q.b*p.X + 2*q.c*p.Y + q.e}
	n := norm(g)
	if n < 1e-12 {
		return math.Inf(1), r2.Vec{}
	}
	return q.at(p) / n, r2.Scale(1/n, g)
}

// poses are the two cameras that see a circle of the given radius (mm, about
// the origin of the plane z = 0) as the ellipse, for a focal length (pixels)
// with the principal point in the middle of the picture. The turn about the
// board's axis is free and left at any value. (Forsyth et al. 1991.)
func (q Ellipse) poses(width, height int, focal, radius float64) []models.Camera {
	cam := models.Camera{Width: width, Height: height, Fx: focal, Fy: focal,
		Cx: float64(width-1) / 2, Cy: float64(height-1) / 2}
	// The cone through the ellipse, in normalized image coordinates.
	m := q.moved(r2.Vec{X: -cam.Cx / focal, Y: -cam.Cy / focal}, 1/focal)
	k := mat.NewSymDense(3, []float64{
		m.a, m.b / 2, m.d / 2,
		m.b / 2, m.c, m.e / 2,
		m.d / 2, m.e / 2, m.f,
	})
	var eig mat.EigenSym
	if !eig.Factorize(k, true) {
		return nil
	}
	v := eig.Values(nil) // ascending: one negative, two positive
	if !(v[0] < 0 && v[1] > 0) {
		return nil
	}
	var e mat.Dense
	eig.VectorsTo(&e)
	axis := func(j int) r3.Vec { return r3.Vec{X: e.At(0, j), Y: e.At(1, j), Z: e.At(2, j)} }
	l1, l2, l3 := v[2], v[1], v[0]
	u, w := math.Sqrt((l1-l2)/(l1-l3)), math.Sqrt((l2-l3)/(l1-l3))
	var kinv mat.Dense
	if kinv.Inverse(k) != nil {
		return nil
	}
	long, _, dir, ok := q.Axes()
	if !ok {
		return nil
	}
	o := q.Centre()
	edge := r2.Vec{X: o.X + long*math.Cos(dir), Y: o.Y + long*math.Sin(dir)}
	var cams []models.Camera
	for _, sign := range []float64{1, -1} {
		n := r3.Add(r3.Scale(sign*u, axis(2)), r3.Scale(w, axis(0)))
		var c mat.VecDense
		c.MulVec(&kinv, mat.NewVecDense(3, []float64{n.X, n.Y, n.Z}))
		mid := r3.Vec{X: c.AtVec(0), Y: c.AtVec(1), Z: c.AtVec(2)}
		if mid.Z < 0 {
			mid = r3.Scale(-1, mid)
		}
		if r3.Dot(n, mid) > 0 {
			n = r3.Scale(-1, n) // towards the camera
		}
		x := r3.Cross(r3.Vec{Y: 1}, n)
		if r3.Norm(x) < 1e-6 {
			x = r3.Vec{X: 1}
		}
		x = r3.Unit(x)
		y := r3.Cross(n, x)
		cam.R = models.Rotation{x.X, y.X, n.X, x.Y, y.Y, n.Y, x.Z, y.Z, n.Z}
		cam.T = mid
		p, ok := cam.OnPlane(edge, 0)
		if r := norm(p); ok && r > 0 {
			cam.T = r3.Scale(radius/r, mid)
			cams = append(cams, cam)
		}
		if u < 1e-3 {
			break // seen from straight above both are one
		}
	}
	return cams
}
