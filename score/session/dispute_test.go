package session

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// disputed is a photograph from above of a disc with that clearance to the 15.
func disputed(clearance, sd float64) detect.Observation {
	b := models.ShippedBoards()["nca-26"]
	cam := models.Camera{Width: 640, Height: 480, Fx: 600, Fy: 600, R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 900}}
	d := detect.Disc{
		Pos: r2.Vec{X: 101.6 - 0.8 - 15.875 - clearance}, Cov: [3]float64{sd * sd, 0, sd * sd}, Radius: 15.875, State: detect.Flat,
		Team: "A", Colour: detect.RGB{R: 200}, Points: 15, Confidence: 0.99,
	}
	d.Lines = detect.CallLines(b, d.Pos, d.Cov, d.Radius, 0)
	return detect.Observation{
		Frame:       capture.Frame{Width: 640, Height: 480},
		Calibration: calibrate.Calibration{Board: b, Make: b.Name, Confidence: 1, Camera: cam},
		Discs:       []detect.Disc{d},
	}
}

func reportOf(t *testing.T, lines []models.Line, photos ...detect.Observation) DisputeReport {
	t.Helper()
	all := detect.Situations(photos)
	if len(all) != 1 {
		t.Fatalf("%d situations", len(all))
	}
	files, elapsed := []string{"a.jpg", "b.jpg"}, []Elapsed{{"total": 5}, {"total": 6}}
	return NewDisputeReport(all[0], files, elapsed, lines, detect.DisputeReach)
}

func TestTheAnswerIsTheNumberAndHowSure(t *testing.T) {
	for _, c := range []struct {
		clearance, sd float64
		answer, text  string
	}{
		{0.42, 0.11, "clear", "clear by 0.42 ± 0.11 mm"},
		{-0.31, 0.11, "touching", "touching: over the edge by 0.31 ± 0.11 mm"},
		{0.05, 0.12, "too_close", "too close to call: 0.05 ± 0.12 mm, 34 % touching"},
		{-0.15, 0.1, "too_close", "too close to call: -0.15 ± 0.10 mm, 93.3 % touching"},
	} {
		r := reportOf(t, models.Lines[:], disputed(c.clearance, c.sd))
		if r.Answer != c.answer || r.Text != c.text {
			t.Errorf("%v ± %v: %s, %q; want %s, %q", c.clearance, c.sd, r.Answer, r.Text, c.answer, c.text)
		}
	}
}

func TestChanceNeverSpeaksOfCertainty(t *testing.T) {
	for p, want := range map[float64]string{0: "under 0.1 %", 1: "over 99.9 %", 0.004: "0.4 %", 0.996: "99.6 %", 0.5: "50 %"} {
		if got := Chance(p); got != want {
			t.Errorf("%v is %q, want %q", p, got, want)
		}
	}
}

func TestWhereNothingIsDisputedTheNearestIsNamed(t *testing.T) {
	r := reportOf(t, []models.Line{models.Line10, models.Line5}, disputed(0.3, 0.1))
	if r.Answer != "none" || len(r.Disputes) != 0 || r.Nearest == nil || r.Nearest.Line != "10" {
		t.Fatalf("%+v", r)
	}
	if !strings.Contains(r.Text, "no disc lies within 5 mm of the 10 or 5 line") || !strings.Contains(r.Text, "of the 10 line") {
		t.Errorf("text %q", r.Text)
	}
}

func TestTheReportHasAllOfAPhotosFields(t *testing.T) {
	text, err := json.Marshal(reportOf(t, models.Lines[:], disputed(0.3, 0.1), disputed(0.5, 0.1)))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"file", "width", "height", "board", "calibration", "discs", "score", "elapsed_ms", "warnings", "near", "reach_mm", "answer", "text", "disputes", "photos"} {
		if got[field] == nil {
			t.Errorf("no field %q in %s", field, text)
		}
	}
	d := got["disputes"].([]any)[0].(map[string]any)
	for _, field := range []string{"line", "clearance_mm", "sd_mm", "touching", "p_touching", "call", "disc", "photos", "text"} {
		if d[field] == nil {
			t.Errorf("no field %q in a dispute", field)
		}
	}
	if n := len(d["photos"].([]any)); n != 2 {
		t.Errorf("%d photographs answer by themselves, want 2", n)
	}
	if math.Abs(d["clearance_mm"].(float64)-0.4) > 1e-3 {
		t.Errorf("together %v mm, want 0.4", d["clearance_mm"])
	}
}

func TestPhotographsThatDisagreeAreSaid(t *testing.T) {
	r := reportOf(t, models.Lines[:], disputed(0.2, 0.1), disputed(1.4, 0.1))
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "disagree") || r.Disputes[0].Disagreement < 3 {
		t.Errorf("warnings %q, disagreement %v", r.Warnings, r.Disputes[0].Disagreement)
	}
}
