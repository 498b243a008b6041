package ui

import (
	"bytes"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/capture"
	"ditchline/ui/storybook"
)

// parts opens a picture stream as a client would.
func parts(t *testing.T, r *http.Response) *multipart.Reader {
	t.Helper()
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/x-mixed-replace" {
		t.Fatalf("Content-Type = %q, %v", r.Header.Get("Content-Type"), err)
	}
	return multipart.NewReader(r.Body, params["boundary"])
}

func nextPicture(t *testing.T, m *multipart.Reader) string {
	t.Helper()
	p, err := m.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(p)
	if err != nil {
		t.Fatal(err)
	}
	if p.Header.Get("Content-Type") != "image/jpeg" || p.Header.Get("Content-Length") != strconv.Itoa(len(body)) {
		t.Errorf("part's header = %v, its length %d", p.Header, len(body))
	}
	return string(body)
}

func TestPicturesComeInOrderEachAsAPartOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, board := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		board.Show(picture(0, "old"))
		m := parts(t, answer(t, ln.get(t, "/stream.mjpg")))
		if got := nextPicture(t, m); got != "old" {
			t.Errorf("first picture = %q, want the newest there was", got)
		}
		for i := range 4 {
			text := fmt.Sprint("picture ", i)
			board.Show(picture(uint64(i+1), text))
			if got := nextPicture(t, m); got != text {
				t.Errorf("picture %d = %q", i, got)
			}
		}
		if got := nextPicture(t, m); got != "picture 3" {
			t.Errorf("after silence = %q, want the last one again", got)
		}
	})
}

func TestAClientAtItsRateGetsTheNewestPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, board := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		m := parts(t, answer(t, ln.get(t, "/stream.mjpg?fps=5")))
		got := make(chan string)
		go func() {
			for {
				p, err := m.NextPart()
				if err != nil {
					close(got)
					return
				}
				body, _ := io.ReadAll(p)
				got <- string(body)
			}
		}()
		go func() {
			for i := range 61 { // two seconds of a camera
				board.Show(picture(uint64(i), fmt.Sprint(i)))
				time.Sleep(time.Second / 30)
			}
		}()
		n, last := 0, ""
		for deadline := time.After(4 * time.Second); ; {
			select {
			case last = <-got:
				n++
				continue
			case <-deadline:
			}
			break
		}
		if n < 10 || n > 12 || last != "60" {
			t.Errorf("%d pictures in 2 s at 5 a second, the last %q, want 10 to 12 and the newest, 60", n, last)
		}
	})
}

func TestEachFrameIsEncodedOnceForAllClients(t *testing.T) {
	var encoded, resized atomic.Int32
	s, board := newServer(t, func(o *Options) {
		o.Encode = func(f capture.Frame, quality int) ([]byte, error) {
			encoded.Add(1)
			return fmt.Appendf(nil, "%d:%d:%d", f.Seq, f.Width, quality), nil
		}
		o.Resize = func(f capture.Frame, width int) (capture.Frame, error) {
			resized.Add(1)
			f.Width = width
			return f, nil
		}
	})
	base, _ := listen(t, s)
	board.Show(picture(7, ""))
	for _, tc := range []struct{ query, want string }{
		{"", "7:1920:80"}, {"", "7:1920:80"}, {"?width=3840", "7:1920:80"}, {"?width=1920&quality=84", "7:1920:80"},
		{"?width=700", "7:640:80"}, {"?width=640", "7:640:80"}, {"?width=640&quality=30", "7:640:30"},
	} {
		if _, _, body := fetch(t, base+"/snapshot.jpg"+tc.query); body != tc.want {
			t.Errorf("%s = %q, want %q", tc.query, body, tc.want)
		}
	}
	if encoded.Load() != 3 || resized.Load() != 2 {
		t.Errorf("%d encoded and %d resized, want 3 and 2", encoded.Load(), resized.Load())
	}
}

