package desk

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/score"
)

// Call is what a hall that the board has joined says is to be played at it.
type Call struct {
	Event string // of the hall
	Table string
	Known bool     // the hall was heard; else Next is what was heard before the program began, or nothing
	Next  *Fixture // nil: nothing for now
}

// Fixture is a match that a hall gives to the board.
type Fixture struct {
	Setup  score.Setup   // without the board, which is the one before the camera
	Played []score.Event // of it at this board already: it goes on from there
}

// clearFor is for how long the board of a match that is over must lie clear
// before the hall's next match takes its place: until then the last one can
// still be looked at and put right.
const clearFor = 15 * time.Second

// Call says what is to be played here after the match in hand, or in place of
// it where that has not begun.
func (d *Desk) Call(c Call) Outcome {
	d.hall = &c
	if f := c.Next; f != nil && len(f.Played) > 0 {
		m, err := score.Replay(f.Played)
		d.played[f.Setup.ID] = err != nil || m.State().Phase == score.Over
	}
	d.followCall()
	return d.give()
}

// TakeNext begins the hall's next match now: a person's word. What is in hand
// stays in the log as it is.
func (d *Desk) TakeNext() (Outcome, error) {
	switch {
	case d.hall == nil:
		return Outcome{}, errors.New("this board has joined no hall: there is no next match")
	case d.asFound.Name == "":
		return Outcome{}, errors.New("the board was not found yet: the match begins by itself when it is")
	case d.next() == nil:
		return Outcome{}, errors.New("the hall has no other match for this table now")
	}
	d.begin()
	return d.give(), nil
}

// next is the hall's match that is to be begun; nil for none. What is played
// now, was played here, or is for another game than the board, is none.
func (d *Desk) next() *Fixture {
	if d.hall == nil || d.hall.Next == nil {
		return nil
	}
	f := d.hall.Next
	id := f.Setup.ID
	if d.played[id] || d.match != nil && id == d.match.Setup().ID {
		return nil
	}
	if d.asFound.Name != "" && d.asFound.Game != f.Setup.Ruleset.Game {
		return nil
	}
	return f
}

// ofTheHall says whether the match in hand is one of the hall's.
func (d *Desk) ofTheHall() bool {
	s := d.match.Setup()
	return d.hall != nil && s.Event == d.hall.Event && s.Table == d.hall.Table
}

// takenBack says whether the match in hand is one that the hall has given to
// another table, settled, or taken back: nothing of it counts any more.
func (d *Desk) takenBack() bool {
	return d.hall.Known && d.ofTheHall() && d.state().Phase != score.Over &&
		(d.hall.Next == nil || d.hall.Next.Setup.ID != d.match.Setup().ID)
}

// mayLeave says whether the match in hand may be left for the hall's next: it has
// not begun, is over or taken back, or nobody said who plays it.
func (d *Desk) mayLeave() bool {
	return !d.begunMatch() || d.state().Phase == score.Over || d.takenBack() || d.unnamed()
}

// begunMatch says whether anything was entered into the match in hand.
func (d *Desk) begunMatch() bool { return len(d.match.Events()) > 1 }

// unnamed says whether the match in hand is nobody's: people warm up.
func (d *Desk) unnamed() bool {
	return !d.ofTheHall() && !slices.ContainsFunc(d.match.Setup().Teams, func(t score.Team) bool {
		return t.Name != "" || slices.ContainsFunc(t.Players, func(p score.Player) bool { return p.Name != "" })
	})
}

// isClear says whether nothing lies on the board.
func isClear(lying []detect.Seen) bool {
	return !slices.ContainsFunc(lying, func(s detect.Seen) bool { return s.State != detect.InDitch })
}

// TakenBack says whether the match in hand is one that the hall has given to
// another table, settled, or taken back.
func (d *Desk) TakenBack() bool { return d.hall != nil && d.match != nil && d.takenBack() }

// Naming is the match in hand with its players' names as the hall has them now:
// one that was misspelt is put right at once. nil before the match began.
func (d *Desk) Naming() *score.Setup {
	if d.match == nil {
		return nil
	}
	setup := d.match.Setup()
	if d.hall == nil || d.hall.Next == nil || d.hall.Next.Setup.ID != setup.ID || d.hall.Next.Setup.Form != setup.Form {
		return setup
	}
	out := *setup
	out.Teams = slices.Clone(setup.Teams)
	for i := range out.Teams {
		out.Teams[i].Name, out.Teams[i].Players = d.hall.Next.Setup.Teams[i].Name, d.hall.Next.Setup.Teams[i].Players
	}
	return &out
}

