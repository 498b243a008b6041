package film

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ditchline/capture"
)

// encoder is the machine's, or the test is skipped.
func encoder(t *testing.T) *Encoder {
	t.Helper()
	e, err := Find(t.Context())
	if err != nil {
		t.Skip("needs ffmpeg: ", err)
	}
	return e
}

// picture n is grey with a bright bar that moves.
func picture(width, height, n int, at time.Duration) capture.Frame {
	pix := bytes.Repeat([]byte{90}, 3*width*height)
	for y := range height {
		for x := range width {
			if x/8 == n%(width/8) {
				i := 3 * (y*width + x)
				pix[i], pix[i+1], pix[i+2] = 30, 60, 220
			}
		}
	}
	return capture.Frame{Seq: uint64(n), Media: at, Width: width, Height: height, Pix: pix}
}

func jpegOf(t *testing.T, f capture.Frame) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	for i := range f.Width * f.Height {
		img.Set(i%f.Width, i/f.Width, color.RGBA{f.Pix[3*i+2], f.Pix[3*i+1], f.Pix[3*i], 255})
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// probed is what ffprobe says of a video.
type probed struct {
	Streams []struct {
		Codec      string `json:"codec_name"`
		Profile    string `json:"profile"`
		Format     string `json:"pix_fmt"`
		Width      int    `json:"width"`
		Height     int    `json:"height"`
		ColorSpace string `json:"color_space"`
		Range      string `json:"color_range"`
		Level      int    `json:"level"`
	} `json:"streams"`
	Packets []struct {
		Time string `json:"pts_time"`
	} `json:"packets"`
	Container struct {
		Duration string `json:"duration"`
	} `json:"format"`
}

func (p probed) times(t *testing.T) []float64 {
	t.Helper()
	var times []float64
	for _, packet := range p.Packets {
		v, err := strconv.ParseFloat(packet.Time, 64)
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, v)
	}
	slices.Sort(times) // packets stand in the order of decoding
	return times
}

func probe(t *testing.T, path string) probed {
	t.Helper()
	out, err := exec.Command("ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_packets", "-show_format", path).Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("needs ffprobe: ", err)
	}
	if err != nil {
		t.Fatalf("ffprobe %s: %v", path, err)
	}
	var p probed
	if err := json.Unmarshal(out, &p); err != nil || len(p.Streams) != 1 {
		t.Fatalf("ffprobe %s: %v, %d streams", path, err, len(p.Streams))
	}
	return p
}

// leftovers are the files of a folder.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// uneven are frame times as a camera has that misses some.
var uneven = []time.Duration{0, 33, 66, 100, 250, 283, 1283, 1300, 1317, 1400}

func TestAFilmPlaysInTrueTimeInBrowsers(t *testing.T) {
	e := encoder(t)
	for name, c := range map[string]struct {
		width, height         int
		jpeg                  bool
		options               Options
		wantWidth, wantHeight int
	}{
		"frames":                {320, 180, false, Options{}, 320, 180},
		"JPEGs":                 {320, 180, true, Options{FPS: 60}, 320, 180},
		"an odd size":           {321, 181, false, Options{FPS: 25, CRF: 18, Preset: "ultrafast"}, 320, 180},
		"an odd size of JPEGs":  {321, 181, true, Options{Threads: 2}, 320, 180},
		"a recording in pieces": {320, 180, false, Options{Fragmented: true}, 320, 180},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "clip.mp4")
			w, err := e.Create(t.Context(), path, c.options)
			if err != nil {
				t.Fatal(err)
			}
			const start = 7 * time.Second // of the source
			for n, ms := range uneven {
				f := picture(c.width, c.height, n, start+ms*time.Millisecond)
				if c.jpeg {
					err = w.WriteJPEG(f.Media, jpegOf(t, f))
				} else {
					err = w.Write(f)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if got := leftovers(t, filepath.Dir(path)); len(got) != 1 {
				t.Errorf("files %v beside the film", got)
			}
			p := probe(t, path)
			s := p.Streams[0]
			if s.Codec != "h264" || s.Format != "yuv420p" || s.Width != c.wantWidth || s.Height != c.wantHeight || s.ColorSpace != "smpte170m" || s.Range != "tv" {
				t.Errorf("got %+v", s)
			}
			if s.Level > 42 {
				t.Errorf("level %d for %d x %d: the frame rate was misjudged", s.Level, s.Width, s.Height)
			}
			times := p.times(t)
			if len(times) != len(uneven) {
				t.Fatalf("%d pictures, want %d", len(times), len(uneven))
			}
			for n, ms := range uneven {
				if want := float64(ms) / 1000; math.Abs(times[n]-times[0]-want) > 0.0005 {
					t.Errorf("picture %d at %.4f s, want %.4f", n, times[n]-times[0], want)
				}
			}
			if !c.options.Fragmented && !indexFirst(t, path) {
				t.Error("the index stands behind the pictures: a browser must load all before it plays")
			}
		})
	}
}

