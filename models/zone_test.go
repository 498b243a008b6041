package models

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// nca26 is the board of every crokinole test of RULES.md 0.3: its line width
// and hole differ from the shipped board's by hundredths.
func nca26() Board {
	b := ShippedBoards()["nca-26"]
	b.LineWidth, b.Hole.Radius = 1.5875, 17.4625
	return b
}

// RULES.md 0.4, the exact thresholds on the distance of a disc's centre.
func TestTouchIsDecidedAtTheExactTangent(t *testing.T) {
	b := nca26()
	const step = 2e-6 // just beyond the tolerance
	for _, c := range []struct {
		line            Line
		inside, outside float64
	}{
		{Line15, 84.93125, 118.26875},
		{Line10, 186.53125, 219.86875},
		{Line5, 288.13125, 321.46875},
	} {
		for _, d := range []struct {
			at   float64
			want bool
		}{
			{c.inside, true}, {c.outside, true}, {b.Rings.Radius(c.line), true},
			{c.inside - step, false}, {c.outside + step, false},
			{c.inside + step, true}, {c.outside - step, true},
		} {
			if got := Touches(b.Clearance(c.line, d.at, b.Disc.Radius)); got != d.want {
				t.Errorf("the %d line, centre at %.6f mm: touches %v, want %v", c.line, d.at, got, d.want)
			}
		}
	}
}

// RULES.md 0.4: the worth of a disc at rest.
func TestPointsByDistance(t *testing.T) {
	b := nca26()
	const step = 2e-6
	for _, c := range []struct {
		d    float64
		want int
	}{
		{0, 15}, {50, 15}, {84.93125 - step, 15}, {84.93125, 10}, {101.6, 10}, {118.26875, 10}, {150, 10},
		{186.53125 - step, 10}, {186.53125, 5}, {203.2, 5}, {219.86875, 5},
		{288.13125 - step, 5}, {288.13125, 0}, {304.8, 0}, {321.46875, 0}, {325, 0}, {400, 0},
	} {
		if got := b.Points(c.d, b.Disc.Radius); got != c.want {
			t.Errorf("a disc at %.6f mm is worth %d, want %d", c.d, got, c.want)
		}
	}
}

func TestFlatInTheHole(t *testing.T) {
	b := nca26()
	for d, want := range map[float64]bool{0: true, 1.5875: true, 1.5876: false, 17: false} {
		if got := b.FlatInHole(d, b.Disc.Radius); got != want {
			t.Errorf("a disc at %v mm lies in the hole: %v, want %v", d, got, want)
		}
	}
}

func TestPointsNeverGrowOutward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boards := ShippedBoards()
		b := boards[rapid.SampledFrom([]string{"nca-26", "club-55", "euro-66", "mayday", "ch-66"}).Draw(t, "board")]
		d := rapid.Float64Range(0, 500).Draw(t, "distance")
		further := d + rapid.Float64Range(0, 500).Draw(t, "further")
		near, far := b.Points(d, b.Disc.Radius), b.Points(further, b.Disc.Radius)
		if far > near {
			t.Fatalf("%d points at %v mm, %d at %v mm", near, d, far, further)
		}
	})
}

func TestClearanceIsTheGapBetweenDiscAndBand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := nca26()
		d := rapid.Float64Range(0, 400).Draw(t, "distance")
		r := rapid.Float64Range(10, 20).Draw(t, "radius")
		line := rapid.SampledFrom(Lines[:]).Draw(t, "line")
		inner, outer := b.Rings.Radius(line)-b.LineWidth/2, b.Rings.Radius(line)+b.LineWidth/2
		gap := math.Max(inner-(d+r), (d-r)-outer) // of the interval [d-r, d+r] on the radius from [inner, outer]
		if got := b.Clearance(line, d, r); math.Abs(got-gap) > 1e-9 {
			t.Fatalf("clearance %v, want %v", got, gap)
		}
	})
}
