package models

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// The lines of a carrom board: what a striker or a piece may be asked to
// touch. Their numbers stand for no points.
const (
	LineInner  Line = -1 - iota // the inner base line
	LineOuter                   // the outer base line
	LineCircle                  // a base circle
	LinePocket                  // a pocket's rim: reached by the piece's edge
	LineHalf                    // a pocket's rim: reached by the piece's middle, so that half of it lies over the pocket
	LineFall                    // the circle within which a piece's middle has no hold any more: it falls
)

// CarromLines are all of them.
var CarromLines = [6]Line{LineInner, LineOuter, LineCircle, LinePocket, LineHalf, LineFall}

// carromLineNames are their names in JSON, by -1 - Line.
var carromLineNames = [6]string{"base_inner", "base_outer", "base_circle", "pocket", "pocket_half", "pocket_fall"}

// OfPocket says whether the line is a pocket's.
func (l Line) OfPocket() bool { return l <= LinePocket && l >= LineFall }

// OfStriker says whether the line is one that a striker is placed by.
func (l Line) OfStriker() bool { return l <= LineInner && l >= LineCircle }

// Lines are those of the board's game.
func (b *Board) Lines() []Line {
	if b.Carrom != nil {
		return CarromLines[:]
	}
	return Lines[:]
}

// LinesNear are the lines that a name asks for: a line's own, "base", "circle"
// or "pocket" for a carrom board's; nil for all. ok is false for any other.
func LinesNear(name string) (lines []Line, ok bool) {
	switch name {
	case "", "all":
		return nil, true
	case "base":
		return []Line{LineInner, LineOuter}, true
	case "circle":
		return []Line{LineCircle}, true
	case "pocket":
		return []Line{LinePocket, LineHalf, LineFall}, true
	}
	for _, l := range append(Lines[:], CarromLines[:]...) {
		if name == l.String() {
			return []Line{l}, true
		}
	}
	return nil, false
}

// NearNames says in words what LinesNear takes.
const NearNames = "15, 10 or 5; on a carrom board base, circle or pocket"

// Asked are those of the lines that the board has, all of its own where none
// are named; the error says that it has none of them.
func (b *Board) Asked(lines []Line) ([]Line, error) {
	if lines == nil {
		return b.Lines(), nil
	}
	var own []Line
	for _, l := range lines {
		if (l > 0) == (b.Carrom == nil) {
			own = append(own, l)
		}
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("a %s board has no line %q: ask for %s", b.Game, lines[0], NearNames)
	}
	return own, nil
}

// Gap is how far a footprint of radius r (mm) at pos lies from the nearer edge
// of a line, as Clearance, with the unit vector along which it grows. Of a
// carrom board's base lines those of the nearest side count, of its circles
// and pockets the nearest.
func (b *Board) Gap(l Line, pos r2.Vec, r float64) (gap float64, away r2.Vec) {
	if b.Carrom == nil {
		d := r2.Norm(pos)
		away = r2.Vec{X: 1}
		if d > 1e-9 {
			away = r2.Scale(1/d, pos)
		}
		if d < b.Rings.Radius(l) {
			away = r2.Scale(-1, away)
		}
		return b.Clearance(l, d, r), away
	}
	c := b.Carrom
	switch l {
	case LineInner, LineOuter:
		side, _, from := SideOf(pos.X, pos.Y)
		out, band := onSide(side, 1, 0), c.baseLine(l)
		if band.Near-from > from-band.Far {
			return band.Near - from - r, r2.Scale(-1, out)
		}
		return from - band.Far - r, out
	}
	at, reach := c.circleOf(l, pos, r)
	off := r2.Sub(pos, at)
	d := r2.Norm(off)
	if d < 1e-9 {
		return -reach, r2.Vec{X: 1}
	}
	return d - reach, r2.Scale(1/d, off)
}

// circleOf is the middle of the base circle or pocket nearest to pos, and the
// distance at which the middle of a footprint of radius r reaches the line.
func (c *CarromSurface) circleOf(l Line, pos r2.Vec, r float64) (at r2.Vec, reach float64) {
	circles := c.BaseCircles()
	middles, reach := circles[:], r+c.BaseCircleDiameter/2
	if l.OfPocket() {
		middles = nil
		for _, p := range c.Pockets() {
			middles = append(middles, r2.Vec{X: p[0], Y: p[1]})
		}
		switch l {
		case LinePocket:
			reach = r + c.PocketRadius
		case LineHalf:
			reach = c.PocketRadius
		default:
			reach = c.FallsWithin(r)
		}
	}
	least := math.Inf(1)
	for _, m := range middles {
		if d := r2.Norm(r2.Sub(pos, m)); d < least {
			at, least = m, d
		}
	}
	return at, reach
}

// FallsWithin is how near to a pocket's middle, mm, that of a flat piece of
// radius r has no hold: two ends of a diameter of it lie over the hole, and it
// tips in. 0 where the hole is too narrow for it.
func (c *CarromSurface) FallsWithin(r float64) float64 {
	return math.Sqrt(math.Max(0, c.PocketRadius*c.PocketRadius-r*r))
}

func (c *CarromSurface) baseLine(l Line) Band {
	inner, outer := c.BaseLines()
	if l == LineInner {
		return inner
	}
	return outer
}

// LineShape is where a line lies next to a place on the board, for drawing.
type LineShape struct {
	Middle r2.Vec  // of the circle that the line is; unused where Straight
	Radius float64 // of the edge that faces the place, mm; 0 where Straight
	Width  float64 // of the printed band, mm; 0 of an edge without one
	Probe  float64 // what of a footprint of radius r is held against it: r, or 0 where its middle is
}

// Straight says whether the line is one.
func (s LineShape) Straight() bool { return s.Radius == 0 }

// Shape of a line next to pos for a footprint of radius r.
func (b *Board) Shape(l Line, pos r2.Vec, r float64) LineShape {
	if b.Carrom == nil {
		edge := b.Rings.Radius(l) + b.LineWidth/2
		if r2.Norm(pos) < b.Rings.Radius(l) {
			edge -= b.LineWidth
		}
		return LineShape{Radius: edge, Width: b.LineWidth, Probe: r}
	}
	c := b.Carrom
	switch l {
	case LineInner, LineOuter:
		band := c.baseLine(l)
		return LineShape{Width: band.Far - band.Near, Probe: r}
	}
	at, reach := c.circleOf(l, pos, r)
	s := LineShape{Middle: at, Radius: reach}
	switch l {
	case LineCircle:
		s.Radius, s.Width, s.Probe = reach-r, c.CircleLineWidth, r
	case LinePocket:
		s.Radius, s.Probe = reach-r, r
	}
	return s
}
