package models

import "math"

// Band is a printed straight line seen across: its edges' distances from the
// board's centre, mm.
type Band struct{ Near, Far float64 }

// BaseLines are the two base lines of every side of a carrom board: the inner,
// thin one and the outer, thick one. Their outermost edges are the tangents of
// the base circles, so that the pair spans BaseGap from edge to edge.
func (c *CarromSurface) BaseLines() (inner, outer Band) {
	edge := c.Side/2 - c.BaseOuterFromFrame
	outer = Band{edge - c.BaseLineOuterWidth, edge}
	inner = Band{edge - c.BaseGap, edge - c.BaseGap + c.BaseLineInnerWidth}
	return inner, outer
}

// StrikerGaps are the signed gaps, mm, that decide a striker's place before a
// stroke: to the nearer edges of the two base lines and to the nearer base
// circle; <= 0 touches.
type StrikerGaps struct{ Inner, Outer, Circle float64 }

// StrikerGaps of a striker of radius r whose centre lies along from the middle
// of a side, and from the board's centre toward it; see SideOf.
func (c *CarromSurface) StrikerGaps(along, from, r float64) StrikerGaps {
	inner, outer := c.BaseLines()
	circle := math.Hypot(math.Abs(along)-c.BaseCircleCentreAlong, from-c.BaseCircleCentreFromCentre)
	return StrikerGaps{
		Inner:  bandGap(from, inner) - r,
		Outer:  bandGap(from, outer) - r,
		Circle: circle - r - c.BaseCircleDiameter/2,
	}
}

// bandGap is the distance of a place from a band, 0 within it.
func bandGap(from float64, b Band) float64 { return math.Max(0, math.Max(b.Near-from, from-b.Far)) }

// Pockets are the centres of the four pockets, counter-clockwise from +x +y.
func (c *CarromSurface) Pockets() [4][2]float64 {
	p := c.PocketCentre
	return [4][2]float64{{p, p}, {-p, p}, {-p, -p}, {p, -p}}
}

// SideOf is the side (0 for +x, then counter-clockwise) that a place is
// nearest to, and the place as that side's player sees it: along the side, to
// the right positive, and from the board's centre toward the player.
func SideOf(x, y float64) (side int, along, from float64) {
	switch {
	case x >= math.Abs(y):
		return 0, y, x
	case y >= math.Abs(x):
		return 1, -x, y
	case -x >= math.Abs(y):
		return 2, -y, -x
	default:
		return 3, x, -y
	}
}
