package detect

import (
	"math"
	"math/rand/v2"
	"testing"
)

// blurred is a profile of even layers, blurred by a Gaussian of sigma samples.
func blurred(n int, edges []float64, colours []Tint, sigma float64) []Tint {
	p := make([]Tint, n)
	for i := range p {
		left := 1.0
		for k, c := range colours {
			right := 0.0
			if k < len(edges) {
				right = 0.5 * math.Erfc(-(float64(i)-edges[k])/sigma/math.Sqrt2)
			}
			p[i] = p[i].Add(c.Times(left - right))
			left = right
		}
	}
	return p
}

func TestLayersFindTheShiftOfAStep(t *testing.T) {
	in, out := Tint{40, 60, 200}, Tint{150, 180, 210}
	for _, shift := range []float64{-1.7, -0.4, 0, 0.9, 1.6} {
		p := blurred(24, []float64{11 + shift}, []Tint{in, out}, 1.4)
		l := layers{n: 2, blur: 1.4, edges: [3]float64{11}}
		got := l.fit(p, 3)
		if !got.inside || math.Abs(got.at-shift) > 0.03 {
			t.Errorf("shift %.2f: found %.3f (inside %v)", shift, got.at, got.inside)
		}
		if got.colours[0].Distance(in) > 2 || got.colours[1].Distance(out) > 2 {
			t.Errorf("shift %.2f: colours %v, want %v and %v", shift, got.colours[:2], in, out)
		}
	}
}

func TestLayersMoveAWallAsOneThroughNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	colours := []Tint{{200, 210, 220}, {90, 80, 70}, {120, 160, 190}}
	const wall = 5.0
	worst := 0.0
	for range 50 {
		shift := 4 * (rng.Float64() - 0.5)
		p := blurred(40, []float64{16 + shift, 16 + wall + shift}, colours, 1.2)
		for i := range p {
			for c := range p[i] {
				p[i][c] += 3 * rng.NormFloat64()
			}
		}
		l := layers{n: 3, blur: 1.2, edges: [3]float64{16, 16 + wall}}
		worst = math.Max(worst, math.Abs(l.fit(p, 3).at-shift))
	}
	if worst > 0.15 {
		t.Errorf("worst error of 50 shifts %.3f samples, want at most 0.15", worst)
	}
}

func TestNoStepHasNoMinimumOfItsOwn(t *testing.T) {
	p := make([]Tint, 24)
	for i := range p {
		p[i] = Tint{100, 100, 100}
	}
	l := layers{n: 2, blur: 1.2, edges: [3]float64{11}}
	if got := l.fit(p, 3); got.inside && got.bend > 1e-3 {
		t.Errorf("an even profile gave a step at %.2f with bend %.4f", got.at, got.bend)
	}
}
