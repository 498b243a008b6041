package ui

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/score/session"
	"ditchline/ui/storybook"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

func TestNewReportsEveryProblemAtOnce(t *testing.T) {
	b := storybook.NewBoard("x")
	_, err := New(Options{Boards: []NamedBoard{{"a b", b}, {"ok", nil}, {"ok", b}}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`"a b"`, `"ok" is nil`, `"ok" is taken`, "encoder", "resizer", "registry"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q says nothing of %s", err, want)
		}
	}
	if _, err := New(Options{}); err == nil || !strings.Contains(err.Error(), "no boards") {
		t.Errorf("without boards: %v", err)
	}
}

func TestStateIsTheSnapshotWithoutNulls(t *testing.T) {
	s, board := newServer(t, nil)
	base, _ := listen(t, s)
	story, err := storybook.Tell("ready")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []session.Snapshot{{Phase: session.Looking}, story.State} {
		v = board.Publish(v)
		status, h, body := fetch(t, base+"/api/state")
		if status != 200 || h.Get("Content-Type") != "application/json; charset=utf-8" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v", status, h)
		}
		var got session.Snapshot
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatal(err)
		}
		if got.Version != v.Version || len(got.Discs) != len(v.Discs) || got.Discs == nil || got.Left == nil || got.Score == nil || got.Warn == nil {
			t.Errorf("state = %.300s", body)
		}
		if _, _, named := fetch(t, base+"/api/v1/boards/main"); named != body {
			t.Error("/api/v1/boards/main differs from /api/state")
		}
	}
}

func TestBoardsAreListedInTheirOrder(t *testing.T) {
	second := storybook.NewBoard("x")
	s, first := newServer(t, func(o *Options) { o.Boards = append(o.Boards, NamedBoard{"table-2", second}) })
	base, _ := listen(t, s)
	first.Publish(session.Snapshot{Phase: session.Ready})
	second.Publish(session.Snapshot{Phase: session.Lost, Text: "gone"})
	_, _, body := fetch(t, base+"/api/v1/boards")
	var list struct{ Boards []boardSummary }
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Boards) != 2 || list.Boards[0].Name != "main" || list.Boards[1].Name != "table-2" || list.Boards[1].Text != "gone" {
		t.Errorf("boards = %s", body)
	}
	if _, _, body := fetch(t, base+"/api/v1/boards/table-2"); !strings.Contains(body, "gone") {
		t.Errorf("table-2 = %s", body)
	}
}

func TestThePageIsServedWithItsFiles(t *testing.T) {
	s, _ := newServer(t, nil)
	base, _ := listen(t, s)
	status, h, page := fetch(t, base+"/")
	if status != 200 || !strings.HasPrefix(h.Get("Content-Type"), "text/html") || h.Get("Cache-Control") != "no-cache" {
		t.Fatalf("/ = %d %v", status, h)
	}
	found := 0
	for _, word := range strings.FieldsFunc(page, func(r rune) bool { return r == '"' }) {
		if !strings.HasPrefix(word, "/") || len(word) < 2 || strings.ContainsAny(word, " >") {
			continue
		}
		found++
		status, h, body := fetch(t, base+word)
		if status != 200 || body == "" {
			t.Errorf("%s = %d", word, status)
		}
		if hashed := strings.HasPrefix(word, "/assets/"); hashed != strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: Cache-Control = %q", word, h.Get("Cache-Control"))
		}
	}
	if found < 3 {
		t.Errorf("the page names %d files, want its script, style and icon at least:\n%s", found, page)
	}
}

func TestHealthSaysWhyItIsNot(t *testing.T) {
	for _, tc := range []struct {
		name    string
		state   session.Snapshot
		silence time.Duration
		ok      bool
		reason  string
	}{
		{"nothing was heard yet", session.Snapshot{Phase: session.Starting, Text: "waiting for camera:0"}, 0, false, "waiting for camera:0"},
		{"looking, frames flow", session.Snapshot{Phase: session.Looking}, time.Second, true, ""},
		{"ready", session.Snapshot{Phase: session.Ready}, stallLimit, true, ""},
		{"a hand over the board", session.Snapshot{Phase: session.Hidden}, 0, true, ""},
		{"ready, but stuck", session.Snapshot{Phase: session.Ready}, stallLimit + time.Second, false, "stuck"},
		{"camera lost", session.Snapshot{Phase: session.Lost, Text: "unplugged"}, 0, false, "unplugged"},
		{"camera lost without a word", session.Snapshot{Phase: session.Lost}, 0, false, "camera_lost"},
		{"ended long ago", session.Snapshot{Phase: session.Ended}, time.Hour, true, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := healthOf("main", tc.state, tc.silence)
			if h.OK != tc.ok || !strings.Contains(h.Reason, tc.reason) || (h.Reason == "") != tc.ok {
				t.Errorf("health = %+v", h)
			}
		})
	}
}

