package session

import (
	"math"
	"slices"
	"sync"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// CameraFacts are what was measured of a camera and its pictures. A zero says
// that it is not known.
type CameraFacts struct {
	Width  int `json:"width"`
	Height int `json:"height"`

	Frames   int     `json:"frames"`     // whose times were looked at
	FPS      float64 `json:"fps"`        // frames a second: 1 / the median time between two
	Interval float64 `json:"interval_s"` // s; 19 of 20 times between two frames don't exceed it

	Board    bool    `json:"board"`       // the board was found: the following are known
	PxPerMM  float64 `json:"px_per_mm"`   // at the middle of the board, across the line of sight
	Oblique  float64 `json:"oblique_deg"` // between the line of sight to the middle and the board's normal
	Contrast float64 `json:"contrast"`    // levels of the clearest printed line against the wood beside it
	Texture  float64 `json:"texture"`     // sd from pixel to pixel on the wood, levels: noise and grain
	Blur     float64 `json:"blur_px"`     // sd of the picture's spread, from the lines' width

	Bright float64 `json:"bright"` // the level that one in a hundred pixels of the board exceeds, 0 to 255; without a board, of the picture
	Noise  float64 `json:"noise"`  // sd of a pixel from frame to frame, levels
}

// Gauge measures CameraFacts while a camera runs. Its zero value is ready; it
// may be used from any goroutine.
type Gauge struct {
	mu sync.Mutex
	reading
}

// reading is what a Gauge has measured so far.
type reading struct {
	facts  CameraFacts
	some   bool          // a frame was seen
	last   time.Duration // its time
	gaps   [256]float64  // s between frames, the last n of them
	n      int
	looked time.Duration // time of the picture that was measured last
	before []byte        // what the probed pixels showed in the frame before
	noise  [64]float64   // sd of the last frames against the one before
	noises int
}

// gaugeEvery is the time between two looks at a picture's quality: light
// changes slowly.
const gaugeEvery = 5 * time.Second

// probes is about how many pixels are compared from frame to frame.
const probes = 1500

// Frame notes a frame's time and size, and how much pixels change from the
// one before: called for every frame that the source gives, it takes some
// microseconds. What moves covers less than half of a picture, which the
// median leaves out.
func (g *Gauge) Frame(f capture.Frame) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if f.Width != g.facts.Width || f.Height != g.facts.Height || f.Media < g.last {
		g.reading = reading{facts: CameraFacts{Width: f.Width, Height: f.Height}}
	} else if g.some {
		g.gaps[g.n%len(g.gaps)] = (f.Media - g.last).Seconds()
		g.n++
	}
	g.some, g.last = true, f.Media
	pixels := len(f.Pix) / 3
	step := max(1, pixels/probes)
	same := len(g.before) > 0
	var changes [256]int
	for i, k := 0, 0; i < pixels; i, k = i+step, k+1 {
		v := luma(f.Pix[3*i:])
		if same {
			changes[max(v, g.before[k])-min(v, g.before[k])]++
			g.before[k] = v
		} else {
			g.before = append(g.before, v)
		}
	}
	if same {
		// The median of the difference of two normal values is 0.6745 sqrt(2) sd.
		g.noise[g.noises%len(g.noise)] = middle(&changes, len(g.before)) / 0.6745 / math.Sqrt2
		g.noises++
	}
}

// middle is the median of n samples in a histogram of whole levels, within a
// level by its share.
func middle(hist *[256]int, n int) float64 {
	below := 0
	for level, count := range hist {
		if 2*(below+count) >= n {
			// Differences of 0 lie within half a level, those of 1 from a half on.
			share := (float64(n)/2 - float64(below)) / float64(count)
			return max(0, float64(level)-0.5+share)
		}
		below += count
	}
	return 0
}

// Picture measures a picture in which the board lies still, at most every few
// seconds; a millisecond then.
func (g *Gauge) Picture(f capture.Frame, cal calibrate.Calibration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.facts.Board && f.Media-g.looked < gaugeEvery && f.Media >= g.looked {
		return
	}
	g.looked = f.Media
	look(&g.facts, f, cal)
}

