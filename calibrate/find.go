package calibrate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
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

// Search finds the board in a picture: ellipses among the edges, each tried
// as each circle of the board; the views that explain the most edges are
// fitted to the printed lines themselves, and the best is kept if the lines
// bear it out. The error wraps ErrNoBoard and says what was missing.
func Search(w Work, o Options) (Calibration, error) {
	if len(o.Boards) == 0 {
		return Calibration{}, fmt.Errorf("calibrate: no board was named to look for")
	}
	boards := slices.Clone(o.Boards)
	slices.SortStableFunc(boards, func(a, b models.Board) int { // the usual one first
		return cmp.Compare(rank(a), rank(b))
	})
	base := boards[0]
	for _, b := range o.Boards {
		if b.Game != models.Crokinole {
			return Calibration{}, fmt.Errorf("calibrate: board %s is for %s: only crokinole boards can be found in pictures", b.Name, b.Game)
		}
	}
	focal := focalPrior(w.Frame, o)
	m := findEdges(w.Gradient, 1.3, 24)
	arcs := m.arcs(m.chains(12), 18, 0.08)
	size := float64(max(m.width, m.height))
	ellipses := m.findEllipses(arcs, ellipseSearch{
		minLong: 0.06 * size, maxLong: 1.5 * size, minAspect: 0.35, near: 1.2, minCover: 0.3,
	}, 14)
	if len(ellipses) == 0 {
		return Calibration{}, fmt.Errorf("%w: no circle is to be seen; show the whole board, sharp and well lit", ErrNoBoard)
	}
	focals := []float64{0.74 * size, 1.05 * size}
	if focal.sd == knownSpread {
		focals = []float64{math.Exp(focal.value) * w.Scale}
	}
	best, r, ok := explain(w, m, m.hypotheses(ellipses, base, focals, 6), base, focal)
	if !ok {
		return Calibration{}, fmt.Errorf("%w: circles are to be seen, but not the three lines of a crokinole board about one centre", ErrNoBoard)
	}
	best.view, best.turnSure = r.orient(best.view, base)
	if err := best.verdict(); err != nil {
		return Calibration{}, err
	}
	chosen := r.chooseMake(best.view, boards)
	chosen = r.sized(best.view, chosen, o.Surface)
	best.view = best.view.scaled(chosen.Rings.R5 / base.Rings.R5)
	return r.finish(best, chosen, focal)
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
		r := refiner{frame: &w.Frame, width: b.LineWidth}
		f, good := r.fine(v, focal)
		if !good {
			continue
		}
		f.odd = oddity(f.rings, b.Rings)
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
	r.measureWidth(v, b.LineWidth)
	asMade := v
	asMade.rings = b.Rings
	nominal, ok := r.last(asMade, b, f.turnSure, false, focal)
	measured := b.MeasuredRings || !ok
	if ok && f.inside[2] < 0.25 { // without the 5 the scale itself is unsure: no telling the rings apart
		measured = false
	} else if own, ok := r.last(v, b, f.turnSure, true, focal); ok && (measured || nominal.worseThan(own, lensPriors(v, focal))) {
		nominal, measured = own, true
	} else if measured {
		return Calibration{}, fmt.Errorf("%w: the lines were seen, but no camera fits them", ErrNoBoard)
	}
	nominal = r.believable(nominal, b, f.turnSure, measured, focal)
	res, s, places := nominal.fitResult, nominal.sightings, nominal.places
	v = res.view
	b.Rings, b.LineWidth = v.rings, r.width
	if measured {
		b.Pegs.Circle = v.rings.R15
		b.Quadrants.From, b.Quadrants.To = v.rings.R10, v.rings.R5
	}
	c := Calibration{Board: b, Make: b.Name, Camera: v.cam, Confidence: math.Max(0, math.Min(1, f.share()/0.9))}
	c.quality(res, s, places)
	if c.Spread, ok = nominal.spread(); !ok {
		return Calibration{}, fmt.Errorf("%w: the lines were seen, but no camera fits them", ErrNoBoard)
	}
	c.Spread.width = r.widthSD
	if measured && !b.MeasuredRings && unlike(v.rings, made.Rings) {
		c.Warnings = append(c.Warnings, fmt.Sprintf("this board's lines are at 1 : %.3f : %.3f, not at %s's 1 : %.3f : %.3f: the measured ones are used",
			v.rings.R10/v.rings.R5, v.rings.R15/v.rings.R5, made.Name, made.Rings.R10/made.Rings.R5, made.Rings.R15/made.Rings.R5))
	}
	return c, nil
}

// believable is the fit, or the one with the focal length that cameras have
// where the fit's is one that hardly any has and the picture does not insist:
// an uneven board seen from above draws the focal length to any value.
func (r *refiner) believable(l lastFit, b models.Board, turnSure, freeRings bool, focal prior) lastFit {
	off := focal.value - l.value(pFocal)
	if math.Abs(off) < 2.5*focal.sd {
		return l
	}
	var back [pCount]float64
	back[pFocal] = off
	held := focal
	held.sd = 1e-3
	usual, ok := r.last(l.view.with(back), b, turnSure, freeRings, held)
	if !ok || usual.scale > 1.5*l.scale {
		return l
	}
	for i := range usual.priors {
		if usual.priors[i].param == pFocal {
			usual.priors[i].scatter = focal.sd
		}
	}
	return usual
}

