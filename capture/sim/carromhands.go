package sim

import (
	"math"

	"ditchline/referee"
)

// approach moves the hand in: it fetches the striker from where it lies, sets
// it on the base line, shifts it along sometimes, and flicks.
func (g *CarromGame) approach(tn *Turn, s seat) {
	p := g.puck(idStriker)
	t := tn.add(s.away(0), g.time, between(g.rng, 0.15, 0.35))
	tn.HandIn = t
	lifted := t
	x, y := tn.Shot.X, tn.Shot.Y
	if p.Where == OffBoard {
		t = tn.add(s.over(0, x*1.2, y*1.2, 50), t, g.pause(0.35))
	} else {
		t = tn.add(s.over(0, p.X, p.Y, max(p.Z, -8)), t, g.pause(0.45))
		t = tn.add(s.over(0, p.X, p.Y, max(p.Z, -8)), t, 0.1)
		lifted = t
		t = tn.add(s.over(0, (p.X+x)/2, (p.Y+y)/2, 50), t, g.pause(0.25))
	}
	x0, y0 := x, y
	if shift := between(g.rng, -60, 60); g.rng.Float64() < 0.4 && g.free(x-s.sy*shift, y+s.sx*shift) {
		x0, y0 = x-s.sy*shift, y+s.sx*shift
	}
	t = tn.add(s.over(0, x0, y0, 0), t, g.pause(0.28))
	tn.carries = append(tn.carries, carry{disc: idStriker, from: lifted, to: t, x: x0, y: y0, where: OnSurface, placing: true})
	t = tn.add(s.over(0, x0, y0, 2), t, 0.08)
	if x0 != x || y0 != y {
		from := t
		t = tn.add(s.over(0, x, y, 2), t, g.pause(0.3))
		tn.carries = append(tn.carries, carry{disc: idStriker, from: from, to: t, x: x, y: y, where: OnSurface, push: true, placing: true})
		t = tn.add(s.over(0, x, y, 2), t, 0.06)
	}
	tn.Placed = t
	v := math.Hypot(tn.Shot.VX, tn.Shot.VY)
	dx, dy := tn.Shot.VX/v, tn.Shot.VY/v
	back := p.Radius - fingerBack
	cocked := key{x: x - dx*back + dy*fingerLeft, y: y - dy*back - dx*fingerLeft, dir: math.Atan2(dy, dx) * 180 / math.Pi, pose: Cocked}
	t = tn.add(cocked, t, g.pause(0.3))
	t = tn.add(cocked, t, g.pause(0.55))
	tn.FlickAt = t
	flicked := cocked
	flicked.pose = Flicked
	t = tn.add(flicked, t, 0.04)
	t = tn.add(flicked, t, g.pause(0.13))
	tn.HandOut = tn.add(s.away(0), t, g.pause(0.32))
}

// free says whether the striker has room at a place.
func (g *CarromGame) free(x, y float64) bool {
	c := g.Board.Carrom
	for _, p := range g.set {
		if p.Team != strikerPiece && p.Where == OnSurface && math.Hypot(p.X-x, p.Y-y) < c.StrikerRadius+g.Board.Disc.Radius+0.5 {
			return false
		}
	}
	return max(math.Abs(x), math.Abs(y)) < c.Side/2-c.StrikerRadius
}

// putBack lets the next player's hand lay what is due in the middle circle,
// unless the players forget it this time.
func (g *CarromGame) putBack(tn *Turn, t float64, wishes map[Mistake]bool) float64 {
	due := g.missing()
	if len(due) == 0 {
		return t
	}
	if wishes[Forgotten] && !g.late {
		g.late = true
		for _, id := range due {
			tn.note(Forgotten, map[string]any{"disc": DiscName(id), "t_start": tn.SettledAt})
		}
		return t
	}
	g.late = false
	s := g.seats[g.placer(tn.Team)]
	t += g.pause(0.5)
	tn.RemovalStart = t
	t = tn.add(s.away(0), t, 0)
	for i, id := range due {
		p := g.puck(id)
		x, y := g.middlePlace(id == idQueen)
		from := t
		t = tn.add(s.over(0, x*1.1+30*s.sx, y*1.1+30*s.sy, 45), t, g.pause(0.5))
		t = tn.add(s.over(0, x, y, 0), t, g.pause(0.3))
		tn.carries = append(tn.carries, carry{disc: id, from: from, to: t, x: x, y: y, where: OnSurface})
		tn.Stroke.PutBack = append(tn.Stroke.PutBack, Handed{id, t, OnSurface})
		p.X, p.Y, p.Z, p.Where = x, y, 0, OnSurface
		t = tn.add(s.over(0, x, y, 12), t, 0.12)
		if i+1 < len(due) {
			t = tn.add(s.away(0), t, g.pause(0.4))
		}
	}
	return tn.add(s.away(0), t, g.pause(0.35))
}

