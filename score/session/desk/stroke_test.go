package desk

import (
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"

	"gonum.org/v1/gonum/spatial/r2"
)

func carromDesk(t *testing.T, players referee.Form) *Desk {
	t.Helper()
	rules, err := models.ShippedRulesets().Get("CAR")
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(Options{Match: "m", Ruleset: rules, Form: players, Zero: time.Unix(0, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	d.Take(&detect.Found{Calibration: calibrate.Calibration{Board: models.ShippedBoards()["carrom-icf"]}})
	return d
}

// strike is a stroke from a side of the board with what fell.
func strike(d *Desk, n, side int, fell ...string) *Stroke {
	s := &detect.Stroke{N: n, Revision: 1, Settled: time.Duration(n) * time.Second, Confidence: 0.99, Touched: 1, Before: lying(9, 9, true)}
	s.Start = detect.StrikerPlace{Seen: true, Side: side, Inner: detect.GapCall{PTouching: 1}, Outer: detect.GapCall{PTouching: 1}}
	for _, kind := range fell {
		s.Pocketed = append(s.Pocketed, detect.Pocketed{Seen: detect.Seen{Disc: detect.Disc{Team: kind}}, P: 0.99})
	}
	return strokeOf(d.Take(s))
}

func strokeOf(o Outcome) *Stroke {
	for _, n := range o.Notes {
		if s, ok := n.(*Stroke); ok {
			return s
		}
	}
	return nil
}

func TestTheTurnIsKeptAndPassed(t *testing.T) {
	d := carromDesk(t, referee.Four)
	// The first side that is seen is the breaker's; the turn goes to the right.
	for i, c := range []struct {
		side   int
		fell   []string
		player string
		result referee.CarromResult
	}{
		{1, []string{detect.White}, "A1", referee.Continue},
		{1, nil, "A1", referee.Pass},
		{2, []string{detect.Black, detect.White}, "B2", referee.Continue},
		{2, []string{detect.White}, "B2", referee.Pass},
		{3, nil, "A2", referee.Pass},
	} {
		s := strike(d, i+1, c.side, c.fell...)
		if s == nil || s.Player != c.player || s.Verdict.Result != c.result {
			t.Fatalf("stroke %d: %+v, want %s of %s", i+1, s, c.result, c.player)
		}
	}
	if on := d.state().Carrom.Board.On; on != (referee.Pair{6, 8}) {
		t.Errorf("on the board %v", on)
	}
}

func TestAPenaltyIsOwedUntilItIsPutBack(t *testing.T) {
	d := carromDesk(t, referee.Two)
	strike(d, 1, 3, detect.White)
	s := strike(d, 2, 3, detect.Striker)
	if s.PutBack[detect.White] != 1 || s.Verdict.Result != referee.Pass {
		t.Fatalf("after the striker fell: %+v", s)
	}
	back := &detect.Handling{Added: []detect.Seen{{ID: 40, Disc: detect.Disc{Team: detect.White, Pos: r2.Vec{X: 10}}}}}
	if notes := d.Take(back).Notes; len(notes) != 0 {
		t.Errorf("a due piece that comes back: %+v", notes)
	}
	notes := d.Take(back).Notes
	if len(notes) != 1 || notes[0].(*Anomaly).Kind != ReturnedDisc {
		t.Errorf("another one: %+v", notes)
	}
}

func TestAWrongPlaceIsAFoulAndADoubtfulOneAReview(t *testing.T) {
	d := carromDesk(t, referee.Two)
	strike(d, 1, 3, detect.White)
	for i, c := range []struct {
		outer   float64
		outcome referee.Outcome
		valid   bool
	}{{0.01, referee.Foul, false}, {0.6, referee.Review, true}} {
		s := &detect.Stroke{N: i + 2, Revision: 1, Confidence: 1, Touched: 1, Before: lying(9, 9, true)}
		s.Start = detect.StrikerPlace{Seen: true, Side: []int{3, 1}[i], Inner: detect.GapCall{PTouching: 1}, Outer: detect.GapCall{PTouching: c.outer}}
		if n := strokeOf(d.Take(s)); n.Outcome != c.outcome || n.StartValid != c.valid {
			t.Errorf("outer line touched with %.2f: %s, valid %v", c.outer, n.Outcome, n.StartValid)
		}
	}
}

func TestARevisionStandsForItsStroke(t *testing.T) {
	d := carromDesk(t, referee.Two)
	strike(d, 1, 3, detect.White, detect.White)
	better := &detect.Stroke{N: 1, Revision: 2, Confidence: 0.99, Touched: 1, Before: lying(9, 9, true)}
	better.Start = detect.StrikerPlace{Seen: true, Side: 3, Inner: detect.GapCall{PTouching: 1}, Outer: detect.GapCall{PTouching: 1}}
	if s := strokeOf(d.Take(better)); s == nil || s.Verdict.Result != referee.Pass {
		t.Fatalf("revised to nothing pocketed: %+v", s)
	}
	if on := d.state().Carrom.Board.On; on != (referee.Pair{9, 9}) {
		t.Errorf("on the board %v", on)
	}
}

func TestABoardIsToldWhenItIsOver(t *testing.T) {
	d := carromDesk(t, referee.Two)
	var board *Board
	for n := range 9 {
		s := &detect.Stroke{N: n + 1, Revision: 1, Confidence: 1, Touched: 1, Before: lying(9-n, 9, true), Pocketed: []detect.Pocketed{{Seen: detect.Seen{Disc: detect.Disc{Team: detect.White}}, P: 1}}}
		for _, note := range d.Take(s).Notes {
			if b, ok := note.(*Board); ok {
				board = b
			}
		}
	}
	if board == nil || board.Winner != "A" || board.Score["A"] != (BoardTally{Board: 9, Total: 9}) || board.Left["black"] != 9 || board.Pocketed["white"] != 9 || board.Partial {
		t.Errorf("%+v", board)
	}
	if notes := d.End(time.Minute).Notes; len(notes) != 0 {
		t.Errorf("nothing was begun since: %+v", notes)
	}
}

func TestABoardBegunBeforeTheFilmIsTakenAsItLies(t *testing.T) {
	d := carromDesk(t, referee.Two)
	var lies []detect.Seen
	for i, kind := range []string{detect.White, detect.White, detect.Black, detect.Black, detect.Black, detect.Queen} {
		lies = append(lies, detect.Seen{ID: detect.ID(i + 1), Disc: detect.Disc{Team: kind, Pos: r2.Vec{X: 50 * float64(i)}}})
	}
	s := &detect.Stroke{N: 1, Revision: 1, Confidence: 1, Touched: 1, Before: lies, Pocketed: []detect.Pocketed{{Seen: lies[0], P: 1}}}
	d.Take(s)
	if on := d.state().Carrom.Board.On; on != (referee.Pair{1, 3}) {
		t.Errorf("on the board %v", on)
	}
}

// lying are the pieces in the midst of a board, all over it: so many white and
// black ones and, or not, the queen.
func lying(white, black int, queen bool) []detect.Seen {
	var list []detect.Seen
	for _, k := range []struct {
		kind string
		n    int
	}{{detect.White, white}, {detect.Black, black}, {detect.Queen, map[bool]int{true: 1}[queen]}} {
		for range k.n {
			n := len(list)
			at := r2.Vec{X: 100 * float64(n%5-2), Y: 100 * float64(n/5-2)}
			list = append(list, detect.Seen{ID: detect.ID(n + 1), Disc: detect.Disc{Pos: at, Team: k.kind, State: detect.Flat}})
		}
	}
	return list
}

// strikeOn is a doubtful strike on a board on which those pieces lie.
func strikeOn(d *Desk, n, side int, before []detect.Seen, fell ...string) Outcome {
	s := &detect.Stroke{N: n, Revision: 1, Settled: time.Duration(n) * time.Second, Confidence: 0.93, Touched: 1, Before: before}
	s.Start = detect.StrikerPlace{Seen: true, Side: side, Inner: detect.GapCall{PTouching: 1}, Outer: detect.GapCall{PTouching: 1}}
	for _, kind := range fell {
		s.Pocketed = append(s.Pocketed, detect.Pocketed{Seen: detect.Seen{Disc: detect.Disc{Team: kind}}, P: 0.9, Striker: kind == detect.Striker})
	}
	return d.Take(s)
}

func TestTheNextStrokeTellsWhatTheLastOnePocketed(t *testing.T) {
	for name, c := range map[string]struct {
		fell   []string // as it was seen
		side   int      // of the next stroke; the breaker sits at 3
		before []detect.Seen
		on     referee.Pair // after the second stroke
	}{
		"the same player plays on, and a white piece is not there any more": {nil, 3, lying(8, 9, true), referee.Pair{8, 9}},
		"the other plays, and the piece that was taken for gone lies there": {[]string{detect.White}, 1, lying(9, 9, true), referee.Pair{9, 9}},
		"the other plays, and one of theirs is gone":                        {nil, 1, lying(9, 8, true), referee.Pair{9, 8}},
		"the same plays on without the queen":                               {[]string{detect.White}, 3, lying(8, 9, true), referee.Pair{8, 9}},
		"the other plays, as it must be":                                    {nil, 1, lying(9, 9, true), referee.Pair{9, 9}},
	} {
		t.Run(name, func(t *testing.T) {
			d := carromDesk(t, referee.Two)
			strikeOn(d, 1, 3, lying(9, 9, true), c.fell...)
			for _, n := range strikeOn(d, 2, c.side, c.before).Notes {
				if a, ok := n.(*Anomaly); ok {
					t.Errorf("raised %s: %s", a.Kind, a.Text)
				}
			}
			if on := d.state().Carrom.Board.On; on != c.on {
				t.Errorf("on the board %v, want %v", on, c.on)
			}
			if n := len(d.state().Carrom.Strokes); n != 2 {
				t.Errorf("%d strokes", n)
			}
		})
	}
}

func TestWhoPlaysOutOfTurnPlaysTheirOwnPieces(t *testing.T) {
	d := carromDesk(t, referee.Two)
	strikeOn(d, 1, 3, lying(9, 9, true))
	// The turn passed, yet the breaker plays again, and a white piece falls.
	o := strikeOn(d, 2, 3, lying(9, 9, true), detect.White)
	raised := false
	for _, n := range o.Notes {
		a, ok := n.(*Anomaly)
		raised = raised || ok && a.Kind == OutOfTurn
	}
	if s := strokeOf(o); !raised || s == nil || s.Player != "A1" || s.Verdict.Result != referee.Continue {
		t.Errorf("raised %v, stroke %+v", raised, s)
	}
}

func TestACountThatWouldChangeTheTurnNeedsTheStrikerSeen(t *testing.T) {
	d := carromDesk(t, referee.Two)
	strikeOn(d, 1, 3, lying(9, 9, true))
	// A white piece is not seen any more, nor where the striker was set down: had
	// the breaker pocketed it, it would be their turn still.
	d.Take(&detect.Stroke{N: 2, Revision: 1, Confidence: 0.99, Touched: 1, Before: lying(8, 9, true)})
	if on := d.state().Carrom.Board.On; on != (referee.Pair{9, 9}) {
		t.Errorf("on the board %v", on)
	}
	if r := d.state().Carrom.Strokes; len(r) != 2 || r[1].Side != "B" {
		t.Errorf("%+v", r)
	}
}
