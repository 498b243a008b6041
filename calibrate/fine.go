package calibrate

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

func vec3(p r2.Vec) r3.Vec { return r3.Vec{X: p.X, Y: p.Y} }

// fineFit is a view fitted to the printed lines themselves.
type fineFit struct {
	fitResult
	sightings []sighting
	support   [3]float64 // of the 15, 10, 5: share of places in the picture where the line was found on the fit
	clutter   float64    // the same for circles where no line is
	inside    [3]float64 // share of each ring that lies in the picture
	sides     [2]sides   // of squares: the inner and the outer base lines side by side
	corners   float64    // of squares: how much of the outer base lines goes on into the corners
	negative  bool       // of squares: the lines are what lies beside dark ones
	displaced bool       // of squares: a line is seen beyond a side whose inner base line is not
	stray     float64    // how strongly a line is seen between the 10 and the 5, where none is
	strayAt   float64    // its radius, mm
	odd       float64    // how unlike the nominal rings these are
	turnSure  bool       // quadrant lines were seen where the board has them, up to a quarter turn
}

var pose = []int{pRotX, pRotY, pRotZ, pTX, pTY, pTZ}

func also(free []int, more ...int) []int { return append(append([]int{}, free...), more...) }

// lensPriors hold the lens of any camera near what cameras have: k1 and k2 in
// their usual range, the principal point within one part in a hundred of the
// middle of the picture, unless that was cut out of a larger one.
func (r *refiner) lensPriors(v view, focal prior) []prior {
	size := float64(max(v.cam.Width, v.cam.Height))
	middle, aspect := 0.01*size, stretch
	if r.cropped {
		middle = cropped * size
	}
	if math.Abs(v.value(pAspect)) > 2*stretch {
		aspect = mostStretched / 2
	}
	return []prior{
		focal,
		{pK1, -0.05, 0.12, 0.12},
		{pK2, 0, 0.04, 0.04},
		{pCX, float64(v.cam.Width-1) / 2, middle, middle},
		{pCY, float64(v.cam.Height-1) / 2, middle, middle},
		{pAspect, 0, aspect, aspect},
	}
}

// stretch is by how much, as a logarithm, the pixels of pictures that were
// stretched unnoticed are off being square.
const stretch = 0.02

// cropped is how far the middle of a picture that was cut out of another lies
// from that one's, as a share of its longer side.
const cropped = 0.15

// fine fits the view to the lines in windows that shrink, freeing the
// parameters in order (VISION.md: freeing the lens in wide windows diverges).
// The lens waits until the rings' radii are decided: free radii stand in for it.
func (r *refiner) fine(v view, focal prior) (fineFit, bool) {
	nominal := v.rings
	r5 := v.rings.R5
	r.chooseInk(v, 0.02*r5)
	rings := []prior{{param: pR10, value: nominal.R10, sd: 0.015 * r5}, {param: pR15, value: nominal.R15, sd: 0.015 * r5}}
	coarse := focal // an uneven board's lines in wide windows would draw it far off
	coarse.sd /= 3
	var f fineFit
	for i, round := range []struct {
		window float64 // mm for a board of 600 mm
		free   []int
		close  int     // neighbours averaged
		detail float64 // share of the places looked at
	}{
		{8, pose, 0, 0.25},
		{6, also(pose, pR10, pR15), 0, 0.25},
		{4.5, also(pose, pR10, pR15, pFocal), 0, 0.35},
		{3.5, also(pose, pR10, pR15, pFocal), 1, 0.4},
		{3, also(pose, pR10, pR15, pFocal, pCX, pCY), 1, 0.6},
		{2.5, also(pose, pR10, pR15, pFocal, pCX, pCY), 1, 0.7},
	} {
		window := round.window * r5 / 300
		var s []sighting
		for _, l := range models.Lines {
			seen, _ := r.sightRing(v, l, window, round.detail, round.close)
			s = append(s, seen...)
		}
		if len(s) < 40 {
			return f, false
		}
		free := round.free
		if r.stretched && i > 0 {
			free = also(free, pAspect)
		}
		res, ok := fit(v, s, free, append(r.lensPriors(v, coarse), rings...), 4, 8)
		if !ok {
			return f, false
		}
		v = res.view
		f.fitResult, f.sightings = res, s
		if i == 2 {
			r.learnInk(v)
		}
	}
	r.weighEvidence(&f)
	return f, true
}

// inward are the views with a line inside the 5 as the 5: where one is seen
// there, or where the 5 is hardly seen and the others are, the surface's edge
// was taken for it, which lies some 8 to 11 % outside of it.
func (f *fineFit) inward() []view {
	var shares []float64
	switch {
	case f.stray > strayLine && f.strayAt > 0.85*f.rings.R5:
		shares = []float64{f.strayAt / f.rings.R5}
	case f.inside[2] > 0.5 && f.support[2] < 0.6 && math.Min(f.support[0], f.support[1]) > f.support[2]+0.3:
		shares = []float64{0.925, 0.9}
	}
	var out []view
	for _, share := range shares {
		v := f.view.scaled(1 / share)
		v.rings.R5 = f.rings.R5
		out = append(out, v)
	}
	return out
}

// strayLine is how strongly a line must be seen inside the 5 for that to be
// tried as the 5.
const strayLine = 0.05

// weighEvidence counts how much of each ring is seen on the fit, and how much
// of circles where no line is: the clutter that a ring must rise above.
func (r *refiner) weighEvidence(f *fineFit) {
	const detail = 0.6
	share := func(l models.Line, radius float64) (float64, float64) {
		v := f.view
		v.setRadius(l, radius)
		return r.onLine(v, l, detail)
	}
	for i, l := range models.Lines {
		f.support[i], f.inside[i] = share(l, f.rings.Radius(l))
	}
	between, as := []float64{(f.rings.R15 + f.rings.R10) / 2, f.rings.R10 - 12, f.rings.R10 + 12, (f.rings.R10 + f.rings.R5) / 2, f.rings.R5 - 12, f.rings.R15 + 14}, models.Line15
	if f.square {
		between, as = f.emptyCourses(), models.Line5
	}
	var empty []float64
	for _, radius := range between {
		if s, in := share(as, radius); in > 0.1 {
			empty = append(empty, s)
		}
	}
	if len(empty) > 0 {
		f.clutter = median(empty)
	}
	if f.square {
		f.sides[0].seen, f.sides[0].inside = r.sideShares(f.view, models.Line10, f.rings.R10, detail)
		f.sides[1].seen, f.sides[1].inside = r.sideShares(f.view, models.Line5, f.rings.R5, detail)
		f.corners = r.intoCorners(f)
		return
	}
	// Taking the surface's edge for the 5 leaves the true 5 between.
	for radius := f.rings.R10 * 1.06; radius < 0.965*f.rings.R5; radius += 3 {
		if s, in := share(models.Line15, radius); in > 0.2 {
			if stray := 1.5 * (s - f.clutter - 0.2); stray > f.stray {
				f.stray, f.strayAt = stray, radius
			}
		}
	}
}

// onLine is the share of a line's places in the picture where it is seen on the
// view, and the share of its places that lie in the picture.
func (r *refiner) onLine(v view, l models.Line, detail float64) (seen, inside float64) {
	p, ok := r.probe(v, l, 1.2, detail)
	if !ok {
		return 0, 0
	}
	all, places := r.sightRing(v, l, 1.2, detail, 2)
	if places == 0 {
		return 0, 0
	}
	n := 0
	for _, s := range all {
		d, ok := v.residual(&s)
		if ok && s.edge < 1 && math.Abs(d) < math.Max(1, 0.35*v.cam.PixelsPerMM(r3.Vec{X: v.rings.Radius(l)})) {
			n++
		}
	}
	return float64(n) / float64(places), float64(places) / float64(p.n)
}

// total is how well the lines explain the picture: the support of the rings
// above the clutter, less what speaks against it.
func (f *fineFit) total() float64 {
	var sum float64
	for i := range f.support {
		sum += math.Min(1, f.inside[i]/0.4) * math.Max(0, f.support[i]-f.clutter)
	}
	return sum - f.stray - f.odd
}