func TestHealthzAnswersForAllBoards(t *testing.T) {
	now := make(chan time.Time, 1)
	now <- time.Unix(0, 0)
	clock := func() time.Time { v := <-now; now <- v; return v }
	s, board := newServer(t, func(o *Options) { o.Now = clock })
	heard := board.Subscribe(t.Context())
	base, _ := listen(t, s)
	if status, _, body := fetch(t, base+"/healthz"); status != 503 || !strings.Contains(body, `"ok":false`) {
		t.Errorf("starting: %d %s", status, body)
	}
	board.Publish(session.Snapshot{Phase: session.Ready})
	<-heard
	if status, _, body := fetch(t, base+"/healthz"); status != 200 || !strings.Contains(body, `"phase":"ready"`) {
		t.Errorf("ready: %d %s", status, body)
	}
	<-now
	now <- time.Unix(60, 0)
	if status, _, body := fetch(t, base+"/healthz"); status != 503 || !strings.Contains(body, "60 s") {
		t.Errorf("stuck: %d %s", status, body)
	}
}

func TestMetricsFollowPrometheusConventions(t *testing.T) {
	reg := prometheus.NewRegistry()
	s, board := newServer(t, func(o *Options) { o.Metrics = reg })
	base, _ := listen(t, s)
	points := 5
	for i := range 3 {
		board.Publish(session.Snapshot{
			Time: float64(i + 1), Phase: session.Ready,
			Rates: session.Rates{Captured: 90, Dropped: 7, LatencyMS: 250, StageMS: map[string]float64{"detect": 20, "total": 31}},
			Discs: []session.Disc{{DiscReport: session.DiscReport{Team: "A", State: "flat", Points: &points}}},
		})
		waitFor(t, func() bool { return stageCount(t, reg) == uint64(i+1) })
	}
	board.Publish(session.Snapshot{Time: 3, Phase: session.Ready, Text: "the same frame", Rates: session.Rates{Captured: 90, Dropped: 7, LatencyMS: 250}})
	problems, err := testutil.GatherAndLint(reg)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	_, _, text := fetch(t, base+"/metrics")
	for _, want := range []string{
		`ditchline_frames_captured_total{board="main"} 90`,
		`ditchline_frames_dropped_total{board="main"} 7`,
		`ditchline_frame_latency_seconds{board="main"} 0.25`,
		`ditchline_source_state{board="main",state="ready"} 1`,
		`ditchline_source_state{board="main",state="camera_lost"} 0`,
		`ditchline_stage_duration_seconds_count{board="main",stage="detect"} 3`,
		`ditchline_stage_duration_seconds_bucket{board="main",stage="detect",le="0.02"} 3`,
		`ditchline_stream_clients{stream="events"} 0`,
		`version="v1.2.3"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("/metrics lacks %s", want)
		}
	}
}

func stageCount(t *testing.T, reg *prometheus.Registry) uint64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "ditchline_stage_duration_seconds" {
			return f.GetMetric()[0].GetHistogram().GetSampleCount()
		}
	}
	return 0
}

// waitFor polls, for what happens in another goroutine of a real server.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			t.Fatal("it did not happen within 10 s")
		case <-tick.C:
		}
	}
}

func TestStoriesSayWhatTheirPicturesShow(t *testing.T) {
	for _, name := range storybook.Names() {
		story, err := storybook.Tell(name)
		if err != nil {
			t.Fatal(err)
		}
		v := story.State
		if v.Text == "" || v.Phase == "" || v.Source == "" {
			t.Errorf("%s: state without words: %+v", name, v)
		}
		if story.Frame.Width != v.Width || story.Frame.Height != v.Height {
			t.Errorf("%s: picture of %dx%d, state of %dx%d", name, story.Frame.Width, story.Frame.Height, v.Width, v.Height)
		}
		if want := map[bool]models.Game{true: models.Carrom, false: models.Crokinole}[strings.HasPrefix(name, "carrom")]; v.Board != nil && v.Board.Game != want {
			t.Errorf("%s: game %q", name, v.Board.Game)
		}
	}
	if _, err := storybook.Tell("nonsense"); err == nil || !strings.Contains(err.Error(), "ready") {
		t.Errorf("an unknown story: %v, want the names there are", err)
	}
}
