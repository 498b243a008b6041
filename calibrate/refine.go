package calibrate

import (
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// blurPx is the blur that pictures have, as a Gaussian's sigma in pixels.
const blurPx = 0.9

// leastSD is the least standard uncertainty that one sighting is taken to
// have, pixels.
const leastSD = 0.06

// refiner measures the printed lines in the full picture to a small part of a
// pixel and fits the view to them.
type refiner struct {
	frame *capture.Frame
	ink   ink
	width float64 // of the printed lines, mm; on a carrom board, of the outer base lines
	thin  float64 // what share of it the other lines are wide; 0 where all are alike

	widthSD float64 // its standard uncertainty, mm

	stretched bool // the picture's pixels may not be square
	cropped   bool // the picture may have been cut out of a larger one
}

// widthOf a printed line, mm.
func (r *refiner) widthOf(l models.Line) float64 {
	if r.thin == 0 || l == models.Line5 {
		return r.width
	}
	return r.thin * r.width
}

// ringProbe is how a ring is cut: places around it, spacing of taps in mm.
type ringProbe struct {
	n     int
	tap   float64
	half  int // taps on either side
	reach int // how far a line is looked for, taps
}

func (r *refiner) probe(v view, l models.Line, window, detail float64) (ringProbe, bool) {
	radius := v.rings.Radius(l)
	scale, n := 0.0, 0.0
	for i := range 8 {
		s, c := math.Sincos(float64(i) * math.Pi / 4)
		if p := v.cam.PixelsPerMM(r3.Vec{X: radius * c, Y: radius * s}); p > 0 {
			scale += p
			n++
		}
	}
	if n == 0 {
		return ringProbe{}, false
	}
	scale /= n
	var p ringProbe
	width := r.widthOf(l)
	p.tap = math.Max(0.5/scale, width/8)
	p.n = int(detail * math.Max(72, math.Min(300, 2*math.Pi*radius*scale/6)))
	p.reach = max(3, int(math.Ceil(math.Max(window, 1.5/scale)/p.tap)))
	p.half = p.reach + int(math.Ceil((width/2+3*blurPx/scale)/p.tap)) + 3
	return p, true
}

// strokeFor is the template for the blur that a slice has in taps, made once
// for each step of blur.
func (r *refiner) strokeFor(cache map[int]stroke, s slice, width, tap float64) stroke {
	sigma := blurPx / (s.scale * tap)
	key := int(math.Round(math.Log(sigma) * 8))
	t, ok := cache[key]
	if !ok {
		t = newStroke(width/tap, math.Max(0.45, math.Exp(float64(key)/8)))
		cache[key] = t
	}
	return t
}

// slices cuts n profiles across a printed line.
func (r *refiner) slices(v *view, l models.Line, k ink, n int, p ringProbe) []slice {
	if v.square && l != models.Line15 {
		return sideSlices(r.frame, k, &v.cam, v.rings.Radius(l), sideReach*v.rings.R5, n, p.half, p.tap)
	}
	return ringSlices(r.frame, k, &v.cam, v.rings.Radius(l), n, p.half, p.tap)
}

// sightRing measures one ring where the view has it to within window mm, at a
// share (detail) of the places that the picture has to offer, each averaged
// with neighbours on both sides. It returns also how many places lie inside
// the picture.
func (r *refiner) sightRing(v view, l models.Line, window, detail float64, neighbours int) (out []sighting, places int) {
	p, ok := r.probe(v, l, window, detail)
	if !ok {
		return nil, 0
	}
	cache := map[int]stroke{}
	spread := math.Sqrt(float64(2*neighbours + 1))
	for _, s := range averaged(r.slices(&v, l, r.ink, p.n, p), neighbours) {
		if s.profile == nil {
			continue
		}
		places++
		if hit, ok := r.strokeFor(cache, s, r.widthOf(l), p.tap).locate(s.profile, p.reach); ok {
			px := p.tap * s.scale
			seen := sighting{
				px:   r2.Add(s.mid, r2.Scale(hit.at*px, s.normal)),
				sd:   math.Hypot(hit.sd*px, leastSD) * spread,
				line: l,
				edge: hit.edge,
			}
			if s.side {
				seen.side, seen.angle = true, s.angle
			}
			out = append(out, seen)
		}
	}
	return out, places
}

// quadrantLines measures the four straight lines, to within window mm.
func (r *refiner) quadrantLines(v view, b models.Board, window float64) (out []sighting, places int) {
	inner, outer := v.rings.R10, v.rings.R5
	margin := 0.08 * (outer - inner)
	scale := v.cam.PixelsPerMM(r3.Vec{X: (inner + outer) / 2})
	if scale <= 0 {
		return nil, 0
	}
	tap := math.Max(0.5/scale, r.width/8)
	reach := max(3, int(math.Ceil(math.Max(window, 1.5/scale)/tap)))
	half := reach + int(math.Ceil((r.width/2+3*blurPx/scale)/tap)) + 3
	n := int(math.Max(8, math.Min(40, (outer-inner)*scale/5)))
	cache := map[int]stroke{}
	for q := range 4 {
		angle := b.Quadrants.StartDeg*math.Pi/180 + float64(q)*math.Pi/2
		sin, cos := math.Sincos(angle)
		for i := range n {
			d := inner + margin + (outer-inner-2*margin)*(float64(i)+0.5)/float64(n)
			s := cut(r.frame, r.ink, &v.cam, r2.Vec{X: d * cos, Y: d * sin}, r2.Vec{X: cos, Y: sin}, half, tap)
			if s.profile == nil {
				continue
			}
			places++
			if hit, ok := r.strokeFor(cache, s, r.width, tap).locate(s.profile, reach); ok {
				px := tap * s.scale
				out = append(out, sighting{
					px:    r2.Add(s.mid, r2.Scale(hit.at*px, s.normal)),
					sd:    math.Hypot(hit.sd*px, leastSD),
					angle: angle,
					edge:  hit.edge,
				})
			}
		}
	}
	return out, places
}

// inks are the colours that lines are looked for in at first, both darker and
// lighter than their ground.
var inks = []ink{
	{0.114, 0.587, 0.299}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-0.6, 0, 0.6}, {0, -0.7, 0.7}, {-0.7, 0.7, 0},
}

