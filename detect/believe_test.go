package detect

import "testing"

func TestAFaintRimNeedsATeamsVeryColour(t *testing.T) {
	red, dark := Tint{40, 45, 190}, Tint{40, 40, 42}
	var sure []Fit
	for range 4 {
		sure = append(sure, strongFit(red), strongFit(dark))
	}
	teams := teamsOf(sure)
	if len(teams.Colours) != 2 {
		t.Fatalf("%d teams, want 2", len(teams.Colours))
	}
	if teams.strange(strongFit(red)) {
		t.Error("a team's own colour is said to be strange")
	}
	if !teams.strange(strongFit(Tint{90, 170, 220})) {
		t.Error("a wooden face passes for a red or a dark one")
	}
	if (Teams{}).strange(strongFit(red)) {
		t.Error("a colour is strange though no team is known")
	}
}

// strongFit is one that is a disc without a doubt, with a face of the colour.
func strongFit(face Tint) Fit {
	return Fit{Face: face, Support: 1, InFrame: 1, Standout: 6, RMS: 0.1}
}
