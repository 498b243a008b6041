package calibrate

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// ink is the direction in colour (B, G, R) in which a board's printed lines
// differ from the wood around them: lines are bright along it.
type ink [3]float64

// light undoes the encoding of sRGB, to 0..255: blur mixes light, not encoded
// values, so that only in light a line between unlike grounds is blurred alike
// on both sides.
var light = func() (t [256]float64) {
	for i := range t {
		v := float64(i) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		t[i] = 255 * v
	}
	return t
}()

// tone is the picture's value along the ink at a place, bilinear.
func (k ink) tone(f *capture.Frame, x, y float64) (float64, bool) {
	if !(x >= 0 && y >= 0 && x < float64(f.Width-1) && y < float64(f.Height-1)) {
		return 0, false
	}
	i, j := int(x), int(y)
	u, w := x-float64(i), y-float64(j)
	o := 3 * (j*f.Width + i)
	p, q := f.Pix[o:o+6], f.Pix[o+3*f.Width:o+3*f.Width+6]
	a, b, c, d := (1-u)*(1-w), u*(1-w), (1-u)*w, u*w
	var sum float64
	for ch := range 3 {
		sum += k[ch] * (a*light[p[ch]] + b*light[p[ch+3]] + c*light[q[ch]] + d*light[q[ch+3]])
	}
	return sum, true
}

// stroke is a template of a printed line across its width: a bump, told apart
// from a constant, a slope and a step between two grounds (VISION.md: where
// two colours of surface meet under a line, fit line plus step). The line is
// opaque: it hides where the grounds meet, so the step is half at either edge
// of the line.
type stroke struct {
	half  int          // taps on either side of the middle
	q     [4][]float64 // orthonormal: constant, slope, step, bump
	gain  float64      // of a bump of height 1 along q[3]
	slope float64      // norm of the bump's derivative by place, per tap
}

// newStroke is the template for a line of the width and a blur sigma, both in
// taps.
func newStroke(width, sigma float64) stroke {
	half := int(math.Ceil(width/2 + 2.5*sigma + 1.5))
	n := 2*half + 1
	cdf := func(t float64) float64 { return 0.5 * math.Erfc(-t/(sigma*math.Sqrt2)) }
	basis := [4][]float64{}
	deriv := 0.0
	for i := range basis {
		basis[i] = make([]float64, n)
	}
	for k := range n {
		t := float64(k - half)
		bump := cdf(t+width/2) - cdf(t-width/2)
		g := func(t float64) float64 {
			return math.Exp(-t*t/(2*sigma*sigma)) / (sigma * math.Sqrt(2*math.Pi))
		}
		d := g(t+width/2) - g(t-width/2)
		deriv += d * d
		basis[0][k], basis[1][k], basis[2][k], basis[3][k] = 1, t, (cdf(t+width/2)+cdf(t-width/2))/2, bump
	}
	s := stroke{half: half, slope: math.Sqrt(deriv)}
	for i := range basis {
		v := basis[i]
		for j := range i {
			var dot float64
			for k := range v {
				dot += v[k] * s.q[j][k]
			}
			for k := range v {
				v[k] -= dot * s.q[j][k]
			}
		}
		var norm float64
		for k := range v {
			norm += v[k] * v[k]
		}
		norm = math.Sqrt(norm)
		for k := range v {
			v[k] /= norm
		}
		s.q[i] = v
		s.gain = norm // of the last one: the bump
	}
	return s
}

// found is a line found in a profile.
type found struct {
	at     float64 // taps from the profile's middle
	sd     float64 // taps
	height float64 // of the line over its ground, grey levels
	snr    float64
	edge   float64 // step between the grounds on either side, as a multiple of height
}

// evenGrounds is the step between two grounds, as a multiple of the line's
// height, from which on the line's place is taken from the whole template.
const evenGrounds = 0.05

// grain is the least noise that a profile is taken to have, in units of light.
const grain = 1.2

