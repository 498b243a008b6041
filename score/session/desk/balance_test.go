package desk

import (
	"math"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/referee"

	"gonum.org/v1/gonum/spatial/r2"
)

// played is a stroke from a base line with what lay before and after it.
func played(n, side int, before, after []detect.Seen, fell ...string) *detect.Stroke {
	s := &detect.Stroke{N: n, Revision: 1, Settled: time.Duration(n) * time.Second, Confidence: 0.99, Touched: 1, Before: before, After: after}
	s.Start = detect.StrikerPlace{Seen: true, Side: side, Inner: detect.GapCall{PTouching: 1}, Outer: detect.GapCall{PTouching: 1}}
	for _, kind := range fell {
		s.Pocketed = append(s.Pocketed, detect.Pocketed{Seen: detect.Seen{Disc: detect.Disc{Team: kind}}, P: 0.99})
	}
	return s
}

// rosette are all pieces as they lie before the break.
func rosette() []detect.Seen {
	list := lying(9, 9, true)
	for i := range list {
		ring, turn := 31.0, float64(i)/6
		if i >= 6 {
			ring, turn = 60, float64(i)/12
		}
		if list[i].Team == detect.Queen {
			ring = 0
		}
		sin, cos := math.Sincos(2 * math.Pi * turn)
		list[i].Pos = r2.Vec{X: ring * cos, Y: ring * sin}
	}
	return list
}

func TestWhatLiesOnTheBoardSetsTheLogRight(t *testing.T) {
	d := carromDesk(t, referee.Two)
	d.Take(played(1, 3, lying(9, 9, true), lying(9, 9, true)))
	// A white piece fell that nobody saw: since then eight lie there.
	d.Take(played(2, 1, lying(9, 9, true), lying(8, 9, true)))
	if on := d.state().Carrom.Board.On; on != (referee.Pair{9, 9}) {
		t.Fatalf("one sight alone tells nothing, yet %v are on the board", on)
	}
	o := d.Take(played(3, 3, lying(8, 9, true), lying(8, 9, true)))
	if on := d.state().Carrom.Board.On; on != (referee.Pair{8, 9}) {
		t.Errorf("on the board %v, want what lies there", on)
	}
	if s := strokeOf(o); s == nil || s.N != 2 || s.Revision != 2 || s.Outcome != referee.Review {
		t.Errorf("the stroke before it is not to be looked at: %+v", s)
	}
}

func TestAQueenThatLiesThereIsOnTheBoard(t *testing.T) {
	d := carromDesk(t, referee.Two)
	d.Take(played(1, 3, lying(9, 9, true), lying(8, 9, true), detect.White))
	d.Take(played(2, 3, lying(8, 9, true), lying(8, 9, true), detect.Queen)) // so it seemed
	d.Take(played(3, 3, lying(8, 9, true), lying(7, 9, true), detect.White))
	if q := d.state().Carrom.Board.Queen; q != referee.QueenOnBoard {
		t.Errorf("the queen lies there, and is %s by the log", q)
	}
}

func TestAFreshRosetteIsTheNextBoard(t *testing.T) {
	d := carromDesk(t, referee.Two)
	for n := range 8 {
		d.Take(played(n+1, 3, lying(9-n, 9, true), lying(8-n, 9, true), detect.White))
	}
	// The last white piece, with the queen still there, fell unseen.
	o := d.Take(played(9, 3, rosette(), rosette()))
	boards := d.state().Carrom.Boards
	if len(boards) != 1 || boards[0].Winner != "A" || d.state().Carrom.N != 2 || d.strokesPlayed() != 1 {
		t.Errorf("boards %+v, this is board %d with %d strokes, said %+v", boards, d.state().Carrom.N, d.strokesPlayed(), o.Notes)
	}

	d = carromDesk(t, referee.Two)
	for n := range 3 {
		d.Take(played(n+1, 3, lying(9-n, 9, true), lying(8-n, 9, true), detect.White))
	}
	o = d.Take(played(4, 3, rosette(), rosette())) // nobody can have won
	if on := d.state().Carrom.Board.On; on != (referee.Pair{9, 9}) || len(d.state().Carrom.Boards) != 0 {
		t.Errorf("on the board %v, boards %+v", on, d.state().Carrom.Boards)
	}
	if _, ok := o.Notes[0].(*Anomaly); !ok {
		t.Errorf("nothing was said of it: %+v", o.Notes)
	}
}