// chooseInk takes the colour and the width in which the view's rings stand
// out most.
func (r *refiner) chooseInk(v view, window float64) {
	nominal := r.width
	best, width := 0.0, nominal
	var chosen ink
	widths := []float64{1, 2, 3}
	if v.square {
		widths = widths[:1]
	}
	for _, w := range widths {
		r.width = w * nominal
		for _, k := range inks {
			for _, sign := range []float64{-1, 1} {
				r.ink = ink{sign * k[0], sign * k[1], sign * k[2]}
				if s := r.standsOut(v, window, 24); s > best {
					best, chosen, width = s, r.ink, r.width
				}
			}
		}
	}
	r.ink, r.width = chosen, width
}

// light says whether lines of the ink are lighter than their ground.
func (k ink) light() bool { return k[0]+k[1]+k[2] > 1e-9 }

// contrast of a line that was found: clear and high above its ground, which is
// alike on both sides (the flank of a wide line is not a line).
func contrast(f found) float64 {
	return math.Min(f.snr, 40) * math.Min(f.height, 120) / (1 + 4*f.edge*f.edge)
}

// standsOut is how clearly lines are found along the three rings: the mean
// contrast over the given number of places around each.
func (r *refiner) standsOut(v view, window float64, places int) float64 {
	var sum float64
	for _, l := range models.Lines {
		p, ok := r.probe(v, l, window, 1)
		if !ok {
			continue
		}
		cache := map[int]stroke{}
		n, total := 0.0, 0.0
		for _, s := range r.slices(&v, l, r.ink, places, p) {
			if s.profile == nil {
				continue
			}
			n++
			if hit, ok := r.strokeFor(cache, s, r.widthOf(l), p.tap).locate(s.profile, p.reach); ok {
				total += contrast(hit)
			}
		}
		if n > 0 {
			sum += total / n
		}
	}
	return sum
}

// madeWidthSD is the standard uncertainty of a make's own width of line, mm.
const madeWidthSD = 0.02

// measureWidth takes the lines' width from the picture. A width that the
// make's own would look like stays the make's.
func (r *refiner) measureWidth(v view, nominal float64) {
	var widths []float64
	for _, seen := range r.profileWidths(v) {
		expected := math.Hypot(nominal, seen.blur)
		if math.Abs(seen.width-expected) < 0.25*expected || (nominal < 1.5*seen.blur && seen.width < 1.5*expected) {
			widths = append(widths, nominal)
		} else if seen.width > seen.blur {
			widths = append(widths, seen.sharp())
		}
	}
	r.width, r.widthSD = nominal, madeWidthSD
	if len(widths) > 0 {
		r.width = math.Max(0.4*nominal, math.Min(4*nominal, median(widths)))
		r.widthSD = math.Max(madeWidthSD, (slices.Max(widths)-slices.Min(widths))/2)
	}
}

