package referee_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ditchline/referee"
)

// AMB-17, AMB-27: what only people see is a flag with a default that is no
// foul; AMB-28 and the statements of section 7 name it.
func TestFlagsOfSection7(t *testing.T) {
	for code, want := range map[referee.FlagCode]referee.Action{
		referee.FlagSeat: referee.ActWarning, referee.FlagHand: referee.ActWarning, referee.FlagBoard: referee.ActRecalibrate,
		referee.FlagPush: referee.ActWarning, referee.FlagHeld: referee.ActNote, referee.FlagEarly: referee.ActNote,
		referee.FlagLine: referee.ActOverwrite, referee.FlagFlat: referee.ActOverwrite, referee.FlagContact: referee.ActOverwrite,
		referee.FlagRestore: referee.ActConfirm, referee.FlagDistract: referee.ActNote, referee.FlagUndo: referee.ActUndo, referee.FlagConcede: referee.ActEnd,
	} {
		f, ok := referee.FlagOf(code)
		if !ok || f.Default != want || !f.Allows(want) || f.Allows("nonsense") {
			t.Errorf("flag %s: %+v, want the default %s", code, f, want)
		}
		if f.Allows(referee.ActFoul) != (f.Foul != "") {
			t.Errorf("flag %s: a foul needs a reason, and a reason a foul: %+v", code, f)
		}
	}
	if _, ok := referee.FlagOf("none"); ok {
		t.Error("a flag that does not exist was found")
	}
}

// Every statement about people alone (H) stands at a flag, or is a thing that
// no program can help with.
func TestHumanStatementsHaveAFlag(t *testing.T) {
	noFlag := map[string]string{
		"CH-10": "one finger: part of the flag push by NED-09", "CH-45": "allows something", "CQG-04": "a finger: part of push",
		"KEL-02": "how to flick", "KEL-04": "the first starter by lot", "NCA-13": "where twenties lie", "CAR-09": "how to flick the striker",
	}
	flagged := map[string]bool{}
	for _, f := range referee.Flags(&ruleset(t, "MAY").Rules) {
		for _, id := range f.Rules {
			flagged[id] = true
		}
	}
	text, err := os.ReadFile("../models/statements/en.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		id, rest, _ := strings.Cut(line, "\t")
		marks, _, _ := strings.Cut(rest, "\t")
		if regexp.MustCompile(`^H(,cfg)?$`).MatchString(marks) && !flagged[id] && noFlag[id] == "" {
			t.Errorf("%s (%s) has no flag", id, marks)
		}
	}
}

func TestFlagsThatARulesetNeeds(t *testing.T) {
	has := func(name string, code referee.FlagCode, sets ...string) bool {
		return slices.ContainsFunc(referee.Flags(&ruleset(t, name, sets...).Rules), func(f referee.Flag) bool { return f.Code == code })
	}
	for _, c := range []struct {
		rules string
		got   bool
		want  bool
	}{
		{"MAY-05 CON-19 discs in hand", has("MAY", referee.FlagHeld), true},
		{"CON-19 allowed", has("NCA", referee.FlagHeld), false},
		{"MAY-15 restore", has("MAY", referee.FlagRestore), true},
		{"damage stays", has("CH", referee.FlagRestore), false},
		{"CH-45 novices may move the chair", has("CH+f", referee.FlagSeat), false},
		{"CH-39 CON-17 others not", has("CH", referee.FlagSeat), true},
		{"CH-49 only the shooting hand", has("CH+d", referee.FlagHand), true},
		{"without that", has("CH", referee.FlagHand), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: flag offered: %v", c.rules, c.got)
		}
	}
}

// A foul called by a person removes what a missed contact would.
func TestManualFoul(t *testing.T) {
	s := shotLine{before: "W1 60@90, B1 150@270", contacts: "B2-B1 B1-W1", after: "B2 170@270, B1 60@200, W1 150@90"}.situation(t, ruleset(t, "MAY"))
	s.ManualFoul = referee.FHand
	if v := referee.Judge(&s); words(&v) != "FOUL F_HAND B1:R_FOUL B2:R_FOUL" {
		t.Errorf("AMB-17: %s", words(&v))
	}
}
