package calibrate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r3"
)

// usualFocal is the focal length that cameras have, in units of the picture's
// longer side, and the spread of its logarithm.
const (
	usualFocal  = 0.85
	focalSpread = 0.3
	knownSpread = 0.04 // where the picture's metadata state it
)

// Work is a picture prepared for the search: the frame itself and the
// gradient of a smaller copy, whose scale against the frame is Scale.
type Work struct {
	Frame    capture.Frame
	Gradient Gradient
	Scale    float64
}

// Search finds the board in a picture: crokinole's by ellipses among the
// edges, each tried as each circle of the board, carrom's by straight lines,
// four of them tried as a square; the views that explain the most edges are
// fitted to the printed lines themselves, and the best is kept if the lines
// bear it out. The error wraps ErrNoBoard and says what was missing.
func Search(w Work, o Options) (Calibration, error) {
	boards, err := candidates(o)
	if err != nil {
		return Calibration{}, err
	}
	s := search{work: w, options: o, focal: focalPrior(w.Frame, o)}
	s.edges = findEdges(w.Gradient, 1.3, 24)
	s.chains = s.edges.chains(12)
	round, square := byGame(boards)
	var a, b attempt
	if len(round) > 0 {
		a = s.round(round)
	}
	if len(square) > 0 && (a.err != nil || a.fit.share() < roundForSure) {
		least := squareThinkable
		if len(round) > 0 && a.err == nil {
			least = squareLikely // there is a board already
		}
		b = s.square(square, least)
	}
	switch {
	case len(square) == 0 || (len(round) > 0 && a.err == nil && (b.err != nil || b.by == nil || a.fit.share() >= b.fit.share())):
		return a.conclude(o, s.focal)
	case len(round) == 0 || b.err == nil:
		return b.conclude(o, s.focal)
	}
	return Calibration{}, fmt.Errorf("%w; nor is it a carrom board: %s", a.err, strings.TrimPrefix(b.err.Error(), ErrNoBoard.Error()+": "))
}

// search is a picture whose board is being looked for.
type search struct {
	work    Work
	options Options
	focal   prior
	edges   edgeMap
	chains  [][]int32
}

// attempt is the best view of the boards of one game, or why there is none.
type attempt struct {
	fit    fineFit
	by     *refiner
	boards []models.Board
	err    error
}

// conclude measures the board that was found to the end.
func (a attempt) conclude(o Options, focal prior) (Calibration, error) {
	if a.err != nil {
		return Calibration{}, a.err
	}
	return a.by.conclude(a.fit, a.boards, o, focal)
}

// round looks for a crokinole board.
func (s *search) round(boards []models.Board) (a attempt) {
	a.boards = boards
	base, m := boards[0], s.edges
	arcs := m.arcs(s.chains, 18, 0.08)
	size := float64(max(m.width, m.height))
	ellipses := m.findEllipses(arcs, ellipseSearch{
		minLong: 0.06 * size, maxLong: 1.5 * size, minAspect: 0.35, near: 1.2, minCover: 0.3,
	}, 14)
	if len(ellipses) == 0 {
		a.err = fmt.Errorf("%w: no circle is to be seen; show the whole board, sharp and well lit", ErrNoBoard)
		return a
	}
	focals := []float64{0.74 * size, 1.05 * size}
	if s.focal.sd == knownSpread {
		focals = []float64{math.Exp(s.focal.value) * s.work.Scale}
	}
	best, r, ok := explain(s.work, m, m.hypotheses(ellipses, base, focals, 6), base, s.focal)
	if !ok {
		a.err = fmt.Errorf("%w: circles are to be seen, but not the three lines of a crokinole board about one centre", ErrNoBoard)
		return a
	}
	best.view, best.turnSure = r.orient(best.view, base)
	a.fit, a.by, a.err = best, &r, best.verdict()
	return a
}

// roundForSure is the share of a crokinole board from which on no carrom board
// is looked for: none has passed for one at all.
const roundForSure = 0.55

// conclude chooses the make of a board that was found, the usual one of which
// is the first, sizes it and measures it to the end.
func (r *refiner) conclude(f fineFit, boards []models.Board, o Options, focal prior) (Calibration, error) {
	chosen := r.chooseMake(f.view, boards)
	chosen = r.sized(f.view, chosen, o.Surface)
	f.view = f.view.scaled(printOf(chosen).R5 / printOf(boards[0]).R5)
	return r.finish(f, chosen, focal)
}

// candidates are the boards to look for, the usual one first.
func candidates(o Options) ([]models.Board, error) {
	if len(o.Boards) == 0 {
		return nil, fmt.Errorf("calibrate: no board was named to look for")
	}
	boards := slices.Clone(o.Boards)
	slices.SortStableFunc(boards, func(a, b models.Board) int { return cmp.Compare(rank(a), rank(b)) })
	return boards, nil
}

