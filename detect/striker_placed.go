package detect

import (
	"fmt"
	"math"
	"slices"

	"ditchline/capture"

	"gonum.org/v1/gonum/spatial/r2"
)

// PlacedStriker is the observation with the striker measured once more where
// it lies at the base lines: by itself, with the size of the make's where it
// passes for it, so that the printed lines under it and a size that the edges
// seem to have do not move it. One that was not made out is sought there.
// Observations of crokinole boards, and of detectors that cannot, stay as they
// are.
func PlacedStriker(d Detector, f capture.Frame, o Observation) (Observation, error) {
	finder, can := d.(StrikerDetector)
	c := o.Calibration.Board.Carrom
	if c == nil || !can {
		return o, nil
	}
	known := o
	like := StrikerLike{Radius: c.StrikerRadius}
	i := slices.IndexFunc(o.Discs, func(d Disc) bool { return d.Team == Striker })
	seeds := BaseSeeds(c, 2)
	if i >= 0 {
		at := o.Discs[i]
		if !SetDown(c, at) {
			return o, nil
		}
		known.Discs = slices.Delete(slices.Clone(o.Discs), i, i+1)
		like = StrikerLike{Radius: c.StrikerRadius, Colour: at.Colour.Tint().Lab(1), Known: true}
		if math.Abs(at.Radius/c.StrikerRadius-1) > strikerPasses {
			like.Radius = at.Radius
		}
		seeds = StartsAround(at.Pos)
	} else {
		// Where it lies alone, it was taken for a large piece.
		known.Discs = slices.DeleteFunc(slices.Clone(o.Discs), func(d Disc) bool {
			return d.Radius > largePiece*o.Calibration.Board.Disc.Radius && atBaseLines(c, d)
		})
		seeds = slices.DeleteFunc(seeds, func(p r2.Vec) bool { // pieces are no strikers
			return slices.ContainsFunc(known.Discs, func(d Disc) bool { return r2.Norm(r2.Sub(d.Pos, p)) < d.Radius })
		})
	}
	got, ok, err := finder.DetectStriker(f, known, like, seeds)
	if err != nil {
		return o, fmt.Errorf("measure the striker where it lies: %w", err)
	}
	if !ok || !SetDown(c, got) || overlaps(got, known.Discs) || i >= 0 && r2.Norm(r2.Sub(got.Pos, o.Discs[i].Pos)) > got.Radius/2 {
		return o, nil
	}
	o.Discs = append(known.Discs[:len(known.Discs):len(known.Discs)], got)
	return o, nil
}

// strikerPasses is by what share a striker's size may seem to differ from the
// make's and still pass for it: its shadow, or a line that it touches, is taken
// for its edge.
const strikerPasses = 0.15

// largePiece is how much larger than the make's a piece may be before it is
// asked whether it is the striker.
const largePiece = 1.1

// overlaps says whether a disc lies where others do, by more than either's
// place is uncertain.
func overlaps(d Disc, others []Disc) bool {
	return slices.ContainsFunc(others, func(o Disc) bool {
		return r2.Norm(r2.Sub(d.Pos, o.Pos)) < d.Radius+o.Radius-3*(d.SD()+o.SD())-1
	})
}
