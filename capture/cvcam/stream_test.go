package cvcam

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ditchline/capture"
)

// motionJPEG serves n pictures the way that webcams and phones do, then hangs
// up.
func motionJPEG(t *testing.T, n int) *httptest.Server {
	t.Helper()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 160, 96)), nil); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		for range n {
			fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", picture.Len(), picture.Bytes())
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestAStreamOfJPEGsIsReadUntilItBreaksOff(t *testing.T) {
	n := 0
	err := open(t, motionJPEG(t, 30).URL+"/video").Run(t.Context(), func(f capture.Frame) {
		if f.Width != 160 || f.Height != 96 || f.Seq != uint64(n) || f.CapturedAt.IsZero() {
			t.Errorf("frame %d: number %d, %d x %d, %v", n, f.Seq, f.Width, f.Height, f.CapturedAt)
		}
		n++
	})
	if n < 29 { // FFmpeg takes the last one only when another begins
		t.Errorf("%d frames, want 30", n)
	}
	if err == nil || err.Error() != "the stream broke off" {
		t.Errorf("error is %v", err)
	}
}

func TestAStreamStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := open(t, motionJPEG(t, 30).URL).Run(ctx, func(capture.Frame) { cancel() }); err != nil {
		t.Errorf("error is %v", err)
	}
}

func TestARecordingOnAServerIsPlayedInRealTimeToItsEnd(t *testing.T) {
	s := httptest.NewServer(http.FileServer(http.Dir("testdata")))
	defer s.Close()
	start, n := time.Now(), 0
	err := open(t, s.URL+"/turned_wide_pixels.mp4").Run(t.Context(), func(f capture.Frame) {
		media := time.Duration(n) * 40 * time.Millisecond
		if f.Width != 160 || f.Height != 96 || f.Media != media || time.Since(start) < media {
			t.Errorf("frame %d: %d x %d, time %v, came after %v", n, f.Width, f.Height, f.Media, time.Since(start))
		}
		n++
	})
	if err != nil || n != 5 {
		t.Errorf("%d frames, %v", n, err)
	}
}

func TestAStreamThatCanNotBeHadFailsInASentence(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close() // it takes connections in, and says nothing
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	missing := httptest.NewServer(http.NotFoundHandler())
	defer missing.Close()
	for _, c := range []struct{ name, uri, says string }{
		{"nothing listens", "rtsp://" + closed.Addr().String() + "/1", "nothing listens at"},
		{"RTSP without an answer", "rtsp://" + silent.Addr().String() + "/1", "sends no video"},
		{"HTTP without an answer", "http://" + silent.Addr().String() + "/1", "sends no video"},
		{"no such page", missing.URL + "/video", "sends no video"},
		{"no such host", "rtsp://camera.invalid/1", "there is no host camera.invalid"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := open(t, c.uri).Run(t.Context(), func(capture.Frame) { t.Error("a frame") })
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error is %v, want %q", err, c.says)
			}
		})
	}
}