// seenWidth is the width of the lines in units of the radius of the 5; ok is
// false where the picture's blur hides it.
func (r *refiner) seenWidth(v view) (float64, bool) {
	var widths []float64
	for _, seen := range r.profileWidths(v) {
		if seen.width > 1.15*seen.blur {
			widths = append(widths, seen.sharp())
		}
	}
	if len(widths) == 0 {
		return 0, false
	}
	return median(widths) / v.rings.R5, true
}

// profileWidth is the width of a line's mean profile at half height, and what
// the picture's blur makes of a thin line, mm.
type profileWidth struct{ width, blur float64 }

// sharp is the width without the blur.
func (p profileWidth) sharp() float64 { return math.Sqrt(p.width*p.width - p.blur*p.blur) }

// profileWidths measures the mean profile of each ring, aligned place by place.
func (r *refiner) profileWidths(v view) (out []profileWidth) {
	for _, l := range models.Lines {
		if r.widthOf(l) != r.width {
			continue // too thin to tell
		}
		p, ok := r.probe(v, l, 3*r.width, 0.7)
		if !ok {
			continue
		}
		stack := make([]float64, 2*p.half+1)
		n, scale := 0.0, 0.0
		cache := map[int]stroke{}
		for _, s := range r.slices(&v, l, r.ink, p.n, p) {
			if s.profile == nil {
				continue
			}
			hit, ok := r.strokeFor(cache, s, r.widthOf(l), p.tap).locate(s.profile, p.reach)
			if !ok || hit.edge > 0.5 || hit.snr < 6 {
				continue
			}
			n++
			scale += s.scale
			for i := range stack {
				stack[i] += sample(s.profile, float64(i)+hit.at)
			}
		}
		if n < 30 {
			continue
		}
		if w, ok := halfWidth(stack); ok {
			out = append(out, profileWidth{w * p.tap, 2 * blurPx / (scale / n)})
		}
	}
	return out
}

// sample is the linear value of a profile at a place, its ends' beyond them.
func sample(p []float64, at float64) float64 {
	at = math.Max(0, math.Min(float64(len(p)-1), at))
	i := min(int(at), len(p)-2)
	return p[i] + (at-float64(i))*(p[i+1]-p[i])
}

// halfWidth is the width, in taps, of a profile's middle bump at half its
// height over the ground, which is the lowest on each side of it.
func halfWidth(p []float64) (float64, bool) {
	mid := len(p) / 2
	top := p[mid]
	for i := mid - 2; i <= mid+2; i++ {
		top = math.Max(top, p[i])
	}
	cross := func(step int) (float64, bool) {
		ground := p[mid]
		for i := mid; i >= 0 && i < len(p); i += step {
			ground = math.Min(ground, p[i])
		}
		level := (top + ground) / 2
		for i := mid; i+step >= 0 && i+step < len(p); i += step {
			if a, b := p[i], p[i+step]; a >= level && b < level {
				return math.Abs(float64(i-mid)) + (a-level)/(a-b), true
			}
		}
		return 0, false
	}
	left, ok1 := cross(-1)
	right, ok2 := cross(1)
	return left + right, ok1 && ok2
}

// learnInk takes the ink from the aligned lines themselves: their colour less
// that of the ground on either side, which is the direction in which they
// differ most from it.
func (r *refiner) learnInk(v view) {
	var diff [3]float64
	for ch := range 3 {
		var k ink
		k[ch] = 1
		for _, l := range models.Lines {
			p, ok := r.probe(v, l, 3, 1)
			if !ok {
				continue
			}
			var d []float64
			off := int(math.Round((r.widthOf(l) + 2.2*blurPx/v.cam.PixelsPerMM(r3.Vec{X: v.rings.Radius(l)})) / p.tap))
			for _, s := range r.slices(&v, l, k, 90, p) {
				if s.profile == nil || p.half-off < 0 || p.half+off >= len(s.profile) {
					continue
				}
				d = append(d, s.profile[p.half]-(s.profile[p.half-off]+s.profile[p.half+off])/2)
			}
			if len(d) > 10 {
				diff[ch] += median(d)
			}
		}
	}
	n := math.Sqrt(diff[0]*diff[0] + diff[1]*diff[1] + diff[2]*diff[2])
	if n < 6 { // too faint to tell a colour
		return
	}
	// Contrast along diff, tempered so that the noise of the weakest channels
	// does not lead.
	r.ink = ink{diff[0] / n, diff[1] / n, diff[2] / n}
}
