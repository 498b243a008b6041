package desk

import (
	"time"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// Board is a carrom board as written.
type Board struct {
	At       time.Duration
	N        int                         // of the game, from 1
	Partial  bool                        // it began before the recording did, or was not played to its end
	Winner   referee.Side                // empty while it is not over
	Score    map[referee.Side]BoardTally // of this board, and of the game after it
	Pocketed map[string]int              // by kind
	Left     map[string]int              // on the board, by kind
	Starter  referee.Seat                // who breaks next
}

// BoardTally is a side's points.
type BoardTally struct {
	Board int `json:"board"`
	Total int `json:"total"`
}

func (*Board) note() {}

// sayBoard tells the board that has just ended.
func (d *Desk) sayBoard(at time.Duration) {
	s := d.state()
	r := s.Carrom.Boards[len(s.Carrom.Boards)-1]
	n := &Board{At: at, N: r.Board, Partial: d.midRound, Winner: r.Winner, Score: map[referee.Side]BoardTally{}, Starter: s.Next}
	for side, total := range r.Totals {
		points := 0
		if side == r.Winner {
			points = r.Points
		}
		n.Score[side] = BoardTally{Board: points, Total: total}
	}
	n.Left, n.Pocketed = d.leftAndPocketed(r.Left, r.Queen)
	d.say(n)
	d.midRound = false
	d.strokes.owed = nil
}

func (d *Desk) leftAndPocketed(on referee.Pair, queen referee.Queen) (left, pocketed map[string]int) {
	all := d.o.Ruleset.Carrom.Pieces
	left = map[string]int{detect.White: on[0], detect.Black: on[1], detect.Queen: 0}
	pocketed = map[string]int{detect.White: all - on[0], detect.Black: all - on[1], detect.Queen: 1}
	if queen == referee.QueenOnBoard {
		left[detect.Queen], pocketed[detect.Queen] = 1, 0
	}
	return left, pocketed
}

// endBoard tells a board that the end of a recording has cut short.
func (d *Desk) endBoard() {
	if d.match == nil || d.strokesPlayed() == 0 && len(d.state().Carrom.Boards) > 0 {
		return
	}
	s := d.state()
	n := &Board{At: d.now, N: s.Carrom.N, Partial: true, Score: map[referee.Side]BoardTally{}, Starter: s.Next}
	for _, side := range s.Sides {
		n.Score[side.Side] = BoardTally{Total: side.Total}
	}
	n.Left, n.Pocketed = d.leftAndPocketed(s.Carrom.Board.On, s.Carrom.Board.Queen)
	d.say(n)
}

// strokeText is a stroke in a sentence.
func strokeText(n *Stroke) string {
	text := score.StrokeSaid{Player: n.Player, Pocketed: n.Pocketed, PutBack: n.PutBack, Reason: n.Reason, Verdict: n.Verdict}.Sentence()
	if n.Outcome == referee.Review {
		text = "Please check: " + text
	}
	return text
}
