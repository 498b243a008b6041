package watch

import (
	"fmt"
	"slices"
	"time"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// strokeVisit is what hands may have done since the board was last settled.
type strokeVisit struct {
	any      bool
	from, to time.Duration // when a hand or a change was first and last seen
	next     time.Duration // the board is not measured again before
}

// suspect begins a visit if there is none, so that the board is measured.
func (v *strokeVisit) suspect(at time.Duration) {
	if !v.any {
		*v = strokeVisit{any: true, from: at, to: at, next: v.next}
	}
}

// watchHands follows what hands do between strokes, and measures the board
// when they are away.
func (w *Carrom) watchHands(f capture.Frame) error {
	e, v := w.eye, &w.visited
	upset := e.upset()
	if e.handOver || upset {
		v.suspect(f.Media)
		if e.handOver {
			v.to = f.Media
		}
	}
	if !v.any || e.handOver || f.Media < v.next || f.Media-v.to < awayTime || e.restless(f.Media) < settleTime {
		return nil
	}
	if !upset && !w.nudged() {
		*v = strokeVisit{}
		return nil
	}
	picture, n := e.mean(max(v.to, e.restlessAt)+1, f.Media)
	if n == 0 {
		return nil
	}
	obs, err := w.detect(picture)
	if err != nil {
		return fmt.Errorf("watch: the board after a hand: %w", err)
	}
	w.settleHands(picture, f.Media, obs.Discs, w.eye.hand)
	w.learnBoard(picture)
	e.freshly(w.pieces)
	w.visited = strokeVisit{next: f.Media + measureEvery}
	return nil
}

// nudged says whether a piece of the settled board is not quite where it was.
func (w *Carrom) nudged() bool {
	return slices.ContainsFunc(w.pieces, func(p detect.Seen) bool { return w.eye.edgedAt(p.Pos) })
}

// settleHands compares what is observed with the settled board, says what
// hands did to the pieces, and takes the board as it is. What is covered stays
// as it was. The striker may be moved at will.
func (w *Carrom) settleHands(picture capture.Frame, at time.Duration, discs []detect.Disc, veiled []bool) {
	m := w.match(picture, w.pieces, w.onSurface(picture, discs), handFar, nil)
	h := &detect.Handling{Start: at, End: at}
	if w.visited.any {
		h.Start = w.visited.from
	}
	var board []detect.Seen
	for _, b := range m.bound {
		w.sighted(b.was.ID)
		far := r2.Norm(r2.Sub(b.now.Pos, b.was.Pos))
		if b.was.Team != detect.Striker && far > handSlid && w.eye.touchedAt(b.was.Pos, b.was.Radius) {
			h.Moved = append(h.Moved, detect.Displaced{Seen: b.now, From: b.was.Pos, At: at})
		}
		board = append(board, b.now)
	}
	board = append(board, w.believed(m.kept, m.shown)...)
	for _, p := range m.missing {
		switch {
		case p.Team == detect.Striker: // in a hand
		case !w.eye.touchedAt(p.Pos, p.Radius), // no hand was there: the eye errs
			w.besideVeil(p.Pos, p.Radius, veiled): // fingers or their shadow may hide it
			board = append(board, p)
		default:
			h.Taken = append(h.Taken, detect.Taken{Seen: p, At: at})
		}
	}
	var found []detect.Disc
	for _, d := range m.fresh {
		if w.besideVeil(d.Pos, d.Radius, veiled) && d.Team != detect.Striker {
			continue // fingers look like anything
		}
		if !w.eye.touchedAt(d.Pos, d.Radius) && d.Team != detect.Striker {
			found = append(found, d)
			continue
		}
		if w.countIn(board, d.Team) >= setOf(d.Team) {
			continue // there are no more: the eye errs
		}
		s := w.named(d)
		if d.Team != detect.Striker {
			h.Added = append(h.Added, s)
		}
		board = append(board, s)
	}
	board = append(board, w.overlooked(found)...)
	w.pieces = board
	w.eye.palette = paletteOf(append(slices.Clone(board), m.missing...))
	if len(h.Taken)+len(h.Added)+len(h.Moved) > 0 {
		h.After = slices.Clone(board)
		w.out = append(w.out, h)
	}
}

// besideVeil says whether a piece lies so near to what hides the board that
// fingers may pass for it, or hide it.
func (w *Carrom) besideVeil(p r2.Vec, radius float64, veiled []bool) bool {
	return w.eye.share(p, radius+fingerReach, func(k int) bool { return veiled[k] }) > 0
}

// sights is how often a piece was made out, and how often in a row it was not
// where it should lie in plain sight.
type sights struct{ seen, missed int }

// sighted notes that a piece was made out.
func (w *Carrom) sighted(id detect.ID) {
	w.sights[id] = sights{seen: w.sights[id].seen + 1}
}

// believed are pieces that were not made out where nothing has changed, but
// for those that were looked for in vain more often than they were seen: they
// never were any. shown is what their places show.
func (w *Carrom) believed(kept []detect.Seen, shown map[detect.ID]detect.Showing) []detect.Seen {
	var list []detect.Seen
	for _, p := range kept {
		s := w.sights[p.ID]
		if !w.eye.coveredAt(p.Pos) && shown[p.ID] != detect.ShowsBody {
			s.missed++
			w.sights[p.ID] = s
		}
		if s.missed < unseenMost+s.seen {
			list = append(list, p)
		} else {
			w.givenUp[p.Team]++
		}
	}
	return list
}

// unseenMost is how often more than it was seen a piece may be looked for in
// vain.
const unseenMost = 3

// How far, in mm, a piece must lie from where it lay to have moved in a stroke: two
// measurements differ by less; and for a hand to have moved it: over print, and
// beside a hand's shadow, they differ by more.
const (
	strokeSlid = 3.0
	handSlid   = 5.0
)

// lookAgain measures a stroke that is not sure once more, over all the frames
// since it settled, at the latest when the next hand comes.
func (w *Carrom) lookAgain(f capture.Frame) error {
	s := w.stroke
	if s.again || s.stroke.Confidence > surelyCounted {
		return nil
	}
	hand := w.eye.handOver
	if !hand && f.Media-s.settled < refineAfter {
		return nil
	}
	s.again = true
	picture, n := w.eye.mean(s.settled+1, f.Media)
	if hand {
		picture, n = w.eye.mean(s.settled+1, f.Media-1)
	}
	if n < 2 {
		return nil
	}
	obs, err := w.detect(picture)
	if err != nil {
		return fmt.Errorf("watch: the board after a stroke, once more: %w", err)
	}
	var found []detect.Disc
	for _, d := range w.match(picture, w.pieces, w.onSurface(picture, obs.Discs), lying, nil).fresh {
		if !w.eye.touchedAt(d.Pos, d.Radius) {
			found = append(found, d)
		}
	}
	w.pieces = append(w.pieces, w.overlooked(found)...)
	return nil
}

// overlooked takes pieces that no hand can have laid where they are seen: they
// lay there when the last stroke came to rest, and were not made out. What
// was said to be pocketed was not; the stroke is revised. But one for which
// another was given up is that one, seen where it always lay.
func (w *Carrom) overlooked(found []detect.Disc) []detect.Seen {
	var list []detect.Seen
	revised := false
	for _, d := range found {
		seen := w.named(d)
		if w.givenUp[d.Team] > 0 {
			w.givenUp[d.Team]--
			list = append(list, seen)
			continue
		}
		if s := w.stroke; s != nil && s.said > 0 {
			i := slices.IndexFunc(s.stroke.Pocketed, func(p detect.Pocketed) bool { return p.Team == d.Team && p.P < surelyPocketed })
			if i < 0 {
				if w.count(d.Team) >= setOf(d.Team) {
					continue
				}
			} else {
				seen.ID = s.stroke.Pocketed[i].ID
				s.stroke.Pocketed = slices.Delete(slices.Clone(s.stroke.Pocketed), i, i+1)
				revised = true
			}
			s.stroke.After = append(slices.Clone(s.stroke.After), seen)
		}
		list = append(list, seen)
	}
	if revised {
		s := w.stroke
		s.said++
		s.stroke.Revision = s.said
		s.stroke.Confidence = s.confidence()
		said := s.stroke
		w.out = append(w.out, &said)
	}
	return list
}

func (w *Carrom) count(kind string) int {
	n := 0
	for _, p := range w.pieces {
		if p.Team == kind {
			n++
		}
	}
	return n
}

// setOf is how many pieces of a kind there are.
func setOf(kind string) int {
	if kind == detect.White || kind == detect.Black {
		return 9
	}
	return 1
}
