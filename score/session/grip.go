package session

import (
	"math"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// grip remembers how the printed lines looked where a calibration put them:
// a check in well under a millisecond of whether they are still there, so
// that the board need not be searched for in every frame.
type grip struct {
	width, height int
	marks         []mark
}

// mark is one place on a printed line, with places beside it, pixels.
type mark struct {
	place               r2.Vec // in the board frame, mm
	on, inside, outside r2.Vec
	contrast            float64 // of the line with its two sides, grey levels
}

// Figures of the check.
const (
	marksPerRing = 72
	besideMM     = 2.5 // from the line's edge to where its surroundings are looked at, mm
	plainMark    = 8   // grey levels: a fainter mark tells nothing
	keptContrast = 0.35
	fewestMarks  = 24
	holdingShare = 0.5 // of the marks that must be as they were

	coveredShare = 0.04 // of the marks that no disc explains: then something else lies over them
	besideDisc   = 18   // mm from a disc's footprint: its top face, its shadow and its neighbourhood hide lines too
)

// takeGrip looks at the lines of a frame that was just calibrated.
func takeGrip(f capture.Frame, c calibrate.Calibration) grip {
	g := grip{width: f.Width, height: f.Height}
	if c.Board.Game != models.Crokinole {
		return g
	}
	for _, l := range models.Lines {
		radius := c.Board.Rings.Radius(l)
		beside := c.Board.LineWidth/2 + besideMM
		for i := range marksPerRing {
			s, cos := math.Sincos(2 * math.Pi * float64(i) / marksPerRing)
			at := func(r float64) (r2.Vec, bool) { return c.Camera.Project(r3.Vec{X: r * cos, Y: r * s}) }
			m := mark{place: r2.Vec{X: radius * cos, Y: radius * s}}
			var ok [3]bool
			m.on, ok[0] = at(radius)
			m.inside, ok[1] = at(radius - beside)
			m.outside, ok[2] = at(radius + beside)
			if ok != [3]bool{true, true, true} {
				continue
			}
			contrast, ok1 := m.look(f)
			if ok1 && math.Abs(contrast) >= plainMark {
				m.contrast = contrast
				g.marks = append(g.marks, m)
			}
		}
	}
	return g
}

// holds says whether the lines are where they were. Where too few of them
// were plain enough to tell, it believes so.
func (g grip) holds(f capture.Frame) bool {
	return g.share(f, func(mark) bool { return false }) < 1-holdingShare
}

// covered says whether something that is no disc lies over the lines: a hand.
func (g grip) covered(f capture.Frame, discs []detect.Disc) bool {
	return g.share(f, func(m mark) bool {
		for _, d := range discs {
			if r2.Norm(r2.Sub(m.place, d.Pos)) < d.Radius+besideDisc {
				return true
			}
		}
		return false
	}) > coveredShare
}

// share of the marks that are not as they were, but for the excused ones.
func (g grip) share(f capture.Frame, excused func(mark) bool) float64 {
	if len(g.marks) < fewestMarks {
		return 0
	}
	lost := 0
	for _, m := range g.marks {
		now, ok := m.look(f)
		if ok && now*m.contrast > 0 && math.Abs(now) >= keptContrast*math.Abs(m.contrast) || excused(m) {
			continue
		}
		lost++
	}
	return float64(lost) / float64(len(g.marks))
}

func (m mark) look(f capture.Frame) (contrast float64, ok bool) {
	on, ok1 := grey(f, m.on)
	in, ok2 := grey(f, m.inside)
	out, ok3 := grey(f, m.outside)
	return on - (in+out)/2, ok1 && ok2 && ok3
}

// grey is the bilinear brightness at a pixel, 0 to 255; ok is false outside
// the picture.
func grey(f capture.Frame, p r2.Vec) (v float64, ok bool) {
	if !(p.X >= 0 && p.Y >= 0 && p.X < float64(f.Width-1) && p.Y < float64(f.Height-1)) {
		return 0, false
	}
	x, y := int(p.X), int(p.Y)
	u, w := p.X-float64(x), p.Y-float64(y)
	at := func(x, y int) float64 {
		k := 3 * (y*f.Width + x)
		return 0.114*float64(f.Pix[k]) + 0.587*float64(f.Pix[k+1]) + 0.299*float64(f.Pix[k+2])
	}
	return (at(x, y)*(1-u)+at(x+1, y)*u)*(1-w) + (at(x, y+1)*(1-u)+at(x+1, y+1)*u)*w, true
}

// sameTurn is c with its x axis on the quadrant that the camera of old calls
// x: a board looks alike after a quarter turn, and nothing may jump.
func sameTurn(c, old calibrate.Calibration) calibrate.Calibration {
	if c.Board.Game != models.Crokinole {
		return c
	}
	mark := r3.Vec{X: c.Board.Rings.R5}
	want, ok := old.Camera.Project(mark)
	if !ok {
		return c
	}
	best, nearest := c, math.Inf(1)
	for q := range 4 {
		turned := c
		turned.Camera.R = c.Camera.R.Mul(models.Rodrigues(r3.Vec{Z: float64(q) * math.Pi / 2}))
		if px, ok := turned.Camera.Project(mark); ok && r2.Norm(r2.Sub(px, want)) < nearest {
			best, nearest = turned, r2.Norm(r2.Sub(px, want))
		}
	}
	return best
}

// apart is the largest distance, pixels, between where two calibrations see
// the board's lines.
func apart(a, b calibrate.Calibration) float64 {
	var worst float64
	for _, radius := range []float64{a.Board.Rings.R15, a.Board.Rings.R5} {
		for _, p := range circle(r2.Vec{}, radius, 0, 16) {
			u, ok1 := a.Camera.Project(p)
			v, ok2 := b.Camera.Project(p)
			if !ok1 || !ok2 {
				return math.Inf(1)
			}
			worst = max(worst, r2.Norm(r2.Sub(u, v)))
		}
	}
	return worst
}
