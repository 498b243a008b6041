package watch

import (
	"testing"

	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestFingersThatPassedForAPieceBeforeAStrokeWereNotPocketed(t *testing.T) {
	film := carromFilm(t)
	film.discs = func(float64) []filmDisc { return nil }
	w := NewCarrom(Options{Finder: film, Detector: carromEyes{film}, Boards: []models.Board{film.Cal.Board}})
	if _, err := w.Look(film.at(0)); err != nil {
		t.Fatal(err)
	}
	white := func(at r2.Vec) detect.Seen {
		return w.named(detect.Disc{Pos: at, Radius: 15.5, Team: detect.White, Colour: filmWhite})
	}
	known, glimpsed := white(r2.Vec{X: 80, Y: 40}), white(r2.Vec{X: 120, Y: -280})
	w.sighted(known.ID)
	for k := range w.eye.touched {
		w.eye.touched[k] = true // hands were everywhere
	}
	s := &strokeWatch{stroke: detect.Stroke{Before: []detect.Seen{known, glimpsed}}}
	w.fill(s, matched{missing: []detect.Seen{glimpsed, known}, gone: []float64{1, 1}, sure: 1}, nil, true)
	if p := s.stroke.Pocketed; len(p) != 1 || p[0].ID != known.ID {
		t.Errorf("pocketed %+v, want the piece that was seen more than once", p)
	}
	if b := s.stroke.Before; len(b) != 1 || b[0].ID != known.ID {
		t.Errorf("before lay %+v", b)
	}
	clear(w.eye.touched)
	s = &strokeWatch{stroke: detect.Stroke{Before: []detect.Seen{glimpsed}}}
	w.fill(s, matched{missing: []detect.Seen{glimpsed}, gone: []float64{1}, sure: 1}, nil, true)
	if len(s.stroke.Pocketed) != 1 {
		t.Error("a piece where no hand was lay there")
	}
}
