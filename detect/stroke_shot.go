package detect

import (
	"fmt"
	"math"
	"slices"
	"time"

	"ditchline/capture"

	"gonum.org/v1/gonum/spatial/r2"
)

// strokeWatch is a stroke being watched: under way, then measured.
type strokeWatch struct {
	stroke  Stroke
	trail   trail // of what first ran free
	striker Seen  // where it was placed; its ID is 0 where it was not seen
	settled time.Duration
	said    int // revision that was said last; 0 while under way
	again   bool
	waited  time.Duration // since when a report waits for hands to clear
}

// Figures of a stroke.
const (
	surelyPocketed = 0.97 // from here on a pocketed piece is no mistake
	surelyCounted  = 0.96 // and a stroke need not be looked at again
	pocketSight    = 62.0 // mm from a pocket's middle: a trail that ends there has fallen
	seenToFall     = 0.99
	goneInSight    = 0.95 // a piece that is nowhere on a board in plain sight
)

// beginStroke takes a trail for a stroke and measures what lay on the board in
// the last frames before it, and where the striker was placed.
func (w *StrokeWatcher) beginStroke(f capture.Frame, t *trail) error {
	s := &strokeWatch{trail: *t}
	first, v := t.first(), speed(t.points[0], t.points[1])
	early := freeUsual / math.Max(r2.Norm(v), freeUsual)
	flick := first.at - time.Duration(early*float64(time.Second))
	discs, veiled, err := w.before(flick, first.at)
	if err != nil {
		return err
	}
	w.settleHands(f.Media, discs, veiled)
	w.complete()
	striker, seen := w.strikerAmong(discs)
	s.stroke.Flick = first.at
	if seen {
		s.striker = striker
		s.stroke.Start = placeStriker(w.cal.Board.Carrom, striker.Disc)
		if towards := r2.Sub(first.pos, striker.Pos); r2.Norm(v) > 0 && w.ran(striker, first, v) {
			s.stroke.Flick = first.at - time.Duration(r2.Norm(towards)/math.Max(1, r2.Norm(v))*float64(time.Second))
		}
	}
	for _, p := range w.pieces {
		if p.Team != Striker {
			s.stroke.Before = append(s.stroke.Before, p)
		}
	}
	w.stroke = s
	w.visited = strokeVisit{}
	return nil
}

// complete takes the opening for whole: what of it is not made out among the
// pieces that touch lies there all the same.
func (w *StrokeWatcher) complete() {
	n, far := 0, 0.0
	for _, p := range w.pieces {
		if p.Team != Striker {
			n++
			far = math.Max(far, r2.Norm(p.Pos))
		}
	}
	if n < openingLeast || far > openingFar {
		return
	}
	for _, kind := range []string{White, Black, Queen} {
		for w.count(kind) < setOf(kind) {
			p := w.named(Disc{Radius: w.cal.Board.Disc.Radius, Thickness: w.cal.Board.Disc.Thickness, Team: kind, State: Flat})
			for _, o := range w.pieces {
				if o.Team == kind {
					p.Colour = o.Colour
				}
			}
			w.pieces = append(w.pieces, p)
		}
	}
}

// The opening: so many pieces at the least, so near to the middle, mm.
const (
	openingLeast = 14
	openingFar   = 115.0
)

// ran says whether what was first seen at p with the speed v may be the
// striker itself: it came from where it lay.
func (w *StrokeWatcher) ran(striker Seen, p trailPoint, v r2.Vec) bool {
	off := r2.Sub(p.pos, striker.Pos)
	aside := math.Abs(r2.Cross(off, r2.Unit(v)))
	return r2.Dot(off, v) >= 0 && aside < striker.Radius+backAside && r2.Norm(off) < backFar
}

// before is what lies on the board before a flick at about the time: in the
// mean of the frames just before it, and the striker, where fingers hide it
// there, in earlier ones.
func (w *StrokeWatcher) before(flick, first time.Duration) (discs []Disc, veiled []bool, err error) {
	var known Observation
	veiled = w.eye.hand
	for i, span := range [3][2]time.Duration{
		{flick - placedFor, flick - blurBack},
		{flick - 2*placedFor, flick - placedFor},
		{0, flick - 2*placedFor},
	} {
		picture, n := w.eye.mean(span[0], span[1])
		if n == 0 && i == 0 {
			picture, n = w.eye.mean(0, first-1)
		}
		if n == 0 {
			continue
		}
		if discs == nil {
			obs, err := w.o.Detector.Detect(picture, *w.cal)
			if err != nil {
				return nil, nil, fmt.Errorf("watch: the board before a stroke: %w", err)
			}
			discs, known, veiled = obs.Discs, obs, w.eye.veiled(picture.Media)
		}
		striker, ok, err := w.setDown(picture, known)
		if err != nil {
			return nil, nil, err
		}
		if ok {
			return append(withoutKind(discs, Striker), striker), veiled, nil
		}
	}
	return discs, veiled, nil
}

