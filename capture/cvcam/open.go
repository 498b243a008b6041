// Package cvcam takes frames from webcams, video files and network streams
// with OpenCV.
package cvcam

import (
	"context"
	"fmt"
	"os"
	"sync"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// Open makes the source of a camera, a video file or a stream. Nothing is
// opened before its Run, which also closes what it opened. note is told in a
// sentence what a camera gives where that is not what was asked; it may be
// nil.
func Open(spec capture.Spec, note func(string)) (capture.Source, error) {
	prepare()
	if note == nil {
		note = func(string) {}
	}
	switch spec.Kind {
	case capture.KindCamera:
		return camera{spec, note}, nil
	case capture.KindStream:
		return stream{spec}, nil
	case capture.KindFile:
		return recording{spec}, nil
	}
	return nil, fmt.Errorf("source %s: a %s is no video", spec.Name(), spec.Kind)
}

// prepare tells OpenCV by the only way it hears, the environment, to give up
// on what does not answer: a stream whose connection stands still, in
// microseconds, and a camera without pictures, in seconds. FFmpeg's own
// complaints are left out: errors here say it. What the user set stays.
var prepare = sync.OnceFunc(func() {
	for name, value := range map[string]string{
		"OPENCV_FFMPEG_CAPTURE_OPTIONS":     "rtsp_transport;tcp|timeout;5000000|rw_timeout;5000000",
		"OPENCV_FFMPEG_LOGLEVEL":            "-8",
		"OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "5",
	} {
		if _, set := os.LookupEnv(name); !set {
			os.Setenv(name, value)
		}
	}
})

// OpenCV properties that gocv 0.31 has no names for.
const (
	propSARNum          gocv.VideoCaptureProperties = 40
	propSARDen          gocv.VideoCaptureProperties = 41
	propOrientation     gocv.VideoCaptureProperties = 48 // degrees, from the metadata
	propOrientationAuto gocv.VideoCaptureProperties = 49 // whether OpenCV turns frames itself
)

// openVideo opens with one backend; what fails to open is closed again.
func openVideo(what string, api gocv.VideoCaptureAPI) (*gocv.VideoCapture, bool) {
	video, err := gocv.VideoCaptureFileWithAPI(what, api)
	if err != nil || !video.IsOpened() {
		video.Close()
		return nil, false
	}
	return video, true
}

// readAll gives one frame after another to each, until the video or ctx ends,
// which both is nil. Reads block and can't be broken off: they end by the
// timeouts of prepare.
func readAll(ctx context.Context, video *gocv.VideoCapture, v view, each func(n uint64, f capture.Frame)) error {
	canvas := newCanvas()
	defer canvas.Close()
	for n := uint64(0); ctx.Err() == nil; n++ {
		if !video.Read(&canvas.read) || canvas.read.Empty() {
			return nil
		}
		f, err := canvas.frame(v)
		if err != nil {
			return err
		}
		each(n, f)
	}
	return nil
}
