package ui

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/capture/film"
	"ditchline/score/session"
)

// stills of a shot, 10 a second.
type stills struct{}

func (stills) Between(from, to time.Duration) []film.Picture {
	var list []film.Picture
	for at := from; at <= to; at += 100 * time.Millisecond {
		list = append(list, film.Picture{At: at, JPEG: []byte("jpeg at " + at.String())})
	}
	return list
}

const clipText = "0123456789 the clip"

// evidenceOf is a store with the shots 1 and 2 of match m1; of 2 no clip
// could be made.
func evidenceOf(t *testing.T) *session.Evidence {
	t.Helper()
	clips := 0
	e, err := session.OpenEvidence(session.EvidenceOptions{
		Dir: filepath.Join(t.TempDir(), "data", "evidence"), Pictures: stills{}, Log: quiet(), Now: time.Now,
		Free: func(string) (int64, error) { return math.MaxInt64, nil },
		Clip: func(_ context.Context, path string, _ []film.Picture) (time.Duration, error) {
			if clips++; clips > 1 {
				return time.Second, errors.New("ffmpeg: boom")
			}
			return time.Second, os.WriteFile(path, []byte(clipText), 0o644)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { e.Run(ctx); close(done) }()
	t.Cleanup(func() {
		stop()
		<-done
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	for n := 1; n <= 2; n++ {
		at := time.Duration(n) * time.Minute
		if err := errors.Join(e.Keep(session.Proof{Match: "m1", Shot: n, Flick: at, Settled: at + time.Second, Record: n}), e.Wait(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Dispute("m1", 2, true); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestEvidenceIsListedAndGivenOut(t *testing.T) {
	s, _ := newServer(t, func(o *Options) { o.Evidence = evidenceOf(t) })
	base, _ := listen(t, s)
	_, _, body := fetch(t, base+"/api/v1/evidence")
	var matches struct {
		Matches []session.EvidenceMatch `json:"matches"`
		Bytes   int64                   `json:"bytes"`
		Limit   int64                   `json:"limit_bytes"`
	}
	if err := json.Unmarshal([]byte(body), &matches); err != nil || len(matches.Matches) != 1 || matches.Matches[0].Shots != 2 || matches.Matches[0].Disputed != 1 || matches.Bytes == 0 || matches.Limit == 0 {
		t.Errorf("%v: %s", err, body)
	}
	_, _, body = fetch(t, base+"/api/v1/evidence/m1")
	var shots struct{ Shots []session.EvidenceShot }
	if err := json.Unmarshal([]byte(body), &shots); err != nil || len(shots.Shots) != 2 || shots.Shots[0].Clip == nil || shots.Shots[1].NoClip == "" || !shots.Shots[1].Disputed {
		t.Errorf("%v: %s", err, body)
	}
	for path, want := range map[string][2]string{
		"clip.mp4":   {"video/mp4", clipText},
		"before.jpg": {"image/jpeg", "jpeg at 58s"},
		"after.jpg":  {"image/jpeg", "jpeg at 1m1.5s"},
		"shot.json":  {"application/json; charset=utf-8", `"record":1}`},
	} {
		status, h, body := fetch(t, base+"/api/v1/evidence/m1/1/"+path)
		if status != 200 || h.Get("Content-Type") != want[0] || !strings.Contains(body, want[1]) || h.Get("Accept-Ranges") != "bytes" {
			t.Errorf("%s: %d %v %q", path, status, h, body)
		}
	}
	_, _, body = fetch(t, base+"/metrics")
	for _, want := range []string{
		`ditchline_evidence_shots{disputed="true"} 1`, `ditchline_evidence_clips_total{result="made"} 1`, `ditchline_evidence_clips_total{result="failed"} 1`,
		"ditchline_evidence_encode_cpu_seconds_total 2", "ditchline_evidence_waiting_shots 0", "ditchline_evidence_removed_shots_total 0",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("metrics say nothing of %s", want)
		}
	}
}

// ask for evidence with some headers.
func ask(t *testing.T, url string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

func TestAClipIsGivenInPartsAsBrowsersAsk(t *testing.T) {
	s, _ := newServer(t, func(o *Options) { o.Evidence = evidenceOf(t) })
	base, _ := listen(t, s)
	url := base + "/api/v1/evidence/m1/1/clip.mp4"
	for header, want := range map[string]string{"bytes=0-3": "0123", "bytes=11-": "the clip", "bytes=-4": "clip"} {
		if r, body := ask(t, url, "Range", header); r.StatusCode != http.StatusPartialContent || body != want {
			t.Errorf("%s: %d %q", header, r.StatusCode, body)
		}
	}
	if r, _ := ask(t, url, "Range", "bytes=100-"); r.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("behind the end: %d", r.StatusCode)
	}
	whole, _ := ask(t, url)
	if r, _ := ask(t, url, "If-None-Match", whole.Header.Get("ETag")); r.StatusCode != http.StatusNotModified {
		t.Errorf("the same again: %d", r.StatusCode)
	}
	if !strings.Contains(whole.Header.Get("Content-Security-Policy"), "media-src 'self'") {
		t.Error("the page's policy lets no video play")
	}
}

func TestNothingButEvidenceIsGivenOut(t *testing.T) {
	s, _ := newServer(t, func(o *Options) { o.Evidence = evidenceOf(t) })
	base, _ := listen(t, s)
	for _, path := range []string{
		"/m1/1/nothing.mp4", "/m1/2/clip.mp4", "/m1/3/shot.json", "/m2", "/m1/1/disputed", "/m1/1/.clip.mp4.part", "/m1/0/shot.json", "/m1/x/shot.json", "/m1/-1/shot.json", "/m1/1/",
		"/../../etc/passwd", "/..%2f..%2fetc/1/passwd", "/m1/1/..%2fshot.json", "/m1/1/%2e%2e", "/%2e%2e/1/shot.json", "/m1/..%2f1/shot.json", "/m1/1/shot.json%00.mp4", "/m1%00/1/shot.json", "/m1/01x/shot.json",
	} {
		if r, body := ask(t, base+"/api/v1/evidence"+path); r.StatusCode != http.StatusNotFound && r.StatusCode != http.StatusBadRequest || strings.Contains(body, "record") {
			t.Errorf("%s: %d %.200q", path, r.StatusCode, body)
		}
	}
	none, _ := newServer(t, nil)
	base, _ = listen(t, none)
	if r, body := ask(t, base+"/api/v1/evidence"); r.StatusCode != http.StatusOK || !strings.Contains(body, `"matches":[]`) {
		t.Errorf("/api/v1/evidence without evidence: %d %s", r.StatusCode, body)
	}
	for _, path := range []string{"/api/v1/evidence/m1", "/api/v1/evidence/m1/1/clip.mp4"} {
		if r, body := ask(t, base+path); r.StatusCode != http.StatusNotFound || !strings.Contains(body, "no_evidence") {
			t.Errorf("%s without evidence: %d %s", path, r.StatusCode, body)
		}
	}
}
