package watch

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// A hand that stands still may be taken into the settled board; when it is
// gone the board is known again, and no hand is seen where none is.
func TestAHandThatWasTakenForTheGroundIsForgottenWhenItGoes(t *testing.T) {
	film := newPaintedFilm(t, 30)
	film.discs = func(float64) []filmDisc { return nil }
	from, to := 2.3, 3.3
	film.hand = func(at float64) (r2.Vec, bool) { return r2.Vec{X: 180, Y: 190}, at > from && at < to }
	e := newBoardEye(film.Cal, film.at(0))
	settled, over := false, 0
	for n := 1; n < 114; n++ {
		at := float64(n) / film.fps
		e.look(film.at(at))
		if at > 3 && !settled {
			if !e.handOver {
				t.Fatal("the painted hand is not seen: the test shows nothing")
			}
			clear(e.hand) // as when its blob is taken for something that was laid down
			e.settle(nil)
			settled = true
		}
		if at > to+0.1 && e.handOver {
			over++
		}
	}
	if over > 0 {
		t.Errorf("a hand is seen in %d frames after it went", over)
	}
}
