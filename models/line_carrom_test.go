package models

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestAStrikersGapsAreThoseOfItsSide(t *testing.T) {
	b := ShippedBoards()["carrom-icf"]
	c := b.Carrom
	for side := range 4 {
		for _, along := range []float64{-190, -30, 5, 120} {
			for _, from := range []float64{215, 240, 252.6, 262, 290} {
				at := onSide(side, from, along)
				want := c.StrikerGaps(along, from, c.StrikerRadius)
				for l, gap := range map[Line]float64{LineInner: want.Inner, LineOuter: want.Outer, LineCircle: want.Circle} {
					got, away := b.Gap(l, at, c.StrikerRadius)
					if gap > -c.StrikerRadius && math.Abs(got-gap) > 1e-9 {
						t.Errorf("side %d, %g along, %g out: %s gap %g, want %g", side, along, from, l, got, gap)
					}
					further, _ := b.Gap(l, r2.Add(at, r2.Scale(0.01, away)), c.StrikerRadius)
					if math.Abs(further-got-0.01) > 1e-4 {
						t.Errorf("%s: 0.01 mm away the gap grows by %g", l, further-got)
					}
				}
			}
		}
	}
}

func TestAPieceAtAPocketIsOverItHalfOverItAndFalls(t *testing.T) {
	b := ShippedBoards()["carrom-icf"]
	c, r := b.Carrom, b.Disc.Radius
	fall := math.Sqrt(22.25*22.25 - 15.5*15.5)
	for _, d := range []float64{40, 37, 23, 22, 17, 15, 0.001} {
		at := r2.Vec{X: -c.PocketCentre + d*0.6, Y: c.PocketCentre - d*0.8}
		for l, reach := range map[Line]float64{LinePocket: 22.25 + 15.5, LineHalf: 22.25, LineFall: fall} {
			if got, _ := b.Gap(l, at, r); math.Abs(got-(d-reach)) > 1e-9 {
				t.Errorf("%g mm from the pocket's middle: %s is %g, want %g", d, l, got, d-reach)
			}
		}
	}
	if w := c.FallsWithin(23); w != 0 {
		t.Errorf("a piece wider than the hole falls within %g mm", w)
	}
}

func TestLinesOfACrokinoleBoardKeepTheirClearance(t *testing.T) {
	b := ShippedBoards()["nca-26"]
	for _, l := range Lines {
		for _, d := range []float64{10, 80, 150, 230, 310} {
			at := r2.Vec{X: 0.28 * d, Y: -0.96 * d}
			got, away := b.Gap(l, at, 15)
			if math.Abs(got-b.Clearance(l, d, 15)) > 1e-9 {
				t.Errorf("%s at %g: %g", l, d, got)
			}
			if out := r2.Dot(away, at) > 0; out != (d > b.Rings.Radius(l)) {
				t.Errorf("%s at %g: away is %v", l, d, away)
			}
		}
	}
}

func TestLinesAreAskedForByName(t *testing.T) {
	round, square := ShippedBoards()["nca-26"], ShippedBoards()["carrom-icf"]
	for name, want := range map[string]int{"": 0, "all": 0, "15": 1, "5": 1, "base": 2, "circle": 1, "pocket": 3, "pocket_fall": 1} {
		lines, ok := LinesNear(name)
		if !ok || len(lines) != want {
			t.Errorf("%q: %v, %v", name, lines, ok)
		}
	}
	if _, ok := LinesNear("20"); ok {
		t.Error("there is no line 20")
	}
	base, _ := LinesNear("base")
	if _, err := round.Asked(base); err == nil {
		t.Error("a crokinole board has no base lines")
	}
	if got, err := square.Asked(nil); err != nil || len(got) != len(CarromLines) {
		t.Errorf("all lines of a carrom board: %v, %v", got, err)
	}
}
