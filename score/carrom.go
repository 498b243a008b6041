package score

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"ditchline/models"
	"ditchline/referee"
)

// CarromState is a carrom game: boards until a side has the target.
type CarromState struct {
	Board   referee.CarromBoard             `json:"board"`
	N       int                             `json:"n"` // of this board, from 1
	Breaker referee.Seat                    `json:"breaker"`
	Colours map[referee.Side]referee.Colour `json:"colours"`
	Strokes []StrokeRecord                  `json:"strokes"`
	Lies    []Lying                         `json:"lies,omitempty"` // as the last stroke of this board left them
	Boards  []CarromResult                  `json:"boards"`
}

// StrokeRecord is a stroke as judged.
type StrokeRecord struct {
	Seq     int                   `json:"seq"`
	At      time.Time             `json:"at"`
	Game    int                   `json:"game"`  // of the match, from 1
	Board   int                   `json:"board"` // of the game, from 1
	N       int                   `json:"n"`     // in the board, from 1
	Seat    referee.Seat          `json:"seat"`
	Side    referee.Side          `json:"side"`
	Colour  referee.Colour        `json:"colour"` // that the side plays on this board
	Stroke  referee.Stroke        `json:"stroke"`
	Verdict referee.CarromVerdict `json:"verdict"`
	Lies    []Lying               `json:"lies,omitempty"`     // when it had come to rest; none in logs from before they were kept
	PutBack map[string]int        `json:"put_back,omitempty"` // pieces that had to be laid in the middle after it, by kind

	Answered bool `json:"answered,omitempty"` // people said what fell
}

// CarromResult is a board that ended.
type CarromResult struct {
	Game   int                  `json:"game"`
	Board  int                  `json:"board"`
	Winner referee.Side         `json:"winner"`
	Points int                  `json:"points"`
	Totals map[referee.Side]int `json:"totals"`
	Left   referee.Pair         `json:"left"` // pieces on the board at the end, white and black
	Queen  referee.Queen        `json:"queen,omitempty"`
}

// Pieces are what lies on a carrom board, in place of what the log has there: a
// board that was begun before it was watched, or set right by people.
type Pieces struct {
	On    referee.Pair   `json:"on"` // white and black
	Queen referee.Queen  `json:"queen"`
	Owner referee.Colour `json:"owner,omitempty"` // of a queen that is pending or covered; empty: nobody knows
	Turn  referee.Seat   `json:"turn,omitempty"`  // who plays next; empty: whose turn it was
}

// problems are all that cannot lie on a board of so many pieces a colour.
func (p *Pieces) problems(most int) error {
	var list []error
	for i, n := range p.On {
		if n < 0 || n > most {
			list = append(list, fmt.Errorf("edit: %d pieces of %s: want 0 to %d", n, [2]string{"white", "black"}[i], most))
		}
	}
	if p.On[0] == 0 || p.On[1] == 0 {
		list = append(list, errors.New("edit: a colour without a piece on the board has won it"))
	}
	if p.Queen != referee.QueenOnBoard && p.Queen != referee.QueenPending && p.Queen != referee.QueenCovered {
		list = append(list, fmt.Errorf("edit: queen %q: want board, pending or covered", p.Queen))
	}
	return errors.Join(list...)
}

// applyPieces sets the pieces on the board.
func (s *State) applyPieces(p *Pieces) {
	b := &s.Carrom.Board
	b.On, b.Queen, b.Owner = p.On, p.Queen, p.Owner
	b.Broken = true
	if slices.Contains(s.Setup.Form.Seats(), p.Turn) {
		s.Next = p.Turn
		b.Turn = s.Carrom.Colours[s.Setup.Team(p.Turn).Side]
	}
}

func (s *State) isCarrom() bool { return s.Setup.Ruleset.Game == models.Carrom }

func (s *State) startCarrom() {
	s.Carrom = &CarromState{}
	s.Round, s.RoundInGame = 1, 1
	s.beginBoard(s.Setup.Starter)
}

