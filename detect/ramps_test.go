package detect

import (
	"math"
	"testing"
)

// TestMixtureFindsTheColoursOfBlurredLayers builds a profile of a face, a wall
// with a printed line beyond it, and asks for their colours back.
func TestMixtureFindsTheColoursOfBlurredLayers(t *testing.T) {
	const n, blur = 40, 1.2
	face, wall, board, ink := Tint{40, 60, 200}, Tint{20, 30, 90}, Tint{150, 180, 210}, Tint{-120, -150, -180}
	profile := make([]Tint, n)
	step := func(i int, at float64) float64 { return 0.5 * math.Erfc(-(float64(i)-at)/blur/math.Sqrt2) }
	for i := range profile {
		c := face.Add(wall.Sub(face).Times(step(i, 12.3))).Add(board.Sub(wall).Times(step(i, 17.8)))
		profile[i] = c.Add(ink.Times(step(i, 24) - step(i, 27)))
	}
	var m mixture
	m.look(profile)
	m.begin(0, Tint{})
	for _, c := range []change{{at: 12.3, blur: blur}, {at: 17.8, blur: blur}, {at: 24, to: 27, band: true, blur: blur}} {
		m.add(&c, m.moment(&c))
	}
	got := m.colours()
	for i, want := range []Tint{face, wall.Sub(face), board.Sub(wall), ink} {
		if got[i].Distance(want) > 0.5 {
			t.Errorf("colour %d is %v, want %v", i, got[i], want)
		}
	}
	if m.errors > 6 {
		t.Errorf("summed squared error %.3f of a profile without noise", m.errors)
	}
	with := m.errors
	m.drop()
	if m.errors < with+1000 {
		t.Errorf("without the line the error is %.0f, barely more than %.3f", m.errors, with)
	}
}
