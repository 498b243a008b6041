package desk

import (
	"fmt"
	"slices"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// reckon holds the last stroke against what the next one shows: how many pieces
// lie on the board, and at whose base line the striker is set down. Where the
// stroke as it was seen was doubtful, or leads to another's turn, and another
// count of what fell fits both, that one stands in the log instead. Where none
// does, somebody plays out of turn.
func (d *Desk) reckon(s *detect.Stroke, seat referee.Seat) {
	c := &d.strokes
	open := d.openToDoubt()
	if next := d.state().Next; (seat == next || next == "") && (!open || c.last.Confidence > sureCount || d.fits(c.last, s, seat)) {
		return
	}
	if open {
		for _, other := range otherCounts(c.last) {
			if d.fits(&other, s, seat) {
				other.Revision++
				d.restroke(&other)
				return
			}
		}
	}
	if next := d.state().Next; seat != next && next != "" {
		setup := d.match.Setup()
		d.raise(OutOfTurn, s.Reported, fmt.Sprintf("%s has played, but it was the turn of %s.", setup.Player(seat), setup.Player(next)))
		b := d.state().Carrom.Board
		if s.Start.Seen && b.Broken && b.On[0] > 0 && b.On[1] > 0 {
			d.enter(score.Event{Kind: score.KindEdit, Edit: &score.Edit{Pieces: &score.Pieces{On: b.On, Queen: b.Queen, Owner: b.Owner, Turn: seat}}}) //nolint:errcheck // the stroke then counts for whose turn it was
		}
	}
}

// openToDoubt says whether the last stroke stands in this board's log as the
// camera saw it, and not as people have put it.
func (d *Desk) openToDoubt() bool {
	c := &d.strokes
	list := d.state().BoardStrokes()
	i := slices.IndexFunc(list, func(r score.StrokeRecord) bool { return r.Seq == c.seq })
	return c.last != nil && i >= 0 && !list[i].Answered
}

// fits says whether the last stroke, taken as told, leads to the board on which
// the next one is played, and to its player's turn.
func (d *Desk) fits(told, next *detect.Stroke, seat referee.Seat) bool {
	c := &d.strokes
	setup := d.match.Setup()
	facts := d.facts(told, c.before)
	after, v, err := referee.PlayStroke(&setup.Ruleset, c.before, facts)
	if err != nil || v.Result == referee.End {
		return false
	}
	turn := c.turnOf
	if v.Result == referee.Pass {
		turn = score.LeftOf(setup, turn)
	}
	if turn != seat {
		return false
	}
	for kind, colour := range pieceColours {
		// What is owed may have been laid back already, or not yet.
		lies := count(next.Before, kind)
		if lies < c.before.On.Of(colour)-told.Count(kind) || lies > after.On.Of(colour) {
			return false
		}
	}
	lies := count(next.Before, detect.Queen) > 0
	return !lies || after.Queen == referee.QueenOnBoard
}

// otherCounts are a stroke with other pieces pocketed than it was seen to, those
// first that differ the least.
func otherCounts(s *detect.Stroke) []detect.Stroke {
	var list []detect.Stroke
	for _, n := range []int{1, -1, 2, -2} {
		for _, kind := range []string{detect.White, detect.Black, detect.Queen} {
			if other, ok := withCount(*s, kind, n); ok {
				list = append(list, other)
			}
		}
	}
	return list
}

// withCount is a stroke with n more pieces of a kind pocketed.
func withCount(s detect.Stroke, kind string, n int) (detect.Stroke, bool) {
	s.Pocketed = slices.Clone(s.Pocketed)
	for ; n > 0; n-- {
		s.Pocketed = append(s.Pocketed, detect.Pocketed{Seen: detect.Seen{Disc: detect.Disc{Team: kind}}, Pocket: -1, P: inferred})
	}
	for ; n < 0; n++ {
		i := slices.IndexFunc(s.Pocketed, func(p detect.Pocketed) bool { return p.Team == kind })
		if i < 0 {
			return s, false
		}
		s.Pocketed = slices.Delete(s.Pocketed, i, i+1)
	}
	s.Confidence = min(s.Confidence, inferred)
	return s, true
}

// sureCount is the probability from which on only a turn that is another's makes
// a count doubtful.
const sureCount = 0.96

// inferred is how sure a count is that the next stroke alone tells.
const inferred = 0.9
