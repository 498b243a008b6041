package desk

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"ditchline/detect"
	"ditchline/detect/watch"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// Stroke is a carrom stroke as judged. A later one of the same N and a higher
// Revision stands for it.
type Stroke struct {
	N, Revision              int
	Seq                      int // of its event in the match's log
	Flick, Settled, Reported time.Duration
	Team                     referee.Side
	Player                   string
	Seat                     referee.Seat
	Colour                   referee.Colour
	Place                    detect.StrikerPlace // where the striker was set down
	StartValid               bool
	Pocketed                 map[string]int // by kind: white, black, queen, striker
	Verdict                  referee.CarromVerdict
	Outcome                  referee.Outcome // review where the pictures do not decide
	Likely                   referee.Outcome // under review
	Reason                   referee.Reason
	Confidence               float64
	Text                     string
	PutBack                  map[string]int // pieces that people must lay in the middle now
	Board                    int            // from 1
	Discs                    []Named
	Before                   []Named // as they lay, with the striker where it was set down
	Tracks                   []Track
}

func (*Stroke) note() {}

// strokes is what the desk knows of a carrom match beside its log.
type strokes struct {
	turn    int // quarter turns from the board's frame to the match's
	learned bool
	owed    map[string]int // pieces that must be put back, by kind
	last    *detect.Stroke
	seq     int // of its event
	before  referee.CarromBoard
	told    Stroke
	turnOf  referee.Seat // whose turn the last stroke was
}

var pieceColours = map[string]referee.Colour{detect.White: referee.White, detect.Black: referee.Black}

// sureStroke is the probability below which a person must look at a stroke.
const sureStroke = 0.8

func (d *Desk) isCarrom() bool { return d.o.Ruleset.Game == models.Carrom }

// stroke takes a stroke, or a better measurement of the last one.
func (d *Desk) stroke(s *detect.Stroke) {
	if d.match == nil {
		return
	}
	c := &d.strokes
	if s.Revision > 1 {
		if c.last == nil || c.last.N != s.N {
			return
		}
		d.restroke(s)
		return
	}
	if d.state().Phase == score.Over || d.opensNext(s.Before) {
		d.begin()
	}
	seat := d.strikerSeat(s)
	if watch.IsOpening(s.Before) && d.strokesPlayed() > 0 {
		d.setUpAnew(s, seat)
	}
	d.opened(s)
	d.reckon(s, seat)
	d.balance(s)
	d.stillOwed(s)
	next := d.state().Next
	c.turnOf = next
	c.before = d.state().Carrom.Board
	facts := d.facts(s, c.before)
	e, err := d.enter(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Seat: next, Stroke: facts, Lies: d.lies(s), Evidence: strokeEvidence(s)}})
	if err != nil {
		return // facts are made to fit; what does not is a match that cannot go on
	}
	c.last, c.seq = s, e.Seq
	c.told = Stroke{Seat: seat}
	d.sayStroke(s)
}

// restroke enters a stroke that was measured better in place of the old one.
func (d *Desk) restroke(s *detect.Stroke) {
	c := &d.strokes
	facts := d.facts(s, c.before)
	if _, err := d.enter(score.Event{Kind: score.KindCorrection, Of: c.seq, Stroke: &score.Stroke{Stroke: facts, Lies: d.lies(s), Evidence: strokeEvidence(s)}}); err != nil {
		return
	}
	c.last = s
	d.sayStroke(s)
}

// opened takes a board that was begun before the recording as it lies.
func (d *Desk) opened(s *detect.Stroke) {
	if d.strokesPlayed() > 0 || d.state().Carrom.N > 1 {
		return
	}
	b := d.state().Carrom.Board
	on := referee.Pair{count(s.Before, detect.White), count(s.Before, detect.Black)}
	queen := referee.QueenOnBoard
	if count(s.Before, detect.Queen) == 0 {
		queen = referee.QueenCovered
	}
	set := watch.IsOpening(s.Before) // what of it is not made out lies there all the same
	if set || on == b.On && queen == b.Queen || on[0] == 0 && on[1] == 0 {
		return
	}
	d.midRound = true
	d.enter(score.Event{Kind: score.KindEdit, Edit: &score.Edit{Pieces: &score.Pieces{On: on, Queen: queen}}}) //nolint:errcheck // a board that people set up anyhow is played on as it is
}

func count(pieces []detect.Seen, kind string) int {
	n := 0
	for _, p := range pieces {
		if p.Team == kind {
			n++
		}
	}
	return n
}

// strokesPlayed counts the strokes of this board.
func (d *Desk) strokesPlayed() int {
	return len(d.state().BoardStrokes())
}

