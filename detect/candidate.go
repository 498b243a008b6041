package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// Search for candidates: wide, since seeds may be 2 mm off, then narrower.
var coarse = []float64{3.2, 2.2, 1.5}

// Evidence is how surely a fit is a disc: log odds, by a logistic regression
// over the true and false candidates of the rendered stills. It asks how much
// of the outline shows a step where it should, how differently coloured the
// face is from what lies round it, and how well the steps fit a circle.
func (f Fit) Evidence() float64 {
	if f.InFrame < 0.45 {
		return math.Inf(-1)
	}
	return -7 + 22.7*f.Support/f.InFrame + 2.5*math.Log(math.Min(f.Standout, 6)+0.1) - 6.5*f.RMS + f.kin
}

// best is the most evident of the fits that begin at p and, where the wall
// is plainly seen, one wall's width nearer to and farther from the camera: a
// dark disc's lower rim looks like an upper one.
func (v *View) best(s Solid, p r2.Vec, search Search) Fit {
	f := v.Fit(s, p, search)
	if f.Evidence() < doubtful {
		return f
	}
	wall := r2.Scale(s.Thickness/(v.Eye.Z-s.Top()), r2.Sub(r2.Vec{X: v.Eye.X, Y: v.Eye.Y}, p))
	if r2.Norm(wall) < 2 {
		return f
	}
	search.Windows = search.Windows[len(search.Windows)-1:]
	for _, side := range [2]float64{-1, 1} {
		if g := v.Fit(s, r2.Add(p, r2.Scale(side, wall)), search); g.Evidence() > f.Evidence() {
			f = g
		}
	}
	return f
}

// doubtful is the evidence below which a fit's neighbourhood isn't searched.
const doubtful = -4.0