// Dim measures the light of a picture in which no board is found.
func (g *Gauge) Dim(f capture.Frame) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.facts.Board {
		return
	}
	var hist [256]int
	const step = 7 // pixels: a prime, which no pattern follows
	n := 0
	for i := 0; i+2 < len(f.Pix); i += 3 * step {
		hist[luma(f.Pix[i:])]++
		n++
	}
	g.facts.Bright = float64(exceeded(&hist, n, brightShare))
}

// Facts are what is known by now.
func (g *Gauge) Facts() CameraFacts {
	g.mu.Lock()
	defer g.mu.Unlock()
	f := g.facts
	if k := min(g.noises, len(g.noise)); k > 0 {
		f.Noise = math.Hypot(median(slices.Clone(g.noise[:k])), quantized)
	}
	k := min(g.n, len(g.gaps))
	f.Frames = k
	if k < 8 {
		return f
	}
	gaps := slices.Clone(g.gaps[:k])
	slices.Sort(gaps)
	f.FPS = 1 / gaps[k/2]
	f.Interval = gaps[k*19/20]
	return f
}

// brightShare is the share of the brightest pixels that says how light a
// picture is: a lit board has lines, discs or wood in it that are light,
// whatever its colour.
const brightShare = 0.01

// quantized is the error of what is read in whole levels: sd of an even spread
// over one.
const quantized = 0.2887

// exceeded is the level that a share of n samples exceeds.
func exceeded(hist *[256]int, n int, share float64) int {
	left := int(share * float64(n))
	for level := 255; level > 0; level-- {
		if left -= hist[level]; left < 0 {
			return level
		}
	}
	return 0
}

// luma of a BGR pixel (BT.601).
func luma(p []byte) byte {
	return byte((7471*uint32(p[0]) + 38470*uint32(p[1]) + 19595*uint32(p[2]) + 32768) >> 16)
}

// look measures one picture with its calibration.
func look(c *CameraFacts, f capture.Frame, cal calibrate.Calibration) {
	eye := cal.Camera.Centre()
	upright := math.Min(1, math.Abs(eye.Z)/r3.Norm(eye)) // cosine
	c.Board = true
	c.Oblique = math.Acos(upright) * 180 / math.Pi
	// PixelsPerMM is the mean of the scales across and along the line of
	// sight, of which the second is the first times that cosine.
	c.PxPerMM = cal.Camera.PixelsPerMM(r3.Vec{}) / math.Sqrt(upright)
	s := sampler{f: f, cal: cal}
	c.Bright, c.Texture = s.wood()
	c.Contrast, c.Blur = s.lines()
}

// sampler reads a picture by places on the board.
type sampler struct {
	f   capture.Frame
	cal calibrate.Calibration
}

// pixel that sees a place of the surface; ok is false outside the picture and
// on its edge.
func (s *sampler) pixel(p r2.Vec) (x, y int, ok bool) {
	px, ok := s.cal.Camera.Project(r3.Vec{X: p.X, Y: p.Y})
	x, y = int(math.Round(px.X)), int(math.Round(px.Y))
	return x, y, ok && x > 0 && y > 0 && x < s.f.Width-1 && y < s.f.Height-1
}

func (s *sampler) level(x, y int) float64 {
	return float64(luma(s.f.Pix[3*(y*s.f.Width+x):]))
}

// at is the brightness between pixels, bilinear.
func (s *sampler) at(p r2.Vec) (v float64, ok bool) {
	px, ok := s.cal.Camera.Project(r3.Vec{X: p.X, Y: p.Y})
	if !ok || !(px.X >= 0 && px.Y >= 0 && px.X < float64(s.f.Width-1) && px.Y < float64(s.f.Height-1)) {
		return 0, false
	}
	x, y := int(px.X), int(px.Y)
	u, w := px.X-float64(x), px.Y-float64(y)
	return (s.level(x, y)*(1-u)+s.level(x+1, y)*u)*(1-w) + (s.level(x, y+1)*(1-u)+s.level(x+1, y+1)*u)*w, true
}