// indexFirst says whether an MP4's index comes before its pictures.
func indexFirst(t *testing.T, path string) bool {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	index, pictures := bytes.Index(data, []byte("moov")), bytes.Index(data, []byte("mdat"))
	return index >= 0 && index < pictures
}

func TestColoursComeBackAsTheyWentIn(t *testing.T) {
	e := encoder(t)
	for _, kind := range []string{"frames", "JPEGs"} {
		path := filepath.Join(t.TempDir(), "clip.mp4")
		w, err := e.Create(t.Context(), path, Options{CRF: 12})
		if err != nil {
			t.Fatal(err)
		}
		// Strong colours, which another matrix would move by ten or more.
		colours := [][3]byte{{20, 30, 200}, {200, 60, 20}, {40, 180, 60}, {128, 128, 128}}
		f := picture(256, 64, 0, 0)
		for y := range 64 {
			for x := range 256 {
				copy(f.Pix[3*(y*256+x):], colours[x/64][:])
			}
		}
		for n := range 3 {
			f.Media = time.Duration(n) * time.Second / 30
			if kind == "frames" {
				err = w.Write(f)
			} else {
				err = w.WriteJPEG(f.Media, jpegOf(t, f))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "bgr24", "-").Output()
		if err != nil || len(out) < 3*256*64 {
			t.Fatalf("%d bytes, %v", len(out), err)
		}
		for i, want := range colours {
			got := out[3*(32*256+64*i+32):][:3]
			for k := range 3 {
				if math.Abs(float64(got[k])-float64(want[k])) > 4 {
					t.Errorf("%s: BGR %v came back as %v", kind, want, got)
					break
				}
			}
		}
	}
}

// script is an ffmpeg that does as it is told, in place of the real one.
func script(t *testing.T, body string) *Encoder {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ffmpeg")
	if err := os.WriteFile(path, []byte("#!/bin/bash\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	return &Encoder{program: path, codec: codecs[0]}
}

func TestAFilmThatFailsSaysWhyAndLeavesNothing(t *testing.T) {
	real, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("needs ffmpeg: ", err)
	}
	for name, c := range map[string]struct {
		body string
		says string
	}{
		"ffmpeg dies":            {"head -c 100000 >/dev/null; echo 'boom went the encoder' >&2; exit 3\n", "boom went the encoder"},
		"ffmpeg is killed":       {"head -c 100000 >/dev/null; kill -9 $$\n", "killed"},
		"the disk is full":       {"ulimit -f 8; trap '' XFSZ; " + real + " \"$@\"\n", "File too large"},
		"an encoder that is not": {real + " \"${@/libx264/libx265000}\"\n", "libx265000"},
	} {
		t.Run(name, func(t *testing.T) {
			e, dir := script(t, c.body), t.TempDir()
			w, err := e.Create(t.Context(), filepath.Join(dir, "clip.mp4"), Options{CRF: 4})
			if err != nil {
				t.Fatal(err)
			}
			for n := range 40 {
				f := picture(320, 180, n, time.Duration(n)*time.Second/30)
				for i := range f.Pix { // noise, which is hard to compress
					f.Pix[i] ^= byte((i*i + n*i) >> 3)
				}
				if err = w.Write(f); err != nil {
					break
				}
			}
			closing := w.Close()
			if closing == nil || !strings.Contains(closing.Error(), c.says) || !strings.Contains(closing.Error(), "clip.mp4") {
				t.Errorf("Write said %v, Close %v: want %q", err, closing, c.says)
			}
			if got := leftovers(t, dir); len(got) != 0 {
				t.Errorf("it left %v", got)
			}
		})
	}
}

func TestAFilmThatIsGivenUpLeavesNothing(t *testing.T) {
	e := encoder(t)
	stop := errors.New("the evening is over")
	for name, end := range map[string]func(w *Writer, cancel context.CancelCauseFunc) error{
		"aborted":               func(w *Writer, _ context.CancelCauseFunc) error { w.Abort(); return w.Close() },
		"cancelled":             func(w *Writer, cancel context.CancelCauseFunc) error { cancel(stop); return w.Close() },
		"cancelled and aborted": func(w *Writer, cancel context.CancelCauseFunc) error { cancel(stop); w.Abort(); return w.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			dir := t.TempDir()
			w, err := e.Create(ctx, filepath.Join(dir, "clip.mp4"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			for n := range 5 {
				if err := w.Write(picture(320, 180, n, time.Duration(n)*time.Second/30)); err != nil {
					t.Fatal(err)
				}
			}
			err = end(w, cancel)
			if err == nil || name == "cancelled" && !errors.Is(err, stop) {
				t.Errorf("got %v", err)
			}
			if got := leftovers(t, dir); len(got) != 0 {
				t.Errorf("it left %v", got)
			}
		})
	}
}

func TestPicturesThatDoNotBelongAreRefusedAndTheFilmGoesOn(t *testing.T) {
	e := encoder(t)
	path := filepath.Join(t.TempDir(), "clip.mp4")
	w, err := e.Create(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(picture(320, 180, 0, time.Second)); err != nil {
		t.Fatal(err)
	}
	short := picture(320, 180, 0, 2*time.Second)
	short.Pix = short.Pix[1:]
	for name, err := range map[string]error{
		"the same time":   w.Write(picture(320, 180, 0, time.Second)),
		"an earlier time": w.Write(picture(320, 180, 0, 0)),
		"another size":    w.Write(picture(640, 360, 0, 2*time.Second)),
		"missing pixels":  w.Write(short),
		"a JPEG":          w.WriteJPEG(2*time.Second, jpegOf(t, picture(320, 180, 0, 0))),
		"no JPEG":         w.WriteJPEG(2*time.Second, []byte("GIF89a")),
	} {
		if err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if err := errors.Join(w.Write(picture(320, 180, 0, 2*time.Second)), w.Close()); err != nil {
		t.Fatal(err)
	}
	if got := len(probe(t, path).Packets); got != 2 || w.Frames() != 2 {
		t.Errorf("%d pictures in the film, %d counted, want 2", got, w.Frames())
	}
	if w.Write(picture(320, 180, 0, 3*time.Second)) == nil {
		t.Error("a closed film took a frame")
	}
}

func TestWhatCannotBecomeAFilmIsRefused(t *testing.T) {
	e := script(t, "exit 0\n")
	dir := t.TempDir()
	for name, o := range map[string]Options{"a negative rate": {FPS: -1}, "a rate factor of 60": {CRF: 60}, "no number": {FPS: math.NaN()}} {
		if _, err := e.Create(t.Context(), filepath.Join(dir, "x.mp4"), o); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := e.Create(t.Context(), filepath.Join(dir, "no", "x.mp4"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not: %v", err)
	}
	w, err := e.Create(t.Context(), filepath.Join(dir, "x.mp4"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("a film without a picture was closed without a word")
	}
	if got := leftovers(t, dir); len(got) != 0 {
		t.Errorf("left %v", got)
	}
	old := filepath.Join(dir, "old.mp4")
	if err := os.WriteFile(old, []byte("yesterday"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Create(t.Context(), old, Options{Fragmented: true}); !errors.Is(err, os.ErrExist) {
		t.Errorf("a recording of yesterday was taken for today's: %v", err)
	}
}

func TestTheEncoderThatWorksIsChosen(t *testing.T) {
	list := func(names ...string) string {
		text := " V..... = Video\n ------\n A....D aac  AAC\n"
		for _, n := range names {
			text += fmt.Sprintf(" V....D %s  an encoder\n", n)
		}
		return "case \"$*\" in *-encoders*) cat <<'END'\n" + text + "END\n;;\n"
	}
	for name, c := range map[string]struct {
		body string
		want string // encoder, or words of the error
		err  error
	}{
		"libx264":                     {list("mpeg4", "libopenh264", "libx264") + "*) exit 1;; esac\n", "libx264", nil},
		"another library":             {list("mpeg4", "h264_nvenc", "libopenh264") + "*) exit 1;; esac\n", "libopenh264", nil},
		"a card that is there":        {list("h264_qsv") + "*) cat >/dev/null;; esac\n", "h264_qsv", nil},
		"the second card":             {list("h264_nvenc", "h264_v4l2m2m") + "*nvenc*) exit 1;; *) cat >/dev/null;; esac\n", "h264_v4l2m2m", nil},
		"a card that is not there":    {list("h264_nvenc") + "*) exit 1;; esac\n", "h264_nvenc", ErrNoH264},
		"no H.264":                    {list("mpeg4", "libx265") + "*) exit 1;; esac\n", "libx264", ErrNoH264},
		"an ffmpeg that does not run": {"echo 'cannot open libavdevice.so' >&2; exit 127\n", "libavdevice", nil},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := find(t.Context(), script(t, c.body).program)
			switch {
			case err == nil && (c.err != nil || e.codec.name != c.want || !strings.Contains(e.String(), c.want)):
				t.Errorf("chose %v, want %s %v", e, c.want, c.err)
			case err != nil && (!strings.Contains(err.Error(), c.want) || c.err != nil && !errors.Is(err, c.err)):
				t.Errorf("got %v, want %s %v", err, c.want, c.err)
			}
		})
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Create(t.Context(), "x.mp4", Options{}); !errors.Is(err, ErrNoFFmpeg) || !strings.Contains(err.Error(), "install") {
		t.Errorf("without ffmpeg: %v", err)
	}
}