// strikerSeat is the seat at whose base line the striker was set down; the
// first one that is seen is that of who breaks.
func (d *Desk) strikerSeat(s *detect.Stroke) referee.Seat {
	next := d.state().Next
	if !s.Start.Seen {
		return next
	}
	c := &d.strokes
	if !c.learned {
		c.learned, c.turn = true, (axis(next)-s.Start.Side+4)%4
	}
	side := (s.Start.Side + c.turn) % 4
	for _, seat := range d.o.Form.Seats() {
		if axis(seat) == side {
			return seat
		}
	}
	return next
}

// facts are what fell in a stroke, as who had the turn sees it; more than lies
// on the board by the log cannot have fallen.
func (d *Desk) facts(s *detect.Stroke, b referee.CarromBoard) referee.Stroke {
	mine, other := detect.White, detect.Black
	if b.Turn == referee.Black {
		mine, other = other, mine
	}
	f := referee.Stroke{
		Own: min(s.Count(mine), b.On.Of(b.Turn)), Opp: min(s.Count(other), b.On.Of(b.Turn.Other())),
		Queen: s.Count(detect.Queen) > 0 && b.Queen == referee.QueenOnBoard, Striker: s.Count(detect.Striker) > 0,
	}
	f.NoneTouched = s.Touched < 0.5 && f.Own == 0 && f.Opp == 0 && !f.Queen
	if s.Start.PValid() < 0.5 {
		f.Foul = referee.FStrikerLines
		if s.Start.Circle.PTouching > 0.5 && s.Start.Inner.PTouching > 0.5 && s.Start.Outer.PTouching > 0.5 {
			f.Foul = referee.FStrikerCircle
		}
	}
	return f
}

// strokeEvidence is what the camera measured, for the log.
func strokeEvidence(s *detect.Stroke) json.RawMessage {
	text, err := json.Marshal(map[string]any{
		"n": s.N, "t_start": s.Flick.Seconds(), "t_settled": s.Settled.Seconds(), "confidence": rounded(s.Confidence, 4),
		"start_seen": s.Start.Seen, "start": [2]float64{rounded(s.Start.Pos.X, 2), rounded(s.Start.Pos.Y, 2)},
	})
	if err != nil {
		return nil // plain numbers: it cannot fail
	}
	return text
}

// sayStroke tells the last stroke as it stands in the log.
func (d *Desk) sayStroke(s *detect.Stroke) {
	c := &d.strokes
	state := d.state()
	i := slices.IndexFunc(state.Carrom.Strokes, func(r score.StrokeRecord) bool { return r.Seq == c.seq })
	if i < 0 {
		return
	}
	r := state.Carrom.Strokes[i]
	setup := d.match.Setup()
	valid := s.Start.PValid()
	n := Stroke{
		N: s.N, Revision: s.Revision, Seq: c.seq, Flick: s.Flick, Settled: s.Settled, Reported: s.Reported,
		Seat: c.told.Seat, Place: s.Start, StartValid: valid >= 0.5, Pocketed: map[string]int{}, Verdict: r.Verdict,
		Confidence: rounded(s.Confidence*math.Max(valid, 1-valid), 4), Board: r.Board, Colour: c.before.Turn, Before: namedBefore(s),
		Outcome: referee.Valid, Reason: r.Stroke.Foul,
	}
	n.Tracks = ways(s, n.Before)
	n.Team, n.Player = setup.Team(n.Seat).Side, setup.Player(n.Seat)
	for _, kind := range []string{detect.White, detect.Black, detect.Queen, detect.Striker} {
		n.Pocketed[kind] = s.Count(kind)
	}
	if r.Stroke.Foul != "" {
		n.Outcome = referee.Foul
	}
	if n.Confidence < sureStroke {
		n.Outcome, n.Likely = referee.Review, n.Outcome
	}
	for _, p := range s.After {
		n.Discs = append(n.Discs, Named{Name: pieceName(p), Disc: p.Disc})
	}
	if r.Answered { // what is seen later does not stand against people
		n = n.As(&r)
	}
	n.PutBack = d.owedAfter(n.Pocketed, r)
	c.owed = maps.Clone(n.PutBack)
	n.Text = strokeText(&n)
	c.told = n
	said := n
	d.say(&said)
	if r.Verdict.Result == referee.End {
		d.sayBoard(s.Settled)
	}
}

