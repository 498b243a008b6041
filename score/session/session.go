package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
)

// Options are what a session is made of.
type Options struct {
	Source   capture.Source
	Finder   calibrate.Finder
	Detector detect.Detector
	Boards   []models.Board // the makes to choose from; one entry names the board
	Surface  float64        // real diameter of the playing surface, mm; 0 for the make's own
	Program  string         // names this start of the program, in every snapshot
	Log      *slog.Logger
	Now      func() time.Time // measures latency and the time of stages; nothing is decided by it
}

// Session is one board's evening. Run it once; its other methods may be
// called from any goroutine, before, during and after, and never block.
type Session struct {
	source  capture.Source
	watcher *watcher
	log     *slog.Logger
	now     func() time.Time
	box     *capture.Newest

	frames    feed[capture.Frame]
	snapshots feed[Snapshot]

	mu        sync.Mutex
	snap      Snapshot
	captured  meter
	processed meter
	lost      string // why the camera is lost, empty when it is not
}

// New is a session that was not started yet.
func New(o Options) (*Session, error) {
	var problems []error
	need := func(ok bool, what string) {
		if !ok {
			problems = append(problems, fmt.Errorf("session: no %s", what))
		}
	}
	need(o.Source != nil, "source")
	need(o.Finder != nil, "finder")
	need(o.Detector != nil, "detector")
	need(len(o.Boards) > 0, "boards")
	need(o.Log != nil, "log")
	need(o.Now != nil, "clock")
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	s := &Session{
		source: o.Source,
		watcher: newWatcher(Vision{
			Finder: o.Finder, Detector: o.Detector, Now: o.Now,
			Options: calibrate.Options{Boards: o.Boards, Surface: o.Surface},
		}),
		log: o.Log.With("source", o.Source.String()),
		now: o.Now,
		box: capture.NewNewest(),
		snap: Snapshot{
			Program: o.Program,
			Source:  o.Source.String(),
			Phase:   Starting,
			Text:    fmt.Sprintf("Waiting for the first picture of %s.", o.Source),
			Discs:   []Disc{}, Left: []Ghost{}, Score: []Side{}, Warn: []string{},
			Rates: Rates{StageMS: map[string]float64{}},
		},
	}
	s.change(func(*Snapshot) {})
	return s, nil
}

// Run watches the board until the source ends, which returns nil, or fails,
// which returns why, or ctx ends. One goroutine reads the source and keeps
// only the newest frame; this one looks at the frames. Both have ended when
// Run returns.
func (s *Session) Run(ctx context.Context) error {
	failed := make(chan error, 1)
	go func() {
		defer s.box.Close()
		failed <- s.read(ctx)
	}()
	for {
		f, err := s.box.Take(ctx)
		if err != nil || ctx.Err() != nil {
			break
		}
		s.see(f)
	}
	err := <-failed
	if ctx.Err() != nil {
		return nil
	}
	s.change(func(n *Snapshot) {
		n.Phase, n.Text = Ended, fmt.Sprintf("%s has come to its end.", s.source)
		if err != nil {
			n.Phase, n.Text = Lost, fmt.Sprintf("%s gives no pictures: %v.", s.source, err)
		}
	})
	return err
}

// read the source to its end; a panic in it is an error like any other.
func (s *Session) read(ctx context.Context) (err error) {
	defer caught("reading the source", &err)
	return s.source.Run(ctx, s.receive)
}

// receive a frame from the source: called on its goroutine.
func (s *Session) receive(f capture.Frame) {
	s.mu.Lock()
	s.captured.tick(f.Media)
	s.snap.Rates.Captured++
	s.lost = ""
	s.mu.Unlock()
	s.frames.publish(f)
	s.box.Put(f)
}

// CameraLost says that the source gives no pictures for now, and why; the
// next frame takes it back. It is for a source that is reopened by itself.
func (s *Session) CameraLost(why error) {
	s.mu.Lock()
	s.lost = fmt.Sprintf("No pictures from %s: %v.", s.source, why)
	s.mu.Unlock()
	s.change(func(*Snapshot) {})
}

// see looks at one frame and publishes what there is to say.
func (s *Session) see(f capture.Frame) {
	phase, elapsed, err := s.watcher.look(f)
	if err != nil {
		s.log.Error("a picture could not be measured; the next is tried", "frame", f.Seq, "error", err)
		var fault *Fault
		if errors.As(err, &fault) {
			s.log.Debug("stack of the fault", "stack", string(fault.Stack))
		}
	}
	s.change(func(n *Snapshot) {
		s.watcher.describe(n)
		n.Phase, n.Text = phase, sentence(phase, s.watcher)
		n.Time = f.Media.Seconds()
		n.Width, n.Height = f.Width, f.Height
		if _, done := elapsed["detect"]; done {
			s.processed.tick(f.Media)
		}
		stages := make(map[string]float64, len(elapsed))
		for stage, ms := range elapsed {
			stages[stage] = rounded(ms, 1)
		}
		n.Rates.StageMS = stages
		_, n.Rates.Dropped = s.box.Counts()
		n.Rates.LatencyMS = rounded(float64(s.now().Sub(f.CapturedAt))/float64(time.Millisecond), 1)
	})
}

// change the snapshot and publish it.
func (s *Session) change(edit func(*Snapshot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	edit(&s.snap)
	s.snap.Version++
	s.snap.Rates.CapturedFPS = rounded(s.captured.perSecond(), 1)
	s.snap.Rates.ProcessedFPS = rounded(s.processed.perSecond(), 1)
	out := s.snap
	if s.lost != "" && out.Phase != Ended {
		out.Phase, out.Text = Lost, s.lost
	}
	s.snapshots.publish(out)
}

// Snapshot is the newest state. Its slices and maps are never written to.
func (s *Session) Snapshot() Snapshot {
	n, _ := s.snapshots.newest()
	return n
}

// Subscribe gives the snapshots published from now on, the newest only to a
// slow reader, until ctx ends.
func (s *Session) Subscribe(ctx context.Context) <-chan Snapshot { return s.snapshots.subscribe(ctx) }

// Frame is the newest picture; ok is false before the first.
func (s *Session) Frame() (f capture.Frame, ok bool) { return s.frames.newest() }

// Frames gives the pictures from now on, the newest only to a slow reader,
// until ctx ends.
func (s *Session) Frames(ctx context.Context) <-chan capture.Frame { return s.frames.subscribe(ctx) }
