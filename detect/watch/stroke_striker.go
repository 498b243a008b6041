package watch

import (
	"fmt"
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// Where a striker is looked for that a hand has set down.
const (
	seedRows = 5    // on either side of the middle between the base lines
	seedHand = 50.0 // mm from a hand
)

// setDown measures the striker near the hand that has set it down.
func (w *Carrom) setDown(picture capture.Frame, known detect.Observation) (detect.Disc, bool, error) {
	finder, ok := w.o.Detector.(detect.StrikerDetector)
	if !ok {
		i := slices.IndexFunc(known.Discs, w.atBase)
		if i < 0 {
			return detect.Disc{}, false, nil
		}
		return known.Discs[i], true, nil
	}
	veiled := w.eye.veiled(picture.Media)
	var seeds []r2.Vec
	for _, d := range known.Discs {
		if w.atBase(d) {
			seeds = append(seeds, d.Pos)
		}
	}
	for _, p := range detect.BaseSeeds(w.cal.Board.Carrom, seedRows) {
		near := false
		w.eye.grid.within(p, seedHand, func(k int, _ float64) { near = near || veiled[k] })
		if near {
			seeds = append(seeds, p)
		}
	}
	d, ok, err := finder.DetectStriker(picture, known, w.like, seeds)
	if err != nil {
		return d, false, fmt.Errorf("watch: where the striker was set down: %w", err)
	}
	return d, ok && w.atBase(d), nil
}

// learnStriker remembers what the striker looks like where it lies in plain
// sight. Its radius is the board's own unless it plainly is another.
func (w *Carrom) learnStriker(d detect.Disc) {
	own := w.cal.Board.Carrom.StrikerRadius
	w.like = detect.StrikerLike{Radius: own, Colour: d.Colour.Tint().Lab(1), Known: true}
	if math.Abs(d.Radius/own-1) > strikerOwn {
		w.like.Radius = d.Radius
	}
}

// strikerLike is what the striker looks like: as it was set down, where it was not
// seen in plain sight yet.
func (w *Carrom) strikerLike() detect.StrikerLike {
	if !w.like.Known && w.stroke != nil && w.stroke.striker.ID != 0 {
		return detect.StrikerLike{Radius: w.like.Radius, Colour: w.stroke.striker.Colour.Tint().Lab(1), Known: true}
	}
	return w.like
}

// strikerOwn is by what share a striker must differ from the board's own to be
// taken for another.
const strikerOwn = 0.1

// atBase says whether a disc is a striker set down for a stroke.
func (w *Carrom) atBase(d detect.Disc) bool { return detect.SetDown(w.cal.Board.Carrom, d) }

// strikerAmong is the striker where it is set down, under its name.
func (w *Carrom) strikerAmong(discs []detect.Disc) (detect.Seen, bool) {
	i := slices.IndexFunc(discs, w.atBase)
	if i < 0 {
		return detect.Seen{}, false
	}
	for _, p := range w.pieces {
		if p.Team == detect.Striker {
			p.Disc = discs[i]
			return p, true
		}
	}
	return w.named(discs[i]), true
}

// recast gives what does not have the colour of its kind, as the film has shown
// it so far, the kind of the pieces whose colour it has: a queen may look large,
// and a black piece on print may be taken for a white one.
func (w *Carrom) recast(discs []detect.Disc, s *strokeWatch) []detect.Disc {
	out := slices.Clone(discs)
	for i := range out {
		d := &out[i]
		own, other := math.Inf(1), math.Inf(1)
		var like detect.Seen
		look := d.Colour.Tint().Lab(1)
		for _, p := range s.stroke.Before {
			switch far := look.Distance(p.Colour.Tint().Lab(1)); {
			case p.Team == d.Team:
				own = math.Min(own, far)
			case far < other:
				other, like = far, p
			}
		}
		wrong := own > recastFrom && other < own/2
		if d.Team == detect.Striker {
			switch {
			case w.like.Known:
				own = look.Distance(w.like.Colour)
			case s.striker.ID != 0:
				own = look.Distance(s.striker.Colour.Tint().Lab(1))
			default:
				continue
			}
			wrong = own > detect.StrikerTint && other < own
		}
		if wrong && !math.IsInf(own, 1) && like.Team != "" {
			d.Team, d.Radius = like.Team, like.Radius
		}
	}
	return out
}

// recastFrom is how far, in Lab, a piece's colour must be from all of its kind
// to be of another, whose colour is twice as near: glare makes black ones grey.
const recastFrom = 30.0

// strikerAfter is where the striker lies after a stroke.
func (w *Carrom) strikerAfter(picture capture.Frame, discs []detect.Disc, s *strokeWatch) (detect.Seen, bool) {
	best, sure := -1, 0.0
	for i, d := range discs {
		if d.Team != detect.Striker || d.Confidence <= sure {
			continue
		}
		still := s.stroke.Start.Seen && r2.Norm(r2.Sub(d.Pos, s.stroke.Start.Pos)) < lying
		shows := w.bare.Shows(picture, d, apartFrom(d, discs))
		if still || w.eye.newAt(d) || shows == detect.ShowsBody || shows == detect.ShowsUnknown && w.plainlyStriker(d) {
			best, sure = i, d.Confidence
		}
	}
	if best < 0 {
		return detect.Seen{}, false
	}
	seen := s.striker
	if seen.ID == 0 {
		seen = w.named(discs[best])
	}
	seen.Disc = discs[best]
	return seen, true
}

// plainlyStriker says whether a disc was made out beyond doubt and has the colour
// of the striker: a pale one on pale wood changes little where it comes to rest.
func (w *Carrom) plainlyStriker(d detect.Disc) bool {
	l := w.strikerLike()
	return l.Known && d.Confidence > surelySeen && d.Colour.Tint().Lab(1).Distance(l.Colour) < detect.StrikerTint
}

// seekStriker looks for a striker that was not made out where something has
// changed without being made out, and where trails end.
func (w *Carrom) seekStriker(picture capture.Frame, obs detect.Observation, discs []detect.Disc, s *strokeWatch) (detect.Seen, bool, error) {
	finder, ok := w.o.Detector.(detect.StrikerDetector)
	if !ok {
		return detect.Seen{}, false, nil
	}
	var seeds []r2.Vec
	board := slices.Clone(s.stroke.Before)
	for _, d := range discs {
		board = append(board, detect.Seen{Disc: d})
		known := slices.ContainsFunc(s.stroke.Before, func(p detect.Seen) bool { return r2.Norm(r2.Sub(p.Pos, d.Pos)) < lying })
		if !known && w.eye.newAt(d) {
			seeds = append(seeds, d.Pos) // perhaps it was taken for a piece
		}
	}
	for _, b := range w.eye.unexplained(board) {
		seeds = append(seeds, b.centre)
	}
	for _, t := range w.eye.trails.all {
		if l := t.last(); l.at > s.settled-settleTime && !w.eye.coveredAt(l.pos) {
			seeds = append(seeds, l.pos)
		}
	}
	if len(seeds) == 0 {
		return detect.Seen{}, false, nil
	}
	var around []r2.Vec // where something changed is not quite where the striker lies
	for _, p := range seeds {
		around = append(around, detect.StartsAround(p)...)
	}
	d, ok, err := finder.DetectStriker(picture, obs, w.strikerLike(), around)
	if err != nil {
		return detect.Seen{}, false, fmt.Errorf("watch: the striker after a stroke: %w", err)
	}
	if !ok || detect.PocketFar(w.cal.Board.Carrom, d.Pos) < w.cal.Board.Carrom.PocketRadius/2 {
		return detect.Seen{}, false, nil
	}
	seen := s.striker
	if seen.ID == 0 {
		seen = w.named(d)
	}
	seen.Disc = d
	return seen, true, nil
}
