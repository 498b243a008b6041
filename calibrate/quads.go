package calibrate

import (
	"math"
	"slices"
	"sort"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// quad is a square as a picture shows it: its corners in order, pixels, and
// how much of its sides is seen, 0 to 1.
type quad struct {
	corners [4]r2.Vec
	cover   float64
	aspect  float64 // of the picture's pixels, fy/fx; 0 where they are square
}

// mostStretched is by how much, as a logarithm, pictures are stretched that were
// made to fit: 16:9 to square.
const mostStretched = 0.6

// stretch is the pixels' aspect under which the quad is a square, for a usual
// focal length; ok is false where it is hardly stretched or too much.
func (q quad) stretch(width, height int, shortest, longest float64) (aspect float64, ok bool) {
	h := q.homography(r2.Vec{X: float64(width-1) / 2, Y: float64(height-1) / 2})
	u := 1 / (shortest * longest)
	// Both axes at right angles and equally long, for w = 1/(aspect f)².
	a1, b1 := h[1][0]*h[1][1], h[0][0]*h[0][1]*u+h[2][0]*h[2][1]
	a2, b2 := (h[1][0]*h[1][0]-h[1][1]*h[1][1])/2, (h[0][0]*h[0][0]-h[0][1]*h[0][1])/2*u+(h[2][0]*h[2][0]-h[2][1]*h[2][1])/2
	w := -(a1*b1 + a2*b2) / (a1*a1 + a2*a2)
	if !(w > 0) {
		return 0, false
	}
	aspect = math.Sqrt(u / w)
	l := math.Abs(math.Log(aspect))
	return aspect, l > 0.015 && l < mostStretched
}

// Bounds of what four straights make a square of.
const (
	quadLines  = 48   // straights that are tried
	quadAlike  = 14   // of them that run about the same way: cloths and floors are full of lines
	quadCover  = 0.22 // share of the sides that must be seen
	quadsTried = 220  // best covered quads
	quadSkew   = 0.14 // by how much the sides may be unlike, or not square to each other, under the best focal length
)

// sidesAmong are the straights that most likely are sides of a board: long ones,
// those last that run out of the picture, and not too many of a direction.
func sidesAmong(lines []straight, width, height int) []straight {
	worth := func(s straight) float64 {
		w := s.length
		for _, p := range [2]r2.Vec{s.a, s.b} {
			if p.X < 6 || p.Y < 6 || p.X > float64(width-7) || p.Y > float64(height-7) {
				w *= 0.5
			}
		}
		return w
	}
	lines = slices.Clone(lines)
	sort.SliceStable(lines, func(i, j int) bool { return worth(lines[i]) > worth(lines[j]) })
	var kept []straight
	for _, s := range lines {
		alike := 0
		for _, o := range kept {
			if math.Abs(r2.Dot(s.normal, o.normal)) > 0.99 {
				alike++
			}
		}
		if alike < quadAlike {
			kept = append(kept, s)
		}
		if len(kept) == quadLines {
			break
		}
	}
	return kept
}

// quads are the squares that the straights may be the sides of, best covered
// first: two pairs of facing lines, under a focal length within the bounds, and
// if the picture may be stretched, under whatever it was stretched by.
func quads(lines []straight, width, height int, shortest, longest float64, stretched bool) []quad {
	lines = sidesAmong(lines, width, height)
	size := float64(max(width, height))
	type pair struct{ a, b int }
	var pairs []pair
	for i := range lines {
		for j := range i {
			if math.Abs(r2.Dot(lines[i].normal, lines[j].normal)) < 0.7 {
				continue
			}
			if math.Min(math.Abs(lines[i].off(lines[j].mid())), math.Abs(lines[j].off(lines[i].mid()))) > 0.08*size {
				pairs = append(pairs, pair{i, j})
			}
		}
	}
	var out []quad
	for i, p := range pairs {
		for _, q := range pairs[:i] {
			if p.a == q.a || p.a == q.b || p.b == q.a || p.b == q.b || math.Abs(r2.Dot(lines[p.a].normal, lines[q.a].normal)) > 0.9 {
				continue
			}
			k, ok := quadOf([4]straight{lines[p.a], lines[q.a], lines[p.b], lines[q.b]}, size)
			if !ok {
				continue
			}
			if stretched {
				k.aspect, ok = k.stretch(width, height, shortest, longest)
				if !ok {
					continue
				}
			}
			if _, ok := k.pose(width, height, 1, shortest, longest); ok {
				out = append(out, k)
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].cover > out[j].cover })
	return out[:min(len(out), quadsTried)]
}

// quadOf is the quad whose sides, in order, lie on the straights.
func quadOf(sides [4]straight, size float64) (q quad, ok bool) {
	for i := range 4 { // corner i is where side i ends
		if q.corners[i], ok = sides[i].crossing(sides[(i+1)%4]); !ok {
			return q, false
		}
		if c := q.corners[i]; math.Abs(c.X) > 3*size || math.Abs(c.Y) > 3*size {
			return q, false
		}
	}
	var seen, all, turn float64
	for i := range 4 {
		a, b, c := q.corners[(i+3)%4], q.corners[i], q.corners[(i+1)%4]
		cross := r2.Cross(r2.Sub(b, a), r2.Sub(c, b))
		if i > 0 && cross*turn <= 0 {
			return q, false // not convex
		}
		turn = cross
		d := r2.Sub(b, a)
		l := norm(d)
		from, to := r2.Dot(d, r2.Sub(sides[i].a, a))/(l*l), r2.Dot(d, r2.Sub(sides[i].b, a))/(l*l)
		if from > to {
			from, to = to, from
		}
		if from < -0.2 || to > 1.2 {
			return q, false // the line goes on beyond the square
		}
		seen += math.Min(sides[i].length, l)
		all += l
	}
	q.cover = seen / all
	if turn > 0 { // counter-clockwise on the board is a negative turn in a picture, y down
		q.corners[1], q.corners[3] = q.corners[3], q.corners[1]
	}
	return q, q.cover > quadCover && all > 0.6*size
}

// pose is the camera that sees a square of half the side d (mm) about the
// board's centre as the quad, with the principal point in the middle of the
// picture and square pixels; ok is false where none does. The focal length
// follows from perspective, as far as it shows, within its bounds (pixels).
// (Zhang, A flexible new technique for camera calibration, 2000.)
func (q quad) pose(width, height int, d float64, shortest, longest float64) (models.Camera, bool) {
	cam := models.Camera{Width: width, Height: height, Cx: float64(width-1) / 2, Cy: float64(height-1) / 2}
	h := q.homography(r2.Vec{X: cam.Cx, Y: cam.Cy})
	aspect := 1.0
	if q.aspect > 0 {
		aspect = q.aspect
		for j := range 3 {
			h[1][j] /= aspect
		}
	}
	// What of orthonormality depends on the focal length: a/f² + b = 0.
	a1, b1 := h[0][0]*h[0][1]+h[1][0]*h[1][1], h[2][0]*h[2][1]
	a2, b2 := (h[0][0]*h[0][0]+h[1][0]*h[1][0]-h[0][1]*h[0][1]-h[1][1]*h[1][1])/2, (h[2][0]*h[2][0]-h[2][1]*h[2][1])/2
	w := -(a1*b1 + a2*b2) / (a1*a1 + a2*a2)
	w = math.Max(1/(longest*longest), math.Min(1/(shortest*shortest), w))
	f := 1 / math.Sqrt(w)
	x, y, t := column(h, 0, f), column(h, 1, f), column(h, 2, f)
	lx, ly := r3.Norm(x), r3.Norm(y)
	if lx == 0 || ly == 0 || math.Abs(r3.Dot(x, y)) > quadSkew*lx*ly || math.Abs(math.Log(lx/ly)) > quadSkew {
		return cam, false
	}
	k := 2 * d / (lx + ly)
	if t.Z < 0 {
		k = -k
	}
	x, y, t = r3.Scale(k/d, x), r3.Scale(k/d, y), r3.Scale(k, t)
	// The nearest rotation, to first order: both axes give way alike.
	x, y = r3.Unit(x), r3.Unit(y)
	mid, side := r3.Unit(r3.Add(x, y)), r3.Unit(r3.Sub(x, y))
	x, y = r3.Scale(math.Sqrt2/2, r3.Add(mid, side)), r3.Scale(math.Sqrt2/2, r3.Sub(mid, side))
	z := r3.Cross(x, y)
	cam.Fx, cam.Fy, cam.T = f, f*aspect, t
	cam.R = models.Rotation{x.X, y.X, z.X, x.Y, y.Y, z.Y, x.Z, y.Z, z.Z}
	return cam, cam.Centre().Z > 0
}

func column(h [3][3]float64, j int, f float64) r3.Vec {
	return r3.Vec{X: h[0][j] / f, Y: h[1][j] / f, Z: h[2][j]}
}

// homography sends the square with the corners (1, 1), (-1, 1), (-1, -1) and
// (1, -1) to the quad, in pixels from the point o. (Heckbert 1989.)
func (q quad) homography(o r2.Vec) [3][3]float64 {
	// Of the unit square (0,0), (1,0), (1,1), (0,1), then u = (1-x)/2, v = (1-y)/2.
	p0, p1, p2, p3 := r2.Sub(q.corners[0], o), r2.Sub(q.corners[1], o), r2.Sub(q.corners[2], o), r2.Sub(q.corners[3], o)
	d1, d2, s := r2.Sub(p1, p2), r2.Sub(p3, p2), r2.Add(r2.Sub(p0, p1), r2.Sub(p2, p3))
	det := r2.Cross(d1, d2)
	g, k := r2.Cross(s, d2)/det, r2.Cross(d1, s)/det
	m := [3][3]float64{
		{p1.X - p0.X + g*p1.X, p3.X - p0.X + k*p3.X, p0.X},
		{p1.Y - p0.Y + g*p1.Y, p3.Y - p0.Y + k*p3.Y, p0.Y},
		{g, k, 1},
	}
	var h [3][3]float64
	for i := range 3 {
		h[i] = [3]float64{-m[i][0] / 2, -m[i][1] / 2, m[i][2] + (m[i][0]+m[i][1])/2}
	}
	return h
}