// followCall begins the hall's next match when its time has come; where a
// match was taken back and there is no other, one of nobody's.
func (d *Desk) followCall() {
	if d.hall == nil || d.match == nil || d.asFound.Name == "" || d.next() == nil && !d.takenBack() || !d.mayLeave() {
		return
	}
	calm := isClear(d.lying) || d.isCarrom() && d.betweenBoards(d.lying)
	if !d.begunMatch() || calm && d.now-d.quietFrom >= clearFor && len(d.state().Reviews) == 0 {
		d.begin()
	}
}

// opensNext says whether what was played from a board that lay so is the first
// of the hall's next match.
func (d *Desk) opensNext(before []detect.Seen) bool {
	return d.next() != nil && d.mayLeave() && d.betweenBoards(before)
}

// afterTheEnd says whether a shot is played among the discs of a match of the
// hall that is over: it is nobody's, and does not begin the next one.
func (d *Desk) afterTheEnd(s *detect.Shot) bool {
	if d.hall == nil || !d.ofTheHall() || d.state().Phase != score.Over {
		return false
	}
	lay, lie := 0, []detect.Seen{}
	for _, x := range s.Before {
		if x.State != detect.InDitch {
			lay++
		}
	}
	for _, r := range s.Rest {
		lie = append(lie, r.Seen)
	}
	if lay < 2 { // one may be a mark that is taken for a disc
		return false
	}
	d.lying = lie
	return true
}

// betweenBoards says whether nothing is under way on a board that lies so: it
// is clear; in carrom, where pieces are set up for the next, the match is over
// or no stroke was played.
func (d *Desk) betweenBoards(lying []detect.Seen) bool {
	over := d.state().Phase == score.Over
	if d.isCarrom() {
		return over || d.strokesPlayed() == 0
	}
	return isClear(lying) && (over || !d.playedOn())
}

// lineUp sets the desk up for the match that begins now: its id, and what was
// played of it already.
func (d *Desk) lineUp() (id string, played []score.Event) {
	ours := d.match != nil && d.hall != nil && d.ofTheHall()
	if d.match != nil {
		d.played[d.match.Setup().ID] = true
	}
	if f := d.next(); f != nil {
		s := &f.Setup
		d.o = Options{
			Match: s.ID, Ruleset: s.Ruleset, Form: s.Form, Event: s.Event, Table: s.Table, Stage: s.Stage, Zero: d.o.Zero,
			Teams: s.Teams, Starter: s.Starter, Games: s.Games, BoardName: d.o.BoardName,
		}
		d.played[s.ID] = true
		d.meet()
		return s.ID, f.Played
	}
	d.matches++
	if d.hall != nil {
		zero, name := d.o.Zero, d.o.BoardName
		d.o = d.home
		d.o.Zero, d.o.BoardName = zero, name
		if d.o.Event == d.hall.Event && d.o.Table == d.hall.Table {
			d.o.Event, d.o.Table = "", "" // what people play beside the hall's matches is theirs alone
		}
		if ours {
			d.meet()
		}
	}
	if d.matches == 1 {
		return d.o.Match, nil
	}
	return fmt.Sprintf("%s-%d", d.o.Match, d.matches), nil
}

// meet forgets who sat where and played what: others sit down.
func (d *Desk) meet() {
	d.seats = newSeating(d.o.Form).told(d.o.Teams)
	d.strokes = strokes{}
}

// goOn takes up a match of the hall where this board left it.
func (d *Desk) goOn(events []score.Event) bool {
	m, err := score.Replay(events)
	if err != nil || m.State().Phase == score.Over {
		return false
	}
	d.out.Resumed, d.out.From = m.Setup().ID, len(d.out.Events)
	d.newRound()
	d.adoptMatch(m)
	d.compare()
	return true
}

// fitted is the board as it was found, with its lines as the rules in force
// have them.
func (d *Desk) fitted() models.Board {
	if d.isCarrom() {
		return d.asFound
	}
	return d.o.Ruleset.Geometry(d.asFound)
}
