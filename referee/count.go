package referee

import (
	"ditchline/models"
)

// Points is the worth of a disc at rest under a ruleset: the lower value on a
// touched line (or the higher, where the house says so), a leaning disc its
// own value, flat in the hole 20.
func Points(rs *models.Ruleset, b models.Board, state State, d float64) int {
	rules := &rs.Rules
	r := b.Disc.Radius
	switch {
	case state == InDitch:
		return 0
	case state == InHole, state == Flat && b.FlatInHole(d, r):
		return 20
	case state == Leaning:
		return rules.LeanValue
	case !offLine(rules, b, d):
		if d > b.Rings.R5 {
			return rules.LipScores
		}
		if !rules.LineLower {
			return higherPoints(b, d)
		}
		return b.Points(d, r)
	default:
		return 0
	}
}

// higherPoints counts a disc on a line for its higher side.
func higherPoints(b models.Board, d float64) int {
	for _, l := range models.Lines[:2] {
		if d < b.Rings.Radius(l) || models.Touches(b.Clearance(l, d, b.Disc.Radius)) {
			return int(l)
		}
	}
	return int(models.Line5)
}

// offLine says whether a flat disc must leave because of the shooting line:
// it touches it, or lies beyond it where the lip counts nothing.
func offLine(rules *models.Rules, b models.Board, d float64) bool {
	if models.Touches(b.Clearance(models.Line5, d, b.Disc.Radius)) {
		return true
	}
	return d > b.Rings.R5 && rules.LipScores == 0
}

// Tally is one side's count of a board.
type Tally struct {
	Board    int `json:"board"`    // points of the discs on the surface
	Twenties int `json:"twenties"` // discs
	Total    int `json:"total"`
}

// CountBoard is the points of each side's discs on the surface.
func CountBoard(rs *models.Ruleset, b models.Board, discs []Disc) map[Side]int {
	points := map[Side]int{}
	for _, d := range discs {
		if d.InPlay() {
			points[d.Owner] += Points(rs, b, d.State, d.At.D)
		}
	}
	return points
}
