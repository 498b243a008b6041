package watch

import (
	"ditchline/detect"
	"fmt"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// Figures of a shot that is known by what came of it: a fast disc hits another
// or a peg before it was seen free of the hand often enough.
const (
	struckFast   = 250.0 // mm/s: slower, a hand may have pushed it
	struckNear   = 45.0  // mm from a settled disc's place to where its trail begins
	struckInside = 30.0  // mm inside the shooting line that a collision is at the least
)

// struck is the trail of what goes fast and free on the board since a moment
// ago, out of reach of any hand, after the time; nil where there is none.
// another says whether it is a settled disc that was hit, and not the flicked
// one after a collision.
func (w *Crokinole) struck(after time.Duration) (t *trail, another bool) {
	for _, t := range w.eye.trails.all {
		if t.lost || t.last().at != w.eye.now || t.first().at <= after || r2.Norm(t.first().pos) > w.cal.Board.Rings.R5-struckInside {
			continue
		}
		from, ok := t.flick()
		if !ok || from > 1 || r2.Norm(speed(t.points[from], t.points[from+1])) < struckFast || !w.ofTeam(t) {
			continue
		}
		// Where it was hit it is seen in part: there lay a disc before.
		if late := (&trail{points: t.points[len(t.points)-2:]}); !w.eye.sized(late) {
			continue
		}
		if w.eye.handAt(t.first().pos) || w.eye.handAt(t.last().pos) || w.eye.attached(t.last().pos) {
			continue
		}
		for _, d := range w.discs {
			gone := !w.eye.coveredAt(d.Pos) && !w.eye.unchangedAt(d.Pos)
			ahead := r2.Dot(r2.Sub(t.last().pos, d.Pos), t.velocity()) > 0
			if gone && ahead && r2.Norm(r2.Sub(t.first().pos, d.Pos)) < struckNear && w.likeDisc(t, d) {
				return t, true
			}
		}
		return t, false
	}
	return nil, false
}

// likeDisc says whether a trail has the colour of a disc.
func (w *Crokinole) likeDisc(t *trail, d detect.Seen) bool {
	for _, p := range t.points {
		if team, far := w.teams.likely(w.eye.light(), p.tint.RGB()); team == d.Team && far < flickTint {
			return true
		}
	}
	return false
}

// unseenFlick is the way of a disc that was flicked and hit something before it
// was seen often enough: the one laid at the shooting line that is gone since. nil
// where nothing goes fast, or where not exactly one disc may have done it.
func (w *Crokinole) unseenFlick() (*trail, error) {
	hit, another := w.struck(w.shotEnd())
	if hit == nil {
		return nil, nil
	}
	at := hit.first().at
	before, n := w.eye.mean(0, at-lineTime)
	if n == 0 {
		return nil, nil
	}
	obs, err := w.observe(before)
	if err != nil {
		return nil, fmt.Errorf("watch: the board before a collision: %w", err)
	}
	was := w.eye.grid.newSample()
	w.eye.grid.read(before, was)
	var gone []detect.Disc
	for _, d := range obs.Discs {
		if d.State == detect.Flat && w.atLine(d) && !w.known(d.Pos) && w.eye.left(was, d.Pos) {
			gone = append(gone, d)
		}
	}
	if len(gone) != 1 {
		if c := w.first(hit); c != hit {
			return c, nil
		}
		return nil, nil
	}
	end := hit.first()
	if another {
		end.pos = r2.Sub(end.pos, r2.Scale(2*gone[0].Radius, r2.Unit(r2.Sub(end.pos, gone[0].Pos))))
	}
	return w.straight(gone[0], end), nil
}

// lineTime is how long, at the least, a disc needs from the shooting line to
// the nearest that it can strike: earlier frames show it placed.
const lineTime = 150 * time.Millisecond

// straight is the trail of a disc from its place to p, where it was when
// something was seen to move.
func (w *Crokinole) straight(d detect.Disc, p trailPoint) *trail {
	was := w.eye.grid.newSample()
	left := w.eye.recent[0].frame.Media
	for _, m := range w.eye.recent {
		if m.frame.Media >= p.at {
			break
		}
		if w.eye.grid.read(m.frame, was); !w.eye.left(was, d.Pos) {
			break
		}
		left = m.frame.Media
	}
	tint := d.Colour.Tint()
	return &trail{points: []trailPoint{
		{at: left, pos: d.Pos, tint: tint, moving: true},
		{at: p.at, pos: p.pos, tint: tint, moving: true},
	}}
}

// left says whether a disc that an earlier sample shows at p is not there any
// more: most of its cells have changed, or of one that looks like the board,
// their mean.
func (e *boardEye) left(was sample, p r2.Vec) bool {
	var cells, plain, dy, du, dv, noise int32
	e.grid.within(p, 0.8*e.cal.Board.Disc.Radius, func(k int, _ float64) {
		cells++
		if e.hand[k] {
			return
		}
		a, b := e.cur.at(k), was.at(k)
		if a.from(b) > e.ground.cells[k].limit() {
			plain++
		}
		dy, du, dv = dy+a.y-b.y, du+a.u-b.u, dv+a.v-b.v
		noise += int32(e.ground.cells[k].noise) >> 2
	})
	if cells == 0 {
		return false
	}
	mean := colour{dy / cells, du / cells, dv / cells}
	return 10*plain > 6*cells || mean.from(colour{}) > faintFloor+noise/cells
}
