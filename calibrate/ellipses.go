package calibrate

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// seenEllipse is an ellipse with the edge points that lie on it.
type seenEllipse struct {
	Ellipse
	long, short float64
	cover       float64 // share of its course inside the picture that has an edge
	inside      float64 // share of its course that lies inside the picture
}

// ellipseSearch bounds what counts as an ellipse, pixels of the work picture.
type ellipseSearch struct {
	minLong   float64 // smallest longer half axis
	maxLong   float64
	minAspect float64 // short/long
	near      float64 // how near an edge point must lie
	minCover  float64
}

const coverBins = 120

// findEllipses grows ellipses from single arcs and from pairs of arcs, and
// returns the best supported ones, no two alike, at most most.
func (m edgeMap) findEllipses(arcs []arc, s ellipseSearch, most int) []seenEllipse {
	sample := m.sampled(2500)
	var found []seenEllipse
	explained := make([]bool, len(arcs))
	try := func(points []r2.Vec) {
		e, ok := m.grow(points, sample, s)
		if !ok {
			return
		}
		found = append(found, e)
		if e.cover*e.inside < 0.6 {
			return
		}
		for k, a := range arcs { // a curve that is whole needs no second search
			explained[k] = explained[k] || m.liesOn(a, e.Ellipse, 2*s.near)
		}
	}
	for k, a := range arcs[:min(len(arcs), 90)] {
		if a.turn > 0.5 && !explained[k] {
			try(m.pointsOf(a))
		}
	}
	n := min(len(arcs), 40)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if !explained[i] && !explained[j] && facing(arcs[i], arcs[j]) {
				try(append(m.pointsOf(arcs[i]), m.pointsOf(arcs[j])...))
			}
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].score() > found[j].score() })
	var best []seenEllipse
	for _, e := range found {
		if !slices.ContainsFunc(best, e.like) {
			best = append(best, e)
		}
		if len(best) == most {
			break
		}
	}
	return best
}

// grow fits an ellipse to the points, then over and over to all edges of the
// sample that lie on it.
func (m edgeMap) grow(points []r2.Vec, sample []edge, s ellipseSearch) (seenEllipse, bool) {
	q, ok := fitEllipse(points)
	near := s.near * 2.5
	for range 4 {
		if !ok || !plausible(q, s) {
			return seenEllipse{}, false
		}
		on := onEllipse(sample, q, near)
		if len(on) < 12 {
			return seenEllipse{}, false
		}
		q, ok = fitEllipse(on)
		near = math.Max(s.near, near*0.65)
	}
	if !ok || !plausible(q, s) {
		return seenEllipse{}, false
	}
	e := seenEllipse{Ellipse: q}
	e.long, e.short, _, _ = q.Axes()
	e.cover, e.inside = m.cover(q, s.near*1.3)
	return e, e.cover >= s.minCover && e.cover*e.inside > 0.12
}

// liesOn says whether an arc's ends and middle lie within near pixels of q.
func (m edgeMap) liesOn(a arc, q Ellipse, near float64) bool {
	for _, k := range []int{0, len(a.points) / 2, len(a.points) - 1} {
		if d, _ := q.distance(m.edges[a.points[k]].p); math.Abs(d) > near {
			return false
		}
	}
	return true
}

// score prefers well covered and long ellipses.
func (e seenEllipse) score() float64 { return e.cover * e.inside * math.Sqrt(e.long) }

func (e seenEllipse) like(b seenEllipse) bool {
	d := norm(r2.Sub(e.Centre(), b.Centre()))
	return d < 0.02*b.long+1 && math.Abs(e.long-b.long) < 0.012*b.long+1 && math.Abs(e.short-b.short) < 0.012*b.long+1
}

func plausible(q Ellipse, s ellipseSearch) bool {
	long, short, _, ok := q.Axes()
	return ok && long >= s.minLong && long <= s.maxLong && short >= s.minAspect*long
}

// facing says whether two arcs may lie on one ellipse: each on the hollow
// side of the other, or beside each other bending alike.
func facing(a, b arc) bool {
	d := r2.Sub(b.mid, a.mid)
	return r2.Dot(d, a.inward) > -2 && r2.Dot(d, b.inward) < 2
}

func (m edgeMap) pointsOf(a arc) []r2.Vec {
	step := max(1, len(a.points)/40)
	var out []r2.Vec
	for i := 0; i < len(a.points); i += step {
		out = append(out, m.edges[a.points[i]].p)
	}
	return out
}

// sampled is every k-th edge, about n of them.
func (m edgeMap) sampled(n int) []edge {
	step := max(1, len(m.edges)/n)
	out := make([]edge, 0, n+1)
	for i := 0; i < len(m.edges); i += step {
		out = append(out, m.edges[i])
	}
	return out
}

// onEllipse are the edge points within near pixels of q whose direction is
// that of its normal, either way round.
func onEllipse(sample []edge, q Ellipse, near float64) []r2.Vec {
	var on []r2.Vec
	for _, e := range sample {
		if d, n := q.distance(e.p); math.Abs(d) < near && math.Abs(r2.Dot(n, e.n)) > 0.966 {
			on = append(on, e.p)
		}
	}
	return on
}

// cover is the share of the ellipse's course inside the picture that has an
// edge along it within near pixels, and the share of its course that is
// inside.
func (m edgeMap) cover(q Ellipse, near float64) (cover, inside float64) {
	long, short, dir, ok := q.Axes()
	if !ok {
		return 0, 0
	}
	o := q.Centre()
	s, c := math.Sincos(dir)
	var in, hit int
	for i := range coverBins {
		u, v := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / coverBins)
		p := r2.Vec{X: o.X + long*v*c - short*u*s, Y: o.Y + long*v*s + short*u*c}
		if p.X < 2 || p.Y < 2 || p.X > float64(m.width-3) || p.Y > float64(m.height-3) {
			continue
		}
		in++
		_, n := q.distance(p)
		if m.edgeAlong(p, n, near) {
			hit++
		}
	}
	if in == 0 {
		return 0, 0
	}
	return float64(hit) / float64(in), float64(in) / coverBins
}

// edgeAlong says whether an edge whose direction is that of the normal n lies
// within near pixels of p along n.
func (m edgeMap) edgeAlong(p, n r2.Vec, near float64) bool {
	k := int(math.Ceil(near))
	x, y := int(math.Round(p.X)), int(math.Round(p.Y))
	for dy := -k; dy <= k; dy++ {
		for dx := -k; dx <= k; dx++ {
			u, v := x+dx, y+dy
			if u < 0 || v < 0 || u >= m.width || v >= m.height {
				continue
			}
			j := m.index[v*m.width+u]
			if j == 0 {
				continue
			}
			e := m.edges[j-1]
			if math.Abs(r2.Dot(e.n, n)) > 0.94 && math.Abs(r2.Dot(r2.Sub(e.p, p), n)) <= near {
				return true
			}
		}
	}
	return false
}
