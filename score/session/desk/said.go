package desk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// Said is what a person says of one disc, against what the camera sees.
// Places are mm in the board frame.
type Said struct {
	Name  string       // of a disc in the match; empty: the one that is seen at Was
	Was   *r2.Vec      // where it is seen; nil, and no name: a disc that the camera does not see
	Side  referee.Side // whose it is; empty: as it is
	Pos   r2.Vec       // where it lies
	State detect.State // flat or leaning; in_hole: a twenty, which leaves the board; ditch: it is not in play, or no disc
}

// Word is what a person said of a disc that the camera follows. It holds
// against the camera: whose the disc is, for good; where it lies, until it is
// moved.
type Word struct {
	Off    bool         // not in play, or no disc
	Side   referee.Side // empty: as seen
	Pos    r2.Vec       // board frame, mm
	State  detect.State
	Points int

	seen     r2.Vec // where it was seen when the word was said
	name     string // in the match; empty when it is off
	was      string // its name before
	seq      int    // of the event in the log
	undone   bool
	followed detect.ID
}

// Extra is a disc that only people see.
type Extra struct {
	Name   string
	Side   referee.Side
	Pos    r2.Vec // board frame, mm
	State  detect.State
	Points int
}

// unmoved is by how much a disc may seem to lie elsewhere, mm, before it
// counts as moved since people said where it lies.
const unmoved = 4

// Holds says whether what was said of the disc's place still does.
func (w *Word) Holds(s detect.Seen) bool { return r2.Norm(r2.Sub(s.Pos, w.seen)) < unmoved }

// Correct enters what a person says of discs. The places of all others are
// taken as the camera sees them.
func (d *Desk) Correct(said []Said, by string) (Outcome, error) {
	switch {
	case d.match == nil:
		return Outcome{}, errors.New("no match is played yet: the board was not found")
	case len(said) == 0:
		return Outcome{}, errors.New("no disc is corrected: name at least one")
	case d.state().Phase == score.Over || d.state().Phase == score.Choosing:
		return Outcome{}, fmt.Errorf("there is no board to correct: the match is %s", d.state().Phase)
	}
	if !d.resumed && len(d.lying) > 0 {
		d.gather(d.lying)
	}
	var edit score.Edit
	var words []Word
	var extra []string
	for _, x := range said {
		w, err := d.word(x, &edit)
		if err != nil {
			return d.give(), err
		}
		if w.followed != 0 {
			words = append(words, w)
		} else if w.name != "" {
			extra = append(extra, w.name)
		}
	}
	e, err := d.enter(score.Event{Kind: score.KindEdit, Edit: &edit, By: cmp.Or(by, "operator")})
	if err != nil {
		return d.give(), err
	}
	for _, w := range words {
		w.seq = e.Seq
		d.words = append(d.words, w)
		d.call(w.followed, w.name)
	}
	for _, name := range extra {
		if !d.unseen(name) {
			d.added = append(d.added, name)
		}
	}
	return d.give(), nil
}

// call a followed disc by a name; by none when it is off.
func (d *Desk) call(id detect.ID, name string) {
	if name == "" {
		delete(d.names, id)
	} else {
		d.names[id] = name
	}
}

// word finds the disc that is meant and puts what is said of it into the edit.
func (d *Desk) word(x Said, edit *score.Edit) (Word, error) {
	w := Word{Off: x.State == detect.InDitch, Side: x.Side, Pos: x.Pos, State: x.State}
	name := x.Name
	if s, ok := d.meant(x); ok {
		w.followed, w.seen = s.ID, s.Pos
		name = d.names[s.ID]
		w.Side = cmp.Or(w.Side, d.team(s))
	} else if x.Was != nil && !d.unseen(name) {
		return w, errors.New("that disc is not where it was: choose it again")
	}
	i := slices.IndexFunc(d.state().Board, func(b referee.Disc) bool { return b.ID == name })
	if i >= 0 {
		w.Side = cmp.Or(w.Side, d.state().Board[i].Owner)
	} else if x.Name != "" && w.followed == 0 {
		return w, fmt.Errorf("disc %s is not on the board", x.Name)
	}
	w.was = name
	d.strike(name)
	if w.Side == "" || len(d.seatsOf(w.Side)) == 0 {
		return w, fmt.Errorf("no side is called %q", w.Side)
	}
	switch x.State {
	case detect.InDitch, detect.InHole:
		if i >= 0 {
			edit.Remove = append(edit.Remove, name)
		}
		if x.State == detect.InHole {
			if edit.Twenties == nil {
				edit.Twenties = map[referee.Side]int{}
			}
			edit.Twenties[w.Side]++
		}
		w.Off = true
		return w, nil
	case detect.Flat, detect.Leaning:
	default:
		return w, fmt.Errorf("a disc cannot be %q: want flat, leaning, in_hole or ditch", x.State)
	}
	if r2.Norm(x.Pos) > d.board.SurfaceRadius {
		return w, fmt.Errorf("a disc at %.0f, %.0f mm is not on the surface", x.Pos.X, x.Pos.Y)
	}
	if i >= 0 && d.state().Board[i].Owner != w.Side {
		edit.Remove = append(edit.Remove, name)
		i = -1
		name = ""
	}
	if name == "" {
		name = d.freeName(w.Side, d.seatsOf(w.Side)[0])
	}
	w.name = name
	at := d.seats.polar(x.Pos)
	w.Points = referee.Points(&d.match.Setup().Ruleset, d.match.Setup().Board, referee.State(x.State), at.D)
	edit.Place = append(edit.Place, referee.Disc{ID: name, Owner: w.Side, State: referee.State(x.State), At: at})
	return w, nil
}