// Places along the base lines where a striker is looked for, mm.
const (
	seedApart  = 8.0  // along the lines
	seedAcross = 13.0 // rows across them
	seedHand   = 50.0 // from a hand that sets it down
)

// setDown measures the striker near the hand that has set it down.
func (w *StrokeWatcher) setDown(picture capture.Frame, known Observation) (Disc, bool, error) {
	finder, ok := w.o.Detector.(StrikerDetector)
	if !ok {
		i := slices.IndexFunc(known.Discs, w.atBase)
		if i < 0 {
			return Disc{}, false, nil
		}
		return known.Discs[i], true, nil
	}
	veiled := w.eye.veiled(picture.Media)
	c := w.cal.Board.Carrom
	var seeds []r2.Vec
	for _, d := range known.Discs {
		if w.atBase(d) {
			seeds = append(seeds, d.Pos)
		}
	}
	for side := range 4 {
		for row := -2.0; row <= 2; row++ {
			for along := -c.BaseLength / 2; along <= c.BaseLength/2; along += seedApart {
				p := onSide(side, along, c.BaseCircleCentreFromCentre+row*seedAcross)
				near := false
				w.eye.grid.within(p, seedHand, func(k int, _ float64) { near = near || veiled[k] })
				if near {
					seeds = append(seeds, p)
				}
			}
		}
	}
	d, ok, err := finder.DetectStriker(picture, known, w.like, seeds)
	if err != nil {
		return d, false, fmt.Errorf("watch: where the striker was set down: %w", err)
	}
	return d, ok && w.atBase(d), nil
}

// onSide is a place along a side of the board and from its centre toward it;
// see models.SideOf.
func onSide(side int, along, from float64) r2.Vec {
	p := r2.Vec{X: from, Y: along}
	for range side {
		p = r2.Vec{X: -p.Y, Y: p.X}
	}
	return p
}

// learnStriker remembers what the striker looks like where it lies in plain
// sight. Its radius is the board's own unless it plainly is another.
func (w *StrokeWatcher) learnStriker(d Disc) {
	own := w.cal.Board.Carrom.StrikerRadius
	w.like = StrikerLike{Radius: own, Colour: tintOfRGB(d.Colour).Lab(1), Known: true}
	if math.Abs(d.Radius/own-1) > strikerOwn {
		w.like.Radius = d.Radius
	}
}

// strikerOwn is by what share a striker must differ from the board's own to be
// taken for another.
const strikerOwn = 0.1

// How far from the base lines a striker may be set down, mm.
const (
	baseAcross = 45.0
	baseAlong  = 40.0
)

// atBase says whether a disc is a striker set down for a stroke.
func (w *StrokeWatcher) atBase(d Disc) bool {
	if d.Team != Striker || d.State != Flat {
		return false
	}
	c := w.cal.Board.Carrom
	p := placeStriker(c, d)
	return math.Abs(p.From-c.BaseCircleCentreFromCentre) < baseAcross && math.Abs(p.Along) < c.BaseLength/2+baseAlong
}

// strikerAmong is the striker where it is set down, under its name.
func (w *StrokeWatcher) strikerAmong(discs []Disc) (Seen, bool) {
	i := slices.IndexFunc(discs, w.atBase)
	if i < 0 {
		return Seen{}, false
	}
	for _, p := range w.pieces {
		if p.Team == Striker {
			p.Disc = discs[i]
			return p, true
		}
	}
	return w.named(discs[i]), true
}

// watchStroke waits until all pieces rest and what must be seen is in sight.
func (w *StrokeWatcher) watchStroke(f capture.Frame) error {
	s, e := w.stroke, w.eye
	if e.restless(f.Media) < settleTime && f.Media-s.stroke.Flick < longestShot {
		return nil
	}
	s.settled = max(s.stroke.Flick, e.restlessAt)
	if e.handOver && f.Media-s.settled < hiddenWait {
		return nil
	}
	return w.closeStroke(f.Media, false)
}