// byGame parts boards by what is played on them.
func byGame(boards []models.Board) (crokinole, carrom []models.Board) {
	for _, b := range boards {
		if b.Game == models.Carrom {
			carrom = append(carrom, b)
		} else {
			crokinole = append(crokinole, b)
		}
	}
	return crokinole, carrom
}

// newRefiner measures a make's print in a frame.
func newRefiner(f *capture.Frame, b models.Board) refiner {
	if c := b.Carrom; b.Game == models.Carrom && c != nil {
		return refiner{frame: f, width: c.BaseLineOuterWidth, thin: c.BaseLineInnerWidth / c.BaseLineOuterWidth}
	}
	return refiner{frame: f, width: b.LineWidth}
}

// rank puts the board that is taken when none looks better first, and boards
// whose rings are not known last.
func rank(b models.Board) int {
	switch {
	case b.Name == "nca-26":
		return 0
	case b.MeasuredRings:
		return 2
	}
	return 1
}

// sized is the board with its playing surface of the diameter that was
// measured on the real one, mm; 0 leaves it. Where the picture shows the
// surface's edge elsewhere than the make has it, the lines are sized by the
// picture.
func (r *refiner) sized(v view, b models.Board, surface float64) models.Board {
	if surface <= 0 {
		return b
	}
	if b.Game == models.Carrom {
		return r.sizedSquare(v, b, surface)
	}
	nominal := b.SurfaceRadius / b.Rings.R5
	edge, seen := r.edgeRadius(&v, 1.01, 1.2)
	if !seen || math.Abs(edge/nominal-1) < 0.015 {
		return b.Scaled(surface / 2 / b.SurfaceRadius)
	}
	b = b.Scaled(surface / 2 / (edge * b.Rings.R5))
	b.SurfaceRadius = surface / 2
	return b
}

// scaled is the same view of a board k times as large.
func (v view) scaled(k float64) view {
	v.cam.T = r3.Scale(k, v.cam.T)
	v.rings.R15, v.rings.R10, v.rings.R5 = v.rings.R15*k, v.rings.R10*k, v.rings.R5*k
	return v
}

// focalPrior is what is known of the focal length before the fit, pixels of
// the frame.
func focalPrior(f capture.Frame, o Options) prior {
	switch {
	case o.FocalPx > 0:
		return prior{pFocal, math.Log(o.FocalPx), knownSpread, knownSpread}
	case f.FocalPx > 0:
		return prior{pFocal, math.Log(f.FocalPx), knownSpread, knownSpread}
	}
	return prior{pFocal, math.Log(usualFocal * float64(max(f.Width, f.Height))), focalSpread, focalSpread}
}

// focalBounds are the shortest and the longest focal length that is tried, for
// a picture of the size in whose pixels the prior is.
func focalBounds(focal prior, size float64) (shortest, longest float64) {
	if focal.sd == knownSpread {
		f := math.Exp(focal.value)
		return f * 0.9, f * 1.1
	}
	return 0.5 * size, 2.2 * size
}

// explained is the share of what could be seen of the rings that settles the
// search: no other hypothesis need be tried.
const explained = 0.75

// explain fits the hypotheses to the printed lines, best first, and returns
// the fit that explains most of them.
func explain(w Work, m edgeMap, hyps []hypothesis, b models.Board, focal prior) (best fineFit, by refiner, ok bool) {
	coarse := focal
	coarse.value += math.Log(w.Scale)
	for i, h := range hyps {
		v := h.view
		if !h.faint {
			if res, ok := h.follow(m, coarse); ok {
				v = res.view
			}
		}
		v.cam = v.cam.Scaled(1 / w.Scale)
		v.cam.Width, v.cam.Height = w.Frame.Width, w.Frame.Height
		r := newRefiner(&w.Frame, b)
		f, good := r.fine(v, focal)
		if !good {
			continue
		}
		f.odd = oddity(f.rings, printOf(b))
		for _, inner := range f.inward() {
			tried := newRefiner(&w.Frame, b)
			if g, good := tried.fine(inner, focal); good {
				if g.odd = oddity(g.rings, printOf(b)); g.share() > f.share() {
					f, r = g, tried
				}
			}
		}
		if !ok || f.share() > best.share() {
			best, by, ok = f, r, true
		}
		if best.share() > explained || (i >= 2 && best.share() > least) {
			break
		}
	}
	return best, by, ok
}

// oddity is how unlike the nominal rings are, 0 to 0.3: of two views that
// explain the picture equally well the usual board is the likelier.
func oddity(got, nominal models.Rings) float64 {
	d10 := math.Abs(got.R10/got.R5 - nominal.R10/nominal.R5)
	d15 := math.Abs(got.R15/got.R5 - nominal.R15/nominal.R5)
	return 0.15 * (math.Min(1, d10/0.06) + math.Min(1, d15/0.03))
}

