package calibrate

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// blurPx is the blur that pictures have, as a Gaussian's sigma in pixels.
const blurPx = 0.9

// refiner measures the printed lines in the full picture to a small part of a
// pixel and fits the view to them.
type refiner struct {
	frame *capture.Frame
	ink   ink
	width float64 // of the printed lines, mm
}

// ringProbe is how a ring is cut: places around it, spacing of taps in mm.
type ringProbe struct {
	line  models.Line
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
	p := ringProbe{line: l}
	p.tap = math.Max(0.5/scale, r.width/8)
	p.n = int(detail * math.Max(72, math.Min(300, 2*math.Pi*radius*scale/6)))
	p.reach = max(3, int(math.Ceil(math.Max(window, 1.5/scale)/p.tap)))
	p.half = p.reach + int(math.Ceil((r.width/2+3*blurPx/scale)/p.tap)) + 3
	return p, true
}

// strokes are templates by blur in taps, made once for a probe.
func (r *refiner) strokeFor(cache map[int]stroke, s slice, tap float64) stroke {
	sigma := blurPx / (s.scale * tap)
	key := int(math.Round(math.Log(sigma) * 8))
	t, ok := cache[key]
	if !ok {
		t = newStroke(r.width/tap, math.Max(0.45, math.Exp(float64(key)/8)))
		cache[key] = t
	}
	return t
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
	for _, s := range averaged(ringSlices(r.frame, r.ink, &v.cam, v.rings.Radius(l), p.n, p.half, p.tap), neighbours) {
		if s.profile == nil {
			continue
		}
		places++
		if hit, ok := r.strokeFor(cache, s, p.tap).locate(s.profile, p.reach); ok {
			px := p.tap * s.scale
			out = append(out, sighting{
				px:   r2.Add(s.mid, r2.Scale(hit.at*px, s.normal)),
				sd:   math.Hypot(hit.sd*px, 0.06) * spread,
				line: l,
				edge: hit.edge,
			})
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
			if hit, ok := r.strokeFor(cache, s, tap).locate(s.profile, reach); ok {
				px := tap * s.scale
				out = append(out, sighting{
					px:    r2.Add(s.mid, r2.Scale(hit.at*px, s.normal)),
					sd:    math.Hypot(hit.sd*px, 0.06),
					angle: angle,
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

// widths of lines, as multiples of the make's, that boards were seen to have.
var widths = []float64{0.7, 1, 1.5, 2.2}

// chooseInk takes the colour and the width in which the view's rings stand
// out most.
func (r *refiner) chooseInk(v view, window float64) {
	nominal := r.width
	best, width := 0.0, nominal
	var chosen ink
	for _, w := range []float64{1, 2} {
		r.width = w * nominal
		for _, k := range inks {
			for _, sign := range []float64{-1, 1} {
				r.ink = ink{sign * k[0], sign * k[1], sign * k[2]}
				if s := r.standsOut(v, window, 24, contrast); s > best {
					best, chosen, width = s, r.ink, r.width
				}
			}
		}
	}
	r.ink, r.width = chosen, width
}

// contrast of a line that was found: strong, and high above its ground.
func contrast(f found) float64 { return math.Min(f.snr, 40) * math.Min(f.height, 120) }

// sharpness of a line that was found: how well the template has its shape.
func sharpness(f found) float64 { return math.Min(f.snr, 25) }

// standsOut is how clearly lines are found along the three rings: the mean
// merit over the given number of places around each.
func (r *refiner) standsOut(v view, window float64, places int, merit func(found) float64) float64 {
	var sum float64
	for _, l := range models.Lines {
		p, ok := r.probe(v, l, window, 1)
		if !ok {
			continue
		}
		cache := map[int]stroke{}
		n, total := 0.0, 0.0
		for _, s := range ringSlices(r.frame, r.ink, &v.cam, v.rings.Radius(l), places, p.half, p.tap) {
			if s.profile == nil {
				continue
			}
			n++
			if hit, ok := r.strokeFor(cache, s, p.tap).locate(s.profile, p.reach); ok {
				total += merit(hit)
			}
		}
		if n > 0 {
			sum += total / n
		}
	}
	return sum
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
			off := int(math.Round((r.width + 2.2*blurPx/v.cam.PixelsPerMM(r3.Vec{X: v.rings.Radius(l)})) / p.tap))
			for _, s := range ringSlices(r.frame, k, &v.cam, v.rings.Radius(l), 90, p.half, p.tap) {
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