// meant is the seen disc that a person speaks of.
func (d *Desk) meant(x Said) (detect.Seen, bool) {
	best, near := -1, float64(samePlace)
	for i, s := range d.lying {
		switch {
		case s.State == detect.InDitch || d.unseen(x.Name):
		case x.Name != "" && d.names[s.ID] == x.Name:
			return s, true
		case x.Was != nil:
			at := s.Pos
			if w, ok := d.said(s); ok && !w.Off && w.Holds(s) {
				at = w.Pos
			}
			if gap := r2.Norm(r2.Sub(at, *x.Was)); gap < near {
				best, near = i, gap
			}
		}
	}
	if best < 0 {
		return detect.Seen{}, false
	}
	return d.lying[best], true
}

// strike what people had to do about a disc of which they have spoken.
func (d *Desk) strike(name string) {
	if name == "" {
		return
	}
	d.due = slices.DeleteFunc(d.due, func(x Due) bool { return x.Name == name })
	d.ghosts = slices.DeleteFunc(d.ghosts, func(g Ghost) bool { return g.Name == name })
	d.moves = slices.DeleteFunc(d.moves, func(m disturbance) bool { return m.name == name })
}

// said is the last word about a disc that counts.
func (d *Desk) said(s detect.Seen) (Word, bool) {
	for i := len(d.words) - 1; i >= 0; i-- {
		if w := d.words[i]; w.followed == s.ID && !w.undone {
			return w, true
		}
	}
	return Word{}, false
}

// isOff says whether people said that a seen disc is not in play.
func (d *Desk) isOff(s detect.Seen) bool {
	w, ok := d.said(s)
	return ok && w.Off && w.Holds(s)
}

// asSaid are the seen discs as people say they lie.
func (d *Desk) asSaid(lying []detect.Seen) []detect.Seen {
	if len(d.words) == 0 {
		return lying
	}
	out := make([]detect.Seen, 0, len(lying))
	for _, s := range lying {
		if w, ok := d.said(s); ok && w.Holds(s) {
			if w.Off {
				continue
			}
			s.Pos, s.State = w.Pos, w.State
		}
		out = append(out, s)
	}
	return out
}

// unseen says whether a disc of the match is one that only people see.
func (d *Desk) unseen(name string) bool { return slices.Contains(d.added, name) }

// recall brings the words in line with an edit that was undone or redone.
func (d *Desk) recall(e score.Event) {
	for i := range d.words {
		w := &d.words[i]
		if w.seq != e.Of {
			continue
		}
		w.undone = e.Kind == score.KindUndo
		if w.undone {
			d.call(w.followed, w.was)
		} else {
			d.call(w.followed, w.name)
		}
	}
}

// Words are what people said of discs that are followed and holds.
func (d *Desk) Words() map[detect.ID]Word {
	out := map[detect.ID]Word{}
	for _, w := range d.words {
		if !w.undone {
			out[w.followed] = w
		}
	}
	return out
}

// Extras are the discs of the match that only people see.
func (d *Desk) Extras() []Extra {
	if d.match == nil {
		return nil
	}
	var out []Extra
	setup := d.match.Setup()
	for _, x := range d.state().Board {
		if d.unseen(x.ID) && !slices.ContainsFunc(d.lying, func(s detect.Seen) bool { return d.names[s.ID] == x.ID }) {
			out = append(out, Extra{
				Name: x.ID, Side: x.Owner, Pos: d.seats.onBoard(x.At), State: detect.State(x.State),
				Points: referee.Points(&setup.Ruleset, setup.Board, x.State, x.At.D),
			})
		}
	}
	return out
}
