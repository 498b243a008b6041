package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ditchline/capture/film"
)

func TestDoctorNamesWhatFailsAndWhatToDo(t *testing.T) {
	for name, c := range map[string]struct {
		finding finding
		status  string
		do      string // must be in it
	}{
		"enough machine":          {checkMachine(4, "MemAvailable:  8000000 kB\n"), fine, ""},
		"one core":                {checkMachine(1, "MemAvailable:  8000000 kB\n"), warning, "1280x720"},
		"little memory":           {checkMachine(4, "MemFree: 1 kB\nMemAvailable:  300000 kB\n"), warning, "end other programs"},
		"no /proc":                {checkMachine(4, ""), fine, ""},
		"OpenCV 4":                {checkOpenCV(visionVersions{OpenCV: "4.6.0", GoCV: "0.31.0"}), fine, ""},
		"OpenCV 3":                {checkOpenCV(visionVersions{OpenCV: "3.4.1", GoCV: "0.31.0"}), broken, "libopencv-dev"},
		"all inputs":              {checkBackends([]string{"FFMPEG", "V4L2"}), fine, ""},
		"no webcams":              {checkBackends([]string{"FFMPEG"}), broken, "V4L2"},
		"no inputs":               {checkBackends(nil), broken, "libopencv-dev"},
		"no ffmpeg":               {checkFFmpeg(nil, film.ErrNoFFmpeg), warning, "apt install ffmpeg"},
		"no camera":               {checkCameras(nil)[0], warning, "plug one in"},
		"a camera":                {checkCameras([]cameraState{{Path: "/dev/video0"}})[0], fine, ""},
		"a camera in use":         {checkCameras([]cameraState{{Path: "/dev/video0", Fault: fmt.Errorf("x: %w", syscall.EBUSY)}})[0], broken, "fuser -v /dev/video0"},
		"a camera of another":     {checkCameras([]cameraState{{Path: "/dev/video0", Fault: fmt.Errorf("x: %w", syscall.EACCES)}})[0], broken, "usermod -aG video"},
		"a camera's second door":  {checkCameras([]cameraState{{Path: "/dev/video1", Fault: errors.New("gives no pictures")}})[0], warning, "gives no pictures"},
		"a bad board file":        {checkBoards(0, errors.New("mine.yaml: no name")), broken, "mend"},
		"a folder to write to":    {checkData(filepath.Join(t.TempDir(), "new")), fine, ""},
		"a file in its place":     {checkData("/dev/null/data"), broken, "--data"},
		"a port that can be had":  {checkPort(context.Background(), "127.0.0.1:0"), fine, ""},
		"a port of nobody's here": {checkPort(context.Background(), "192.0.2.1:80"), broken, "--listen"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.finding.Status != c.status || !strings.Contains(c.finding.Do, c.do) || c.finding.Found == "" {
				t.Errorf("got %+v, want %s and %q", c.finding, c.status, c.do)
			}
			if (c.finding.Status == fine) != (c.finding.Do == "") {
				t.Errorf("%+v: what to do belongs to what is not fine, and only there", c.finding)
			}
		})
	}
}

func TestDoctorFailsWhenACheckDoes(t *testing.T) {
	good := call(t, fakeParts(), "doctor", "--listen", "x")
	if good.status != statusUsage {
		t.Errorf("doctor took a flag that is run's: status %d", good.status)
	}
	p := fakeParts()
	p.machine.cameras = func() []cameraState { return []cameraState{{Path: "/dev/video0", Fault: syscall.EBUSY}} }
	got := call(t, p, "doctor", "--json", "--data", t.TempDir())
	if got.status != statusFailed {
		t.Errorf("status %d with a camera in use", got.status)
	}
	for line := range strings.Lines(got.stdout) {
		var f finding
		if err := json.Unmarshal([]byte(line), &f); err != nil || f.Check == "" || f.Status == "" {
			t.Errorf("%s: %v", line, err)
		}
	}
}
