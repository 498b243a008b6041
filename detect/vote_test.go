package detect

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// plate is a square picture of one colour with discs of another, smooth by a
// sample at their edges.
func plate(side int, ground, disc Tint, radius float64, at ...r2.Vec) []byte {
	pix := make([]byte, 3*side*side)
	for y := range side {
		for x := range side {
			k := 0.0
			for _, p := range at {
				k = math.Max(k, math.Max(0, math.Min(1, radius+0.5-math.Hypot(float64(x)-p.X, float64(y)-p.Y))))
			}
			c := ground.Times(1 - k).Add(disc.Times(k))
			for i := range 3 {
				pix[3*(y*side+x)+i] = byte(math.Round(c[i]))
			}
		}
	}
	return pix
}

func TestVotesPeakAtDiscsOfEitherPolarityAndEqualBrightness(t *testing.T) {
	const side, radius = 120, 14.0
	want := []r2.Vec{{X: 40.3, Y: 36.7}, {X: 80, Y: 84.5}}
	for name, c := range map[string][2]Tint{
		"dark on light":         {{180, 200, 220}, {30, 30, 30}},
		"light on dark":         {{40, 60, 40}, {200, 220, 230}},
		"red on green as light": {{60, 140, 90}, {60, 90, 188}},
	} {
		pix := plate(side, c[0], c[1], radius, want...)
		g := NewGradients(pix, side, func(int, int) bool { return true }, 3)
		for _, thin := range []int{1, 2} {
			votes, n := g.Votes(radius, thin)
			found := Peaks(votes, n, 0.02, 8/thin, 2)
			if len(found) != 2 {
				t.Fatalf("%s, thinned by %d: %d peaks, want 2", name, thin, len(found))
			}
			for _, w := range want {
				near := math.Inf(1)
				for _, f := range found {
					at := r2.Add(r2.Scale(float64(thin), f.At), r2.Vec{X: float64(thin-1) / 2, Y: float64(thin-1) / 2})
					near = math.Min(near, r2.Norm(r2.Sub(at, w)))
				}
				if near > 1.6 {
					t.Errorf("%s, thinned by %d: nearest peak to %v is %.2f samples off", name, thin, w, near)
				}
			}
		}
	}
}

func TestEvenPictureHasNoVotes(t *testing.T) {
	pix := plate(60, Tint{90, 90, 90}, Tint{}, 0)
	g := NewGradients(pix, 60, func(int, int) bool { return true }, 3)
	if len(g.Steps) != 0 {
		t.Errorf("%d steps in an even picture", len(g.Steps))
	}
}
