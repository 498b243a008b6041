package watch

import (
	"ditchline/detect"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// closeStroke measures the board after a stroke and says the stroke.
func (w *Carrom) closeStroke(at time.Duration, cut bool) error {
	s := w.stroke
	picture, n := w.eye.mean(s.settled+1, at)
	if n == 0 {
		picture = w.eye.newest()
	}
	obs, err := w.detect(picture)
	if err != nil {
		return fmt.Errorf("watch: the board after a stroke: %w", err)
	}
	known := slices.Clone(s.stroke.Before)
	discs := w.onSurface(picture, w.recast(obs.Discs, s))
	striker, lies := w.strikerAfter(picture, discs, s)
	if !lies {
		if striker, lies, err = w.seekStriker(picture, obs, discs, s); err != nil {
			return err
		}
	}
	discs = withoutKind(discs, detect.Striker)
	if lies { // what else seems to lie there is the striker
		discs = besideOf(striker.Disc, discs)
	}
	var others []detect.Disc
	if lies {
		others = append(others, striker.Disc)
	}
	m := w.match(picture, known, discs, math.Inf(1), w.falls(s), others...)
	board := w.believed(m.kept, m.shown)
	for _, b := range m.bound {
		w.sighted(b.was.ID)
		board = append(board, b.now)
	}
	m = w.explain(m, &board, others)
	if lies {
		w.learnStriker(striker.Disc)
		board = append(board, striker)
	}
	w.fill(s, m, board, lies)
	s.stroke.Settled, s.stroke.Reported, s.stroke.Cut = s.settled, at, cut
	s.stroke.Tracks = w.strokeTracks(s)
	if !w.happened(s, m, lies) {
		w.stroke = nil
		w.eye.trails.all = nil
		w.visited.suspect(at)
		return nil
	}
	w.rest = nil
	if lies {
		w.rest = &striker.Pos
	}
	w.strokes++
	s.stroke.N, s.stroke.Revision, s.said = w.strokes, 1, 1
	w.pieces = board
	w.eye.palette = paletteOf(append(append(slices.Clone(board), m.missing...), s.stroke.Before...))
	w.learnBoard(picture)
	w.eye.freshly(w.pieces)
	w.visited = strokeVisit{}
	said := s.stroke
	w.out = append(w.out, &said)
	return nil
}

// besideOf are the discs but for those that seem to lie where the striker does.
func besideOf(striker detect.Disc, discs []detect.Disc) []detect.Disc {
	return slices.DeleteFunc(slices.Clone(discs), func(d detect.Disc) bool {
		return r2.Norm(r2.Sub(d.Pos, striker.Pos)) < d.Radius+striker.Radius-lying
	})
}

func withoutKind(discs []detect.Disc, kind string) []detect.Disc {
	return slices.DeleteFunc(slices.Clone(discs), func(d detect.Disc) bool { return d.Team == kind })
}

// explain looks for missing pieces among what changed the picture without being
// made out. others are what lies on the board beside the pieces.
func (w *Carrom) explain(m matched, board *[]detect.Seen, others []detect.Disc) matched {
	known := slices.Concat(*board, m.missing) // where a piece lay before, the board shows again
	for _, d := range others {
		known = append(known, detect.Seen{Disc: d})
	}
	for _, d := range m.fresh {
		known = append(known, detect.Seen{Disc: d})
	}
	for _, b := range w.unmade(known, m) {
		if size := b.area / w.eye.discArea(); size > 1.4 || b.width < w.cal.Board.Disc.Radius {
			continue
		}
		if c := w.cal.Board.Carrom; detect.PocketFar(c, b.centre) < c.PocketRadius+w.cal.Board.Disc.Radius/2 {
			continue // what lies in the net shades the rim
		}
		best, least := -1, pieceTint
		for i, p := range m.missing {
			if d := b.tint.Distance(p.Colour.Tint()); d < least {
				best, least = i, d
			}
		}
		if best < 0 {
			continue
		}
		p := m.missing[best]
		p.Pos, p.Cov = b.centre, [3]float64{36, 0, 36}
		m.found(best)
		*board = append(*board, p)
	}
	return m
}

// pieceTint is how far, in units of colour, a patch may be from a piece's
// colour to be that piece.
const pieceTint = 70.0

// fill writes down what became of the pieces.
func (w *Carrom) fill(s *strokeWatch, m matched, board []detect.Seen, strikerLies bool) {
	st := &s.stroke
	st.After, st.Pocketed, st.Hidden = board, nil, nil
	for _, p := range m.kept {
		if w.eye.coveredAt(p.Pos) {
			st.Hidden = append(st.Hidden, p.ID)
		}
	}
	// Pieces that were seen only now lay there before: hands were away.
	for _, d := range m.fresh {
		if w.countIn(st.Before, d.Team) < setOf(d.Team) {
			seen := w.named(d)
			st.Before, st.After = append(st.Before, seen), append(st.After, seen)
		}
	}
	plain := w.plainSight(w.unmade(append(slices.Clone(board), m.missing...), m))
	falls := w.falls(s)
	opening := IsOpening(st.Before)
	for _, i := range w.oftenSeenFirst(m.missing) {
		p := m.missing[i]
		fell := w.pocketed(p, falls, plain)
		if fell.Pocket < 0 && !opening && w.onlyGlimpsed(p) {
			st.Before = slices.DeleteFunc(slices.Clone(st.Before), func(b detect.Seen) bool { return b.ID == p.ID })
			continue
		}
		fell.P = math.Min(fell.P, m.gone[i])
		st.Pocketed = append(st.Pocketed, fell)
	}
	if !strikerLies {
		striker := s.striker
		if striker.ID == 0 {
			striker.Team, striker.Radius = detect.Striker, w.cal.Board.Carrom.StrikerRadius
		}
		striker.Team = detect.Striker
		p := w.pocketed(striker, falls, plain)
		p.Striker = true
		st.Pocketed = append(st.Pocketed, p)
	}
	st.Touched = w.touchedAny(m, st)
	s.kept = m.sure
	st.Confidence = s.confidence()
}

// oftenSeenFirst are the numbers of the pieces, those first that were made out
// before: a trail to a pocket is theirs.
func (w *Carrom) oftenSeenFirst(pieces []detect.Seen) []int {
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return min(1, w.sights[pieces[b].ID].seen) - min(1, w.sights[pieces[a].ID].seen) })
	return order
}

// onlyGlimpsed says whether a piece was made out once, in the picture before the
// stroke, where a hand was: fingers pass for pieces, and are gone afterwards.
func (w *Carrom) onlyGlimpsed(p detect.Seen) bool {
	return w.sights[p.ID].seen == 0 && w.eye.touchedAt(p.Pos, p.Radius)
}

func (w *Carrom) countIn(pieces []detect.Seen, kind string) int {
	n := 0
	for _, p := range pieces {
		if p.Team == kind {
			n++
		}
	}
	return n
}

// unmade are the patches that changed apart from the known pieces, without being
// made out. Where a piece has left, the board shows again: what has its colour
// there is the board, also where the pieces nearly have it.
func (w *Carrom) unmade(known []detect.Seen, m matched) []blob {
	board := w.eye.light()
	return slices.DeleteFunc(w.eye.unexplained(known), func(b blob) bool {
		left := slices.ContainsFunc(m.bound, func(p bound) bool {
			return r2.Norm(r2.Sub(p.now.Pos, p.was.Pos)) > lying && r2.Norm(r2.Sub(b.centre, p.was.Pos)) < leftReach*p.was.Radius
		})
		return left && likeBoard(b.tint, board, m.missing)
	})
}

// leftReach is how far from where a piece left, in its radii, the middle of what
// shows again may be: places of pieces that touched join.
const leftReach = 1.5

// likeBoard says whether a patch is not plainly one of the missing pieces rather
// than the board: not half as far from its colour, or no farther from the board's
// than that differs from place to place.
func likeBoard(patch, board detect.Tint, missing []detect.Seen) bool {
	far := patch.Distance(board)
	return far < boardVaries || !slices.ContainsFunc(missing, func(p detect.Seen) bool { return 2*patch.Distance(p.Colour.Tint()) < far })
}

// boardVaries is by how much a board's colour differs from place to place, in
// units of colour: lamps stand on one side.
const boardVaries = 40.0

// plainSight is how likely a piece that lay on the surface would have been
// seen: less where hands cover a part of it, or something was not made out.
func (w *Carrom) plainSight(unmade []blob) float64 {
	over, all := 0.0, 0.0
	for k, z := range w.eye.grid.zones {
		if z == onSurface {
			all++
			if w.eye.hand[k] {
				over++
			}
		}
	}
	plain := goneInSight * (1 - over/math.Max(1, all))
	if len(unmade) > 0 {
		plain *= 0.6
	}
	return plain
}

// fall is the end of a trail at a pocket.
type fall struct {
	pocket int
	at     time.Duration
	tint   detect.Tint
	used   bool
}

// falls are the trails of the stroke that end at pockets.
func (w *Carrom) falls(s *strokeWatch) []*fall {
	var list []*fall
	c := w.cal.Board.Carrom
	for _, t := range w.eye.trails.all {
		l := t.last()
		if l.at < s.stroke.Flick || len(t.points) < 2 {
			continue
		}
		ahead := l.pos
		if l.moving { // it falls by the next frame
			ahead = r2.Add(l.pos, r2.Scale(0.03, t.velocity()))
		}
		if detect.PocketFar(c, l.pos) < pocketSight || detect.PocketFar(c, ahead) < pocketSight/2 {
			list = append(list, &fall{pocket: detect.PocketAt(l.pos), at: l.at, tint: t.points[len(t.points)/2].tint})
		}
	}
	return list
}

