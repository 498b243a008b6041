package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"ditchline/capture"
)

// Options of a film. The zero value is a clip for a page.
type Options struct {
	FPS        float64 // about how many frames a second will come; their own times are what counts. 0 = 30
	CRF        int     // constant rate factor of x264, 1 (finest) to 51; 0 = 23
	Preset     string  // speed of libx264, which others ignore; "" = veryfast
	Threads    int     // of ffmpeg; 0 = 1
	Fragmented bool    // what was written stays playable whatever happens to the program; the file grows in its place
}

// The defaults of Options.
const (
	defaultFPS    = 30
	defaultCRF    = 23
	defaultPreset = "veryfast"
)

func (o Options) complete() Options {
	if o.FPS == 0 {
		o.FPS = defaultFPS
	}
	if o.CRF == 0 {
		o.CRF = defaultCRF
	}
	if o.Preset == "" {
		o.Preset = defaultPreset
	}
	if o.Threads == 0 {
		o.Threads = 1
	}
	return o
}

// validate reports everything that cannot be encoded, at once.
func (o Options) validate() error {
	var problems []error
	if !(o.FPS > 0 && o.FPS <= 1000) {
		problems = append(problems, fmt.Errorf("%v frames a second: want more than 0, at most 1000", o.FPS))
	}
	if o.CRF < 1 || o.CRF > 51 {
		problems = append(problems, fmt.Errorf("rate factor %d: want 1 to 51", o.CRF))
	}
	if o.Threads < 1 {
		problems = append(problems, fmt.Errorf("%d threads: want 1 or more", o.Threads))
	}
	return errors.Join(problems...)
}

// errOtherSize says that a picture has not the size of the film.
var errOtherSize = errors.New("a picture of another size")

// grace is how long ffmpeg's pipes may stay open after it was killed.
const grace = 2 * time.Second

// Writer is a film under way. It is used from one goroutine. Unless it is
// fragmented it is written beside its place and moved there by Close, so that
// nobody ever finds half of one.
type Writer struct {
	ctx     context.Context
	encoder *Encoder
	options Options
	path    string
	part    string // the file that ffmpeg writes

	cmd     *exec.Cmd
	in      io.WriteCloser
	stream  matroska
	said    tail // what ffmpeg complained of
	kind    pictureCodec
	width   int
	height  int
	first   time.Duration
	last    time.Duration
	failure error
	closed  bool
}

// Create finds an encoder and begins a film with it.
func Create(ctx context.Context, path string, o Options) (*Writer, error) {
	e, err := Find(ctx)
	if err != nil {
		return nil, fmt.Errorf("film %s: %w", path, err)
	}
	return e.Create(ctx, path, o)
}

// Create begins a film. ffmpeg is started by the first picture, and does not
// get the terminal's Ctrl-C. Write waits for it: memory is bounded. When ctx
// ends, ffmpeg is killed and the film given up. Close or Abort must be called.
func (e *Encoder) Create(ctx context.Context, path string, o Options) (*Writer, error) {
	o = o.complete()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("film %s: %w", path, err)
	}
	w := &Writer{ctx: ctx, encoder: e, options: o, path: path, part: path}
	var file *os.File
	var err error
	if o.Fragmented {
		file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	} else {
		file, err = os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	}
	if err != nil {
		return nil, fmt.Errorf("film %s: %w", path, err)
	}
	w.part = file.Name()
	if err := file.Close(); err != nil {
		return nil, errors.Join(fmt.Errorf("film %s: %w", path, err), os.Remove(w.part))
	}
	return w, nil
}

// Write adds a frame, shown at its time in the source, Media.
func (w *Writer) Write(f capture.Frame) error {
	if f.Width < 2 || f.Height < 2 || len(f.Pix) != 3*f.Width*f.Height {
		return fmt.Errorf("film %s: a frame of %d x %d pixels with %d bytes", w.path, f.Width, f.Height, len(f.Pix))
	}
	return w.add(rawBGR, f.Width, f.Height, f.Media, f.Pix)
}

// WriteJPEG adds a picture, shown from a time of the source on.
func (w *Writer) WriteJPEG(at time.Duration, data []byte) error {
	c, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("film %s: %w", w.path, err)
	}
	return w.add(motionJPEG, c.Width, c.Height, at, data)
}