func TestHandsThatClearTheBoardEndIt(t *testing.T) {
	d := carromDesk(t, referee.Two)
	for n := range 8 {
		d.Take(played(n+1, 3, lying(9-n, 9, true), lying(8-n, 9, true), detect.White))
	}
	left := lying(0, 5, true)
	h := &detect.Handling{End: time.Minute, After: left}
	for _, p := range lying(1, 4, false) {
		h.Taken = append(h.Taken, detect.Taken{Seen: p})
	}
	var board *Board
	for _, n := range d.Take(h).Notes {
		switch n := n.(type) {
		case *Board:
			board = n
		case *Anomaly:
			t.Errorf("raised %s: %s", n.Kind, n.Text)
		}
	}
	if board == nil || board.Winner != "A" || board.Score["A"].Total != 9 {
		t.Errorf("%+v", board)
	}
}

func TestAnUnconfirmedQueenIsPutBack(t *testing.T) {
	d := carromDesk(t, referee.Two)
	d.Take(played(1, 3, lying(9, 9, true), lying(8, 9, true), detect.White))
	s := strokeOf(d.Take(played(2, 3, lying(8, 9, true), lying(8, 9, false), detect.Queen)))
	if s.Verdict.Result != referee.Continue || s.PutBack[detect.Queen] != 0 {
		t.Fatalf("the queen: %+v", s)
	}
	s = strokeOf(d.Take(played(3, 3, lying(8, 9, false), lying(8, 9, false))))
	if s.Verdict.Result != referee.Pass || s.PutBack[detect.Queen] != 1 {
		t.Fatalf("not confirmed: %+v", s)
	}
	back := &detect.Handling{Added: []detect.Seen{{ID: 77, Disc: detect.Disc{Team: detect.Queen}}}, After: lying(8, 9, true)}
	if notes := d.Take(back).Notes; len(notes) != 0 {
		t.Errorf("the queen comes back: %+v", notes)
	}
	o := d.Take(played(4, 1, lying(8, 9, true), lying(8, 8, true), detect.Black))
	for _, n := range o.Notes {
		if a, ok := n.(*Anomaly); ok {
			t.Errorf("raised %s: %s", a.Kind, a.Text)
		}
	}
	if b := d.state().Carrom.Board; b.Queen != referee.QueenOnBoard || b.On != (referee.Pair{8, 8}) {
		t.Errorf("%+v", b)
	}
}

func TestAPenaltyThatLiesInTheMiddleAgainBalances(t *testing.T) {
	d := carromDesk(t, referee.Two)
	d.Take(played(1, 3, lying(9, 9, true), lying(8, 9, true), detect.White))
	s := strokeOf(d.Take(played(2, 3, lying(8, 9, true), lying(8, 9, true), detect.Striker)))
	if s.PutBack[detect.White] != 1 {
		t.Fatalf("%+v", s)
	}
	d.Take(&detect.Handling{Added: []detect.Seen{{ID: 40, Disc: detect.Disc{Team: detect.White}}}, After: lying(9, 9, true)})
	for n, before := range [][]detect.Seen{lying(9, 9, true), lying(9, 9, true)} {
		for _, note := range d.Take(played(n+3, []int{1, 3}[n], before, lying(9, 9, true))).Notes {
			if s, ok := note.(*Stroke); !ok || s.Outcome == referee.Review {
				t.Errorf("stroke %d: %+v", n+3, note)
			}
		}
	}
	if on := d.state().Carrom.Board.On; on != (referee.Pair{9, 9}) {
		t.Errorf("on the board %v", on)
	}
}
