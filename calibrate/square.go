package calibrate

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// printOf are the sizes of a board's three printed lines, as view has them.
func printOf(b models.Board) models.Rings {
	if c := b.Carrom; b.Game == models.Carrom && c != nil {
		return models.Rings{R15: c.CentreCircleDiameter / 2, R10: c.InnerLine(), R5: c.OuterLine()}
	}
	return b.Rings
}

// viewOf is what a calibration sees.
func viewOf(c *Calibration) view {
	return view{cam: c.Camera, rings: printOf(c.Board), square: c.Board.Game == models.Carrom}
}

// sideReach is how far along a base line it is looked at, on either side of its
// middle, as a share of the outer ones' distance from the centre: beyond are
// their circles.
const sideReach = 0.75

// onSquare is the i-th of n places on a square at the distance d from the
// board's centre, out to reach along each side, and the outward normal's angle.
func onSquare(d, reach float64, i, n int) (p r2.Vec, angle float64) {
	each := (n + 3) / 4
	side := i / each
	along := reach * (2*(float64(i%each)+0.5)/float64(each) - 1)
	angle = float64(side) * math.Pi / 2
	sin, cos := math.Sincos(angle)
	return r2.Vec{X: d*cos - along*sin, Y: d*sin + along*cos}, angle
}

// place is the i-th of n places on a printed line (mm), the line's outward
// normal there and that normal's angle.
func (v *view) place(l models.Line, i, n int) (p, u r2.Vec, angle float64) {
	d := v.rings.Radius(l)
	if v.square && l != models.Line15 {
		p, angle = onSquare(d, sideReach*v.rings.R5, i, n)
	} else {
		angle = 2 * math.Pi * (float64(i) + 0.5) / float64(n)
	}
	sin, cos := math.Sincos(angle)
	u = r2.Vec{X: cos, Y: sin}
	if !v.square || l == models.Line15 {
		p = r2.Scale(d, u)
	}
	return p, u, angle
}

// sideSlices cuts n profiles across the four sides of a square at the distance
// d (mm) from the board's centre; the normal points outwards.
func sideSlices(f *capture.Frame, k ink, cam *models.Camera, d, reach float64, n, taps int, tap float64) []slice {
	out := make([]slice, 4*((n+3)/4))
	for i := range out {
		p, angle := onSquare(d, reach, i, n)
		sin, cos := math.Sincos(angle)
		out[i] = cut(f, k, cam, p, r2.Vec{X: -sin, Y: cos}, taps, tap)
		out[i].side, out[i].angle = true, angle
	}
	return out
}

// sideSupport is ringSupport for a square at the distance d, looked at out to
// reach along its sides (mm).
func (m edgeMap) sideSupport(cam models.Camera, d, reach float64, n int) (support, inside float64) {
	var in, hit int
	each := 4 * ((n + 3) / 4)
	for i := range each {
		p, angle := onSquare(d, reach, i, n)
		if at, normal, ok := m.across(cam, p, angle); ok {
			in++
			if m.edgeAlong(at, normal, 1.2) {
				hit++
			}
		}
	}
	if in == 0 {
		return 0, 0
	}
	return float64(hit) / float64(in), float64(in) / float64(each)
}

// across is the pixel of a point of the board (mm) and the unit normal there
// of a line whose normal on the board is at the angle; ok is false outside of
// the picture.
func (m edgeMap) across(cam models.Camera, p r2.Vec, angle float64) (at, normal r2.Vec, ok bool) {
	sin, cos := math.Sincos(angle)
	at, ok = cam.Project(vec3(p))
	if !ok || at.X < 2 || at.Y < 2 || at.X > float64(m.width-3) || at.Y > float64(m.height-3) {
		return at, normal, false
	}
	next, ok := cam.Project(r3.Vec{X: p.X - sin, Y: p.Y + cos})
	t := r2.Sub(next, at)
	l := norm(t)
	return at, r2.Scale(1/math.Max(l, 1e-12), r2.Vec{X: -t.Y, Y: t.X}), ok && l > 1e-9
}
