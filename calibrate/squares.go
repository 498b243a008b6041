package calibrate

import (
	"fmt"
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r3"
)

// Ratios of real carrom boards' print to the outer base lines' distance from
// the centre (ICF's: 0.893 and 0.320).
const (
	minInner, maxInner   = 0.83, 0.93
	minCircle, maxCircle = 0.24, 0.40
)

// squareHypotheses tries every quad as the square of the outer base lines and
// as the playing surface's edge, and returns the most promising views, best
// first. Focal lengths lie between shortest and longest, pixels.
func (m edgeMap) squareHypotheses(quads []quad, b models.Board, sides []float64, shortest, longest float64, most int) []hypothesis {
	print := printOf(b)
	var glimpsed []hypothesis
	for _, q := range quads {
		for _, d := range sides {
			cam, ok := q.pose(m.width, m.height, d, shortest, longest)
			if !ok {
				continue
			}
			v := view{cam: cam, rings: print, square: true}
			if h, ok := m.judgeSquare(v, glimpse); ok {
				glimpsed = append(glimpsed, hypothesis{view: v, score: h.score})
			}
		}
	}
	bestFirst(glimpsed)
	var best []hypothesis
	for _, g := range glimpsed[:min(len(glimpsed), 8*most)] {
		h, ok := m.judgeSquare(g.view, look)
		if !ok {
			continue
		}
		best = append(best, h)
	}
	bestFirst(best)
	return distinct(best, most)
}

// judgeSquare looks for the print of a carrom board about where the view has
// it, as judge does for crokinole's.
func (m edgeMap) judgeSquare(v view, closely scrutiny) (hypothesis, bool) {
	h := hypothesis{view: v}
	r5 := v.rings.R5
	pxPerMM := v.cam.PixelsPerMM(r3.Vec{})
	if pxPerMM <= 0 || v.cam.TiltDeg() > 70 {
		return h, false
	}
	step := math.Max(closely.step/pxPerMM, 0.004*r5)
	// A line shows where more of it has edges than of its surroundings.
	sweep := func(from, to, nominal, spread float64, support func(d float64) (float64, float64)) (seen, at float64) {
		best, mean, n := 0.0, 0.0, 0.0
		for d := from * r5; d <= to*r5; d += step {
			s, in := support(d)
			if in < 0.1 {
				continue
			}
			s *= math.Min(1, in/0.5)
			mean += s
			n++
			off := (d/r5 - nominal) / spread
			if s -= 0.1 * math.Min(1, off*off); s > best {
				best, at = s, d
			}
		}
		if n == 0 {
			return 0, 0
		}
		return best - 0.7*mean/n, at
	}
	side := func(d float64) (float64, float64) {
		return m.sideSupport(v.cam, d, sideReach*r5, closely.places)
	}
	ring := func(d float64) (float64, float64) { return m.ringSupport(v.cam, d, closely.places) }
	var ratios [3]float64
	h.seen[2], ratios[2] = sweep(0.95, 1.05, 1, 0.06, side)
	h.seen[1], ratios[1] = sweep(minInner, maxInner, v.rings.R10/r5, 0.06, side)
	h.seen[0], ratios[0] = sweep(minCircle, maxCircle, v.rings.R15/r5, 0.06, ring)
	frame, _ := sweep(1.3, 1.48, 1.391, 0.12, side)
	h.score = h.seen[2] + 0.7*h.seen[1] + 0.5*h.seen[0] + 0.5*frame
	if ratios[2] > 0 {
		k := r5 / ratios[2]
		h.cam.T = r3.Scale(k, h.cam.T)
		if ratios[1] > 0 {
			h.rings.R10 = ratios[1] * k
		}
		if ratios[0] > 0 {
			h.rings.R15 = ratios[0] * k
		}
	}
	return h, h.score > closely.least
}

// emptyCourses are distances from the board's centre at which squares have no
// printed line beneath, mm.
func (v *view) emptyCourses() []float64 {
	r10, r5 := v.rings.R10, v.rings.R5
	return []float64{(r10 + r5) / 2, r5 + 0.06*r5, r5 + 0.11*r5, r5 + 0.18*r5, r10 - 0.06*r5, r10 - 0.12*r5, r10 - 0.2*r5}
}

// shareOfSquares is share for a carrom board, whose thin lines may be finer
// than the picture and whose circle lies under the pieces: the outer base
// lines count most, and without them nothing does.
func (f *fineFit) shareOfSquares() float64 {
	var sum, possible float64
	for i, worth := range [3]float64{0.4, 0.7, 1} {
		in := worth * math.Min(1, f.inside[i]/0.4)
		possible += in
		sum += in * math.Max(0, f.support[i]-f.clutter)
	}
	if f.negative || f.support[2] < f.clutter+0.2 {
		sum /= 2
	}
	return (sum - f.odd) / math.Max(possible, 1)
}

// bearsOut says whether the print bears a carrom board out. Four lines make a
// square under some perspective wherever they lie, and two outer with two inner
// base lines do: so both base lines must be there on three sides of the four or
// so, or the centre circle with half as much, and neither a line beyond a side
// whose inner base line is missing nor outer ones that go on into the corners.
func (f *fineFit) bearsOut() bool {
	if f.share() < least || f.negative || f.corners > f.clutter+0.5 || f.displaced && f.support[0] < 0.6 {
		return false
	}
	inner, outer := f.sides[0].shown(f.clutter), f.sides[1].shown(f.clutter)
	circle := f.inside[0] > 0.5 && f.support[0] > f.clutter+0.3
	return inner >= 3 && outer >= 2 && inner+outer >= 6 || circle && outer >= 2 && inner >= 1 && outer+inner >= 4
}

