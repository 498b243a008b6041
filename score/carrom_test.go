package score_test

import (
	"testing"

	"ditchline/referee"
	"ditchline/score"
)

func (t *table) stroke(s referee.Stroke) score.Event {
	t.Helper()
	return t.do(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Seat: t.State().Next, Stroke: s}})
}

// winBoard lets who has the turn clear the board in one turn.
func (t *table) winBoard() {
	t.Helper()
	for range 9 {
		t.stroke(referee.Stroke{Own: 1})
	}
}

// CAR-13: to 25; the break passes on with every board (ICF 49a).
func TestCarromGame(t *testing.T) {
	tab := newTable(t, referee.Two, "CAR", nil)
	if c := tab.State().Carrom; c.Colours["A"] != referee.White || c.Breaker != referee.South {
		t.Errorf("CAR-04: %v, broken by %s", c.Colours, c.Breaker)
	}
	tab.winBoard()
	s := tab.State()
	if s.Carrom.N != 2 || s.Next != referee.North || s.Carrom.Colours["B"] != referee.White || s.Sides[0].Total != 9 {
		t.Fatalf("CAR-04 CAR-12: board %d, next %s, %v, %+v", s.Carrom.N, s.Next, s.Carrom.Colours, s.Sides)
	}
	tab.winBoard() // by north
	tab.winBoard() // by south
	tab.stroke(referee.Stroke{})
	tab.winBoard() // by south, after north's miss
	tab.expect("CAR-13", []int{27, 9}, score.Over, "A")
	tab.refused(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{}}, "over")
	tab.do(score.Event{Kind: score.KindUndo})
	tab.expect("undone", []int{18, 9}, score.Playing)
	stats := tab.State().Statistics()
	if p := stats.Carrom[0]; p.Pieces != 26 || p.BestRun != 9 || p.Strokes != 26 || stats.Sides[0].Won != 2 {
		t.Errorf("%+v, %+v", p, stats.Sides[0])
	}
}

// CAR-22: four in two teams; the turn goes to the right-hand neighbour.
func TestCarromForFour(t *testing.T) {
	tab := newTable(t, referee.Four, "CAR", nil)
	order := ""
	for range 5 {
		order += string(tab.State().Next)
		tab.stroke(referee.Stroke{})
	}
	if order != "SENWS" {
		t.Errorf("CAR-22 ICF 49b: the turn goes %s", order)
	}
	if c := tab.State().Carrom.Colours; c["A"] == c["B"] || len(c) != 2 {
		t.Errorf("CAR-22: partners share a colour: %v", c)
	}
	left := newTable(t, referee.Four, "CAR", nil, "FourPlayerOrder=left")
	left.stroke(referee.Stroke{})
	if left.State().Next != referee.West {
		t.Errorf("to the left: %s", left.State().Next)
	}
}

// ICF 56a by option: the leader after eight boards wins.
func TestCarromBoardLimit(t *testing.T) {
	tab := newTable(t, referee.Two, "CAR", func(s *score.Setup) { s.Target = 1000 }, "MaxBoards=2")
	tab.winBoard()
	tab.stroke(referee.Stroke{Own: 1}) // north breaks
	tab.stroke(referee.Stroke{})
	tab.winBoard() // south, with 8 pieces of north's left
	tab.expect("ICF 56a", []int{17, 0}, score.Over, "A")
	level := newTable(t, referee.Two, "CAR", func(s *score.Setup) { s.Target = 1000 }, "MaxBoards=2")
	level.winBoard()
	level.winBoard()
	level.expect("ICF 56b: level, one more board", []int{9, 9}, score.Playing)
	level.winBoard()
	level.expect("ICF 56b", []int{18, 9}, score.Over, "A")
}

func TestCarromEventsThatDoNotFit(t *testing.T) {
	tab := newTable(t, referee.Two, "CAR", nil)
	tab.refused(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Seat: referee.North}}, "out of turn")
	tab.refused(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Stroke: referee.Stroke{Own: 10}}}, "own is 10")
	tab.refused(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South}}, "a shot in a match of carrom")
	tab.refused(score.Event{Kind: score.KindRound}, "carrom board ends")
	tab.refused(score.Event{Kind: score.KindEdit, Edit: &score.Edit{}}, "no board to edit")
	tab.refused(score.Event{Kind: score.KindEdit, Edit: &score.Edit{Pieces: &score.Pieces{On: referee.Pair{10, 0}, Queen: "lost"}}}, "10 pieces of white")
	first := tab.stroke(referee.Stroke{Own: 1})
	tab.stroke(referee.Stroke{})
	tab.do(score.Event{Kind: score.KindCorrection, Of: first.Seq, Stroke: &score.Stroke{Stroke: referee.Stroke{Own: 3}}})
	if on := tab.State().Carrom.Board.On; on != (referee.Pair{6, 9}) {
		t.Errorf("after the correction %v", on)
	}
}

func TestALogKeepsWherePiecesLie(t *testing.T) {
	tab := newTable(t, referee.Two, "CAR", nil)
	lies := []score.Lying{{Kind: score.WhitePiece, X: 12.5, Y: -80}, {Kind: score.QueenPiece}}
	first := tab.do(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Stroke: referee.Stroke{Own: 1}, Lies: lies}})
	if got := tab.State().Carrom.Lies; len(got) != 2 || got[0] != lies[0] {
		t.Errorf("after the stroke: %+v", got)
	}
	// People say what fell; where the others lie stays what was seen.
	tab.do(score.Event{Kind: score.KindCorrection, By: "Ann", Of: first.Seq, Stroke: &score.Stroke{Stroke: referee.Stroke{Own: 2, Striker: true}}})
	s := tab.State().Carrom
	if len(s.Lies) != 2 || len(s.Strokes[0].Lies) != 2 {
		t.Errorf("after the correction: %+v", s.Lies)
	}
	if back := s.Strokes[0].PutBack; back[score.WhitePiece] != 2 || len(back) != 1 || s.Board.Due.Of(referee.White) != 1 {
		t.Errorf("with the striker both come back, and one is due: %v, %+v", back, s.Board)
	}
	tab.refused(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Lies: []score.Lying{{Kind: "red"}, {Kind: score.BlackPiece, X: 4000}}}}, "4000")
	tab.stroke(referee.Stroke{}) // of an old log: nothing is said of places
	if got := tab.State().Carrom.Lies; got != nil {
		t.Errorf("of an old log: %+v", got)
	}
}

func TestTheQueenGoesBack(t *testing.T) {
	tab := newTable(t, referee.Two, "CAR", nil)
	tab.stroke(referee.Stroke{Own: 1})
	tab.stroke(referee.Stroke{Queen: true})
	tab.stroke(referee.Stroke{}) // not confirmed
	k := tab.State().Carrom.Strokes
	if k[1].PutBack[score.QueenPiece] != 0 || k[2].PutBack[score.QueenPiece] != 1 {
		t.Errorf("to be put back: %v, then %v", k[1].PutBack, k[2].PutBack)
	}
	if v := tab.State().CarromView(); v.Left["A"] != 8 || v.Queen != referee.QueenOnBoard || v.QueenOf != "" {
		t.Errorf("%+v", v)
	}
}
