package film

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Clip makes a film of pictures of rising times; path then holds a film that
// a browser plays in true time, or is as it was. cpu is the processor time
// that ffmpeg took. Pictures of another size than the first are left out.
func (e *Encoder) Clip(ctx context.Context, path string, pictures []Picture) (cpu time.Duration, err error) {
	if len(pictures) == 0 {
		return 0, fmt.Errorf("film %s: no pictures", path)
	}
	o := Options{}
	if span := pictures[len(pictures)-1].At - pictures[0].At; span > 0 {
		o.FPS = float64(len(pictures)-1) / span.Seconds()
	}
	w, err := e.Create(ctx, path, o)
	if err != nil {
		return 0, err
	}
	for _, p := range pictures {
		if err := w.WriteJPEG(p.At, p.JPEG); err != nil && !errors.Is(err, errOtherSize) {
			w.Abort()
			return w.CPU(), err
		}
	}
	err = w.Close()
	return w.CPU(), err
}

// CPU is the processor time that ffmpeg took; 0 before its end.
func (w *Writer) CPU() time.Duration {
	if w.cmd == nil || w.cmd.ProcessState == nil {
		return 0
	}
	return w.cmd.ProcessState.UserTime() + w.cmd.ProcessState.SystemTime()
}
