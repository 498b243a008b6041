package detect

import (
	"ditchline/capture"

	"gonum.org/v1/gonum/spatial/r2"
)

// showing is what a place on the board shows, held against the bare board.
type showing uint8

const (
	showsUnknown showing = iota // too little of the bare board is known, or it is in between
	showsBoard                  // the bare board
	showsBody                   // something lies there
)

// bodyApart is by how many times more than the board beside it a place must look
// other than bare for something to lie there.
const bodyApart = 3.5

// showsAt is what a piece's place shows. discs lie, or shade, beside it.
func (w *StrokeWatcher) showsAt(picture capture.Frame, p Disc, discs []r2.Vec) showing {
	colour := p.Colour.tint()
	times, ok := w.bare.apart(picture, w.cal, p.Pos, &colour, discs, w.eye.handAt)
	switch {
	case !ok:
		return showsUnknown
	case times < apartGhost:
		return showsBoard
	case times > bodyApart:
		return showsBody
	}
	return showsUnknown
}

// onSurface are the discs that lie on the surface. One that seems to lie so far
// over a pocket that it would fall hangs there only if it plainly hides the bare
// board at the rim: else it is the dark hole, or lies in the net.
func (w *StrokeWatcher) onSurface(picture capture.Frame, discs []Disc) []Disc {
	c := w.cal.Board.Carrom
	var list []Disc
	for _, d := range onSurfaceOf(discs, c) {
		if pocketFar(c, d.Pos) > pocketTip(c, d.Radius) || w.showsAt(picture, d, apartFrom(d, discs)) == showsBody {
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
	w.bare.takeSlowly(picture, w.cal.Camera.Centre(), discs, w.eye.handAt, oddPictures)
}
