package watch

import (
	"fmt"
	"math"
	"slices"
	"time"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// shotWatch is a shot being watched: under way, then measured, then refined.
type shotWatch struct {
	shot    detect.Shot
	flicked detect.Seen // the flicked disc where it was placed
	trail   trail       // its first free steps
	ways    ways        // of its discs
	course  map[detect.ID]*trail
	placed  []detect.Seen
	obs     detect.Observation // of its rest
	ditch   []detect.Disc
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
func (w *Crokinole) beginShot(f capture.Frame, t *trail) error {
	if err := w.refine(); err != nil {
		return err
	}
	s := &shotWatch{trail: *t, ditch: w.ditch, course: map[detect.ID]*trail{}}
	first, v := t.first(), w.eye.course(t)
	// Where it was placed is not known yet; frames so early are surely
	// before the flick.
	early := freeUsual / math.Max(r2.Norm(v), freeUsual)
	flick := first.at - time.Duration(early*float64(time.Second))
	picture, n := w.eye.mean(flick-placedFor, flick)
	if n == 0 {
		picture, n = w.eye.mean(0, first.at-1)
	}
	s.before, s.veiled = picture, w.eye.veiled(picture.Media)
	if n > 0 {
		obs, err := w.observe(picture)
		if err != nil {
			return fmt.Errorf("watch: the board before a flick: %w", err)
		}
		if err := w.place(s, obs, first, v); err != nil {
			return err
		}
		if s.shot.Start.Seen {
			w.settleHands(s.shot.Flick, picture, obs, s.flicked)
			w.calm = calm{picture, s.veiled}
		}
	} else {
		w.placeUnseen(s, first)
	}
	s.placed, w.placed = w.placed, nil
	w.takeTurn(s)
	s.shot.Disc = s.flicked.ID
	for _, d := range w.discs {
		if d.ID != s.flicked.ID {
			s.shot.Before = append(s.shot.Before, d)
		}
	}
	w.discs = s.shot.Before
	if k := len(s.trail.points) - 1; !s.shot.Start.Seen {
		w.eye.palette = append(w.teams.palette(), sampled(s.trail.points[k].tint))
	}
	w.shot = s
	return nil
}

// course is the speed (mm/s) with which a trail begins. Of a disc of the board's
// own colour only parts stand out, here one and there another: then its whole
// way tells.
func (e *boardEye) course(t *trail) r2.Vec {
	if e.partial(t.points[0]) || e.partial(t.points[1]) {
		return speed(t.first(), t.last())
	}
	return speed(t.points[0], t.points[1])
}

// partial says whether a blob is only a part of a disc.
func (e *boardEye) partial(p trailPoint) bool { return p.area < partOf*e.discArea() }

const (
	freeUsual = 90.0                   // mm that a disc has usually gone when it is first seen free of the hand
	placedFor = 150 * time.Millisecond // before the flick: the disc is measured in these frames
	blurBack  = 22 * time.Millisecond  // frames nearer to the flick may show it in motion
)

// place works out which disc of the observation was flicked, when, and from
// where.
func (w *Crokinole) place(s *shotWatch, obs detect.Observation, first trailPoint, v r2.Vec) error {
	k := w.placedDisc(obs.Discs, first, v)
	if k < 0 {
		more, err := w.alongWayBack(s.before, obs, first, v)
		if err != nil {
			return err
		}
		obs.Discs = append(slices.Clone(obs.Discs), more...)
		if k = w.placedDisc(obs.Discs, first, v); k < 0 {
			w.placeUnseen(s, first)
			w.placeByTint(s, first, v)
			return nil
		}
	}
	d := obs.Discs[k]
	flick := w.flickedAt(d.Pos, first, v)
	picture, n := w.eye.mean(flick-placedFor, flick-blurBack)
	if n == 0 {
		picture = s.before
	} else if again, ok, err := w.measureAt(picture, obs, k); err != nil {
		return err
	} else if ok {
		d = again
	}
	w.byRim(picture, &obs, &d)
	s.flicked = w.owner(d)
	s.shot.Flick = w.flickedAt(d.Pos, first, v)
	s.shot.Start = detect.Placing{Seen: true, Pos: d.Pos, SD: d.SD(), Lines: shootingLine(d.Lines)}
	return nil
}

// wayStep is how far apart, in mm, a disc is looked for along the way back.
const wayStep = 8.0

// alongWayBack looks for a disc that fingers half hide, along the way back from
// a flicked disc's first free place.
func (w *Crokinole) alongWayBack(picture capture.Frame, obs detect.Observation, first trailPoint, v r2.Vec) ([]detect.Disc, error) {
	spots, ok := w.o.Detector.(detect.SpotDetector)
	if !ok || r2.Norm(v) == 0 {
		return nil, nil
	}
	back := r2.Scale(-1, r2.Unit(v))
	var seeds []r2.Vec
	for d := 0.0; d < backFar; d += wayStep {
		p := r2.Add(first.pos, r2.Scale(d, back))
		if w.atLine(detect.Disc{Pos: p}) && r2.Norm(p) < w.cal.Board.SurfaceRadius {
			seeds = append(seeds, p)
		}
	}
	if len(seeds) == 0 {
		return nil, nil
	}
	got, err := spots.DetectAt(picture, obs, seeds)
	if err != nil {
		return nil, fmt.Errorf("watch: where a disc was flicked from: %w", err)
	}
	return got.Discs, nil
}

// flickedAt is when a disc that lay at p left the finger: it was at first
// with the speed v.
func (w *Crokinole) flickedAt(p r2.Vec, first trailPoint, v r2.Vec) time.Duration {
	back := r2.Norm(r2.Sub(first.pos, p)) / math.Max(1, r2.Norm(v))
	return first.at - time.Duration(back*float64(time.Second))
}

// measureAt measures the k-th disc of an observation again in another
// picture; ok is false where it is not found there.
func (w *Crokinole) measureAt(picture capture.Frame, obs detect.Observation, k int) (detect.Disc, bool, error) {
	at := obs.Discs[k].Pos
	var got detect.Observation
	var err error
	if spots, ok := w.o.Detector.(detect.SpotDetector); ok {
		known := obs
		known.Discs = slices.Delete(slices.Clone(obs.Discs), k, k+1)
		got, err = spots.DetectAt(picture, known, []r2.Vec{at})
		w.bare.Reseat(picture, &got, known.Discs)
	} else {
		got, err = w.observe(picture)
	}
	if err != nil {
		return detect.Disc{}, false, fmt.Errorf("watch: where a disc was flicked from: %w", err)
	}
	for _, d := range got.Discs {
		if d.State == detect.Flat && r2.Norm(r2.Sub(d.Pos, at)) < samePlace {
			return d, true, nil
		}
	}
	return detect.Disc{}, false, nil
}

// placeByTint places the flicked disc by its colour where no disc was made out.
func (w *Crokinole) placeByTint(s *shotWatch, first trailPoint, v r2.Vec) {
	p, ok := w.tinted(s.before, s.trail.points[len(s.trail.points)/2].tint, first, v)
	if !ok {
		return
	}
	d := &s.flicked.Disc
	d.Pos, d.Cov = p, [3]float64{tintSD * tintSD, 0, tintSD * tintSD}
	s.shot.Flick = w.flickedAt(p, first, v)
	s.shot.Start = detect.Placing{Seen: true, Pos: p, SD: tintSD, Lines: shootingLine(detect.CallLines(w.cal.Board, p, d.Cov, d.Radius, detect.PrintSD))}
}

// placeUnseen begins a shot whose disc was not seen before it was under way.
func (w *Crokinole) placeUnseen(s *shotWatch, first trailPoint) {
	b := w.cal.Board
	d := detect.Disc{Pos: first.pos, Radius: b.Disc.Radius, Thickness: b.Disc.Thickness, Colour: s.trail.points[len(s.trail.points)/2].tint.RGB(), State: detect.Flat}
	d.Cov = [3]float64{625, 0, 625}
	s.flicked = detect.Seen{ID: w.newID(), Disc: d}
	w.teams.saw(s.flicked.ID, w.eye.light(), d.Colour, seenQuick)
	s.shot.Flick = first.at
	s.shot.Start = detect.Placing{Pos: first.pos, SD: 25}
}

// Reach of the way back from a flicked disc's first free place.
const (
	backAside  = 14.0  // mm aside of the line
	partAside  = 12.0  // mm more, where only a part of the disc was seen
	partOf     = 0.65  // of a disc's face: less is a part of it
	backFar    = 260.0 // mm along it
	placedPast = 25.0  // mm ahead of it, for a first place still at the finger
)

// placedDisc is which of the discs seen before a flick lay where the flicked
// one came from: on its way back, nearest to the line. -1 for none.
func (w *Crokinole) placedDisc(discs []detect.Disc, first trailPoint, v r2.Vec) int {
	speed := r2.Norm(v)
	if speed == 0 {
		return -1
	}
	dir := r2.Scale(1/speed, v)
	room := backAside
	if w.eye.partial(first) {
		room += partAside
	}
	best, least := -1, math.Inf(1)
	for i, d := range discs {
		if d.State != detect.Flat || !w.atLine(d) {
			continue
		}
		off := r2.Sub(d.Pos, first.pos)
		along, aside := -r2.Dot(off, dir), math.Abs(r2.Cross(off, dir))
		if along < -placedPast || along > backFar || aside > room+0.06*math.Max(0, along) {
			continue
		}
		cost := aside + 0.12*math.Abs(along) + w.unlikePlaced(d)
		if cost < least {
			best, least = i, cost
		}
	}
	return best
}

// Costs, in mm aside of the way back, of what speaks against a disc's having
// been flicked.
const (
	lainBefore = 30.0 // it lay there before
	offLine    = 0.5  // a mm that it stands clear of the shooting line: few are placed wrongly
	halfSeen   = 20.0 // it may be no disc at all
)

// unlikePlaced is how little a disc looks like one that was placed.
func (w *Crokinole) unlikePlaced(d detect.Disc) float64 {
	b := w.cal.Board
	cost := offLine*max(0, math.Abs(r2.Norm(d.Pos)-b.Rings.R5)-d.Radius) + halfSeen*(1-d.Confidence)
	if w.known(d.Pos) {
		cost += lainBefore
	}
	return cost
}

// known says whether a disc of the settled board lies at p.
func (w *Crokinole) known(p r2.Vec) bool {
	for _, d := range w.discs {
		if r2.Norm(r2.Sub(d.Pos, p)) < d.Radius/2 {
			return true
		}
	}
	return false
}

// owner is the followed disc that lies where d was seen, or d as a new one.
func (w *Crokinole) owner(d detect.Disc) detect.Seen {
	for _, o := range append(slices.Clone(w.discs), w.placed...) {
		if r2.Norm(r2.Sub(o.Pos, d.Pos)) < o.Radius/2 {
			team := o.Team
			o.Disc = d
			o.Team = team
			return o
		}
	}
	return w.named(d, seenUnder)
}

// shootingLine are the calls against the shooting line.
func shootingLine(calls []detect.LineCall) []detect.LineCall {
	var out []detect.LineCall
	for _, c := range calls {
		if c.Line == models.Line5 {
			out = append(out, c)
		}
	}
	return out
}

// watchShot waits for the discs to come to rest, measures them, and measures
// them again a moment later.
func (w *Crokinole) watchShot(f capture.Frame) error {
	s := w.shot
	if s.said > 0 {
		if f.Media-s.settled >= refineAfter {
			return w.refine()
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
func (w *Crokinole) hides() bool {
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
func (w *Crokinole) finish(at time.Duration) error {
	if w.shot == nil {
		return nil
	}
	defer func() { w.shot = nil }()
	if w.shot.said > 0 {
		return w.refine()
	}
	w.shot.settled = w.eye.restlessAt
	return w.closeShot(at, true)
}
