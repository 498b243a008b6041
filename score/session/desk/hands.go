package desk

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// disturbance is a disc that a hand moved, and may put back.
type disturbance struct {
	id     detect.ID
	name   string
	side   referee.Side
	from   r2.Vec
	now    r2.Vec
	radius float64
	until  time.Duration // it is raised then
	said   bool
}

const (
	displacedMM = 2.0         // a disc moved by hand by less is not worth a word
	backMM      = 2.5         // a disc that lies so near its old place was put back
	moment      = time.Second // in which a disc that was moved can be put back unsaid
)

// handled compares what hands did with what they had to do.
func (d *Desk) handled(h *detect.Handling) {
	if d.match == nil {
		return
	}
	taken := d.takeDue(h.Taken)
	if d.state().Phase == score.Over {
		d.lying = h.After // they clear the board
		return
	}
	if d.clears(h, taken) {
		d.closeRound()
		d.lying = h.After
		return
	}
	d.lying = h.After
	d.noteMoves(h)
	d.putBack(h.After)
	if len(taken) > 0 {
		d.wrong(h, taken)
	}
	d.sayMoves(false)
}

// takeDue strikes the discs that had to be taken off, and leaves the others.
func (d *Desk) takeDue(taken []detect.Taken) []detect.Taken {
	var others []detect.Taken
	for _, t := range taken {
		i := slices.IndexFunc(d.due, func(x Due) bool { return x.is(t.Seen) })
		if i < 0 {
			switch {
			case t.State == detect.InDitch, d.isOff(t.Seen):
			case d.mayGo(t.Seen):
				d.last.gone[d.names[t.ID]] = true
			case d.recant(t.Seen):
			default:
				others = append(others, t)
			}
			continue
		}
		if d.last != nil {
			d.last.gone[d.due[i].Name] = true
		}
		if d.due[i].uncounted {
			d.edit(score.Edit{Twenties: map[referee.Side]int{d.due[i].Side: 1}})
		}
		d.due = slices.Delete(d.due, i, i+1)
	}
	return others
}

// clears says whether hands took the discs off because the round is over: all
// discs are played, or nothing is left of several.
func (d *Desk) clears(h *detect.Handling, others []detect.Taken) bool {
	left := 0
	for _, s := range h.After {
		if s.State != detect.InDitch && !d.isDue(s) {
			left++
		}
	}
	switch {
	case len(others) == 0:
		return false
	case d.state().Phase == score.Frozen:
		return len(d.due) == 0 || len(others) > 1
	default:
		return len(others) > 1 && left == 0
	}
}

// noteMoves remembers the discs that hands moved.
func (d *Desk) noteMoves(h *detect.Handling) {
	for _, m := range h.Moved {
		if d.isDue(m.Seen) || d.names[m.ID] == "" && d.last != nil {
			continue
		}
		i := slices.IndexFunc(d.moves, func(x disturbance) bool { return x.id == m.ID })
		if i >= 0 {
			d.moves[i].now = m.Pos
			continue
		}
		gap := r2.Norm(r2.Sub(m.Pos, m.From))
		if gap < math.Max(displacedMM, 4*math.Sqrt2*m.SD()) {
			continue
		}
		d.moves = append(d.moves, disturbance{
			id: m.ID, name: d.names[m.ID], side: d.team(m.Seen), from: m.From, now: m.Pos, radius: m.Radius, until: h.End + moment,
		})
		d.ghosts = append(d.ghosts, Ghost{Name: d.names[m.ID], Side: d.team(m.Seen), Pos: m.From, Radius: m.Radius, id: m.ID})
	}
}

// putBack drops the ghosts at whose places a disc lies again.
func (d *Desk) putBack(lying []detect.Seen) {
	back := func(place r2.Vec, side referee.Side) bool {
		return slices.ContainsFunc(lying, func(s detect.Seen) bool {
			return d.team(s) == side && r2.Norm(r2.Sub(s.Pos, place)) < backMM
		})
	}
	d.moves = slices.DeleteFunc(d.moves, func(m disturbance) bool { return back(m.from, m.side) })
	d.ghosts = slices.DeleteFunc(d.ghosts, func(g Ghost) bool { return back(g.Pos, g.Side) })
}

// wrong raises discs that were taken though they count. A disc that should
// have gone instead is part of that.
func (d *Desk) wrong(h *detect.Handling, taken []detect.Taken) {
	text := []string{}
	var discs []Touched
	if d.last != nil {
		d.last.strayed = true
	}
	for _, t := range taken {
		name := d.names[t.ID]
		text = append(text, name)
		discs = append(discs, Touched{Name: name, Team: d.team(t.Seen), Pos: t.Pos})
		d.ghosts = append(d.ghosts, Ghost{Name: name, Side: d.team(t.Seen), Pos: t.Pos, Radius: t.Radius, id: t.ID})
	}
	says := fmt.Sprintf("Taken off, but in play: %s. Put it back on its place.", strings.Join(text, ", "))
	for i := range d.due {
		if !d.due[i].known {
			d.due[i].known = true
			says += fmt.Sprintf(" %s had to go instead.", d.due[i].Name)
		}
	}
	d.raise(WrongRemoval, h.End, says, discs...)
}

// sayMoves raises discs that hands moved and did not put back in a moment.
func (d *Desk) sayMoves(now bool) {
	var discs []Touched
	var names []string
	for i := range d.moves {
		m := &d.moves[i]
		if m.said || (!now && d.now < m.until) {
			continue
		}
		m.said = true
		should := m.from
		names = append(names, m.name)
		discs = append(discs, Touched{Name: m.name, Team: m.side, Pos: m.now, Should: &should})
	}
	if len(discs) > 0 {
		d.raise(HandDisturbance, d.now, "Moved by hand: "+strings.Join(names, ", ")+". Put it back on its place.", discs...)
	}
}

// sayMissing raises the discs that lie there still though they had to be
// taken off.
func (d *Desk) sayMissing(late func(*Due) bool) {
	var discs []Touched
	var names []string
	for i := range d.due {
		x := &d.due[i]
		if x.known || !late(x) {
			continue
		}
		x.known = true
		if x.dark {
			continue
		}
		names = append(names, x.Name)
		discs = append(discs, Touched{Name: x.Name, Team: x.Side, Pos: x.Pos})
	}
	if len(discs) > 0 {
		d.raise(MissingRemoval, d.now, "Not taken off: "+strings.Join(names, ", ")+".", discs...)
	}
}

// handsOff ends the time between two shots: play has gone on.
func (d *Desk) handsOff(s *detect.Shot) {
	now := d.now
	d.now = s.Flick
	d.putBack(s.Before)
	d.sayMoves(true)
	d.takeHint(s.Before)
	d.notTwenties(s.Before)
	d.due = slices.DeleteFunc(d.due, func(x Due) bool { return !slices.ContainsFunc(s.Before, x.lies) })
	d.sayMissing(func(*Due) bool { return true })
	for i := range d.due {
		d.due[i].passed++
	}
	d.due = slices.DeleteFunc(d.due, func(x Due) bool { return x.believed() })
	d.now = now
	d.moves, d.ghosts = nil, nil
}

// believed says whether a disc that was to go by a foul is in play after all:
// people were told that it lies there still, and have played on over it. They
// saw the shot; the verdict may have been wrong. Lines and the hole are measured,
// and not in doubt.
func (x *Due) believed() bool { return x.Why == referee.ByFoul && x.passed > 1 }
