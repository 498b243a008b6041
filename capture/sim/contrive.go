package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// contriveTries is how many shots are played in the head for a rare one.
const contriveTries = 120

// contrive looks for a shot that comes out as the wished kind: candidates are
// played with the world's own chance, so that what is found is what will
// happen. ok is false where none was found.
func (g *Game) contrive(kind Mistake, tn *Turn, s seat, place placing) (Shot, bool) {
	for range contriveTries {
		shot := g.candidateFor(kind, tn, s, place)
		chance := *g.chance
		w := g.world.copy(rand.New(&chance))
		w.Pucks = append(w.Pucks, Puck{ID: tn.Disc, Team: tn.Team, X: shot.X, Y: shot.Y, Turn: g.puck(tn.Disc).Turn})
		if kind == ReturnedDisc {
			w.Physics.ReturnChance = 1
		}
		m := Flick(w, tn.Disc, shot.VX, shot.VY)
		try := *tn
		try.Motion = m
		if g.cameOut(kind, &try) {
			return shot, true
		}
	}
	return Shot{}, false
}

// candidateFor is a random shot that may become the wished one.
func (g *Game) candidateFor(kind Mistake, tn *Turn, s seat, place placing) Shot {
	w, rng := g.world, g.rng
	var shot Shot
	shot.X, shot.Y = place(rng)
	tx, ty, arrive := 0.0, 0.0, between(rng, 100, 700)
	opponents := targets(w, tn.Team)
	r := w.Board.Disc.Radius
	aimAt := func(p [2]float64, lo, hi float64) {
		dx, dy := p[0]-shot.X, p[1]-shot.Y
		d := math.Hypot(dx, dy)
		cut := between(rng, lo, hi) * r
		if rng.IntN(2) == 0 {
			cut = -cut
		}
		tx, ty = p[0]-dy/d*cut, p[1]+dx/d*cut
	}
	some := len(opponents) > 0
	switch kind {
	case Kiss:
		if some {
			aimAt(pick(rng, opponents), 1.75, 2)
		}
	case NearMiss:
		if some {
			aimAt(pick(rng, opponents), 2, 2.25)
		}
	case Opponent20, LineClose, LeaningDisc, RimOut, PassOverHole:
		arrive = between(rng, 100, 1600)
		if some && (kind == Opponent20 || rng.IntN(2) == 0) {
			aimAt(pick(rng, opponents), 0, 1.9)
		} else {
			tx, ty = rng.NormFloat64()*0.5*r, rng.NormFloat64()*0.5*r
		}
	case ReturnedDisc:
		arrive = between(rng, 900, 2000)
		if some {
			aimAt(pick(rng, opponents), 0, 1.5)
		} else {
			tx, ty = rng.NormFloat64()*60, rng.NormFloat64()*60
		}
	case OpenEdge:
		a := rng.Float64() * 2 * math.Pi
		tx, ty, arrive = 60*math.Cos(a), 60*math.Sin(a), between(rng, 0, 500)
	}
	dx, dy := tx-shot.X, ty-shot.Y
	d := math.Hypot(dx, dy)
	v := w.reachSpeed(d, arrive)
	shot.VX, shot.VY = v*dx/d, v*dy/d
	return shot
}

// targets are the places of the other team's discs on the board.
func targets(w *World, team int) [][2]float64 {
	var list [][2]float64
	for i := range w.Pucks {
		if p := &w.Pucks[i]; p.Team != team && (p.Where == OnSurface || p.Where == Leaning) {
			list = append(list, [2]float64{p.X, p.Y})
		}
	}
	return list
}

// cameOut says whether a turn's motion is of the kind.
func (g *Game) cameOut(kind Mistake, tn *Turn) bool {
	for _, a := range g.rarities(tn) {
		if a.Kind == kind {
			return true
		}
	}
	return false
}

