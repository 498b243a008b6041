package session

import (
	"fmt"
	"runtime/debug"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
)

// Vision is what looks at a picture: it finds the board, then the discs.
type Vision struct {
	Finder   calibrate.Finder
	Detector detect.Detector
	Options  calibrate.Options
	Now      func() time.Time // measures how long a stage takes, and nothing else
}

// Elapsed is how long each stage took, ms: decode, calibrate, detect, total.
type Elapsed map[string]float64

// Fault is an internal error of vision: a panic that was caught, so that one
// picture does not end the others.
type Fault struct {
	Stage string
	Cause any
	Stack []byte
}

func (f *Fault) Error() string {
	return fmt.Sprintf("internal fault while %s: %v; this is a bug in ditchline, please report it with the picture", f.Stage, f.Cause)
}

// Measure finds the board in one picture by itself and measures every disc
// on it.
func (v Vision) Measure(f capture.Frame) (detect.Observation, Elapsed, error) {
	elapsed := Elapsed{}
	cal, err := v.find(f, elapsed)
	if err != nil {
		return detect.Observation{}, elapsed, err
	}
	o, err := v.detect(f, cal, elapsed)
	return o, elapsed, err
}

// find the board; the time it takes is added to elapsed.
func (v Vision) find(f capture.Frame, elapsed Elapsed) (cal calibrate.Calibration, err error) {
	defer v.watch("calibrate", elapsed)()
	defer caught("looking for the board", &err)
	o := v.Options
	if o.FocalPx == 0 {
		o.FocalPx = f.FocalPx
	}
	return v.Finder.Find(f, o)
}

// detect the discs; the time it takes is added to elapsed.
func (v Vision) detect(f capture.Frame, cal calibrate.Calibration, elapsed Elapsed) (o detect.Observation, err error) {
	defer v.watch("detect", elapsed)()
	defer caught("looking for discs", &err)
	if o, err = v.Detector.Detect(f, cal); err != nil {
		return o, err
	}
	return detect.PlacedStriker(v.Detector, f, o)
}

func (v Vision) watch(stage string, elapsed Elapsed) (done func()) {
	from := v.Now()
	return func() {
		ms := float64(v.Now().Sub(from)) / float64(time.Millisecond)
		elapsed[stage] += ms
		elapsed["total"] += ms
	}
}

// caught turns a panic into an error.
func caught(stage string, err *error) {
	if cause := recover(); cause != nil {
		*err = &Fault{Stage: stage, Cause: cause, Stack: debug.Stack()}
	}
}
