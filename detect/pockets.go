package detect

import (
	"math"
	"slices"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// How pockets are looked for where the make has them, mm and units of colour.
const (
	pocketReach = 12.0 // by which they may lie nearer to the corner or farther from it
	pocketSlack = 2.0  // by which their radius may differ
	pocketStep  = 0.5
	pocketSide  = 1.5  // beside the rim, where hole and board are compared
	pocketDark  = 22.0 // by which the hole is darker
	pocketAlike = 1.5  // pockets of one board lie alike
	pocketPeak  = 0.95 // of the best circle's step

	edgeMistaken = 3.0 // by how much pockets must lie off before the surface's edge is taken for mistaken
)

// seenPocket is where a pocket's rim is seen: by how much farther from the
// board's centre than the make's along either side, and its radius, mm.
type seenPocket struct{ out, radius, step float64 }

// Pockets is the board with its pockets where the picture shows them. Where they
// lie far off, the playing surface's edge goes with them: by itself it is easily
// mistaken for the frame's shadow. Two pockets or more must say the same; else
// the board stays as it is.
func (v *View) Pockets(b models.Board) models.Board {
	c := *b.Carrom
	var out, radius []float64
	for _, p := range c.Pockets() {
		if s, ok := v.pocket(&c, r2.Vec{X: p[0], Y: p[1]}); ok {
			out, radius = append(out, s.out), append(radius, s.radius)
		}
	}
	if len(out) < 2 {
		return b
	}
	at := mid(slices.Clone(out))
	alike := 0
	for _, o := range out {
		if math.Abs(o-at) < pocketAlike {
			alike++
		}
	}
	if alike < 2 || 2*alike <= len(out) {
		return b
	}
	if math.Abs(at) > edgeMistaken {
		c.MoveEdge(c.Side/2 + at)
	} else {
		c.PocketCentre += at
	}
	c.PocketRadius = mid(radius)
	b.Carrom = &c
	return b
}

// pocket looks for a pocket's rim along the diagonal through where the make has
// it: the circle along which the board's brightness falls the most inward, as
// the median of what its inner side shows. Pieces at the pocket and what is
// under it in the net are no more than a part of that.
func (v *View) pocket(c *models.CarromSurface, make r2.Vec) (best seenPocket, ok bool) {
	inward := math.Atan2(-make.Y, -make.X)
	toward := r2.Vec{X: math.Copysign(1, make.X), Y: math.Copysign(1, make.Y)}
	try := func(out, radius float64) (float64, bool) {
		const n = 25
		at := r2.Add(make, r2.Scale(out, toward))
		steps := slices.Grow([]float64(nil), n)
		for i := range n {
			sin, cos := math.Sincos(inward + (float64(i)/(n-1)-0.5)*1.2*math.Pi)
			u := r2.Vec{X: cos, Y: sin}
			over, ok1 := v.surfaceAt(r2.Add(at, r2.Scale(radius+pocketSide, u)))
			hole, ok2 := v.surfaceAt(r2.Add(at, r2.Scale(radius-pocketSide, u)))
			if ok1 && ok2 {
				steps = append(steps, over.Luma()-hole.Luma())
			}
		}
		if len(steps) < 2*n/3 {
			return 0, false
		}
		return mid(steps), true
	}
	var all []seenPocket
	for out := -pocketReach; out <= pocketReach; out += pocketStep {
		for dr := -pocketSlack; dr <= pocketSlack; dr += pocketStep {
			if step, in := try(out, c.PocketRadius+dr); in {
				all = append(all, seenPocket{out, c.PocketRadius + dr, step})
				best.step = math.Max(best.step, step)
			}
		}
	}
	if best.step < pocketDark {
		return best, false
	}
	// Circles that straddle the rim about as well: their middle is the rim.
	n := 0.0
	for _, s := range all {
		if s.step >= pocketPeak*best.step {
			best.out, best.radius, n = best.out+s.out, best.radius+s.radius, n+1
		}
	}
	best.out, best.radius = best.out/n, best.radius/n
	return best, math.Abs(best.out) < pocketReach-2*pocketStep
}

// surfaceAt is the colour of a place on the surface, mm; ok is false where it is
// not in the picture.
func (v *View) surfaceAt(p r2.Vec) (Tint, bool) {
	px, ok := v.Pixel(r3.Vec{X: p.X, Y: p.Y})
	if !ok {
		return Tint{}, false
	}
	return v.At(px.X, px.Y), true
}
