package cvcam

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// recording is a video file, every frame in order as fast as it goes.
type recording struct{ spec capture.Spec }

func (r recording) String() string { return r.spec.Name() }

// Run gives the frames with their times in the file. CapturedAt counts from
// when the recording began, as well as the file's own time tells: that of its
// last writing, less its length.
func (r recording) Run(ctx context.Context, emit func(capture.Frame)) error {
	if err := r.run(ctx, emit); err != nil {
		return fmt.Errorf("video %s: %w", r.spec.Path, err)
	}
	return nil
}

func (r recording) run(ctx context.Context, emit func(capture.Frame)) error {
	info, err := checkVideoFile(r.spec.Path)
	if err != nil {
		return err
	}
	// The protocol is named so that a file's name is never taken for one.
	video, ok := openVideo("file:"+r.spec.Path, gocv.VideoCaptureFFmpeg)
	if !ok {
		return errors.New("it can't be read as a video: it is damaged, cut short or no video; play it elsewhere, or record it as MP4 with H.264")
	}
	defer video.Close()

	clock := mediaClock{fps: video.Get(gocv.VideoCaptureFPS)}
	began := info.ModTime().Add(-length(video.Get(gocv.VideoCaptureFrameCount), clock.fps))
	frames := 0
	err = readAll(ctx, video, viewOf(video), func(n uint64, f capture.Frame) {
		f.Seq, f.Media = n, clock.at(video.Get(gocv.VideoCapturePosMsec))
		f.CapturedAt = began.Add(f.Media)
		frames++
		emit(f)
	})
	if err == nil && frames == 0 && ctx.Err() == nil {
		return errors.New("it has no frames: it is empty, damaged or sound only")
	}
	return err
}

// checkVideoFile refuses what is certainly no video: FFmpeg would find some
// meaning even in a text.
func checkVideoFile(path string) (os.FileInfo, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, errors.New("it is a folder")
	}
	head := make([]byte, 512)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if says := capture.Describe(head[:n]); n == 0 || says == "it is text" {
		return nil, fmt.Errorf("not a video: %s", says)
	}
	if format := capture.Sniff(head[:n]); format != capture.UnknownFormat {
		return nil, fmt.Errorf("not a video: it is a %s picture", format)
	}
	return info, nil
}

// length is the time that so many frames take; 0 where the video doesn't say.
func length(frames, fps float64) time.Duration {
	if !(frames > 0 && fps > 0 && frames/fps < 1e6) {
		return 0
	}
	return time.Duration(frames / fps * float64(time.Second))
}

// mediaClock makes times that only go forward of what OpenCV says of a
// video's frames. It says the right time, except of the last frames of a video
// whose frames were stored out of order: of those it says 0.
type mediaClock struct {
	fps     float64 // on average; 0 where the video doesn't say
	started bool
	zero    float64 // ms of the first frame
	last    time.Duration
	step    time.Duration // between the last two frames
}

// at is the time of the next frame from the first one; ms is what OpenCV says
// of it.
func (c *mediaClock) at(ms float64) time.Duration {
	if !c.started {
		c.started, c.zero = true, ms
		return 0
	}
	t := time.Duration((ms - c.zero) * float64(time.Millisecond))
	switch {
	case t > c.last && t < c.last+time.Hour:
		c.step = t - c.last
	case c.step > 0:
		t = c.last + c.step
	case c.fps >= 1 && c.fps <= 1000:
		t = c.last + time.Duration(float64(time.Second)/c.fps)
	default:
		t = c.last + time.Second/30
	}
	c.last = t
	return t
}
