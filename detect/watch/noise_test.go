package watch

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// A camera's noise in the dark makes nothing seem to move, though it is far
// more than the eye supposes of a film it has not seen.
func TestNoiseIsNoChange(t *testing.T) {
	film := newPaintedFilm(t, 30)
	film.discs = func(float64) []filmDisc { return nil }
	noisy := film.noisy(12)
	e := newBoardEye(film.Cal, noisy(0))
	for n := 1; n < 30; n++ {
		e.look(noisy(n))
		if len(e.free) > 0 || len(e.trails.all) > 0 {
			t.Fatalf("frame %d: %d patches and %d trails on a board where nothing moves", n, len(e.free), len(e.trails.all))
		}
	}
}

// A shadow stays a shadow in a noisy film: no shreds of it go astray.
func TestAShadowInANoisyFilmIsNoDisc(t *testing.T) {
	film := newPaintedFilm(t, 30)
	film.discs = func(at float64) (shadow []filmDisc) {
		for i := 0; at > 0.5 && i < 12; i++ {
			shadow = append(shadow, filmDisc{pos: r2.Vec{X: 20 * float64(i%4), Y: 100 + 20*float64(i/4)}, colour: detect.RGB{R: 145, G: 120, B: 81}})
		}
		return shadow
	}
	noisy := film.noisy(5)
	e, noticed := newBoardEye(film.Cal, noisy(0)), 0
	for n := 1; n < 30; n++ {
		e.look(noisy(n))
		e.grid.within(r2.Vec{X: 30, Y: 120}, 20, func(k int, _ float64) {
			if e.marks[k] == shaded {
				noticed++
			}
		})
		if len(e.free) > 0 {
			t.Fatalf("frame %d: %d patches in a shadow", n, len(e.free))
		}
	}
	if noticed == 0 {
		t.Error("nobody noticed the shadow: it proves nothing")
	}
}

// noisy are the film's frames with the noise of a camera in the dark, of so many
// levels.
func (p *paintedFilm) noisy(sd float64) func(n int) capture.Frame {
	rng := rand.New(rand.NewPCG(1, 2))
	return func(n int) capture.Frame {
		f := p.at(float64(n) / p.fps)
		f.Pix = slices.Clone(f.Pix)
		for i, v := range f.Pix {
			f.Pix[i] = uint8(min(255, max(0, float64(v)+sd*rng.NormFloat64())))
		}
		return f
	}
}
