package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/capture/cvcodec"
	"ditchline/capture/film"
	"ditchline/capture/sim"
	"ditchline/score/session"
)

// From frames to a clip that a browser plays, with all the real parts: ring,
// OpenCV's JPEGs, the store's worker and ffmpeg.
func TestAShotBecomesAClipThatPlays(t *testing.T) {
	encoder, err := film.Find(t.Context())
	if err != nil {
		t.Skip("needs ffmpeg: ", err)
	}
	encoded := make(chan struct{}, 1)
	ring, err := film.NewRing(film.RingOptions{Encode: func(f capture.Frame) ([]byte, error) {
		defer func() { encoded <- struct{}{} }()
		w, h := film.Fit(f.Width, f.Height)
		return cvcodec.EncodeJPEGFit(f, w, h, 80)
	}})
	if err != nil {
		t.Fatal(err)
	}
	store, err := session.OpenEvidence(session.EvidenceOptions{
		Dir: filepath.Join(t.TempDir(), "evidence"), Pictures: ring, Clip: encoder.Clip, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Free: func(string) (int64, error) { return math.MaxInt64, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { store.Run(ctx); close(ended) }()
	ringEnded := make(chan struct{})
	go func() { ring.Run(ctx); close(ringEnded) }()
	defer func() {
		stop()
		<-ended
		<-ringEnded
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()

	// Four seconds of 15 frames, 1080p: the ring makes 720p of them.
	o := sim.Defaults()
	o.Width, o.Height, o.FPS, o.Frames, o.Free = 1920, 1080, 15, 60, true
	o.Shutter = 1.0 / 60
	source, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := source.Run(ctx, func(f capture.Frame) {
		ring.Put(f)
		<-encoded // the simulator waits for the ring, which a camera does not
	}); err != nil {
		t.Fatal(err)
	}
	ring.Put(capture.Frame{Media: time.Hour}) // no picture: when it has failed, the last one is in
	<-encoded
	if err := errors.Join(store.Keep(session.Proof{Match: "m", Shot: 1, Flick: 2500 * time.Millisecond, Settled: 3200 * time.Millisecond, Record: "seen"}), store.Wait(ctx)); err != nil {
		t.Fatal(err)
	}
	shots := store.Shots("m")
	if len(shots) != 1 || shots[0].Clip == nil || math.Abs(shots[0].Clip.Flick-1.967) > 0.04 {
		t.Fatalf("got %+v", shots)
	}
	clip, err := store.Open("m", 1, session.ClipFile)
	if err != nil {
		t.Fatal(err)
	}
	defer clip.Close()
	out, err := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-of", "json", "-count_packets", "-show_streams", "-show_format", clip.Name()).Output()
	if err != nil {
		t.Skip("needs ffprobe: ", err)
	}
	var p struct {
		Streams []struct {
			Codec   string `json:"codec_name"`
			Width   int    `json:"width"`
			Height  int    `json:"height"`
			Packets string `json:"nb_read_packets"`
		} `json:"streams"`
		Format struct {
			Duration string `json:"duration"`
		} `json:"format"`
	}
	if err := json.Unmarshal(out, &p); err != nil || len(p.Streams) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	seconds, err := strconv.ParseFloat(p.Format.Duration, 64)
	if s := p.Streams[0]; err != nil || s.Codec != "h264" || s.Width != 1280 || s.Height != 720 || s.Packets != strconv.Itoa(shots[0].Clip.Pictures) || math.Abs(seconds-shots[0].Clip.Seconds) > 0.15 {
		t.Errorf("the clip is %+v of %s s, the record says %+v", s, p.Format.Duration, *shots[0].Clip)
	}
}
