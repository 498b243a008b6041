package watch

import (
	"ditchline/capture"
	"ditchline/detect"
)

// onSurface are the discs that lie on the surface. One that seems to lie so far
// over a pocket that it would fall hangs there only if it plainly hides the bare
// board at the rim: else it is the dark hole, or lies in the net.
func (w *Carrom) onSurface(picture capture.Frame, discs []detect.Disc) []detect.Disc {
	c := w.cal.Board.Carrom
	var list []detect.Disc
	for _, d := range onSurfaceOf(discs, c) {
		if detect.PocketFar(c, d.Pos) > detect.PocketTip(c, d.Radius) || w.bare.Shows(picture, d, apartFrom(d, discs)) == detect.ShowsBody {
			list = append(list, d)
		}
	}
	return list
}

// oddPictures is how many settled boards must show a place other than bare, with
// no piece there, for the board itself to have changed.
const oddPictures = 4

// learnBoard takes what a picture of the settled board tells of the bare one.
func (w *Carrom) learnBoard(picture capture.Frame) {
	discs := make([]detect.Disc, len(w.pieces))
	for i, p := range w.pieces {
		discs[i] = p.Disc
	}
	w.bare.LearnSlowly(picture, discs, oddPictures)
}
