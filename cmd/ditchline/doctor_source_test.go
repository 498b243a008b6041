package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/capture/sim"
)

// filmOf a simulated game, as an MP4; true times and all.
func filmOf(t *testing.T, options string) string {
	t.Helper()
	query, err := url.ParseQuery(options + "&pace=free&frames=24")
	if err != nil {
		t.Fatal(err)
	}
	if !query.Has("tilt") {
		query.Set("tilt", "12")
	}
	o, err := sim.ParseOptions(query)
	if err != nil {
		t.Fatal(err)
	}
	source, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.mp4")
	w, err := film.Create(t.Context(), path, film.Options{FPS: o.FPS, CRF: 18})
	if errors.Is(err, film.ErrNoFFmpeg) || errors.Is(err, film.ErrNoH264) {
		t.Skip("needs ffmpeg: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	var failed error
	if err := source.Run(t.Context(), func(f capture.Frame) { failed = errors.Join(failed, w.Write(f)) }); err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// doctored is what doctor says of a source, by check.
func doctored(t *testing.T, p parts, source string) map[string]finding {
	t.Helper()
	got := call(t, p, "doctor", "--json", "--data", t.TempDir(), "--source", source)
	found := map[string]finding{}
	for line := range strings.Lines(got.stdout) {
		var f finding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%s: %v; %s", line, err, got.stderr)
		}
		found[f.Check] = f
	}
	return found
}

// Four degraded videos, each poor in one thing, and good ones: doctor names
// what is poor and nothing else.
func TestDoctorNamesWhatAVideoIsTooPoorFor(t *testing.T) {
	lacks := []string{"too slow", "too dark", "too small", "too oblique"}
	for name, c := range map[string]struct {
		options string
		lack    string
		words   string
	}{
		"good":               {"", "", ""},
		"good, 25 a second":  {"fps=25&board=club-55&look=walnut&colours=natural-black", "", ""},
		"12 frames a second": {"fps=12&shutter=0.07", "too slow", "12 frames a second"},
		"hardly any light":   {"dark=4.5&light=dim", "too dark", "of 255"},
		"a board far away":   {"size=640x360&fill=0.3", "too small", "pixels of the picture"},
		"from the side":      {"tilt=60", "too oblique", "at most 59°"},
	} {
		t.Run(name, func(t *testing.T) {
			found := doctored(t, realParts(), "file:"+filmOf(t, c.options)+"?pace=fast")
			if s := found["source"]; s.Status != fine || !strings.Contains(s.Found, "found") || found["board"].Check != "" {
				t.Errorf("the board was not found: %+v %+v", s, found["board"])
			}
			for _, lack := range lacks {
				f, named := found[lack]
				if named != (lack == c.lack) {
					t.Errorf("%s: named %v: %+v", lack, named, f)
				}
				if named && (f.Status != warning || !strings.Contains(f.Found, c.words) || f.Do == "") {
					t.Errorf("got %+v, want %q in it", f, c.words)
				}
			}
		})
	}
}

// stuckSource gives n grey frames, then nothing, as a camera does that died.
type stuckSource struct{ n int }

func (stuckSource) String() string { return "camera:7" }
func (s stuckSource) Run(ctx context.Context, emit func(capture.Frame)) error {
	for k := range s.n {
		emit(capture.Frame{Seq: uint64(k), Media: time.Duration(k) * time.Second / 8, Width: 64, Height: 48, Pix: make([]byte, 3*64*48), FocalPx: 9})
	}
	return errors.New("it was unplugged")
}

func TestDoctorSaysWhatASourceLacks(t *testing.T) {
	p := fakeParts()
	use := func(s capture.Source) {
		p.openSource = func(string, *slog.Logger, func(error)) (capture.Source, error) { return s, nil }
	}
	use(stuckSource{0})
	if f := doctored(t, p, "camera:7")["source"]; f.Status != broken || !strings.Contains(f.Found, "unplugged") || f.Do == "" {
		t.Errorf("a source without a picture: %+v", f)
	}
	use(stuckSource{500})
	found := doctored(t, p, "camera:7")
	if found["source"].Status != fine || found["board"].Status != warning || !strings.Contains(found["too slow"].Found, "8 frames") {
		t.Errorf("a picture without a board: %+v", found)
	}
	if got := call(t, fakeParts(), "doctor", "--source", "broken"); got.status == 0 {
		t.Error("a source that cannot be opened was fine")
	}
	if got := doctored(t, fakeParts(), "x"); got["source"].Status != fine {
		t.Errorf("a single picture: %+v", got)
	}
}
