package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ditchline/capture"
	"ditchline/capture/sim"
)

// needFFmpeg skips a test that films where the program is missing; CI has it.
func needFFmpeg(t *testing.T) {
	t.Helper()
	if !slices.ContainsFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "ffmpeg"))
		return err == nil
	}) {
		if os.Getenv("CI") != "" {
			t.Fatal("ffmpeg is missing")
		}
		t.Skip("ffmpeg is missing")
	}
}

func TestSimulateSaysWhatIsWrongWithItsFlags(t *testing.T) {
	out := filepath.Join(t.TempDir(), "game.mp4")
	for name, c := range map[string]struct {
		args []string
		want []string
	}{
		"nothing to write":        {nil, []string{"--out"}},
		"an argument":             {[]string{"game.mp4"}, []string{"game.mp4", "--out"}},
		"a film that is no mp4":   {[]string{"--out", "game.avi"}, []string{"game.avi", ".mp4"}},
		"another game":            {[]string{"--out", out, "--game", "chess"}, []string{"chess", "crokinole or carrom"}},
		"another game's board":    {[]string{"--out", out, "--game", "carrom", "--board", "nca-26"}, []string{"nca-26", "crokinole"}},
		"another game's rules":    {[]string{"--out", out, "--game", "carrom", "--rules", "NED"}, []string{"NED", "crokinole"}},
		"three players":           {[]string{"--out", out, "--players", "3"}, []string{"players", "3", "2 or 4"}},
		"many mistakes":           {[]string{"--out", out, "--fps", "500", "--tilt", "80", "--skill", "2"}, []string{"fps 500", "tilt 80", "skill 2"}},
		"an unknown board":        {[]string{"--out", out, "--board", "mine"}, []string{"mine", "nca-26"}},
		"unknown rules":           {[]string{"--out", out, "--rules", "MINE"}, []string{"MINE", "NED"}},
		"an unknown mistake":      {[]string{"--out", out, "--mistakes", "hug=1"}, []string{"hug", "kiss"}},
		"an odd size":             {[]string{"--out", out, "--size", "641x361"}, []string{"641x361", "even"}},
		"no still":                {[]string{"--stills", "0", "--out", "x"}, []string{"--stills 0"}},
		"stills of a chosen tilt": {[]string{"--stills", "2", "--out", "x", "--tilt", "10", "--board", "nca-26"}, []string{"--tilt", "--board"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), append([]string{"simulate"}, c.args...)...)
			if got.status == statusDone {
				t.Errorf("went well:\n%s", got.stdout)
			}
			for _, want := range c.want {
				if !strings.Contains(got.stderr, want) {
					t.Errorf("stderr does not say %q:\n%s", want, got.stderr)
				}
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("a film was written")
			}
		})
	}
}

// readTruth is the truth of a film.
func readTruth(t *testing.T, path string) sim.GameTruth {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var truth sim.GameTruth
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	return truth
}

