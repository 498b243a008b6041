package calibrate

import (
	"errors"
	"fmt"
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Handles are what a person dragged onto a picture (pixels of the upright
// picture): the middle of the hole, and four points on the shooting line, in
// any order, spread around it.
type Handles struct {
	Hole r2.Vec
	Line [4]r2.Vec
}

// handleSD is how roughly handles are dragged: pixels, for a picture of 1280.
const handleSD = 4.0

// ErrHandles says that handles cannot be those of a board.
var ErrHandles = errors.New("the handles fit no board")

// FromHandles is the calibration that the handles are the start of: the same
// fit as Search's snaps it to the printed lines. Handles may be off by some 15
// pixels. The error wraps ErrHandles where they are in no board's shape, and
// ErrNoBoard where no lines bear them out.
func FromHandles(f capture.Frame, h Handles, o Options) (Calibration, error) {
	boards, err := roundCandidates(o)
	if err != nil {
		return Calibration{}, err
	}
	focal := focalPrior(f, o)
	placed, err := h.place(f, boards[0], focal)
	if err != nil {
		return Calibration{}, err
	}
	r := newRefiner(&f, boards[0])
	fine, ok := r.snap(placed, focal)
	if !ok {
		return Calibration{}, fmt.Errorf("%w: no lines are seen near where the handles put them; move the handles onto the shooting line and the middle of the hole", ErrNoBoard)
	}
	fine.odd = oddity(fine.rings, boards[0].Rings)
	fine.view, fine.turnSure = r.orient(fine.view, boards[0])
	if err := fine.verdict(); err != nil {
		return Calibration{}, err
	}
	if off := fine.farFrom(h); off > 3 {
		return Calibration{}, fmt.Errorf("%w: the nearest lines lie %.0f times as far from the handles as a hand is off; is each on the shooting line, and the fifth on the hole?", ErrNoBoard, off)
	}
	return r.conclude(fine, boards, o, focal)
}

// roundCandidates are the boards that handles can be put on.
func roundCandidates(o Options) ([]models.Board, error) {
	boards, err := candidates(o)
	if err != nil {
		return nil, err
	}
	round, square := byGame(boards)
	if len(round) == 0 {
		return nil, fmt.Errorf("%w: they are put on the hole and a shooting line, and board %s is for carrom: put four on the corners of its playing surface", ErrHandles, square[0].Name)
	}
	return round, nil
}

// place is the view that the handles fit best: Gauss-Newton from several
// tilts. The turn about the board's axis is left as it comes.
func (h Handles) place(f capture.Frame, b models.Board, focal prior) (view, error) {
	if err := h.check(f); err != nil {
		return view{}, err
	}
	sd := handleSD * math.Max(1, float64(max(f.Width, f.Height))/1280)
	var best view
	least := math.Inf(1)
	for _, tilt := range []float64{0, 25, 50} {
		for dir := range 8 {
			v, cost := h.hand(sd).descend(h.start(f, b, math.Exp(focal.value), tilt, float64(dir)*math.Pi/4))
			if cost < least {
				best, least = v, cost
			}
			if tilt == 0 {
				break
			}
		}
	}
	if !(least < 2*9) { // two measurements more than parameters
		return view{}, fmt.Errorf("%w: no camera sees a circle's middle and four of its points like that; put one handle on the middle of the hole and four on the shooting line", ErrHandles)
	}
	if !h.determines(best, sd, focal) {
		return view{}, fmt.Errorf("%w: spread the four points around the shooting line", ErrHandles)
	}
	return best, nil
}

// check refuses handles that are outside the picture or in no ring's shape.
func (h Handles) check(f capture.Frame) error {
	size := float64(max(f.Width, f.Height))
	for i, p := range h.Line {
		if math.IsNaN(p.X+p.Y) || p.X < -size || p.Y < -size || p.X > 2*size || p.Y > 2*size {
			return fmt.Errorf("%w: point %d of the shooting line is far outside the picture", ErrHandles, i+1)
		}
		if norm(r2.Sub(p, h.Hole)) < 0.03*size {
			return fmt.Errorf("%w: point %d of the shooting line lies at the hole", ErrHandles, i+1)
		}
		for _, q := range h.Line[:i] {
			if norm(r2.Sub(p, q)) < 0.02*size {
				return fmt.Errorf("%w: two points of the shooting line lie at one place; spread them around it", ErrHandles)
			}
		}
	}
	if !(h.Hole.X >= 0 && h.Hole.Y >= 0 && h.Hole.X < float64(f.Width) && h.Hole.Y < float64(f.Height)) {
		return fmt.Errorf("%w: the hole's handle is outside the picture", ErrHandles)
	}
	return nil
}

// start is a camera that looks at the hole, tilted (degrees) in a direction.
func (h Handles) start(f capture.Frame, b models.Board, focal, tilt, dir float64) view {
	cam := models.Camera{Width: f.Width, Height: f.Height, Fx: focal, Fy: focal, Cx: float64(f.Width-1) / 2, Cy: float64(f.Height-1) / 2}
	sin, cos := math.Sincos(dir)
	axis := r3.Scale(tilt*math.Pi/180, r3.Vec{X: cos, Y: sin})
	cam.R = models.Rodrigues(axis).Mul(models.Rodrigues(r3.Vec{X: math.Pi}))
	var far float64
	for _, p := range h.Line {
		far = math.Max(far, norm(r2.Sub(p, h.Hole)))
	}
	depth := focal * b.Rings.R5 / far
	cam.T = r3.Vec{X: (h.Hole.X - cam.Cx) / focal * depth, Y: (h.Hole.Y - cam.Cy) / focal * depth, Z: depth}
	return view{cam: cam, rings: b.Rings}
}

// hand is what the handles say of a view: five parameters for their six
// measurements.
func (h Handles) hand(sd float64) hand {
	return hand{
		params: []int{pRotX, pRotY, pTX, pTY, pTZ},
		misses: func(v view) ([]float64, bool) { return h.misses(v, sd) },
	}
}

// misses are how far the handles lie from where the view has hole and line,
// in standard deviations of a hand.
func (h Handles) misses(v view, sd float64) ([]float64, bool) {
	o, ok := v.cam.Project(r3.Vec{})
	if !ok {
		return nil, false
	}
	d := r2.Scale(1/sd, r2.Sub(h.Hole, o))
	m := []float64{d.X, d.Y}
	for _, p := range h.Line {
		off, ok := v.residual(&sighting{px: p, line: models.Line5})
		if !ok {
			return nil, false
		}
		m = append(m, off/sd)
	}
	return m, true
}

// placedParams are what handles tell, with the focal length supposed.
var placedParams = []int{pRotX, pRotY, pTX, pTY, pTZ, pFocal}

// determines says whether the handles leave none of the placed parameters open.
func (h Handles) determines(v view, sd float64, focal prior) bool {
	by := h.hand(sd)
	by.params = placedParams
	j, ok := by.slopes(v)
	if !ok {
		return false
	}
	a := mat.NewSymDense(len(placedParams), nil)
	for p := range placedParams {
		for q := p; q < len(placedParams); q++ {
			var sum float64
			for i := range j {
				sum += j[i][p] * j[i][q]
			}
			if p == q && placedParams[p] == pFocal {
				sum += 1 / (focal.scatter * focal.scatter)
			}
			a.SetSym(p, q, sum)
		}
	}
	_, ok = inverse(a)
	return ok
}

// farFrom is how far the handles lie from where the fit has hole and line, at
// the worst, in multiples of what a rough hand is off (a little under 4 mm, or
// 15 pixels where that is more).
func (f *fineFit) farFrom(h Handles) float64 {
	rough := math.Max(15, 4*f.cam.PixelsPerMM(r3.Vec{}))
	m, ok := h.misses(f.view, rough)
	if !ok {
		return math.Inf(1)
	}
	worst := math.Hypot(m[0], m[1])
	for _, x := range m[2:] {
		worst = math.Max(worst, math.Abs(x))
	}
	return worst
}

// snap fits the view to the lines near it, which may be as far away as a
// rough hand is off: where the view itself finds too little, views tipped and
// shifted a little are tried too.
func (r *refiner) snap(v view, focal prior) (best fineFit, ok bool) {
	begun := *r
	step := 7 * v.rings.R5 / 300 // mm
	tip := step / v.rings.R5
	for i := range 40 {
		var by [pCount]float64
		if i > 0 { // Halton's points fill the box evenly
			by[pTX], by[pTY] = 1.5*step*(2*halton(i, 2)-1), 1.5*step*(2*halton(i, 3)-1)
			by[pTZ] = 1.5 * tip * v.cam.T.Z * (2*halton(i, 5) - 1)
			by[pRotX], by[pRotY] = 6*tip*(2*halton(i, 7)-1), 6*tip*(2*halton(i, 11)-1)
		}
		try := begun
		f, good := try.fine(v.with(by), focal)
		if good && (!ok || f.share() > best.share()) {
			best, ok = f, true
			*r = try
		}
		if ok && best.share() > explained {
			break
		}
	}
	return best, ok
}

// halton is the i-th number of the sequence of that base, between 0 and 1.
func halton(i, base int) float64 {
	var x float64
	for f := 1 / float64(base); i > 0; i, f = i/base, f/float64(base) {
		x += f * float64(i%base)
	}
	return x
}
