package bench

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// Rival is a plain method to hold vision against, with the ways in which it
// may be set. It is told the true camera, and the sizes of board and discs.
type Rival struct {
	Name     string
	Settings []string
	// Find gives, for each of the settings, the discs' places on the surface
	// in the board frame, mm.
	Find func(f capture.Frame, cam models.Camera, b models.Board) ([][]r2.Vec, error)
}

// RivalFigures is what a rival comes to, set in the way that finds discs best
// over all pictures.
type RivalFigures struct {
	Name       string       `json:"name"`
	Settings   string       `json:"settings"` // the best of those tried
	Tried      int          `json:"settings_tried"`
	Discs      int          `json:"discs"`
	DiscsFound int          `json:"discs_found"`
	Invented   int          `json:"discs_invented"`
	Recall     Number       `json:"recall"`
	Precision  Number       `json:"precision"`
	Err50      Number       `json:"centre_error_median_mm"`
	Err95      Number       `json:"centre_error_95_mm"`
	Touches    []RivalTouch `json:"touches"`
	Ratio95    Number       `json:"times_our_95"` // its 95 % error over ours
}

// RivalTouch is how often a rival has a touch right at a distance to a line.
type RivalTouch struct {
	Distance string `json:"distance_mm"`
	Lines    int    `json:"lines"`
	Right    Number `json:"touch_right"`
}

// score of a rival's one setting.
type score struct {
	found, discs, invented int
	off                    []float64
	touches                [len(distances)][2]int // right, all
}

// quality is the harmonic mean of recall and precision.
func (s *score) quality() float64 {
	return 2 * float64(s.found) / math.Max(1, float64(s.discs+s.found+s.invented))
}

// add the places that were found in one picture.
func (s *score) add(t *Truth, found []r2.Vec) {
	var want []*TrueDisc
	var places, hidden []r2.Vec
	for _, d := range t.Discs {
		switch {
		case d.inPlay() && d.seen():
			want, places = append(want, d), append(places, d.pos())
		case d.State != "table": // what lies in the ditch is a disc too
			hidden = append(hidden, d.pos())
		}
	}
	m := match(places, found)
	s.discs += len(want)
	s.found += len(m)
	s.invented += invented(found, m, hidden)
	b := t.Board.model()
	for _, p := range m {
		s.off = append(s.off, p.Dist)
		for line, margin := range want[p.I].margins() {
			if math.Abs(margin) > unlisted {
				continue
			}
			got := b.Clearance(line, r2.Norm(found[p.K]), b.Disc.Radius)
			n := &s.touches[distanceOf(margin)]
			n[1]++
			if models.Touches(got) == (margin <= 0) {
				n[0]++
			}
		}
	}
}

// figures of a rival whose settings scored so, against our own 95 % error.
func (r Rival) figures(scores []score, ours Number) RivalFigures {
	best := 0
	for i := range scores {
		if scores[i].quality() > scores[best].quality() {
			best = i
		}
	}
	s := scores[best]
	f := RivalFigures{
		Name: r.Name, Settings: r.Settings[best], Tried: len(scores),
		Discs: s.discs, DiscsFound: s.found, Invented: s.invented,
		Recall: share(s.found, s.discs), Precision: share(s.found, s.found+s.invented),
		Err50: quantile(s.off, 0.5), Err95: quantile(s.off, 0.95),
	}
	f.Ratio95 = f.Err95 / ours
	for i, n := range s.touches {
		f.Touches = append(f.Touches, RivalTouch{distances[i].name, n[1], share(n[0], n[1])})
	}
	return f
}
