package calibrate

import (
	"math"
	"slices"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

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
	if r.stretched {
		free = also(free, pAspect)
	}
	priors := r.lensPriors(v, focal)
	windows := []float64{2.5, 1.6} // mm for a board of 600 mm
	if freeRings {
		free = also(free, pR10, pR15)
		priors[0].sd /= 3 // the focal length; an uneven board seen from above would draw it to any value
		priors = append(priors, prior{pK1, -0.01, 0.006, usualK1}, prior{pK2, 0, 0.004, usualK2})
	} else {
		windows = append([]float64{5}, windows...)
	}
	return r.narrow(v, b, turnSure, free, priors, windows, [3]float64{})
}

// narrow fits the free parameters of a view in windows that shrink; uneven is
// how far the lines are known to stray from their circles, mm.
func (r *refiner) narrow(v view, b models.Board, turnSure bool, free []int, priors []prior, windows []float64, uneven [3]float64) (lastFit, bool) {
	var l lastFit
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
		if turnSure && !v.square {
			seen, _ := r.quadrantLines(v, b, 1.5*window*v.rings.R5/300)
			l.sightings = append(l.sightings, seen...)
		}
		stray, held := strayPriors(v, uneven)
		held = onSteps(held, l.sightings, r.width)
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

// onSteps widens how much a line may have grown where it parts two grounds:
// its place between them is told by a faint bump on a high step.
func onSteps(priors []prior, s []sighting, width float64) []prior {
	for _, line := range models.Lines {
		var edges []float64
		for i := range s {
			if s[i].line == line {
				edges = append(edges, s[i].edge)
			}
		}
		if len(edges) == 0 {
			continue
		}
		sd := stepBias * width * math.Max(0, math.Min(1, median(edges)-0.5))
		for i := range priors {
			if p := &priors[i]; p.param == strayParam(line) {
				p.sd = math.Max(p.sd, sd)
				p.scatter = p.sd
			}
		}
	}
	return priors
}

// stepBias is how far a line on a step may be seen beside its place, as a
// share of its width.
const stepBias = 0.3

// costAgainst is the robust cost of the fit's view on what the other fit saw,
// by the noise that the other leaves, and of the priors that hold it.
func (l lastFit) costAgainst(other lastFit) float64 {
	const cut = 3.5
	r := make([]float64, len(other.sightings))
	residuals(l.view, other.sightings, r)
	return robustCost(r, other.scale, cut) + l.priorCost(l.priors)
}

// asWellAsSeen says that a fit explains the picture as well as lines can be
// seen: no other could be better.
func (l *lastFit) asWellAsSeen() bool { return l.scale*leastSD < 1.5*lineBias }

// misses says whether a line that the search saw is nowhere near the fit's: its
// own places then say nothing of how well it fits.
func (l *lastFit) misses(seen *fineFit) bool {
	var found [3]int
	for i := range l.sightings {
		switch l.sightings[i].line {
		case models.Line15:
			found[0]++
		case models.Line10:
			found[1]++
		case models.Line5:
			found[2]++
		}
	}
	for i, n := range l.places {
		if n > 0 && seen.inside[i] > 0.5 && seen.support[i] > seen.clutter+0.2 && float64(found[i]) < 0.5*seen.support[i]*float64(n) {
			return true
		}
	}
	return false
}

// worseThan says whether the nominal rings explain the picture clearly worse
// than the picture's own do, by noise of the size that these leave.
func (l lastFit) worseThan(own lastFit, lens []prior) bool {
	held := func(l lastFit) lastFit {
		l.priors = lens
		return l
	}
	a, b := held(l).costAgainst(own), held(own).costAgainst(own)
	return a > 1.25*b && a > b+60
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
	if !ok || usual.costAgainst(l) > 1.5*l.costAgainst(l) {
		return l
	}
	for i := range usual.priors {
		if usual.priors[i].param == pFocal {
			usual.priors[i].scatter = focal.sd
		}
	}
	return usual
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
			p, n, at, ok := res.footAt(&s[j], false)
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
