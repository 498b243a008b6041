package sim

import (
	"math"
	"math/rand/v2"
)

// StandardCarromPhysics is a powdered board: pieces slide far, the frame is
// hard wood. DropSpeed is what a piece may have that crosses a pocket.
func StandardCarromPhysics() Physics {
	return Physics{Friction: 0.1, DiscBounce: 0.9, DiscGrip: 0.06, RailBounce: 0.66, PegGrip: 0.12, DropSpeed: 1100}
}

func randomCarromPhysics(rng *rand.Rand) Physics {
	p := StandardCarromPhysics()
	p.Friction, p.DiscBounce, p.RailBounce = between(rng, 0.085, 0.13), between(rng, 0.86, 0.93), between(rng, 0.58, 0.74)
	p.DropSpeed = between(rng, 1000, 1250)
	return p
}

// strikerMass is a striker's in pieces' masses: 15 g against 5.3 g.
const strikerMass = 2.8

// intoCorner is how much faster than DropSpeed a piece may be that runs into
// the corner: the frame behind the pocket stops it over the hole.
const intoCorner = 3.0

// meetFrame lets the four cushions turn a disc back, and the pockets take it.
func (w *World) meetFrame(p *Puck, dt float64) {
	if p.Where == InPocket {
		w.sink(p, dt)
		return
	}
	if p.Where != OnSurface {
		return
	}
	half := w.Board.Carrom.Side/2 - w.radius(p)
	if over := math.Abs(p.X) - half; over > 0 {
		p.X = math.Copysign(half, p.X)
		w.cushion(p, -math.Copysign(1, p.X), 0)
	}
	if over := math.Abs(p.Y) - half; over > 0 {
		p.Y = math.Copysign(half, p.Y)
		w.cushion(p, 0, -math.Copysign(1, p.Y))
	}
	c := w.Board.Carrom
	px, py := math.Copysign(c.PocketCentre, p.X), math.Copysign(c.PocketCentre, p.Y)
	if math.Hypot(p.X-px, p.Y-py) >= pocketTip(c.PocketRadius, w.radius(p)) {
		return
	}
	limit := w.Physics.DropSpeed
	if p.VX*px > 0 && p.VY*py > 0 {
		limit *= intoCorner
	}
	if v := p.speed(); v <= limit {
		p.Where, p.falling, p.fall, p.fromX, p.fromY = InPocket, true, 0, p.X, p.Y
		slack := max(0, c.PocketRadius-w.radius(p)) * 0.8
		dir := w.rng.Float64() * 2 * math.Pi
		p.toX, p.toY = px+slack*math.Cos(dir), py+slack*math.Sin(dir)
		w.note(Event{Kind: EventPocket, Disc: p.ID, Speed: v})
		p.VX, p.VY, p.Spin = 0, 0, 0
	}
}

func (w *World) cushion(p *Puck, nx, ny float64) {
	if v := w.bounce(p, nx, ny, w.Physics.RailBounce, w.Physics.PegGrip); v > 40 {
		w.note(Event{Kind: EventCushion, Disc: p.ID, Speed: v})
	}
}

// sink lets a disc fall into the net.
func (w *World) sink(p *Puck, dt float64) {
	if !p.falling {
		return
	}
	p.fall += dt
	t := min(1, p.fall/math.Sqrt(2*pocketFloor/gravity))
	p.X, p.Y = p.fromX+(p.toX-p.fromX)*t, p.fromY+(p.toY-p.fromY)*t
	p.Z = -pocketFloor * t * t
	if t == 1 {
		p.falling = false
		w.note(Event{Kind: EventRest, Disc: p.ID})
	}
}
