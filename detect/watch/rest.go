package watch

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// closeShot measures the board after a shot and says the shot.
func (w *Crokinole) closeShot(at time.Duration, cut bool) error {
	s := w.shot
	picture, n := w.eye.mean(s.settled+1, at)
	if n == 0 {
		picture = w.eye.newest()
	}
	if picture.Pix == nil {
		w.shot = nil
		return nil
	}
	obs, err := w.observe(picture)
	if err != nil {
		return fmt.Errorf("watch: the board after a shot: %w", err)
	}
	s.shot.Cut = cut
	s.obs = obs
	s.shot.Settled, s.shot.Reported = s.settled, at
	s.shot.Rest = w.rests(s, picture, obs)
	w.tellTeams(s)
	s.ways = w.ways(s)
	s.shot.Tracks = s.ways.tracks()
	s.shot.Contacts = w.contacts(s)
	if !w.happened(s) {
		w.shot = nil
		w.teams.unflick()
		w.placed = s.placed
		w.eye.trails.all = nil
		w.visited.suspect(at)
		return nil
	}
	w.shots++
	s.shot.N, s.shot.Revision, s.said = w.shots, 1, 1
	w.takeRest(s, obs)
	w.entitle()
	w.calm = calm{picture, w.eye.veiled(-1)}
	w.eye.settle(w.discs)
	w.visited = visit{}
	s.sum = settledSum{}
	said := s.shot
	w.out = append(w.out, &said)
	return nil
}

// happened says whether there was a shot at all: a disc that was seen placed,
// or came to lie on the board, or moved another on it, or was seen to cross it.
// That discs are gone may else be a hand's doing.
func (w *Crokinole) happened(s *shotWatch) bool {
	if s.shot.Start.Seen {
		return true
	}
	for _, r := range s.shot.Rest {
		switch {
		case r.ID != s.shot.Disc:
			if r.State != detect.InDitch && r.PMoved > 0.9 && r.Moved > surelyMoved/2 && w.reached(s, r) {
				return true
			}
		case r.State != detect.InDitch && !r.Guessed():
			// One that only came to the line was laid there, unless it was seen to
			// come from afar.
			t := s.course[r.ID]
			return !w.atLine(r.Disc) || r.Moved > shortest && t != nil && t.shows(s.trail.first())
		case s.course[r.ID] != nil && w.crossed(s.course[r.ID]):
			return true
		}
	}
	return false
}

// reached says whether anything that was seen to move came by where a disc
// lay: what nothing came near was moved by a hand.
func (w *Crokinole) reached(s *shotWatch, r detect.Rest) bool {
	return slices.ContainsFunc(s.shot.Rest, func(m detect.Rest) bool {
		points := s.wayOf(m)
		if m.ID == r.ID || len(points) == 0 {
			return false
		}
		hit, ok := w.strikes(points, r.From)
		return ok || hit.miss < r.Radius
	})
}

// shortest is how far, in mm, a disc goes at the least that is flicked: what
// comes to lie nearer was laid there by a hand.
const shortest = 150.0

// takeRest makes the shot's rest the settled board.
func (w *Crokinole) takeRest(s *shotWatch, obs detect.Observation) {
	w.discs = nil
	for _, r := range s.shot.Rest {
		if r.State.OnBoard() {
			w.discs = append(w.discs, r.Seen)
		}
	}
	w.ditch = nil
	for _, d := range obs.Discs {
		if !d.State.OnBoard() {
			w.ditch = append(w.ditch, d)
		}
	}
}

// Reach of what counts as a disc's own place.
const (
	samePlace = 5.0  // mm: an unmoved disc is measured no farther from where it was
	trailEnds = 20.0 // mm from where a disc was last seen moving to where it rests
)

