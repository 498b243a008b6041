package score

import (
	"slices"
	"testing"

	"ditchline/models"
	"ditchline/referee"
)

// The scenarios' F12 to F22 as they stand: totals before, points added, and
// how the game then is.
func TestScenariosOfTargets(t *testing.T) {
	for _, c := range []struct {
		id, ruleset string
		mode        models.ScoringMode
		target      int
		before, add []int
		rounds      int
		want        ending
		leaders     []int
	}{
		{"F12 NED-01", "NED", models.Differential, 100, []int{60, 0}, []int{40, 0}, 2, won, []int{0}},
		{"F13 KEL-01", "KEL", models.Differential, 50, []int{30, 20}, []int{0, 25}, 3, goesOn, nil},
		{"F15 CH-40", "CH", models.Simple, 100, []int{70, 65}, []int{35, 45}, 2, won, []int{1}},
		{"F16 CH-40", "CH", models.Simple, 100, []int{70, 65}, []int{40, 45}, 2, shared, []int{0, 1}},
		{"F18 MAY-29", "MAY", models.Match2, 8, []int{7, 6}, []int{1, 1}, 9, won, []int{0}},
		{"F19 MAY-29", "MAY", models.Match2, 8, []int{6, 7}, []int{2, 0}, 9, won, []int{0}},
		{"F20 MAY-29", "MAY", models.Match2, 8, []int{7, 7}, []int{1, 1}, 9, decide, []int{0, 1}},
		{"F21 NCA-04", "NCA", models.Rounds4, 0, []int{0, 0}, []int{5, 3}, 4, won, []int{0}},
		{"F22 NCA-04", "NCA", models.Rounds4, 0, []int{0, 0}, []int{4, 4}, 4, drawn, nil},
		{"F22 WCC", "WCC", models.Rounds4, 0, []int{0, 0}, []int{4, 4}, 4, decide, []int{0, 1}},
	} {
		rs, err := models.ShippedRulesets().Get(c.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		setup := NewSetup("m", rs, rs.RulebookBoard(), referee.Two)
		setup.Mode, setup.Target = c.mode, c.target
		totals := []int{c.before[0] + c.add[0], c.before[1] + c.add[1]}
		got, leaders := gameEnd(&setup, totals, c.rounds, false)
		if got != c.want || !slices.Equal(leaders, c.leaders) {
			t.Errorf("%s: %v gives %v led by %v, want %v, %v", c.id, totals, got, leaders, c.want, c.leaders)
		}
	}
}