// closeStroke measures the board after a stroke and says the stroke.
func (w *StrokeWatcher) closeStroke(at time.Duration, cut bool) error {
	s := w.stroke
	picture, n := w.eye.mean(s.settled+1, at)
	if n == 0 {
		picture = w.eye.newest()
	}
	obs, err := w.o.Detector.Detect(picture, *w.cal)
	if err != nil {
		return fmt.Errorf("watch: the board after a stroke: %w", err)
	}
	known := slices.Clone(s.stroke.Before)
	discs := onSurfaceOf(obs.Discs, w.cal.Board.Carrom)
	m := w.match(known, withoutKind(discs, Striker), math.Inf(1))
	board := w.believed(m.kept)
	for _, b := range m.bound {
		delete(w.unseen, b.was.ID)
		board = append(board, b.now)
	}
	m = w.explain(m, &board)
	striker, lies := w.strikerAfter(discs, s)
	if !lies {
		if striker, lies, err = w.seekStriker(picture, obs, board, s); err != nil {
			return err
		}
	}
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
	w.strokes++
	s.stroke.N, s.stroke.Revision, s.said = w.strokes, 1, 1
	w.pieces = board
	w.eye.palette = paletteOf(append(append(slices.Clone(board), m.missing...), s.stroke.Before...))
	w.eye.freshly(w.pieces)
	w.visited = strokeVisit{}
	said := s.stroke
	w.out = append(w.out, &said)
	return nil
}

func withoutKind(discs []Disc, kind string) []Disc {
	return slices.DeleteFunc(slices.Clone(discs), func(d Disc) bool { return d.Team == kind })
}

// explain looks for missing pieces among what was made out as another kind,
// or changed the picture without being made out at all.
func (w *StrokeWatcher) explain(m matched, board *[]Seen) matched {
	var fresh []Disc
	for _, d := range m.fresh {
		i := slices.IndexFunc(m.missing, func(p Seen) bool { return w.eye.newAt(d) && p.Team != Striker })
		if i < 0 {
			fresh = append(fresh, d)
			continue
		}
		p := m.missing[i]
		kind := p.Team
		p.Disc = d
		p.Team = kind
		m.missing = slices.Delete(slices.Clone(m.missing), i, i+1)
		*board = append(*board, p)
	}
	m.fresh = fresh
	for _, b := range w.eye.unexplained(*board) {
		if size := b.area / w.eye.discArea(); size > 1.4 || b.width < w.cal.Board.Disc.Radius {
			continue
		}
		best, least := -1, pieceTint
		for i, p := range m.missing {
			if d := b.tint.distance(tintOfRGB(p.Colour)); d < least {
				best, least = i, d
			}
		}
		if best < 0 {
			continue
		}
		p := m.missing[best]
		p.Pos, p.Cov = b.centre, [3]float64{36, 0, 36}
		m.missing = slices.Delete(slices.Clone(m.missing), best, best+1)
		*board = append(*board, p)
	}
	return m
}

// pieceTint is how far, in units of colour, a patch may be from a piece's
// colour to be that piece.
const pieceTint = 70.0

func tintOfRGB(c RGB) Tint { return Tint{float64(c.B), float64(c.G), float64(c.R)} }

// strikerAfter is where the striker lies after a stroke.
func (w *StrokeWatcher) strikerAfter(discs []Disc, s *strokeWatch) (Seen, bool) {
	best, sure := -1, 0.0
	for i, d := range discs {
		if d.Team == Striker && d.Confidence > sure {
			best, sure = i, d.Confidence
		}
	}
	if best < 0 {
		return Seen{}, false
	}
	seen := s.striker
	if seen.ID == 0 {
		seen = w.named(discs[best])
	}
	seen.Disc = discs[best]
	return seen, true
}

// seekStriker looks for a striker that was not made out where something has
// changed without being made out, and where trails end.
func (w *StrokeWatcher) seekStriker(picture capture.Frame, obs Observation, board []Seen, s *strokeWatch) (Seen, bool, error) {
	finder, ok := w.o.Detector.(StrikerDetector)
	if !ok || !w.like.Known {
		return Seen{}, false, nil
	}
	var seeds []r2.Vec
	for _, b := range w.eye.unexplained(board) {
		seeds = append(seeds, b.centre)
	}
	for _, t := range w.eye.trails.all {
		if l := t.last(); l.at > s.settled-settleTime && !w.eye.coveredAt(l.pos) {
			seeds = append(seeds, l.pos)
		}
	}
	if len(seeds) == 0 {
		return Seen{}, false, nil
	}
	d, ok, err := finder.DetectStriker(picture, obs, w.like, seeds)
	if err != nil {
		return Seen{}, false, fmt.Errorf("watch: the striker after a stroke: %w", err)
	}
	if !ok || pocketFar(w.cal.Board.Carrom, d.Pos) < w.cal.Board.Carrom.PocketRadius/2 {
		return Seen{}, false, nil
	}
	seen := s.striker
	if seen.ID == 0 {
		seen = w.named(d)
	}
	seen.Disc = d
	return seen, true, nil
}