// placer is the seat whose player lays back what is due: the next opponent of
// who has played.
func (g *CarromGame) placer(team int) int {
	if g.team(g.turn) != team {
		return g.turn
	}
	return (g.turn + 1) % len(g.seats)
}

// missing are the pieces that the state has on the board and hands have not
// laid there yet.
func (g *CarromGame) missing() []int {
	var due []int
	for kind := whitePiece; kind <= blackPiece; kind++ {
		colour := referee.White
		if kind == blackPiece {
			colour = referee.Black
		}
		want := g.state.On.Of(colour)
		var off []int
		for _, p := range g.set {
			if p.Team == kind && p.Where == OnSurface {
				want--
			} else if p.Team == kind {
				off = append(off, p.ID)
			}
		}
		for i := 0; i < want; i++ {
			due = append(due, off[i])
		}
	}
	if q := g.puck(idQueen); g.state.Queen == referee.QueenOnBoard && q.Where != OnSurface {
		due = append(due, idQueen)
	}
	return due
}

// setUp clears the board and sets the rosette up anew.
func (g *CarromGame) setUp() *Turn {
	tn := &Turn{Start: g.time, Round: g.round, N: g.n, Clearing: true}
	tn.all = append(tn.all, g.set...)
	s := g.seats[0]
	t := tn.add(s.away(0), g.time, g.pause(1.2))
	var left []*Puck
	for i := range g.set {
		if p := &g.set[i]; p.Where == OnSurface {
			left = append(left, p)
		}
	}
	for len(left) > 0 {
		n := min(handful, len(left))
		for _, p := range left[:n] {
			t = tn.add(s.over(0, p.X, p.Y, 0), t, g.pause(0.3))
			t = tn.add(s.over(0, p.X, p.Y, 0), t, 0.07)
			tn.carries = append(tn.carries, carry{disc: p.ID, from: t, to: t + 0.8, x: s.sx * (s.rim + outside), y: s.sy * (s.rim + outside), where: OffBoard, hidden: true})
			g.takeAway(p)
		}
		t = tn.add(s.away(0), t, g.pause(0.5))
		left = left[n:]
	}
	places := g.opening()
	for i := 0; i < len(places); i += handful {
		t = tn.add(s.away(0), t, g.pause(0.4))
		t = tn.add(s.over(0, places[i][0], places[i][1], 0), t, g.pause(0.5))
		for k := i; k < min(i+handful, len(places)); k++ {
			p := g.inKind(rosetteKind(k), k)
			t = tn.add(s.over(0, places[k][0], places[k][1], 0), t, 0.15)
			tn.carries = append(tn.carries, carry{disc: p.ID, from: t - 0.01, to: t, x: places[k][0], y: places[k][1], where: OnSurface, hidden: true})
			p.X, p.Y, p.Z, p.Where = places[k][0], places[k][1], 0, OnSurface
		}
		t = tn.add(s.away(0), t, g.pause(0.5))
	}
	g.takeAway(g.puck(idStriker))
	tn.End = t + g.pause(0.8)
	g.time = tn.End
	g.round++
	if g.rules.Carrom.BreakAlternates {
		g.breaker = (g.breaker + 1) % len(g.seats)
	}
	g.late = false
	g.begin()
	return tn
}

// inKind is the piece for the k-th place of the rosette: that of its kind
// whose turn it is.
func (g *CarromGame) inKind(kind, k int) *Puck {
	n := 0
	for i := range k {
		if rosetteKind(i) == kind {
			n++
		}
	}
	return g.puck(pieceID(kind, n))
}