// rests says what became of every disc.
func (w *Crokinole) rests(s *shotWatch, picture capture.Frame, obs detect.Observation) []detect.Rest {
	sources := append(slices.Clone(s.shot.Before), s.flicked)
	obs.Discs = append(slices.Clone(obs.Discs), w.cameToRest(s, picture, obs)...)
	var after []detect.Disc
	for _, d := range obs.Discs {
		if d.State.OnBoard() && (d.State == detect.InHole || w.eye.newAt(d) || w.known(d.Pos) || w.bare.Lies(picture, d, obs)) {
			after = append(after, d)
		}
	}
	w.teams.glance(w.eye.light(), after)
	to := make([]int, len(sources)) // place in after, or -1
	taken := make([]bool, len(after))
	for i := range to {
		to[i] = -1
	}
	w.keepPlaces(s, sources, after, to, taken)
	var movers []detect.Seen
	var moved, open []int // in sources, in after
	for i, d := range sources {
		// It is seen to have left its place.
		if to[i] < 0 && (d.ID == s.shot.Disc || w.eye.stirredAt(d.Pos) || w.bare.Vacated(picture, d.Disc, obs)) {
			movers, moved = append(movers, d), append(moved, i)
		}
	}
	var ends []detect.Disc
	for k, d := range after {
		if !taken[k] && r2.Norm(d.Pos) < w.cal.Board.SurfaceRadius {
			ends, open = append(ends, d), append(open, k)
		}
	}
	for i, end := range w.tellStory(s, movers, ends) {
		if end >= 0 {
			to[moved[i]], taken[open[end]] = open[end], true
		}
	}
	var out []detect.Rest
	for i, d := range sources {
		r := detect.Rest{Seen: d, From: d.Pos, At: s.settled}
		if d.ID == s.shot.Disc {
			r.From = s.shot.Start.Pos
		}
		if to[i] >= 0 {
			r.Disc = after[to[i]]
			r.Team = d.Team
		} else {
			w.missing(s, &r, w.bare.Vacated(picture, d.Disc, obs))
		}
		out = append(out, r)
	}
	out = w.oneInHole(out)
	w.moves(s.before, picture, s.veiled, s.shot.Disc, out)
	for k, d := range after {
		if taken[k] || w.eye.coveredAt(d.Pos) || !w.eye.newAt(d) {
			continue // what the shot did not change was not brought by it
		}
		n := w.named(d, sightWeight(d))
		out = append(out, detect.Rest{Seen: n, From: d.Pos, MovedSD: 30, At: s.settled, Returned: w.cameIn(s, d.Pos)})
	}
	return out
}

// keepPlaces gives the discs that lie where they lay their own places: to and
// taken take note. Where the picture has not changed lies the same disc, whatever
// its colour seems to be.
func (w *Crokinole) keepPlaces(s *shotWatch, sources []detect.Seen, after []detect.Disc, to []int, taken []bool) {
	light := w.eye.light()
	type pair struct {
		gap  float64
		i, k int
	}
	var pairs []pair
	for i, d := range sources {
		for k, a := range after {
			if gap := r2.Norm(r2.Sub(d.Pos, a.Pos)); gap < samePlace && d.ID != s.shot.Disc && (w.teams.alike(d.ID, light, a.Colour) || !w.eye.newAt(a)) {
				pairs = append(pairs, pair{gap, i, k})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.gap, b.gap) })
	for _, p := range pairs {
		if to[p.i] < 0 && !taken[p.k] {
			to[p.i], taken[p.k] = p.k, true
		}
	}
}

// overEdge says whether what is seen at rest at p must lie on the surface,
// if only just: in the ditch it could not be seen there.
func (w *Crokinole) overEdge(p r2.Vec) bool {
	b := w.cal.Board
	if r2.Norm(p) > b.SurfaceRadius {
		return false
	}
	px, ok := w.cal.Camera.Project(r3.Vec{X: p.X, Y: p.Y, Z: b.Disc.Thickness / 2})
	if !ok {
		return false
	}
	low, ok := w.cal.Camera.OnPlane(px, b.Disc.Thickness/2-b.Ditch.Depth)
	return ok && r2.Norm(low) < b.SurfaceRadius+b.Disc.Radius/2
}

// oneInHole leaves out what was taken for a disc in the hole now that another
// has come to lie there, whether it is gone or seen still: two don't fit, it was
// the dark hole itself.
func (w *Crokinole) oneInHole(rests []detect.Rest) []detect.Rest {
	was := func(r detect.Rest) bool { return r2.Norm(r.From) < w.cal.Board.Hole.Radius }
	filled := slices.ContainsFunc(rests, func(r detect.Rest) bool { return r.State == detect.InHole })
	fell := slices.ContainsFunc(rests, func(r detect.Rest) bool { return r.State == detect.InHole && !was(r) })
	return slices.DeleteFunc(rests, func(r detect.Rest) bool {
		return was(r) && (filled && r.State == detect.InDitch || fell && r.State == detect.InHole)
	})
}

// missing says of a disc that is not seen after a shot where it is: under a
// hand, in the hole, or off the surface.
// bare says whether the board is seen where it lay.
func (w *Crokinole) missing(s *shotWatch, r *detect.Rest, bare bool) {
	flicked := r.ID == s.shot.Disc
	t := s.course[r.ID]
	if !flicked && t == nil && !bare && (w.eye.coveredAt(r.Pos) || w.eye.unchangedAt(r.Pos)) {
		return // as it was, as far as is known
	}
	if t == nil {
		r.State, r.Points, r.Lines = detect.InDitch, 0, nil
		return
	}
	last := t.last()
	r.At = last.at
	r.Pos = last.pos
	r.Points, r.Lines = 0, nil
	r.State = detect.InDitch
	if seenLate(t, s.settled) && r2.Norm(last.pos) > w.cal.Board.Rings.R5 && w.overEdge(last.pos) {
		r.State = detect.Flat
		r.Cov = [3]float64{4, 0, 4}
		r.Lines = detect.CallLines(w.cal.Board, r.Pos, r.Cov, r.Radius, detect.PrintSD)
	}
	if w.sank(t) {
		r.State, r.Points, r.Entered, r.Pos = detect.InHole, 20, 0.9, r2.Vec{}
	}
	if r.State == detect.InDitch {
		w.lost(r, t)
	}
}

