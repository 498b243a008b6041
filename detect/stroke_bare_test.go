package detect

import (
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestTheBareBoardTellsWherePiecesLie(t *testing.T) {
	film := carromFilm(t)
	lie := []filmDisc{}
	film.discs = func(float64) []filmDisc { return lie }
	w := NewStrokeWatcher(WatchOptions{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	if _, err := w.Look(film.at(0)); err != nil {
		t.Fatal(err)
	}
	wood := RGB{205, 172, 122}
	pale := RGB{215, 186, 136}
	onLine := r2.Vec{X: 60, Y: -262}
	for name, c := range map[string]struct {
		lies   []filmDisc
		look   Disc
		at     r2.Vec
		expect showing
	}{
		"a black piece on wood":                           {[]filmDisc{{pos: r2.Vec{X: 100}, colour: filmBlack}}, Disc{Colour: filmBlack}, r2.Vec{X: 100}, showsBody},
		"a black piece over a printed line":               {[]filmDisc{{pos: onLine, colour: filmBlack}}, Disc{Colour: filmBlack}, onLine, showsBody},
		"a pale piece on pale wood":                       {[]filmDisc{{pos: r2.Vec{X: 100}, colour: pale}}, Disc{Colour: pale}, r2.Vec{X: 100}, showsBody},
		"no piece on wood":                                {nil, Disc{Colour: filmWhite}, r2.Vec{X: 100}, showsBoard},
		"no piece over a printed line":                    {nil, Disc{Colour: filmBlack}, onLine, showsBoard},
		"no piece, of the wood's own colour":              {nil, Disc{Colour: wood}, r2.Vec{X: 100}, showsBoard},
		"a piece of the wood's own colour, by its shadow": {[]filmDisc{{pos: r2.Vec{X: 102.5, Y: -2.5}, colour: RGB{110, 90, 60}}, {pos: r2.Vec{X: 100}, colour: wood}}, Disc{Colour: wood}, r2.Vec{X: 100}, showsBody},
	} {
		lie = c.lies
		c.look.Pos, c.look.Radius = c.at, 15.5
		if got := w.bare.shows(film.at(1), c.look, nil); got != c.expect {
			t.Errorf("%s: %d, want %d", name, got, c.expect)
		}
	}
}

func TestAPieceThatWasNotMadeOutIsNotLearnedAsTheBoard(t *testing.T) {
	film := carromFilm(t)
	black := filmDisc{pos: r2.Vec{X: 100}, colour: filmBlack}
	var lie []filmDisc
	film.discs = func(float64) []filmDisc { return lie }
	w := NewStrokeWatcher(WatchOptions{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	if _, err := w.Look(film.at(0)); err != nil {
		t.Fatal(err)
	}
	lie = []filmDisc{black}
	look := Disc{Pos: black.pos, Radius: 15.5, Colour: filmBlack}
	for n := range oddPictures - 1 {
		w.learnBoard(film.at(float64(n + 1)))
	}
	if got := w.bare.shows(film.at(9), look, nil); got != showsBody {
		t.Errorf("after %d pictures it is taken for the board: %d", oddPictures-1, got)
	}
	w.learnBoard(film.at(10)) // the board itself must have changed
	if got := w.bare.shows(film.at(11), look, nil); got == showsBody {
		t.Error("it never is")
	}
}
