package detect

import (
	"math"
	"testing"
)

func TestAnEdgeSeemsToLieOnItsDarkSide(t *testing.T) {
	const blur = 1.3 // samples
	for _, c := range []struct{ in, out Tint }{
		{Tint{30, 30, 30}, Tint{120, 150, 180}},
		{Tint{200, 215, 225}, Tint{60, 90, 110}},
		{Tint{20, 20, 22}, Tint{210, 220, 230}},
		{Tint{100, 120, 130}, Tint{110, 150, 170}},
	} {
		profile := make([]Tint, 30)
		for i := range profile {
			phi := 0.5 * math.Erfc(-(float64(i)-15)/blur/math.Sqrt2)
			for k := range 3 {
				profile[i][k] = fromLight(Linear(c.in[k]) + phi*(Linear(c.out[k])-Linear(c.in[k])))
			}
		}
		best, least := 0.0, math.Inf(1)
		for at := 11.0; at < 19; at += 0.01 {
			var m mixture
			m.look(profile)
			m.begin(0, Tint{})
			e := change{at: at, blur: blur}
			m.add(&e, m.moment(&e))
			if m.errors < least {
				best, least = at, m.errors
			}
		}
		seems := (best - 15) / blur
		if got := bentEdge(c.in, c.out); math.Abs(got-seems) > 0.05+0.1*math.Abs(seems) {
			t.Errorf("from %v to %v: said to seem %.3f sigmas off, seems %.3f", c.in, c.out, got, seems)
		}
		if (seems < 0) != (c.in.Luma() < c.out.Luma()) {
			t.Errorf("from %v to %v: seems %.3f sigmas off, not on the dark side", c.in, c.out, seems)
		}
	}
}