// What counts as barely, mm.
const (
	kissMove   = 3.0 // a disc that moved less was kissed
	missGap    = 3.0 // an opposing disc that was missed by less
	lineMargin = 0.7 // a line that is nearer to a resting disc
	edgeMargin = 2.5 // of an open shot, from the 15 line
)

// rarities are the rare things that a turn's motion shows.
func (g *Game) rarities(tn *Turn) []Anomaly {
	var list []Anomaly
	add := func(kind Mistake, details map[string]any) { list = append(list, Anomaly{kind, details}) }
	facts := g.contactsOf(tn)
	after := map[int]*Puck{}
	for i := range tn.Motion.After {
		after[tn.Motion.After[i].ID] = &tn.Motion.After[i]
	}
	shot := after[tn.Disc]
	for _, d := range facts.opponents {
		a := after[d.ID]
		moved := math.Hypot(a.X-d.X, a.Y-d.Y)
		if facts.touched[d.ID] && moved < kissMove {
			add(Kiss, map[string]any{"disc": DiscName(d.ID), "displacement": moved, "deciding": len(facts.opponentsTouched) == 1})
		}
		if a.Where == InHole && d.Where != InHole {
			add(Opponent20, map[string]any{"disc": DiscName(d.ID)})
		}
	}
	if near, gap, t := g.nearest(tn, facts); near >= 0 && gap < missGap && len(facts.opponentsTouched) == 0 {
		add(NearMiss, map[string]any{"mover": DiscName(tn.Disc), "disc": DiscName(near), "gap": gap, "t": tn.FlickAt + t})
	}
	if shot.Where == InHole && len(facts.opponents) > 0 && len(facts.opponentsTouched) == 0 {
		add(FoulTwenty, map[string]any{"disc": DiscName(tn.Disc)})
	}
	for _, e := range tn.Motion.Events {
		details := map[string]any{"disc": DiscName(e.Disc), "t": tn.FlickAt + e.T}
		switch e.Kind {
		case EventRimOut, EventPass, EventLean:
			add(Mistake(e.Kind), details)
		case EventReturn:
			details["t_start"] = tn.FlickAt + e.T
			add(ReturnedDisc, details)
		}
	}
	for i := range tn.Motion.After {
		if d := &tn.Motion.After[i]; d.Where == OnSurface && facts.moved[d.ID] {
			list = append(list, g.closeLines(d, tn, facts)...)
		}
	}
	return list
}

func (g *Game) closeLines(d *Puck, tn *Turn, facts contacts) []Anomaly {
	var list []Anomaly
	far, r := math.Hypot(d.X, d.Y), g.Board.Disc.Radius
	for _, line := range models.Lines {
		if m := g.Board.Clearance(line, far, r); math.Abs(m) < lineMargin {
			list = append(list, Anomaly{LineClose, map[string]any{"disc": DiscName(d.ID), "line": ringKey(line), "margin": m}})
		}
	}
	if d.ID == tn.Disc && len(facts.opponents) == 0 {
		// Touching the 15 line from outside is enough.
		if m := far - g.Board.Rings.R15 - g.Board.LineWidth/2 - r; math.Abs(m) < edgeMargin {
			list = append(list, Anomaly{OpenEdge, map[string]any{"disc": DiscName(d.ID), "margin": m}})
		}
	}
	return list
}

// nearest is the opposing disc that the shot disc passed most closely without
// a touch, by how much (mm), and when (s after the flick); id -1 for none.
func (g *Game) nearest(tn *Turn, facts contacts) (id int, gap, t float64) {
	id, gap = -1, math.Inf(1)
	track := tn.Motion.tracks[tn.Disc]
	for _, d := range facts.opponents {
		if facts.moved[d.ID] {
			continue
		}
		for n, at := range track {
			if at.where != OnSurface || at.z < 0 {
				continue
			}
			if off := math.Hypot(at.x-d.X, at.y-d.Y) - 2*g.Board.Disc.Radius; off < gap {
				id, gap, t = d.ID, off, float64(n)*trackStep
			}
		}
	}
	return id, gap, t
}
