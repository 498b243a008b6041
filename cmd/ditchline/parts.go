package main

import (
	"log/slog"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/detect/bench"
)

// parts are what the commands use of OpenCV and of the machine, so that a
// test can call the whole program with others.
type parts struct {
	readPicture func(path string) (capture.Frame, error)
	decode      func(name string, data []byte) (capture.Frame, error)
	encodeJPEG  func(f capture.Frame, quality int) ([]byte, error)
	encodeFit   func(f capture.Frame, width, height, quality int) ([]byte, error) // a smaller JPEG in one go
	resize      func(f capture.Frame, width int) (capture.Frame, error)
	finder      func() calibrate.Finder
	detector    func() detect.Detector
	rivals      func() []bench.Rival                      // plain methods that bench holds vision against
	openFilm    func(path string) (capture.Source, error) // a video file, every frame in order
	openSource  func(uri string, log *slog.Logger, lost func(error)) (capture.Source, error)
	cameras     func(used func(path string) bool) []capture.Device // of this machine; those in use are left alone
	machine     machine
}

// machine is what `version` and `doctor` ask about.
type machine struct {
	visionVersions func() visionVersions
	cameras        func() []cameraState
}

// visionVersions are those of what looks at pictures.
type visionVersions struct {
	GoCV     string   `json:"gocv"`
	OpenCV   string   `json:"opencv"`
	Backends []string `json:"-"` // of OpenCV's video input
}

// cameraState is one camera device of the machine.
type cameraState struct {
	Path  string
	Name  string
	Fault error // why no picture could be had of it; nil when it works
}
