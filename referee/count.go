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
			points[d.Owner] += pointsAmong(rs, b, d, discs)
		}
	}
	return points
}

// pointsAmong is a disc's worth: one that lies flat on another scores what
// the lower one scores (NCA-14).
func pointsAmong(rs *models.Ruleset, b models.Board, d Disc, discs []Disc) int {
	for _, lower := range discs {
		if d.On != "" && lower.ID == d.On && lower.On == "" && lower.InPlay() {
			return Points(rs, b, lower.State, lower.At.D)
		}
	}
	return Points(rs, b, d.State, d.At.D)
}

// PointDoubt is a disc whose points nobody can know from the measurement.
type PointDoubt struct {
	Disc  Disc        `json:"disc"`
	Line  models.Line `json:"line"`
	P     float64     `json:"p"`     // probability of touching
	Clear int         `json:"clear"` // points if it is clear of the line
	Touch int         `json:"touch"` // points if it touches
}

// CountDoubts lists the discs that lie too close to a line to call, before a
// round is written: a person lifts the disc and looks (CH-37).
func CountDoubts(rs *models.Ruleset, b models.Board, discs []Disc) []PointDoubt {
	var out []PointDoubt
	for _, d := range discs {
		if d.State != Flat || d.SD <= 0 {
			continue
		}
		for _, l := range models.Lines {
			gap := b.Clearance(l, d.At.D, b.Disc.Radius)
			if p := normal(-gap / d.SD); p > surelyNot && p < surely {
				// Just off the line on the disc's side, and just on it.
				side := 1.0
				if d.At.D < b.Rings.Radius(l) {
					side = -1
				}
				clear := b.Rings.Radius(l) + side*(b.Disc.Radius+b.LineWidth/2+2*models.TouchEpsilon)
				out = append(out, PointDoubt{
					Disc: d, Line: l, P: p,
					Clear: Points(rs, b, Flat, clear),
					Touch: Points(rs, b, Flat, b.Rings.Radius(l)+side*b.Disc.Radius),
				})
			}
		}
	}
	return out
}
