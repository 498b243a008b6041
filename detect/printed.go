package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// What of an outline lies on print: the distance from a printed line, mm, and
// the cosine of the angle between the two.
const (
	onPrint    = 1.6
	alongPrint = 0.85
)

// offPrint is the fit judged without what of its outline lies along the
// board's printed lines: two base lines and the circle at their end bound what
// is just as wide as a piece.
func (s *Scene) offPrint(f Fit) Fit {
	b := f.Solid.at(f.Pos, s.view.Eye)
	masked, kept := 0.0, 0.0
	for _, e := range f.Edges {
		if !e.OK || e.PxPerMM <= 0 {
			continue
		}
		at, _ := b.outline(e.Dir)
		upper := b.upperRim(e.Dir)
		on := false
		for _, p := range [2]struct{ x, y, z float64 }{{at.X, at.Y, at.Z}, {upper.X, upper.Y, upper.Z}} {
			// Where the board is seen beyond that point of the outline.
			k := p.z / math.Max(1, s.view.Eye.Z-p.z)
			q := r2.Vec{X: p.x + k*(p.x-s.view.Eye.X) + e.Offset*e.Dir.X, Y: p.y + k*(p.y-s.view.Eye.Y) + e.Offset*e.Dir.Y}
			on = on || printAlong(s.cal.Board.Carrom, q, e.Dir)
		}
		if on {
			masked++
		} else {
			kept++
		}
	}
	n := float64(len(f.Edges))
	if masked == 0 || masked > 0.75*n {
		return f
	}
	// The masked directions are left out of the count, as if out of the picture.
	share := masked / n
	supported := math.Min(share, f.Support*masked/math.Max(1, masked+kept))
	f.Support = (f.Support - supported) / (1 - share)
	return f
}

// printAlong says whether a printed line whose normal is about u runs through
// the place q, mm.
func printAlong(c *models.CarromSurface, q, u r2.Vec) bool {
	inner, outer := c.BaseLines()
	_, along, from := models.SideOf(q.X, q.Y)
	if math.Abs(along) < c.BaseLength/2 && math.Max(math.Abs(u.X), math.Abs(u.Y)) > alongPrint {
		for _, line := range [2]models.Band{inner, outer} {
			if from > line.Near-onPrint && from < line.Far+onPrint {
				return true
			}
		}
	}
	near := func(centre r2.Vec, radius float64) bool {
		d := r2.Sub(q, centre)
		l := r2.Norm(d)
		return math.Abs(l-radius) < onPrint && l > 0 && math.Abs(r2.Dot(d, u)) > alongPrint*l
	}
	if near(r2.Vec{}, c.CentreCircleDiameter/2) {
		return true
	}
	for _, at := range c.BaseCircles() {
		if near(at, c.BaseCircleDiameter/2) {
			return true
		}
	}
	return false
}

// onPrintAt says whether a line, a circle or a filled one is printed at the place q,
// mm.
func onPrintAt(c *models.CarromSurface, q r2.Vec) bool {
	inner, outer := c.BaseLines()
	_, along, from := models.SideOf(q.X, q.Y)
	if math.Abs(along) < c.BaseLength/2 {
		for _, line := range [2]models.Band{inner, outer} {
			if from > line.Near-onPrint && from < line.Far+onPrint {
				return true
			}
		}
	}
	for _, at := range c.BaseCircles() {
		if r2.Norm(r2.Sub(q, at)) < c.BaseCircleDiameter/2+onPrint {
			return true
		}
	}
	d := r2.Norm(q)
	return math.Abs(d-c.CentreCircleDiameter/2) < onPrint || d < c.CentreSpotDiameter/2+onPrint
}
