package models

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// OuterLine is how far the middle of the outer base lines lies from the board's
// centre, mm.
func (c *CarromSurface) OuterLine() float64 {
	_, outer := c.BaseLines()
	return outer.Middle()
}

// InnerLine is the same of the inner base lines.
func (c *CarromSurface) InnerLine() float64 {
	inner, _ := c.BaseLines()
	return inner.Middle()
}

// Middle of the band.
func (b Band) Middle() float64 { return (b.Near + b.Far) / 2 }

// BaseCircles are the middles of the circles at the ends of the base lines,
// mm: two at each side, from the side at +x on.
func (c *CarromSurface) BaseCircles() [8]r2.Vec {
	var all [8]r2.Vec
	for side := range 4 {
		for i, along := range [2]float64{-c.BaseCircleCentreAlong, c.BaseCircleCentreAlong} {
			all[2*side+i] = onSide(side, c.BaseCircleCentreFromCentre, along)
		}
	}
	return all
}

// onSide is the point out mm from the board's centre towards a side (0 is at
// +x, 1 at +y and so on) and along mm beside that, counter-clockwise.
func onSide(side int, out, along float64) r2.Vec {
	p := r2.Vec{X: out, Y: along}
	for range side {
		p = r2.Vec{X: -p.Y, Y: p.X}
	}
	return p
}

// OnSurface says whether p (mm) lies on the playing surface, reach mm or more
// within its edge.
func (c *CarromSurface) OnSurface(p r2.Vec, reach float64) bool {
	return math.Max(math.Abs(p.X), math.Abs(p.Y)) <= c.Side/2-reach
}

// scaled is the surface with its print and pockets k times as large; the
// width of lines and the striker keep their size.
func (c CarromSurface) scaled(k float64) CarromSurface {
	for _, x := range []*float64{&c.Side, &c.FrameWidth, &c.PocketRadius, &c.PocketCentre, &c.BaseOuterFromFrame, &c.BaseGap, &c.BaseLength,
		&c.BaseCircleDiameter, &c.BaseCircleCentreAlong, &c.BaseCircleCentreFromCentre, &c.CentreCircleDiameter, &c.CentreSpotDiameter} {
		*x *= k
	}
	return c
}

// MoveEdge puts the playing surface's edge half mm from the board's centre, with
// the pockets; the print stays where it is.
func (c *CarromSurface) MoveEdge(half float64) {
	out := half - c.Side/2
	c.Side += 2 * out
	c.PocketCentre += out
	c.BaseOuterFromFrame += out
}
