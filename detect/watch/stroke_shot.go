package watch

import (
	"fmt"
	"math"
	"time"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// strokeWatch is a stroke being watched: under way, then measured.
type strokeWatch struct {
	stroke  detect.Stroke
	trail   trail       // of what first ran free
	striker detect.Seen // where it was placed; its ID is 0 where it was not seen
	settled time.Duration
	ran     bool // what first ran free came from where the striker lay
	said    int  // revision that was said last; 0 while under way
	again   bool
	kept    float64 // how likely all pieces that were not made out lie where they lay
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
func (w *Carrom) beginStroke(f capture.Frame, t *trail) error {
	s := &strokeWatch{trail: *t}
	first, v := t.first(), speed(t.points[0], t.points[1])
	early := freeUsual / math.Max(r2.Norm(v), freeUsual)
	flick := first.at - time.Duration(early*float64(time.Second))
	picture, discs, veiled, err := w.before(flick, first.at)
	if err != nil {
		return err
	}
	w.settleHands(picture, f.Media, discs, veiled)
	w.complete()
	striker, seen := w.strikerAmong(discs)
	s.stroke.Flick = first.at
	if seen {
		s.striker = striker
	}
	if seen && !w.leftLying(striker) {
		s.stroke.Start = detect.PlaceStriker(w.cal.Board.Carrom, striker.Disc)
		if towards := r2.Sub(first.pos, striker.Pos); r2.Norm(v) > 0 && w.ran(striker, first, v) {
			s.ran = true
			s.stroke.Flick = first.at - time.Duration(r2.Norm(towards)/math.Max(1, r2.Norm(v))*float64(time.Second))
		}
	}
	for _, p := range w.pieces {
		if p.Team != detect.Striker {
			s.stroke.Before = append(s.stroke.Before, p)
		}
	}
	w.stroke = s
	w.visited = strokeVisit{}
	return nil
}

// leftLying says whether the striker lies where the last stroke left it: it was
// not set down for another, and a hand comes to fetch it.
func (w *Carrom) leftLying(striker detect.Seen) bool {
	return w.rest != nil && r2.Norm(r2.Sub(striker.Pos, *w.rest)) < stillSlack
}

// complete takes the opening for whole: what of it is not made out among the
// pieces that touch lies there all the same.
func (w *Carrom) complete() {
	if !IsOpening(w.pieces) {
		return
	}
	clear(w.givenUp)
	for _, kind := range []string{detect.White, detect.Black, detect.Queen} {
		for w.count(kind) < setOf(kind) {
			p := w.named(detect.Disc{Radius: w.cal.Board.Disc.Radius, Thickness: w.cal.Board.Disc.Thickness, Team: kind, State: detect.Flat})
			for _, o := range w.pieces {
				if o.Team == kind {
					p.Colour = o.Colour
				}
			}
			w.pieces = append(w.pieces, p)
		}
	}
}

// IsOpening says whether pieces lie as before the break: about all of them close
// about the middle, of which those that touch are not all made out.
func IsOpening(pieces []detect.Seen) bool {
	n, far := 0, 0.0
	for _, p := range pieces {
		if p.Team != detect.Striker {
			n++
			far = math.Max(far, r2.Norm(p.Pos))
		}
	}
	return n >= openingLeast && far <= openingFar
}

// The opening: so many pieces at the least, so near to the middle, mm.
const (
	openingLeast = 14
	openingFar   = 115.0
)

// ran says whether what was first seen at p with the speed v may be the
// striker itself: it came from where it lay.
func (w *Carrom) ran(striker detect.Seen, p trailPoint, v r2.Vec) bool {
	off := r2.Sub(p.pos, striker.Pos)
	aside := math.Abs(r2.Cross(off, r2.Unit(v)))
	return r2.Dot(off, v) >= 0 && aside < striker.Radius+backAside && r2.Norm(off) < backFar
}

// before is what lies on the board before a flick at about the time: in the
// mean of the frames just before it, and the striker, where fingers hide it
// there, in earlier ones.
func (w *Carrom) before(flick, first time.Duration) (seen capture.Frame, discs []detect.Disc, veiled []bool, err error) {
	var known detect.Observation
	seen, veiled = w.eye.newest(), w.eye.hand
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
			obs, err := w.detect(picture)
			if err != nil {
				return seen, nil, nil, fmt.Errorf("watch: the board before a stroke: %w", err)
			}
			seen, discs, known, veiled = picture, obs.Discs, obs, w.eye.veiled(picture.Media)
		}
		striker, ok, err := w.setDown(picture, known)
		if err != nil {
			return seen, nil, nil, err
		}
		if ok {
			return seen, append(besideOf(striker, withoutKind(discs, detect.Striker)), striker), veiled, nil
		}
	}
	return seen, discs, veiled, nil
}

// watchStroke waits until all pieces rest and what must be seen is in sight.
func (w *Carrom) watchStroke(f capture.Frame) error {
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
