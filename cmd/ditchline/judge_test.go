package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/store"
)

const (
	goodCase = `{"ruleset":"KEL","d":84.9,"theta":0,"value":true}`
	badCase  = `{"ruleset":"KEL"}`
)

// written puts words into a file of a test's own.
func written(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestJudge(t *testing.T) {
	good, mixed := written(t, "good.json", goodCase), written(t, "mixed.json", "["+badCase+","+goodCase+"]")
	for name, c := range map[string]struct {
		args   []string
		status int
		stdout string
		stderr string
	}{
		"a good case":             {[]string{"judge", "--json", good}, 0, "{\"value\":15}\n", ""},
		"as words":                {[]string{"judge", good}, 0, "15 points\n", ""},
		"a bad and a good one":    {[]string{"judge", "--json", mixed}, 1, "{\"value\":15}\n", "case 1: want d and theta"},
		"a missing file, a good":  {[]string{"judge", "--json", "nowhere.json", good}, 1, "{\"value\":15}\n", "nowhere.json"},
		"no file":                 {[]string{"judge"}, 2, "", "no file was named"},
		"an unknown language":     {[]string{"judge", "--language", "de", good}, 2, "", "want en, fr or nl"},
		"the house's own":         {[]string{"judge", "--json", "--set", "LineLower=false", written(t, "line.json", strings.Replace(goodCase, "84.9,", "101.6,", 1))}, 0, "{\"value\":15}\n", ""},
		"a parameter of no house": {[]string{"judge", "--json", "--set", "Nose=1", good}, 1, "Nose: no such parameter", "Nose"},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), c.args...)
			if got.status != c.status || !strings.Contains(got.stderr, c.stderr) {
				t.Errorf("exit status %d, want %d\n%s", got.status, c.status, got.stderr)
			}
			if !strings.HasSuffix(got.stdout, c.stdout) && !strings.Contains(got.stdout, c.stdout) {
				t.Errorf("stdout %q, want %q", got.stdout, c.stdout)
			}
		})
	}
}

func TestRulesCommand(t *testing.T) {
	for name, c := range map[string]struct {
		args   []string
		status int
		want   []string // in stdout or stderr
	}{
		"list":                  {[]string{"rules"}, 0, []string{"CH ", "+a +aq +b +c +d +f +l +n", "WCC", "carrom"}},
		"show":                  {[]string{"rules", "show", "ch+C+a"}, 0, []string{"CH+a+c", "OpenRule", "shot_disc", "CH-48", "Which disc must reach the 15"}},
		"show with house rules": {[]string{"rules", "show", "NED", "--set", "Target=50"}, 0, []string{"Target", "50", "house"}},
		"show carrom":           {[]string{"rules", "show", "car"}, 0, []string{"StrikerAlone", "CAR-19"}},
		"show nothing":          {[]string{"rules", "show"}, 2, []string{"name one"}},
		"show what is not":      {[]string{"rules", "show", "XX"}, 2, []string{"no ruleset named", "CQG"}},
		"every problem":         {[]string{"rules", "show", "NED", "--set", "Nose=1", "--set", "Target=x"}, 2, []string{"Nose", "whole number"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), c.args...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d\n%s", got.status, c.status, got.stderr)
			}
			for _, want := range c.want {
				if !strings.Contains(got.stdout+got.stderr, want) {
					t.Errorf("it does not say %q:\n%s%s", want, got.stdout, got.stderr)
				}
			}
		})
	}
	got := call(t, fakeParts(), "rules", "show", "MAY", "--json")
	var rs struct {
		ID         string
		Parameters []models.Parameter
	}
	if err := json.Unmarshal([]byte(got.stdout), &rs); err != nil || rs.ID != "MAY" || len(rs.Parameters) < 54 || rs.Parameters[0].Source != "MAY-02" {
		t.Errorf("%v: %s", err, got.stdout)
	}
}

