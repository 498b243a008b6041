package score_test

import (
	"strings"
	"testing"

	"ditchline/referee"
	"ditchline/score"
)

func TestLogFilesThatAreBroken(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":                          {"\n\n", "the log is empty"},
		"not JSON":                       {"hello", "line 1"},
		"no start":                       {`{"seq":2,"kind":"shot"}`, "begins with its start"},
		"a line that is a byte too long": {strings.Repeat("x", 1<<20+1), "token too long"},
	} {
		if _, err := score.ReadLogs(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// A log keeps its own rules: it replays the same when the shipped ones change.
func TestALogKeepsItsRules(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil, "OpenRule=none", "Target=30")
	tab.shoot(referee.Flat, 250)
	var file strings.Builder
	if err := score.WriteLog(&file, tab.Events()); err != nil {
		t.Fatal(err)
	}
	logs, err := score.ReadLogs(strings.NewReader(file.String() + "\n" + file.String()))
	if err != nil || len(logs) != 2 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	m, err := score.Replay(logs[1])
	if err != nil {
		t.Fatal(err)
	}
	rs := m.Setup().Ruleset
	if rs.Rules.OpenRule != "none" || rs.Source("OpenRule") != "house" || rs.Source("Damage") != "NED-17" || m.Setup().Target != 30 {
		t.Errorf("%s of %s, target %d", rs.Rules.OpenRule, rs.Source("OpenRule"), m.Setup().Target)
	}
	if got := m.State().Shots[0].Verdict.Because; got[0] != "house:OpenRule" {
		t.Errorf("because %v", got)
	}
}
