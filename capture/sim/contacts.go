package sim

// contacts are what a shot touched, as its rules ask: opponents are the other
// team's discs in play before it; a disc that is overdue, or that came back
// from the rail, is out of play and passes no contact on.
type contacts struct {
	opponents        []Puck
	opponentsTouched []int
	ownTouched       []int
	touched          map[int]bool // by a contact that counts
	direct           bool         // the shot disc itself touched an opponent
	moved            map[int]bool
	returned         []int
}

func (g *Game) contactsOf(tn *Turn) contacts {
	return contactsIn(Played{Board: g.Board, Team: tn.Team, Disc: tn.Disc, Before: tn.Before, After: tn.Motion.After, Events: tn.Motion.Events, Due: tn.due()})
}

func contactsIn(p Played) contacts {
	c := contacts{touched: map[int]bool{p.Disc: true}, moved: map[int]bool{p.Disc: true}}
	team := map[int]int{p.Disc: p.Team}
	before := map[int]Puck{}
	for _, d := range p.Before {
		team[d.ID], before[d.ID] = d.Team, d
		if d.Team != p.Team && onBoard(d.Where) && !p.Due[d.ID] {
			c.opponents = append(c.opponents, d)
		}
	}
	out := map[int]bool{}
	for _, e := range p.Events {
		switch {
		case e.Kind == EventReturn:
			out[e.Disc] = true
			c.returned = append(c.returned, e.Disc)
		case e.Kind == EventContact && len(out) == 0 && !p.Due[e.Disc] && !p.Due[e.Other]:
			c.touched[e.Disc], c.touched[e.Other] = true, true
			c.direct = c.direct || (e.Disc == p.Disc && team[e.Other] != p.Team && !p.Due[e.Other]) || (e.Other == p.Disc && team[e.Disc] != p.Team && !p.Due[e.Disc])
		}
	}
	for _, d := range p.After {
		old, there := before[d.ID]
		if there && (old.X != d.X || old.Y != d.Y) {
			c.moved[d.ID] = true
		}
		switch {
		case d.ID == p.Disc || p.Due[d.ID] || !c.touched[d.ID]:
		case d.Team == p.Team:
			c.ownTouched = append(c.ownTouched, d.ID)
		default:
			c.opponentsTouched = append(c.opponentsTouched, d.ID)
		}
	}
	return c
}
