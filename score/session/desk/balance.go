package desk

import (
	"math"
	"slices"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// balance sets the log right by what lies on the board before a stroke: a colour
// of which the last stroke left as many, too, and the log has more or fewer. What
// lies there counts at the end of the board, so that no error lasts; which stroke
// it was made in nobody can tell, and the last one is to be looked at.
func (d *Desk) balance(s *detect.Stroke) {
	c := &d.strokes
	if !d.openToDoubt() {
		return
	}
	b := d.state().Carrom.Board
	set := score.Pieces{On: b.On, Queen: b.Queen, Owner: b.Owner}
	for kind, colour := range pieceColours {
		lies := count(s.Before, kind)
		if lies == count(c.last.After, kind) && lies > 0 && d.outOfBalance(kind, lies) {
			set.On = set.On.With(colour, lies)
		}
	}
	if lies := count(s.Before, detect.Queen); lies == 1 && count(c.last.After, detect.Queen) == 1 && b.Queen != referee.QueenOnBoard {
		set.Queen, set.Owner = referee.QueenOnBoard, ""
	}
	if set.On == b.On && set.Queen == b.Queen || set.On[0] == 0 || set.On[1] == 0 {
		return
	}
	if c.told.N == c.last.N && c.told.Outcome != referee.Review {
		again := *c.last
		again.Confidence, again.Revision = math.Min(again.Confidence, unbalanced), c.told.Revision+1
		c.last = &again
		d.sayStroke(&again)
	}
	d.enter(score.Event{Kind: score.KindEdit, Edit: &score.Edit{Pieces: &set}}) //nolint:errcheck // a board that people set right meanwhile is played on as it is
}

// unbalanced is how sure a count is after which more or fewer pieces lie on the
// board than the log has there.
const unbalanced = 0.7

// outOfBalance says whether the log has other than so many pieces of a kind on the
// board, those apart that still have to be put back.
func (d *Desk) outOfBalance(kind string, lies int) bool {
	want := d.onBoard(kind)
	return lies > want || lies < want-d.strokes.owed[kind]
}

// cleared ends a board that people have cleared, or set up for the next, though
// by the log it is not over: the last stroke must have pocketed more than was
// seen. Where it cannot have ended the board the log stays as it is.
func (d *Desk) cleared() {
	c := &d.strokes
	if !d.openToDoubt() || d.strokesPlayed() < fewestStrokes {
		return
	}
	for _, other := range endings(c.last, d.state().Carrom.Board.On) {
		if d.ends(&other) {
			other.Revision, other.Confidence = c.told.Revision+1, math.Min(other.Confidence, unbalanced)
			d.restroke(&other)
			return
		}
	}
}

// setUpAnew takes pieces that lie as before the break for the next board, though
// by the log this one is not over.
func (d *Desk) setUpAnew(s *detect.Stroke, seat referee.Seat) {
	d.cleared()
	all := d.o.Ruleset.Carrom.Pieces
	b := d.state().Carrom.Board
	if d.strokesPlayed() == 0 || b.On == (referee.Pair{all, all}) {
		return
	}
	d.raise(ReturnedDisc, s.Reported, "The pieces were set up anew before the board was over by the log.")
	set := score.Pieces{On: referee.Pair{all, all}, Queen: referee.QueenOnBoard, Turn: seat}
	d.enter(score.Event{Kind: score.KindEdit, Edit: &score.Edit{Pieces: &set}}) //nolint:errcheck // a board that people set right meanwhile is played on as it is
}

// fewestStrokes is how many strokes a board takes at the least before hands that
// clear it have seen its end, and mostUnseen how many pieces may have fallen
// unseen.
const (
	fewestStrokes = 2
	mostUnseen    = 2
)

// endings are a stroke with all the pieces of a colour pocketed that the log has
// on the board after it; the colour of which fewer lie there first.
func endings(s *detect.Stroke, on referee.Pair) []detect.Stroke {
	kinds := []string{detect.White, detect.Black}
	if on[1] < on[0] {
		slices.Reverse(kinds)
	}
	var list []detect.Stroke
	for _, kind := range kinds {
		left := on.Of(pieceColours[kind])
		if left > mostUnseen {
			continue
		}
		if other, ok := withCount(*s, kind, left); ok {
			list = append(list, other)
		}
	}
	return list
}

// ends says whether the last stroke, taken as told, ends the board.
func (d *Desk) ends(told *detect.Stroke) bool {
	setup := d.match.Setup()
	_, v, err := referee.PlayStroke(&setup.Ruleset, d.strokes.before, d.facts(told, d.strokes.before))
	return err == nil && v.Result == referee.End
}
