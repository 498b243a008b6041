package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// trace is how well the colours along a profile across the outline of a disc,
// in one direction, agree with the disc standing further along that direction.
type trace struct {
	dir     r2.Vec             // unit vector from the disc's centre, board frame
	index   int                // among those of all discs
	pxPerMM float64            // pixels across the outline for one mm along dir
	layers  [4]Tint            // colours from the face outward, at the best shift
	samples int                // how many values were compared
	bent    float64            // by how much the edges seem to lie further out than they do, mm
	ok      bool               // false: out of the picture, or something stands before it
	misfits [maxShifts]float64 // summed squared error, units of noise, by shift
	n       int                // shifts tried, an odd number; the middle one is none
	step    float64            // mm from one to the next
	least   float64            // the smallest of misfits
	best    int                // where
}

const (
	maxShifts = 33
	outside   = 4.0 // pixels looked at beyond the outline, and the shift tried
)

// rounding are the places on the upper rounding, radians above the horizon,
// at which its colour is taken to change.
var rounding = [2]float64{60 * math.Pi / 180, 20 * math.Pi / 180}

// surroundings are what a profile may cross beside the disc.
type surroundings struct {
	board  models.Board
	others []obstacle
}

// obstacle is a cylinder that stands on the board.
type obstacle struct {
	at             r2.Vec
	radius, height float64
}

// Pulls of the colours of what lies between face and board, in samples' worth.
const (
	pullFace   = 5.0
	pullRound  = 0.3
	pullWall   = 0.01
	pullLimb   = 0.01
	pullLine   = 0.01
	clearEnd   = 4.0  // samples of a profile after its last change of colour
	shadeCosts = 60.0 // units of the samples' scatter that a shadow must explain to be believed
)

// trace compares the profile in the direction u with the body, shifted by up to
// mm (but at least px pixels); around may be nil.
func (v *View) trace(b *body, u r2.Vec, face Tint, mm, px float64, lens Lens, around *surroundings) (t trace) {
	t.dir = u
	outer, near := b.outline(u)
	near = near && b.Base >= 0 // the lower rim of a disc sunk in the hole is hidden
	a, normal, ok := v.across(b.upperRim(u), u)
	if !ok {
		return t
	}
	first := b.upperRim(u)
	out, ok := v.Pixel(r3.Vec{X: first.X + u.X, Y: first.Y + u.Y, Z: first.Z})
	if !ok {
		return t
	}
	q := r2.Dot(normal, r2.Sub(out, a))
	if q < 0.05 {
		return t
	}
	t.pxPerMM = q
	place := func(p r3.Vec) float64 {
		px, _ := v.Camera.Project(p)
		return r2.Dot(normal, r2.Sub(px, a)) / profileStep
	}
	blur := lens.Blur / profileStep
	var edges [maxChanges]change
	n := 0
	put := func(at, pull float64) {
		edges[n] = change{at: at, blur: blur, pull: pull}
		n++
	}
	if near {
		put(place(b.rounded(u, rounding[0])), pullRound)
		put(place(b.rounded(u, rounding[1])), pullWall)
		put(place(outer), pullLimb)
	} else {
		low := math.Max(0, b.ray(u, b.Thickness-b.Edge)-math.Pi/2)
		if b.Base < 0 {
			low = math.Max(low, rounding[1])
		}
		put(place(b.rounded(u, (low+math.Pi/2)/2)), pullRound)
		put(place(b.rounded(u, low)), pullLimb)
	}
	limb := edges[n-1].at
	reach := math.Min(maxReach, math.Max(px, mm*q)) / profileStep
	before := reach + profileSide/profileStep - math.Min(0, edges[0].at)
	after := limb + reach + outside/profileStep
	var buf [maxSamples]Tint
	profile, ok := v.profile(buf[:], a, normal, before*profileStep, after*profileStep)
	if !ok {
		return t
	}
	for k := range n {
		edges[k].at += before
	}
	limb += before
	var line change
	if around != nil {
		m, ok := v.groundUnder(a, normal, before)
		if !ok {
			return t
		}
		profile = profile[:m.until(b, around.others, limb, v.Eye, len(profile))]
		if float64(len(profile)) < limb+reach+clearEnd {
			return t
		}
		line = m.line(around.board, limb, len(profile))
		line.blur, line.pull = blur, pullLine
	}
	t.compare(profile, face, edges[:n], line, reach, lens)
	t.step *= profileStep / q
	t.bent = lens.Blur / q * t.bend(n)
	return t
}

