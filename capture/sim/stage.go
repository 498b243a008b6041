package sim

import (
	"math"

	"ditchline/models"
)

// part is what of the scene a ray meets.
type part uint8

const (
	onTable part = iota
	onRailTop
	onRailOuter
	onRailInner
	onDitch
	onEdge // the side wall of the playing surface
	onSurface
	onLine
	onHoleWall
	onHoleFloor
	onThing // clutter and spare discs on the table
	onRed   // the filled circles of a carrom board's print
	onPocketWall
	onPocketFloor
)

// stage is all that does not move: board, rail, table and what lies on it.
type stage struct {
	board        models.Board
	furn         Furniture
	look         Look
	inner, outer outline // of the rail
	pegs         [][2]float64
	quads        [][2]float64 // unit vectors along the quadrant lines
	square       *square      // of a carrom board; nil on others
	things       []body
	eyeX, eyeY   float64
	eyeZ         float64
}

func newStage(b models.Board, f Furniture, l Look, v *view) *stage {
	s := &stage{board: b, furn: f, look: l, eyeX: v.eye.X, eyeY: v.eye.Y, eyeZ: v.eye.Z}
	if b.Game == models.Carrom {
		s.square = newSquare(b.Carrom, l.print)
		s.inner, s.outer = newOutline(b.Carrom.Side/2, f), f.outline(b)
		return s
	}
	s.inner = newOutline(b.SurfaceRadius+b.Ditch.Width, f)
	s.outer = f.outline(b)
	for i := range b.Pegs.Count {
		a := (b.Pegs.StartDeg + 360*float64(i)/float64(b.Pegs.Count)) * math.Pi / 180
		s.pegs = append(s.pegs, [2]float64{b.Pegs.Circle * math.Cos(a), b.Pegs.Circle * math.Sin(a)})
	}
	if b.Quadrants.To > 0 {
		for i := range 4 {
			sn, cs := math.Sincos((b.Quadrants.StartDeg + 90*float64(i)) * math.Pi / 180)
			s.quads = append(s.quads, [2]float64{cs, sn})
		}
	}
	return s
}

// outerRadius is the radius of the circle around the rail.
func (f Furniture) outerRadius(b models.Board) float64 {
	if f.Square {
		return (b.Carrom.Side/2 + f.RailWidth) * math.Sqrt2
	}
	r := b.SurfaceRadius + b.Ditch.Width + f.RailWidth
	if f.Octagon {
		r /= math.Cos(math.Pi / 8)
	}
	return r
}

// outline is the rail's outside.
func (f Furniture) outline(b models.Board) outline {
	if f.Square {
		return newOutline(b.Carrom.Side/2+f.RailWidth, f)
	}
	return newOutline(b.SurfaceRadius+b.Ditch.Width+f.RailWidth, f)
}

// nearest is how far from the board's middle things on the table may lie
// without touching the rail, where it is nearest.
func (f Furniture) nearest(b models.Board) float64 {
	if f.Square {
		return b.Carrom.Side/2 + f.RailWidth
	}
	return f.outerRadius(b)
}

// rim are points of the rail's outside, enough to place a camera by.
func (f Furniture) rim(b models.Board) [][2]float64 {
	r := f.outerRadius(b)
	from, n := 0.0, 72
	if f.Square {
		from, n = math.Pi/4, 4
	}
	list := make([][2]float64, n)
	for i := range list {
		s, c := math.Sincos(from + 2*math.Pi*float64(i)/float64(n))
		list[i] = [2]float64{r * c, r * s}
	}
	return list
}

// strike is where a ray first meets the stage.
type strike struct {
	part       part
	x, y, z    float64
	nx, ny, nz float64
	near       float64 // mm to the nearest printed or solid edge, as far as known
	thing      int
}

// trace follows the ray through (gx, gy, 0) of slope k down to the stage.
func (s *stage) trace(gx, gy, kx, ky float64) strike {
	h := s.traceBoard(gx, gy, kx, ky)
	for i := range s.things {
		b := &s.things[i]
		if !b.mayMeet(gx, gy, kx, ky) {
			continue
		}
		if hit, ok := b.hit(gx, gy, kx, ky); ok && hit.z > h.z {
			h = strike{part: onThing, x: gx + hit.z*kx, y: gy + hit.z*ky, z: hit.z, nx: hit.nx, ny: hit.ny, nz: hit.nz, thing: i}
		}
	}
	return h
}

