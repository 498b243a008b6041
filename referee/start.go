package referee

import (
	"math"

	"ditchline/models"
)

// CheckStart reports every fault of a disc placed for its shot, in the order
// of RULES.md section 6, and the probability that there is none.
func CheckStart(rs *models.Ruleset, b models.Board, s Start) (faults []Reason, pValid float64) {
	pValid = 1
	rules := &rs.Rules
	check := func(code Reason, margin float64) {
		if margin < -models.TouchEpsilon {
			faults = append(faults, code)
		}
		if s.SD > 0 {
			pValid = math.Min(pValid, normal(margin/s.SD))
		} else if margin < -models.TouchEpsilon {
			pValid = 0
		}
	}
	touch := b.Disc.Radius + b.LineWidth/2
	if rules.StartTouchLine {
		check(FStartLine, -b.Clearance(models.Line5, s.At.D, b.Disc.Radius))
	}
	switch off := QuadrantDistance(s.Seat, s.At); rules.StartQuadrant {
	case models.QuadrantHalfOver:
		check(FStartQuad, off)
	default:
		check(FStartQuad, off+touch)
	}
	if rules.StartRadial != models.RadialTouch {
		check(FStartBack, b.Rings.R5-s.At.D)
	}
	if rules.StartFlat && !s.Flat {
		faults = append(faults, FStartFlat)
		pValid = 0
	}
	return faults, pValid
}

// QuadrantDistance is the signed distance, mm, of a place from the nearer
// line of a seat's quadrant, positive inside (RULES.md 0.4).
func QuadrantDistance(seat Seat, p Polar) float64 {
	off := math.Abs(math.Remainder(p.Theta-seat.AxisDeg(), 360))
	return p.D * math.Sin((45-off)*math.Pi/180)
}

// normal is the distribution function of the standard normal.
func normal(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