// beginBoard sets up a board that the seat breaks.
func (s *State) beginBoard(breaker referee.Seat) {
	c := s.Carrom
	rules := &s.Setup.Ruleset.Carrom
	mine := referee.White
	if rules.BreakerColour == "black" {
		mine = referee.Black
	}
	c.N++
	c.Breaker, s.Starter, s.Next = breaker, breaker, breaker
	c.Lies = nil
	c.Colours = map[referee.Side]referee.Colour{}
	side := s.Setup.Team(breaker).Side
	c.Board = referee.NewCarromBoard(rules, mine)
	for _, other := range s.Sides {
		colour := mine
		if other.Side != side {
			colour = mine.Other()
		}
		c.Colours[other.Side] = colour
		c.Board.Score[colourIndex(colour)] = other.Total
	}
}

func colourIndex(c referee.Colour) int {
	if c == referee.Black {
		return 1
	}
	return 0
}

// applyStroke judges a stroke of who has the turn.
func (s *State) applyStroke(e *Event, c *changes) {
	stroke := e.Stroke
	if other, ok := c.stroke[e.Seq]; ok {
		stroke = other
	}
	_, answered := c.people[e.Seq]
	board := s.Carrom.Board
	seat := s.Next
	if s.Phase != Playing || seat == "" {
		s.Ignored = append(s.Ignored, e.Seq)
		return
	}
	after, v, err := referee.PlayStroke(&s.Setup.Ruleset, board, stroke.Stroke)
	if err != nil { // a later change has left it without meaning
		s.Ignored = append(s.Ignored, e.Seq)
		return
	}
	lies := stroke.Lies
	if lies == nil { // people say what fell, not where the others lie
		lies = e.Stroke.Lies
	}
	s.Carrom.Board, s.Carrom.Lies = after, lies
	s.Carrom.Strokes = append(s.Carrom.Strokes, StrokeRecord{
		Seq: e.Seq, At: e.At, Game: s.Game, Board: s.Carrom.N, N: len(s.BoardStrokes()) + 1, Seat: seat, Side: s.Setup.Team(seat).Side, Colour: board.Turn, Stroke: stroke.Stroke, Verdict: v, Answered: answered,
		Lies: lies, PutBack: putBack(&board, &after, stroke.Stroke),
	})
	switch v.Result {
	case referee.Pass:
		s.Next = LeftOf(s.Setup, seat)
	case referee.End:
		s.endBoard(after)
	}
}

// BoardStrokes are the strokes of the carrom board that is played.
func (s *State) BoardStrokes() []StrokeRecord {
	list := s.Carrom.Strokes
	i := len(list)
	for i > 0 && list[i-1].Board == s.Carrom.N && list[i-1].Game == s.Game {
		i--
	}
	return list[i:]
}

// endBoard writes the board's points and begins the next, or ends the game.
func (s *State) endBoard(b referee.CarromBoard) {
	c := s.Carrom
	rules := &s.Setup.Ruleset.Carrom
	result := CarromResult{Game: s.Game, Board: c.N, Points: b.Points, Left: b.On, Queen: b.Queen, Totals: map[referee.Side]int{}}
	leader, level := 0, false
	for i := range s.Sides {
		side := &s.Sides[i]
		if c.Colours[side.Side] == b.Winner {
			result.Winner = side.Side
			side.Total += b.Points
		}
		result.Totals[side.Side] = side.Total
		if i > 0 && side.Total == s.Sides[leader].Total {
			level = true
		} else if side.Total > s.Sides[leader].Total {
			leader, level = i, false
		}
	}
	c.Boards = append(c.Boards, result)
	limit := rules.MaxBoards > 0 && c.N >= rules.MaxBoards && !level // level after the last: one more board (ICF 56b)
	if s.Sides[leader].Total >= s.Setup.Target || limit {
		s.endGame([]int{leader})
		return
	}
	s.Round++
	s.RoundInGame++
	breaker := c.Breaker
	if rules.BreakAlternates {
		breaker = LeftOf(s.Setup, breaker)
	}
	s.beginBoard(breaker)
}