// sank says whether a disc whose trail ended must have dropped into the hole:
// it went there and was not seen beyond, and the edge is far.
func (w *Crokinole) sank(t *trail) bool {
	last, v := t.last(), t.velocity()
	b := w.cal.Board
	if r2.Norm(last.pos) < b.Hole.Radius {
		return true
	}
	if r2.Norm(last.pos) > b.Rings.R10 || r2.Norm(v) < underWay {
		return false
	}
	n := len(t.points)
	reach := 2 * r2.Norm(r2.Sub(t.points[n-1].pos, t.points[n-2].pos))
	dir := r2.Unit(v)
	along := -r2.Dot(last.pos, dir)
	return along > 0 && along < reach && math.Abs(r2.Cross(last.pos, dir)) < b.Hole.Radius
}

// cameIn says whether something was seen to come from outside to p.
func (w *Crokinole) cameIn(s *shotWatch, p r2.Vec) bool {
	for _, t := range w.eye.trails.all {
		if t.first().at >= s.shot.Flick && r2.Norm(t.first().pos) > w.cal.Board.SurfaceRadius-10 && r2.Norm(r2.Sub(t.last().pos, p)) < trailEnds {
			return true
		}
	}
	return false
}

// settledSum is the sum of frames of a settled board.
type settledSum struct {
	frameSum
	over bool // something moved or came in: no more frames
}

// The frames that are summed: more make no better picture, and those next to
// each other are compressed alike.
const (
	mostSettled  = 14
	settledApart = 50 * time.Millisecond
)

// add takes a frame, unless something on the board has changed.
func (s *settledSum) add(e *boardEye, f capture.Frame) {
	if s.over || s.n >= mostSettled || s.n > 0 && f.Media-s.last.Media < settledApart {
		return
	}
	if e.now-e.restlessAt < settleTime/2 || e.handOver || e.upset() {
		s.over = true
		return
	}
	s.of = e.window
	s.frameSum.add(f)
}

// again measures the discs of a shot's rest in another picture of the same
// board.
func (w *Crokinole) again(picture capture.Frame, first detect.Observation, rests []detect.Rest) (detect.Observation, error) {
	spots, ok := w.o.Detector.(detect.SpotDetector)
	if !ok {
		return w.observe(picture)
	}
	var seeds []r2.Vec
	for _, r := range rests {
		if r.State.OnBoard() {
			seeds = append(seeds, r.Pos)
		}
	}
	first.Discs = nil
	o, err := spots.DetectAt(picture, first, seeds)
	w.bare.Reseat(picture, &o, nil)
	return o, err
}

// leastRefine is how many frames make a better picture than the first.
const leastRefine = 5

// refine measures the shot that was said again over the settled frames, and is
// done with it.
func (w *Crokinole) refine() error {
	s := w.shot
	if s == nil || s.said == 0 {
		return nil
	}
	w.shot = nil
	if s.sum.n < leastRefine {
		return nil
	}
	picture := s.sum.mean()
	obs, err := w.again(picture, s.obs, s.shot.Rest)
	if err != nil {
		return fmt.Errorf("watch: the board after a shot: %w", err)
	}
	changed := false
	for i := range s.shot.Rest {
		r := &s.shot.Rest[i]
		if !r.State.OnBoard() {
			continue
		}
		for _, d := range obs.Discs {
			if d.State.OnBoard() && r2.Norm(r2.Sub(d.Pos, r.Pos)) < samePlace {
				team := r.Team
				r.Disc, r.Team = d, team
				changed = true
				break
			}
		}
	}
	w.learnBoard(picture, append(slices.Clone(s.obs.Discs), obs.Discs...))
	w.moves(s.before, picture, s.veiled, s.shot.Disc, s.shot.Rest)
	for _, r := range s.shot.Rest {
		for k := range w.discs {
			if w.discs[k].ID == r.ID {
				w.discs[k] = r.Seen
			}
		}
	}
	if !changed {
		return nil
	}
	w.calm = calm{picture, make([]bool, len(s.veiled))}
	s.said++
	s.shot.Revision = s.said
	s.shot.Contacts = w.contacts(s)
	said := s.shot
	w.out = append(w.out, &said)
	return nil
}
