package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// aim chooses a stroke: candidates send a piece toward a pocket, are played
// through in the head, and the best by worth is flicked with the player's
// spread. wrong says that the striker is set down where it must not be.
func (g *CarromGame) aim(s seat, wrong bool) Shot {
	var best Shot
	top := math.Inf(-1)
	for range 8 + int(36*g.skill) {
		shot := g.candidate(s, wrong)
		if v := g.worth(shot); v > top {
			best, top = shot, v
		}
	}
	direction, speed := spread(g.skill)
	sn, cs := math.Sincos(g.rng.NormFloat64() * direction)
	k := max(0.5, 1+g.rng.NormFloat64()*speed)
	best.VX, best.VY = k*(best.VX*cs-best.VY*sn), k*(best.VX*sn+best.VY*cs)
	return best
}

// basePlace is a place for the striker: on both base lines and clear of the
// circles, or, wrong, just not.
func (g *CarromGame) basePlace(s seat, wrong bool) (x, y float64) {
	c := g.Board.Carrom
	for range 60 {
		along, from := between(g.rng, -178, 178), c.BaseCircleCentreFromCentre-1.7+max(-6.5, min(6.5, 2.5*g.rng.NormFloat64()))
		if wrong {
			switch g.rng.IntN(3) {
			case 0:
				from = c.BaseCircleCentreFromCentre + between(g.rng, 7.5, 20)
			case 1:
				from = c.BaseCircleCentreFromCentre - between(g.rng, 11.5, 24)
			default:
				along = math.Copysign(between(g.rng, 184.5, 214), along)
			}
		}
		x, y = from*s.sx-along*s.sy, from*s.sy+along*s.sx
		if g.free(x, y) {
			break
		}
	}
	return x, y
}

// target is a piece and where it should go.
func (g *CarromGame) target() (piece, to [2]float64) {
	me := colourOf(g.state.Turn)
	var own, other [][2]float64
	for i := range g.world.Pucks {
		p := &g.world.Pucks[i]
		at := [2]float64{p.X, p.Y}
		if p.Team == me || p.Team == queenPiece && g.queenIsWorth() {
			own = append(own, at)
		} else {
			other = append(other, at)
		}
	}
	if len(own) == 0 {
		own = other
	}
	pockets := g.Board.Carrom.Pockets()
	return pick(g.rng, own), pick(g.rng, pockets[:])
}

func (g *CarromGame) queenIsWorth() bool {
	return g.state.On.Of(g.state.Turn) < g.rules.Carrom.Pieces
}

// candidate is a random stroke: the striker runs to where it must meet a
// piece to send it toward a pocket.
func (g *CarromGame) candidate(s seat, wrong bool) Shot {
	var shot Shot
	for range 30 {
		shot.X, shot.Y = g.basePlace(s, wrong)
		piece, pocket := g.target()
		dx, dy := pocket[0]-piece[0], pocket[1]-piece[1]
		d := math.Hypot(dx, dy)
		reach := g.Board.Carrom.StrikerRadius + g.Board.Disc.Radius
		gx, gy := piece[0]-dx/d*reach, piece[1]-dy/d*reach
		tx, ty := gx-shot.X, gy-shot.Y
		far := math.Hypot(tx, ty)
		v := between(g.rng, 900, 2600)
		if !g.state.Broken {
			tx, ty = -shot.X+g.rng.NormFloat64()*12, -shot.Y+g.rng.NormFloat64()*12
			far, v = math.Hypot(tx, ty), between(g.rng, 2400, 3600)
		}
		shot.VX, shot.VY = v*tx/far, v*ty/far
		forward := -(shot.VX*s.sx + shot.VY*s.sy) / v
		cut := (tx*dx + ty*dy) / (far * d)
		if forward > 0.2 && (cut > 0.3 || !g.state.Broken) {
			break
		}
		if forward < 0.2 { // nothing ahead: off the far frame
			shot.VX, shot.VY = v*(-s.sx-0.2*s.sy), v*(-s.sy+0.2*s.sx)
		}
	}
	return shot
}

// worth plays a stroke in the head.
func (g *CarromGame) worth(shot Shot) float64 {
	w := g.world.copy(rand.New(rand.NewPCG(1, uint64(idStriker))))
	w.Pucks = append(w.Pucks, Puck{
		ID: idStriker, Team: strikerPiece, Where: OnSurface, X: shot.X, Y: shot.Y, VX: shot.VX, VY: shot.VY,
		Radius: g.Board.Carrom.StrikerRadius, Mass: strikerMass,
	})
	w.stride = coarseStride
	for n := 0; n < longest/coarseStep && w.Moving(); n++ {
		w.Advance(coarseStep)
	}
	me := colourOf(g.state.Turn)
	v := 0.0
	fell := [4]int{}
	for _, p := range w.Pucks {
		if p.Where == InPocket {
			fell[p.Team]++
		}
	}
	v += 10*float64(fell[me]) - 7*float64(fell[1-me]) - 16*float64(fell[strikerPiece])
	if fell[queenPiece] > 0 {
		v += 9
		if !g.queenIsWorth() {
			v -= 14
		}
	}
	if left := g.state.On.Of(g.state.Turn.Other()) - fell[1-me]; left == 0 {
		v -= 60
	}
	for _, p := range w.Pucks { // own pieces nearer to pockets are worth a little
		if p.Team == me && p.Where == OnSurface {
			v -= nearestPocket(g.Board.Carrom, p.X, p.Y) / 4000
		}
	}
	return v
}

func nearestPocket(c *models.CarromSurface, x, y float64) float64 {
	return math.Hypot(math.Abs(x)-c.PocketCentre, math.Abs(y)-c.PocketCentre)
}
