package calibrate

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// linedProfile is an opaque line of the width at the place, on grounds of two
// tones, blurred.
func linedProfile(taps int, at, width, sigma, left, right, line float64) []float64 {
	cdf := func(t float64) float64 { return 0.5 * math.Erfc(-t/(sigma*math.Sqrt2)) }
	p := make([]float64, 2*taps+1)
	for i := range p {
		t := float64(i-taps) - at
		p[i] = left + (line-left)*cdf(t+width/2) + (right-line)*cdf(t-width/2)
	}
	return p
}

func TestALineIsLocatedToAFifthOfATap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		width, sigma := num("width", 2.5, 6), num("sigma", 0.7, 1.4)
		at, ground := num("at", -4, 4), num("ground", 10, 60)
		step := num("step", -40, 40) // of the grounds on either side
		p := linedProfile(20, at, width, sigma, ground, ground+step, ground+math.Max(0, step)+num("height", 40, 120))
		hit, ok := newStroke(width, sigma).locate(p, 8)
		if !ok {
			t.Fatal("not found")
		}
		if math.Abs(hit.at-at) > 0.2 {
			t.Fatalf("found at %.3f, is at %.3f", hit.at, at)
		}
	})
}

func TestPlainGroundAndMereEdgesAreNoLines(t *testing.T) {
	s := newStroke(3, 1)
	flat := linedProfile(20, 0, 3, 1, 50, 50, 50)
	if hit, ok := s.locate(flat, 8); ok {
		t.Errorf("plain ground: %+v", hit)
	}
	dark := linedProfile(20, 0, 3, 1, 90, 90, 20)
	if hit, ok := s.locate(dark, 2); ok && math.Abs(hit.at) < 1 {
		t.Errorf("a line of the other polarity: %+v", hit)
	}
	edge := linedProfile(20, 0, 0.01, 1, 20, 120, 120)
	if hit, ok := s.locate(edge, 8); ok && hit.edge < 1 {
		t.Errorf("an edge passes for a line: %+v", hit)
	}
}

func TestHalfWidthIsTheLinesWidth(t *testing.T) {
	for _, width := range []float64{4, 6, 9} {
		got, ok := halfWidth(linedProfile(25, 0, width, 1, 30, 40, 150))
		if !ok || math.Abs(got-width) > 0.15 {
			t.Errorf("width %v: got %.2f, %v", width, got, ok)
		}
	}
}

func TestLightUndoesTheEncodingOfSRGB(t *testing.T) {
	if light[0] != 0 || light[255] != 255 || math.Abs(light[188]/255-0.5) > 0.005 {
		t.Errorf("light: %v, %v, %v", light[0], light[188]/255, light[255])
	}
	for i := 1; i < 256; i++ {
		if light[i] <= light[i-1] {
			t.Fatalf("light falls at %d", i)
		}
	}
}
