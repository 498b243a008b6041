package watch

import (
	"testing"

	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestTheQueenIsSeenOnAPrintedSpotOfHerColour(t *testing.T) {
	red := detect.RGB{R: 190, G: 50, B: 45}
	film := carromFilm(t)
	spot := filmDisc{pos: r2.Vec{}, colour: red}
	lie := []filmDisc{spot}
	film.discs = func(float64) []filmDisc { return lie }
	w := NewCarrom(Options{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	if _, err := w.Look(film.at(0)); err != nil {
		t.Fatal(err)
	}
	w.bare = detect.NewBareBoard(w.cal, w.eye.handAt, nil)
	w.bare.Learn(film.at(0), nil)
	w.looks = detect.Scenery{Disc: w.cal.Board.Disc, Pieces: []detect.PieceLook{{Team: detect.Queen, Colour: red.Tint().Lab(1), N: 1}}}

	if _, ok := w.queenBack(film.at(1), nil); ok {
		t.Error("the bare spot is taken for the queen")
	}
	shadow := filmDisc{pos: r2.Vec{X: 3, Y: -3}, colour: detect.RGB{R: 110, G: 90, B: 60}}
	lie = []filmDisc{shadow, spot}
	q, ok := w.queenBack(film.at(2), nil)
	if !ok || q.Team != detect.Queen || r2.Norm(q.Pos) > 1 {
		t.Errorf("the queen with her shadow on the spot: %+v, %v", q, ok)
	}
	if _, ok := w.queenBack(film.at(2), []detect.Disc{{Pos: r2.Vec{X: 200}, Radius: 15.5, Team: detect.Queen}}); ok {
		t.Error("there is one queen only")
	}
	lie = []filmDisc{shadow, {pos: r2.Vec{}, colour: filmBlack}}
	if _, ok := w.queenBack(film.at(3), nil); ok {
		t.Error("a black piece on the spot is taken for the queen")
	}
}
