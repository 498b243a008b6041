package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"
	"ditchline/ui/storybook"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

// storyEye sees the storybook's stills.
func storyEye(dir string) *DisputeOptions {
	find := func(f capture.Frame, a Asked) (calibrate.Calibration, error) {
		if a.Handles != nil {
			return storybook.Find(f, &a.Handles.Hole, &a.Handles.Line)
		}
		return storybook.Find(f, nil, nil)
	}
	return &DisputeOptions{
		Dir: dir, Limit: 100 << 20, Decode: storybook.Decode, Calibrate: find,
		Makes: func() []models.Board {
			b := models.ShippedBoards()
			return []models.Board{b["club-55"], b["euro-66"], b["nca-26"]}
		},
		Measure: func(f capture.Frame, a Asked) (detect.Observation, session.Elapsed, error) {
			c, err := find(f, a)
			if err != nil {
				return detect.Observation{}, nil, err
			}
			o, err := storybook.Observe(f, c)
			return o, session.Elapsed{"total": 1}, err
		},
	}
}

// disputing is a server that answers line calls, and where.
func disputing(t *testing.T, change func(*DisputeOptions)) (base, dir string, board *storybook.Board, reg *prometheus.Registry) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "disputes")
	o := storyEye(dir)
	if change != nil {
		change(o)
	}
	s, board := newServer(t, func(p *Options) {
		p.Disputes, p.Encode, p.Resize = o, storybook.EncodeJPEG, storybook.Resize
		reg = p.Metrics
	})
	base, _ = listen(t, s)
	return base, dir, board, reg
}

