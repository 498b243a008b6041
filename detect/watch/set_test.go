package watch

import (
	"ditchline/detect"
	"math"
	"testing"
)

func TestAFilmsSetOfDiscsIsToldByAllItsPictures(t *testing.T) {
	f := newPaintedFilm(t, 30)
	f.Cal.Board.OtherDiscs = append(f.Cal.Board.OtherDiscs[:0:0], f.Cal.Board.Disc)
	f.Cal.Board.OtherDiscs[0].Thickness = 8
	var b setBook
	picture := func(n int, radius, other float64) detect.Observation {
		o := detect.Observation{Scenery: detect.Scenery{Radius: radius, Lens: detect.Lens{Blur: 0.8}, Sets: []float64{0, other}}}
		for range n {
			o.Discs = append(o.Discs, detect.Disc{State: detect.Flat})
		}
		return o
	}
	b.learn(picture(2, 17.4, 1)) // two dark discs in their shadows
	if s := b.scenery(&f.Cal); s.Disc.Radius > 16 || s.Radius != 0 {
		t.Errorf("one picture of two discs makes their radius %.1f, settled %.1f", s.Disc.Radius, s.Radius)
	}
	for range 6 {
		b.learn(picture(3, 15.9, -3))
	}
	s := b.scenery(&f.Cal)
	if math.Abs(s.Radius-15.9) > 0.05 || math.Abs(s.Lens.Blur-0.8) > 1e-9 {
		t.Errorf("radius %.2f, blur %.2f", s.Radius, s.Lens.Blur)
	}
	if s.Sets[0]-s.Sets[1] < 5 {
		t.Errorf("sets told by %v", s.Sets)
	}
}