// A house's own ruleset lies in the data folder, and judges too.
func TestHouseRulesetFromTheDataFolder(t *testing.T) {
	data := t.TempDir()
	dir := filepath.Join(data, "rules")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	club := filepath.Join(dir, "club.yaml")
	if err := os.WriteFile(club, []byte("id: CLUB\nbase: NED\ntitle: Our club\nparameters: {LineLower: false}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	file := written(t, "case.json", `{"ruleset":"club","d":101.6,"theta":0,"value":true}`)
	if got := call(t, fakeParts(), "judge", "--json", "--data", data, file); got.stdout != "{\"value\":15}\n" {
		t.Errorf("%s%s", got.stdout, got.stderr)
	}
	if err := os.WriteFile(club, []byte("id: CLUB\nbase: NED\nparameters: {Nose: 1}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := call(t, fakeParts(), "rules", "--data", data); got.status != 2 || !strings.Contains(got.stderr, "club.yaml") || !strings.Contains(got.stderr, "Nose") {
		t.Errorf("%d %s", got.status, got.stderr)
	}
}

// played is a short match.
func played(t *testing.T, id string) *score.Match {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup(id, rs, models.ShippedBoards()["nca-26"], referee.Two)
	m, err := score.Begin(score.Event{At: time.Date(2026, 5, 6, 18, 0, 0, 0, time.UTC), Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []score.Event{
		{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "A1", After: []referee.Rest{{ID: "A1", State: referee.InHole}}}},
		{Kind: score.KindRound},
	} {
		if _, err := m.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestScoreCommand(t *testing.T) {
	var lines strings.Builder
	if err := score.WriteLog(&lines, played(t, "from-a-file").Events()); err != nil {
		t.Fatal(err)
	}
	log := written(t, "match.jsonl", lines.String())
	file := filepath.Join(t.TempDir(), store.FileName)
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"one", "two"} {
		if err := s.Append(t.Context(), id, played(t, id).Events()...); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	words := written(t, "words.txt", "hello\n")
	for name, c := range map[string]struct {
		args   []string
		status int
		want   []string
	}{
		"a table of a log file":     {[]string{"score", log}, 0, []string{"Match from-a-file", "OK_OPEN_20", "A 20, B 0"}},
		"a table of a store":        {[]string{"score", file}, 0, []string{"Match one", "Match two"}},
		"JSON":                      {[]string{"score", "--json", log}, 0, []string{`"statistics":`, `"phase":"playing"`}},
		"CSV of one of a store":     {[]string{"score", file, "--format", "csv", "--match", "two"}, 0, []string{"two,NED,1,1,1,"}},
		"CMN of a store":            {[]string{"score", file, "--format", "cmn"}, 0, []string{`"batch": true`, `"app": "ditchline"`}},
		"CMN of a file":             {[]string{"score", log, "--format", "cmn"}, 0, []string{`"cmn": "1.0"`, `"twenties": [`}},
		"no file":                   {[]string{"score"}, 2, []string{"no match log"}},
		"an unknown format":         {[]string{"score", log, "--format", "pdf"}, 2, []string{"pdf"}},
		"a file that is not there":  {[]string{"score", "nowhere.db", log}, 1, []string{"nowhere.db", "Match from-a-file"}},
		"a file that is no log":     {[]string{"score", words}, 1, []string{"words.txt", "line 1"}},
		"a match that is not there": {[]string{"score", file, "--match", "three"}, 1, []string{"no match has that id"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), c.args...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d\n%s", got.status, c.status, got.stderr)
			}
			for _, want := range c.want {
				if !strings.Contains(got.stdout+got.stderr, want) {
					t.Errorf("it does not say %q:\n%s%s", want, got.stdout, got.stderr)
				}
			}
		})
	}
	if got := call(t, fakeParts(), "score", file, "--format", "csv", "--match", "two"); strings.Contains(got.stdout, "one,NED") {
		t.Errorf("--match lets others through:\n%s", got.stdout)
	}
}
