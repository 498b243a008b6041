package detect

import (
	"math/rand/v2"
	"testing"
)

// around is n colours scattered about c.
func around(rng *rand.Rand, c Lab, n int, sd float64) []Lab {
	var out []Lab
	for range n {
		out = append(out, Lab{c.L + sd*rng.NormFloat64(), c.A + sd*rng.NormFloat64()/2, c.B + sd*rng.NormFloat64()/2})
	}
	return out
}

func TestTeamsAreFoundFromTheDiscs(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Lab
		n, m int
		sd   float64
		want int
	}{
		{"black and natural", Lab{25, 0, 2}, Lab{75, 8, 25}, 9, 11, 4, 2},
		{"cherry and walnut, one hue", Lab{48, 20, 25}, Lab{30, 12, 14}, 7, 2, 2, 2},
		{"red and blue of one lightness", Lab{42, 55, 30}, Lab{40, 5, -40}, 6, 6, 5, 2},
		{"one of each", Lab{20, 0, 0}, Lab{80, 0, 0}, 1, 1, 0.1, 2},
		{"one team of wood", Lab{70, 10, 28}, Lab{}, 12, 0, 4, 1},
		{"two discs of one team", Lab{70, 10, 28}, Lab{}, 2, 0, 3, 1},
		{"one disc", Lab{30, 0, 0}, Lab{}, 1, 0, 0, 1},
		{"no disc", Lab{}, Lab{}, 0, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			labs := append(around(rng, c.a, c.n, c.sd), around(rng, c.b, c.m, c.sd)...)
			teams, label := FindTeams(labs)
			if len(teams.Colours) != c.want {
				t.Fatalf("found %d teams, want %d", len(teams.Colours), c.want)
			}
			for i := range label {
				for j := range label {
					same := (i < c.n) == (j < c.n)
					if c.want == 2 && same != (label[i] == label[j]) {
						t.Fatalf("discs %d and %d: labels %v", i, j, label)
					}
				}
			}
			if c.want == 2 && teams.Colours[0].L < teams.Colours[1].L {
				t.Errorf("the lighter team must come first: %v", teams.Colours)
			}
		})
	}
}

func TestLabOfKnownColours(t *testing.T) {
	// Reference values: white, mid grey and sRGB red under D65.
	for _, c := range []struct {
		tint Tint
		want Lab
	}{
		{Tint{255, 255, 255}, Lab{100, 0, 0}},
		{Tint{119, 119, 119}, Lab{50.03, 0, 0}},
		{Tint{0, 0, 255}, Lab{53.24, 80.09, 67.20}},
	} {
		if got := c.tint.Lab(1); got.Distance(c.want) > 0.3 {
			t.Errorf("%v: %+v, want %+v", c.tint, got, c.want)
		}
	}
}
