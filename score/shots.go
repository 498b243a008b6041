package score

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ditchline/referee"
)

// changes are what later events say about earlier ones, by Seq.
type changes struct {
	shot    map[int]*Shot
	stroke  map[int]*Stroke
	people  map[int]struct{} // strokes of which people said what fell
	answers map[int]map[string]bool
	fouls   map[int]referee.Reason
	replays map[int]bool
}

// applyShot judges a shot on the board as it lies and moves everything on.
// Where later changes have left no room for it, it is ignored and said so.
func (s *State) applyShot(e *Event, c *changes) {
	shot := e.Shot
	if other, ok := c.shot[e.Seq]; ok {
		shot = other
	}
	s.makeRoom(e.Seq, shot)
	side := s.sideOf(shot)
	seat := s.seatWithDisc(shot.Seat, side)
	state := s.side(side)
	if (s.Phase != Playing && s.Phase != LastShot) || state == nil || state.Unplayed == 0 || seat == "" {
		s.Ignored = append(s.Ignored, e.Seq)
		return
	}
	disc := s.discID(shot.Disc, seat, side)
	situation := s.situation(shot, disc, side)
	situation.Answers, situation.ManualFoul = s.answered(e.Seq, c), c.fouls[e.Seq]
	v := referee.Judge(&situation)
	if c.replays[e.Seq] {
		v = replayed(&v, shot.Seat, s.Board)
	}
	s.Shots = append(s.Shots, ShotRecord{
		Seq: e.Seq, At: e.At, Game: s.Game, Round: s.Round, N: s.shotsInRound() + 1, Seat: shot.Seat, Side: side, Disc: disc, Verdict: v,
	})
	s.Shots[len(s.Shots)-1].Verdict.Board = nil
	if v.Outcome == referee.Review {
		s.Reviews = append(s.Reviews, OpenQuestion{Seq: e.Seq, Question: *v.Question})
	}
	if v.Likely == referee.Reshoot {
		if v.Reason == referee.ReshootCode {
			s.reshoots[placeOf(shot.Seat)]++
			s.countReshoots()
		}
		s.Next = v.Next
	} else {
		s.takeVerdict(&v, seat, side, disc)
	}
	// The record keeps who really plays next: the referee's view knows no
	// history of the round.
	s.Shots[len(s.Shots)-1].Verdict.Next = s.Next
}

// answered is what people said of a shot, with what they said of discs after
// earlier shots of the round: whose one is, and that it lies there, does not
// change.
func (s *State) answered(seq int, c *changes) map[string]bool {
	out := map[string]bool{}
	for i := range s.Shots {
		if r := &s.Shots[i]; r.Game == s.Game && r.Round == s.Round {
			for key, yes := range c.answers[r.Seq] {
				if kind, _, _ := strings.Cut(key, ":"); kind == string(referee.AskWhose) || kind == string(referee.AskThere) {
					out[key] = yes
				}
			}
		}
	}
	maps.Copy(out, c.answers[seq])
	return out
}

// takeVerdict moves the discs as the verdict says.
func (s *State) takeVerdict(v *referee.Verdict, seat referee.Seat, side referee.Side, disc string) {
	s.played[disc] = true
	s.side(side).Unplayed--
	for _, r := range v.Removed {
		if owner := s.side(r.Owner); owner != nil {
			owner.Removed++
		}
	}
	for owner, n := range v.Twenties {
		if state := s.side(owner); state != nil {
			state.Removed -= n
			state.Twenties += n
		}
	}
	s.Board = v.Board
	s.turns.shot(seat)
	s.Next = s.turns.after(seat)
	s.refresh()
	if s.Next == "" || s.Phase == LastShot {
		s.freeze()
	}
}

// freeze ends the shooting of a round.
func (s *State) freeze() {
	s.Phase, s.Next = Frozen, ""
	s.Doubts = referee.CountDoubts(&s.Setup.Ruleset, s.Setup.Board, s.Board)
}

// makeRoom brings the match to where a shot can be: a frozen round that no
// event wrote is written as it lies, a choice that no one made is the
// shooter's.
func (s *State) makeRoom(seq int, shot *Shot) {
	if s.Phase == Frozen {
		s.writeRound(seq, nil)
	}
	if s.Phase == Choosing && s.seat(shot.Seat) != nil {
		s.beginRound(shot.Seat)
	}
}

func (s *State) sideOf(shot *Shot) referee.Side {
	if shot.Side != "" {
		return shot.Side
	}
	if t := s.Setup.Team(shot.Seat); t != nil {
		return t.Side
	}
	return ""
}

// seatWithDisc is the seat whose disc is played: the shooter's, or, for a
// disc of another side's or a shooter without discs, one of that side's.
func (s *State) seatWithDisc(seat referee.Seat, side referee.Side) referee.Seat {
	if own := s.seat(seat); own != nil && own.Side == side && own.Left > 0 {
		return seat
	}
	for _, other := range s.Seats {
		if other.Side == side && other.Left > 0 {
			return other.Seat
		}
	}
	return ""
}