// share is total as a share of what could be seen of the rings in the
// picture. A ring that lies in the picture and is nowhere to be seen halves it:
// two circles about one centre are not yet a board.
func (f *fineFit) share() float64 {
	if f.square {
		return f.shareOfSquares()
	}
	var possible float64
	whole := 1.0
	for i := range f.inside {
		possible += math.Min(1, f.inside[i]/0.4)
		if f.inside[i] > 0.5 && f.support[i] < f.clutter+0.15 {
			whole = 0.5
		}
	}
	return whole * f.total() / math.Max(possible, 1.5)
}

// least is the share below which a fit is no board.
const least = 0.4

// verdict refuses a fit that the lines do not bear out.
func (f *fineFit) verdict() error {
	percent := func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
	switch {
	case f.square && !f.bearsOut():
		return fmt.Errorf("%w: squares are to be seen, but the printed lines do not bear them out (%s of the centre circle, %s of the inner and %s of the outer base lines, where no line is printed %s)",
			ErrNoBoard, percent(f.support[0]), percent(f.support[1]), percent(f.support[2]), percent(f.clutter))
	case f.share() < least:
		return fmt.Errorf("%w: circles are to be seen, but the printed lines do not bear them out (%s of the 15, %s of the 10 and %s of the 5, where circles without a line show %s)",
			ErrNoBoard, percent(f.support[0]), percent(f.support[1]), percent(f.support[2]), percent(f.clutter))
	case f.stray > 0.6:
		return fmt.Errorf("%w: three circles are to be seen, but there are more between them: no crokinole board has a line between the 10 and the 5", ErrNoBoard)
	case f.inside[2] < 0.6 && !f.turnSure:
		return fmt.Errorf("%w: two circles about one centre are to be seen, but neither the shooting line nor the lines between the quadrants; show more of the board", ErrNoBoard)
	}
	return nil
}

// finish measures the found board to the end: line width, turn, ring radii
// of the real board, and the last fit in narrow windows.
func (r *refiner) finish(f fineFit, b models.Board, focal prior) (Calibration, error) {
	made := b
	v := f.view
	r.measureWidth(v, newRefiner(r.frame, b).width)
	asMade := v
	asMade.rings = printOf(b)
	nominal, ok := r.last(asMade, b, f.turnSure, false, focal)
	measured := b.MeasuredRings || !ok
	if ok && f.inside[2] < 0.25 { // without the 5 the scale itself is unsure: no telling the rings apart
		measured = false
	} else if ok && !measured && nominal.asWellAsSeen() && !nominal.misses(&f) {
		measured = false // the picture has nothing to say against them
	} else if own, ok := r.last(v, b, f.turnSure, true, focal); ok && (measured || nominal.worseThan(own, r.lensPriors(v, focal))) {
		nominal, measured = own, true
	} else if measured {
		return Calibration{}, fmt.Errorf("%w: the lines were seen, but no camera fits them", ErrNoBoard)
	}
	nominal = r.believable(nominal, b, f.turnSure, measured, focal)
	if v.square {
		nominal = r.loosened(nominal, b, measured, focal)
	}
	c, err := r.calibrated(nominal, b, measured)
	if err != nil {
		return Calibration{}, err
	}
	c.Confidence = math.Max(0, math.Min(1, f.share()/0.9))
	c.print.turnSure = f.turnSure
	if v.square {
		c.Board, c.Warnings = r.measuredSquare(nominal.view, c.Board, made, measured)
		return c, nil
	}
	rings := c.Board.Rings
	if measured && !b.MeasuredRings && unlike(rings, made.Rings) {
		c.Warnings = append(c.Warnings, fmt.Sprintf("this board's lines are at 1 : %.3f : %.3f, not at %s's 1 : %.3f : %.3f: the measured ones are used",
			rings.R10/rings.R5, rings.R15/rings.R5, made.Name, made.Rings.R10/made.Rings.R5, made.Rings.R15/made.Rings.R5))
	}
	return c, nil
}

// calibrated is what a last fit says of a board; measured rings are its own.
func (r *refiner) calibrated(l lastFit, b models.Board, measured bool) (Calibration, error) {
	if !l.square {
		b.Rings, b.LineWidth = l.rings, r.width
	}
	if measured && !l.square {
		b.Pegs.Circle = l.rings.R15
		b.Quadrants.From, b.Quadrants.To = l.rings.R10, l.rings.R5
	}
	c := Calibration{Board: b, Make: b.Name, Camera: l.cam, print: print{ink: r.ink, measured: measured}}
	c.quality(l.fitResult, l.sightings, l.places)
	var ok bool
	if c.Spread, ok = l.spread(); !ok {
		return Calibration{}, fmt.Errorf("%w: the lines were seen, but no camera fits them", ErrNoBoard)
	}
	c.Spread.width = r.widthSD
	return c, nil
}

// unlike says whether rings differ by so much that a player should know.
func unlike(got, nominal models.Rings) bool {
	return math.Abs(got.R10/got.R5-nominal.R10/nominal.R5) > 0.01 || math.Abs(got.R15/got.R5-nominal.R15/nominal.R5) > 0.01
}