func TestSimulateWritesAFilmAndItsTruth(t *testing.T) {
	needFFmpeg(t)
	dir := t.TempDir()
	film := filepath.Join(dir, "game.mp4")
	args := []string{"simulate", "--json", "--seed", "4", "--size", "320x180", "--fps", "25", "--seconds", "5", "--players", "4", "--rules", "CH"}
	got := call(t, fakeParts(), append(args, "--out", film)...)
	if got.status != statusDone {
		t.Fatal(got.stderr)
	}
	var said simulated
	if err := json.Unmarshal([]byte(got.stdout), &said); err != nil {
		t.Fatal(err)
	}
	truth := readTruth(t, filepath.Join(dir, "game.truth.json"))
	if said.Frames != 125 || truth.Frames != 125 || truth.FPS != 25 || len(truth.Truth.Players) != 4 || truth.Rules != "CH" || truth.Name != "game" {
		t.Errorf("said %+v, truth %s of %d frames with %v by %s", said, truth.Name, truth.Frames, truth.Truth.Players, truth.Rules)
	}
	frames := 0
	source, err := openFilm(film)
	if err != nil {
		t.Fatal(err)
	}
	if err := source.Run(t.Context(), func(f capture.Frame) {
		if f.Width != 320 || f.Height != 180 {
			t.Errorf("frame %d is %dx%d", frames, f.Width, f.Height)
		}
		frames++
	}); err != nil {
		t.Fatal(err)
	}
	if frames != 125 {
		t.Errorf("the film has %d frames", frames)
	}
	again := filepath.Join(dir, "again.json")
	if got := call(t, fakeParts(), append(args, "--out", filepath.Join(dir, "game.mp4"), "--truth", again)...); got.status != statusDone {
		t.Fatal(got.stderr)
	}
	first, err := os.ReadFile(filepath.Join(dir, "game.truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(again)
	if err != nil {
		t.Fatal(err)
	}
	if string(first) != string(second) {
		t.Error("two runs of one seed have two truths")
	}
}

func TestAFilmThatFailsLeavesNothing(t *testing.T) {
	args := []string{"simulate", "--seed", "4", "--size", "320x180", "--seconds", "5"}
	empty := func(t *testing.T, dir string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			t.Errorf("%s was left", e.Name())
		}
	}
	t.Run("without ffmpeg", func(t *testing.T) {
		dir := t.TempDir()
		t.Setenv("PATH", t.TempDir())
		got := call(t, fakeParts(), append(args, "--out", filepath.Join(dir, "game.mp4"))...)
		if got.status != statusFailed || !strings.Contains(got.stderr, "ffmpeg") || !strings.Contains(got.stderr, "install") {
			t.Errorf("status %d: %s", got.status, got.stderr)
		}
		empty(t, dir)
	})
	t.Run("interrupted", func(t *testing.T) {
		needFFmpeg(t)
		dir := t.TempDir()
		var stdout, stderr strings.Builder
		a := newApp(fakeParts(), &stdout, &stderr, []string{"HOME=" + t.TempDir()})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if status := a.execute(ctx, append(args, "--out", filepath.Join(dir, "game.mp4"))); status != statusFailed {
			t.Errorf("status %d: %s", status, stderr.String())
		}
		empty(t, dir)
	})
	t.Run("a truth that cannot be written", func(t *testing.T) {
		needFFmpeg(t)
		dir := t.TempDir()
		got := call(t, fakeParts(), append(args, "--out", filepath.Join(dir, "game.mp4"), "--truth", filepath.Join(dir, "none", "truth.json"))...)
		if got.status != statusFailed || !strings.Contains(got.stderr, "truth") {
			t.Errorf("status %d: %s", got.status, got.stderr)
		}
		empty(t, dir)
	})
}

func TestSimulateTakesStills(t *testing.T) {
	dir := t.TempDir()
	got := call(t, realParts(), "simulate", "--stills", "1", "--seed", "6", "--out", dir)
	if got.status != statusDone {
		t.Fatal(got.stderr)
	}
	for _, name := range []string{"sim_000.jpg", "sim_000.json"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A short soak: a simulated game through replay, held against its truth. The
// long one is scripts/soak.py (make soak).
func TestASimulatedGameIsRefereedAsItWasPlayed(t *testing.T) {
	needFFmpeg(t)
	film := filepath.Join(t.TempDir(), "game.mp4")
	if got := call(t, realParts(), "simulate", "--out", film, "--seed", "31", "--board", "nca-26", "--size", "640x360", "--tilt", "10", "--fps", "25",
		"--shots", "3", "--players", "2", "--colours", "red-blue", "--look", "maple", "--sets", "unseen"); got.status != statusDone {
		t.Fatal(got.stderr)
	}
	truth := readTruth(t, strings.TrimSuffix(film, ".mp4")+".truth.json").Truth
	got := call(t, realParts(), "replay", "--json", "--board", "nca-26", "--players", "2", film)
	if got.status != statusDone {
		t.Fatal(got.stderr)
	}
	shots := map[int]reportedShot{}
	for line := range strings.Lines(got.stdout) {
		var s reportedShot
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		switch s.Type {
		case "shot":
			shots[s.N] = s // the last revision
		case "anomaly":
			t.Errorf("a false anomaly: %s", line)
		}
	}
	if len(shots) != len(truth.Shots) {
		t.Fatalf("%d shots seen, %d were played:\n%s", len(shots), len(truth.Shots), got.stdout)
	}
	for _, want := range truth.Shots {
		s := shots[want.N]
		if math.Abs(s.Flick-want.Flick) > 0.2 || s.Verdict != want.Verdict && s.Verdict != "review" || s.StartValid != want.StartValid || len(s.Remove) != onSurface(want) {
			t.Errorf("shot %d was %+v, is %s at %.2f s, remove %v", want.N, s, want.Verdict, want.Flick, want.Remove)
		}
	}
}

// reportedShot is what the test reads of replay's lines.
type reportedShot struct {
	Type       string           `json:"type"`
	N          int              `json:"n"`
	Flick      float64          `json:"t_start"`
	Verdict    string           `json:"verdict"`
	StartValid bool             `json:"start_valid"`
	Remove     []map[string]any `json:"remove"`
}

// onSurface counts the discs that a person must take off because of a shot.
func onSurface(s sim.ShotTruth) int {
	n := 0
	for _, d := range s.AfterSettle {
		if slices.Contains(s.Remove, d[0].(string)) && d[3] != "ditch" {
			n++
		}
	}
	return n
}