// bestPrint is the first fit, or where it explains too little the best of
// those with thin base lines all round, as old boards have, and with pixels that are
// not square, as pictures from the web have.
func bestPrint(f fineFit, r refiner, good bool, v view, b models.Board, focal prior) (fineFit, refiner, bool) {
	weigh := func(f *fineFit, r *refiner) { f.odd, f.negative = oddity(f.rings, printOf(b)), r.negative(f) }
	if good {
		weigh(&f, &r)
	}
	for _, change := range []func(r *refiner){
		func(r *refiner) { r.width, r.thin = 0.3*r.width, 0 },
		func(r *refiner) { r.stretched = true },
	} {
		if good && f.share() > explained {
			break
		}
		tried := newRefiner(r.frame, b)
		tried.stretched = r.stretched
		change(&tried)
		if g, ok := tried.fine(v, focal); ok {
			if weigh(&g, &tried); !good || g.share() > f.share()+0.05 {
				f, r, good = g, tried, true
			}
		}
	}
	return f, r, good
}

// frameEdge is the distance of the playing surface's edge, the foot of the
// frame, from the board's centre in units of the outer base lines': where the
// colours of the median course along a side change most. Sides whose frame
// hides its foot say nothing, and three must agree.
func (r *refiner) frameEdge(v *view, from, to float64) (float64, bool) {
	const steps, places = 72, 40
	eye := v.cam.Centre()
	r5 := v.rings.R5
	var edges []float64
	for side := range 4 {
		sin, cos := math.Sincos(float64(side) * math.Pi / 2)
		if eye.X*cos+eye.Y*sin > from*r5 {
			continue
		}
		var profile [steps + 1][3]float64
		seen := true
		for i := 0; i <= steps && seen; i++ {
			d := r5 * (from + (to-from)*float64(i)/steps)
			for ch := range 3 {
				var k ink
				k[ch] = 1
				tones := make([]float64, 0, places)
				for a := range places {
					along := r5 * (2*(float64(a)+0.5)/places - 1)
					p, ok := v.cam.Project(r3.Vec{X: d*cos - along*sin, Y: d*sin + along*cos})
					if !ok {
						continue
					}
					if t, ok := k.tone(r.frame, p.X, p.Y); ok {
						tones = append(tones, t)
					}
				}
				if len(tones) < places/2 {
					seen = false
					break
				}
				profile[i][ch] = median(tones)
			}
		}
		if !seen {
			continue
		}
		if at, ok := steepest(profile[:]); ok {
			edges = append(edges, from+(to-from)*at/steps)
		}
	}
	edge := median(edges)
	alike := 0
	for _, e := range edges {
		if math.Abs(e/edge-1) < 0.012 {
			alike++
		}
	}
	return edge, alike >= 3 && v.cam.TiltDeg() < 35
}

// steepest is where a course of colours changes most, in steps; ok is false
// where no place stands out.
func steepest(profile [][3]float64) (float64, bool) {
	const half = 3
	best, at, sum := 0.0, 0, 0.0
	for i := half; i < len(profile)-half; i++ {
		var d2 float64
		for ch := range 3 {
			d := profile[i+half][ch] - profile[i-half][ch]
			d2 += d * d
		}
		d := math.Sqrt(d2)
		sum += d
		if d > best {
			best, at = d, i
		}
	}
	mean := sum / float64(len(profile)-2*half)
	return float64(at), best > 2*mean && best > 4
}

// sizedSquare is sized for a carrom board: surface is the side of its playing
// surface, mm.
func (r *refiner) sizedSquare(v view, b models.Board, surface float64) models.Board {
	nominal := b.Carrom.Side / 2 / b.Carrom.OuterLine()
	edge, seen := r.frameEdge(&v, 1.28, 1.52)
	if !seen || math.Abs(edge/nominal-1) < 0.015 {
		return b.Scaled(surface / b.Carrom.Side)
	}
	b = b.Scaled(surface / 2 / (edge * b.Carrom.OuterLine()))
	b.Carrom.MoveEdge(surface / 2)
	return b
}

// measuredSquare is the board with the print as the picture has it, if it was
// measured, and with the playing surface's edge where the picture shows it,
// and what a user should know of it. made is the make as it was asked for.
func (r *refiner) measuredSquare(v view, b, made models.Board, measured bool) (models.Board, []string) {
	c := *b.Carrom
	b.Carrom = &c
	var warnings []string
	if measured {
		c.BaseLineInnerWidth *= r.width / c.BaseLineOuterWidth
		c.BaseLineOuterWidth = r.width
		c.BaseOuterFromFrame = c.Side/2 - v.rings.R5 - c.BaseLineOuterWidth/2
		c.BaseGap = v.rings.R5 + c.BaseLineOuterWidth/2 - v.rings.R10 + c.BaseLineInnerWidth/2
		c.CentreCircleDiameter = 2 * v.rings.R15
		if got, want := printOf(b), printOf(made); unlike(got, want) {
			warnings = append(warnings, fmt.Sprintf("this board's inner base lines and centre circle are at %.3f and %.3f of the outer base lines' distance from the centre, not at %s's %.3f and %.3f: the measured ones are used",
				got.R10/got.R5, got.R15/got.R5, made.Name, want.R10/want.R5, want.R15/want.R5))
		}
	}
	if edge, seen := r.frameEdge(&v, 1.28, 1.52); seen && math.Abs(edge*v.rings.R5/(c.Side/2)-1) > 0.015 {
		c.MoveEdge(edge * v.rings.R5)
	}
	return b, warnings
}
