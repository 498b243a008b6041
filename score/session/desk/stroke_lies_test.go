package desk

import (
	"math"
	"slices"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"

	"gonum.org/v1/gonum/spatial/r2"
)

// spread are pieces about the board, no quarter turn of which is itself.
func spread(n int) []detect.Seen {
	var list []detect.Seen
	for i := range n {
		sin, cos := math.Sincos(2.4 * float64(i))
		kind := []string{detect.White, detect.Black}[i%2]
		if i == 0 {
			kind = detect.Queen
		}
		list = append(list, detect.Seen{ID: detect.ID(i + 1), Disc: detect.Disc{Team: kind, State: detect.Flat, Pos: r2.Vec{X: (60 + 20*float64(i)) * cos, Y: (60 + 20*float64(i)) * sin}}})
	}
	return list
}

func TestALogSaysWherePiecesLieAndABoardFoundAnewIsHeldAgainstIt(t *testing.T) {
	d := carromDesk(t, referee.Two)
	after := append(spread(9), detect.Seen{ID: 99, Disc: detect.Disc{Team: detect.Striker}})
	// Seat S, who breaks, sits at the board's +x side: the match's frame is the
	// board's turned by three quarters.
	stroke := func(fell ...string) {
		s := &detect.Stroke{N: len(d.state().Carrom.Strokes) + 1, Revision: 1, Settled: time.Second, Confidence: 0.99, Touched: 1, Before: lying(9, 9, true), After: after}
		s.Start = detect.StrikerPlace{Seen: true, Side: 0, Inner: detect.GapCall{PTouching: 1}, Outer: detect.GapCall{PTouching: 1}}
		for _, kind := range fell {
			s.Pocketed = append(s.Pocketed, detect.Pocketed{Seen: detect.Seen{Disc: detect.Disc{Team: kind}}, P: 0.99})
		}
		d.Take(s)
	}
	stroke(detect.White, detect.White)
	lies := d.state().Carrom.Lies
	if len(lies) != 9 {
		t.Fatalf("%d pieces lie there by the log, want 9 without the striker: %+v", len(lies), lies)
	}
	if at := quarter(after[3].Pos, 3); lies[3].Kind != detect.Black || math.Hypot(lies[3].X-at.X, lies[3].Y-at.Y) > 0.1 {
		t.Errorf("piece 3 lies at %+v, want a black one at %v", lies[3], at)
	}

	for turn := range 4 {
		other := carromDesk(t, referee.Two)
		again, err := New(other.o)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Resume(d.Match().Events()); err != nil {
			t.Fatal(err)
		}
		seen := slices.Clone(after)
		for i := range seen {
			seen[i].Pos = quarter(seen[i].Pos, turn)
		}
		seen = slices.Delete(seen, 4, 5) // somebody has taken it meanwhile
		o := again.Take(&detect.Found{Calibration: calibrate.Calibration{Board: models.ShippedBoards()["carrom-icf"]}, Discs: seen})
		i := slices.IndexFunc(o.Notes, func(n Note) bool { _, ok := n.(*Resumed); return ok })
		if i < 0 {
			t.Fatalf("turn %d: nothing is said of the board: %+v", turn, o.Notes)
		}
		if r := o.Notes[i].(*Resumed); r.Agree != 8 || r.Extra != 0 || r.Text != "The match goes on. 8 of 9 pieces lie where the log has them." {
			t.Errorf("turn %d: %+v", turn, r)
		}
		// The striker is set down on S's line as the board lies now.
		s := strike(again, 1, turn)
		if s == nil || s.Player != "A1" {
			t.Errorf("turn %d: the stroke is %+v, want one of A1", turn, s)
		}
	}
}

func TestAMatchOfAnOldLogGoesOnWithoutPlaces(t *testing.T) {
	d := carromDesk(t, referee.Two)
	strike(d, 1, 3, detect.White)
	events := slices.Clone(d.Match().Events())
	for i := range events {
		if events[i].Stroke != nil {
			old := *events[i].Stroke
			old.Lies = nil
			events[i].Stroke = &old
		}
	}
	again := carromDesk(t, referee.Two)
	again, err := New(again.o)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Resume(events); err != nil {
		t.Fatal(err)
	}
	o := again.Take(&detect.Found{Calibration: calibrate.Calibration{Board: models.ShippedBoards()["carrom-icf"]}, Discs: spread(9)})
	for _, n := range o.Notes {
		if r, ok := n.(*Resumed); ok && (r.Text != "The match goes on." || r.Extra != 0) {
			t.Errorf("%+v", r)
		}
	}
	if again.state().Carrom.Lies != nil || len(again.state().Carrom.Strokes) != 1 {
		t.Errorf("%+v", again.state().Carrom)
	}
}
