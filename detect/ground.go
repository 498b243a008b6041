package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// underlay is the board's surface along a profile: where sample t is seen to lie
// is from + t*step, mm.
type underlay struct{ from, step r2.Vec }

// groundUnder is the surface under a profile that begins before samples inside
// of the pixel a and runs along the normal.
func (v *View) groundUnder(a, normal r2.Vec, before float64) (g underlay, ok bool) {
	const ahead = 10 // pixels
	p, ok1 := v.Camera.OnPlane(a, 0)
	q, ok2 := v.Camera.OnPlane(r2.Add(a, r2.Scale(ahead, normal)), 0)
	g.step = r2.Scale(profileStep/ahead, r2.Sub(q, p))
	g.from = r2.Sub(p, r2.Scale(before, g.step))
	return g, ok1 && ok2
}

func (g underlay) at(t float64) r2.Vec { return r2.Add(g.from, r2.Scale(t, g.step)) }

// until is the number of samples of a profile, of n, before it meets another
// body: 0 where one stands before the disc's own rim.
func (g underlay) until(b *body, others []obstacle, limb float64, eye r3.Vec, n int) int {
	foot := r2.Vec{X: eye.X, Y: eye.Y}
	own := r2.Vec{X: b.origin.X, Y: b.origin.Y}
	for _, o := range others {
		inFront := r2.Norm2(r2.Sub(o.at, foot)) < r2.Norm2(r2.Sub(own, foot))
		for t := 0; t < n; t++ {
			if float64(t) < limb && !inFront {
				continue
			}
			p := g.at(float64(t))
			// The ray from the surface up to the body's height.
			way := r2.Scale(o.height/math.Max(1, eye.Z), r2.Sub(foot, p))
			to := r2.Sub(o.at, p)
			k := math.Max(0, math.Min(1, r2.Dot(way, to)/math.Max(1e-9, r2.Norm2(way))))
			if r2.Norm2(r2.Sub(to, r2.Scale(k, way))) > o.radius*o.radius {
				continue
			}
			if float64(t) < limb {
				return 0
			}
			n = t - 1
			break
		}
	}
	return max(0, n)
}

// line is the printed line that a profile crosses beyond the limb, as a band.
func (g underlay) line(b models.Board, limb float64, n int) change {
	half := b.LineWidth / 2
	first, last := g.at(0), g.at(float64(n-1))
	length := r2.Norm(r2.Sub(last, first))
	near := func(gap float64) bool { return math.Abs(gap) < length+half }
	var best change
	look := func(gap func(p r2.Vec) float64) {
		from, to := math.Inf(1), math.Inf(-1)
		before := gap(first)
		for t := 1; t < n; t++ {
			now := gap(g.at(float64(t)))
			for _, edge := range [2]float64{-half, half} {
				if (before < edge) != (now < edge) {
					x := float64(t) - (now-edge)/(now-before)
					from, to = math.Min(from, x), math.Max(to, x)
				}
			}
			before = now
		}
		switch inFirst, inLast := math.Abs(gap(first)) < half, math.Abs(before) < half; {
		case inFirst && inLast:
			return // along the line: no change is seen
		case inFirst:
			from = -10
		case inLast:
			to = float64(n) + 10
		}
		if to > limb && to > from && (!best.band || from < best.at) {
			best = change{at: from, to: to, band: true}
		}
	}
	for _, l := range models.Lines {
		r := b.Rings.Radius(l)
		if near(r2.Norm(first)-r) || near(r2.Norm(last)-r) {
			look(func(p r2.Vec) float64 { return r2.Norm(p) - r })
		}
	}
	if d := r2.Norm(last); b.Quadrants.To > b.Quadrants.From && d > b.Quadrants.From-5 && d < b.Quadrants.To+5 {
		for k := range 2 {
			sin, cos := math.Sincos((b.Quadrants.StartDeg + 90*float64(k)) * math.Pi / 180)
			across := r2.Vec{X: -sin, Y: cos}
			if near(r2.Dot(last, across)) {
				look(func(p r2.Vec) float64 { return r2.Dot(p, across) })
			}
		}
	}
	return best
}

// neighbours are the surroundings of the i-th disc: the board's print, and
// what stands so near that it may be seen beside the disc or before it.
func neighbours(board models.Board, discs []*Placed, i int) *surroundings {
	s := &surroundings{board: board}
	d := discs[i]
	const beside = 25 // mm
	add := func(o obstacle) {
		if r2.Norm(r2.Sub(o.at, d.Pos)) < d.Solid.Radius+o.radius+beside {
			s.others = append(s.others, o)
		}
	}
	for k, o := range discs {
		if k != i && o.State != InHole {
			add(obstacle{o.Pos, o.Solid.Radius, o.Solid.Thickness})
		}
	}
	for k := range board.Pegs.Count {
		sin, cos := math.Sincos(2*math.Pi*float64(k)/float64(board.Pegs.Count) + board.Pegs.StartDeg*math.Pi/180)
		add(obstacle{r2.Vec{X: board.Pegs.Circle * cos, Y: board.Pegs.Circle * sin}, board.Pegs.Diameter / 2, board.Pegs.Height})
	}
	return s
}
