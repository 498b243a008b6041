package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// placing is where a disc may be set for a shot.
type placing func(rng *rand.Rand) (x, y float64)

// chooseShot decides how the turn's disc is shot: a rare shot that was wished
// for, when one can be found, else the player's own choice. It returns the
// kind of the rare shot.
func (g *Game) chooseShot(tn *Turn, s seat, wishes map[Mistake]bool) Mistake {
	place := func(rng *rand.Rand) (x, y float64) { return freeStart(g.world, s.deg, rng) }
	if wishes[InvalidStart] {
		place = g.wrongPlace(s)
	}
	for _, kind := range mistakes[:rareShots] {
		if !wishes[kind] {
			continue
		}
		if shot, ok := g.contrive(kind, tn, s, place); ok {
			tn.Shot = shot
			g.checkStart(tn)
			return kind
		}
	}
	tn.Shot = aim(g.world, place, tn.Team, tn.Disc, g.skill, g.rng)
	g.checkStart(tn)
	return ""
}

// wrongPlace is a place off the shooting line or beyond the quadrant line.
func (g *Game) wrongPlace(s seat) placing {
	b := &g.Board
	touch := b.Disc.Radius + b.LineWidth/2
	return func(rng *rand.Rand) (x, y float64) {
		for range 40 {
			d, off := b.Rings.R5, (rng.Float64()*2-1)*30
			switch rng.IntN(3) {
			case 0: // inside the line, toward the middle
				d -= touch + between(rng, 2, 14)
			default: // beyond the quadrant line
				off = 45 + math.Asin(between(rng, 6, 26)/d)*180/math.Pi
				if rng.IntN(2) == 0 {
					off = -off
				}
			}
			sn, cs := math.Sincos((s.deg + off) * math.Pi / 180)
			if x, y = d*cs, d*sn; g.world.free(x, y) {
				break
			}
		}
		return x, y
	}
}

// checkStart notes a start that is not allowed: the disc must touch the
// shooting line and its centre must not lie beyond the quadrant line.
func (g *Game) checkStart(tn *Turn) {
	far := math.Hypot(tn.Shot.X, tn.Shot.Y)
	gap := g.Board.Clearance(models.Line5, far, g.Board.Disc.Radius)
	off := math.Abs(math.Remainder(math.Atan2(tn.Shot.Y, tn.Shot.X)*180/math.Pi-tn.SeatDeg, 360))
	// With two players the seat's quadrant is a quarter as with four.
	beyond := far * math.Sin((off-45)*math.Pi/180)
	kind := ""
	switch {
	case !models.Touches(gap):
		kind = "not_on_line"
	case beyond > models.TouchEpsilon:
		kind = "beyond_quadrant_line"
	default:
		tn.StartValid = true
		return
	}
	tn.Anomalies = append(tn.Anomalies, Anomaly{InvalidStart, map[string]any{
		"kind": kind, "gap_to_line": max(0, gap), "centre_beyond_quadrant_line": max(0, beyond),
	}})
}

// The cocked finger's tip ends so far behind the hand's origin and to the
// left of it, mm: the hand stands so that the tip is right behind the disc.
const fingerBack, fingerLeft = 17, 8

// add appends a key of the hand `after` s later than t, and returns its time.
func (tn *Turn) add(k key, t, after float64) float64 {
	k.t = t + after
	tn.keys = append(tn.keys, k)
	return k.t
}

// approach moves the hand in: it fetches the disc, sets it on the shooting
// line, and flicks.
func (g *Game) approach(tn *Turn, s seat, p *Puck) {
	t := tn.add(s.away(0), g.time, between(g.rng, 0.15, 0.35))
	tn.HandIn = t
	lifted := t
	x, y := tn.Shot.X, tn.Shot.Y
	if g.unseen {
		t = tn.add(s.over(0, x*1.2, y*1.2, 50), t, g.pause(0.35))
	} else {
		t = tn.add(s.over(0, p.X, p.Y, p.Z), t, g.pause(0.4))
		t = tn.add(s.over(0, p.X, p.Y, p.Z), t, 0.1)
		lifted = t
		t = tn.add(s.over(0, (p.X+x)/2, (p.Y+y)/2, 50), t, g.pause(0.22))
	}
	t = tn.add(s.over(0, x, y, 0), t, g.pause(0.25))
	tn.Placed = t
	tn.carries = append(tn.carries, carry{disc: p.ID, from: lifted, to: t, x: x, y: y, where: OnSurface, placing: true})
	t = tn.add(s.over(0, x, y, 2), t, 0.08)
	v := math.Hypot(tn.Shot.VX, tn.Shot.VY)
	dx, dy := tn.Shot.VX/v, tn.Shot.VY/v
	dir := math.Atan2(dy, dx) * 180 / math.Pi
	back := g.Board.Disc.Radius - fingerBack
	cocked := key{x: x - dx*back + dy*fingerLeft, y: y - dy*back - dx*fingerLeft, dir: dir, pose: Cocked}
	t = tn.add(cocked, t, g.pause(0.3))
	t = tn.add(cocked, t, g.pause(0.45))
	tn.FlickAt = t
	flicked := cocked
	flicked.pose = Flicked
	t = tn.add(flicked, t, 0.04)
	t = tn.add(flicked, t, g.pause(0.13))
	tn.HandOut = tn.add(s.away(0), t, g.pause(0.32))
}
