package detect

import "ditchline/models"

// withDiscs is the board with discs of another radius; its other sets of
// discs are scaled alike.
func withDiscs(b models.Board, radius float64) models.Board {
	k := radius / b.Disc.Radius
	b.Disc.Radius = radius
	other := make([]models.Disc, len(b.OtherDiscs))
	for i, d := range b.OtherDiscs {
		d.Radius *= k
		other[i] = d
	}
	b.OtherDiscs = other
	return b
}
