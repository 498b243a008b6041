package detect

import (
	"fmt"
	"math"
	"slices"
	"time"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// shotWatch is a shot being watched: under way, then measured, then refined.
type shotWatch struct {
	shot    Shot
	flicked Seen  // the flicked disc where it was placed
	trail   trail // its first free steps
	ditch   []Disc
	before  capture.Frame // the board just before the flick
	veiled  []bool        // cells that hands covered in it
	settled time.Duration // when the last disc came to rest
	said    int           // revision that was said last; 0 while under way
	sum     settledSum    // the settled frames for the revision
}

// Figures of a shot, in seconds.
const (
	settleTime  = 200 * time.Millisecond // without motion: at rest. A disc decelerates by over 1 m/s²: it crawls for less
	hiddenWait  = 350 * time.Millisecond // that a report waits for hands to clear what must be seen
	refineAfter = 900 * time.Millisecond // from rest: the shot is measured again over the frames since
	longestShot = 12 * time.Second
)

// beginShot takes a trail for a flick and measures where the disc was placed
// and what lay on the board, in the last frames before it.
func (w *Watcher) beginShot(f capture.Frame, t *trail) error {
	w.refine(f.Media, true)
	first, v := t.first(), speed(t.points[0], t.points[1])
	picture, n := w.eye.mean(first.at-180*time.Millisecond, first.at-40*time.Millisecond)
	if n == 0 {
		picture, n = w.eye.mean(0, first.at-1)
	}
	s := &shotWatch{trail: *t, ditch: w.ditch, before: picture, veiled: w.eye.veiled(picture.Media)}
	s.shot = Shot{Flick: first.at, Start: Placing{Pos: first.pos, SD: 25}}
	placed := -1
	var obs Observation
	if n > 0 {
		var err error
		if obs, err = w.o.Detector.Detect(picture, *w.cal); err != nil {
			return fmt.Errorf("watch: where a disc was flicked from: %w", err)
		}
		placed = w.placedDisc(obs.Discs, first, v)
	}
	if placed >= 0 {
		d := obs.Discs[placed]
		s.shot.Start = Placing{Seen: true, Pos: d.Pos, SD: d.SD(), Lines: shootingLine(d.Lines)}
		obs.Discs = append(obs.Discs[:placed:placed], obs.Discs[placed+1:]...)
		s.flicked = w.owner(d)
		back := r2.Norm(r2.Sub(first.pos, d.Pos)) / math.Max(1, r2.Norm(v))
		s.shot.Flick = first.at - time.Duration(back*float64(time.Second))
	} else {
		d := Disc{Pos: first.pos, Radius: w.cal.Board.Disc.Radius, Thickness: w.cal.Board.Disc.Thickness, Colour: t.points[len(t.points)/2].tint.RGB(), State: Flat}
		d.Cov = [3]float64{625, 0, 625}
		s.flicked = Seen{ID: w.newID(), Disc: d}
		s.flicked.Team, _ = w.teams.likely(w.eye.light(), d.Colour)
	}
	s.shot.Start.Team = s.flicked.Team
	s.shot.Disc = s.flicked.ID
	if n > 0 {
		w.settleHands(s.shot.Flick, picture, obs, s.flicked)
		w.calm = calm{picture, s.veiled}
	}
	w.placed = nil
	for _, d := range w.discs {
		if d.ID != s.flicked.ID {
			s.shot.Before = append(s.shot.Before, d)
		}
	}
	w.discs = s.shot.Before
	w.shot = s
	return nil
}

// Reach of the way back from a flicked disc's first free place.
const (
	backAside  = 14.0  // mm aside of the line
	backFar    = 260.0 // mm along it
	placedPast = 8.0   // mm ahead of it, for a first place still at the finger
)

// placedDisc is which of the discs seen before a flick lay where the flicked
// one came from: on its way back, nearest to the line. -1 for none.
func (w *Watcher) placedDisc(discs []Disc, first trailPoint, v r2.Vec) int {
	speed := r2.Norm(v)
	if speed == 0 {
		return -1
	}
	dir := r2.Scale(1/speed, v)
	best, least := -1, math.Inf(1)
	for i, d := range discs {
		if d.State != Flat {
			continue
		}
		off := r2.Sub(d.Pos, first.pos)
		along, aside := -r2.Dot(off, dir), math.Abs(r2.Cross(off, dir))
		if along < -placedPast || along > backFar || aside > backAside+0.06*math.Max(0, along) {
			continue
		}
		cost := aside + 0.12*math.Max(0, along)
		if w.known(d.Pos) {
			cost += 30 // a disc that lay there for long is seldom flicked
		}
		if cost < least {
			best, least = i, cost
		}
	}
	return best
}

// known says whether a disc of the settled board lies at p.
func (w *Watcher) known(p r2.Vec) bool {
	for _, d := range w.discs {
		if r2.Norm(r2.Sub(d.Pos, p)) < d.Radius/2 {
			return true
		}
	}
	return false
}

// owner is the followed disc that lies where d was seen, or d as a new one.
func (w *Watcher) owner(d Disc) Seen {
	for _, o := range append(slices.Clone(w.discs), w.placed...) {
		if r2.Norm(r2.Sub(o.Pos, d.Pos)) < o.Radius/2 {
			team := o.Team
			o.Disc = d
			o.Team = team
			return o
		}
	}
	return w.named(d)
}

// shootingLine are the calls against the shooting line.
func shootingLine(calls []LineCall) []LineCall {
	var out []LineCall
	for _, c := range calls {
		if c.Line == models.Line5 {
			out = append(out, c)
		}
	}
	return out
}

// watchShot waits for the discs to come to rest, measures them, and measures
// them again a moment later.
func (w *Watcher) watchShot(f capture.Frame) error {
	s := w.shot
	if s.said > 0 {
		if f.Media-s.settled >= refineAfter {
			return w.refine(f.Media, false)
		}
		s.sum.add(w.eye, f)
		return nil
	}
	rest := w.eye.restless(f.Media)
	if rest < settleTime && f.Media-s.shot.Flick < longestShot {
		return nil
	}
	s.settled = w.eye.restlessAt
	if rest < settleTime+hiddenWait && w.hides() {
		return nil
	}
	return w.closeShot(f.Media, false)
}

// hides says whether a hand lies over a disc of the shot or over where one
// was last seen.
func (w *Watcher) hides() bool {
	for _, d := range w.discs {
		if w.eye.coveredAt(d.Pos) {
			return true
		}
	}
	for _, t := range w.eye.trails.all {
		if l := t.last(); l.at >= w.shot.shot.Flick && t.far() > flickFar && w.eye.coveredAt(l.pos) {
			return true
		}
	}
	return false
}

// finish closes what is open, when the film is cut or over.
func (w *Watcher) finish(at time.Duration) {
	if w.shot == nil {
		return
	}
	if w.shot.said == 0 {
		w.shot.settled = w.eye.restlessAt
		_ = w.closeShot(at, true)
	} else {
		_ = w.refine(at, true)
	}
	w.shot = nil
}