// wood samples the surface evenly: its bright level and its texture. The
// texture is the scatter of neighbouring pixels about the line through them,
// (a - 2b + c) / sqrt(6), by the median, so that edges don't count.
func (s *sampler) wood() (bright, texture float64) {
	const step = 5 // mm
	var hist [256]int
	var second []float64
	r, round := s.cal.Board.SurfaceRadius, true
	if c := s.cal.Board.Carrom; c != nil {
		r, round = c.Side/2, false
	}
	for y := -r; y <= r; y += step {
		for x := -r; x <= r; x += step {
			if round && x*x+y*y > r*r {
				continue
			}
			i, j, ok := s.pixel(r2.Vec{X: x, Y: y})
			if !ok {
				continue
			}
			here := s.level(i, j)
			hist[int(here)]++
			second = append(second, math.Abs(s.level(i-1, j)-2*here+s.level(i+1, j)))
		}
	}
	if len(second) == 0 {
		return 0, 0
	}
	// The median of |N(0, sd)| is 0.6745 sd.
	texture = median(second) / 0.6745 / math.Sqrt(6)
	return float64(exceeded(&hist, len(second), brightShare)), math.Hypot(texture, quantized)
}

// course is a printed line to be measured across, mm: its width, and as share
// goes from 0 to 1 the middle of its band and the direction across.
type course struct {
	width float64
	at    func(share float64) (middle, across r2.Vec)
}

func circleCourse(radius, width float64) course {
	return course{width, func(share float64) (middle, across r2.Vec) {
		sin, cos := math.Sincos(2 * math.Pi * share)
		across = r2.Vec{X: cos, Y: sin}
		return r2.Scale(radius, across), across
	}}
}

// courses are the printed lines of a board: the circles, or a carrom board's
// outer base lines and centre circle.
func courses(b models.Board) []course {
	c := b.Carrom
	if c == nil {
		return []course{circleCourse(b.Rings.R15, b.LineWidth), circleCourse(b.Rings.R10, b.LineWidth), circleCourse(b.Rings.R5, b.LineWidth)}
	}
	_, outer := c.BaseLines()
	sides := course{outer.Far - outer.Near, func(share float64) (middle, across r2.Vec) {
		side, rest := math.Modf(4 * share)
		sin, cos := math.Sincos(side * math.Pi / 2)
		across = r2.Vec{X: cos, Y: sin}
		along := c.BaseLength * (rest - 0.5)
		return r2.Add(r2.Scale((outer.Near+outer.Far)/2, across), r2.Vec{X: -along * sin, Y: along * cos}), across
	}}
	return []course{sides, circleCourse(c.CentreCircleDiameter/2, c.CircleLineWidth)}
}

// lines measures the printed lines across: their contrast with the wood
// beside them, and from their apparent width the spread of the lens, px. Of
// the lines the clearest counts.
func (s *sampler) lines() (contrast, blur float64) {
	for _, l := range courses(s.cal.Board) {
		if c, b, ok := s.line(l); ok && c > contrast {
			contrast, blur = c, b
		}
	}
	return contrast, blur
}

// line measures one line at many places; medians leave out the discs that lie
// on it.
func (s *sampler) line(l course) (contrast, blur float64, ok bool) {
	const places = 240
	half := math.Max(4, 4/math.Max(s.cal.Camera.PixelsPerMM(r3.Vec{}), 0.01)) // mm: to well beside the line
	var depths, widths []float64
	for k := range places {
		middle, across := l.at(float64(k) / places)
		var profile [17]float64
		good := true
		for i := range profile {
			v, in := s.at(r2.Add(middle, r2.Scale(half*(float64(i)/8-1), across)))
			profile[i], good = v, good && in
		}
		if !good {
			continue
		}
		beside := median(append(profile[0:4:4], profile[13:17]...))
		depth := (profile[7]+profile[8]+profile[9])/3 - beside
		depths = append(depths, math.Abs(depth))
		var m0, m2 float64
		for i := 3; i <= 13; i++ {
			v := (profile[i] - beside) / depth
			d := half * (float64(i)/8 - 1)
			m0, m2 = m0+v, m2+v*d*d
		}
		if m0 > 0 && m2 > 0 {
			next := r2.Add(middle, across)
			pa, oka := s.cal.Camera.Project(r3.Vec{X: middle.X, Y: middle.Y})
			pb, okb := s.cal.Camera.Project(r3.Vec{X: next.X, Y: next.Y})
			if oka && okb {
				widths = append(widths, math.Sqrt(math.Max(0, m2/m0-l.width*l.width/12))*r2.Norm(r2.Sub(pb, pa)))
			}
		}
	}
	if len(depths) < places/4 || len(widths) == 0 {
		return 0, 0, false
	}
	return median(depths), median(widths), true
}

// median of values, which are sorted by it; 0 of none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
