package watch

import (
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// flickTint is how far in Lab from every known colour a slow disc under way may
// look, mean over its trail; a streak mixes with the board.
const (
	flickTint   = 26.0
	streakRatio = 1.5 // of length to width
)

// ofTeam says whether a trail has a disc's colour, as far as those are known,
// or goes as only a disc does, while a player may still show a new one.
func (w *Crokinole) ofTeam(t *trail) bool {
	known := w.teams.known()
	if known == 0 {
		return true
	}
	light := w.eye.light()
	least, streak := math.Inf(1), false
	for _, p := range t.points {
		_, far := w.teams.likely(light, p.tint.RGB())
		least = math.Min(least, far)
		streak = streak || p.length > streakRatio*p.width
	}
	switch {
	case least < flickTint, streak && least < 1.5*flickTint:
		return true
	case known < mostTeams:
		return least > 2*flickTint && known < 2 || w.eye.glides(t) || w.eye.shoots(t)
	}
	return false
}

// glides says whether a trail is that of a thing of a disc's size that goes
// far and straight on the board, as no finger and no shadow does.
func (e *boardEye) glides(t *trail) bool {
	const far = 90.0 // mm
	return t.far() >= far && e.sized(t)
}

// shoots says whether a trail is that of a thing that goes so fast, so far
// and so straight, free of any hand, that it can only be a disc, though no more
// than a part of it stands out from the board. What flickers here and there
// gains speed; a disc that slides only loses it.
func (e *boardEye) shoots(t *trail) bool {
	const far, fast, part, gain = 90.0, 700.0, 0.35, 1.1 // mm, mm/s, of a disc's area, of its speed
	before := math.Inf(1)
	for i, p := range t.points {
		if !p.moving || p.area < part*e.discArea() || e.handAt(p.pos) {
			return false
		}
		if i == 0 {
			continue
		}
		v := r2.Norm(speed(t.points[i-1], p))
		if v < fast || v > gain*before {
			return false
		}
		before = v
	}
	return t.far() >= far
}

// Figures of a disc that crosses the board.
const (
	crossFar   = 250.0 // mm
	crossFast  = 300.0 // mm/s in every step: what a hand takes off goes slower, and at the hand
	crossSteps = 5
)

// crossed says whether a trail is, from its begin, that of a disc that went fast
// and far over the board, and was seen whole all the way.
func (w *Crokinole) crossed(t *trail) bool {
	n := 1
	for n < len(t.points) {
		v := r2.Norm(speed(t.points[n-1], t.points[n]))
		if !t.points[n].moving || v < crossFast || n > 1 && v > flickGain*r2.Norm(speed(t.points[n-2], t.points[n-1])) {
			break
		}
		n++
	}
	way := &trail{points: t.points[:n]}
	return n > crossSteps && way.far() >= crossFar && w.eye.sized(way) && w.ofTeam(way)
}

// sized says whether half of a trail at the least has a disc's size.
func (e *boardEye) sized(t *trail) bool {
	const least, most, narrow = 0.55, faintMost, 0.7 // of a disc's area, and of its width
	const streak, slim = 4.0, 1.3                    // the most for a streak, which is hardly wider than a disc
	n := 0
	for _, p := range t.points {
		room := most
		if p.width < slim*2*e.cal.Board.Disc.Radius {
			room = streak
		}
		if p.area > least*e.discArea() && p.area < room*e.discArea() && p.width > narrow*2*e.cal.Board.Disc.Radius {
			n++
		}
	}
	return 2*n >= len(t.points)
}

// Where discs are flicked from.
const (
	lineInside = 55.0  // mm inside the shooting line: a disc placed wrongly, or seen late
	freeLate   = 230.0 // mm that a fast disc has gone when it is first seen free of the hand
)

// fromLine says whether a disc first seen at p with the speed v may have been
// flicked from the shooting line: what a hand carries off goes out, what it
// brings comes from beyond.
func (e *boardEye) fromLine(p trailPoint, v r2.Vec) bool {
	b := e.cal.Board
	back := r2.Scale(-1, r2.Unit(v))
	for d := 0.0; d <= freeLate; d += 5 {
		r := r2.Norm(r2.Add(p.pos, r2.Scale(d, back)))
		if r > b.Rings.R5-lineInside && r < b.SurfaceRadius {
			at := r2.Add(p.pos, r2.Scale(d, back))
			return r2.Dot(at, v) < 0
		}
	}
	return false
}

// flicked is the trail of a disc that was just flicked, after the time.
func (e *boardEye) flicked(after time.Duration, like func(*trail) bool) *trail {
	for _, t := range e.trails.all {
		if t.lost || t.last().at != e.now {
			continue
		}
		from, ok := t.flick()
		if !ok || t.points[from].at <= after || r2.Norm(t.first().pos) > e.cal.Board.SurfaceRadius {
			continue
		}
		if e.attached(t.last().pos) || !e.fromLine(t.points[from], speed(t.points[from], t.points[from+1])) {
			continue
		}
		if f := (&trail{points: t.points[from:]}); like(f) {
			return f
		}
	}
	return nil
}
