package calibrate

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// straight is a straight line in a picture, as far as edges show it.
type straight struct {
	a, b   r2.Vec  // its ends, pixels
	normal r2.Vec  // unit, across it; for an edge, to the brighter side
	length float64 // pixels of it that were seen
}

func (s straight) mid() r2.Vec { return r2.Scale(0.5, r2.Add(s.a, s.b)) }

// off is how far p lies from the line that s is part of, along its normal.
func (s straight) off(p r2.Vec) float64 { return r2.Dot(s.normal, r2.Sub(p, s.mid())) }

// crossing of the lines that two straights are part of; ok is false where they
// are nearly parallel.
func (s straight) crossing(o straight) (r2.Vec, bool) {
	d, e := r2.Sub(s.b, s.a), r2.Sub(o.b, o.a)
	det := r2.Cross(d, e)
	if math.Abs(det) < 1e-3*norm(d)*norm(e) {
		return r2.Vec{}, false
	}
	k := r2.Cross(r2.Sub(o.a, s.a), e) / det
	return r2.Add(s.a, r2.Scale(k, d)), true
}

// straights cuts chains of edges into pieces that stray from a line by at most
// most pixels and are at least shortest long, the longest first.
func (m edgeMap) straights(chains [][]int32, shortest, most float64) []straight {
	var out []straight
	var cut func(c []int32)
	cut = func(c []int32) {
		a, b := m.edges[c[0]].p, m.edges[c[len(c)-1]].p
		l := norm(r2.Sub(b, a))
		if float64(len(c)) < 0.6*shortest {
			return
		}
		far, at := 0.0, 0
		for i, k := range c {
			d := norm(r2.Sub(m.edges[k].p, a))
			if l > 1e-9 {
				d = math.Abs(r2.Cross(r2.Sub(b, a), r2.Sub(m.edges[k].p, a))) / l
			}
			if d > far {
				far, at = d, i
			}
		}
		if far > most {
			cut(c[:at])
			cut(c[at:])
			return
		}
		if l < shortest {
			return
		}
		t := r2.Scale(1/l, r2.Sub(b, a))
		n := r2.Vec{X: -t.Y, Y: t.X}
		if r2.Dot(n, m.edges[c[len(c)/2]].n) < 0 {
			n = r2.Scale(-1, n)
		}
		out = append(out, straight{a: a, b: b, normal: n, length: l})
	}
	for _, c := range chains {
		cut(c)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].length > out[j].length })
	return out
}

// joined are the straights with those that go on in one another made one: a
// line is interrupted by what lies on it. What they may stray grows with the
// gap, since the lens bends lines.
func joined(all []straight) []straight {
	used := make([]bool, len(all))
	var out []straight
	for i := range all {
		if used[i] {
			continue
		}
		line := all[i]
		for again := true; again; {
			again = false
			for j := i + 1; j < len(all); j++ {
				if used[j] || !line.goesOn(all[j]) {
					continue
				}
				used[j], again = true, true
				line = line.with(all[j])
			}
		}
		out = append(out, line)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].length > out[j].length })
	return out
}

// goesOn says whether o is a further piece of the line s.
func (s straight) goesOn(o straight) bool {
	if r2.Dot(s.normal, o.normal) < 0.9985 { // 3 degrees
		return false
	}
	t := r2.Scale(1/norm(r2.Sub(s.b, s.a)), r2.Sub(s.b, s.a))
	half := norm(r2.Sub(s.b, s.a)) / 2
	for _, p := range [2]r2.Vec{o.a, o.b} {
		gap := math.Max(0, math.Abs(r2.Dot(t, r2.Sub(p, s.mid())))-half)
		if math.Abs(s.off(p)) > 1.5+0.012*gap || gap > 4*half+o.length {
			return false
		}
	}
	return true
}

// with is the line through both, as long as what was seen of them.
func (s straight) with(o straight) straight {
	t := r2.Sub(s.b, s.a)
	ends := []r2.Vec{s.a, s.b, o.a, o.b}
	sort.Slice(ends, func(i, j int) bool { return r2.Dot(t, ends[i]) < r2.Dot(t, ends[j]) })
	a, b := ends[0], ends[3]
	d := r2.Sub(b, a)
	n := r2.Scale(1/norm(d), r2.Vec{X: -d.Y, Y: d.X})
	if r2.Dot(n, s.normal) < 0 {
		n = r2.Scale(-1, n)
	}
	return straight{a: a, b: b, normal: n, length: s.length + o.length}
}

// printed are the straights that two facing edges at most widest pixels apart
// make: drawn lines, darker or lighter than their ground, rather than the edges
// of things. The longest first.
func printed(edges []straight, widest float64) []straight {
	var out []straight
	for i, s := range edges {
		l := norm(r2.Sub(s.b, s.a))
		t := r2.Scale(1/l, r2.Sub(s.b, s.a))
		for _, o := range edges[i+1:] {
			if r2.Dot(s.normal, o.normal) > -0.997 {
				continue
			}
			apart := math.Abs(s.off(o.mid()))
			if apart < 0.8 || apart > widest || math.Abs(s.off(o.a)) > widest || math.Abs(s.off(o.b)) > widest {
				continue
			}
			from, to := r2.Dot(t, r2.Sub(o.a, s.a)), r2.Dot(t, r2.Sub(o.b, s.a))
			if from > to {
				from, to = to, from
			}
			from, to = math.Max(0, from), math.Min(l, to)
			if to-from < 12 {
				continue
			}
			shift := r2.Scale(s.off(o.mid())/2, s.normal)
			out = append(out, straight{
				a: r2.Add(r2.Add(s.a, r2.Scale(from, t)), shift), b: r2.Add(r2.Add(s.a, r2.Scale(to, t)), shift),
				normal: s.normal, length: to - from,
			})
		}
	}
	for i := range out { // whichever of its edges came first
		if n := out[i].normal; n.X < 0 || (n.X == 0 && n.Y < 0) {
			out[i].normal = r2.Scale(-1, n)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].length > out[j].length })
	return out
}