// reconsiderStroke tells the last stroke again as the log has it now, and what
// must be put back by that.
func (d *Desk) reconsiderStroke() {
	c := &d.strokes
	if c.last == nil {
		return
	}
	i := slices.IndexFunc(d.state().Carrom.Strokes, func(r score.StrokeRecord) bool { return r.Seq == c.seq })
	if i < 0 { // undone: the board is as people make it
		c.owed = map[string]int{}
		return
	}
	r := &d.state().Carrom.Strokes[i]
	if !r.Answered {
		d.sayStroke(c.last)
		return
	}
	c.told = c.told.As(r)
	c.told.PutBack = d.owedAfter(c.told.Pocketed, *r)
	c.told.Text = strokeText(&c.told)
	c.owed = maps.Clone(c.told.PutBack)
	said := c.told
	d.say(&said)
}

// As is the stroke as people have put it into the log, by the record.
func (n Stroke) As(r *score.StrokeRecord) Stroke {
	n.Pocketed, n.Verdict, n.Reason, n.Outcome, n.Likely, n.Confidence = r.Pocketed(), r.Verdict, r.Stroke.Foul, referee.Valid, "", 1
	if r.Stroke.Foul != "" {
		n.Outcome = referee.Foul
	}
	n.Text = strokeText(&n)
	return n
}

// pieceName is what a piece is called: its kind's letter and its number for
// the eye.
func pieceName(p detect.Seen) string {
	switch p.Team {
	case detect.Queen:
		return "Q"
	case detect.Striker:
		return "S"
	case detect.Black:
		return fmt.Sprintf("B%d", p.ID)
	}
	return fmt.Sprintf("W%d", p.ID)
}

// owedAfter is what must be laid back after a stroke: what the log has on the
// board and does not lie there.
func (d *Desk) owedAfter(fell map[string]int, r score.StrokeRecord) map[string]int {
	owed := map[string]int{}
	if r.Verdict.Result == referee.End {
		return owed
	}
	b := d.state().Carrom.Board
	for kind, colour := range pieceColours {
		if n := b.On.Of(colour) - (d.strokes.before.On.Of(colour) - min(fell[kind], d.strokes.before.On.Of(colour))); n > 0 {
			owed[kind] = n
		}
	}
	gone := fell[detect.Queen] > 0 || d.strokes.before.Queen == referee.QueenPending
	if b.Queen == referee.QueenOnBoard && gone {
		owed[detect.Queen] = 1
	}
	return owed
}

// stillOwed raises what should have been laid back before this stroke.
func (d *Desk) stillOwed(s *detect.Stroke) {
	var words []string
	for _, kind := range []string{detect.White, detect.Black, detect.Queen} {
		if n := d.strokes.owed[kind]; n > 0 && count(s.Before, kind) < d.onBoard(kind) {
			words = append(words, fmt.Sprintf("%d %s", n, kind))
		}
	}
	if len(words) > 0 {
		d.raise(MissingRemoval, s.Reported, strings.Join(words, ", ")+" should have been put back in the middle before this stroke.")
	}
}

// onBoard is how many pieces of a kind lie on the board by the log.
func (d *Desk) onBoard(kind string) int {
	b := d.state().Carrom.Board
	if kind == detect.Queen {
		if b.Queen == referee.QueenOnBoard {
			return 1
		}
		return 0
	}
	return b.On.Of(pieceColours[kind])
}

// handful is how many pieces hands take off together only to clear the board.
const handful = 3

// handledPieces compares what hands did with what they had to do. Before the
// first stroke of a board they set it up as they like.
func (d *Desk) handledPieces(h *detect.Handling) {
	d.lying = h.After
	if d.match == nil || d.state().Phase == score.Over || d.strokesPlayed() == 0 {
		return
	}
	if len(h.Taken) >= handful || watch.IsOpening(h.After) {
		if d.cleared(); d.strokesPlayed() == 0 {
			return
		}
	}
	owed := d.strokes.owed
	for _, p := range h.Added {
		if owed[p.Team] > 0 {
			owed[p.Team]--
			continue
		}
		d.raise(ReturnedDisc, h.End, fmt.Sprintf("A %s piece was laid on the board that should not come back.", p.Team), Touched{Name: pieceName(p), Pos: p.Pos})
	}
	for _, t := range h.Taken {
		d.raise(WrongRemoval, t.At, fmt.Sprintf("A %s piece was taken off the board by hand.", t.Team), Touched{Name: pieceName(t.Seen), Pos: t.Pos})
	}
	for _, m := range h.Moved {
		from := m.From
		d.raise(HandDisturbance, m.At, fmt.Sprintf("A %s piece was moved by hand.", m.Team), Touched{Name: pieceName(m.Seen), Pos: m.Pos, Should: &from})
	}
}
