package detect

import (
	"slices"

	"ditchline/capture"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// queenOutline is by how many times more than the board beside it the outline of
// the middle spot must look other than bare for the queen to stand on it. The
// bare spot reaches 5, as its printed edge is never learned quite alike; the queen
// has 12 to 40, by the angle at which she is seen.
const queenOutline = 8.0

// queenBackSD is how far from the board's middle hands put the queen, mm.
const queenBackSD = 2.0

// queenBack is the queen that was put back in the middle of the board, on a
// printed spot of her colour, where she was not made out beside the discs: what
// tells her from the bare spot are her wall and her shadow, which lie outside of
// what is printed. ok is false where she lies elsewhere, or is not seen there.
func (w *StrokeWatcher) queenBack(picture capture.Frame, discs []Disc) (queen Disc, ok bool) {
	set := w.cal.Board.Disc
	look, known := w.looks.of(Queen)
	if !known || slices.ContainsFunc(discs, func(d Disc) bool { return d.Team == Queen || r2.Norm(d.Pos) < d.Radius+set.Radius-lying }) {
		return Disc{}, false
	}
	face, seen := faceInMiddle(NewView(picture, w.cal.Camera), set.Radius, set.Thickness)
	if !seen || face.Lab(1).Distance(look.Colour) > 2*alike {
		return Disc{}, false
	}
	if times, known := w.bare.outlined(picture, r2.Vec{}, placesOf(discs)); !known || times < queenOutline {
		return Disc{}, false
	}
	return Disc{
		Radius: set.Radius, Thickness: set.Thickness,
		Colour: face.RGB(), Team: Queen, State: Flat, Confidence: goneInSight,
		Cov: [3]float64{queenBackSD * queenBackSD, 0, queenBackSD * queenBackSD},
	}, true
}

// faceInMiddle is the mean colour of the face of a disc that lies in the middle
// of the board.
func faceInMiddle(v View, radius, thickness float64) (sum Tint, ok bool) {
	for _, x := range [3]float64{-0.5, 0, 0.5} {
		for _, y := range [3]float64{-0.5, 0, 0.5} {
			px, ok := v.pixel(r3.Vec{X: x * radius, Y: y * radius, Z: thickness})
			if !ok {
				return Tint{}, false
			}
			sum = sum.add(v.At(px.X, px.Y))
		}
	}
	return sum.times(1. / 9), true
}
