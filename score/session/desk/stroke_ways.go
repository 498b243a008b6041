package desk

import (
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// wayFrom is how far, mm, a way's first point may lie from where a piece lay,
// for the way to be that piece's: at 30 frames a second a struck piece has moved
// some centimetres when it is first seen apart from where it was.
const wayFrom = 60.0

// namedBefore are the pieces as they lay before a stroke, and the striker where
// it was set down.
func namedBefore(s *detect.Stroke) []Named {
	var out []Named
	for _, p := range s.Before {
		out = append(out, Named{Name: pieceName(p), Disc: p.Disc})
	}
	if s.Start.Seen {
		striker := detect.Disc{Pos: s.Start.Pos, Cov: s.Start.Cov, Radius: s.Start.Radius, Team: detect.Striker, State: detect.Flat}
		for _, p := range s.After {
			if p.Team == detect.Striker {
				striker.Colour = p.Colour
			}
		}
		if striker.Colour == (detect.RGB{}) {
			striker.Colour = detect.RGB{R: 0xf1, G: 0xed, B: 0xe0} // ivory, as strikers mostly are
		}
		out = append(out, Named{Name: "S", Disc: striker})
	}
	return out
}

// ways of the pieces that moved, from where they lay. A way is the piece's, or
// the striker's, that lay nearest to its first point and has none yet; one that
// begins at none is left out.
func ways(s *detect.Stroke, before []Named) []Track {
	taken := map[string]bool{}
	var out []Track
	for _, t := range s.Tracks {
		if len(t.Points) == 0 {
			continue
		}
		var from *Named
		least := wayFrom
		for i, p := range before {
			d := r2.Norm(r2.Sub(p.Pos, t.Points[0].Pos))
			if t.ID != 0 && p.Name == "S" { // only the striker's way is known by name
				d = 0
			}
			if d < least && !taken[p.Name] {
				from, least = &before[i], d
			}
		}
		if from == nil {
			continue
		}
		taken[from.Name] = true
		points := append([]detect.TrackPoint{{At: s.Flick, Pos: from.Pos}}, t.Points...)
		out = append(out, Track{Name: from.Name, Colour: from.Colour, Radius: from.Radius, Points: points})
	}
	return out
}
