package capture

import (
	"strings"
	"testing"
	"time"
)

func TestParseURIKnowsEveryForm(t *testing.T) {
	for _, c := range []struct {
		uri  string
		kind Kind
		path string
	}{
		{"sim", KindSim, ""},
		{"sim:", KindSim, ""},
		{"sim:?seed=3", KindSim, ""},
		{"camera:0", KindCamera, "/dev/video0"},
		{"CAMERA:12", KindCamera, "/dev/video12"},
		{"camera:/dev/v4l/by-id/usb-cam", KindCamera, "/dev/v4l/by-id/usb-cam"},
		{"camera:///dev/video2?fps=60", KindCamera, "/dev/video2"},
		{"phone:", KindPhone, ""},
		{"Phone:", KindPhone, ""},
		{"phone", KindFile, "phone"},
		{"clip.mp4", KindFile, "clip.mp4"},
		{"/a b/what?.mp4", KindFile, "/a b/what?.mp4"},
		{"10:30 game.mp4", KindFile, "10:30 game.mp4"},
		{"simple.mp4", KindFile, "simple.mp4"},
		{"photos/", KindFolder, "photos/"},
		{"folder:photos", KindFolder, "photos"},
		{"file:clip.mp4?loop=true&pace=fast", KindFile, "clip.mp4"},
		{"file:///abs/clip.mp4", KindFile, "/abs/clip.mp4"},
		{"rtsp://cam.local:554/stream1?x=1", KindStream, "rtsp://cam.local:554/stream1?x=1"},
		{"http://phone:8080/video", KindStream, "http://phone:8080/video"},
		{"HTTPS://host/a.mp4", KindStream, "HTTPS://host/a.mp4"},
	} {
		s, err := ParseURI(c.uri)
		if err != nil || s.Kind != c.kind || s.Path != c.path || s.URI != c.uri {
			t.Errorf("%s: %+v, %v; want %s %s", c.uri, s, err, c.kind, c.path)
		}
	}
}

func TestParseURIReadsOptions(t *testing.T) {
	s, err := ParseURI("camera:1?size=1280x720&fps=59.94")
	if err != nil || s.Width != 1280 || s.Height != 720 || s.FPS != 59.94 {
		t.Errorf("%+v, %v", s, err)
	}
	s, err = ParseURI("camera:1")
	if err != nil || s.Width != DefaultWidth || s.Height != DefaultHeight || s.FPS != DefaultFPS {
		t.Errorf("%+v, %v", s, err)
	}
	s, err = ParseURI("folder:a?loop=true&every=500ms&pace=fast")
	if err != nil || !s.Loop || !s.Fast || s.Every != 500*time.Millisecond {
		t.Errorf("%+v, %v", s, err)
	}
	s, err = ParseURI("sim:?seed=3&board=nca-26")
	if err != nil || s.Params.Get("seed") != "3" || s.Params.Get("board") != "nca-26" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestParseURIReportsEveryProblemAtOnce(t *testing.T) {
	for _, c := range []struct {
		uri  string
		says []string
	}{
		{"", []string{"it is empty"}},
		{"  ", []string{"it is empty"}},
		{"camera:", []string{`camera ""`}},
		{"camera:-1", []string{`camera "-1"`}},
		{"camera:/etc/passwd", []string{"want a number"}},
		{"camera:/dev/../etc/passwd", []string{"want a number"}},
		{"camera:x?size=big&fps=fast&zoom=3", []string{`size is "big"`, `fps is "fast"`, `no option "zoom"`, `camera "x"`}},
		{"camera:0?size=1x1", []string{"want pixels"}},
		{"file:", []string{"names no path"}},
		{"file:a?loop=perhaps&pace=slow&every=-1s", []string{"loop is", "pace is", "every is"}},
		{"ftp://host/clip.mp4", []string{`nothing here opens "ftp://"`, "rtsp://"}},
		{"rtsp:///stream", []string{"names no host"}},
		{"http://[::1", []string{"not a good address"}},
		{"a\x00b", []string{"zero byte"}},
	} {
		_, err := ParseURI(c.uri)
		for _, says := range c.says {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%q: %v, want %q", c.uri, err, says)
			}
		}
	}
}

func TestNamesOfStreamsHideThePassword(t *testing.T) {
	s, err := ParseURI("rtsp://me:secret@cam/1")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Name(); strings.Contains(got, "secret") || !strings.Contains(got, "me:") {
		t.Errorf("name is %q", got)
	}
	if _, err := ParseURI("rtsp://me:secret@ca m:port/1"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("error is %v", err)
	}
}

func FuzzParseURI(f *testing.F) {
	for _, s := range []string{"sim:?a=b", "camera:0?size=1x1", "file:x?loop=1", "rtsp://h/p", "a?b:c", "folder:/", "camera:/dev/video0?fps=1e400"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseURI(text)
		if err != nil {
			return
		}
		if s.Kind == "" || s.URI != text || s.Kind != KindSim && s.Path == "" {
			t.Errorf("%q gave %+v", text, s)
		}
		if s.Width < MinSide || s.Height < MinSide || !(s.FPS > 0) || s.Every <= 0 {
			t.Errorf("%q asks for %+v", text, s)
		}
		if again, err := ParseURI(s.URI); err != nil || again.Kind != s.Kind || again.Path != s.Path {
			t.Errorf("%q is once %+v, once %+v", text, s, again)
		}
	})
}
