package watch

import (
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// Figures of the disc that moved first.
const (
	firstWithin = 500 * time.Millisecond // before what it set in motion was told for a flick
	rebound     = 60.0                   // mm from where a trail was lost to where its disc is seen again
)

// first is the trail that a shot began with, where t was told for a flick: a
// disc that hits another soon after it was seen free of the hand bends too
// early for a flick of its own, and the struck disc's trail is the first that
// looks like one. Another trail came first if it goes as fast and came from the
// shooting line, and t begins where it ended, or at a disc that it hit.
func (w *Crokinole) first(t *trail) *trail {
	best := t
	for _, c := range w.eye.trails.all {
		if c.shows(t.last()) || c.first().at <= w.shotEnd() || c.first().at >= best.first().at || t.first().at-c.first().at > firstWithin {
			continue
		}
		if len(c.points) < 2 || !w.mayBeFlicked(c) || !w.begets(c, t) {
			continue
		}
		best = c
	}
	return best
}

// mayBeFlicked says whether a trail begins as that of a disc from the shooting
// line, out of reach of any hand.
func (w *Crokinole) mayBeFlicked(c *trail) bool {
	a, b := c.points[0], c.points[1]
	v := speed(a, b)
	return a.moving && r2.Norm(v) > struckFast && r2.Norm(a.pos) < w.cal.Board.SurfaceRadius && !w.eye.handAt(b.pos) &&
		(w.eye.sized(c) || w.eye.shoots(c)) && w.eye.fromLine(a, v) && w.ofTeam(c)
}

// begets says whether the trail t may come of what went along c: it is the
// same disc after a bounce, or one that it hit.
func (w *Crokinole) begets(c, t *trail) bool {
	start := t.first()
	if c.last().at <= start.at+trailLate && r2.Norm(r2.Sub(c.last().pos, start.pos)) < rebound {
		return true
	}
	way := trackOf(c, c.first().at)
	for _, d := range w.discs {
		if w.eye.coveredAt(d.Pos) || w.eye.unchangedAt(d.Pos) {
			continue
		}
		hit, ok := w.strikes(way, d.Pos)
		if ok && hit.at <= start.at && r2.Dot(r2.Sub(start.pos, d.Pos), hit.line) > -d.Radius && r2.Norm(r2.Sub(start.pos, d.Pos)) < bounceFar {
			return true
		}
	}
	return false
}

// bounceFar is how far, in mm, a struck disc is from its place at the most when
// it begins a new trail: it may have met a peg on the way.
const bounceFar = 150.0

// trailLate is by how much a trail may outlast the begin of the one that its
// disc goes on in: what it leaves behind on the board looks like it for a while.
const trailLate = 50 * time.Millisecond
