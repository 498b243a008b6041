// Package mp4 writes frames as an H.264 film in MP4, which browsers play, by
// the ffmpeg program: OpenCV's own encoder takes 50 ms for a 1080p frame, and
// not every build of it may write H.264.
package mp4

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ditchline/capture"
)

// ErrNoFFmpeg says that the ffmpeg program is not installed.
var ErrNoFFmpeg = errors.New("the program ffmpeg was not found: install it (on Debian and Ubuntu: apt install ffmpeg)")

// Options of a film. Its frames are Width x Height px, both even: H.264 keeps
// colour for squares of two by two pixels.
type Options struct {
	Width, Height int
	FPS           float64 // frames a second
	CRF           int     // constant rate factor of libx264, 1 (finest) to 51; 0 = 20
	Preset        string  // speed of libx264; "" = veryfast
	Threads       int     // of the encoder; 0 = as ffmpeg thinks best
}

// validate reports everything that cannot be encoded, at once.
func (o Options) validate() error {
	var problems []error
	if o.Width < 2 || o.Height < 2 || o.Width%2 != 0 || o.Height%2 != 0 {
		problems = append(problems, fmt.Errorf("size %dx%d: H.264 wants an even width and height", o.Width, o.Height))
	}
	if !(o.FPS >= 1 && o.FPS <= 1000) {
		problems = append(problems, fmt.Errorf("%v frames a second: want 1 to 1000", o.FPS))
	}
	if o.CRF < 0 || o.CRF > 51 {
		problems = append(problems, fmt.Errorf("rate factor %d: want 1 to 51", o.CRF))
	}
	return errors.Join(problems...)
}

// grace is how long ffmpeg may take to end after its input was closed by an
// abort before it is killed.
const grace = 2 * time.Second

// Writer is a film under way. It is used from one goroutine. The film is
// written beside its place and moved there by Close, so that nobody ever
// finds half of one.
type Writer struct {
	path, part string
	options    Options
	cmd        *exec.Cmd
	in         io.WriteCloser
	said       tail // what ffmpeg complained of
	frames     int
	failed     error
	closed     bool
}

// Create begins a film. The pipe to ffmpeg holds less than a frame: Write
// waits for the encoder, and memory is bounded. When ctx ends, ffmpeg is
// killed and the film given up.
func Create(ctx context.Context, path string, o Options) (*Writer, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("mp4 %s: %w", path, err)
	}
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, fmt.Errorf("mp4 %s: %w", path, ErrNoFFmpeg)
	}
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	if err != nil {
		return nil, fmt.Errorf("mp4 %s: %w", path, err)
	}
	if err := part.Close(); err != nil {
		return nil, fmt.Errorf("mp4 %s: %w", path, err)
	}
	w := &Writer{path: path, part: part.Name(), options: o}
	w.cmd = exec.CommandContext(ctx, program, arguments(o, w.part)...)
	w.cmd.WaitDelay = grace
	w.cmd.Stderr = &w.said
	w.in, err = w.cmd.StdinPipe()
	if err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("mp4 %s: start ffmpeg: %w", path, err), os.Remove(w.part))
	}
	return w, nil
}

func arguments(o Options, out string) []string {
	crf, preset := o.CRF, o.Preset
	if crf == 0 {
		crf = 20
	}
	if preset == "" {
		preset = "veryfast"
	}
	list := []string{
		"-v", "error", "-nostdin", "-y",
		"-f", "rawvideo", "-pix_fmt", "bgr24", "-video_size", fmt.Sprintf("%dx%d", o.Width, o.Height),
		"-framerate", strconv.FormatFloat(o.FPS, 'f', -1, 64), "-i", "pipe:0",
		// The picture is BT.601 in limited range whatever its size, as the
		// readers of files without a mark take it.
		"-an", "-c:v", "libx264", "-preset", preset, "-crf", strconv.Itoa(crf), "-pix_fmt", "yuv420p",
	}
	if o.Threads > 0 {
		list = append(list, "-threads", strconv.Itoa(o.Threads))
	}
	return append(list, "-movflags", "+faststart", "-f", "mp4", out)
}

// Write adds a frame.
func (w *Writer) Write(f capture.Frame) error {
	switch {
	case w.closed:
		return fmt.Errorf("mp4 %s: the film is closed", w.path)
	case w.failed != nil:
		return w.failed
	case f.Width != w.options.Width || f.Height != w.options.Height || len(f.Pix) != 3*f.Width*f.Height:
		return fmt.Errorf("mp4 %s: frame of %dx%d px (%d bytes) in a film of %dx%d", w.path, f.Width, f.Height, len(f.Pix), w.options.Width, w.options.Height)
	}
	if _, err := w.in.Write(f.Pix); err != nil {
		w.failed = w.end(fmt.Errorf("write a frame: %w", err))
		return w.failed
	}
	w.frames++
	return nil
}

// Frames is how many frames were written.
func (w *Writer) Frames() int { return w.frames }

// Close ends the film and puts it in its place. A film that failed, or that
// has no frame, leaves no file.
func (w *Writer) Close() error {
	if w.closed {
		return nil
	}
	if w.failed != nil {
		return w.failed
	}
	if w.frames == 0 {
		return w.end(errors.New("no frame was written"))
	}
	if err := w.end(nil); err != nil {
		return err
	}
	if err := os.Chmod(w.part, 0o644); err != nil {
		return errors.Join(fmt.Errorf("mp4 %s: %w", w.path, err), os.Remove(w.part))
	}
	if err := os.Rename(w.part, w.path); err != nil {
		return errors.Join(fmt.Errorf("mp4 %s: %w", w.path, err), os.Remove(w.part))
	}
	return nil
}

// Abort gives the film up: ffmpeg ends and what it wrote is removed.
func (w *Writer) Abort() {
	if !w.closed {
		_ = w.end(errors.New("given up")) // the caller has an error of its own
	}
}

// end waits for ffmpeg's end. With a cause, or where ffmpeg fails, the part
// is removed.
func (w *Writer) end(cause error) error {
	w.closed = true
	if err := w.in.Close(); err != nil && cause == nil {
		cause = err
	}
	if err := w.cmd.Wait(); err != nil {
		cause = errors.Join(cause, fmt.Errorf("ffmpeg: %w", err))
	}
	if cause == nil {
		return nil
	}
	text := strings.TrimSpace(w.said.String())
	if text != "" {
		text = ": " + text
	}
	if err := os.Remove(w.part); err != nil && !errors.Is(err, os.ErrNotExist) {
		cause = errors.Join(cause, err)
	}
	return fmt.Errorf("mp4 %s: %w%s", w.path, cause, text)
}

// tail keeps the last of what is written to it.
type tail struct{ buf bytes.Buffer }

const tailBytes = 2048

func (t *tail) Write(p []byte) (int, error) {
	n := len(p)
	t.buf.Write(p)
	if over := t.buf.Len() - tailBytes; over > 0 {
		t.buf.Next(over)
	}
	return n, nil
}

func (t *tail) String() string { return t.buf.String() }
