package score

import (
	"math"
	"slices"

	"ditchline/referee"
)

// Lying is a carrom piece that lay on the board when a stroke had come to rest:
// mm in the match's frame, the origin in the middle of the board, seat S at -y.
type Lying struct {
	Kind string  `json:"kind"` // white, black or queen
	X    float64 `json:"x_mm"`
	Y    float64 `json:"y_mm"`
}

// The kinds of carrom piece that lie on a board between strokes.
const (
	WhitePiece = "white"
	BlackPiece = "black"
	QueenPiece = "queen"
	striker    = "striker"
)

// mostLying and farthestLying, mm, bound what a log may say lies on a board:
// more or farther is no board of any make.
const (
	mostLying     = 100
	farthestLying = 1000.0
)

func checkLies(lies []Lying, bad func(string, ...any)) {
	if len(lies) > mostLying {
		bad("stroke: %d pieces lie on the board: want %d at the most", len(lies), mostLying)
	}
	for _, p := range lies {
		if !slices.Contains([]string{WhitePiece, BlackPiece, QueenPiece}, p.Kind) {
			bad("stroke: a piece that lies on the board is %q: want white, black or queen", p.Kind)
		}
		if !(math.Abs(p.X) <= farthestLying && math.Abs(p.Y) <= farthestLying) {
			bad("stroke: a %s piece lies at %v, %v mm", p.Kind, p.X, p.Y)
		}
	}
}

// KindOf is the kind of piece that a colour plays.
func KindOf(c referee.Colour) string {
	if c == referee.Black {
		return BlackPiece
	}
	return WhitePiece
}

// Pocketed is what fell in a stroke, by kind, the striker too.
func (r *StrokeRecord) Pocketed() map[string]int {
	out := map[string]int{KindOf(r.Colour): r.Stroke.Own, KindOf(r.Colour.Other()): r.Stroke.Opp, QueenPiece: 0, striker: 0}
	if r.Stroke.Queen {
		out[QueenPiece] = 1
	}
	if r.Stroke.Striker {
		out[striker] = 1
	}
	return out
}

// putBack is what people must lay in the middle after a stroke, by kind: what the
// rules have on the board and did not lie there when it had come to rest.
func putBack(before, after *referee.CarromBoard, k referee.Stroke) map[string]int {
	out := map[string]int{}
	if after.Winner != "" {
		return out
	}
	for colour, fell := range map[referee.Colour]int{before.Turn: k.Own, before.Turn.Other(): k.Opp} {
		if n := after.On.Of(colour) - (before.On.Of(colour) - fell); n > 0 {
			out[KindOf(colour)] = n
		}
	}
	if after.Queen == referee.QueenOnBoard && (k.Queen || before.Queen == referee.QueenPending) {
		out[QueenPiece] = 1
	}
	return out
}

// CarromView is a carrom board as a screen shows it.
type CarromView struct {
	Board   int                     `json:"board"`   // of the game, from 1
	Left    map[referee.Side]int    `json:"left"`    // pieces that the side must still pocket
	Due     map[referee.Side]int    `json:"due"`     // pieces that it owes
	Colours map[referee.Side]string `json:"colours"` // white or black
	Queen   referee.Queen           `json:"queen"`
	QueenOf referee.Side            `json:"queen_of,omitempty"` // who has pocketed her
}

// CarromView of a match; nil of one that is not carrom.
func (s *State) CarromView() *CarromView {
	if s.Carrom == nil {
		return nil
	}
	b := s.Carrom.Board
	v := &CarromView{Board: s.Carrom.N, Left: map[referee.Side]int{}, Due: map[referee.Side]int{}, Colours: map[referee.Side]string{}, Queen: b.Queen}
	for side, c := range s.Carrom.Colours {
		v.Left[side], v.Due[side], v.Colours[side] = b.On.Of(c), b.Due.Of(c), KindOf(c)
		if b.Queen != referee.QueenOnBoard && b.Owner == c {
			v.QueenOf = side
		}
	}
	return v
}
