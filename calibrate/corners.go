package calibrate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Corners are what a person dragged onto a picture of a carrom board (pixels of
// the upright picture): the four corners of the playing surface, where the
// frame's sides meet at its foot, in any order.
type Corners [4]r2.Vec

// cornerSD is how far a corner lies off the one meant, mm on the board: the
// frame that is nearer to the camera hides its foot.
const cornerSD = 4.0

// FromCorners is FromHandles for a carrom board.
func FromCorners(f capture.Frame, c Corners, o Options) (Calibration, error) {
	boards, err := candidates(o)
	if err != nil {
		return Calibration{}, err
	}
	round, square := byGame(boards)
	if len(square) == 0 {
		return Calibration{}, fmt.Errorf("%w: they are put on the corners of a carrom board, and board %s is for crokinole: put one on the hole and four on the shooting line", ErrHandles, round[0].Name)
	}
	base, focal := square[0], focalPrior(f, o)
	placed, err := c.place(f, base, focal)
	if err != nil {
		return Calibration{}, err
	}
	r := newRefiner(&f, base)
	fine, ok := r.snap(placed, focal)
	fine, r, ok = bestPrint(fine, r, ok, placed, base, focal)
	if !ok {
		return Calibration{}, fmt.Errorf("%w: no base lines are seen near where the handles put them; move the handles onto the corners of the playing surface", ErrNoBoard)
	}
	r.seekCircle(&fine, printOf(base), focal)
	fine.odd, fine.turnSure = oddity(fine.rings, printOf(base)), true
	if err := fine.verdict(); err != nil {
		return Calibration{}, err
	}
	if off := c.farFrom(fine.view, base); off > 3 {
		return Calibration{}, fmt.Errorf("%w: the nearest base lines lie %.0f times as far from the handles as a hand is off; is each on a corner of the playing surface?", ErrNoBoard, off)
	}
	return r.conclude(fine, square, o, focal)
}

// place is the view that the corners fit best.
func (c Corners) place(f capture.Frame, b models.Board, focal prior) (view, error) {
	q, err := c.quad(f)
	if err != nil {
		return view{}, err
	}
	size := float64(max(f.Width, f.Height))
	half := b.Carrom.Side / 2
	least, best := math.Inf(1), view{}
	usual := math.Exp(focal.value)
	for _, bounds := range [2][2]float64{{usual, usual}, {0.5 * size, 2.2 * size}} {
		cam, ok := q.pose(f.Width, f.Height, half, bounds[0], bounds[1])
		if !ok {
			continue
		}
		v, cost := c.hand(half, focal).descend(view{cam: cam, rings: printOf(b), square: true})
		if cost < least {
			least, best = cost, v
		}
	}
	if !(least < 2*9) { // two measurements more than parameters
		return view{}, fmt.Errorf("%w: no camera sees the corners of a square like that; put each of the four on a corner of the playing surface", ErrHandles)
	}
	return best, nil
}

// hand is what the corners of a square of half the side (mm) say of a view:
// with what is known of the focal length, nine measurements of seven
// parameters.
func (c Corners) hand(half float64, focal prior) hand {
	return hand{
		params: []int{pRotX, pRotY, pRotZ, pTX, pTY, pTZ, pFocal},
		misses: func(v view) ([]float64, bool) {
			px := cornersIn(v, half)
			sd := c.roughness(v)
			m := []float64{(v.value(pFocal) - focal.value) / focal.scatter}
			for i := range px {
				// Which of the corners is which is nobody's business: the nearest.
				d := r2.Sub(c.nearest(px[i]), px[i])
				m = append(m, d.X/sd, d.Y/sd)
			}
			return m, v.cam.PixelsPerMM(r3.Vec{}) > 0
		},
	}
}

// cornersIn are a square's corners as a view has them, pixels.
func cornersIn(v view, half float64) (px [4]r2.Vec) {
	for i, s := range [4][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
		px[i], _ = v.cam.Project(r3.Vec{X: s[0] * half, Y: s[1] * half})
	}
	return px
}

// nearest of the corners to a place, pixels.
func (c Corners) nearest(p r2.Vec) r2.Vec {
	return slices.MinFunc(c[:], func(a, b r2.Vec) int {
		return cmp.Compare(norm(r2.Sub(a, p)), norm(r2.Sub(b, p)))
	})
}

// roughness of a hand that means a corner, pixels.
func (c Corners) roughness(v view) float64 {
	drag := handleSD * math.Max(1, float64(max(v.cam.Width, v.cam.Height))/1280)
	return math.Hypot(drag, cornerSD*v.cam.PixelsPerMM(r3.Vec{}))
}

// farFrom is how far the corners lie from where the view has them, at the
// worst, in multiples of what a rough hand is off.
func (c Corners) farFrom(v view, b models.Board) float64 {
	rough := math.Max(15, 2*c.roughness(v))
	var worst float64
	for _, p := range cornersIn(v, b.Carrom.Side/2) {
		worst = math.Max(worst, norm(r2.Sub(c.nearest(p), p))/rough)
	}
	return worst
}

// quad is the corners in their order around the board, or why there is none.
func (c Corners) quad(f capture.Frame) (quad, error) {
	size := float64(max(f.Width, f.Height))
	var middle r2.Vec
	for i, p := range c {
		if math.IsNaN(p.X+p.Y) || p.X < -size || p.Y < -size || p.X > 2*size || p.Y > 2*size {
			return quad{}, fmt.Errorf("%w: corner %d is far outside the picture", ErrHandles, i+1)
		}
		for k, q := range c[:i] {
			if norm(r2.Sub(p, q)) < 0.05*size {
				return quad{}, fmt.Errorf("%w: corners %d and %d lie at one place; put each on another corner of the playing surface", ErrHandles, k+1, i+1)
			}
		}
		middle = r2.Add(middle, r2.Scale(0.25, p))
	}
	q := quad{corners: c}
	angle := func(p r2.Vec) float64 { return math.Atan2(p.Y-middle.Y, p.X-middle.X) }
	// Counter-clockwise on the board is a falling angle in a picture, y down.
	slices.SortFunc(q.corners[:], func(a, b r2.Vec) int { return cmp.Compare(angle(b), angle(a)) })
	for i := range 4 {
		a, b, d := q.corners[(i+3)%4], q.corners[i], q.corners[(i+1)%4]
		if r2.Cross(r2.Sub(b, a), r2.Sub(d, b)) >= 0 {
			return quad{}, fmt.Errorf("%w: one of the four lies between the others; put each on another corner of the playing surface", ErrHandles)
		}
	}
	return q, nil
}
