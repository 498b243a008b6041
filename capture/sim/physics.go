package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// Place says where a disc physically is.
type Where int

// The places of a disc.
const (
	InHand Where = iota // held, or not yet played
	OnSurface
	InHole
	Leaning
	InDitch
	OffBoard // taken off
	InPocket
	OnRail
)

func (w Where) String() string {
	return [...]string{"hand", "flat", "in_hole", "leaning", "ditch", "table", "pocket", "rail"}[w]
}

// Puck is a disc in the physics: its footprint's centre in the board frame,
// mm, its velocity, mm/s, and its spin, rad/s.
type Puck struct {
	ID, Team   int
	Where      Where
	X, Y, Z    float64
	VX, VY     float64
	Turn, Spin float64 // radians, counter-clockwise from above
	TiltDeg    float64
	TiltDirDeg float64 // the side that is down
	Radius     float64 // mm; 0 for the board's own disc
	Mass       float64 // in discs' masses; 0 for one

	falling  bool    // into the hole or the ditch
	fall     float64 // s since it began to
	fromX    float64
	fromY    float64
	toX, toY float64
	overHole bool
	left     bool // has left the surface in this shot
	back     bool // flies back onto it from the rail
}

func (p *Puck) speed() float64 { return math.Hypot(p.VX, p.VY) }

func (p *Puck) moving() bool {
	return (p.Where == OnSurface || p.Where == InDitch || p.Where == InHole || p.Where == Leaning || p.Where == InPocket && p.falling) &&
		(p.VX != 0 || p.VY != 0 || p.Spin != 0 || p.falling)
}

// Physics are the constants of a board's surfaces and discs.
type Physics struct {
	Friction      float64 // sliding on waxed wood, coefficient
	DiscBounce    float64 // restitution of two discs
	DiscGrip      float64 // tangential friction of two discs, coefficient
	PegBounce     float64
	PegGrip       float64
	RailBounce    float64
	DitchFriction float64
	DropSpeed     float64 // mm/s: a disc that passes the hole's middle slower drops in
	LeanChance    float64 // of an off-centre drop ending half in the hole
	ReturnChance  float64 // of a fast disc bouncing off the rail back onto the surface
	PopChance     float64 // of a disc that the rim throws out dropping in after all
}

// StandardPhysics is a well waxed board.
func StandardPhysics() Physics {
	return Physics{
		Friction: 0.18, DiscBounce: 0.91, DiscGrip: 0.07, PegBounce: 0.62, PegGrip: 0.18,
		RailBounce: 0.25, DitchFriction: 0.45, DropSpeed: 900, LeanChance: 0.05, ReturnChance: 0.02, PopChance: 0.03,
	}
}

// randomPhysics is a board and a set of discs as they are found: waxed more
// or less, of one wood or another.
func randomPhysics(rng *rand.Rand) Physics {
	p := StandardPhysics()
	p.Friction, p.DiscBounce, p.DiscGrip = between(rng, 0.155, 0.2), between(rng, 0.89, 0.94), between(rng, 0.05, 0.12)
	p.PegBounce, p.PegGrip, p.RailBounce = between(rng, 0.6, 0.7), between(rng, 0.13, 0.18), between(rng, 0.24, 0.36)
	p.DropSpeed = between(rng, 860, 930)
	return p
}

// EventKind is what happened to a disc, in groundtruth's words.
type EventKind string

// The events of a shot.
const (
	EventFlick   EventKind = "flick"
	EventContact EventKind = "contact"
	EventPeg     EventKind = "peg_contact"
	EventHole    EventKind = "enter_hole"
	EventLean    EventKind = "leaning"
	EventRimOut  EventKind = "rim_out"
	EventPass    EventKind = "pass_over_hole"
	EventLeave   EventKind = "leave_surface"
	EventLand    EventKind = "land_ditch"
	EventRail    EventKind = "rail"
	EventReturn  EventKind = "return"
	EventRest    EventKind = "at_rest"
	EventPocket  EventKind = "enter_pocket"
	EventCushion EventKind = "cushion"
)

// Event is something that happened to a disc at a time, s. Other is the
// second disc of a contact, else -1.
type Event struct {
	T     float64
	Kind  EventKind
	Disc  int
	Other int
	Speed float64 // mm/s, of the disc or of the approach
	X, Y  float64 // where the disc was, mm
}

const gravity = 9810 // mm/s²

// World is a board with discs in motion. It is deterministic: the same
// discs, velocities and generator give the same motion.
type World struct {
	Board   models.Board
	Physics Physics
	Pucks   []Puck
	Time    float64
	Events  []Event

	rng    *rand.Rand
	stride float64
	rail   outline
	pegs   [][2]float64
	touch  map[[2]int]float64 // last time that two discs met
}

