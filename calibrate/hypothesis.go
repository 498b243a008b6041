package calibrate

import (
	"math"
	"sort"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// hypothesis is a view that would explain an ellipse as one of the board's
// circles, and how well the other circles are found where it says.
type hypothesis struct {
	view
	score float64
	faint bool       // the lines need not show as edges: the view is that of the surface's edge
	seen  [3]float64 // support of the 15, 10 and 5: share of the course with an edge, less that of the clutter around
}

// Ratios of real boards' rings to the radius of the 5 (nominal 0.667 and
// 0.333; 0.72 and 0.34 were measured).
const (
	minR10, maxR10 = 0.625, 0.755
	minR15, maxR15 = 0.29, 0.385
)

// hypotheses tries every ellipse as every circle of the board, for each focal
// length (pixels), and returns the most promising views, best first.
func (m edgeMap) hypotheses(ellipses []seenEllipse, b models.Board, focals []float64, most int) []hypothesis {
	circles := []float64{b.Rings.R5, b.Rings.R10, b.Rings.R15, b.SurfaceRadius}
	var glimpsed []hypothesis
	for _, e := range ellipses {
		for _, radius := range circles {
			for _, f := range focals {
				for _, cam := range e.poses(m.width, m.height, f, radius) {
					if h, ok := m.judge(view{cam: cam, rings: b.Rings}, glimpse); ok {
						glimpsed = append(glimpsed, hypothesis{view: view{cam: cam, rings: b.Rings}, score: h.score})
					}
				}
			}
		}
	}
	bestFirst(glimpsed)
	var all []hypothesis
	for _, h := range glimpsed[:min(len(glimpsed), 5*most)] {
		if h, ok := m.judge(h.view, look); ok {
			all = append(all, h)
		}
	}
	bestFirst(all)
	var best []hypothesis
	for _, h := range all {
		fresh := true
		for _, o := range best {
			fresh = fresh && !h.like(o.view)
		}
		if fresh {
			best = append(best, h)
		}
		if len(best) == most {
			break
		}
	}
	// Lines may be too faint for edges while the surface's edge is plain.
	for _, e := range ellipses[:min(len(ellipses), 3)] {
		if e.cover < 0.75 {
			continue
		}
		for _, cam := range e.poses(m.width, m.height, focals[len(focals)-1], b.SurfaceRadius) {
			best = append(best, hypothesis{view: view{cam: cam, rings: b.Rings}, faint: true})
		}
	}
	return best
}

func bestFirst(h []hypothesis) {
	sort.SliceStable(h, func(i, j int) bool { return h[i].score > h[j].score })
}

// scrutiny is how closely a hypothesis is looked at: places around a ring, the
// step between rings in pixels, and the least score.
type scrutiny struct {
	places int
	step   float64
	least  float64
}

var (
	glimpse = scrutiny{places: 20, step: 2.2, least: 0.3}
	look    = scrutiny{places: 48, step: 1.5, least: 0.5}
)

// like says whether two views put the 5 and the 15 on nearly the same pixels.
func (v view) like(o view) bool {
	for _, r := range []float64{v.rings.R5, v.rings.R15} {
		for i := range 4 {
			s, c := math.Sincos(float64(i) * math.Pi / 2)
			a, ok := v.cam.Project(r3.Vec{X: r * c, Y: r * s})
			if !ok {
				return false
			}
			q, ok := o.cam.OnPlane(a, 0)
			if !ok || math.Abs(norm(q)-r) > 0.02*v.rings.R5 {
				return false
			}
		}
	}
	return true
}

// judge looks for the three rings about where the view has them.
func (m edgeMap) judge(v view, closely scrutiny) (hypothesis, bool) {
	h := hypothesis{view: v}
	r5 := v.rings.R5
	pxPerMM := v.cam.PixelsPerMM(r3.Vec{})
	if pxPerMM <= 0 || v.cam.TiltDeg() > 70 {
		return h, false
	}
	step := math.Max(closely.step/pxPerMM, 0.004*r5)
	var ratios [3]float64
	for i, span := range [][2]float64{{minR15, maxR15}, {minR10, maxR10}, {0.95, 1.05}} {
		best, mean, at, n := 0.0, 0.0, 0.0, 0
		for r := span[0] * r5; r <= span[1]*r5; r += step {
			s, in := m.ringSupport(v.cam, r, closely.places)
			if in < 0.1 {
				continue
			}
			s *= math.Min(1, in/0.5)
			mean += s
			n++
			// Near the nominal radius is likelier than far from it.
			d := (r - v.rings.Radius(models.Lines[i])) / (0.06 * r5)
			if s -= 0.1 * math.Min(1, d*d); s > best {
				best, at = s, r
			}
		}
		if n == 0 {
			continue
		}
		h.seen[i] = best - 0.7*mean/float64(n)
		ratios[i] = at
		h.score += h.seen[i]
	}
	if ratios[2] > 0 { // the scale is the 5's
		k := r5 / ratios[2]
		h.cam.T = r3.Scale(k, h.cam.T)
		if ratios[1] > 0 {
			h.rings.R10 = ratios[1] * k
		}
		if ratios[0] > 0 {
			h.rings.R15 = ratios[0] * k
		}
	}
	if h.score < closely.least {
		return h, false
	}
	h.score -= m.between(h.view, closely)
	return h, h.score > closely.least
}

// between is how strongly a circle is seen between the 10 and the 5, where no
// board has one: the edge of the playing surface was then taken for the 5.
func (m edgeMap) between(v view, closely scrutiny) float64 {
	step := math.Max(1.3*closely.step/math.Max(v.cam.PixelsPerMM(r3.Vec{}), 0.05), 0.008*v.rings.R5)
	var best, sum, n float64
	for r := v.rings.R10 * 1.08; r < 0.95*v.rings.R5; r += step {
		if s, in := m.ringSupport(v.cam, r, closely.places); in > 0.3 {
			best = math.Max(best, s)
			sum += s
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Max(0, best-sum/n-0.15)
}

// ringSupport is the share of a circle's course inside the picture that has an
// edge along it, and the share of its course that is inside.
func (m edgeMap) ringSupport(cam models.Camera, radius float64, n int) (support, inside float64) {
	var in, hit int
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / float64(n))
		p, ok := cam.Project(r3.Vec{X: radius * c, Y: radius * s})
		if !ok || p.X < 2 || p.Y < 2 || p.X > float64(m.width-3) || p.Y > float64(m.height-3) {
			continue
		}
		q, ok := cam.Project(r3.Vec{X: radius*c - s, Y: radius*s + c})
		if !ok {
			continue
		}
		t := r2.Sub(q, p)
		l := norm(t)
		if l < 1e-9 {
			continue
		}
		in++
		if m.edgeAlong(p, r2.Vec{X: -t.Y / l, Y: t.X / l}, 1.2) {
			hit++
		}
	}
	if in == 0 {
		return 0, 0
	}
	return float64(hit) / float64(in), float64(in) / float64(n)
}

// follow draws the view to the edges that lie near its rings: windows of
// share (of the radius of the 5) that shrink, first the pose, then with the
// focal length and the rings' ratios.
func (h hypothesis) follow(m edgeMap, focal prior) (fitResult, bool) {
	v := h.view
	res := fitResult{view: v}
	ok := false
	pose := []int{pRotX, pRotY, pRotZ, pTX, pTY, pTZ}
	withRings := append(append([]int{}, pose...), pR10, pR15)
	all := append(append([]int{}, withRings...), pFocal, pK1)
	k1 := prior{param: pK1, value: -0.03, sd: 0.08}
	for _, round := range []struct {
		share float64
		free  []int
	}{{0.035, pose}, {0.025, withRings}, {0.018, all}, {0.012, all}, {0.008, all}} {
		s := m.sightings(v, round.share*v.rings.R5)
		if len(s) < 30 {
			return res, false
		}
		res, ok = fit(v, s, round.free, []prior{focal, k1,
			{param: pR10, value: h.rings.R10, sd: 0.02 * v.rings.R5}, {param: pR15, value: h.rings.R15, sd: 0.02 * v.rings.R5}}, 4, 6)
		if !ok {
			return res, false
		}
		v = res.view
	}
	return res, true
}

// sightings are the edges within window (mm) of the view's rings, nearest
// first at each of many places, whose direction is the ring's.
func (m edgeMap) sightings(v view, window float64) []sighting {
	var out []sighting
	for _, l := range models.Lines {
		radius := v.rings.Radius(l)
		n := int(math.Max(40, 120*radius/v.rings.R5))
		for i := range n {
			at, u, angle := v.place(l, i, n)
			a, ok1 := v.cam.Project(vec3(r2.Sub(at, r2.Scale(window, u))))
			b, ok2 := v.cam.Project(vec3(r2.Add(at, r2.Scale(window, u))))
			mid, ok3 := v.cam.Project(vec3(at))
			next, ok4 := v.cam.Project(r3.Vec{X: at.X - u.Y, Y: at.Y + u.X})
			if !ok1 || !ok2 || !ok3 || !ok4 {
				continue
			}
			t := r2.Sub(next, mid)
			lt := norm(t)
			normal := r2.Vec{X: -t.Y / lt, Y: t.X / lt}
			if p, ok := m.nearestEdge(a, b, mid, normal); ok {
				seen := sighting{px: p, sd: 0.7, line: l}
				if v.square && l != models.Line15 {
					seen.side, seen.angle = true, angle
				}
				out = append(out, seen)
			}
		}
	}
	return out
}

// nearestEdge is the edge nearest to mid among those on the segment a-b whose
// direction is that of the normal.
func (m edgeMap) nearestEdge(a, b, mid, normal r2.Vec) (r2.Vec, bool) {
	d := r2.Sub(b, a)
	l := norm(d)
	if l > float64(m.width+m.height)/4 { // as good as on the horizon
		return r2.Vec{}, false
	}
	best, found := math.Inf(1), r2.Vec{}
	for s := 0.0; s <= l; s++ {
		p := r2.Add(a, r2.Scale(s/math.Max(l, 1e-9), d))
		x, y := int(math.Round(p.X)), int(math.Round(p.Y))
		if x < 0 || y < 0 || x >= m.width || y >= m.height {
			continue
		}
		j := m.index[y*m.width+x]
		if j == 0 {
			continue
		}
		e := m.edges[j-1]
		if math.Abs(r2.Dot(e.n, normal)) < 0.94 {
			continue
		}
		if far := math.Abs(r2.Dot(r2.Sub(e.p, mid), normal)); far < best {
			best, found = far, e.p
		}
	}
	return found, !math.IsInf(best, 1)
}
