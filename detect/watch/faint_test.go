package watch

import (
	"ditchline/detect"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// A disc of the board's own wood is followed when it glides over it.
func TestADiscThatLooksAlmostLikeTheBoardLeavesATrail(t *testing.T) {
	film := newPaintedFilm(t, 30)
	start, v := r2.Vec{X: 20, Y: -250}, r2.Vec{Y: 1200}
	film.discs = func(at float64) []filmDisc {
		if at < 1 {
			return nil
		}
		return []filmDisc{{pos: glide(start, v, at-1), colour: detect.RGB{R: 212, G: 178, B: 124}}} // the board is 205, 170, 115
	}
	e := newBoardEye(film.Cal, film.at(0))
	for n := 1; n < 45; n++ {
		e.look(film.at(float64(n) / film.fps))
	}
	longest := 0.0
	for _, tr := range e.trails.all {
		longest = max(longest, tr.far())
	}
	if want := 200.0; longest < want { // at the hole and at the lines it is seen plainly
		t.Errorf("the longest trail is %.0f mm, want %.0f at the least", longest, want)
	}
	for _, b := range e.free {
		t.Errorf("a plain blob of %.0f mm² is seen: the painted disc is not faint", b.area)
	}
}

// A disc of the board's own wood is followed as a whole where only its shadow
// is seen plainly.
func TestAFaintDiscWithAPlainShadowIsFollowedAsOne(t *testing.T) {
	film := newPaintedFilm(t, 30)
	start, v := r2.Vec{X: 20, Y: -250}, r2.Vec{Y: 1000}
	film.discs = func(at float64) []filmDisc {
		if at < 1 {
			return nil
		}
		p := glide(start, v, at-1)
		shadow := filmDisc{pos: r2.Add(p, r2.Vec{X: 6, Y: -2}), colour: detect.RGB{R: 120, G: 95, B: 62}}
		return []filmDisc{shadow, {pos: p, colour: detect.RGB{R: 217, G: 184, B: 132}}}
	}
	e := newBoardEye(film.Cal, film.at(0))
	var followed *trail
	for n := 1; n < 50; n++ {
		e.look(film.at(float64(n) / film.fps))
		for _, tr := range e.trails.all {
			if followed == nil || tr.far() > followed.far() {
				followed = tr
			}
		}
	}
	if followed == nil || followed.far() < 220 || !e.sized(followed) {
		t.Fatalf("followed: %+v, want a trail of a disc's size, 220 mm at the least", followed)
	}
	if end := glide(start, v, 10); r2.Norm(r2.Sub(followed.last().pos, end)) > 6 {
		t.Errorf("it ends at %.0f, want %.0f", followed.last().pos, end)
	}
}