// form is a multipart body with files and fields.
func form(t *testing.T, fields map[string]string, files ...[]byte) (body io.Reader, kind string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for k, v := range fields {
		if err := w.WriteField(k, v); err != nil {
			t.Fatal(err)
		}
	}
	for i, data := range files {
		part, err := w.CreateFormFile("photo", fmt.Sprintf("p%d.jpg", i+1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &out, w.FormDataContentType()
}

func send(t *testing.T, method, url, kind string, body io.Reader, header ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func story(t *testing.T, light float64) []byte {
	t.Helper()
	data, err := storybook.Photo(light)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func recordOf(t *testing.T, text string) DisputeRecord {
	t.Helper()
	var r DisputeRecord
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
	return r
}

func TestAPhotographIsAnsweredDrawnAndKept(t *testing.T) {
	base, _, _, reg := disputing(t, nil)
	body, kind := form(t, map[string]string{"line": "10", "board": "nca-26"}, story(t, 1))
	status, text := send(t, "POST", base+"/api/v1/dispute", kind, body)
	if status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	r := recordOf(t, text)
	if len(r.Answers) != 1 || len(r.Answers[0].Disputes) == 0 || r.Answers[0].File != "p1.jpg" {
		t.Fatalf("answer %.500s", text)
	}
	d := r.Answers[0].Disputes[0]
	if d.Line != "10" || d.Picture == "" {
		t.Errorf("dispute %+v", d)
	}
	status, _, picture := fetch(t, base+d.Picture)
	if img, err := png.Decode(strings.NewReader(picture)); status != 200 || err != nil || img.Bounds().Dx() != 1200 {
		t.Errorf("picture: %d, %v", status, err)
	}
	if status, h, again := fetch(t, base+r.URL); status != 200 || h.Get("Content-Type") != "application/json; charset=utf-8" || recordOf(t, again).ID != r.ID {
		t.Errorf("kept record: %d %.200s", status, again)
	}
	if _, _, list := fetch(t, base+"/api/v1/disputes"); !strings.Contains(list, r.ID) || !strings.Contains(list, d.Picture) {
		t.Errorf("list %s", list)
	}
	if n := testutil.CollectAndCount(reg, "ditchline_dispute_duration_seconds"); n != 1 {
		t.Errorf("%d histograms of durations", n)
	}
	_, _, figures := fetch(t, base+"/metrics")
	if want := fmt.Sprintf("ditchline_disputes_total{answer=%q} 1", r.Answers[0].Answer); !strings.Contains(figures, want) {
		t.Errorf("the metrics lack %s", want)
	}
	if status, _ := send(t, "DELETE", base+r.URL, "", nil); status != http.StatusNoContent {
		t.Errorf("removed: %d", status)
	}
	if status, _, _ := fetch(t, base+r.URL); status != 404 {
		t.Errorf("after removal: %d", status)
	}
}

func TestPhotographsOfOneSituationAreOneAnswer(t *testing.T) {
	base, _, _, _ := disputing(t, nil)
	body, kind := form(t, nil, story(t, 1), story(t, 0.98))
	status, text := send(t, "POST", base+"/api/v1/dispute", kind, body)
	if r := recordOf(t, text); status != 201 || len(r.Answers) != 1 || len(r.Answers[0].Photos) != 2 {
		t.Errorf("%d %.300s", status, text)
	}
}

func TestWhatCannotBeAnsweredIsRefusedInWords(t *testing.T) {
	base, dir, _, _ := disputing(t, nil)
	many := make([][]byte, maxPhotos+1)
	for i := range many {
		many[i] = story(t, 1)
	}
	for name, c := range map[string]struct {
		fields map[string]string
		files  [][]byte
		status int
		code   string
	}{
		"nothing":           {nil, nil, 400, "no_photo"},
		"no picture":        {nil, [][]byte{[]byte("Dear diary")}, 415, "not_a_picture"},
		"a cut picture":     {nil, [][]byte{story(t, 1)[:2000]}, 422, "not_a_picture"},
		"no board":          {nil, [][]byte{story(t, 0.5)}, 422, "no_board"},
		"a strange line":    {map[string]string{"line": "20"}, [][]byte{story(t, 1)}, 400, "no_such_line"},
		"a strange make":    {map[string]string{"board": "mine"}, [][]byte{story(t, 1)}, 400, "no_such_make"},
		"a strange surface": {map[string]string{"surface": "5"}, [][]byte{story(t, 1)}, 400, "bad_surface"},
		"too many":          {nil, many, 413, "too_many_photos"},
	} {
		body, kind := form(t, c.fields, c.files...)
		status, text := send(t, "POST", base+"/api/v1/dispute", kind, body)
		var got problem
		if err := json.Unmarshal([]byte(text), &got); err != nil || status != c.status || got.Error.Code != c.code || got.Error.Message == "" {
			t.Errorf("%s: %d %.200s; want %d %s", name, status, text, c.status, c.code)
		}
	}
	if status, text := send(t, "POST", base+"/api/v1/dispute", "text/plain", strings.NewReader("x")); status != 415 {
		t.Errorf("plain text: %d %s", status, text)
	}
	huge := io.LimitReader(zeros{}, maxUpload+1)
	if status, text := send(t, "POST", base+"/api/v1/dispute", "multipart/form-data; boundary=x", io.MultiReader(strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n\xff\xd8\xff"), huge)); status != 413 {
		t.Errorf("a body without end: %d %.200s", status, text)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("something was kept: %v", entries)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestAnotherSitesPageMayNotSendPhotographs(t *testing.T) {
	base, _, _, _ := disputing(t, nil)
	for origin, want := range map[string]int{"https://evil.example": 403, base: 201} {
		body, kind := form(t, nil, story(t, 1))
		if status, text := send(t, "POST", base+"/api/v1/dispute", kind, body, "Origin", origin); status != want {
			t.Errorf("from %s: %d %.200s", origin, status, text)
		}
	}
	if status, _ := send(t, "DELETE", base+"/api/v1/disputes/x", "", nil, "Origin", "https://evil.example"); status != 403 {
		t.Errorf("removing from elsewhere: %d", status)
	}
}

func TestALiveDiscIsAnsweredFor(t *testing.T) {
	base, _, board, _ := disputing(t, nil)
	if status, text := send(t, "POST", base+"/api/v1/dispute/live", "", nil); status != 409 || !strings.Contains(text, "no_board") {
		t.Errorf("before the board was found: %d %s", status, text)
	}
	s, err := storybook.Tell("ready")
	if err != nil {
		t.Fatal(err)
	}
	board.Publish(s.State)
	s.Frame.CapturedAt = time.Now()
	board.Show(s.Frame)
	n := -1
	for i, d := range s.State.Discs {
		if d.State == "flat" && len(d.Lines) == 0 {
			n = i
		}
	}
	status, text := send(t, "POST", fmt.Sprintf("%s/api/v1/dispute/live?disc=%d&line=15", base, n), "", nil)
	r := recordOf(t, text)
	if status != 201 || r.Source != "main" || len(r.Answers) != 1 || len(r.Answers[0].Disputes) != 1 || r.Answers[0].Answer == "none" {
		t.Fatalf("%d %.400s", status, text)
	}
	if d := r.Answers[0].Disputes[0]; math.Abs(d.Disc.X-s.State.Discs[n].X) > 0.01 || d.Line != "15" {
		t.Errorf("asked for the disc at %v, answered for %+v", s.State.Discs[n].X, d)
	}
	if status, text := send(t, "POST", base+"/api/v1/boards/main/dispute?disc=999", "", nil); status != 400 || !strings.Contains(text, "no_such_disc") {
		t.Errorf("a disc that there is not: %d %s", status, text)
	}
}

func TestTheOldestDisputesGoWhenTheShelfIsFull(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	s := &shelf{dir: dir, limit: 2500}
	for i := range 4 {
		r := DisputeRecord{ID: fmt.Sprintf("2026010%d-000000-x", i+1), Answers: []session.DisputeReport{}}
		if err := s.put(r, map[string][]byte{"1-1.png": make([]byte, 1000)}); err != nil {
			t.Fatal(err)
		}
	}
	ids, err := s.ids()
	if err != nil || len(ids) != 2 || ids[0] != "20260104-000000-x" || ids[1] != "20260103-000000-x" {
		t.Errorf("kept %v, %v", ids, err)
	}
	for _, name := range []string{"../x", "..", "a/b", ""} {
		if _, err := s.file(ids[0], name+".png"); err == nil {
			t.Errorf("file %q was given out", name)
		}
		if err := s.remove(name); err == nil {
			t.Errorf("%q was removed", name)
		}
	}
}

// One is answered at a time, those beyond the queue's places are told so, and
// a photograph that makes vision panic is that answer's fault alone.
func TestDisputesTakeTurnsAndAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := storyEye("")
		quieted := 0
		o.Quiet = func() { quieted++ }
		d, err := newDisputes(*o, "v", time.Now, prometheus.NewRegistry())
		if err != nil {
			t.Fatal(err)
		}
		hold := make(chan struct{})
		var running, done atomic.Int32
		var group sync.WaitGroup
		for range maxWaiting {
			group.Go(func() {
				err := d.inTurn(t.Context(), func() error {
					if running.Add(1) != 1 {
						t.Error("two are answered at once")
					}
					<-hold
					running.Add(-1)
					done.Add(1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait() // one holds the turn, the others wait for it
		if running.Load() != 1 {
			t.Errorf("%d are being answered", running.Load())
		}
		if err := d.inTurn(t.Context(), func() error { return nil }); !errors.Is(err, errBusy) {
			t.Errorf("one more than there are places: %v", err)
		}
		close(hold)
		group.Wait()
		if done.Load() != maxWaiting || quieted != maxWaiting {
			t.Errorf("%d were answered, %d gave way", done.Load(), quieted)
		}
		var fault *session.Fault
		if err := d.inTurn(t.Context(), func() error { panic("bad pixel") }); !errors.As(err, &fault) {
			t.Errorf("a panic: %v", err)
		}
		if err := d.inTurn(t.Context(), func() error { return nil }); err != nil {
			t.Errorf("after a panic: %v", err)
		}
	})
}

func TestTheTrayForgetsTheOldest(t *testing.T) {
	var tr tray
	first := tr.put("a", make([]byte, trayBytes/2))
	second := tr.put("b", make([]byte, trayBytes/2))
	third := tr.put("c", make([]byte, 10))
	if _, ok := tr.get(first.id); ok {
		t.Error("the oldest is still there")
	}
	for _, p := range []sentPhoto{second, third} {
		if got, ok := tr.get(p.id); !ok || got.name != p.name {
			t.Errorf("%s is gone", p.name)
		}
	}
}
