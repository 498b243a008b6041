package calibrate

import (
	"errors"
	"fmt"
	"math"

	"ditchline/capture"
)

// ErrLost says that a calibration's lines are not where it puts them.
var ErrLost = errors.New("the board's lines are not where they were")

// foundAgain is the share of the three lines' places in the picture that must
// be seen where a calibration has them, for it to be refined.
const foundAgain = 0.35

// Refine is the calibration fitted anew to the lines of another picture of
// the same camera and board, with c as the start: for a board or a camera that
// moved by no more than a few mm on the surface. The lens stays near c's, by
// c's own uncertainty. The error wraps ErrLost where too little of the lines
// is seen there.
func Refine(f capture.Frame, c Calibration) (Calibration, error) {
	if f.Width != c.Camera.Width || f.Height != c.Camera.Height {
		return Calibration{}, fmt.Errorf("%w: the calibration is for pictures of %dx%d, this one has %dx%d", ErrLost, c.Camera.Width, c.Camera.Height, f.Width, f.Height)
	}
	if c.print.ink == (ink{}) {
		return Calibration{}, fmt.Errorf("%w: it was not calibrated by its lines", ErrLost)
	}
	r := newRefiner(&f, c.Board)
	r.ink, r.widthSD = c.print.ink, c.Spread.width
	v := viewOf(&c)
	v.stray = c.Spread.stray
	l, ok := r.narrow(v, c.Board, c.print.turnSure, also(pose, lens...), c.lensPriors(), []float64{4, 2}, c.Spread.uneven)
	if !ok {
		return Calibration{}, fmt.Errorf("%w: no camera fits what is seen", ErrLost)
	}
	again, err := r.calibrated(l, c.Board, c.print.measured)
	if err != nil {
		return Calibration{}, err
	}
	if rough := math.Max(0.4, 2.5*c.RMSPx); again.RMSPx > rough {
		return Calibration{}, fmt.Errorf("%w: what is seen there scatters by %.1f px", ErrLost, again.RMSPx)
	}
	if seen := again.seen(l.places); seen < foundAgain {
		return Calibration{}, fmt.Errorf("%w: %.0f %% of them are seen", ErrLost, 100*seen)
	}
	again.keepRings(c)
	again.Make, again.Confidence, again.Warnings, again.print = c.Make, c.Confidence, c.Warnings, c.print
	return again, nil
}

// lens are the parameters of the lens that are fitted.
var lens = []int{pFocal, pK1, pK2, pCX, pCY}

// lensPriors hold the lens where the calibration found it, as surely as it did.
func (c *Calibration) lensPriors() []prior {
	v := view{cam: c.Camera}
	var out []prior
	for _, p := range lens {
		sd := math.Max(1e-5, math.Sqrt(c.Spread.cov[p][p]))
		out = append(out, prior{p, v.value(p), sd, sd})
	}
	return out
}

// seen is the share of the three lines' places (15, 10, 5) that were seen.
func (c *Calibration) seen(places [3]int) float64 {
	var hit, all float64
	for i, ring := range c.Rings {
		hit += ring.Seen * float64(places[i])
		all += float64(places[i])
	}
	return hit / math.Max(1, all)
}

// keepRings takes over what is known of the rings' own radii from the
// calibration that measured them: here they were held.
func (c *Calibration) keepRings(from Calibration) {
	for _, p := range []int{pR10, pR15} {
		c.Spread.cov[p][p] = math.Max(c.Spread.cov[p][p], from.Spread.cov[p][p])
	}
}
