package cvcam

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/capture"
)

func TestMain(m *testing.M) {
	// Tests don't wait as long as users for what never answers.
	os.Setenv("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp|timeout;300000|rw_timeout;300000")
	os.Exit(m.Run())
}

func open(t testing.TB, uri string) capture.Source {
	t.Helper()
	spec, err := capture.ParseURI(uri)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The videos in testdata show four coloured quarters: red, green, blue,
// yellow. They are made with FFmpeg 5.1 from one picture:
//
//	wide_pixels         120 x 96 stored, pixels 4:3, 25 a second
//	turned_wide_pixels  the same stored on its side, to be turned by its metadata
//	uneven_times        frames at 0, 80, 400 and 440 ms
//	sound_only          a tone
//	quarters.ts         as wide_pixels, 75 frames as a transport stream
func TestRecordingsAreUprightWithSquarePixelsAndTimed(t *testing.T) {
	for _, name := range []string{"wide_pixels.mp4", "turned_wide_pixels.mp4"} {
		t.Run(name, func(t *testing.T) {
			var frames []capture.Frame
			if err := open(t, "testdata/"+name).Run(t.Context(), func(f capture.Frame) { frames = append(frames, f) }); err != nil {
				t.Fatal(err)
			}
			if len(frames) != 5 {
				t.Fatalf("%d frames, want 5", len(frames))
			}
			for i, f := range frames {
				if want := time.Duration(i) * 40 * time.Millisecond; f.Seq != uint64(i) || f.Media != want || f.CapturedAt.Sub(frames[0].CapturedAt) != want {
					t.Errorf("frame %d: number %d, %v, captured %v after the first; want %v", i, f.Seq, f.Media, f.CapturedAt.Sub(frames[0].CapturedAt), want)
				}
				if f.Width != 160 || f.Height != 96 {
					t.Fatalf("frame is %d x %d, want 160 x 96", f.Width, f.Height)
				}
				for _, q := range []struct{ x, y, r, g, b int }{{40, 24, 220, 30, 30}, {120, 24, 30, 200, 30}, {40, 72, 30, 30, 220}, {120, 72, 230, 230, 40}} {
					p := f.Pix[3*(q.y*f.Width+q.x):]
					if far(p[0], q.b) || far(p[1], q.g) || far(p[2], q.r) {
						t.Errorf("at %d,%d: BGR %v, want %d %d %d", q.x, q.y, p[:3], q.b, q.g, q.r)
					}
				}
			}
		})
	}
}

func far(got byte, want int) bool { return max(int(got)-want, want-int(got)) > 20 }

func TestUnevenTimesAreThoseOfTheFileWhereOpenCVTellsThem(t *testing.T) {
	var times []time.Duration
	if err := open(t, "testdata/uneven_times.mp4").Run(t.Context(), func(f capture.Frame) { times = append(times, f.Media) }); err != nil {
		t.Fatal(err)
	}
	if len(times) != 4 || times[1] != 80*time.Millisecond {
		t.Errorf("times %v, want 4 with the second at 80 ms", times)
	}
	for i := range times[1:] {
		if times[i+1] <= times[i] {
			t.Errorf("times %v go back", times)
		}
	}
}

func TestARecordingStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := open(t, "testdata/wide_pixels.mp4").Run(ctx, func(capture.Frame) { n++; cancel() })
	if err != nil || n != 1 {
		t.Errorf("%d frames, %v", n, err)
	}
}

func TestWhatIsNoVideoIsRefusedInASentence(t *testing.T) {
	dir := t.TempDir()
	whole, err := os.ReadFile("testdata/wide_pixels.mp4")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"text.mp4":    {[]byte("no video at all\n"), "it is text"},
		"empty.mp4":   {nil, "it is empty"},
		"picture.mp4": {[]byte("\xff\xd8\xff\xe0\x00\x10JFIF"), "it is a JPEG picture"},
		"noise.mp4":   {[]byte("\x00\x01\x02\x03\xfe\xff\x80"), "can't be read as a video"},
		"cut.mp4":     {whole[:len(whole)/3], "can't be read as a video"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			err := open(t, path).Run(t.Context(), func(capture.Frame) { t.Error("a frame") })
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), name) {
				t.Errorf("error is %v, want %q", err, c.says)
			}
		})
	}
	if err := open(t, "testdata/sound_only.mp4").Run(t.Context(), func(capture.Frame) {}); err == nil {
		t.Error("a sound is a video")
	}
	if err := open(t, filepath.Join(dir, "none.mp4")).Run(t.Context(), func(capture.Frame) {}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
}

func TestMediaClockGoesForwardWhateverTheVideoSays(t *testing.T) {
	for _, c := range []struct {
		name string
		fps  float64
		ms   []float64
		want []float64 // ms
	}{
		{"even", 25, []float64{0, 40, 80}, []float64{0, 40, 80}},
		{"begins late", 25, []float64{1000, 1040}, []float64{0, 40}},
		{"the tail says 0", 30, []float64{0, 50, 100, 0, 0}, []float64{0, 50, 100, 150, 200}},
		{"says nothing", 20, []float64{0, 0, 0}, []float64{0, 50, 100}},
		{"says nothing, not even a rate", 0, []float64{0, 0}, []float64{0, 1000.0 / 30}},
		{"goes back and on", 10, []float64{0, 100, 50, 300}, []float64{0, 100, 200, 300}},
		{"leaps by a day", 10, []float64{0, 86400e3}, []float64{0, 100}},
	} {
		clock := mediaClock{fps: c.fps}
		for i, ms := range c.ms {
			if got := clock.at(ms).Seconds() * 1000; max(got-c.want[i], c.want[i]-got) > 0.001 {
				t.Errorf("%s: frame %d at %v ms, want %v", c.name, i, got, c.want[i])
			}
		}
	}
}

func TestTurnsFollowWhatOpenCVMeans(t *testing.T) {
	for _, c := range []struct {
		version string
		degrees int
		want    int
	}{
		{"4.6.0", 270, 1}, {"4.6.0", 90, 3}, {"4.6.0", 180, 2}, {"4.6.0", 0, 0},
		{"4.7.0", 90, 1}, {"4.7.0", 270, 3}, {"4.10.0", 45, 0}, {"4.10.0", -90, 3},
	} {
		if got := clockwiseTurns(c.version, c.degrees); got != c.want {
			t.Errorf("OpenCV %s, %d degrees: %d turns, want %d", c.version, c.degrees, got, c.want)
		}
	}
}

func TestLength(t *testing.T) {
	for _, c := range []struct {
		frames, fps float64
		want        time.Duration
	}{{50, 25, 2 * time.Second}, {-9e18, 25, 0}, {50, 0, 0}, {1e18, 1e-9, 0}} {
		if got := length(c.frames, c.fps); got != c.want {
			t.Errorf("%v frames at %v: %v, want %v", c.frames, c.fps, got, c.want)
		}
	}
}
