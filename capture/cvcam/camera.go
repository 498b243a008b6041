package cvcam

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gocv.io/x/gocv"
	"golang.org/x/sys/unix"

	"ditchline/capture"
)

// camera is a V4L2 device.
type camera struct {
	spec capture.Spec
	note func(string)
}

func (c camera) String() string { return c.spec.Name() }

// Run reads the camera at its own pace. It returns only with an error or when
// ctx ends: a camera has no end.
func (c camera) Run(ctx context.Context, emit func(capture.Frame)) error {
	if err := checkDevice(c.spec.Path); err != nil {
		return err
	}
	video, ok := openVideo(c.spec.Path, gocv.VideoCaptureV4L2)
	if !ok {
		// In use can show only now, when another program was quicker.
		if err := checkDevice(c.spec.Path); err != nil {
			return err
		}
		return fmt.Errorf("%s can't be started: it has no picture format that OpenCV reads", c.spec.Path)
	}
	defer video.Close()
	// Compressed pictures first: uncompressed ones of full size don't fit
	// through USB at 30 a second. The size must be set after the format.
	video.Set(gocv.VideoCaptureFOURCC, video.ToCodec("MJPG"))
	video.Set(gocv.VideoCaptureFrameWidth, float64(c.spec.Width))
	video.Set(gocv.VideoCaptureFrameHeight, float64(c.spec.Height))
	video.Set(gocv.VideoCaptureFPS, c.spec.FPS)
	if s := compareModes(c.spec, modeOf(video)); s != "" {
		c.note(s)
	}

	var first time.Time
	err := readAll(ctx, video, plain, func(n uint64, f capture.Frame) {
		f.CapturedAt = shutterTime(time.Now(), monotonic(), video.Get(gocv.VideoCapturePosMsec))
		if n == 0 {
			first = f.CapturedAt
		}
		f.Seq, f.Media = n, f.CapturedAt.Sub(first)
		emit(f)
	})
	if err == nil && ctx.Err() == nil {
		err = errors.New("the camera stopped giving pictures: it was unplugged, or its cable or power failed")
		if gone := checkDevice(c.spec.Path); gone != nil {
			err = gone
		}
	}
	return err
}

// mode is what a camera gives.
type mode struct {
	width, height int
	fps           float64
	codec         string
}

func modeOf(video *gocv.VideoCapture) mode {
	return mode{
		width:  int(video.Get(gocv.VideoCaptureFrameWidth)),
		height: int(video.Get(gocv.VideoCaptureFrameHeight)),
		fps:    video.Get(gocv.VideoCaptureFPS),
		codec:  strings.TrimSpace(video.CodecString()),
	}
}

// compareModes says what a camera gives where it is not what was asked.
func compareModes(asked capture.Spec, got mode) string {
	if got.width == asked.Width && got.height == asked.Height && math.Abs(got.fps-asked.FPS) < 1 && got.codec == "MJPG" {
		return ""
	}
	return fmt.Sprintf("%s gives %d x %d pixels, %.0f a second, as %s; asked were %d x %d, %.0f a second, as MJPG",
		asked.Path, got.width, got.height, got.fps, got.codec, asked.Width, asked.Height, asked.FPS)
}

// shutterTime is when the driver filled the buffer: stampMS is its stamp on
// the monotonic clock, ms. A stamp that makes no sense is left aside for now.
func shutterTime(now time.Time, monotonic time.Duration, stampMS float64) time.Time {
	age := monotonic - time.Duration(stampMS*float64(time.Millisecond))
	if !(stampMS > 0) || age < 0 || age > 2*time.Second {
		return now
	}
	return now.Add(-age)
}

// monotonic is the clock that V4L2 stamps buffers with; 0 where there is none.
func monotonic() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
