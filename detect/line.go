package detect

import (
	"math"

	"ditchline/calibrate"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// CallLines measures a flat disc at pos (mm, covariance cov in mm²: xx, xy,
// yy) of footprint radius r against every line within LineReach of its edge.
// PrintSD is the standard uncertainty of the lines' own place, mm; the error of
// the clearance is taken as normal.
func CallLines(b models.Board, pos r2.Vec, cov [3]float64, r, lineSD float64) []LineCall {
	return callLines(b, pos, cov, r, func(models.Line) float64 { return lineSD })
}

func callLines(b models.Board, pos r2.Vec, cov [3]float64, r float64, lineSD func(models.Line) float64) []LineCall {
	d := r2.Norm(pos)
	var along float64 // variance of pos along the radius
	if d > 1e-9 {
		ux, uy := pos.X/d, pos.Y/d
		along = ux*ux*cov[0] + 2*ux*uy*cov[1] + uy*uy*cov[2]
	} else {
		along = (cov[0] + cov[2]) / 2
	}
	var calls []LineCall
	for _, l := range models.Lines {
		if gap := b.Clearance(l, d, r); gap <= LineReach {
			calls = append(calls, NewLineCall(l, gap, math.Hypot(math.Sqrt(along), lineSD(l))))
		}
	}
	return calls
}

// LineSD is the standard uncertainty (mm) that the calibration gives the
// clearance between a line and a disc at p whose rims are seen at height z.
func LineSD(c *calibrate.Calibration, p r2.Vec, z float64, l models.Line) float64 {
	if sd := c.ClearanceSD(p, z, l); sd > 0 {
		return sd
	}
	return math.Hypot(PrintSD, c.RMSMM/3)
}

// NewLineCall is the call for a clearance and its standard uncertainty, mm.
func NewLineCall(l models.Line, clearance, sd float64) LineCall {
	p := 0.0
	switch {
	case sd > 0:
		p = 0.5 * math.Erfc(clearance/(sd*math.Sqrt2))
	case models.Touches(clearance):
		p = 1
	}
	c := LineCall{Line: l, Clearance: clearance, SD: sd, PTouching: p, Call: TooClose}
	switch {
	case p >= 0.95:
		c.Call = Touching
	case p <= 0.05:
		c.Call = Clear
	}
	return c
}

// NormalBelow is the probability that a normal quantity of standard deviation
// sd lies below x.
func NormalBelow(x, sd float64) float64 { return 0.5 * math.Erfc(-x/(sd*math.Sqrt2)) }
