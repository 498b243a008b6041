package watch

import (
	"slices"

	"ditchline/capture"
	"ditchline/detect"

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
func (w *Carrom) queenBack(picture capture.Frame, discs []detect.Disc) (queen detect.Disc, ok bool) {
	set := w.cal.Board.Disc
	look, known := w.looks.Look(detect.Queen)
	if !known || slices.ContainsFunc(discs, func(d detect.Disc) bool { return d.Team == detect.Queen || r2.Norm(d.Pos) < d.Radius+set.Radius-lying }) {
		return detect.Disc{}, false
	}
	face, seen := faceInMiddle(detect.NewView(picture, w.cal.Camera), set.Radius, set.Thickness)
	if !seen || face.Lab(1).Distance(look.Colour) > 2*detect.AlikeColours {
		return detect.Disc{}, false
	}
	if times, known := w.bare.Outlined(picture, r2.Vec{}, detect.Places(discs)); !known || times < queenOutline {
		return detect.Disc{}, false
	}
	return detect.Disc{
		Radius: set.Radius, Thickness: set.Thickness,
		Colour: face.RGB(), Team: detect.Queen, State: detect.Flat, Confidence: goneInSight,
		Cov: [3]float64{queenBackSD * queenBackSD, 0, queenBackSD * queenBackSD},
	}, true
}

// faceInMiddle is the mean colour of the face of a disc that lies in the middle
// of the board.
func faceInMiddle(v detect.View, radius, thickness float64) (sum detect.Tint, ok bool) {
	for _, x := range [3]float64{-0.5, 0, 0.5} {
		for _, y := range [3]float64{-0.5, 0, 0.5} {
			px, ok := v.Pixel(r3.Vec{X: x * radius, Y: y * radius, Z: thickness})
			if !ok {
				return detect.Tint{}, false
			}
			sum = sum.Add(v.At(px.X, px.Y))
		}
	}
	return sum.Times(1. / 9), true
}
