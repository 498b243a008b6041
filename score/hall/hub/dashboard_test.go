package hub_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// hallMetrics is what a hub and a board's link measure of an evening.
func hallMetrics(t *testing.T) string {
	t.Helper()
	h := evening(t, 2)
	h.playAll()
	var text string
	eventually(t, "the streams were looked at, and the boards heard", func() bool {
		text = h.asked("/metrics")
		return strings.Contains(text, `ditchline_hall_stream_led{stream="tables"} 1`) && strings.Contains(text, `ditchline_hall_table_connected{table="2"} 1`)
	})
	reg := prometheus.NewRegistry()
	reg.MustRegister(h.tables[0].link.Collector())
	w := httptest.NewRecorder()
	promhttp.HandlerFor(reg, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return text + w.Body.String()
}

// Dashboard and alerts ask only for what there is, and the alerts ask for
// everything by which a hall is watched.
func TestDashboardAndAlertsAskForMetricsThatThereAre(t *testing.T) {
	text := hallMetrics(t)
	var ours bytes.Buffer
	for line := range strings.Lines(text) {
		if strings.Contains(line, "ditchline_") {
			ours.WriteString(line)
		}
	}
	promtool(t, &ours, "check", "metrics")
	measured := func(name string) bool {
		return regexp.MustCompile(`(?m)^` + name + `[ {]`).MatchString(text)
	}
	name := regexp.MustCompile(`ditchline_[a-z0-9_]+`)
	file, err := os.ReadFile(grafana + "hall.json")
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
	if len(board.Panels) < 10 {
		t.Errorf("the dashboard has %d panels", len(board.Panels))
	}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			for _, n := range name.FindAllString(target.Expr, -1) {
				if !measured(n) {
					t.Errorf("panel %q asks for %s, which nobody measures", p.Title, n)
				}
			}
		}
	}
	rules, err := os.ReadFile(grafana + "hall-alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	asked := name.FindAllString(string(rules), -1)
	for _, n := range asked {
		if !measured(n) {
			t.Errorf("an alert asks for %s, which nobody measures", n)
		}
	}
	for _, n := range []string{"table_behind_events", "table_playing", "set_aside_total", "stranger_matches", "stream_pending_messages", "stream_led", "stream_replicas", "redelivered_total", "projection_duration_seconds_bucket"} {
		if !strings.Contains(strings.Join(asked, " "), "ditchline_hall_"+n) {
			t.Errorf("no alert watches ditchline_hall_%s", n)
		}
	}
}

const grafana = "../../../docs/grafana/"

func TestAlertsFireWhenTheyShould(t *testing.T) {
	promtool(t, nil, "check", "rules", grafana+"hall-alerts.yml")
	file, err := filepath.Abs(grafana + "hall-alerts.test.yml")
	if err != nil {
		t.Fatal(err)
	}
	promtool(t, nil, "test", "rules", file)
}

// promtool must be content.
func promtool(t *testing.T, in *bytes.Buffer, args ...string) {
	t.Helper()
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not here: apt-get install prometheus")
	}
	cmd := exec.CommandContext(t.Context(), tool, args...)
	if in != nil {
		cmd.Stdin = in
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
