package watch

import (
	"math"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Figures of finding a placed disc by its colour alone.
const (
	tintNear   = 28.0 // distance of a colour from the flicked disc's, in whatever shade, that is still its: units of colour
	tintShade  = 0.45 // of the light that the deepest shade leaves
	tintStep   = 3.0  // mm between the places that are tried
	tintFilled = 0.6  // of the disc more than of what surrounds it
	tintSD     = 2.0  // mm per axis
)

// tinted finds where a disc of the tint lay on its way back from first, when
// fingers or their shadows hide its rim: the place at which most of a disc's
// face, and least around it, has its colour.
func (w *Crokinole) tinted(picture capture.Frame, tint detect.Tint, first trailPoint, v r2.Vec) (r2.Vec, bool) {
	speed := r2.Norm(v)
	if speed == 0 || picture.Pix == nil {
		return r2.Vec{}, false
	}
	view := detect.NewView(picture, w.cal.Camera)
	b := w.cal.Board
	dir := r2.Scale(1/speed, v)
	side := r2.Vec{X: -dir.Y, Y: dir.X}
	// near is 1 where the face of a disc on the board would show the tint at p.
	near := func(p r2.Vec) float64 {
		px, ok := view.Pixel(r3.Vec{X: p.X, Y: p.Y, Z: b.Disc.Thickness})
		if !ok {
			return 0
		}
		c := view.At(px.X, px.Y)
		k := math.Max(tintShade, math.Min(1.1, c.Dot(tint)/math.Max(1, tint.Dot(tint))))
		if c.Distance(tint.Times(k)) < tintNear {
			return 1
		}
		return 0
	}
	share := func(p r2.Vec, radius float64, n int) float64 {
		sum := 0.0
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			sum += near(r2.Add(p, r2.Vec{X: radius * cos, Y: radius * sin}))
		}
		return sum / float64(n)
	}
	best, most := r2.Vec{}, tintFilled
	for along := 0.0; along < backFar; along += tintStep {
		for aside := -backAside; aside <= backAside; aside += tintStep {
			p := r2.Add(first.pos, r2.Add(r2.Scale(-along, dir), r2.Scale(aside, side)))
			if !w.atLine(detect.Disc{Pos: p}) || r2.Norm(p) > b.SurfaceRadius || near(p) == 0 {
				continue
			}
			r := b.Disc.Radius
			filled := (share(p, 0.35*r, 8)+share(p, 0.7*r, 12)+share(p, 0.9*r, 16))/3 - share(p, 1.2*r, 16)
			if filled > most {
				best, most = p, filled
			}
		}
	}
	if most == tintFilled {
		return r2.Vec{}, false
	}
	// The middle of what has the colour there.
	sum, n := r2.Vec{}, 0.0
	for x := -1.25 * b.Disc.Radius; x <= 1.25*b.Disc.Radius; x++ {
		for y := -1.25 * b.Disc.Radius; y <= 1.25*b.Disc.Radius; y++ {
			if p := (r2.Vec{X: x, Y: y}); r2.Norm(p) <= 1.25*b.Disc.Radius {
				c := near(r2.Add(best, p))
				sum, n = r2.Add(sum, r2.Scale(c, p)), n+c
			}
		}
	}
	return r2.Add(best, r2.Scale(1/n, sum)), true
}