func TestOnlyTheNewestFramesAreKept(t *testing.T) {
	p := newPictures(func(f capture.Frame, _ int) ([]byte, error) { return f.Pix, nil }, nil)
	for i := range uint64(100) {
		if got, err := p.jpeg(picture(i, fmt.Sprint(i)), pictureSize{quality: 80}, func(float64) {}); err != nil || string(got) != fmt.Sprint(i) {
			t.Fatalf("frame %d = %q, %v", i, got, err)
		}
	}
	if len(p.frames) != keptFrames || p.frames[keptFrames-1].id.seq != 99 {
		t.Errorf("%d frames kept, want %d", len(p.frames), keptFrames)
	}
}

func TestAPictureThatCannotBeMadeIsSaidSo(t *testing.T) {
	s, board := newServer(t, func(o *Options) {
		o.Encode = func(capture.Frame, int) ([]byte, error) { return nil, errors.New("no memory") }
	})
	base, _ := listen(t, s)
	if status, h, body := fetch(t, base+"/snapshot.jpg"); status != 503 || !strings.Contains(body, "no_frame") || h.Get("Retry-After") == "" {
		t.Errorf("without a frame: %d %s", status, body)
	}
	board.Show(picture(0, ""))
	if status, _, body := fetch(t, base+"/snapshot.jpg"); status != 500 || !strings.Contains(body, "internal") {
		t.Errorf("without an encoder: %d %s", status, body)
	}
}

func TestQueriesOutOfBoundsAreRefusedByName(t *testing.T) {
	s, board := newServer(t, nil)
	base, _ := listen(t, s)
	board.Show(picture(0, "x"))
	for _, query := range []string{"width=159", "width=3841", "width=", "width=1e3", "quality=9", "quality=96", "quality=-1", "fps=0", "fps=61", "fps=x", "width=99999999999999999999"} {
		status, _, body := fetch(t, base+"/stream.mjpg?"+query)
		name, _, _ := strings.Cut(query, "=")
		if status != 400 || !strings.Contains(body, name+" is ") {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
}

func TestFFmpegReadsTheStream(t *testing.T) { ffmpegReads(t, "width=320") }

// ffmpegReads holds that ffmpeg reads pictures from the stream of a query,
// while frames come.
func ffmpegReads(t *testing.T, query string) {
	t.Helper()
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("ffmpeg is not installed: the stream is read by Go's own multipart reader only")
	}
	s, board := newServer(t, func(o *Options) { o.Encode, o.Resize = storybook.EncodeJPEG, storybook.Resize })
	base, _ := listen(t, s)
	story, err := storybook.Tell("ready")
	if err != nil {
		t.Fatal(err)
	}
	board.Publish(story.State)
	f := story.Frame
	stop, fed := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(fed)
		tick := time.NewTicker(time.Second / 30)
		defer tick.Stop()
		for ; ; f.Seq++ {
			board.Show(f)
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	}()
	out := filepath.Join(t.TempDir(), "%d.jpg")
	text, err := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-f", "mpjpeg", "-i", base+"/stream.mjpg?"+query, "-frames:v", "3", out).CombinedOutput()
	close(stop)
	<-fed
	if err != nil {
		t.Fatalf("ffmpeg: %v: %s", err, text)
	}
	if pictures, _ := filepath.Glob(filepath.Join(filepath.Dir(out), "*.jpg")); len(pictures) != 3 {
		t.Errorf("ffmpeg read %d pictures of 3: %s", len(pictures), text)
	}
}

func TestTheStorybooksCodecKeepsThePicture(t *testing.T) {
	story, err := storybook.Tell("ready")
	if err != nil {
		t.Fatal(err)
	}
	small, err := storybook.Resize(story.Frame, 320)
	if err != nil {
		t.Fatal(err)
	}
	body, err := storybook.EncodeJPEG(small, 80)
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds().Dx() != 320 || img.Bounds().Dy() != 180 {
		t.Errorf("picture is %v", img.Bounds())
	}
}