// add a picture. All of a film are of one kind and size, each later than the
// one before; one that is not is refused, and the film goes on without it.
func (w *Writer) add(kind pictureCodec, width, height int, at time.Duration, data []byte) error {
	switch {
	case w.failure != nil:
		return w.failure
	case w.closed:
		return fmt.Errorf("film %s: it is closed", w.path)
	case w.cmd == nil:
		if err := w.start(kind, width, height); err != nil {
			w.failure = err
			return err
		}
		w.first = at
	case kind != w.kind:
		return fmt.Errorf("film %s: frames and JPEGs in one film", w.path)
	case width != w.width || height != w.height:
		return fmt.Errorf("film %s: %w: %d x %d pixels, and %d x %d before", w.path, errOtherSize, width, height, w.width, w.height)
	case at-w.last < tick:
		return fmt.Errorf("film %s: a picture of %v after that of %v", w.path, at, w.last)
	}
	w.last = at
	if err := w.stream.picture(at-w.first, data); err != nil {
		w.failure = w.fail(err)
		return w.failure
	}
	return nil
}

func (w *Writer) start(kind pictureCodec, width, height int) error {
	e := w.encoder
	line := append(append([]string{}, e.prefix...), e.program)
	line = append(line, e.codec.arguments(w.options, width, height, w.part)...)
	w.kind, w.width, w.height = kind, width, height
	w.cmd = exec.CommandContext(w.ctx, line[0], line[1:]...)
	w.cmd.Stderr = &w.said
	w.cmd.WaitDelay = grace
	// A group of its own, which Ctrl-C does not reach and a kill does wholly.
	w.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	w.cmd.Cancel = func() error { return syscall.Kill(-w.cmd.Process.Pid, syscall.SIGKILL) }
	in, err := w.cmd.StdinPipe()
	if err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		w.cmd = nil
		return errors.Join(fmt.Errorf("film %s: start ffmpeg: %w", w.path, err), w.discard())
	}
	w.in, w.stream = in, matroska{w: in}
	if err := w.stream.begin(kind, width, height, time.Duration(float64(time.Second)/w.options.FPS)); err != nil {
		return w.fail(err)
	}
	return nil
}

// Frames is how many pictures were written.
func (w *Writer) Frames() int { return w.stream.count }

// Close ends the film and puts it in its place. A film that failed, or that
// has no picture, leaves no file; a fragmented one that failed keeps what was
// written.
func (w *Writer) Close() error {
	switch {
	case w.failure != nil:
		return w.failure
	case w.closed:
		return nil
	case w.cmd == nil:
		w.failure = errors.Join(fmt.Errorf("film %s: no picture was written", w.path), w.discard())
		return w.failure
	}
	if err := w.in.Close(); err != nil {
		w.failure = w.fail(err)
		return w.failure
	}
	if err := w.wait(); err != nil {
		w.failure = errors.Join(fmt.Errorf("film %s: %w", w.path, err), w.discard())
		return w.failure
	}
	w.closed = true
	if w.options.Fragmented {
		return nil
	}
	if err := settle(w.part, w.path); err != nil {
		w.failure = errors.Join(fmt.Errorf("film %s: %w", w.path, err), w.discard())
		return w.failure
	}
	return nil
}

// Abort gives the film up: ffmpeg is killed and what it wrote is removed,
// unless it is fragmented. After Close it does nothing.
func (w *Writer) Abort() {
	if w.closed || w.failure != nil {
		return
	}
	w.failure = w.fail(errors.New("given up"))
}

// fail ends ffmpeg, removes what it wrote and says why. What ffmpeg said
// counts before the broken pipe that it left behind.
func (w *Writer) fail(cause error) error {
	w.closed = true
	if !errors.Is(cause, syscall.EPIPE) { // else it has ended by itself
		_ = w.cmd.Cancel() // it may have ended meanwhile, which Wait tells
	}
	_ = w.in.Close() // what matters is the cause
	if err := w.wait(); err != nil && errors.Is(cause, syscall.EPIPE) {
		cause = err
	}
	if err := context.Cause(w.ctx); err != nil {
		cause = err
	}
	return errors.Join(fmt.Errorf("film %s: %w", w.path, cause), w.discard())
}

// wait for ffmpeg's end.
func (w *Writer) wait() error {
	err := w.cmd.Wait()
	if cause := context.Cause(w.ctx); err != nil && cause != nil {
		return cause
	}
	if err != nil {
		return fmt.Errorf("ffmpeg: %w", w.said.with(err))
	}
	return nil
}

// discard removes what is no film. Of a fragmented one everything that has a
// picture is kept.
func (w *Writer) discard() error {
	if w.options.Fragmented {
		if info, err := os.Stat(w.part); err == nil && info.Size() > 0 {
			return nil
		}
	}
	if err := os.Remove(w.part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// settle moves a finished file to its place, once the disk has it.
func settle(part, path string) error {
	file, err := os.Open(part)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

// tailBytes that are kept: ffmpeg says first what went wrong and then what
// follows of it, in some lines.
const tailBytes = 2048

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - tailBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// with is an error together with what was said.
func (t *tail) with(err error) error {
	text := strings.Join(strings.Fields(string(t.text)), " ")
	if text == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, text)
}