// bend is by how many sigmas of the blur the edges of the first n changes of
// colour together seem to lie further out.
func (t *trace) bend(n int) float64 {
	sum, weight := 0.0, 1e-9
	for k := range n {
		step := t.layers[k].Distance(t.layers[k+1])
		sum += step * step * bentEdge(t.layers[k], t.layers[k+1])
		weight += step * step
	}
	return sum / weight
}

// compare fills in the misfits for shifts of up to reach samples.
func (t *trace) compare(profile []Tint, face Tint, edges []change, line change, reach float64, lens Lens) {
	t.step = 0.5
	half := int(math.Ceil(reach / t.step))
	if half > maxShifts/2 {
		half = maxShifts / 2
		t.step = reach / float64(half)
	}
	t.n = 2*half + 1
	noise := lens.Noise * lens.Noise
	var m mixture
	m.look(profile)
	t.least = math.Inf(1)
	var widths [maxShifts]float64
	var shaded [maxShifts]float64
	fit := func(i int) {
		s := float64(i-half) * t.step
		m.begin(pullFace, face)
		for k := range edges {
			e := edges[k]
			e.at += s
			m.add(&e, m.moment(&e))
		}
		limb := edges[len(edges)-1].at + s
		if line.band {
			l := line
			l.at, l.to = math.Max(l.at, limb), math.Min(math.Max(l.to, limb), float64(len(profile))-clearEnd)
			if l.to-l.at > 0.1 {
				m.add(&l, m.moment(&l))
			}
		}
		t.misfits[i], shaded[i] = m.errors/noise, math.Inf(1)
		for w := shadeStep; limb+w < float64(len(profile))-clearEnd; w *= 1.7 {
			e := change{at: limb + w, blur: edges[0].blur, pull: pullLimb}
			m.add(&e, m.moment(&e))
			if c := m.errors / noise; c < shaded[i] && m.last().Luma() > 0 {
				shaded[i], widths[i] = c, w
			}
			m.drop()
		}
	}
	t.samples = 3 * len(profile)
	for i := range t.n {
		fit(i)
		t.least = math.Min(t.least, math.Min(t.misfits[i], shaded[i]))
	}
	cost := shadeCosts * t.scale()
	t.least = math.Inf(1)
	for i := range t.n {
		if c := shaded[i] + cost; c < t.misfits[i] {
			t.misfits[i] = c
		} else {
			widths[i] = 0
		}
		if t.misfits[i] < t.least {
			t.least, t.best = t.misfits[i], i
		}
	}
	fit(t.best)
	t.misfits[t.best] = t.least
	if w := widths[t.best]; w > 0 {
		limb := edges[len(edges)-1].at + float64(t.best-half)*t.step
		e := change{at: limb + w, blur: edges[0].blur, pull: pullLimb}
		m.add(&e, m.moment(&e))
	}
	x := m.colours()
	t.layers[0] = x[0]
	for k := range edges {
		t.layers[k+1] = t.layers[k].Add(x[k+1])
	}
	t.ok = true
}

// shadeStep is the width of the narrowest shadow that is told from none,
// samples.
const shadeStep = 2.0

// excessAt is by how much a shift (mm) fits worse than the best one, in units
// of the reading's own noise, and grows evenly beyond what was tried.
func (t *trace) excessAt(shift float64) float64 {
	x := (shift+t.bent)/t.step + float64(t.n/2)
	far := 0.0
	if x < 0 {
		far, x = -x, 0
	} else if last := float64(t.n - 1); x > last {
		far, x = x-last, last
	}
	i := min(int(x), t.n-2)
	f := x - float64(i)
	return ((1-f)*t.misfits[i]+f*t.misfits[i+1]-t.least)/t.scale() + far
}

// unexplained is the logarithm of the mean squared error, in units of noise,
// that is left when the disc is moved.
func (t *trace) unexplained(move r2.Vec) float64 {
	e := t.least + t.excessAt(r2.Dot(t.dir, move))*t.scale()
	return math.Log(math.Max(1, e/float64(t.samples)))
}

// scale is how much more the samples scatter than their noise.
func (t *trace) scale() float64 { return math.Max(1, t.least/float64(t.samples)) }
