package watch

import (
	"slices"

	"ditchline/capture"
	"ditchline/detect"
)

// detect finds the pieces in a picture as pieces of the set that earlier pictures
// showed: of its size, and of its kinds' colours.
func (w *Carrom) detect(picture capture.Frame) (detect.Observation, error) {
	like, ok := w.o.Detector.(detect.LikeDetector)
	if !ok || len(w.looks.Pieces) == 0 {
		return w.o.Detector.Detect(picture, *w.cal)
	}
	known := w.looks
	known.Pieces = slices.Clone(w.looks.Pieces)
	if l := w.strikerLike(); l.Known {
		known.Pieces = append(known.Pieces, detect.PieceLook{Team: detect.Striker, Colour: l.Colour, Radius: l.Radius, N: 1})
	}
	o, err := like.DetectLike(picture, *w.cal, known)
	if err == nil {
		w.learnLooks(o.Scenery)
		if q, ok := w.queenBack(picture, o.Discs); ok {
			o.Discs = append(o.Discs, q)
		}
	}
	return o, err
}

// learnLooks takes over what a picture tells of the set: its size from the first
// one, each kind's colour from the one that shows the most of it.
func (w *Carrom) learnLooks(s detect.Scenery) {
	if w.looks.Disc.Radius == 0 {
		w.looks.Disc = s.Disc
	}
	for _, l := range s.Pieces {
		i := slices.IndexFunc(w.looks.Pieces, func(k detect.PieceLook) bool { return k.Team == l.Team })
		switch {
		case l.Team == detect.Striker: // it is known by itself
		case i < 0:
			w.looks.Pieces = append(w.looks.Pieces, l)
		case l.N > w.looks.Pieces[i].N:
			w.looks.Pieces[i] = l
		}
	}
}
