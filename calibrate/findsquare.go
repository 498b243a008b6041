package calibrate

import (
	"fmt"
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// squareLikely is the score of a carrom board among the edges, less of which is
// not looked at where a crokinole board was found (real ones have 1.4 or more).
const squareLikely = 1.1

// squareThinkable is the score of a carrom board among the edges, less of which
// is not fitted: the lines themselves are the better judge.
const squareThinkable = 0.8

// squareExplained is explained for carrom boards: with the centre circle and both
// base lines seen.
const squareExplained = 0.86

// squareSearch is a carrom board being looked for among straight lines.
type squareSearch struct {
	*search
	base              models.Board
	edges, drawn      []straight
	shortest, longest float64 // focal lengths that are tried, pixels of the smaller picture
	best              fineFit
	by                refiner
	found             bool
	score             float64 // of the hypothesis that the best one came from
	likeliest         float64 // score of a hypothesis so far
}

// square looks for a carrom board that scores likely or more among the edges:
// in the whole picture, then in its parts, where the lines of tables and floors
// are not among them, then as a picture that was stretched or cut out of
// another would show it. What explains the picture best is taken.
func (s *search) square(boards []models.Board, likely float64) (a attempt) {
	a.boards = boards
	m := s.edges
	size := float64(max(m.width, m.height))
	q := squareSearch{search: s, base: boards[0]}
	known := s.focal
	known.value += math.Log(s.work.Scale)
	q.shortest, q.longest = focalBounds(known, size)
	q.edges = joined(m.straights(s.chains, 0.018*size, 1.2))
	q.drawn = joined(printed(q.edges, 0.009*size))
	q.try(q.hypotheses(q.drawn, q.edges, false), likely, 8)
	if q.likeliest < likely && likely >= squareLikely {
		a.err = fmt.Errorf("%w: no square of lines is to be seen", ErrNoBoard)
		return a
	}
	if !q.bornOut() {
		q.try(q.inParts(), likely, 5)
	}
	if !q.explained() {
		if q.bornOut() {
			likely = q.score + clearlyLikelier
		}
		q.try(q.hypotheses(q.drawn, q.edges, true), likely, 5)
	}
	switch {
	case !q.found && q.likeliest == 0:
		a.err = fmt.Errorf("%w: no square of lines is to be seen; show the whole carrom board, sharp and well lit", ErrNoBoard)
		return a
	case !q.found:
		a.err = fmt.Errorf("%w: squares are to be seen, but not the base lines of a carrom board", ErrNoBoard)
		return a
	}
	q.best.turnSure = true
	a.fit, a.by, a.err = q.best, &q.by, q.best.verdict()
	return a
}

// explained says that no better view need be looked for.
func (q *squareSearch) explained() bool { return q.found && q.best.share() > squareExplained }

// bornOut says that the print bears the best view out.
func (q *squareSearch) bornOut() bool { return q.found && q.best.bearsOut() }

// clearlyLikelier is by how much more of the board a stretched picture must
// show among the edges to be tried where one was found without.
const clearlyLikelier = 0.15

// hypotheses are the views under which four of the lines are a square of the
// board's print, its playing surface or its frame; stretched ones have pixels
// that are not square.
func (q *squareSearch) hypotheses(drawn, edges []straight, stretched bool) []hypothesis {
	m, print, c := q.search.edges, printOf(q.base), q.base.Carrom
	quadsOf := func(lines []straight) []quad {
		return quads(lines, m.width, m.height, q.shortest, q.longest, stretched)
	}
	hyps := m.squareHypotheses(quadsOf(drawn), q.base, []float64{print.R5, print.R10}, q.shortest, q.longest, 6)
	more := m.squareHypotheses(quadsOf(edges), q.base, []float64{print.R5, c.Side / 2, c.Side/2 + c.FrameWidth}, q.shortest, q.longest, 6)
	hyps = append(hyps, more...)
	bestFirst(hyps)
	return hyps
}

// inParts are hypotheses from lines that lie in one part of the picture.
func (q *squareSearch) inParts() []hypothesis {
	const share, steps = 0.62, 3
	width, height := float64(q.search.edges.width), float64(q.search.edges.height)
	side := share * math.Min(width, height)
	within := func(lines []straight, lo, hi r2.Vec) (out []straight) {
		in := func(p r2.Vec) bool { return p.X >= lo.X && p.Y >= lo.Y && p.X <= hi.X && p.Y <= hi.Y }
		for _, l := range lines {
			if in(l.a) && in(l.b) {
				out = append(out, l)
			}
		}
		return out
	}
	var all []hypothesis
	across := max(steps, int(math.Ceil(2*(width-side)/side))+1)
	down := max(steps, int(math.Ceil(2*(height-side)/side))+1)
	for i := range across {
		for j := range down {
			lo := r2.Vec{X: (width - side) * float64(i) / float64(across-1), Y: (height - side) * float64(j) / float64(down-1)}
			hi := r2.Add(lo, r2.Vec{X: side, Y: side})
			all = append(all, q.hypotheses(within(q.drawn, lo, hi), within(q.edges, lo, hi), false)...)
		}
	}
	bestFirst(all)
	return distinct(all, 6)
}

// try fits the hypotheses that score likely or more to the printed lines, at
// most so many and best first, until one explains the picture.
func (q *squareSearch) try(hyps []hypothesis, likely float64, most int) {
	coarse := q.focal
	coarse.value += math.Log(q.work.Scale)
	for i, h := range hyps[:min(len(hyps), most)] {
		q.likeliest = math.Max(q.likeliest, h.score)
		if h.score < likely {
			return
		}
		v := h.view
		if res, ok := h.follow(q.search.edges, coarse); ok {
			v = res.view
		}
		v.cam = v.cam.Scaled(1 / q.work.Scale)
		v.cam.Width, v.cam.Height = q.work.Frame.Width, q.work.Frame.Height
		f, r, good := q.measure(v)
		if good && (!q.found || f.share() > q.best.share()) {
			q.best, q.by, q.found, q.score = f, r, true, h.score
		}
		if q.explained() || i >= 3 && q.bornOut() {
			return
		}
	}
}

// measure fits a view, and what it may have been mistaken for, to the print.
func (q *squareSearch) measure(v view) (fineFit, refiner, bool) {
	r := newRefiner(&q.work.Frame, q.base)
	r.stretched = v.value(pAspect) != 0
	f, good := r.fine(v, q.focal)
	f, r, good = bestPrint(f, r, good, v, q.base, q.focal)
	if !good {
		return f, r, false
	}
	r.seekCircle(&f, printOf(q.base), q.focal)
	f.odd = oddity(f.rings, printOf(q.base))
	if f.share() > squareExplained {
		return f, r, true
	}
	for _, other := range r.resided(&f, q.focal) {
		tried := newRefiner(&q.work.Frame, q.base)
		tried.stretched = other.value(pAspect) != 0
		if g, good := tried.fine(other, q.focal); good {
			tried.seekCircle(&g, printOf(q.base), q.focal)
			if g.odd, g.negative = oddity(g.rings, printOf(q.base)), tried.negative(&g); g.share() > f.share() {
				tried.beyond(&g)
				f, r = g, tried
			}
		}
	}
	return f, r, true
}

// distinct are the first of the hypotheses, none like one before it.
func distinct(hyps []hypothesis, most int) (kept []hypothesis) {
	for _, h := range hyps {
		fresh := true
		for _, o := range kept {
			fresh = fresh && !h.like(o.view)
		}
		if fresh && len(kept) < most {
			kept = append(kept, h)
		}
	}
	return kept
}

// loosened is the fit, or where the picture clearly says so, the one of a
// picture that was stretched a little or cut out of a larger one: its middle is
// not where the lens looks.
func (r *refiner) loosened(l lastFit, b models.Board, freeRings bool, focal prior) lastFit {
	free := *r
	free.cropped, free.stretched = true, true
	loose, ok := free.last(l.view, b, true, freeRings, focal)
	if !ok || loose.scale > 1.2*l.scale || loose.kept() < l.kept() || !l.worseThan(loose, free.lensPriors(l.view, focal)) {
		return l
	}
	return loose
}

// kept is how many of the sightings the fit goes by.
func (l *lastFit) kept() (n int) {
	for _, w := range l.weights {
		if w >= 0.1 {
			n++
		}
	}
	return n
}