// unlike says whether rings differ by so much that a player should know.
func unlike(got, nominal models.Rings) bool {
	return math.Abs(got.R10/got.R5-nominal.R10/nominal.R5) > 0.01 || math.Abs(got.R15/got.R5-nominal.R15/nominal.R5) > 0.01
}

// lastFit is the end of the search: a view fitted in narrow windows.
type lastFit struct {
	fitResult
	sightings []sighting
	places    [3]int  // that could be seen, of the 15, 10 and 5
	priors    []prior // that held it
}

// last fits the view in narrow windows, with the rings' radii free or as they
// are. Free radii and a free lens are much alike on a board seen from above,
// so the lens is then held to what phones and good cameras have.
func (r *refiner) last(v view, b models.Board, turnSure, freeRings bool, focal prior) (lastFit, bool) {
	free := also(pose, pFocal, pK1, pK2, pCX, pCY)
	priors := lensPriors(v, focal)
	windows := []float64{2.5, 1.6}
	if freeRings {
		free = also(free, pR10, pR15)
		priors = append(priors, prior{pK1, -0.01, 0.006, usualK1}, prior{pK2, 0, 0.004, usualK2})
	} else {
		windows = append([]float64{5}, windows...)
	}
	var l lastFit
	var uneven [3]float64
	for i, window := range windows {
		detail := 0.5
		if i == len(windows)-1 {
			detail = 1
		}
		l.sightings = l.sightings[:0]
		for i, line := range models.Lines {
			seen, n := r.sightRing(v, line, window*v.rings.R5/300, detail, 1)
			l.sightings, l.places[i] = append(l.sightings, seen...), n
		}
		if turnSure {
			seen, _ := r.quadrantLines(v, b, 1.5*window*v.rings.R5/300)
			l.sightings = append(l.sightings, seen...)
		}
		stray, held := strayPriors(v, uneven)
		l.priors = append(slices.Clone(priors), held...)
		var ok bool
		if l.fitResult, ok = fit(v, l.sightings, also(free, stray...), l.priors, 3.5, 30); !ok {
			return l, false
		}
		v = l.view
		uneven = l.unevenness(true)
	}
	return l, true
}

// lineBias is how far a whole line may be seen beside its place, pixels:
// shading, sharpening and compression draw it aside.
const lineBias = 0.015

// strayPriors are the parameters of how the lines stray from their circles,
// held to lineBias or, on a real board, to how uneven (mm) they were seen.
func strayPriors(v view, uneven [3]float64) (free []int, priors []prior) {
	scale := math.Max(v.cam.PixelsPerMM(r3.Vec{}), 1e-3)
	for i, line := range models.Lines {
		sd := math.Max(lineBias/scale, uneven[i])
		for way := range strayWays {
			p := strayParam(line) + way
			free = append(free, p)
			priors = append(priors, prior{p, 0, sd, sd})
		}
	}
	return free, priors
}

// worseThan says whether the nominal rings explain the picture clearly worse
// than the picture's own do, by noise of the size that these leave.
func (l lastFit) worseThan(own lastFit, lens []prior) bool {
	const cut = 3.5
	if l.scale*leastSD < 1.5*lineBias {
		return false // they explain the picture as well as lines can be seen
	}
	cost := func(l lastFit) float64 {
		r := make([]float64, len(own.sightings))
		residuals(l.view, own.sightings, r)
		return robustCost(r, own.scale, cut) + l.priorCost(lens)
	}
	a, b := cost(l), cost(own)
	return a > 1.25*b && a > b+60
}

// quality fills in how well the view fits, in all and for each ring.
func (c *Calibration) quality(res fitResult, s []sighting, places [3]int) {
	var all, mm float64
	n := 0
	for i, l := range models.Lines {
		ring := RingFit{Line: l, RadiusMM: res.rings.Radius(l)}
		k, px2, mm2 := 0, 0.0, 0.0
		for j, x := range s {
			if x.line != l || res.weights[j] < 0.1 {
				continue
			}
			p, n, at, ok := res.footAt(&s[j])
			d := r2.Dot(n, r2.Sub(x.px, at.px))
			if scale := res.cam.PixelsPerMM(vec3(p)); ok && scale > 0 {
				k++
				px2 += d * d
				mm2 += d * d / (scale * scale)
			}
		}
		if k > 0 {
			ring.RMSPx, ring.RMSMM = math.Sqrt(px2/float64(k)), math.Sqrt(mm2/float64(k))
			ring.Seen = float64(k) / float64(max(1, places[i]))
		}
		all, mm, n = all+px2, mm+mm2, n+k
		c.Rings = append(c.Rings, ring)
	}
	if n > 0 {
		c.RMSPx, c.RMSMM, c.Points = math.Sqrt(all/float64(n)), math.Sqrt(mm/float64(n)), n
	}
}
