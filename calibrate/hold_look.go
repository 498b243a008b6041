package calibrate

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// strokes are the templates of a print's lines, one for each step of how wide
// a line is in the picture, pixels.
type strokes struct {
	ink     ink
	width   float64 // mm
	thin    float64 // the same of thin lines
	byWidth map[int]stroke
}

const (
	strokeStep = 1.12 // ratio of widths from one template to the next
	lookTap    = 0.7  // pixels between samples across a line
)

func newStrokes(c Calibration) strokes {
	r := newRefiner(nil, c.Board)
	s := strokes{ink: c.print.ink, width: r.width, thin: r.widthOf(models.Line15), byWidth: map[int]stroke{}}
	for k := -24; k <= 40; k++ { // 0.07 to 90 pixels
		s.byWidth[k] = newStroke(math.Pow(strokeStep, float64(k))/lookTap, blurPx/lookTap)
	}
	return s
}

// forWidth is the template for a line so many pixels wide.
func (s *strokes) forWidth(px float64) (stroke, bool) {
	t, ok := s.byWidth[int(math.Round(math.Log(px)/math.Log(strokeStep)))]
	return t, ok
}

// glance is how a mark is seen in a picture.
type glance struct {
	found
	off    float64 // across the line from where the view has it, pixels
	normal r2.Vec
	slope  slope
}

// look finds the line within reach pixels of where the view has the mark.
func (s *strokes) look(f *capture.Frame, v *view, m mark, reach float64) (g glance, ok bool) {
	var t stroke
	g, t, ok = s.across(v, m)
	if !ok {
		return g, false
	}
	n := int(math.Ceil(reach / lookTap))
	var buf [160]float64
	half := n + t.half + 1
	if 2*half+1 > len(buf) {
		return g, false
	}
	profile := buf[:2*half+1]
	if !s.sample(f, g.slope.px, g.normal, profile) {
		return g, false
	}
	g.found, ok = t.locate(profile, n)
	g.off = g.at * lookTap
	return g, ok
}

// across is the line's direction and width at a mark, and its template.
func (s *strokes) across(v *view, m mark) (g glance, t stroke, ok bool) {
	g.slope, ok = v.slopeAt(r3.Vec{X: m.at.X, Y: m.at.Y}, true)
	along := r2.Add(r2.Scale(m.tangent.X, g.slope.place[0]), r2.Scale(m.tangent.Y, g.slope.place[1]))
	side := r2.Add(r2.Scale(m.tangent.Y, g.slope.place[0]), r2.Scale(-m.tangent.X, g.slope.place[1]))
	l := norm(along)
	if !ok || l < 1e-9 {
		return g, t, false
	}
	g.normal = r2.Vec{X: -along.Y / l, Y: along.X / l}
	width := s.width
	if m.thin {
		width = s.thin
	}
	t, ok = s.forWidth(width * math.Max(1e-3, math.Abs(r2.Dot(g.normal, side))))
	return g, t, ok
}

// sample fills the profile with the picture's tone along the normal through
// the pixel mid; ok is false where that leaves the picture.
func (s *strokes) sample(f *capture.Frame, mid, normal r2.Vec, profile []float64) bool {
	half := len(profile) / 2
	for i := range profile {
		d := float64(i-half) * lookTap
		tone, ok := s.ink.tone(f, mid.X+d*normal.X, mid.Y+d*normal.Y)
		if !ok {
			return false
		}
		profile[i] = tone
	}
	return true
}

// afar looks for the view shifted by up to farPx pixels: every third mark
// votes for the shifts that would put its line on something like a line.
func (h *Hold) afar(f *capture.Frame) (view, bool) {
	const pixels = 2.0 // of a cell of votes
	const cells = int(2*farPx/pixels) + 1
	const near = 3.0
	type hits struct {
		normal r2.Vec
		off    []float64
	}
	var all []hits
	n := int(farPx / lookTap)
	for i := 0; i < len(h.marks); i += 2 {
		g, t, ok := h.across(&h.view, h.marks[i])
		if !ok {
			continue
		}
		profile := make([]float64, 2*(n+t.half+1)+1)
		if !h.sample(f, g.slope.px, g.normal, profile) {
			continue
		}
		all = append(all, hits{g.normal, t.peaks(profile, n)})
	}
	if len(all) < fewestMarks/2 {
		return view{}, false
	}
	var votes [cells][cells]int
	best, at := 0, r2.Vec{}
	for a := range cells {
		for b := range cells {
			shift := r2.Vec{X: float64(a)*pixels - farPx, Y: float64(b)*pixels - farPx}
			for _, m := range all {
				want := r2.Dot(m.normal, shift)
				for _, off := range m.off {
					if math.Abs(off*lookTap-want) < near {
						votes[a][b]++
						break
					}
				}
			}
			if votes[a][b] > best {
				best, at = votes[a][b], shift
			}
		}
	}
	if float64(best) < 0.4*float64(len(all)) {
		return view{}, false
	}
	// The mean of the cells about as good: the top is flat.
	var sum r2.Vec
	var weight float64
	for a := range cells {
		for b := range cells {
			shift := r2.Vec{X: float64(a)*pixels - farPx, Y: float64(b)*pixels - farPx}
			if norm(r2.Sub(shift, at)) < 6 && float64(votes[a][b]) > 0.95*float64(best) {
				sum, weight = r2.Add(sum, shift), weight+1
			}
		}
	}
	at = r2.Scale(1/weight, sum)
	v := h.view
	depth := v.cam.T.Z
	var by [pCount]float64
	by[pTX], by[pTY] = at.X*depth/v.cam.Fx, at.Y*depth/v.cam.Fy
	return v.with(by), true
}

// peaks are the places, in taps from the profile's middle, where it looks most
// like a line: at most three.
func (s stroke) peaks(profile []float64, reach int) []float64 {
	mid, n := len(profile)/2, 2*s.half+1
	snr := make([]float64, 2*reach+1)
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
		snr[c+reach] = q[3] / math.Sqrt(rest/float64(n-4)+grain*grain)
	}
	var out []float64
	for range 3 {
		best, at := 2.5, -1
		for i := 1; i+1 < len(snr); i++ {
			if snr[i] > best && snr[i] >= snr[i-1] && snr[i] >= snr[i+1] {
				best, at = snr[i], i
			}
		}
		if at < 0 {
			break
		}
		out = append(out, float64(at-reach))
		for i := max(0, at-4); i < min(len(snr), at+5); i++ {
			snr[i] = 0
		}
	}
	return out
}
