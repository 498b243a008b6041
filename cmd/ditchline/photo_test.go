package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ditchline/capture"
	"ditchline/capture/cvcodec"
	"ditchline/capture/sim"
)

// filmed is a frame of the simulator's game, some way into it.
func filmed(t *testing.T, query string, n int) capture.Frame {
	t.Helper()
	spec, err := capture.ParseURI("sim:?" + query)
	if err != nil {
		t.Fatal(err)
	}
	options, err := sim.ParseOptions(spec.Params)
	if err != nil {
		t.Fatal(err)
	}
	options.Free, options.Frames = true, n
	source, err := sim.New(options)
	if err != nil {
		t.Fatal(err)
	}
	var last capture.Frame
	if err := source.Run(t.Context(), func(f capture.Frame) { last = f }); err != nil {
		t.Fatal(err)
	}
	return last
}

// pngHeader is a whole PNG that says it has that many pixels, and has none.
func pngHeader(width, height uint32) []byte {
	out := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
	out = binary.BigEndian.AppendUint32(out, width)
	out = binary.BigEndian.AppendUint32(out, height)
	out = append(out, 8, 2, 0, 0, 0)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[12:]))
	return append(out, "\x00\x00\x00\x00IEND\xaeB`\x82"...)
}

// The program that ships, on files as users have them.
func TestBadFilesAreSaidAndTheGoodOneIsStillMeasured(t *testing.T) {
	jpeg, err := cvcodec.EncodeJPEG(filmed(t, "seed=3", 1), 92)
	if err != nil {
		t.Fatal(err)
	}
	var dot, wall bytes.Buffer
	if err := png.Encode(&dot, image.NewRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&wall, image.NewGray(image.Rect(0, 0, 800, 600))); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	inputs := []struct {
		name  string
		data  []byte
		error string // must be in the error; empty for none
	}{
		{"text.jpg", []byte("Dear diary, this is no picture.\n"), "text"},
		{"empty.jpg", nil, "empty"},
		{"cut.jpg", jpeg[:len(jpeg)/2], "cut short"},
		{"good.jpg", jpeg, ""},
		{"dot.png", dot.Bytes(), "1 x 1"},
		{"huge.png", pngHeader(20000, 20000), "20000 x 20000"},
		{"wall.png", wall.Bytes(), "no board found"},
		{"good.txt", jpeg, ""},
	}
	args := []string{"photo", "--json", "--board", "nca-26"}
	for _, in := range inputs {
		path := filepath.Join(dir, in.name)
		if err := os.WriteFile(path, in.data, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	got := call(t, realParts(), append(args, filepath.Join(dir, "missing.jpg"), dir)...)
	if got.status != statusFailed {
		t.Errorf("exit status %d, want 1", got.status)
	}
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if len(lines) != len(inputs)+2 {
		t.Fatalf("%d lines for %d inputs:\n%s", len(lines), len(inputs)+2, got.stdout)
	}
	for i, in := range inputs {
		var r struct {
			File, Error string
			Board       struct{ Name string }
		}
		if err := json.Unmarshal([]byte(lines[i]), &r); err != nil {
			t.Fatal(err)
		}
		if r.File != filepath.Join(dir, in.name) || (r.Error == "") != (in.error == "") || !strings.Contains(r.Error, in.error) {
			t.Errorf("%s: error %q, want one that says %q", in.name, r.Error, in.error)
		}
		if in.error == "" && r.Board.Name != "nca-26" {
			t.Errorf("%s: board %q", in.name, r.Board.Name)
		}
		if in.error != "" && !strings.Contains(got.stderr, in.name) {
			t.Errorf("stderr does not name %s:\n%s", in.name, got.stderr)
		}
	}
}

func TestSourcesThatCannotBeWatched(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"text.mp4": "this is no video\n", "empty.mp4": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	empty := filepath.Join(dir, "folder")
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		source string
		status int
		says   string
	}{
		"a file that is not there":   {filepath.Join(dir, "none.mp4"), 1, "no file or folder"},
		"text named as a video":      {filepath.Join(dir, "text.mp4"), 1, "text.mp4"},
		"an empty video":             {filepath.Join(dir, "empty.mp4"), 1, "empty"},
		"a folder without pictures":  {empty, 1, "no pictures"},
		"a camera that is not there": {"camera:/dev/video97", 1, "plug"},
		"a stream that is not there": {"http://127.0.0.1:9/stream.mjpg", 1, "127.0.0.1:9"},
		"a scheme of nobody":         {"gopher://a/b", 2, "gopher"},
		"an option of nobody":        {"sim:?sede=3", 2, "sede"},
		"a camera of no number":      {"camera:front", 2, "camera"},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, realParts(), "run", "--listen", "127.0.0.1:0", "--source", c.source)
			if got.status != c.status || !strings.Contains(got.stderr, c.says) {
				t.Errorf("exit status %d, want %d; stderr must say %q:\n%s", got.status, c.status, c.says, got.stderr)
			}
		})
	}
}

func TestResultsComeInOrderAndFewAreHeldAtOnce(t *testing.T) {
	items := make([]int, 50)
	for i := range items {
		items[i] = i
	}
	held := make(chan struct{}, len(items))
	next, most := 0, 0
	done, err := inOrder(t.Context(), items, 3, func(i int) int {
		held <- struct{}{}
		return i
	}, func(r int) error {
		if r != next {
			t.Errorf("result %d came as number %d", r, next)
		}
		next++
		most = max(most, len(held))
		<-held
		return nil
	})
	if done != len(items) || err != nil || most > 3 {
		t.Errorf("%d results, at most %d held, %v", done, most, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	handed := 0
	done, err = inOrder(ctx, items, 2, func(i int) int { return i }, func(r int) error {
		if r != handed {
			t.Errorf("result %d came as number %d", r, handed)
		}
		if handed++; handed == 5 {
			cancel()
		}
		return nil
	})
	if done < 5 || done > 7 || err != nil {
		t.Errorf("%d results after cancelling at the fifth, %v", done, err)
	}
}
