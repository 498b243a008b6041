// Package film keeps what was seen as video: H.264 in MP4, which browsers
// play, made by the ffmpeg program; a ring of JPEGs of the last seconds; and
// the recording of a whole session. OpenCV's own encoder takes 50 ms for a
// 1080p frame, and not every build of it may write H.264.
package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// ErrNoFFmpeg says that the ffmpeg program is not installed.
var ErrNoFFmpeg = errors.New("the program ffmpeg was not found: install it (on Debian and Ubuntu: sudo apt install ffmpeg)")

// ErrNoH264 says that there is an ffmpeg, but none of its encoders makes
// H.264 on this machine.
var ErrNoH264 = errors.New("this ffmpeg cannot make H.264 here: install one with libx264 (on Debian and Ubuntu: sudo apt install ffmpeg)")

// Encoder is an ffmpeg program with the H.264 encoder of it that is used.
// Find makes it. It may be used from any goroutine.
type Encoder struct {
	program string   // ffmpeg
	prefix  []string // what is put before it: nice, where there is one
	codec   codec
}

// The names by which Find looks for programs.
const (
	ffmpegName = "ffmpeg"
	niceName   = "nice"
)

// niceness of ffmpeg: vision and the pages come first.
const niceness = "10"

// The most that asking ffmpeg may take.
const (
	listTime  = 2 * time.Minute  // for its encoders: it needs 0.1 s of CPU, but over 20 s passed on a machine under load
	proofTime = 20 * time.Second // for each encoder that is tried: the driver of a card may hang
)

// Find looks ffmpeg up and chooses an H.264 encoder of it: libx264, or else
// the first other one that proves to work here. The error wraps ErrNoFFmpeg
// or ErrNoH264.
func Find(ctx context.Context) (*Encoder, error) {
	program, err := exec.LookPath(ffmpegName)
	if err != nil {
		return nil, ErrNoFFmpeg
	}
	return find(ctx, program)
}

func find(ctx context.Context, program string) (*Encoder, error) {
	e := &Encoder{program: program}
	if nice, err := exec.LookPath(niceName); err == nil {
		e.prefix = []string{nice, "-n", niceness}
	}
	list, err := e.ask(ctx, listTime, nil, "-encoders")
	if err != nil {
		return nil, fmt.Errorf("ask %s for its encoders: %w", program, err)
	}
	offered := encodersIn(list)
	var tried []string
	for _, c := range codecs {
		if !slices.Contains(offered, c.name) {
			continue
		}
		e.codec = c
		if c.sure {
			return e, nil
		}
		if err := e.prove(ctx); err == nil {
			return e, nil
		}
		tried = append(tried, c.name)
	}
	if len(tried) > 0 {
		return nil, fmt.Errorf("%w; tried %s of %s in vain", ErrNoH264, strings.Join(tried, ", "), program)
	}
	return nil, fmt.Errorf("%w; %s offers no H.264 encoder", ErrNoH264, program)
}

// String names the program and its encoder, for messages.
func (e *Encoder) String() string { return e.program + " with " + e.codec.name }

// ask runs ffmpeg with some input, for so long at the most, and gives what it
// printed.
func (e *Encoder) ask(ctx context.Context, most time.Duration, in []byte, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	cmd := exec.CommandContext(ctx, e.program, append([]string{"-hide_banner", "-v", "error"}, args...)...)
	cmd.WaitDelay = grace
	cmd.Stdin = bytes.NewReader(in)
	var said tail
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", said.with(err)
	}
	return string(out), nil
}

// prove that the chosen encoder makes something of a frame: those of graphics
// cards are offered also where there is no card.
func (e *Encoder) prove(ctx context.Context) error {
	const width, height = 320, 240
	args := []string{"-f", "rawvideo", "-pix_fmt", "yuv420p", "-video_size", fmt.Sprintf("%dx%d", width, height), "-i", "pipe:0"}
	args = append(args, e.codec.quality(Options{}.complete(), width, height)...)
	_, err := e.ask(ctx, proofTime, make([]byte, width*height*3/2), append(args, "-f", "null", "-")...)
	return err
}

// encodersIn reads the names of video encoders from what `ffmpeg -encoders`
// prints: lines of flags, name and description, as " V....D libx264  ...".
func encodersIn(list string) []string {
	var names []string
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); len(fields) >= 2 && strings.HasPrefix(fields[0], "V") {
			names = append(names, fields[1])
		}
	}
	return names
}
