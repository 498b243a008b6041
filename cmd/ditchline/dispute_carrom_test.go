package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ditchline/score/session"
)

// carromStills are pictures of capture/sim (seed 4400 on), with the truth of
// their strikers: gaps to the inner and the outer base line and the nearest
// circle, mm.
var carromStills = []struct {
	picture, call string
	gaps          [3]float64
}{
	{"testdata/carrom/sim_031.jpg", "valid", [3]float64{-11.11, -4.89, 169.91}},
	{"testdata/carrom/sim_023.jpg", "invalid", [3]float64{12.72, -17.58, -0.95}},
}

// The program that ships, on rendered carrom boards with their truth.
func TestDisputeAnswersOnCarromBoards(t *testing.T) {
	stills := carromStills
	if testing.Short() {
		stills = stills[:1]
	}
	for _, c := range stills {
		dir := t.TempDir()
		got := call(t, realParts(), "dispute", "--json", "--board", "carrom-icf", "--annotate", dir, c.picture)
		if got.status != statusDone {
			t.Fatalf("%+v", got)
		}
		var r session.DisputeReport
		if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
			t.Fatal(err)
		}
		if r.Striker == nil || r.Striker.Call != c.call || len(r.Disputes) < 3 || r.Disputes[0].Stakes != nil || r.Disputes[0].Disc.Points != nil {
			t.Fatalf("%s: striker %+v, want %s; %d disputes", c.picture, r.Striker, c.call, len(r.Disputes))
		}
		for i, want := range c.gaps {
			l := r.Striker.Lines[i]
			if z := (l.Clearance - want) / l.SD; abs(z) > 3.5 || abs(l.Clearance-want) > 1.5 {
				t.Errorf("%s, %s: %.2f ± %.2f mm, the truth is %.2f", c.picture, l.Line, l.Clearance, l.SD, want)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, strings.TrimSuffix(filepath.Base(c.picture), ".jpg")+"-dispute.png")); err != nil {
			t.Error(err)
		}
	}
}

func TestALineOfAnotherGameIsRefusedInWords(t *testing.T) {
	got := call(t, realParts(), "dispute", "--board", "carrom-icf", "--near", "15", carromStills[0].picture)
	if got.status != statusFailed || !strings.Contains(got.stderr, "a carrom board has no line") {
		t.Errorf("%+v", got)
	}
	got = call(t, fakeParts(), "dispute", "--near", "pocket", "a.jpg")
	if got.status != statusFailed || !strings.Contains(got.stderr, "a crokinole board has no line") {
		t.Errorf("%+v", got)
	}
}