// locate finds the line that stands out most in a profile, no farther than
// reach taps from its middle; ok is false where nothing does.
func (s stroke) locate(profile []float64, reach int) (found, bool) {
	mid := len(profile) / 2
	n := 2*s.half + 1
	reach = min(reach, mid-s.half)
	if reach < 1 {
		return found{}, false
	}
	rests, amp := make([]float64, 2*reach+1), make([]float64, 2*reach+1)
	var best found
	for c := -reach; c <= reach; c++ {
		window := profile[mid+c-s.half : mid+c-s.half+n]
		var sq float64
		var q [4]float64
		base := window[s.half]
		for k, v := range window {
			v -= base
			sq += v * v
			for i := range q {
				q[i] += s.q[i][k] * v
			}
		}
		rest := math.Max(0, sq-q[0]*q[0]-q[1]*q[1]-q[2]*q[2]-q[3]*q[3])
		rests[c+reach], amp[c+reach] = rest, q[3]
		noise := math.Sqrt(rest/float64(n-4) + grain*grain)
		if snr := q[3] / noise; snr > best.snr {
			h := q[3] / s.gain
			best = found{at: float64(c), height: h, snr: snr, sd: noise / (h * s.slope)}
		}
	}
	i := int(best.at) + reach
	best.edge = math.Abs(ends(profile[mid+int(best.at)-s.half:mid+int(best.at)-s.half+n])) / math.Max(best.height, 1e-9)
	if best.snr < 2.5 || i == 0 || i == 2*reach {
		return found{}, false
	}
	if best.edge < evenGrounds {
		if curve := amp[i-1] - 2*amp[i] + amp[i+1]; curve < 0 {
			best.at += math.Max(-0.5, math.Min(0.5, (amp[i-1]-amp[i+1])/(2*curve)))
		}
		return best, true
	}
	// Beside a step between two grounds the bump alone is drawn aside: the
	// place is where the whole template leaves least.
	for range 2 {
		if i > 1 && rests[i-1] < rests[i] {
			i--
		} else if i < 2*reach-1 && rests[i+1] < rests[i] {
			i++
		}
	}
	best.at = float64(i - reach)
	if curve := rests[i-1] - 2*rests[i] + rests[i+1]; curve > 0 {
		best.at += math.Max(-0.5, math.Min(0.5, (rests[i-1]-rests[i+1])/(2*curve)))
	}
	return best, true
}

// ends is the difference between the two ends of a window, grey levels.
func ends(w []float64) float64 {
	n := len(w)
	return (w[n-1] + w[n-2] - w[0] - w[1]) / 2
}

// slice is the picture's tone across a line, along its normal.
type slice struct {
	mid, normal r2.Vec    // pixels; the normal points to the right of the line's direction
	scale       float64   // pixels per mm along the normal
	side        bool      // across a side of a square
	angle       float64   // of a ring's slice, or of the side's outward normal, radians
	profile     []float64 // nil where it leaves the picture
}

// ringSlices cuts n profiles across the ring of the radius (mm), each of taps
// on either side of the middle, tap mm apart; the normal points outwards.
func ringSlices(f *capture.Frame, k ink, cam *models.Camera, radius float64, n, taps int, tap float64) []slice {
	out := make([]slice, n)
	for i := range n {
		a := 2 * math.Pi * (float64(i) + 0.5) / float64(n)
		s, c := math.Sincos(a)
		out[i] = cut(f, k, cam, r2.Vec{X: radius * c, Y: radius * s}, r2.Vec{X: -s, Y: c}, taps, tap)
		out[i].angle = a
	}
	return out
}

// cut is the profile across the line through p (mm) along t (unit, mm).
func cut(f *capture.Frame, k ink, cam *models.Camera, p, t r2.Vec, taps int, tap float64) slice {
	var s slice
	a, ok1 := cam.Project(r3.Vec{X: p.X - t.X, Y: p.Y - t.Y})
	b, ok2 := cam.Project(r3.Vec{X: p.X + t.X, Y: p.Y + t.Y})
	mid, ok3 := cam.Project(r3.Vec{X: p.X, Y: p.Y})
	right, ok4 := cam.Project(r3.Vec{X: p.X + t.Y, Y: p.Y - t.X})
	d := r2.Sub(b, a)
	l := norm(d)
	if !ok1 || !ok2 || !ok3 || !ok4 || l < 1e-9 {
		return s
	}
	s.mid, s.normal = mid, r2.Vec{X: -d.Y / l, Y: d.X / l}
	s.scale = r2.Dot(s.normal, r2.Sub(right, mid))
	if s.scale < 0 {
		s.scale, s.normal = -s.scale, r2.Scale(-1, s.normal)
	}
	along := r2.Scale(1/l, d)
	profile := make([]float64, 2*taps+1)
	for i := range profile {
		at := float64(i-taps) * tap * s.scale
		var sum float64
		for _, side := range [3]float64{-1, 0, 1} {
			v, ok := k.tone(f, mid.X+at*s.normal.X+side*along.X, mid.Y+at*s.normal.Y+side*along.Y)
			if !ok {
				return s
			}
			sum += v
		}
		profile[i] = sum / 3
	}
	s.profile = profile
	return s
}

// averaged is each slice's profile averaged with those of its neighbours on
// either side, so that faint lines stand out.
func averaged(s []slice, neighbours int) []slice {
	if neighbours == 0 {
		return s
	}
	out := make([]slice, len(s))
	copy(out, s)
	for i := range s {
		if s[i].profile == nil {
			continue
		}
		sum := make([]float64, len(s[i].profile))
		n := 0.0
		for d := -neighbours; d <= neighbours; d++ {
			o := s[(i+d+len(s))%len(s)]
			if o.profile == nil || (o.side && o.angle != s[i].angle) {
				continue
			}
			n++
			for k, v := range o.profile {
				sum[k] += v
			}
		}
		for k := range sum {
			sum[k] /= n
		}
		out[i].profile = sum
	}
	return out
}
