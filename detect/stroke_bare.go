package detect

import "ditchline/capture"

// onSurface are the discs that lie on the surface. One that seems to lie so far
// over a pocket that it would fall hangs there only if it plainly hides the bare
// board at the rim: else it is the dark hole, or lies in the net.
func (w *StrokeWatcher) onSurface(picture capture.Frame, discs []Disc) []Disc {
	c := w.cal.Board.Carrom
	var list []Disc
	for _, d := range onSurfaceOf(discs, c) {
		if pocketFar(c, d.Pos) > pocketTip(c, d.Radius) || w.bare.shows(picture, d, apartFrom(d, discs)) == showsBody {
			list = append(list, d)
		}
	}
	return list
}

// oddPictures is how many settled boards must show a place other than bare, with
// no piece there, for the board itself to have changed.
const oddPictures = 4

// learnBoard takes what a picture of the settled board tells of the bare one.
func (w *StrokeWatcher) learnBoard(picture capture.Frame) {
	discs := make([]Disc, len(w.pieces))
	for i, p := range w.pieces {
		discs[i] = p.Disc
	}
	w.bare.takeSlowly(picture, discs, oddPictures)
}
