package sim

import (
	"math"

	"ditchline/models"
)

// tipRadius is the distance from the hole's middle within which a disc's
// centre has no support: there the chord between the points where its edge
// crosses the hole's runs on the far side of its centre.
func (w *World) tipRadius() float64 {
	h, r := w.Board.Hole.Radius, w.Board.Disc.Radius
	return math.Sqrt(max(0, h*h-r*r))
}

// holeTime is how long a disc needs to drop into the hole, s.
const holeTime = 0.045

// meetHole decides once for each pass over the hole: a slow or central disc
// drops, a somewhat faster one is thrown out by the rim, a fast one passes.
func (w *World) meetHole(p *Puck) {
	if p.falling {
		return
	}
	tip := w.tipRadius()
	d := math.Hypot(p.X, p.Y)
	if d >= tip || w.holeTaken(p.ID) {
		p.overHole = p.overHole && d < tip+2
		return
	}
	if p.overHole {
		if p.speed() == 0 {
			w.fallIn(p, 0)
		}
		return
	}
	p.overHole = true
	v := p.speed()
	miss := 0.0
	if v > 0 {
		miss = math.Abs(p.X*p.VY-p.Y*p.VX) / v
	}
	limit := w.Physics.DropSpeed * math.Sqrt(max(0, 1-miss*miss/(tip*tip)))
	switch {
	case v <= limit:
		w.fallIn(p, miss/tip)
	case v <= 1.35*limit:
		turn := (w.rng.Float64() - 0.5) * 0.8
		s, c := math.Sincos(turn)
		k := 0.45 + 0.2*w.rng.Float64()
		p.VX, p.VY = k*(p.VX*c-p.VY*s), k*(p.VX*s+p.VY*c)
		w.note(Event{Kind: EventRimOut, Disc: p.ID, Speed: v})
		if w.rng.Float64() < w.Physics.PopChance {
			w.fallIn(p, 0)
		}
	default:
		p.VX, p.VY = p.VX*0.94, p.VY*0.94
		w.note(Event{Kind: EventPass, Disc: p.ID, Speed: v})
	}
}

func (w *World) holeTaken(id int) bool {
	for i := range w.Pucks {
		if p := &w.Pucks[i]; p.ID != id && (p.Where == InHole || p.Where == Leaning) {
			return true
		}
	}
	return false
}

// fallIn starts the drop into the hole; off is the share of the tip radius
// by which the disc's way misses the hole's middle.
func (w *World) fallIn(p *Puck, off float64) {
	p.falling, p.fall, p.fromX, p.fromY = true, 0, p.X, p.Y
	dir := w.rng.Float64() * 2 * math.Pi
	if off > 0.5 && w.rng.Float64() < w.Physics.LeanChance*2 {
		p.Where = Leaning
		p.toX, p.toY, p.TiltDeg, p.TiltDirDeg = leaningPose(w.Board.Hole.Radius, w.Board.Hole.Depth, w.Board.Disc.Radius, 2+5*w.rng.Float64(), dir)
		w.note(Event{Kind: EventLean, Disc: p.ID, Speed: p.speed()})
	} else {
		p.Where = InHole
		slack := (w.Board.Hole.Radius - w.Board.Disc.Radius) * math.Sqrt(w.rng.Float64())
		p.toX, p.toY = slack*math.Cos(dir), slack*math.Sin(dir)
		w.note(Event{Kind: EventHole, Disc: p.ID, Speed: p.speed()})
	}
	p.VX, p.VY, p.Spin = 0, 0, 0
}

// leaningPose is a disc half in the hole: its centre off the hole's by off
// mm toward dir, its underside on the hole's rim there, its lower edge on
// the hole's floor opposite.
func leaningPose(hole, depth, disc, off, dir float64) (x, y, tiltDeg, tiltDirDeg float64) {
	tilt := math.Atan(depth / (hole - off + disc))
	return off * math.Cos(dir), off * math.Sin(dir), tilt * 180 / math.Pi, math.Mod(dir*180/math.Pi+180, 360)
}

// leaningZ is the height of such a disc's underside at its centre.
func leaningZ(hole, off, tiltDeg float64) float64 {
	return -(hole - off) * math.Tan(tiltDeg*math.Pi/180)
}

// meetEdge lets a disc whose centre has left the surface fall.
func (w *World) meetEdge(p *Puck) {
	d := math.Hypot(p.X, p.Y)
	if d <= w.Board.SurfaceRadius || p.falling {
		return
	}
	p.falling, p.fall, p.left = true, 0, true
	nx, ny := p.X/d, p.Y/d
	// It tips outward even when it was about to stop, by energy it takes
	// from its fall: so fast that it is past the edge when it lands.
	least := w.Board.Disc.Radius / math.Sqrt(2*w.Board.Ditch.Depth/gravity)
	if out := p.VX*nx + p.VY*ny; out < least {
		p.VX, p.VY = p.VX+(least-out)*nx, p.VY+(least-out)*ny
	}
	w.note(Event{Kind: EventLeave, Disc: p.ID, Speed: p.speed()})
}