// NewWorld is an empty board.
func NewWorld(b models.Board, f Furniture, p Physics, rng *rand.Rand) *World {
	w := &World{Board: b, Physics: p, rng: rng, stride: fineStride, touch: map[[2]int]float64{}}
	if b.Game == models.Carrom {
		return w
	}
	w.rail = newOutline(b.SurfaceRadius+b.Ditch.Width, f)
	for i := range b.Pegs.Count {
		s, c := math.Sincos((b.Pegs.StartDeg + 360*float64(i)/float64(b.Pegs.Count)) * math.Pi / 180)
		w.pegs = append(w.pegs, [2]float64{b.Pegs.Circle * c, b.Pegs.Circle * s})
	}
	return w
}

// Moving says whether any disc moves.
func (w *World) Moving() bool {
	for i := range w.Pucks {
		if w.Pucks[i].moving() {
			return true
		}
	}
	return false
}

// radius of a disc, mm.
func (w *World) radius(p *Puck) float64 {
	if p.Radius > 0 {
		return p.Radius
	}
	return w.Board.Disc.Radius
}

// lightness is a disc's inverse mass.
func (w *World) lightness(p *Puck) float64 {
	if p.Mass > 0 {
		return 1 / p.Mass
	}
	return 1
}

// Energy of all discs' motion, per unit of a disc's mass, mm²/s².
func (w *World) Energy() float64 {
	e := 0.0
	for i := range w.Pucks {
		p := &w.Pucks[i]
		r := w.radius(p)
		e += (0.5*(p.VX*p.VX+p.VY*p.VY) + 0.25*r*r*p.Spin*p.Spin) / w.lightness(p)
	}
	return e
}

// A disc slides at most so far in one step, mm: fineStride in play,
// coarseStride when a player plays a shot through in the head.
const (
	fineStride   = 0.4
	coarseStride = 1.6
)

// Advance moves the world by dt seconds, in steps short enough that no disc
// slides further than its stride.
func (w *World) Advance(dt float64) {
	fastest := 0.0
	for i := range w.Pucks {
		fastest = max(fastest, w.Pucks[i].speed())
	}
	n := 1 + int(fastest*dt/w.stride)
	for range n {
		w.step(dt / float64(n))
	}
}

func (w *World) step(dt float64) {
	w.Time += dt
	for i := range w.Pucks {
		p := &w.Pucks[i]
		if !p.moving() {
			continue
		}
		w.slide(p, dt)
		if w.Board.Game == models.Carrom {
			w.meetFrame(p, dt)
			continue
		}
		if p.falling {
			w.drop(p, dt)
		}
		if p.Where == OnSurface {
			w.meetHole(p)
			w.meetEdge(p)
		}
		w.meetRail(p)
		w.meetPegs(p)
	}
	for i := range w.Pucks {
		for k := i + 1; k < len(w.Pucks); k++ {
			if w.Pucks[i].moving() || w.Pucks[k].moving() {
				w.meet(&w.Pucks[i], &w.Pucks[k])
			}
		}
	}
}

// slide moves a disc under Coulomb friction. Spin dies by the friction's
// torque on a uniform disc, (2/3) mu m g r.
func (w *World) slide(p *Puck, dt float64) {
	if p.Where == InHole || p.Where == Leaning || p.Where == InPocket {
		return
	}
	mu := w.Physics.Friction
	if p.Where == InDitch {
		mu = w.Physics.DitchFriction
	}
	if p.falling {
		mu = 0
	}
	v := p.speed()
	if v > 0 {
		after := max(0, v-mu*gravity*dt)
		mean := (v + after) / 2 / v * dt
		p.X, p.Y = p.X+p.VX*mean, p.Y+p.VY*mean
		p.VX, p.VY = p.VX*after/v, p.VY*after/v
		if after == 0 {
			w.note(Event{Kind: EventRest, Disc: p.ID})
		}
	}
	p.Turn += p.Spin * dt
	brake := 4.0 / 3 * mu * gravity / w.radius(p) * dt
	p.Spin = math.Copysign(max(0, math.Abs(p.Spin)-brake), p.Spin)
}

func (w *World) note(e Event) {
	e.T = w.Time
	if e.Kind != EventContact {
		e.Other = -1
	}
	for i := range w.Pucks {
		if p := &w.Pucks[i]; p.ID == e.Disc {
			e.X, e.Y = p.X, p.Y
		}
	}
	w.Events = append(w.Events, e)
}

