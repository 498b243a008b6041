package session

import (
	"fmt"
	"slices"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
)

// StrikerReport is whether a striker lies as the rules want it before a
// stroke: on both base lines and clear of their circles.
type StrikerReport struct {
	Call   string         `json:"call"` // valid, invalid, too_close
	PValid float64        `json:"p_valid"`
	Code   referee.Reason `json:"code,omitempty"` // of RULES.md section 6, where it is invalid or may be
	Text   string         `json:"text"`
	Lines  [3]LineReport  `json:"lines"` // base_inner, base_outer, base_circle
	Disc   DiscReport     `json:"disc"`
}

// reportStriker of a situation; nil where none is set down.
func reportStriker(s detect.Situation) *StrikerReport {
	d, ok := s.Striker()
	if !ok {
		return nil
	}
	worst := d.Worst().Call
	r := &StrikerReport{
		PValid: rounded(d.PValid(), 4), Code: referee.FStrikerLines,
		Lines: [3]LineReport{reportLine(d.Inner.Call), reportLine(d.Outer.Call), reportLine(d.Circle.Call)},
		Disc:  reportDisc(d.Inner.Disc, models.Carrom),
	}
	if worst.Line == models.LineCircle {
		r.Code = referee.FStrikerCircle
	}
	name := carromLineNames([]models.Line{worst.Line})
	switch d.Valid() {
	case detect.Touching:
		r.Call, r.Code, r.Text = "valid", "", "the striker touches both base lines and no circle"
	case detect.Clear:
		r.Call, r.Text = "invalid", fmt.Sprintf("the striker does not touch the %s: %s", name, DisputeText(worst))
		if worst.Line == models.LineCircle {
			r.Text = fmt.Sprintf("the striker touches a %s: %s", name, DisputeText(worst))
		}
	default:
		r.Call, r.Text = "too_close", fmt.Sprintf("too close to call whether the striker lies right: the chance is %s; the %s decides: %s", Chance(r.PValid), name, DisputeText(worst))
	}
	return r
}

// carromLineNames are the lines in a sentence, each name once.
func carromLineNames(lines []models.Line) string {
	var names []string
	for _, l := range lines {
		name := map[models.Line]string{models.LineInner: "inner base line", models.LineOuter: "outer base line", models.LineCircle: "base circle"}[l]
		if l.OfPocket() {
			name = "pocket"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return orList(names)
}

// pocketText is a pocket's call in words.
func pocketText(c detect.LineCall) string {
	figure := fmt.Sprintf("%.2f ± %.2f mm", c.Clearance, c.SD)
	over := fmt.Sprintf("%.2f ± %.2f mm", -c.Clearance, c.SD)
	switch {
	case c.Line == models.LinePocket && c.Call == detect.Clear:
		return "clear of the pocket by " + figure
	case c.Line == models.LinePocket && c.Call == detect.Touching:
		return "over the pocket's rim by " + over
	case c.Line == models.LineHalf && c.Call == detect.Clear:
		return "less than half over the pocket: its middle is " + figure + " short of the rim"
	case c.Line == models.LineHalf && c.Call == detect.Touching:
		return "half or more over the pocket: its middle is " + over + " beyond the rim"
	case c.Line == models.LineFall && c.Call == detect.Clear:
		return "does not fall by itself: its middle is " + figure + " from where it would"
	case c.Line == models.LineFall && c.Call == detect.Touching:
		return "falls by itself: its middle is " + over + " beyond its hold"
	}
	what := map[models.Line]string{models.LinePocket: "over the rim", models.LineHalf: "half over", models.LineFall: "falling"}[c.Line]
	return fmt.Sprintf("too close to call: %s, %s %s", figure, Chance(c.PTouching), what)
}