// fill writes down what became of the pieces.
func (w *StrokeWatcher) fill(s *strokeWatch, m matched, board []Seen, strikerLies bool) {
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
	plain := w.plainSight(board)
	falls := w.falls(s)
	for _, p := range m.missing {
		st.Pocketed = append(st.Pocketed, w.pocketed(p, falls, plain))
	}
	if !strikerLies {
		striker := s.striker
		if striker.ID == 0 {
			striker.Team, striker.Radius = Striker, w.cal.Board.Carrom.StrikerRadius
		}
		striker.Team = Striker
		p := w.pocketed(striker, falls, plain)
		p.Striker = true
		st.Pocketed = append(st.Pocketed, p)
	}
	st.Touched = w.touchedAny(m, st)
	st.Confidence = confidence(st)
}

func (w *StrokeWatcher) countIn(pieces []Seen, kind string) int {
	n := 0
	for _, p := range pieces {
		if p.Team == kind {
			n++
		}
	}
	return n
}

// plainSight is how likely a piece that lay on the surface would have been
// seen: less where hands cover a part of it, or something was not made out.
func (w *StrokeWatcher) plainSight(board []Seen) float64 {
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
	if len(w.eye.unexplained(board)) > 0 {
		plain *= 0.6
	}
	return plain
}

// fall is the end of a trail at a pocket.
type fall struct {
	pocket int
	at     time.Duration
	tint   Tint
	used   bool
}

// falls are the trails of the stroke that end at pockets.
func (w *StrokeWatcher) falls(s *strokeWatch) []*fall {
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
		if pocketFar(c, l.pos) < pocketSight || pocketFar(c, ahead) < pocketSight/2 {
			list = append(list, &fall{pocket: pocketAt(l.pos), at: l.at, tint: t.points[len(t.points)/2].tint})
		}
	}
	return list
}

// fallTint is how far the colour of a trail may be from the piece's, in units
// of colour.
const fallTint = 90.0

// pocketed is a piece that is not there any more.
func (w *StrokeWatcher) pocketed(p Seen, falls []*fall, plain float64) Pocketed {
	out := Pocketed{Seen: p, Pocket: -1, P: plain}
	best, least := -1, fallTint
	for i, f := range falls {
		if d := f.tint.distance(tintOfRGB(p.Colour)); !f.used && d < least {
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
func confidence(s *Stroke) float64 {
	p := 1.0
	for _, x := range s.Pocketed {
		p *= x.P
	}
	if len(s.Hidden) > 0 {
		p *= 0.97
	}
	return p
}

// touchedAny is the probability that the striker touched a piece.
func (w *StrokeWatcher) touchedAny(m matched, st *Stroke) float64 {
	for _, p := range st.Pocketed {
		if !p.Striker {
			return 1
		}
	}
	p := 0.0
	for _, b := range m.bound {
		far := r2.Norm(r2.Sub(b.now.Pos, b.was.Pos))
		p = math.Max(p, normalBelow(far-1.2, math.Hypot(b.now.SD(), b.was.SD())+0.3))
	}
	return p
}

// happened says whether there was a stroke at all: the striker was seen on a
// base line and is not there any more, or pieces moved.
func (w *StrokeWatcher) happened(s *strokeWatch, m matched, lies bool) bool {
	moved := len(m.missing)
	for _, b := range m.bound {
		if r2.Norm(r2.Sub(b.now.Pos, b.was.Pos)) > strokeSlid {
			moved++
		}
	}
	if !s.stroke.Start.Seen {
		return moved > 0
	}
	if moved == 0 && !lies { // it fell, or a hand has it
		return !w.eye.handOver && slices.ContainsFunc(s.stroke.Pocketed, func(p Pocketed) bool { return p.Pocket >= 0 })
	}
	striker, there := w.strikerNow(s)
	return moved > 0 || there && r2.Norm(r2.Sub(striker.Pos, s.stroke.Start.Pos)) > strokeFar/2
}

func (w *StrokeWatcher) strikerNow(s *strokeWatch) (Seen, bool) {
	i := slices.IndexFunc(s.stroke.After, func(p Seen) bool { return p.Team == Striker })
	if i < 0 {
		return Seen{}, false
	}
	return s.stroke.After[i], true
}

// strokeTracks are the ways that were seen during a stroke; they have no names
// but the striker's.
func (w *StrokeWatcher) strokeTracks(s *strokeWatch) []Track {
	var list []Track
	for i, t := range append([]*trail{&s.trail}, w.eye.trails.all...) {
		if t.last().at < s.stroke.Flick || len(t.points) < 3 || t.far() < strokeFar {
			continue
		}
		var track Track
		if i == 0 {
			track.ID = s.striker.ID
		}
		for _, p := range t.points {
			track.Points = append(track.Points, TrackPoint{At: p.at, Pos: p.pos})
		}
		list = append(list, track)
	}
	return list
}
