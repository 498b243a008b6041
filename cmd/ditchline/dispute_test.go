package main

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ditchline/score/session"
)

// The program that ships, on a still whose truth is known: a disc of it touches
// the shooting line by 0.07 mm.
func TestDisputeAnswersAndDraws(t *testing.T) {
	dir := t.TempDir()
	got := call(t, realParts(), "dispute", "--json", "--board", "nca-26", "--near", "5", "--annotate", dir, testStills+"/crok_027.jpg", "missing.jpg")
	if got.status != statusFailed {
		t.Errorf("status %d for a missing file", got.status)
	}
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `"file":"missing.jpg","error"`) {
		t.Fatalf("stdout %s", got.stdout)
	}
	var r session.DisputeReport
	if err := json.Unmarshal([]byte(lines[1]), &r); err != nil {
		t.Fatal(err)
	}
	if r.File != testStills+"/crok_027.jpg" || len(r.Disputes) == 0 || r.Answer != r.Disputes[0].Call || len(r.Discs) == 0 {
		t.Fatalf("report %+v", r)
	}
	for i, d := range r.Disputes {
		if d.Line != "5" {
			t.Errorf("asked for the 5, told of the %s", d.Line)
		}
		if i > 0 && abs(d.Clearance) < abs(r.Disputes[i-1].Clearance) {
			t.Error("the closest does not come first")
		}
	}
	file, err := os.Open(filepath.Join(dir, "crok_027-dispute.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if img, err := png.Decode(file); err != nil || img.Bounds().Dx() != 1200 {
		t.Errorf("picture %v, %v", img.Bounds(), err)
	}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}

// One situation is one line, however many photographs show it; the fake discs
// lie alike in both.
func TestPhotographsOfOneSituationAreAnsweredTogether(t *testing.T) {
	got := call(t, fakeParts(), "dispute", "--json", "a.jpg", "b.jpg")
	if got.status != statusDone || strings.Count(got.stdout, "\n") != 1 {
		t.Fatalf("%+v", got)
	}
	var r session.DisputeReport
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Photos) != 2 || r.Photos[1].File != "b.jpg" {
		t.Errorf("photographs %+v", r.Photos)
	}
}

func TestDisputeIsCalledWithALineThatThereIs(t *testing.T) {
	if got := call(t, fakeParts(), "dispute", "--near", "20", "a.jpg"); got.status != statusUsage || !strings.Contains(got.stderr, "want 15, 10 or 5") {
		t.Errorf("%+v", got)
	}
	if got := call(t, fakeParts(), "dispute"); got.status != statusUsage {
		t.Errorf("%+v", got)
	}
	if got := call(t, fakeParts(), "dispute", "a.jpg"); got.status != statusDone || !strings.Contains(got.stdout, "no disc lies within 5 mm") {
		t.Errorf("%+v", got)
	}
}
