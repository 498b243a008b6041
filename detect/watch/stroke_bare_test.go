package watch

import (
	"testing"

	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestTheBareBoardTellsWherePiecesLie(t *testing.T) {
	film := carromFilm(t)
	lie := []filmDisc{}
	film.discs = func(float64) []filmDisc { return lie }
	w := NewCarrom(Options{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	if _, err := w.Look(film.at(0)); err != nil {
		t.Fatal(err)
	}
	wood := detect.RGB{R: 205, G: 172, B: 122}
	pale := detect.RGB{R: 215, G: 186, B: 136}
	onLine := r2.Vec{X: 60, Y: -262}
	for name, c := range map[string]struct {
		lies   []filmDisc
		look   detect.Disc
		at     r2.Vec
		expect detect.Showing
	}{
		"a black piece on wood":                           {[]filmDisc{{pos: r2.Vec{X: 100}, colour: filmBlack}}, detect.Disc{Colour: filmBlack}, r2.Vec{X: 100}, detect.ShowsBody},
		"a black piece over a printed line":               {[]filmDisc{{pos: onLine, colour: filmBlack}}, detect.Disc{Colour: filmBlack}, onLine, detect.ShowsBody},
		"a pale piece on pale wood":                       {[]filmDisc{{pos: r2.Vec{X: 100}, colour: pale}}, detect.Disc{Colour: pale}, r2.Vec{X: 100}, detect.ShowsBody},
		"no piece on wood":                                {nil, detect.Disc{Colour: filmWhite}, r2.Vec{X: 100}, detect.ShowsBoard},
		"no piece over a printed line":                    {nil, detect.Disc{Colour: filmBlack}, onLine, detect.ShowsBoard},
		"no piece, of the wood's own colour":              {nil, detect.Disc{Colour: wood}, r2.Vec{X: 100}, detect.ShowsBoard},
		"a piece of the wood's own colour, by its shadow": {[]filmDisc{{pos: r2.Vec{X: 102.5, Y: -2.5}, colour: detect.RGB{R: 110, G: 90, B: 60}}, {pos: r2.Vec{X: 100}, colour: wood}}, detect.Disc{Colour: wood}, r2.Vec{X: 100}, detect.ShowsBody},
	} {
		lie = c.lies
		c.look.Pos, c.look.Radius = c.at, 15.5
		if got := w.bare.Shows(film.at(1), c.look, nil); got != c.expect {
			t.Errorf("%s: %d, want %d", name, got, c.expect)
		}
	}
}

func TestAPieceThatWasNotMadeOutIsNotLearnedAsTheBoard(t *testing.T) {
	film := carromFilm(t)
	black := filmDisc{pos: r2.Vec{X: 100}, colour: filmBlack}
	var lie []filmDisc
	film.discs = func(float64) []filmDisc { return lie }
	w := NewCarrom(Options{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	if _, err := w.Look(film.at(0)); err != nil {
		t.Fatal(err)
	}
	lie = []filmDisc{black}
	look := detect.Disc{Pos: black.pos, Radius: 15.5, Colour: filmBlack}
	for n := range oddPictures - 1 {
		w.learnBoard(film.at(float64(n + 1)))
	}
	if got := w.bare.Shows(film.at(9), look, nil); got != detect.ShowsBody {
		t.Errorf("after %d pictures it is taken for the board: %d", oddPictures-1, got)
	}
	w.learnBoard(film.at(10)) // the board itself must have changed
	if got := w.bare.Shows(film.at(11), look, nil); got == detect.ShowsBody {
		t.Error("it never is")
	}
}