func (s *stage) traceBoard(gx, gy, kx, ky float64) strike {
	top, table, ditch := s.furn.RailTop, s.furn.TableZ, -s.board.Ditch.Depth
	at := func(z float64) (float64, float64) { return gx + z*kx, gy + z*ky }
	tx, ty := at(top)
	gapOuter, gapInner := s.outer.gap(tx, ty), s.inner.gap(tx, ty)
	if gapOuter > 0 {
		lo, hi, ok := s.outer.span(gx, gy, kx, ky)
		if ok && hi > table && lo < top && hi < top {
			x, y := at(hi)
			nx, ny := s.outer.normal(x, y)
			return strike{part: onRailOuter, x: x, y: y, z: hi, nx: nx, ny: ny, near: min(top-hi, hi-table)}
		}
		x, y := at(table)
		return strike{part: onTable, x: x, y: y, z: table, nz: 1, near: gapOuter}
	}
	if gapInner > 0 {
		return strike{part: onRailTop, x: tx, y: ty, z: top, nz: 1, near: min(-gapOuter, gapInner)}
	}
	r := math.Hypot(gx, gy)
	if lo, _, ok := s.inner.span(gx, gy, kx, ky); ok && lo > 0 {
		x, y := at(lo)
		nx, ny := s.inner.normal(x, y)
		return strike{part: onRailInner, x: x, y: y, z: lo, nx: -nx, ny: -ny, near: -gapInner}
	}
	if s.square != nil {
		return s.square.onTop(gx, gy, kx, ky)
	}
	if r <= s.board.SurfaceRadius {
		return s.onTop(gx, gy, r, kx, ky)
	}
	near := min(r-s.board.SurfaceRadius, -gapInner)
	if _, hi, ok := circleSpan(gx, gy, kx, ky, s.board.SurfaceRadius); ok && hi < 0 && hi > ditch {
		x, y := at(hi)
		return strike{part: onEdge, x: x, y: y, z: hi, nx: x / s.board.SurfaceRadius, ny: y / s.board.SurfaceRadius, near: near}
	}
	if lo, _, ok := s.inner.span(gx, gy, kx, ky); ok && lo > ditch {
		x, y := at(lo)
		nx, ny := s.inner.normal(x, y)
		return strike{part: onRailInner, x: x, y: y, z: lo, nx: -nx, ny: -ny, near: near}
	}
	x, y := at(ditch)
	return strike{part: onDitch, x: x, y: y, z: ditch, nz: 1, near: near}
}

// onTop is a ray that meets the playing surface at distance r, or the hole.
func (s *stage) onTop(gx, gy, r, kx, ky float64) strike {
	b := &s.board
	near := math.Abs(r - b.Hole.Radius)
	if r < b.Hole.Radius {
		if lo, _, ok := circleSpan(gx, gy, kx, ky, b.Hole.Radius); ok && lo > -b.Hole.Depth {
			x, y := gx+lo*kx, gy+lo*ky
			return strike{part: onHoleWall, x: x, y: y, z: lo, nx: -x / b.Hole.Radius, ny: -y / b.Hole.Radius, near: near}
		}
		z := -b.Hole.Depth
		return strike{part: onHoleFloor, x: gx + z*kx, y: gy + z*ky, z: z, nz: 1, near: near}
	}
	h := strike{part: onSurface, x: gx, y: gy, nz: 1, near: min(near, b.SurfaceRadius-r)}
	half := b.LineWidth / 2
	for _, ring := range [3]float64{b.Rings.R15, b.Rings.R10, b.Rings.R5} {
		d := math.Abs(r-ring) - half
		h.near = min(h.near, math.Abs(d))
		if d < 0 {
			h.part = onLine
		}
	}
	for _, q := range s.quads {
		along, across := gx*q[0]+gy*q[1], math.Abs(gy*q[0]-gx*q[1])-half
		if along < b.Quadrants.From-half-2 || along > b.Quadrants.To+2 {
			continue
		}
		end := max(b.Quadrants.From-along, along-b.Quadrants.To, across)
		h.near = min(h.near, math.Abs(end))
		if end < 0 {
			h.part = onLine
		}
	}
	return h
}

// albedo of what was struck.
func (s *stage) albedo(h strike) rgb {
	switch h.part {
	case onTable:
		return s.look.table.at(h.x, h.y)
	case onRailTop, onRailOuter, onRailInner:
		return s.look.rail.at(h.x+h.z*0.7, h.y+h.z)
	case onDitch:
		return s.look.ditch.at(h.x, h.y)
	case onEdge:
		return s.look.surface.at(h.x*0.2, h.z*3).times(0.8)
	case onLine:
		return s.look.line
	case onHoleWall:
		return s.look.hole.times(0.75)
	case onHoleFloor:
		return s.look.hole
	case onRed:
		return s.look.red
	case onPocketWall:
		return s.look.surface.at(h.x*0.2, h.z*3).times(0.6)
	case onPocketFloor:
		return s.look.pocket
	}
	r := math.Hypot(h.x, h.y)
	if from, to := zoneRadii(s.look.zoned, s.board); s.look.zoned != NoZone && r > from && r < to {
		return s.look.zone.at(h.x, h.y)
	}
	return s.look.surface.at(h.x, h.y)
}
