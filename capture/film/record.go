package film

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ditchline/capture"
)

// RecorderOptions say what a recording is made with.
type RecorderOptions struct {
	Encoder *Encoder
	Path    string                           // the file; where it exists, a number is added to its name
	FPS     float64                          // about how many frames a second will come; 0 = 30
	Reserve int64                            // room that is left on the disk, bytes; 0 = 1 GB
	Free    func(path string) (int64, error) // nil = Free
	Begun   func(path string)                // told of each file that is begun; nil = not
}

// A recording's quality: finer than a clip's, since what was seen shall be
// measured again, and as cheap as it goes: 7 ms of processor a 720p frame and
// 15 ms a 1080p one, at about 0.7 and 1.5 GB an hour of a quiet picture.
const (
	recordCRF    = 20
	recordPreset = "ultrafast"
)

const defaultReserve = 1 << 30

// recordQueue is how many frames may wait for ffmpeg: a quarter of a second,
// which are 50 MB at 1080p.
const recordQueue = 8

// roomEvery is the time between two looks at the disk's room: at 100 Mbit/s,
// more than any camera gives, 25 MB.
const roomEvery = 2 * time.Second

// endTime is the most that ffmpeg gets to write what it holds at the end.
const endTime = 10 * time.Second

// ErrDiskFull says that recording ended because the disk has no room to spare.
var ErrDiskFull = errors.New("the disk has no room to spare")

// Recorder writes everything that a source gives into a file that stays
// playable up to about a second before the program's end, whatever ends it.
// (What a power cut takes from a file is the system's matter: Linux writes to
// the disk within about 30 s.) It ends by itself when the disk has no more
// than Reserve left. Where frames change in size, or time runs backwards, it
// goes on in another file.
type Recorder struct {
	options RecorderOptions
	queue   chan capture.Frame

	mu     sync.Mutex
	status Recording
}

// Recording is how a recording stands.
type Recording struct {
	Path    string // of the file under way, or of the last
	Frames  uint64 // written, to all files
	Dropped uint64 // frames that came while ffmpeg was behind
	Err     error  // why it ended
}

// NewRecorder makes a recorder; Run works for it.
func NewRecorder(o RecorderOptions) (*Recorder, error) {
	if o.Encoder == nil {
		return nil, fmt.Errorf("record %s: no encoder", o.Path)
	}
	if o.Reserve == 0 {
		o.Reserve = defaultReserve
	}
	if o.Free == nil {
		o.Free = Free
	}
	if info, err := os.Stat(filepath.Dir(o.Path)); err != nil {
		return nil, fmt.Errorf("record %s: %w", o.Path, err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("record %s: %s is no folder", o.Path, filepath.Dir(o.Path))
	}
	return &Recorder{options: o, queue: make(chan capture.Frame, recordQueue)}, nil
}

// Put hands a frame over. It never blocks: a frame that comes while ffmpeg is
// behind is dropped and counted. The source shall have ended when ctx of Run
// does.
func (r *Recorder) Put(f capture.Frame) {
	select {
	case r.queue <- f:
	default:
		r.mu.Lock()
		r.status.Dropped++
		r.mu.Unlock()
	}
}

// Status is how the recording stands.
func (r *Recorder) Status() Recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.status
}

// Run writes what is put in until ctx ends, which ends the file in order and
// returns nil, or until it cannot go on, which returns why.
func (r *Recorder) Run(ctx context.Context) (err error) {
	// ffmpeg outlives ctx by what it needs to end the file.
	work, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	defer stop(nil)
	defer context.AfterFunc(ctx, func() {
		time.AfterFunc(endTime, func() { stop(errors.New("ffmpeg did not end in time")) })
	})()
	w := &Writer{closed: true} // none yet
	defer func() {
		if closing := w.Close(); closing != nil && !errors.Is(err, closing) {
			err = errors.Join(err, closing)
		}
		r.mu.Lock()
		r.status.Err = err
		r.mu.Unlock()
	}()
	looked := time.Duration(0)
	for {
		f, ok := r.next(ctx)
		if !ok {
			return nil
		}
		if w.closed || !w.takes(f) {
			if err := w.Close(); err != nil {
				return err
			}
			if w, err = r.begin(work); err != nil {
				w = &Writer{closed: true}
				return err
			}
			looked = f.Media
		}
		if err := w.Write(f); err != nil {
			return err
		}
		r.mu.Lock()
		r.status.Frames++
		r.mu.Unlock()
		if f.Media-looked >= roomEvery {
			looked = f.Media
			if err := r.room(); err != nil {
				return err
			}
		}
	}
}

// next is the frame to write. When ctx has ended, those that wait are still
// given; ok is false after the last.
func (r *Recorder) next(ctx context.Context) (f capture.Frame, ok bool) {
	select {
	case f = <-r.queue:
		return f, true
	default:
	}
	select {
	case f = <-r.queue:
		return f, true
	case <-ctx.Done():
		return capture.Frame{}, false
	}
}

// takes says whether a frame can follow in the same film.
func (w *Writer) takes(f capture.Frame) bool {
	return w.cmd == nil || f.Width == w.width && f.Height == w.height && f.Media-w.last >= tick
}

// begin a file under a name that is free.
func (r *Recorder) begin(ctx context.Context) (*Writer, error) {
	if err := r.room(); err != nil {
		return nil, err
	}
	o := Options{FPS: r.options.FPS, CRF: recordCRF, Preset: recordPreset, Fragmented: true}
	for n := 1; ; n++ {
		path := numbered(r.options.Path, n)
		w, err := r.options.Encoder.Create(ctx, path, o)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.mu.Lock()
		r.status.Path = path
		r.mu.Unlock()
		if r.options.Begun != nil {
			r.options.Begun(path)
		}
		return w, nil
	}
}

// numbered is a file's name with a number, from 2 on: game-2.mp4.
func numbered(path string, n int) string {
	if n < 2 {
		return path
	}
	kind := filepath.Ext(path)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, kind), n, kind)
}

// room is an error where the disk has no more than the reserve left.
func (r *Recorder) room() error {
	free, err := r.options.Free(filepath.Dir(r.options.Path))
	if err != nil {
		return fmt.Errorf("record %s: %w", r.options.Path, err)
	}
	if free <= r.options.Reserve {
		return fmt.Errorf("record %s: %w: %d MB are left; make room, or record to another disk", r.options.Path, ErrDiskFull, free>>20)
	}
	return nil
}