// discID is the shot disc's id: the given one when it is free, else the first
// free one of the letter: the side's when it has one seat, else the seat's.
func (s *State) discID(given string, seat referee.Seat, side referee.Side) string {
	if given != "" && s.free(given) {
		return given
	}
	letter := string(side)
	if t := s.Setup.Team(seat); t != nil && len(t.Players) > 1 {
		letter = string(seat)
	}
	for n := 1; ; n++ {
		if id := fmt.Sprintf("%s%d", letter, n); s.free(id) {
			return id
		}
	}
}

func (s *State) free(id string) bool {
	return !s.played[id] && !slices.ContainsFunc(s.Board, func(d referee.Disc) bool { return d.ID == id })
}

func (s *State) situation(shot *Shot, disc string, side referee.Side) referee.Situation {
	out := referee.Situation{
		Ruleset: &s.Setup.Ruleset, Board: s.Setup.Board, Form: s.Setup.Form,
		Side: side, Seat: shot.Seat, Shot: disc, Start: shot.Start, Before: s.Board,
		Contacts: shot.Contacts, After: shot.After, Returned: shot.Returned, Damage: shot.Damage,
		Unsure: shot.Unsure,
	}
	if seat := s.seat(shot.Seat); seat != nil {
		out.ReshootsLeft = seat.Reshoots
	}
	if !shot.InTurn && s.Next != "" {
		out.Expected = &referee.Turn{Seat: s.Next, Side: s.Setup.Team(s.Next).Side}
	}
	if disc != shot.Disc && shot.Disc != "" {
		out.Contacts, out.After, out.Returned, out.Damage = renamed(shot, disc)
	}
	return out
}

// renamed is the shot with its disc under another id.
func renamed(shot *Shot, to string) ([]referee.Contact, []referee.Rest, []referee.Return, []referee.Displaced) {
	from := shot.Disc
	name := func(id string) string {
		if id == from {
			return to
		}
		return id
	}
	contacts, after := slices.Clone(shot.Contacts), slices.Clone(shot.After)
	returned, damage := slices.Clone(shot.Returned), slices.Clone(shot.Damage)
	for i := range contacts {
		contacts[i].A, contacts[i].B = name(contacts[i].A), name(contacts[i].B)
	}
	for i := range after {
		after[i].ID = name(after[i].ID)
	}
	for i := range returned {
		returned[i].ID = name(returned[i].ID)
	}
	for i := range damage {
		damage[i].ID = name(damage[i].ID)
	}
	return contacts, after, returned, damage
}

// replayed is the verdict on a shot that people take again.
func replayed(v *referee.Verdict, seat referee.Seat, board []referee.Disc) referee.Verdict {
	return referee.Verdict{
		Outcome: referee.Reshoot, Likely: referee.Reshoot, Reason: v.Reason, Next: seat, Board: board,
		Open: v.Open, StartValid: v.StartValid, StartReasons: v.StartReasons, Because: v.Because, Confidence: 1,
	}
}

func (s *State) shotsInRound() int {
	n := 0
	for i := len(s.Shots) - 1; i >= 0 && s.Shots[i].Round == s.Round; i-- {
		n++
	}
	return n
}

// applyEdit changes the board by people's word. What it asks beyond the discs
// that there are is left out.
func (s *State) applyEdit(e *Edit) {
	board := slices.Clone(s.Board)
	at := func(id string) int { return slices.IndexFunc(board, func(d referee.Disc) bool { return d.ID == id }) }
	remove := func(i int) {
		if side := s.side(board[i].Owner); side != nil {
			side.Removed++
		}
		board = slices.Delete(board, i, i+1)
	}
	for _, id := range e.Remove {
		if i := at(id); i >= 0 {
			remove(i)
		}
	}
	for _, d := range e.Place {
		i := at(d.ID)
		if i >= 0 && board[i].Owner == d.Owner {
			board[i] = d
			continue
		}
		if side := s.side(d.Owner); side == nil || !s.takeSpare(side) {
			continue
		}
		if i >= 0 { // another colour than believed
			remove(i)
		}
		s.played[d.ID] = true
		board = append(board, d)
	}
	for i := range s.Sides {
		side := &s.Sides[i]
		n := e.Twenties[side.Side]
		for ; n > 0 && s.takeSpare(side); n-- {
			side.Twenties++
		}
		for ; n < 0 && side.Twenties > 0; n++ {
			side.Twenties--
			side.Removed++
		}
	}
	s.Board = board
	s.refresh()
	switch {
	case s.Phase == Frozen:
		s.freeze()
	case s.turns.total() == 0 && s.Phase == Playing:
		s.freeze()
	case s.Phase == Playing && s.turns.left[placeOf(s.Next)] == 0:
		s.Next = s.turns.after(s.Next)
	}
}

// takeSpare takes a disc from those removed, else from those not yet played.
func (s *State) takeSpare(side *SideState) bool {
	if side.Removed > 0 {
		side.Removed--
		return true
	}
	if side.Unplayed == 0 {
		return false
	}
	for _, seat := range s.Seats {
		if left := &s.turns.left[placeOf(seat.Seat)]; seat.Side == side.Side && *left > 0 {
			*left--
			side.Unplayed--
			return true
		}
	}
	return false
}
