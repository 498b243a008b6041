package calibrate

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Hold remembers where a calibrated picture showed its printed lines, so that
// later pictures of the same camera are compared with it in a millisecond. It
// is not changed by a check and may be shared.
type Hold struct {
	cal   Calibration
	view  view
	marks []mark
	strokes
}

// mark is one place on a printed line that was plain to see.
type mark struct {
	at, tangent r2.Vec  // in the board frame, mm
	thin        bool    // on one of a carrom board's thin lines
	seen        float64 // how far across the line it was seen at first, pixels: print and fit are not perfect
}

// Grip says how the lines lie in a later picture.
type Grip struct {
	State   State
	Seen    float64 // share of the lines that were plain at first and are seen where the moved view has them, 0 to 1
	ShiftMM float64 // how far the view moved: the farthest that a point of the lines is from where it was, mm on the surface
	ShiftPx float64 // the same in the picture, pixels
	TurnDeg float64 // by how much the camera turned against the board
	SD      float64 // standard uncertainty of ShiftMM, mm

	moved view
}

// State of a calibration in a later picture.
type State int

// The states. A hand over the board is no move: with too little to be seen
// nothing is known.
const (
	Held    State = iota // the lines are where they were
	Drifted              // they moved by little: Refine, or Hold.Follow
	Knocked              // board or camera was moved: nothing holds until it is calibrated anew
	Hidden               // too little of the lines is seen to tell
)

func (s State) String() string {
	return [...]string{"held", "drifted", "knocked", "hidden"}[s]
}

// Figures of the check.
const (
	marksPerRing     = 72
	marksPerQuadrant = 7
	nearPx           = 5.0  // as far as lines are looked for at first
	farPx            = 42.0 // and where they are not there
	seenEnough       = 0.35 // of the marks, for a move to be told from a hand
	farEnough        = 0.5  // the same where the lines were looked for afar: more looks like lines there
	driftMM          = 0.12 // a move by less changes no call
	knockMM          = 1.5  // and by more at once is no drift
	surely           = 4.0  // standard uncertainties that a move must be above
	fewestMarks      = 24
)

// NewHold looks at the lines of the picture that was calibrated, or another
// that shows the same view without a hand. ok is false where too few of them
// are plain.
func NewHold(f capture.Frame, c Calibration) (h *Hold, ok bool) {
	if c.print.ink == (ink{}) || f.Width != c.Camera.Width || f.Height != c.Camera.Height {
		return nil, false
	}
	h = &Hold{cal: c, view: viewOf(&c), strokes: newStrokes(c)}
	var all []mark
	for _, l := range models.Lines {
		for i := range marksPerRing {
			at, u, _ := h.view.place(l, i, marksPerRing)
			all = append(all, mark{at: at, tangent: r2.Vec{X: -u.Y, Y: u.X}, thin: h.view.square && l != models.Line5})
		}
	}
	if c.print.turnSure && !h.view.square {
		for q := range 4 {
			sin, cos := math.Sincos(c.Board.Quadrants.StartDeg*math.Pi/180 + float64(q)*math.Pi/2)
			for i := range marksPerQuadrant {
				d := c.Board.Rings.R10 + (c.Board.Rings.R5-c.Board.Rings.R10)*(float64(i)+1)/(marksPerQuadrant+1)
				all = append(all, mark{at: r2.Vec{X: d * cos, Y: d * sin}, tangent: r2.Vec{X: cos, Y: sin}})
			}
		}
	}
	for _, m := range all {
		if look, ok := h.look(&f, &h.view, m, 2.5); ok && look.snr > 4 && look.edge < 1 {
			m.seen = look.off
			h.marks = append(h.marks, m)
		}
	}
	return h, len(h.marks) >= fewestMarks
}

// Calibration that is held.
func (h *Hold) Calibration() Calibration { return h.cal }

// Check compares a picture with the view that is held.
func (h *Hold) Check(f capture.Frame) Grip {
	if f.Width != h.view.cam.Width || f.Height != h.view.cam.Height {
		return Grip{State: Hidden}
	}
	v := h.view
	step, ok := h.step(&f, &v, nearPx, 1)
	need := seenEnough
	if !ok || step.seen < seenEnough {
		start, far := h.afar(&f)
		if !far {
			return Grip{State: Hidden, Seen: step.seen}
		}
		v, need = start, farEnough
		step, ok = h.step(&f, &v, nearPx, 1)
	}
	// About the moved view, as long as it moves by what bends the lines.
	for range 4 {
		if !ok || h.farthestPx(&v, step.by) < 0.5 {
			break
		}
		v = v.with(step.by)
		step, ok = h.step(&f, &v, nearPx, 1)
	}
	if !ok || step.seen < need {
		return Grip{State: Hidden, Seen: step.seen}
	}
	v = v.with(step.by)
	g := h.compare(&v)
	g.Seen, g.SD = step.seen, step.sd
	switch {
	case g.ShiftMM > knockMM:
		g.State = Knocked
	case g.ShiftMM > driftMM && g.ShiftMM > surely*g.SD:
		g.State = Drifted
	}
	return g
}

// Follow is the calibration with its camera moved as a check found: the cheap
// way to follow a drift. What the calibration's uncertainty is, it stays.
func (h *Hold) Follow(g Grip) Calibration {
	c := h.cal
	if g.State == Held || g.State == Drifted {
		c.Camera = g.moved.cam
	}
	return c
}

