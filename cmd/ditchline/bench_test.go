package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"ditchline/detect/bench"
)

const testStills = "../../detect/cvdisc/testdata"

// The whole program on stills of which the truth is known. Folders of many are
// measured by scripts/measure; here it is proven that the figures are taken.
func TestBenchMeasuresStillsAndHoldsHoughAgainstThem(t *testing.T) {
	got := call(t, realParts(), "bench", "--json", testStills)
	if got.status != statusDone {
		t.Fatalf("status %d, stderr %s", got.status, got.stderr)
	}
	var r bench.Report
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil {
		t.Fatalf("%v\n%s", err, got.stdout)
	}
	if r.All.Pictures != 3 || r.All.Found != 3 || r.All.Discs < 30 || r.All.Recall < 0.9 {
		t.Errorf("figures %+v", r.All)
	}
	if !(r.All.Bound50 > 0.0005 && r.All.Bound50 < r.All.Err50) {
		t.Errorf("the bound %v is not below what was attained, %v", r.All.Bound50, r.All.Err50)
	}
	if len(r.Rivals) != 2 || r.Rivals[0].Recall < 0.5 || r.Rivals[0].Ratio95 < 2 {
		t.Errorf("rivals %+v", r.Rivals)
	}
	stages := map[string]float64{}
	for _, s := range r.Stages {
		stages[s.Name] = float64(s.Median)
	}
	if stages["calibrate"] <= 0 || stages["detect"] <= 0 || stages["processor"] <= 0 {
		t.Errorf("stages %v", stages)
	}
}

func TestBenchSaysWhatAFolderLacks(t *testing.T) {
	dir := t.TempDir()
	if got := call(t, fakeParts(), "bench", dir); got.status != statusFailed || !strings.Contains(got.stderr, "no picture with its truth") {
		t.Errorf("an empty folder: %+v", got)
	}
	if err := os.WriteFile(dir+"/a.json", []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/a.jpg", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := call(t, fakeParts(), "bench", dir); got.status != statusFailed || !strings.Contains(got.stderr, "board_name is missing") {
		t.Errorf("a bad truth: %+v", got)
	}
	if got := call(t, fakeParts(), "bench"); got.status != statusUsage {
		t.Errorf("no folder: %+v", got)
	}
}
