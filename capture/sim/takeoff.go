package sim

import (
	"math"
	"slices"
)

// Handed is a disc that a hand took off the surface.
type Handed struct {
	Disc int
	T    float64 // when it lies there
	To   Where   // OffBoard or InDitch
}

// afterwards is what hands do once the discs rest: disturb one, take off
// what is due, forget it or take another, rest over the board.
func (g *Game) afterwards(tn *Turn, s seat, wishes map[Mistake]bool) {
	t := max(tn.SettledAt, tn.HandOut)
	if wishes[Disturbance] || wishes[PutBack] {
		t = g.disturb(tn, s, t, wishes[PutBack])
	}
	t = g.takeOff(tn, s, t, wishes)
	if wishes[RestingHand] {
		t = g.rest(tn, s, t)
	}
	t += g.pause(0.45)
	tn.keys = append(tn.keys, s.away(t))
}

// takeOff removes what is due, now and from before, unless the players forget
// it or take another disc instead.
func (g *Game) takeOff(tn *Turn, s seat, t float64, wishes map[Mistake]bool) float64 {
	var now []Removal
	still := g.overdue[:0:0]
	for _, r := range g.overdue {
		switch p := g.puck(r.Disc); {
		case !onBoard(p.Where): // shot off meanwhile
		case g.rng.Float64() < late:
			now = append(now, r)
			tn.note(LateRemoval, map[string]any{"disc": DiscName(r.Disc)})
		default:
			still = append(still, r)
		}
	}
	for _, r := range tn.Judgement.Remove {
		if wishes[Forgotten] {
			still = append(still, r)
			tn.note(Forgotten, map[string]any{"disc": DiscName(r.Disc), "why": r.Why, "t_start": tn.SettledAt})
			continue
		}
		now = append(now, r)
	}
	g.overdue = still
	if len(now) == 0 {
		return t
	}
	t += g.pause(0.6)
	tn.RemovalStart = t
	tn.keys = append(tn.keys, s.away(t))
	toDitch := g.rng.Float64() < 0.35
	instead := wishes[WrongRemoval]
	for _, r := range now {
		id := r.Disc
		if instead {
			if other, ok := g.otherThan(now); ok {
				tn.note(WrongRemoval, map[string]any{"removed": DiscName(other), "instead_of": DiscName(id), "t_start": t})
				g.overdue = append(g.overdue, r)
				id, instead = other, false
			}
		}
		t = g.fetch(tn, s, t, g.puck(id), toDitch && r.Why != WhyTwenty)
	}
	return tn.add(s.away(0), t, g.pause(0.3))
}

// otherThan is a disc on the surface that is not to be taken off.
func (g *Game) otherThan(due []Removal) (id int, ok bool) {
	var list []int
	for _, p := range g.set {
		is := func(r Removal) bool { return r.Disc == p.ID }
		if p.Where == OnSurface && !slices.ContainsFunc(due, is) && !slices.ContainsFunc(g.overdue, is) {
			list = append(list, p.ID)
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	return pick(g.rng, list), true
}

// fetch carries a disc from the board to its place on the table, or drops it
// into the ditch.
func (g *Game) fetch(tn *Turn, s seat, t float64, p *Puck, toDitch bool) float64 {
	x, y := g.home(p)
	z, where := g.furn.TableZ, OffBoard
	if dx, dy, ok := g.ditchPlace(s); toDitch && ok {
		x, y, z, where = dx, dy, -g.Board.Ditch.Depth, InDitch
	}
	t = tn.add(s.over(0, p.X, p.Y, max(p.Z, -8)), t, g.pause(0.4))
	t = tn.add(s.over(0, p.X, p.Y, max(p.Z, -8)), t, 0.12)
	from := t
	t = tn.add(s.over(0, (p.X+x)/2, (p.Y+y)/2, 50), t, g.pause(0.26))
	if g.unseen && where == OffBoard {
		t = tn.add(s.away(0), t, g.pause(0.26))
	} else {
		t = tn.add(s.over(0, x, y, max(z, -8)), t, g.pause(0.26))
	}
	tn.carries = append(tn.carries, carry{disc: p.ID, from: from, to: t, x: x, y: y, z: z, where: where})
	tn.ByHand = append(tn.ByHand, Handed{p.ID, t, where})
	p.X, p.Y, p.Z, p.Where, p.TiltDeg = x, y, z, where, 0
	return t + 0.08
}

// ditchPlace is a free place in the ditch before a seat.
func (g *Game) ditchPlace(s seat) (x, y float64, ok bool) {
	b := &g.Board
	room := b.Ditch.Width - 2*b.Disc.Radius
	if room < 0 {
		return 0, 0, false
	}
	for range 20 {
		d := b.SurfaceRadius + b.Disc.Radius + room*g.rng.Float64()
		sn, cs := math.Sincos((s.deg + between(g.rng, -35, 35)) * math.Pi / 180)
		x, y = d*cs, d*sn
		ok = true
		for _, p := range g.set {
			ok = ok && (p.Where != InDitch || math.Hypot(p.X-x, p.Y-y) > 2*b.Disc.Radius+0.5)
		}
		if ok {
			return x, y, true
		}
	}
	return 0, 0, false
}

func (tn *Turn) note(kind Mistake, details map[string]any) {
	tn.Anomalies = append(tn.Anomalies, Anomaly{kind, details})
}
