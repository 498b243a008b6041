package sim

import "math"

// disturb moves a disc that lies still by the hand's fingers, a little; back
// says that it is put back where it was, as well as hands can.
func (g *Game) disturb(tn *Turn, s seat, t float64, back bool) float64 {
	id, ok := g.otherThan(tn.Judgement.Remove)
	if !ok {
		return t
	}
	p := g.puck(id)
	x1, y1, ok := g.pushed(p)
	if !ok {
		return t
	}
	x0, y0 := p.X, p.Y
	dx, dy := x1-x0, y1-y0
	d := math.Hypot(dx, dy)
	// The fingertip stands behind the disc and pushes it.
	behind := func(x, y float64) key {
		reach := g.Board.Disc.Radius + 7
		return key{x: x - dx/d*reach, y: y - dy/d*reach, z: 2, dir: s.dirTo(x, y), pose: Flat}
	}
	t = tn.add(s.away(0), t, g.pause(0.45))
	t = tn.add(behind(x0, y0), t, g.pause(0.4))
	from := t
	t = tn.add(behind(x1, y1), t, 0.04+d/150)
	tn.carries = append(tn.carries, carry{disc: id, from: from, to: t, x: x1, y: y1, where: OnSurface, push: true})
	p.X, p.Y = x1, y1
	details := map[string]any{
		"when": "after_settle", "disc": DiscName(id), "from": [2]float64{x0, y0}, "to": [2]float64{x1, y1},
		"displacement": d, "t_start": from, "t_end": t,
	}
	if !back {
		tn.note(Disturbance, details)
		return tn.add(s.away(0), t, g.pause(0.45))
	}
	// Put back: a hand hits the old place within a few tenths of a mm.
	x2, y2 := x0+0.2*g.rng.NormFloat64(), y0+0.2*g.rng.NormFloat64()
	t = tn.add(s.over(0, x1, y1, 0), t, g.pause(0.35))
	from = t
	t = tn.add(s.over(0, x2, y2, 0), t, g.pause(0.35))
	tn.carries = append(tn.carries, carry{disc: id, from: from, to: t, x: x2, y: y2, where: OnSurface, push: true})
	p.X, p.Y = x2, y2
	details["t_end"], details["off"] = t, math.Hypot(x2-x0, y2-y0)
	tn.note(PutBack, details)
	return tn.add(s.away(0), t, g.pause(0.45))
}

// pushed is where a hand pushes a disc: 3 to 16 mm off, clear of all others.
func (g *Game) pushed(p *Puck) (x, y float64, ok bool) {
	b := &g.Board
	for range 20 {
		sn, cs := math.Sincos(g.rng.Float64() * 2 * math.Pi)
		d := between(g.rng, 3, 16)
		x, y = p.X+d*cs, p.Y+d*sn
		far := math.Hypot(x, y)
		ok = far > b.Hole.Radius+b.Disc.Radius+1 && far < b.SurfaceRadius-b.Disc.Radius
		for _, o := range g.set {
			ok = ok && (o.ID == p.ID || o.Where == OffBoard || math.Hypot(o.X-x, o.Y-y) > 2*b.Disc.Radius+0.3)
		}
		for _, peg := range g.world.pegs {
			ok = ok && math.Hypot(peg[0]-x, peg[1]-y) > b.Disc.Radius+b.Pegs.Diameter/2+0.3
		}
		if ok {
			return x, y, true
		}
	}
	return 0, 0, false
}

// rest holds a hand over the board for a while, as players do who think or
// point.
func (g *Game) rest(tn *Turn, s seat, t float64) float64 {
	b := &g.Board
	d, a := b.Rings.R10+g.rng.Float64()*(b.SurfaceRadius-b.Rings.R10), s.deg+between(g.rng, -30, 30)
	sn, cs := math.Sincos(a * math.Pi / 180)
	x, y := d*cs, d*sn
	over := key{x: x, y: y, z: between(g.rng, 25, 70), dir: s.dirTo(x, y), pose: Flat}
	t = tn.add(s.away(0), t, g.pause(0.3))
	t = tn.add(over, t, g.pause(0.45))
	from := t
	sway := over
	sway.x, sway.y = x+between(g.rng, -12, 12), y+between(g.rng, -12, 12)
	t = tn.add(sway, t, between(g.rng, 0.5, 1.5))
	t = tn.add(over, t, between(g.rng, 0.5, 1.5))
	tn.note(RestingHand, map[string]any{"t_start": from, "t_end": t})
	return tn.add(s.away(0), t, g.pause(0.45))
}
