package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// fakeParts see in a file what its name says, so that the command line is
// tested without pictures.
func fakeParts() parts {
	return parts{
		readPicture: func(path string) (capture.Frame, error) {
			if path == "missing.jpg" {
				return capture.Frame{}, fmt.Errorf("read picture: open %s: no such file or directory", path)
			}
			return capture.Frame{Width: 64, Height: 48, Pix: make([]byte, 3*64*48), FocalPx: float64(len(path))}, nil
		},
		encodeJPEG: func(capture.Frame, int) ([]byte, error) { return []byte("jpeg"), nil },
		encodeFit:  func(capture.Frame, int, int, int) ([]byte, error) { return []byte("jpeg"), nil },
		resize:     func(f capture.Frame, _ int) (capture.Frame, error) { return f, nil },
		finder:     func() calibrate.Finder { return fakeFinder{} },
		detector:   func() detect.Detector { return fakeDetector{} },
		openFilm: func(path string) (capture.Source, error) {
			if path == "missing.mp4" {
				return nil, errors.New("video missing.mp4: no such file or directory")
			}
			return fakeSource{}, nil
		},
		openSource: func(uri string, _ *slog.Logger, _ func(error)) (capture.Source, error) {
			if uri == "broken" {
				return nil, errors.New("source broken: there is no such file or folder")
			}
			return fakeSource{}, nil
		},
		cameras: func(func(string) bool) []capture.Device { return nil },
		machine: machine{
			visionVersions: func() visionVersions {
				return visionVersions{GoCV: "0.31.0", OpenCV: "4.6.0", Backends: []string{"FFMPEG", "V4L2"}}
			},
			cameras: func() []cameraState { return nil },
		},
	}
}

// fakeFinder finds a board from above, but none where the picture's focal
// length is 9 (the length of "noone.jpg"), and panics where it is 11.
type fakeFinder struct{}

func (fakeFinder) Find(f capture.Frame, o calibrate.Options) (calibrate.Calibration, error) {
	switch f.FocalPx {
	case 9:
		return calibrate.Calibration{}, fmt.Errorf("%w: nothing round in it", calibrate.ErrNoBoard)
	case 11:
		panic("index out of range")
	}
	return calibrate.Calibration{
		Board: o.Boards[0], Make: o.Boards[0].Name, Confidence: 1,
		Camera: models.Camera{Width: f.Width, Height: f.Height, Fx: 60, Fy: 60, Cx: 31.5, Cy: 23.5, R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 1000}},
	}, nil
}

type fakeDetector struct{}

func (fakeDetector) Detect(f capture.Frame, c calibrate.Calibration) (detect.Observation, error) {
	return detect.Observation{Frame: f, Calibration: c, Discs: []detect.Disc{
		{Pos: r2.Vec{X: 50}, Radius: 15, Thickness: 9, Team: "A", State: detect.Flat, Points: 15},
	}}, nil
}

type fakeSource struct{}

func (fakeSource) String() string { return "fake" }
func (fakeSource) Run(_ context.Context, emit func(capture.Frame)) error {
	emit(capture.Frame{Width: 64, Height: 48, Pix: make([]byte, 3*64*48)})
	return nil
}

// called is what one call of the program did.
type called struct {
	status         int
	stdout, stderr string
}

func call(t *testing.T, p parts, args ...string) called {
	t.Helper()
	var stdout, stderr bytes.Buffer
	a := newApp(p, &stdout, &stderr, []string{"HOME=" + t.TempDir()})
	status := a.execute(t.Context(), args)
	return called{status, stdout.String(), stderr.String()}
}
