package detect

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ditchline/capture"
)

// A camera's noise in the dark makes nothing seem to move, though it is far
// more than the eye supposes of a film it has not seen.
func TestNoiseIsNoChange(t *testing.T) {
	film := newPaintedFilm(t, 30)
	film.discs = func(float64) []paintedDisc { return nil }
	rng := rand.New(rand.NewPCG(1, 2))
	noisy := func(n int) capture.Frame {
		f := film.at(float64(n) / film.fps)
		f.Pix = slices.Clone(f.Pix)
		for i, v := range f.Pix {
			f.Pix[i] = uint8(min(255, max(0, float64(v)+12*rng.NormFloat64())))
		}
		return f
	}
	e := newBoardEye(film.cal, noisy(0))
	for n := 1; n < 30; n++ {
		e.look(noisy(n))
		if len(e.free) > 0 || len(e.trails.all) > 0 {
			t.Fatalf("frame %d: %d patches and %d trails on a board where nothing moves", n, len(e.free), len(e.trails.all))
		}
	}
}
