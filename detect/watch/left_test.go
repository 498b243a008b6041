package watch

import (
	"ditchline/detect"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestADiscThatLeftIsKnownHoweverLikeTheBoardItLooks(t *testing.T) {
	gone, stays := r2.Vec{X: 90, Y: 250}, r2.Vec{X: -90, Y: 250}
	for name, colour := range map[string]detect.RGB{"plain": filmBlack, "faint": {R: 217, G: 184, B: 132}} {
		t.Run(name, func(t *testing.T) {
			f := newPaintedFilm(t, 30)
			f.discs = func(at float64) []filmDisc {
				out := []filmDisc{{pos: stays, colour: colour}}
				if at < 1 {
					out = append(out, filmDisc{pos: gone, colour: colour})
				}
				return out
			}
			e := newBoardEye(f.Cal, f.at(0))
			was := e.grid.newSample()
			e.grid.read(f.at(0.5), was)
			e.look(f.at(1.1))
			if !e.left(was, gone) {
				t.Error("a disc that is gone is taken to lie there still")
			}
			if e.left(was, stays) {
				t.Error("a disc that lies there still is taken to be gone")
			}
		})
	}
}
