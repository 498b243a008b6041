package watch

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestAStrikerWithItsShadowIsSeenUnderWay(t *testing.T) {
	film := carromFilm(t)
	film.discs = func(float64) []filmDisc { return nil }
	e := newStrokeEye(film.Cal, film.at(0))
	for width, want := range map[float64]int{
		31: 1, // a piece
		55: 1, // a striker, 41 mm wide, aslant and with its shadow
		85: 0, // a hand
	} {
		e.free = []blob{{centre: r2.Vec{X: 40, Y: -80}, area: 45 * width, width: width, length: width + 8, moving: 1, cells: []int32{0}}}
		if got := len(e.points()); got != want {
			t.Errorf("a patch %v mm wide: %d things under way, want %d", width, got, want)
		}
	}
}
