package sim

import "math"

// shade is the light that leaves what was struck toward the eye.
func (s *stage) shade(h strike) rgb {
	if h.part == onThing {
		return s.shadeThing(h)
	}
	albedo := s.albedo(h)
	nx, ny, nz := s.bevel(h)
	open := float32(s.openness(h))
	out := albedo.mul(s.look.light.ambient).times(open * float32(0.6+0.4*nz))
	vx, vy, vz := unit(s.eyeX-h.x, s.eyeY-h.y, s.eyeZ-h.z)
	gloss := s.look.light.gloss
	switch h.part {
	case onTable, onDitch, onHoleFloor, onHoleWall, onPocketFloor, onPocketWall:
		gloss *= 0.3
	}
	for i := range s.look.light.lamps {
		l := &s.look.light.lamps[i]
		dx, dy, dz, fall := l.toward(h.x, h.y, h.z)
		cos := nx*dx + ny*dy + nz*dz
		if cos <= 0 {
			continue
		}
		lit := s.lit(l, h)
		if lit <= 0 {
			continue
		}
		k := float32(cos * fall * lit)
		out = out.plus(albedo.mul(l.colour).times(k))
		if gloss > 0 {
			out = out.plus(l.colour.times(gloss * float32(lit) * l.sheen(dx, dy, dz, nx, ny, nz, vx, vy, vz)))
		}
	}
	return out
}

func (s *stage) shadeThing(h strike) rgb {
	b := &s.things[h.thing]
	gx, gy := s.ground(h)
	kx, ky := (s.eyeX-gx)/s.eyeZ, (s.eyeY-gy)/s.eyeZ
	hit, ok := b.hit(gx, gy, kx, ky)
	if !ok {
		return rgb{}
	}
	return s.shadeBody(b, hit, h.x, h.y)
}

// ground is where the ray from the eye to a strike passes z = 0.
func (s *stage) ground(h strike) (x, y float64) {
	t := h.z / (s.eyeZ - h.z)
	return h.x - t*(s.eyeX-h.x), h.y - t*(s.eyeY-h.y)
}

func unit(x, y, z float64) (float64, float64, float64) {
	i := 1 / math.Sqrt(x*x+y*y+z*z)
	return x * i, y * i, z * i
}

// bevel is the normal, rounded near the edges of the rail.
func (s *stage) bevel(h strike) (nx, ny, nz float64) {
	if h.part != onRailTop {
		return h.nx, h.ny, h.nz
	}
	const round = 3.0
	ox, oy := s.outer.normal(h.x, h.y)
	tilt := 0.0
	if d := -s.outer.gap(h.x, h.y); d < round {
		tilt = 1 - d/round
	} else if d := s.inner.gap(h.x, h.y); d < round {
		tilt = d/round - 1
	}
	return unit(ox*tilt, oy*tilt, 1)
}

// openness is how much of the sky a place sees: corners are darker.
func (s *stage) openness(h strike) float64 {
	switch h.part {
	case onDitch:
		wall := math.Hypot(h.x, h.y) - s.board.SurfaceRadius
		rail := -s.inner.gap(h.x, h.y)
		return 1 - 0.35*math.Exp(-max(0, wall)/9) - 0.5*math.Exp(-max(0, rail)/16)
	case onRailInner, onEdge:
		return 0.45 + 0.4*smooth(-s.board.Ditch.Depth, s.furn.RailTop, h.z)
	case onRailOuter:
		return 0.35 + 0.5*smooth(s.furn.TableZ, s.furn.RailTop, h.z)
	case onHoleFloor:
		d := s.board.Hole.Radius - math.Hypot(h.x, h.y)
		return 0.85 - 0.45*math.Exp(-max(0, d)/4)
	case onHoleWall:
		return 0.55
	case onTable:
		return 1 - 0.55*math.Exp(-max(0, s.outer.gap(h.x, h.y))/22)
	case onPocketWall:
		return 0.25 + 0.5*smooth(-pocketWall, 0, h.z)
	case onPocketFloor:
		return 0.35
	case onSurface, onLine, onRed:
		if s.square != nil {
			return 1 - 0.35*math.Exp(min(0, s.inner.gap(h.x, h.y))/14)
		}
		return 1 - 0.3*s.pegContact(h.x, h.y)
	}
	return 1
}

func (s *stage) pegContact(x, y float64) float64 {
	if math.Abs(math.Hypot(x, y)-s.board.Pegs.Circle) > 16 {
		return 0
	}
	dark := 0.0
	for _, p := range s.pegs {
		d := math.Hypot(x-p[0], y-p[1]) - s.board.Pegs.Diameter/2
		dark = max(dark, math.Exp(-max(0, d)/2.5))
	}
	return dark
}

// lit is the share of the lamp that a struck place sees past the rail, the
// surface's edge, the pegs and the things on the table.
func (s *stage) lit(l *lamp, h strike) float64 {
	lit := 1.0
	switch h.part {
	case onTable:
		cx, cy, soft := l.crossing(h.x, h.y, h.z, s.furn.RailTop)
		lit = smooth(-soft, soft, s.outer.gap(cx, cy))
	case onRailTop, onRailOuter, onThing:
	case onPocketFloor, onPocketWall:
		cx, cy, soft := l.crossing(h.x, h.y, h.z, 0)
		lit = smooth(soft, -soft, s.square.pocketGap(cx, cy))
	case onHoleFloor, onHoleWall:
		cx, cy, soft := l.crossing(h.x, h.y, h.z, 0)
		lit = smooth(soft, -soft, math.Hypot(cx, cy)-s.board.Hole.Radius)
	default:
		cx, cy, soft := l.crossing(h.x, h.y, h.z, s.furn.RailTop)
		if g := s.inner.gap(cx, cy); g > -2*soft {
			lit = smooth(soft, -soft, g)
		}
		if h.z < -0.5 && s.square == nil {
			cx, cy, soft := l.crossing(h.x, h.y, h.z, 0)
			lit *= smooth(-soft, soft, math.Hypot(cx, cy)-s.board.SurfaceRadius)
		}
	}
	if h.part == onSurface || h.part == onLine {
		lit *= s.pastPegs(l, h.x, h.y)
	}
	if h.part == onTable {
		for i := range s.things {
			b := &s.things[i]
			if math.Hypot(h.x-b.x, h.y-b.y) < b.reach()+8*b.h {
				lit *= 1 - b.castShadow(l, h.x, h.y, h.z)
			}
		}
	}
	return lit
}

func (s *stage) pastPegs(l *lamp, x, y float64) float64 {
	reach := 4 * s.board.Pegs.Height
	if math.Abs(math.Hypot(x, y)-s.board.Pegs.Circle) > reach {
		return 1
	}
	lit := 1.0
	for _, p := range s.pegs {
		if math.Abs(x-p[0]) < reach && math.Abs(y-p[1]) < reach {
			peg := body{x: p[0], y: p[1], r: s.board.Pegs.Diameter / 2, h: s.board.Pegs.Height}
			lit *= 1 - peg.castShadow(l, x, y, 0)
		}
	}
	return lit
}