// sameLevel says whether two discs can touch: both on the surface, where one
// in the hole still stands out, or both in the ditch.
func (w *World) sameLevel(a, b *Puck) bool {
	up := func(p *Puck) bool {
		return p.Where == OnSurface && !p.falling || p.Where == Leaning || p.Where == InHole && w.Board.Disc.Thickness > w.Board.Hole.Depth
	}
	down := func(p *Puck) bool { return p.Where == InDitch }
	return up(a) && up(b) || down(a) && down(b)
}

// meet lets two discs collide: an impulse along the line of centres with
// restitution, and one across it limited by Coulomb friction and by what
// stops the surfaces' slip. A disc in the hole is held by its walls.
func (w *World) meet(a, b *Puck) {
	ra, rb := w.radius(a), w.radius(b)
	dx, dy := b.X-a.X, b.Y-a.Y
	q := dx*dx + dy*dy
	if q >= (ra+rb)*(ra+rb) || !w.sameLevel(a, b) {
		return
	}
	d := math.Sqrt(q)
	if d < 1e-9 {
		dx, d = 1e-9, 1e-9
	}
	nx, ny := dx/d, dy/d
	ma, mb := w.lightness(a), w.lightness(b)
	if a.Where == InHole || a.Where == Leaning {
		ma = 0
	}
	if b.Where == InHole || b.Where == Leaning {
		mb = 0
	}
	if ma+mb == 0 {
		return
	}
	overlap := ra + rb - d
	push := overlap / (ma + mb)
	a.X, a.Y = a.X-nx*push*ma, a.Y-ny*push*ma
	b.X, b.Y = b.X+nx*push*mb, b.Y+ny*push*mb
	closing := (a.VX-b.VX)*nx + (a.VY-b.VY)*ny
	// A disc that the hole takes in shoves what lies in its way without a speed
	// of its own: that is a touch too.
	if a.Where != InDitch && (closing > 0 || overlap > shoved) { // what meets in the ditch is out of play
		w.contact(a.ID, b.ID, max(0, closing))
	}
	if closing <= 0 {
		return
	}
	jn := (1 + w.Physics.DiscBounce) * closing / (ma + mb)
	slip := (a.VX-b.VX)*-ny + (a.VY-b.VY)*nx + ra*a.Spin + rb*b.Spin
	// A uniform disc's rim yields as if of a third of its mass.
	jt := math.Copysign(min(w.Physics.DiscGrip*jn, math.Abs(slip)/(3*(ma+mb))), slip)
	ix, iy := jn*nx-jt*ny, jn*ny+jt*nx
	a.VX, a.VY = a.VX-ix*ma, a.VY-iy*ma
	b.VX, b.VY = b.VX+ix*mb, b.VY+iy*mb
	a.Spin -= 2 * jt / ra * ma
	b.Spin -= 2 * jt / rb * mb
}

// shoved is by how much, mm, two discs overlap at the least that touch without
// closing: less is the rounding of places at rest against each other.
const shoved = 0.005

// contact notes the first of the many touches of one collision.
func (w *World) contact(a, b int, closing float64) {
	key := [2]int{min(a, b), max(a, b)}
	last, before := w.touch[key]
	w.touch[key] = w.Time
	if !before || w.Time-last > 0.01 {
		w.note(Event{Kind: EventContact, Disc: a, Other: b, Speed: closing})
	}
}

// bounce turns a disc back at a fixed obstacle whose outward normal at the
// touched place is (nx, ny).
func (w *World) bounce(p *Puck, nx, ny, restitution, grip float64) (closing float64) {
	closing = -(p.VX*nx + p.VY*ny)
	if closing <= 0 {
		return closing
	}
	r := w.radius(p)
	jn := (1 + restitution) * closing
	slip := -p.VX*ny + p.VY*nx - r*p.Spin
	jt := math.Copysign(min(grip*jn, math.Abs(slip)/3), slip)
	p.VX, p.VY = p.VX+jn*nx+jt*ny, p.VY+jn*ny-jt*nx
	p.Spin += 2 * jt / r
	return closing
}

func (w *World) meetPegs(p *Puck) {
	if p.Where != OnSurface {
		return
	}
	reach := w.Board.Disc.Radius + w.Board.Pegs.Diameter/2
	for _, peg := range w.pegs {
		dx, dy := p.X-peg[0], p.Y-peg[1]
		if dx*dx+dy*dy >= reach*reach {
			continue
		}
		d := math.Hypot(dx, dy)
		nx, ny := dx/d, dy/d
		p.X, p.Y = peg[0]+nx*reach, peg[1]+ny*reach
		if v := w.bounce(p, nx, ny, w.Physics.PegBounce, w.Physics.PegGrip); v > 20 {
			w.note(Event{Kind: EventPeg, Disc: p.ID, Speed: v})
		}
	}
}
