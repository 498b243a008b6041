package watch

import (
	"fmt"
	"slices"
	"time"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// visit is what hands may have done since the board was last settled.
type visit struct {
	any      bool
	from, to time.Duration               // when a hand or a change was first and last seen
	next     time.Duration               // the board is not measured again before
	gone     map[detect.ID]time.Duration // since when a disc is not where it was, in plain sight
	under    map[detect.ID]time.Duration // when a hand last lay over it
}

// suspect begins a visit if there is none, so that the board is measured.
func (v *visit) suspect(at time.Duration) {
	if !v.any {
		*v = visit{any: true, from: at, to: at, gone: map[detect.ID]time.Duration{}, under: map[detect.ID]time.Duration{}}
	}
}

// awayTime is how long hands must be off the board before it is measured.
const awayTime = 150 * time.Millisecond

// measureEvery is how long after a look at the board the next may follow, when
// something about it goes on changing.
const measureEvery = 400 * time.Millisecond

// watchHands follows what hands do between shots, and measures the board
// when they are away.
func (w *Crokinole) watchHands(f capture.Frame) error {
	e, v := w.eye, &w.visited
	upset := e.upset()
	if e.handOver || upset {
		if !v.any {
			*v = visit{any: true, from: f.Media, next: v.next, gone: map[detect.ID]time.Duration{}, under: map[detect.ID]time.Duration{}}
		}
		if e.handOver {
			v.to = f.Media
		}
	}
	if !v.any {
		return nil
	}
	for _, d := range w.discs {
		switch {
		case e.coveredAt(d.Pos):
			v.under[d.ID] = f.Media
		case e.unchangedAt(d.Pos):
			delete(v.gone, d.ID)
		default:
			if _, ok := v.gone[d.ID]; !ok {
				v.gone[d.ID] = f.Media
			}
		}
	}
	if e.handOver || f.Media < v.next || f.Media-v.to < awayTime || e.restless(f.Media) < settleTime {
		return nil
	}
	if !upset && !w.stirred() {
		*v = visit{}
		return nil
	}
	if err := w.refine(); err != nil {
		return err
	}
	picture, n := e.mean(max(v.to, e.restlessAt)+1, f.Media)
	if n == 0 {
		return nil
	}
	obs, err := w.observe(picture)
	if err != nil {
		return fmt.Errorf("watch: the board after a hand: %w", err)
	}
	w.settleHands(f.Media, picture, obs, detect.Seen{})
	w.learnBoard(picture, obs.Discs)
	w.calm = calm{picture, make([]bool, len(e.hand))}
	e.settle(w.discs)
	w.visited = visit{next: f.Media + measureEvery}
	return nil
}

// stirred says whether a disc of the settled board is not quite where it was.
func (w *Crokinole) stirred() bool {
	for _, d := range w.discs {
		if w.eye.edgedAt(d.Pos) || w.tookFromHole(d) {
			return true
		}
	}
	return false
}

// How far a hand may move a disc, mm.
const (
	byHand  = 1.0  // less is not told
	handFar = 40.0 // farther, it is one taken and one added
)

// disc is the followed disc of that name.
func (w *Crokinole) disc(id detect.ID) detect.Seen {
	for _, d := range w.discs {
		if d.ID == id {
			return d
		}
	}
	return detect.Seen{}
}

// settleHands compares the board as observed with the settled one and says
// what hands did; but is left out. What is covered stays as it was.
func (w *Crokinole) settleHands(at time.Duration, picture capture.Frame, obs detect.Observation, but detect.Seen) {
	h := &detect.Handling{Start: w.visited.from, End: at}
	if !w.visited.any {
		h.Start = at
	}
	light := w.eye.light()
	taken := make([]bool, len(obs.Discs))
	var discs, placed []detect.Seen
	when := func(id detect.ID) time.Duration {
		if t, ok := w.visited.gone[id]; ok {
			return t
		}
		if t, ok := w.visited.under[id]; ok {
			return t
		}
		return at
	}
	var still []detect.Rest
	for _, d := range w.discs {
		if d.ID == but.ID {
			discs = append(discs, d)
			continue
		}
		best, near := -1, handFar
		for k, o := range obs.Discs {
			if taken[k] || !o.State.OnBoard() {
				continue
			}
			far := r2.Norm(r2.Sub(o.Pos, d.Pos))
			if far < near && (far < samePlace || !w.knownBut(o.Pos, d.ID)) && w.teams.alike(d.ID, light, o.Colour) {
				best, near = k, far
			}
		}
		switch {
		case best >= 0:
			taken[best] = true
			if near > surelyMoved && !w.eye.stirredAt(d.Pos) && !w.eye.stirredAt(obs.Discs[best].Pos) {
				discs = append(discs, d) // it was only measured elsewhere: a move would have been seen
				continue
			}
			r := detect.Rest{Seen: d, From: d.Pos}
			r.Disc, r.Team = obs.Discs[best], d.Team
			still = append(still, r)
		case w.eye.coveredAt(d.Pos) || w.eye.unchangedAt(d.Pos) && !w.tookFromHole(d) && !w.bare.Vacated(picture, d.Disc, obs):
			discs = append(discs, d)
		default:
			h.Taken = append(h.Taken, detect.Taken{Seen: d, At: when(d.ID)})
		}
	}
	w.moves(w.calm.picture, picture, w.calm.veiled, 0, still)
	for _, r := range still {
		if w.disc(r.ID).Guessed() {
			discs = append(discs, r.Seen) // only now it is known where it lay
			continue
		}
		if r.Moved > byHand && r.Moved > 4*r.MovedSD {
			h.Moved = append(h.Moved, detect.Displaced{Seen: r.Seen, From: r.From, At: when(r.ID)})
		} else if r.PMoved < 0.5 && r2.Norm(r2.Sub(r.Pos, r.From)) > byHand {
			r.Pos, r.Lines, r.Points = r.From, w.disc(r.ID).Lines, w.disc(r.ID).Points
		}
		discs = append(discs, r.Seen)
	}
	for k, o := range obs.Discs {
		if taken[k] || !o.State.OnBoard() || w.eye.touchesHand(o.Pos) || !w.eye.newAt(o) && !w.waits(o) && !w.bare.Lies(picture, o, obs) || but.ID != 0 && r2.Norm(r2.Sub(o.Pos, but.Pos)) < 2*o.Radius {
			continue
		}
		n, waits := w.laid(o)
		if but.ID == 0 && (waits || w.atLine(o)) {
			placed = append(placed, n)
			continue
		}
		h.Added = append(h.Added, n)
		discs = append(discs, n)
	}
	w.placed = placed
	w.discs = discs
	w.entitle()
	w.teams.name(h.Added)
	w.ditch = nil
	for _, d := range obs.Discs {
		if !d.State.OnBoard() {
			w.ditch = append(w.ditch, d)
		}
	}
	if len(h.Taken)+len(h.Added)+len(h.Moved) == 0 {
		return
	}
	h.After = slices.Clone(discs)
	w.out = append(w.out, h)
}

// tookFromHole says of a disc in the hole that is not seen any more whether a
// hand was there: a dark disc in a dark hole hardly changes the picture.
func (w *Crokinole) tookFromHole(d detect.Seen) bool {
	_, under := w.visited.under[d.ID]
	return under && d.State == detect.InHole
}

// laid is a disc that was not on the settled board, under the name that it
// has if it lay there before; waits says whether it does.
func (w *Crokinole) laid(d detect.Disc) (s detect.Seen, waits bool) {
	for _, o := range w.placed {
		if r2.Norm(r2.Sub(o.Pos, d.Pos)) < o.Radius {
			team := o.Team
			o.Disc = d
			o.Team = team
			return o, true
		}
	}
	return w.named(d, w.seenAt(d)), false
}

// waits says whether d was laid down before.
func (w *Crokinole) waits(d detect.Disc) bool {
	return slices.ContainsFunc(w.placed, func(o detect.Seen) bool { return r2.Norm(r2.Sub(o.Pos, d.Pos)) < o.Radius })
}

// atLine says whether a disc lies where one is laid to be flicked.
func (w *Crokinole) atLine(d detect.Disc) bool {
	return r2.Norm(d.Pos) > w.cal.Board.Rings.R5-lineInside
}

// knownBut says whether another disc of the settled board lies at p.
func (w *Crokinole) knownBut(p r2.Vec, id detect.ID) bool {
	for _, d := range w.discs {
		if d.ID != id && r2.Norm(r2.Sub(d.Pos, p)) < samePlace {
			return true
		}
	}
	return false
}
