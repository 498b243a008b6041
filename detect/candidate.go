package detect

import "math"

// Search for candidates: wide, since seeds may be 2 mm off, then narrower.
var coarse = []float64{2.5, 1.5}

// Evidence is how surely a fit is a disc: log odds, by a logistic regression
// over the true and false candidates of the rendered stills. It asks how much
// of the outline shows a step where it should, how differently coloured the
// face is from what lies round it, and how well the steps fit a circle.
func (f Fit) Evidence() float64 {
	if f.InFrame < 0.45 {
		return math.Inf(-1)
	}
	return -5 + 23*f.Support/f.InFrame + 3.7*math.Log(f.Standout+0.1) - 8*f.RMS
}
