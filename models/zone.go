package models

import (
	"math"
	"strconv"
)

// TouchEpsilon is the tolerance of the touch convention, mm: a clearance up
// to it counts as touching, so that an exact tangent touches whatever the
// rounding of float64 (RULES.md 0.4).
const TouchEpsilon = 1e-6

// Line names a printed circle of a crokinole board by the points inside it, or
// one of CarromLines.
type Line int

// String is the line's name in JSON: "15", "10", "5", or "base_outer" and so on.
func (l Line) String() string {
	if i := int(-1 - l); i >= 0 && i < len(carromLineNames) {
		return carromLineNames[i]
	}
	return strconv.Itoa(int(l))
}

// The lines of a crokinole board; the 5 is the shooting line.
const (
	Line15 Line = 15
	Line10 Line = 10
	Line5  Line = 5
)

// Lines are the three printed circles from the inside out.
var Lines = [3]Line{Line15, Line10, Line5}

// Radius of the middle of a printed line, mm.
func (r Rings) Radius(l Line) float64 {
	switch l {
	case Line15:
		return r.R15
	case Line10:
		return r.R10
	default:
		return r.R5
	}
}

// Clearance is the signed gap, mm, from the edge of a disc's footprint (its
// centre at distance d from the board's, of radius r) to the near edge of the
// line's printed band; <= TouchEpsilon touches (RULES.md 0.4).
func (b Board) Clearance(l Line, d, r float64) float64 {
	return math.Abs(d-b.Rings.Radius(l)) - r - b.LineWidth/2
}

// Touches says whether a clearance touches: tangency does.
func Touches(clearance float64) bool { return clearance <= TouchEpsilon }

// Points is the worth of a flat disc at distance d from the board's centre,
// of footprint radius r: 15, 10, 5, or 0 for one that touches the shooting
// line or lies beyond it. A touched line counts for its lower side.
func (b Board) Points(d, r float64) int {
	for _, l := range Lines {
		if d < b.Rings.Radius(l) && !Touches(b.Clearance(l, d, r)) {
			return int(l)
		}
	}
	return 0
}

// FlatInHole says whether a flat disc of radius r at distance d lies wholly
// within the hole.
func (b Board) FlatInHole(d, r float64) bool { return d <= b.Hole.Radius-r+TouchEpsilon }
