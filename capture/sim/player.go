package sim

import (
	"math"
	"math/rand/v2"
)

// Shot is how a disc is flicked: from where on the shooting line, at what
// velocity, mm and mm/s.
type Shot struct {
	X, Y, VX, VY float64
}

// spread is how far a player's hand misses its aim: the standard deviations
// of direction (radians) and of speed (share), by skill from 0 to 1.
func spread(skill float64) (direction, speed float64) {
	return (0.2 + 2.2*(1-skill)*(1-skill)) * math.Pi / 180, 0.02 + 0.13*(1-skill)
}

// aim chooses the shot of a team from its seat. Candidates are aimed at the
// hole or at opponents' discs, played through in the head, and the best by
// worth is flicked with the player's spread.
func aim(w *World, place placing, team, id int, skill float64, rng *rand.Rand) Shot {
	var best Shot
	top := math.Inf(-1)
	tries := 3 + int(12*skill)
	for _, s := range candidates(w, place, team, tries, rng) {
		if v := worth(w, s, team, id); v > top {
			best, top = s, v
		}
	}
	direction, speed := spread(skill)
	sn, cs := math.Sincos(rng.NormFloat64() * direction)
	k := max(0.3, 1+rng.NormFloat64()*speed)
	best.VX, best.VY = k*(best.VX*cs-best.VY*sn), k*(best.VX*sn+best.VY*cs)
	return best
}

// startOnLine is a place on the shooting line within a seat's quadrant, off
// (-1 to 1) across it.
func startOnLine(w *World, seatDeg, off float64) (x, y float64) {
	// The disc stays clear of the quadrant lines by its radius.
	most := 45 - math.Asin((w.Board.Disc.Radius+3)/w.Board.Rings.R5)*180/math.Pi
	s, c := math.Sincos((seatDeg + off*most) * math.Pi / 180)
	return w.Board.Rings.R5 * c, w.Board.Rings.R5 * s
}

func candidates(w *World, place placing, team, n int, rng *rand.Rand) []Shot {
	goals := targets(w, team)
	open := len(goals) == 0
	if open {
		goals = [][2]float64{{0, 0}}
	}
	var list []Shot
	for range n {
		var s Shot
		target := pick(rng, goals)
		s.X, s.Y = place(rng)
		dx, dy := target[0]-s.X, target[1]-s.Y
		d := math.Hypot(dx, dy)
		speed := w.reachSpeed(d, 250+250*rng.Float64())
		if !open {
			// Anything from a thin cut to a full hit.
			cut := (rng.Float64()*2 - 1) * 1.5 * w.Board.Disc.Radius
			dx, dy = dx-dy/d*cut, dy+dx/d*cut
			d = math.Hypot(dx, dy)
			speed = w.reachSpeed(d, 350+1900*rng.Float64())
		}
		s.VX, s.VY = speed*dx/d, speed*dy/d
		list = append(list, s)
	}
	return list
}

// freeStart is a start where no disc lies in the way.
func freeStart(w *World, seatDeg float64, rng *rand.Rand) (x, y float64) {
	for range 40 {
		x, y = startOnLine(w, seatDeg, rng.Float64()*2-1)
		// Anywhere on the line is good as long as the disc touches it.
		out := 1 + min(8, max(-8, 3*rng.NormFloat64()))/w.Board.Rings.R5
		x, y = x*out, y*out
		if w.free(x, y) {
			break
		}
	}
	return x, y
}

func (w *World) free(x, y float64) bool {
	for i := range w.Pucks {
		p := &w.Pucks[i]
		if onBoard(p.Where) && math.Hypot(p.X-x, p.Y-y) < 2*w.Board.Disc.Radius+0.5 {
			return false
		}
	}
	return true
}

// reachSpeed is the speed at which a disc starts to have arrive (mm/s) left
// after d mm.
func (w *World) reachSpeed(d, arrive float64) float64 {
	return math.Sqrt(arrive*arrive + 2*w.Physics.Friction*gravity*d)
}

// coarseStep is the time between looks at a shot played in the head, s.
const coarseStep = 0.008

// worth plays a shot in the head: points gained over the opponent's, as the
// game's own rule would leave the board.
func worth(w *World, s Shot, team, id int) float64 {
	try := w.copy(rand.New(rand.NewPCG(1, uint64(id))))
	before := append([]Puck(nil), try.Pucks...)
	try.Pucks = append(try.Pucks, Puck{ID: id, Team: team, Where: OnSurface, X: s.X, Y: s.Y, VX: s.VX, VY: s.VY})
	try.stride = coarseStride
	for n := 0; n < longest/coarseStep && try.Moving(); n++ {
		try.Advance(coarseStep)
	}
	j := NED{}.Judge(Played{Board: w.Board, Team: team, Disc: id, Before: before, After: try.Pucks, Events: try.Events})
	gone := map[int]string{}
	for _, r := range j.Remove {
		gone[r.Disc] = r.Why
	}
	v := 0.0
	for _, p := range try.Pucks {
		sign := 1.0
		if p.Team != team {
			sign = -1
		}
		switch why := gone[p.ID]; {
		case why == WhyTwenty:
			v += 20 * sign
		case why != "":
		case p.Where == Leaning:
			v += 15 * sign
		case p.Where == OnSurface:
			v += sign * float64(w.Board.Points(math.Hypot(p.X, p.Y), w.Board.Disc.Radius))
		}
	}
	return v
}

// copy is the world with its own discs and chance.
func (w *World) copy(rng *rand.Rand) *World {
	c := *w
	c.rng = rng
	c.Pucks = append(make([]Puck, 0, len(w.Pucks)+1), w.Pucks...)
	c.Events, c.touch = nil, map[[2]int]float64{}
	return &c
}
