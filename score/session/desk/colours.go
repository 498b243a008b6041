package desk

import (
	"fmt"
	"math"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// told is the seating with what people said of the discs' colours.
func (s seating) told(teams []score.Team) seating {
	s.shown = map[referee.Side]detect.RGB{}
	for _, t := range teams {
		if c, ok := colourOf(t.Colour); ok {
			s.shown[t.Side] = c
		}
	}
	return s
}

// colourOf is a colour written as #rrggbb.
func colourOf(text string) (c detect.RGB, ok bool) {
	n, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c, err == nil && n == 3 && len(text) == len("#rrggbb")
}

// likeness is how far a colour may be from the one that was shown and still be
// it, in steps of 8-bit sRGB, where not every side's is known: light changes
// over an evening, and two woods of one set differ by 60 and more.
const likeness = 50

// toldSide is the side whose discs were shown in this colour; empty where
// nobody's were, or the colour was not seen. Where all sides have shown theirs
// it is the nearest.
func (s *seating) toldSide(colour detect.RGB, may []referee.Side) referee.Side {
	best, near := referee.Side(""), math.Inf(1)
	for _, side := range may {
		if c, known := s.shown[side]; known && apart(c, colour) < near {
			best, near = side, apart(c, colour)
		}
	}
	if colour == (detect.RGB{}) || len(s.shown) < len(may) && near > likeness {
		return ""
	}
	return best
}

// ValidColour says whether a text is a colour: #rrggbb.
func ValidColour(text string) bool {
	_, ok := colourOf(text)
	return ok
}

// ColoursAlike says whether two colours are so near that discs of one could be
// taken for the other's.
func ColoursAlike(a, b string) bool {
	x, okX := colourOf(a)
	y, okY := colourOf(b)
	return okX && okY && apart(x, y) < likeness/2
}
