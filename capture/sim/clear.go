package sim

// handful is how many discs a player gathers before he puts them down.
const handful = 5

// clear takes every disc off the board after a round.
func (g *Game) clear() *Turn {
	tn := &Turn{Start: g.time, Round: g.round, N: g.n, Clearing: true}
	tn.all = append(tn.all, g.set...)
	t := g.time + g.pause(1.2)
	for team := range 2 {
		s := g.seats[team]
		var left []*Puck
		for i := range g.set {
			if p := &g.set[i]; p.Team == team && p.Where != OffBoard {
				left = append(left, p)
			}
		}
		if len(left) == 0 {
			continue
		}
		tn.keys = append(tn.keys, s.away(t))
		for len(left) > 0 {
			n := min(handful, len(left))
			t = g.gather(tn, s, t, left[:n])
			left = left[n:]
		}
		t += g.pause(0.4)
		tn.keys = append(tn.keys, s.away(t))
		t += 0.05
	}
	tn.End = t + g.pause(1)
	g.time = tn.End
	g.round++
	g.n, g.overdue = 0, nil
	g.scores = [2]RoundScore{}
	return tn
}

// gather picks up several discs, then lays them on the table.
func (g *Game) gather(tn *Turn, s seat, t float64, list []*Puck) float64 {
	add := func(k key, after float64) { t += after; k.t = t; tn.keys = append(tn.keys, k) }
	first := len(tn.carries)
	for _, p := range list {
		add(s.over(0, p.X, p.Y, max(p.Z, -8)), g.pause(0.3))
		add(s.over(0, p.X, p.Y, max(p.Z, -8)), 0.07)
		x, y := g.home(p)
		tn.carries = append(tn.carries, carry{disc: p.ID, from: t, x: x, y: y, z: g.furn.TableZ, where: OffBoard, hidden: true})
	}
	x, y := g.home(list[0])
	add(s.over(0, (list[len(list)-1].X+x)/2, (list[len(list)-1].Y+y)/2, 50), g.pause(0.25))
	for i, p := range list {
		x, y := g.home(p)
		switch {
		case i == 0 && g.unseen:
			add(s.away(0), g.pause(0.3))
		case i == 0:
			add(s.over(0, x, y, g.furn.TableZ), g.pause(0.3))
		case !g.unseen:
			add(s.over(0, x, y, g.furn.TableZ), 0.1)
		}
		tn.carries[first+i].to = t
		tn.ByHand = append(tn.ByHand, Handed{p.ID, t, OffBoard})
		p.X, p.Y, p.Z, p.Where, p.TiltDeg = x, y, g.furn.TableZ, OffBoard, 0
	}
	return t
}
