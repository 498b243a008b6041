package session

import (
	"math"
	"slices"

	"ditchline/detect"
)

// teamMemory keeps the teams' names from frame to frame: detection names them
// by the colours of one picture only, and a person must not see A and B
// change places.
type teamMemory struct {
	colours map[string]detect.RGB // by team, of its top faces
}

// unlike is how far a disc's colour must be from the only team that is known
// for it to be of the other one, in steps of 8-bit sRGB.
const unlike = 90

// settle gives the discs the names under which their colours are known, and
// learns from them. The discs it is given stay as they are.
func (m *teamMemory) settle(discs []detect.Disc) []detect.Disc {
	if m.colours == nil {
		m.colours = map[string]detect.RGB{}
	}
	discs = slices.Clone(discs)
	other := map[string]string{"A": "B", "B": "A"}
	var keep, change float64
	for team, second := range other {
		if c, ok := meanColour(discs, team); ok {
			keep += m.cost(c, team)
			change += m.cost(c, second)
		}
	}
	if change < keep {
		for i, d := range discs {
			if name, ok := other[d.Team]; ok {
				discs[i].Team = name
			}
		}
	}
	for team := range other {
		if c, ok := meanColour(discs, team); ok {
			m.learn(team, c)
		}
	}
	return discs
}

// cost of calling a colour by a team's name.
func (m *teamMemory) cost(c detect.RGB, team string) float64 {
	known, ok := m.colours[team]
	if !ok {
		return unlike
	}
	dr, dg, db := float64(c.R)-float64(known.R), float64(c.G)-float64(known.G), float64(c.B)-float64(known.B)
	return math.Sqrt(dr*dr + dg*dg + db*db)
}

// learn follows the light slowly: one odd frame must not change a team.
func (m *teamMemory) learn(team string, c detect.RGB) {
	old, ok := m.colours[team]
	if !ok {
		m.colours[team] = c
		return
	}
	mix := func(o, n uint8) uint8 { return uint8((7*int(o) + int(n) + 4) / 8) }
	m.colours[team] = detect.RGB{R: mix(old.R, c.R), G: mix(old.G, c.G), B: mix(old.B, c.B)}
}
