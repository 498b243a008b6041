package referee

import (
	"math"

	"ditchline/models"
)

// The carrom codes of section 6 for a striker's place.
const (
	FStrikerLines  Reason = "F_STRIKER_LINES"
	FStrikerCircle Reason = "F_STRIKER_CIRCLE"
)

// CheckStriker judges the striker's place before a stroke from seat S, its
// centre at (x, y) in mm; "" is right. Lines have no width (RULES.md 3.2);
// touching is allowed on both sides of the convention: it touches a line at
// tangency, and does not overlap a circle at tangency.
func CheckStriker(rules *models.CarromRules, x, y float64) Reason {
	lower, upper := StrikerLines(rules)
	r := rules.StrikerDiameterMM / 2
	if rules.StrikerTouchBothLines && (math.Abs(y-lower) > r+models.TouchEpsilon || math.Abs(y-upper) > r+models.TouchEpsilon) {
		return FStrikerLines
	}
	gap := strikerCircleGap(rules, x, y)
	circle := rules.BaseCircleMM / 2
	overlaps := gap < r+circle-models.TouchEpsilon
	covers := gap <= r-circle+models.TouchEpsilon
	if overlaps && !(rules.StrikerOnCircle == models.CircleFullCover && covers) {
		return FStrikerCircle
	}
	return ""
}

// StrikerLines are the base lines of seat S: y of the lower and of the upper,
// mm.
func StrikerLines(rules *models.CarromRules) (lower, upper float64) {
	lower = -(rules.SurfaceMM/2 - rules.LowerLineFromFrameMM)
	return lower, lower + rules.LineGapMM
}

// strikerCircleGap is the distance from the nearer base circle's centre. The
// base lines' length includes the circles.
func strikerCircleGap(rules *models.CarromRules, x, y float64) float64 {
	lower, upper := StrikerLines(rules)
	cx := (rules.BaseLineLengthMM - rules.BaseCircleMM) / 2
	return math.Hypot(math.Abs(x)-cx, y-(lower+upper)/2)
}
