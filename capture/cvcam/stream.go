package cvcam

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"syscall"
	"time"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

// dialTimeout is how long a stream's host may take to answer.
const dialTimeout = 5 * time.Second

// stream is RTSP, RTMP or HTTP video over the network.
type stream struct{ spec capture.Spec }

func (s stream) String() string { return s.spec.Name() }

// Run reads the stream as it comes; frames are timed by their arrival, since a
// stream's own clock says nothing about when the light fell. It is an error
// when a live stream ends. What has a length is a recording that lies on a
// server: it is played in real time to its end.
func (s stream) Run(ctx context.Context, emit func(capture.Frame)) error {
	// OpenCV does not tell why a stream can't be opened, and can't be told to
	// stop trying: whether somebody answers is found out before.
	if err := answers(ctx, s.spec.Path); err != nil {
		return err
	}
	video, ok := openVideo(s.spec.Path, gocv.VideoCaptureFFmpeg)
	if !ok {
		return errors.New("its host answers, but sends no video that can be read: check the path, and the user and password if it wants them")
	}
	defer video.Close()
	fps := video.Get(gocv.VideoCaptureFPS)
	if length(video.Get(gocv.VideoCaptureFrameCount), fps) > 0 {
		return capture.Paced(remote{s, video, mediaClock{fps: fps}}).Run(ctx, emit)
	}
	var first time.Time
	err := readAll(ctx, video, viewOf(video), func(n uint64, f capture.Frame) {
		f.CapturedAt = time.Now()
		if n == 0 {
			first = f.CapturedAt
		}
		f.Seq, f.Media = n, f.CapturedAt.Sub(first)
		emit(f)
	})
	if err == nil && ctx.Err() == nil {
		err = errors.New("the stream broke off")
	}
	return err
}

// remote is a recording that lies on a server, opened, as fast as it comes.
type remote struct {
	stream
	video *gocv.VideoCapture
	clock mediaClock
}

func (r remote) Run(ctx context.Context, emit func(capture.Frame)) error {
	return readAll(ctx, r.video, viewOf(r.video), func(n uint64, f capture.Frame) {
		f.Seq, f.Media = n, r.clock.at(r.video.Get(gocv.VideoCapturePosMsec))
		emit(f)
	})
}

var defaultPorts = map[string]string{"rtsp": "554", "rtsps": "322", "rtmp": "1935", "rtmps": "443", "http": "80", "https": "443"}

// answers says why the host of an address can't be reached; nil when it can.
func answers(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("not a good address: %w", err)
	}
	port := u.Port()
	if port == "" {
		port = defaultPorts[u.Scheme]
	}
	host := net.JoinHostPort(u.Hostname(), port)
	conn, err := (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, "tcp", host)
	if err == nil {
		return conn.Close()
	}
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &dns):
		return fmt.Errorf("there is no host %s: check its name and the network: %w", u.Hostname(), err)
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("%s did not answer within %.0f s: is it on, and in this network? %w", host, dialTimeout.Seconds(), err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("nothing listens at %s: check the port, and that the camera's stream is on: %w", host, err)
	}
	return fmt.Errorf("%s can't be reached: %w", host, err)
}