// compare says how far a moved view is from the held one.
func (h *Hold) compare(v *view) Grip {
	g := Grip{moved: *v}
	turn := v.cam.R.Mul(transposed(h.view.cam.R))
	g.TurnDeg = r3.Norm(turn.Rodrigues()) * 180 / math.Pi
	for _, radius := range []float64{h.view.rings.R15, h.view.rings.R5} {
		for i := range 12 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 6)
			p := r2.Vec{X: radius * cos, Y: radius * sin}
			was, ok1 := h.view.cam.Project(vec3(p))
			is, ok2 := v.cam.Project(vec3(p))
			now, ok3 := h.view.cam.OnPlane(is, 0)
			if !ok1 || !ok2 || !ok3 || was.X < 0 || was.Y < 0 || was.X >= float64(v.cam.Width) || was.Y >= float64(v.cam.Height) {
				continue
			}
			g.ShiftPx = math.Max(g.ShiftPx, norm(r2.Sub(is, was)))
			g.ShiftMM = math.Max(g.ShiftMM, norm(r2.Sub(now, p)))
		}
	}
	return g
}

func transposed(m models.Rotation) models.Rotation {
	return models.Rotation{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}
}

// farthestPx is about how far a small move shifts the lines, pixels.
func (h *Hold) farthestPx(v *view, by [pCount]float64) float64 {
	moved := v.with(by)
	var far float64
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		p := r3.Vec{X: h.view.rings.R5 * cos, Y: h.view.rings.R5 * sin}
		a, ok1 := v.cam.Project(p)
		b, ok2 := moved.cam.Project(p)
		if ok1 && ok2 {
			far = math.Max(far, norm(r2.Sub(a, b)))
		}
	}
	return far
}

// heldStep is the small move that explains best where the marks are seen.
type heldStep struct {
	by   [pCount]float64
	seen float64 // share of the marks that it explains
	sd   float64 // standard uncertainty of the farthest shift, mm
}

// step looks at every k-th mark within reach pixels of where the view has it
// and solves for the pose, robustly.
func (h *Hold) step(f *capture.Frame, v *view, reach float64, every int) (heldStep, bool) {
	n := len(pose)
	type row struct {
		j   [6]float64
		off float64
		w   float64
	}
	var rows []row
	places := 0
	for i := 0; i < len(h.marks); i += every {
		m := h.marks[i]
		places++
		look, ok := h.look(f, v, m, reach)
		if !ok {
			continue
		}
		r := row{off: look.off - m.seen, w: 1}
		for k, p := range pose {
			r.j[k] = r2.Dot(look.normal, look.slope.param[p])
		}
		rows = append(rows, r)
	}
	var out heldStep
	if len(rows) < 12 {
		return out, false
	}
	var x []float64
	var cov *mat.SymDense
	scale := reach / 2
	for round := range 12 {
		a, g := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
		for _, r := range rows {
			for p := range n {
				for q := p; q < n; q++ {
					a.SetSym(p, q, a.At(p, q)+r.w*r.j[p]*r.j[q])
				}
				g.SetVec(p, g.AtVec(p)+r.w*r.j[p]*r.off)
			}
		}
		// A camera that stands turns and moves by little; without quadrant
		// lines nothing else holds the turn about the board's axis.
		for p := range n {
			loose := 0.02
			if p > 2 {
				loose = 30
			}
			a.SetSym(p, p, a.At(p, p)+0.01/(loose*loose))
		}
		var ok bool
		if x, ok = solve(a, g, 0); !ok {
			return out, false
		}
		left := make([]float64, len(rows))
		for i, r := range rows {
			left[i] = r.off
			for p := range n {
				left[i] -= r.j[p] * x[p]
			}
			left[i] = math.Abs(left[i])
		}
		scale = math.Max(0.05, 1.4826*median(append([]float64(nil), left...)))
		for i := range rows {
			u := left[i] / (4 * scale)
			rows[i].w = math.Max(0, 1-u*u) * math.Max(0, 1-u*u)
		}
		if round == 11 {
			cov, ok = inverse(a)
			if !ok {
				return out, false
			}
			explained := 0
			for i := range rows {
				if left[i] < math.Max(0.6, 3*math.Min(scale, 0.4)) {
					explained++
				}
			}
			out.seen = float64(explained) / float64(max(1, places))
		}
	}
	for i, p := range pose {
		out.by[p] = x[i]
	}
	out.sd = h.shiftSD(v, cov, scale)
	return out, true
}

// shiftSD is the standard uncertainty of the shift of the 5 where it is least
// known, mm, for the covariance of a step in units of scale² (pixels²).
func (h *Hold) shiftSD(v *view, cov *mat.SymDense, scale float64) float64 {
	var worst float64
	for i := range 4 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 2)
		s, ok := v.slopeAt(r3.Vec{X: h.view.rings.R5 * cos, Y: h.view.rings.R5 * sin}, true)
		det := math.Abs(r2.Cross(s.place[0], s.place[1]))
		if !ok || det < 1e-9 {
			continue
		}
		var sum float64
		for a, p := range pose {
			for b, q := range pose {
				sum += cov.At(a, b) * r2.Dot(s.param[p], s.param[q])
			}
		}
		worst = math.Max(worst, math.Sqrt(sum/det)*scale)
	}
	return worst
}
