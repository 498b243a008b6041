package models_test

import (
	"math"
	"testing"

	"ditchline/models"
)

func TestBaseLinesOfTheICFBoard(t *testing.T) {
	b, err := models.ShippedBoards().Get("carrom-icf")
	if err != nil {
		t.Fatal(err)
	}
	inner, outer := b.Carrom.BaseLines()
	if outer != (models.Band{Near: 263.5, Far: 268.5}) || math.Abs(inner.Near-236.7) > 1e-9 || math.Abs(inner.Far-238.2) > 1e-9 {
		t.Errorf("base lines %v and %v", inner, outer)
	}
	for _, c := range []struct {
		name        string
		along, from float64
		lines, free bool
	}{
		{"on the mid line", 0, 252.6, true, true},
		{"just reaches the outer line's nearer edge", 0, 242.86, true, true},
		{"just not", 0, 242.84, false, true},
		{"just reaches the inner line's nearer edge", 40, 258.84, true, true},
		{"just off it", 40, 258.86, false, true},
		{"beside the circle", 182.5, 252.6, true, true},
		{"over the circle's edge", -182.6, 252.6, true, false},
		{"covers the circle", 219.1, 252.6, true, false},
	} {
		g := b.Carrom.StrikerGaps(c.along, c.from, b.Carrom.StrikerRadius)
		if lines, free := g.Inner <= 0 && g.Outer <= 0, g.Circle > 0; lines != c.lines || free != c.free {
			t.Errorf("%s: %+v", c.name, g)
		}
	}
}

func TestSidesSeeThemselvesAlike(t *testing.T) {
	for k, p := range [4][2]float64{{250, 30}, {-30, 250}, {-250, -30}, {30, -250}} {
		side, along, from := models.SideOf(p[0], p[1])
		if side != k || along != 30 || from != 250 {
			t.Errorf("%v: side %d, along %v, from %v", p, side, along, from)
		}
	}
}
