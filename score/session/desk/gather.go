package desk

import (
	"math"
	"slices"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// samePlace is how near a disc of the log and a seen one of the same side
// must lie for being the same, where its identity was lost, mm.
const samePlace = 12

// elsewhere is how far from its place in the log a disc must lie for the log
// to follow it, mm: more than measuring differs from frame to frame.
const elsewhere = 1.5

// gather brings the log's board to what lies on the real one: discs that lay
// there before the first shot was seen, that people moved, took and put back.
func (d *Desk) gather(lying []detect.Seen) {
	d.lying = lying
	lying = d.asSaid(lying)
	for _, s := range lying {
		d.seats.sideOf(s.Team, s.Colour, d.likelySides(""))
	}
	d.adopt(lying)
	var edit score.Edit
	seen := map[string]bool{}
	for _, s := range lying {
		side := d.team(s)
		name, known := d.names[s.ID]
		if s.State == detect.InDitch || d.isDue(s) {
			continue
		}
		if s.State == detect.InHole {
			d.oldTwenty(s, side)
			continue
		}
		if !known {
			name = d.freeName(side, d.seatsOf(side)[0])
			d.names[s.ID] = name
		}
		seen[name] = true
		if place := d.place(s, name, side); !known || d.differs(place) {
			edit.Place = append(edit.Place, place)
		}
	}
	for _, x := range d.state().Board {
		if !seen[x.ID] && !d.unseen(x.ID) && !slices.Contains(edit.Remove, x.ID) {
			edit.Remove = append(edit.Remove, x.ID)
		}
	}
	d.edit(edit)
}

// oldTwenty takes note of a disc that lies in the hole though no shot was seen
// to bring it there. A twenty leaves the board at once, and a dark hole looks
// like a dark disc in it: it is counted when people take it out.
func (d *Desk) oldTwenty(s detect.Seen, side referee.Side) {
	name, known := d.names[s.ID]
	if !known {
		name = d.freeName(side, d.seatsOf(side)[0])
		d.names[s.ID] = name
	}
	d.due = append(d.due, Due{Name: name, Side: side, Why: referee.Twenty, Pos: s.Pos, id: s.ID, known: true, uncounted: true, radius: s.Radius})
}

// adopt gives discs whose identity was lost the names that the log has for
// them: those of its side that lie at the same place.
func (d *Desk) adopt(lying []detect.Seen) {
	followed := map[string]bool{}
	for _, s := range lying {
		followed[d.names[s.ID]] = true
	}
	for _, s := range lying {
		if _, known := d.names[s.ID]; known || s.State == detect.InDitch {
			continue
		}
		side, best, near := d.team(s), "", math.Inf(1)
		for _, x := range d.state().Board {
			if gap := r2.Norm(r2.Sub(d.seats.onBoard(x.At), s.Pos)); x.Owner == side && !followed[x.ID] && gap < min(near, samePlace) {
				best, near = x.ID, gap
			}
		}
		if best != "" {
			d.names[s.ID], followed[best] = best, true
		}
	}
}

// place is a seen disc as the log has it.
func (d *Desk) place(s detect.Seen, name string, side referee.Side) referee.Disc {
	return referee.Disc{ID: name, Owner: side, State: referee.State(s.State), At: d.seats.polar(s.Pos), SD: s.SD()}
}

// differs says whether a disc lies elsewhere than the log has it.
func (d *Desk) differs(now referee.Disc) bool {
	i := slices.IndexFunc(d.state().Board, func(x referee.Disc) bool { return x.ID == now.ID })
	if i < 0 {
		return true
	}
	x := d.state().Board[i]
	gap := r2.Norm(r2.Sub(d.seats.onBoard(x.At), d.seats.onBoard(now.At)))
	return x.Owner != now.Owner || x.State != now.State || gap > math.Max(elsewhere, 4*math.Hypot(x.SD, now.SD))
}

// edit enters a change of the board. Discs beyond those that a side has are
// left out: what is seen wrongly must not stop the match.
func (d *Desk) edit(e score.Edit) {
	spare := map[referee.Side]int{}
	for _, side := range d.state().Sides {
		spare[side.Side] = side.Removed + side.Unplayed
	}
	on := map[string]referee.Side{}
	for _, x := range d.state().Board {
		on[x.ID] = x.Owner
	}
	for _, id := range e.Remove {
		spare[on[id]]++
	}
	e.Place = slices.DeleteFunc(e.Place, func(x referee.Disc) bool {
		if on[x.ID] == x.Owner {
			return false
		}
		spare[x.Owner]--
		return spare[x.Owner] < 0
	})
	for side, n := range e.Twenties {
		e.Twenties[side] = min(n, max(0, spare[side]))
	}
	if len(e.Remove)+len(e.Place)+len(e.Twenties) == 0 {
		return
	}
	if _, err := d.enter(score.Event{Kind: score.KindEdit, Edit: &e}); err != nil {
		d.gap = true // the match is over or waits for a choice: its board is not played on
	}
}

// isDue says whether a disc is one that had to be taken off.
func (d *Desk) isDue(s detect.Seen) bool {
	return slices.ContainsFunc(d.due, func(x Due) bool { return x.is(s) })
}

// is says whether a seen disc is the due one.
func (x *Due) is(s detect.Seen) bool {
	return x.id == s.ID || r2.Norm(r2.Sub(x.Pos, s.Pos)) < x.radius/2
}
