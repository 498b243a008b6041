package detect

import "math"

// teamBook keeps the colours that discs come in over a whole film, in the
// order in which they were first seen: "A", "B", "C". Each is relative to the
// board's own light, so that a change of exposure or white balance moves no
// disc to the other side.
type teamBook struct {
	light   Tint // of the board when the book was begun
	colours []Lab
	tints   []Tint // the same as seen last
	weight  []float64
}

// teamApart is how far in Lab a disc must look from every known colour to be
// of a new one.
const teamApart = 15.0

// thirdApart is the same where two colours are known already: sheen and shade
// make one colour look like two, while a third player's is chosen to differ.
const thirdApart = 38.0

// mostTeams is how many colours a game has.
const mostTeams = 3

// learn takes the colours of a whole board's discs. light is the board's now.
func (t *teamBook) learn(light Tint, discs []Disc) {
	if len(t.colours) == 0 && len(discs) > 1 {
		var labs []Lab
		for _, d := range discs {
			labs = append(labs, t.lab(light, d.Colour))
		}
		teams, _ := FindTeams(labs)
		for i, c := range teams.Colours {
			t.colours, t.weight, t.tints = append(t.colours, c), append(t.weight, float64(teams.Size[i])), append(t.tints, Tint{})
		}
	}
}

// lab is a disc's colour as it would look in the light of the book's first
// page.
func (t *teamBook) lab(light Tint, c RGB) Lab {
	if t.light == (Tint{}) {
		t.light = light
	}
	tint := c.tint()
	for i := range tint {
		if k := linear(light[i]); k > 0.01 {
			tint[i] = encoded(linear(tint[i]) * linear(t.light[i]) / k)
		}
	}
	return tint.Lab(1)
}

// encoded is sRGB's transfer curve, the inverse of linear.
func encoded(v float64) float64 {
	if v <= 0.0031308 {
		return 255 * 12.92 * math.Max(0, v)
	}
	return 255 * (1.055*math.Pow(math.Min(1, v), 1/2.4) - 0.055)
}

// team names the team of a disc of the colour c, which refines the book.
func (t *teamBook) team(light Tint, c RGB) string {
	l := t.lab(light, c)
	i, d := t.nearest(l)
	if i < 0 || d > teamApart && len(t.colours) < 2 || d > thirdApart && len(t.colours) < mostTeams {
		t.colours, t.weight, t.tints = append(t.colours, l), append(t.weight, 1), append(t.tints, c.tint())
		return letter(len(t.colours) - 1)
	}
	w := math.Min(t.weight[i], 30)
	k := &t.colours[i]
	k.L, k.A, k.B = (k.L*w+l.L)/(w+1), (k.A*w+l.A)/(w+1), (k.B*w+l.B)/(w+1)
	t.weight[i]++
	t.tints[i] = c.tint()
	return letter(i)
}

// likely names the team whose colour is nearest, without learning; far is
// by how much they differ.
func (t *teamBook) likely(light Tint, c RGB) (team string, far float64) {
	i, d := t.nearest(t.lab(light, c))
	if i < 0 {
		return "", d
	}
	return letter(i), d
}

func (t *teamBook) nearest(l Lab) (int, float64) {
	best, far := -1, math.Inf(1)
	for i, c := range t.colours {
		if d := c.Distance(l); d < far {
			best, far = i, d
		}
	}
	return best, far
}

func letter(i int) string { return string(rune('A' + i)) }

// tint is the colour in a picture's samples.
func (c RGB) tint() Tint { return Tint{float64(c.B), float64(c.G), float64(c.R)} }

// palette are the teams' colours as samples have them.
func (t *teamBook) palette() []colour {
	var out []colour
	for _, c := range t.tints {
		if c != (Tint{}) {
			out = append(out, sampled(c))
		}
	}
	return out
}
