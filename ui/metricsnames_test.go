package ui

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ditchline/score/session"
	"ditchline/ui/storybook"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// lively is the metrics of a server on which everything has happened once.
func lively(t *testing.T) string {
	t.Helper()
	h := newHouse(t)
	story, err := storybook.Tell("removal")
	if err != nil {
		t.Fatal(err)
	}
	v := story.State
	v.Tally = session.Tally{
		Shots: map[string]uint64{"valid": 1}, Reasons: map[string]uint64{"OK_OPEN": 1}, Anomalies: map[string]uint64{"board_moved": 1},
		Delays: session.Delays{Bounds: []float64{1}, Counts: []uint64{1}, N: 1, Sum: 0.3},
	}
	h.board.Publish(v)
	logs, err := storybook.Evenings(9, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.store.Append(t.Context(), "another", logs[0][0]); err == nil {
		t.Log("stored under another name")
	}
	var text string
	waitFor(t, func() bool {
		_, text = h.do(t, "GET", "/metrics", nil, nil)
		return strings.Contains(text, "ditchline_stage_duration_seconds_bucket")
	})
	return text
}

func TestMetricsFollowTheConventions(t *testing.T) {
	text := lively(t)
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "ditchline_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not here: apt-get install prometheus")
	}
	check := exec.CommandContext(t.Context(), promtool, "check", "metrics")
	var ours bytes.Buffer
	for _, line := range strings.SplitAfter(text, "\n") {
		if strings.Contains(line, "ditchline_") {
			ours.WriteString(line)
		}
	}
	check.Stdin = &ours
	if out, err := check.CombinedOutput(); err != nil || len(bytes.TrimSpace(out)) > 0 {
		t.Errorf("promtool check metrics: %v\n%s", err, out)
	}
}

// Everything that the issue asks to be measured is there.
func TestWhatIsMeasured(t *testing.T) {
	text := lively(t)
	for _, name := range []string{
		"frames_captured_total", "frames_dropped_total", "stage_duration_seconds", "calibration_error_meters", "discs", "shots_total", "reviews_open",
		"anomalies_total", "stream_clients", "log_writes_total", "log_write_duration_seconds", "evidence_bytes", "webhook_deliveries_total",
	} {
		if !strings.Contains(text, "\nditchline_"+name+"{") && !strings.Contains(text, "\nditchline_"+name+" ") && !strings.Contains(text, "\nditchline_"+name+"_bucket{") {
			t.Errorf("ditchline_%s is not measured", name)
		}
	}
}

// The dashboard asks only for what there is.
func TestTheDashboardAsksForMetricsThatThereAre(t *testing.T) {
	text := lively(t)
	file, err := os.ReadFile("../docs/grafana/ditchline.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(file, &board); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`ditchline_[a-z0-9_]+`)
	asked := 0
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			names := name.FindAllString(target.Expr, -1)
			if len(names) == 0 {
				t.Errorf("%s asks for nothing of ours: %s", p.Title, target.Expr)
			}
			for _, metric := range names {
				asked++
				if !strings.Contains(text, "\n"+metric+"{") && !strings.Contains(text, "\n"+metric+" ") {
					t.Errorf("%s asks for %s, which there is not", p.Title, metric)
				}
			}
			// The labels must be there too, or the panel stays empty.
			for _, by := range regexp.MustCompile(`by \(([^)]*)\)`).FindAllStringSubmatch(target.Expr, -1) {
				for _, label := range strings.Split(by[1], ",") {
					label = strings.TrimSpace(label)
					lines := strings.Split(text, "\n")
					if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, names[0]) && strings.Contains(line, label+`="`) }) {
						t.Errorf("%s asks %s by %s", p.Title, names[0], label)
					}
				}
			}
		}
	}
	if asked < 15 {
		t.Errorf("the dashboard asks for %d metrics only", asked)
	}
}
