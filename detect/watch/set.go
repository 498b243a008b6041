package watch

import (
	"cmp"
	"math"
	"slices"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
)

// setBook keeps what all pictures of a film tell of the set of discs in play:
// one picture of a few dark discs may mistake a shadow for a part of them.
type setBook struct {
	make     string    // of board
	sets     []float64 // log likelihoods of the board's sets of discs
	pictures int       // with discs
	radii    []weighed
	blurs    []weighed
}

type weighed struct{ value, weight float64 }

const (
	picturesAlike = 1.0 / 3 // how much a picture adds to those before: most of its discs were seen already
	nominalDiscs  = 3.0     // in how many discs' worth the make's radius is believed before any is seen
	mostSaid      = 4.0     // log likelihood that one picture may add
	enoughDiscs   = 12.0    // seen discs, however often each, that settle radius and blur
)

// learn takes what a picture tells.
func (b *setBook) learn(o detect.Observation) {
	n := 0.0
	for _, d := range o.Discs {
		if d.State == detect.Flat {
			n++
		}
	}
	if n == 0 {
		return
	}
	b.pictures++
	if r := o.Scenery.Radius; r > 0 {
		b.radii = add(b.radii, weighed{r, n})
	}
	if _, known := middle(b.blurs); known < enoughDiscs {
		b.blurs = add(b.blurs, weighed{o.Scenery.Lens.Blur, n})
	}
	if o.Scenery.Sets == nil {
		return
	}
	if len(b.sets) != len(o.Scenery.Sets) {
		b.sets = make([]float64, len(o.Scenery.Sets))
	}
	most := math.Inf(-1)
	for _, l := range o.Scenery.Sets {
		most = math.Max(most, l)
	}
	for i, l := range o.Scenery.Sets {
		b.sets[i] += picturesAlike * math.Max(-mostSaid, l-most)
	}
}

// add merges what is alike, so that a long film needs no more room.
func add(all []weighed, w weighed) []weighed {
	for i := range all {
		if math.Abs(all[i].value-w.value) < 0.005*w.value {
			k := all[i].weight + w.weight
			all[i] = weighed{all[i].value + (w.value-all[i].value)*w.weight/k, k}
			return all
		}
	}
	return append(all, w)
}

// middle is the weighted median.
func middle(all []weighed) (value, weight float64) {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b weighed) int { return cmp.Compare(a.value, b.value) })
	for _, w := range sorted {
		weight += w.weight
	}
	sum := 0.0
	for _, w := range sorted {
		if sum += w.weight; 2*sum >= weight {
			return w.value, weight
		}
	}
	return 0, 0
}

// scenery is what to expect of the discs on a board.
func (b *setBook) scenery(c *calibrate.Calibration) detect.Scenery {
	var s detect.Scenery
	s.Disc = c.Board.Disc
	s.Disc.Radius, _ = middle(append(slices.Clone(b.radii), weighed{c.Board.Disc.Radius, nominalDiscs}))
	if _, n := middle(b.radii); n >= enoughDiscs {
		s.Radius = s.Disc.Radius
	}
	if blur, n := middle(b.blurs); n >= enoughDiscs {
		s.Lens = detect.Lens{Blur: blur, Noise: detect.UsualNoise}
	}
	s.Sets = b.sets
	return s
}

// observe finds the discs on the whole board, which are of the set that was
// seen so far.
func (w *Crokinole) observe(f capture.Frame) (detect.Observation, error) {
	if w.set.make != w.cal.Board.Name {
		w.set = setBook{make: w.cal.Board.Name}
	}
	var o detect.Observation
	var err error
	if d, ok := w.o.Detector.(detect.LikeDetector); ok && w.set.pictures > 0 {
		like := w.set.scenery(w.cal)
		like.Teams = w.teams.looks()
		o, err = d.DetectLike(f, *w.cal, like)
	} else {
		o, err = w.o.Detector.Detect(f, *w.cal)
	}
	w.set.learn(o)
	if err == nil {
		w.bare.Compare(f, &o, !w.eye.handOver)
		w.bare.Reseat(f, &o, nil)
	}
	return o, err
}
