package detect

import (
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestTheQueenIsSeenOnAPrintedSpotOfHerColour(t *testing.T) {
	red := RGB{190, 50, 45}
	film := carromFilm(t)
	spot := filmDisc{pos: r2.Vec{}, colour: red}
	lie := []filmDisc{spot}
	film.discs = func(float64) []filmDisc { return lie }
	w := NewStrokeWatcher(WatchOptions{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	if _, err := w.Look(film.at(0)); err != nil {
		t.Fatal(err)
	}
	w.bare = newBareBoard(w.cal, w.eye.handAt, nil)
	w.bare.take(film.at(0), nil)
	w.looks = Scenery{Disc: w.cal.Board.Disc, Pieces: []PieceLook{{Team: Queen, Colour: red.tint().Lab(1), N: 1}}}

	if _, ok := w.queenBack(film.at(1), nil); ok {
		t.Error("the bare spot is taken for the queen")
	}
	shadow := filmDisc{pos: r2.Vec{X: 3, Y: -3}, colour: RGB{110, 90, 60}}
	lie = []filmDisc{shadow, spot}
	q, ok := w.queenBack(film.at(2), nil)
	if !ok || q.Team != Queen || r2.Norm(q.Pos) > 1 {
		t.Errorf("the queen with her shadow on the spot: %+v, %v", q, ok)
	}
	if _, ok := w.queenBack(film.at(2), []Disc{{Pos: r2.Vec{X: 200}, Radius: 15.5, Team: Queen}}); ok {
		t.Error("there is one queen only")
	}
	lie = []filmDisc{shadow, {pos: r2.Vec{}, colour: filmBlack}}
	if _, ok := w.queenBack(film.at(3), nil); ok {
		t.Error("a black piece on the spot is taken for the queen")
	}
}
