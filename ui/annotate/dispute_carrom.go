package annotate

import (
	"fmt"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"
)

// The words of a sheet about a carrom board's line.

var carromLineNames = map[models.Line]string{
	models.LineInner: "inner base line", models.LineOuter: "outer base line", models.LineCircle: "base circle",
	models.LinePocket: "pocket’s rim", models.LineHalf: "pocket’s rim", models.LineFall: "hold of the rim",
}

// goodToTouch says whether the rules want the line to be touched.
func goodToTouch(l models.Line) bool { return l == models.LineInner || l == models.LineOuter }

// stakes is what the answer decides.
func stakes(b models.Board, d detect.Disc, l models.Line) string {
	switch l {
	case models.LineInner, models.LineOuter:
		return "a striker must touch both base lines"
	case models.LineCircle:
		return "a striker must not touch it"
	case models.LinePocket, models.LineHalf, models.LineFall:
		return fmt.Sprintf("it falls %.1f mm or less from the pocket’s middle", b.Carrom.FallsWithin(d.Radius))
	}
	return detect.StakesOf(b, d, l).String()
}

// pocketWords are the answer's first word and the figure beneath it.
func pocketWords(c detect.LineCall) (word, figure string) {
	figure = fmt.Sprintf("%.2f ± %.2f mm", c.Clearance, c.SD)
	yes, no := oddsWords(c.Line)
	switch c.Call {
	case detect.Touching:
		return capital(yes), fmt.Sprintf("by %.2f ± %.2f mm", -c.Clearance, c.SD)
	case detect.Clear:
		return capital(no), "by " + figure
	}
	return "Too close to call", fmt.Sprintf("%s, %s %s", figure, session.Chance(c.PTouching), yes)
}

// oddsWords are the two answers about a line.
func oddsWords(l models.Line) (yes, no string) {
	switch l {
	case models.LinePocket:
		return "over the rim", "clear of the rim"
	case models.LineHalf:
		return "half over", "less than half over"
	case models.LineFall:
		return "falls", "does not fall"
	}
	return "touches", "clear"
}

// zeroWords name where the clearance is 0.
func zeroWords(l models.Line) string {
	switch l {
	case models.LinePocket, models.LineHalf:
		return "pocket’s rim"
	case models.LineFall:
		return "end of its hold"
	}
	return "line’s edge"
}

// lineText says in the legend what the line's curves are.
func lineText(s spot) string {
	switch s.call.Line {
	case models.LinePocket, models.LineHalf:
		return "the pocket’s rim"
	case models.LineFall:
		return "within it a piece’s middle has no hold"
	}
	return fmt.Sprintf("the line, %.1f mm wide", s.line.Width)
}

func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }
