package cvcam

import (
	"errors"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"ditchline/capture"
)

func TestACameraThatIsNotThereIsSaidSo(t *testing.T) {
	for uri, says := range map[string]string{
		"camera:/dev/ditchline-no-such-camera": "plug the camera in",
		"camera:/dev/null":                     "/dev/null is not a camera",
	} {
		err := open(t, uri).Run(t.Context(), func(capture.Frame) { t.Error("a frame") })
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", uri, err, says)
		}
	}
}

func TestDeviceErrorsSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		says string
	}{
		{syscall.ENOENT, "plug the camera in"}, {syscall.EACCES, "usermod -aG video"}, {syscall.EBUSY, "in use by another program"},
		{syscall.ENODEV, "plug it in again"}, {syscall.ENOTTY, "is not a camera"}, {syscall.EIO, "can't be opened"},
	} {
		err := deviceError("/dev/video0", c.err)
		if !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "/dev/video0") || !errors.Is(err, c.err) {
			t.Errorf("%v: %v, want %q", c.err, err, c.says)
		}
	}
}

func TestDevicesAreListedInOrderWithTheirNames(t *testing.T) {
	list := devices(fstest.MapFS{
		"dev/video10": {}, "dev/video2": {}, "dev/null": {},
		"sys/class/video4linux/video2/name": {Data: []byte("A Camera\n")},
	})
	if len(list) != 2 || list[0].Path != "/dev/video2" || list[0].Name != "A Camera" || list[1].Path != "/dev/video10" {
		t.Fatalf("devices %+v", list)
	}
	for _, d := range Devices() {
		if !strings.HasPrefix(d.Path, "/dev/video") {
			t.Errorf("device %+v", d)
		}
	}
}

func TestWhatACameraGivesIsSaidWhereItIsNotWhatWasAsked(t *testing.T) {
	asked := capture.Spec{Path: "/dev/video0", Width: 1920, Height: 1080, FPS: 30}
	if got := compareModes(asked, mode{1920, 1080, 30, "MJPG"}); got != "" {
		t.Errorf("said %q", got)
	}
	want := "/dev/video0 gives 640 x 480 pixels, 15 a second, as YUYV; asked were 1920 x 1080, 30 a second, as MJPG"
	if got := compareModes(asked, mode{640, 480, 15, "YUYV"}); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

func TestShutterTimeIsThatOfTheDriversStamp(t *testing.T) {
	now := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	for _, c := range []struct {
		name  string
		stamp float64 // ms
		want  time.Duration
	}{
		{"35 ms ago", 99965, -35 * time.Millisecond},
		{"no stamp", 0, 0},
		{"a stamp of another clock", 1.7e12, 0},
		{"a stamp of long ago", 5000, 0},
	} {
		if got := shutterTime(now, 100*time.Second, c.stamp).Sub(now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if monotonic() <= 0 {
		t.Error("no monotonic clock")
	}
}

func TestVersionNamesTheLibrariesAndTheirInputs(t *testing.T) {
	v := Version()
	if v.GoCV == "" || !strings.HasPrefix(v.OpenCV, "4.") {
		t.Errorf("versions %+v", v)
	}
	for _, name := range []string{"FFMPEG", "V4L2"} {
		if !slices.Contains(v.Backends, name) {
			t.Errorf("OpenCV lacks %s: %v", name, v.Backends)
		}
	}
}