// drop moves a falling disc down.
func (w *World) drop(p *Puck, dt float64) {
	p.fall += dt
	switch p.Where {
	case InHole, Leaning:
		t := min(1, p.fall/holeTime)
		p.X, p.Y = p.fromX+(p.toX-p.fromX)*t, p.fromY+(p.toY-p.fromY)*t
		bottom := -w.Board.Hole.Depth
		if p.Where == Leaning {
			bottom = leaningZ(w.Board.Hole.Radius, math.Hypot(p.toX, p.toY), p.TiltDeg)
		}
		p.Z = bottom * t * t
		if t == 1 {
			p.falling = false
			w.note(Event{Kind: EventRest, Disc: p.ID})
		}
	default:
		if p.back {
			w.flyBack(p)
			return
		}
		p.Z = -gravity * p.fall * p.fall / 2
		if p.Z <= -w.Board.Ditch.Depth {
			p.Z, p.falling, p.Where = -w.Board.Ditch.Depth, false, InDitch
			w.note(Event{Kind: EventLand, Disc: p.ID, Speed: p.speed()})
		}
	}
}

// A disc that hits the rail faster than returnSpeed (mm/s), before it has
// fallen far, may hop back: it flies for flightTime to a place within the
// surface's edge and slides on at the pace of its flight.
const (
	returnSpeed = 500
	flightTime  = 0.13
)

// maybeBack lets a disc that has just met the rail, whose outward normal is
// (nx, ny), fly back onto the surface.
func (w *World) maybeBack(p *Puck, nx, ny, closing float64) {
	if p.back || !p.falling || p.Where != OnSurface || closing < returnSpeed || p.Z < -w.Board.Ditch.Depth/2 || w.rng.Float64() >= w.Physics.ReturnChance {
		return
	}
	inward := w.Board.SurfaceRadius - between(w.rng, 8, 40)
	along := (w.rng.Float64() - 0.5) * 60
	p.back, p.fall, p.fromX, p.fromY = true, 0, p.X, p.Y
	p.toX, p.toY = nx*inward-ny*along, ny*inward+nx*along
	p.VX, p.VY = (p.toX-p.X)/flightTime, (p.toY-p.Y)/flightTime
}

// flyBack moves a disc on its way back from the rail: an arc over the edge.
func (w *World) flyBack(p *Puck) {
	t := min(1, p.fall/flightTime)
	p.X, p.Y = p.fromX+(p.toX-p.fromX)*t, p.fromY+(p.toY-p.fromY)*t
	p.Z = 4 * 9 * t * (1 - t)
	if t < 1 {
		return
	}
	p.falling, p.back, p.Z = false, false, 0
	// The landing takes most of its pace.
	p.VX, p.VY = 0.45*p.VX, 0.45*p.VY
	w.note(Event{Kind: EventReturn, Disc: p.ID, Speed: p.speed()})
}

// meetRail keeps a disc that left the surface between rail and surface. A
// ditch too narrow for it holds it tilted, half on the edge.
func (w *World) meetRail(p *Puck) {
	r := w.Board.Disc.Radius
	if gap := w.rail.gap(p.X, p.Y) + r; gap > 0 && p.Where != InHole && p.Where != Leaning {
		nx, ny := w.rail.normal(p.X, p.Y)
		p.X, p.Y = p.X-nx*gap, p.Y-ny*gap
		if v := w.bounce(p, -nx, -ny, w.Physics.RailBounce, 0.2); v > 40 {
			w.note(Event{Kind: EventRail, Disc: p.ID, Speed: v})
			w.maybeBack(p, nx, ny, v)
		}
	}
	if p.Where != InDitch {
		return
	}
	if w.Board.Ditch.Width < 2*r && w.rail.normals == nil {
		d := math.Hypot(p.X, p.Y)
		mid := w.Board.SurfaceRadius + w.Board.Ditch.Width - r
		p.X, p.Y = p.X/d*mid, p.Y/d*mid
		p.VX, p.VY, p.Spin = 0, 0, 0
		p.TiltDeg = math.Asin(min(0.9, w.Board.Ditch.Depth/(2*r))) * 180 / math.Pi
		p.TiltDirDeg = math.Atan2(p.Y, p.X) * 180 / math.Pi
		p.Z = -w.Board.Ditch.Depth / 2
		return
	}
	if d := math.Hypot(p.X, p.Y); d < w.Board.SurfaceRadius+r {
		nx, ny := p.X/d, p.Y/d
		p.X, p.Y = nx*(w.Board.SurfaceRadius+r), ny*(w.Board.SurfaceRadius+r)
		w.bounce(p, nx, ny, 0.2, 0.2)
	}
}

// settle parts discs that still overlap at rest by rounding.
func (w *World) settle() {
	for range 50 {
		clean := true
		for i := range w.Pucks {
			for k := i + 1; k < len(w.Pucks); k++ {
				a, b := &w.Pucks[i], &w.Pucks[k]
				dx, dy := b.X-a.X, b.Y-a.Y
				if r := w.radius(a) + w.radius(b); dx*dx+dy*dy < r*r && w.sameLevel(a, b) {
					w.meet(a, b)
					clean = false
				}
			}
			if w.Pucks[i].Where == InDitch {
				w.meetRail(&w.Pucks[i])
			}
			if w.Board.Game == models.Carrom {
				w.meetFrame(&w.Pucks[i], 0)
			}
		}
		if clean {
			return
		}
	}
}