// fallTint is how far the colour of a trail may be from the piece's, in units
// of colour.
const fallTint = 90.0

// pocketed is a piece that is not there any more.
func (w *Carrom) pocketed(p detect.Seen, falls []*fall, plain float64) detect.Pocketed {
	out := detect.Pocketed{Seen: p, Pocket: -1, P: plain}
	best, least := -1, fallTint
	for i, f := range falls {
		if d := f.tint.Distance(p.Colour.Tint()); !f.used && d < least {
			best, least = i, d
		}
	}
	if best >= 0 {
		f := falls[best]
		f.used = true
		out.Pocket, out.FellAt, out.P = f.pocket, f.at, math.Max(plain, seenToFall)
	}
	return out
}

// confidence is the probability that what a stroke pocketed is right.
func (s *strokeWatch) confidence() float64 {
	p := s.kept
	for _, x := range s.stroke.Pocketed {
		p *= x.P
	}
	if len(s.stroke.Hidden) > 0 {
		p *= 0.97
	}
	return p
}

// touchedAny is the probability that the striker touched a piece.
func (w *Carrom) touchedAny(m matched, st *detect.Stroke) float64 {
	for _, p := range st.Pocketed {
		if !p.Striker {
			return 1
		}
	}
	p := 0.0
	for _, b := range m.bound {
		far := r2.Norm(r2.Sub(b.now.Pos, b.was.Pos))
		p = math.Max(p, detect.NormalBelow(far-1.2, math.Hypot(b.now.SD(), b.was.SD())+0.3))
	}
	return p
}

// happened says whether there was a stroke at all: the striker was seen on a
// base line and is not there any more, or pieces moved.
func (w *Carrom) happened(s *strokeWatch, m matched, lies bool) bool {
	moved, untouched := 0, 0
	note := func(places ...r2.Vec) {
		moved++
		if !slices.ContainsFunc(places, func(p r2.Vec) bool { return w.eye.touchedAt(p, w.cal.Board.Disc.Radius) }) {
			untouched++
		}
	}
	for _, p := range m.missing {
		note(p.Pos)
	}
	for _, b := range m.bound { // what seems to have moved where nothing changed was measured badly
		if far := r2.Norm(r2.Sub(b.now.Pos, b.was.Pos)); far > strokeSlid && (w.eye.stirredAt(b.was.Pos) || w.eye.newAt(b.now.Disc)) {
			note(b.was.Pos, b.now.Pos)
		}
	}
	if !s.stroke.Start.Seen { // a hand moves pieces, too, and sets them up
		return !IsOpening(s.stroke.After) && (untouched > 0 || lies && w.slidToRest(s))
	}
	if moved > 0 {
		return true
	}
	if !lies { // it fell, or a hand has it
		return s.ran && !w.eye.handOver && slices.ContainsFunc(s.stroke.Pocketed, func(p detect.Pocketed) bool { return p.Pocket >= 0 })
	}
	striker, there := w.strikerNow(s)
	return there && r2.Norm(r2.Sub(striker.Pos, s.stroke.Start.Pos)) > strokeFar/2 && (s.ran || !w.eye.handOver)
}

// slidToRest says whether the striker was seen to run freely to where it lies.
func (w *Carrom) slidToRest(s *strokeWatch) bool {
	striker, ok := w.strikerNow(s)
	if !ok || w.eye.handAt(striker.Pos) {
		return false
	}
	return slices.ContainsFunc(append([]*trail{&s.trail}, w.eye.trails.all...), func(t *trail) bool {
		return t.last().at >= s.stroke.Flick && len(t.points) >= ranPoints && t.far() > ranFar && r2.Norm(r2.Sub(t.last().pos, striker.Pos)) < ranEnd
	})
}

// What shows a striker sliding to rest: a trail of so many frames, so far, that
// ends so near to it, mm.
const (
	ranPoints = 6
	ranFar    = 150.0
	ranEnd    = 25.0
)

func (w *Carrom) strikerNow(s *strokeWatch) (detect.Seen, bool) {
	i := slices.IndexFunc(s.stroke.After, func(p detect.Seen) bool { return p.Team == detect.Striker })
	if i < 0 {
		return detect.Seen{}, false
	}
	return s.stroke.After[i], true
}

// strokeTracks are the ways that were seen during a stroke; they have no names
// but the striker's.
func (w *Carrom) strokeTracks(s *strokeWatch) []detect.Track {
	var list []detect.Track
	for i, t := range append([]*trail{&s.trail}, w.eye.trails.all...) {
		if t.last().at < s.stroke.Flick || len(t.points) < 3 || t.far() < strokeFar {
			continue
		}
		var track detect.Track
		if i == 0 {
			track.ID = s.striker.ID
		}
		for _, p := range t.points {
			track.Points = append(track.Points, detect.TrackPoint{At: p.at, Pos: p.pos})
		}
		list = append(list, track)
	}
	return list
}
