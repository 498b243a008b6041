package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/detect/watch"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// Options are what a session is made of.
type Options struct {
	Source  capture.Source
	Eyes    func() Eyes // look at a board that was not seen before
	Desk    *desk.Desk  // keeps the matches; the session owns it from now on
	Journal Journal     // where the events go; nil for nowhere
	Program string      // names this start of the program, in every snapshot
	Log     *slog.Logger
	Now     func() time.Time // measures latency and stages, and stamps events; nothing is decided by it

	Taps     []func(capture.Frame) // told of each frame as it comes in; must not block
	Evidence *Evidence             // keeps what proves each shot; nil for none
	Ring     *film.Ring            // the last seconds, for the evidence; nil for none
	Outlet   *Outlet               // where the session is shown, that of one before it that has ended; nil for its own
	Hall     *HallView             // how the board stands to the hall that it has joined; nil for none
}

// Journal keeps events for good. *store.Store is one.
type Journal interface {
	Append(ctx context.Context, match string, events ...score.Event) error
}

// Session is one board's evening. Run it once; its other methods may be
// called from any goroutine, before, during and after.
type Session struct {
	source  capture.Source
	eyes    func() Eyes
	log     *slog.Logger
	now     func() time.Time
	box     *capture.Newest
	taps    []func(capture.Frame)
	clock   clock // used by the goroutine of the source only
	limits  limits
	proofs  proofs
	vision  sight // used by the goroutine of Run only, but for what it has described: that is under mu
	journal *ledger

	*Outlet

	table table // the desk, and what is shown of it

	mu        sync.Mutex
	snap      Snapshot
	captured  meter
	processed meter
	lost      string      // why the camera is lost, empty when it is not
	seen      watch.Sight // as last looked at
}

// Picture is a frame with the state that was seen in it.
type Picture struct {
	Frame capture.Frame
	State Snapshot
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
	need(o.Eyes != nil, "eyes")
	need(o.Desk != nil, "desk")
	need(o.Log != nil, "log")
	need(o.Now != nil, "clock")
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	log := o.Log.With("source", o.Source.String())
	s := &Session{
		source: o.Source, eyes: o.Eyes, log: log, now: o.Now, box: capture.NewNewest(), taps: o.Taps,
		Outlet: o.Outlet, proofs: proofs{evidence: o.Evidence, ring: o.Ring}, vision: sight{eyes: o.Eyes()}, journal: &ledger{journal: o.Journal, log: log},
		snap: Snapshot{
			Program: o.Program,
			Source:  o.Source.String(),
			Phase:   Starting,
			Text:    waiting(o.Source),
			Discs:   []Disc{}, Left: []Ghost{}, Score: []Side{}, Warn: []string{}, Due: []Mark{}, Gone: []Mark{}, Moving: []Mark{}, Limits: []Limit{},
			Rates: Rates{StageMS: map[string]float64{}},
		},
	}
	if s.Outlet == nil {
		s.Outlet = &Outlet{}
	}
	s.Clear()
	s.snap.Version = s.Outlet.Snapshot().Version // goes on: to a screen it is one board
	s.table.desk, s.table.counts = o.Desk, newCounts()
	s.snap.Hall = o.Hall
	s.journal.match = s.table.matchID()
	s.snap.Match = s.table.view().orNil()
	s.change(func(*Snapshot) {})
	return s, nil
}

// waiting says what the board waits for before its first picture.
func waiting(s capture.Source) string {
	if w, ok := s.(interface{ Waiting() string }); ok {
		return w.Waiting()
	}
	return fmt.Sprintf("Waiting for the first picture of %s.", s)
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
		s.see(ctx, f)
	}
	err := <-failed
	if ctx.Err() != nil {
		return nil
	}
	s.finish(ctx)
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

// clock makes times that only grow of a source's, which begin anew when it is
// reopened.
type clock struct {
	begun bool
	zero  time.Duration // added to the source's times
	last  time.Duration
}

func (c *clock) steady(media time.Duration) time.Duration {
	if c.begun && media+c.zero <= c.last {
		c.zero = c.last + time.Second/30 - media
	}
	c.begun, c.last = true, media+c.zero
	return c.last
}

// rawAfter is how old the last picture on the screens may get while vision is
// busy with a later one: then they are shown frames that nobody has looked at.
const rawAfter = 400 * time.Millisecond

// receive a frame from the source: called on its goroutine.
func (s *Session) receive(f capture.Frame) {
	f.Media = s.clock.steady(f.Media)
	s.limits.frame(f)
	s.mu.Lock()
	s.captured.tick(f.Media)
	s.snap.Rates.Captured++
	s.lost = ""
	s.mu.Unlock()
	for _, tap := range s.taps {
		tap(f)
	}
	s.frames.publish(f)
	if p, shown := s.pictures.newest(); !shown || f.Media-p.Frame.Media > rawAfter || f.Media < p.Frame.Media {
		s.pictures.publish(Picture{Frame: f, State: s.Snapshot()})
	}
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
func (s *Session) see(ctx context.Context, f capture.Frame) {
	from := s.now()
	happenings, err := s.vision.look(s.eyes, f)
	if err != nil {
		s.log.Error("a picture could not be measured; the next is tried", "frame", f.Seq, "error", err)
		var fault *Fault
		if errors.As(err, &fault) {
			s.log.Debug("stack of the fault", "stack", string(fault.Stack))
		}
	}
	looked := s.now()
	seen := s.vision.eyes.Sight()
	s.limits.look(f, seen)
	s.table.time(f)
	for _, h := range happenings {
		s.keep(ctx, s.table.take(h))
	}
	s.keep(ctx, s.table.tick(f.Media))
	view := s.table.view()
	done := s.now()
	s.change(func(n *Snapshot) {
		n.Match, n.Limits, n.Tally = view.orNil(), s.limits.named(), s.table.tally()
		n.Tally.Open, n.Tally.Unsaved = view.open(), s.journal.waiting()
		s.seen = seen
		s.vision.describe(n, seen, view)
		n.Phase, n.Text = s.phase(seen, view)
		n.Time, n.Frame = f.Media.Seconds(), f.Seq
		n.Width, n.Height = f.Width, f.Height
		s.processed.tick(f.Media)
		n.Rates.StageMS = map[string]float64{
			"vision": milliseconds(looked.Sub(from)), "desk": milliseconds(done.Sub(looked)), "total": milliseconds(done.Sub(from)),
		}
		_, n.Rates.Dropped = s.box.Counts()
		n.Rates.LatencyMS = milliseconds(s.now().Sub(f.CapturedAt))
	})
	s.pictures.publish(Picture{Frame: f, State: s.Snapshot()})
}

// finish says what the end of the source leaves open. The round stays open:
// the match may go on.
func (s *Session) finish(ctx context.Context) {
	for _, h := range s.vision.eyes.End() {
		s.keep(ctx, s.table.take(h))
	}
	view := s.table.view()
	s.change(func(n *Snapshot) { n.Match = view.orNil() })
}

// keep stores what came of something, before anybody is shown it.
func (s *Session) keep(ctx context.Context, o desk.Outcome) {
	from := len(o.Events)
	if o.Resumed != "" {
		from = o.From
	}
	s.journal.append(ctx, o.Events[:from])
	if o.Resumed != "" {
		s.journal.turn(o.Resumed)
		s.journal.append(ctx, o.Events[from:])
	}
	for _, note := range o.Notes {
		s.table.note(note)
		s.proofs.keep(s.table.matchID(), note)
	}
}

// Order enters what a person says: an answer to a question, an undo, a flag.
func (s *Session) Order(ctx context.Context, e score.Event) error {
	o, err := s.table.order(e, s.now())
	s.ordered(ctx, o)
	return err
}

// Correct enters what a person says of discs, against what the camera sees.
func (s *Session) Correct(ctx context.Context, said []desk.Said, by string) error {
	o, err := s.table.correct(said, by, s.now())
	s.ordered(ctx, o)
	return err
}

// ordered stores and shows what came of a person's word.
func (s *Session) ordered(ctx context.Context, o desk.Outcome) {
	if len(o.Events)+len(o.Notes) == 0 {
		return
	}
	s.keep(ctx, o)
	s.proofs.dispute(s.table.matchID(), o.Events)
	view := s.table.view()
	s.change(func(n *Snapshot) {
		n.Match = view.orNil()
		s.vision.describe(n, s.seen, view)
		if n.Phase.Flowing() {
			n.Phase, n.Text = s.phase(s.seen, view)
		}
	})
}

// SetBoardName says how the program calls the board from the next match on.
func (s *Session) SetBoardName(name string) { s.table.rename(name) }

// MatchLog are the events of the match in hand; none before it began.
func (s *Session) MatchLog() []score.Event { return s.table.log() }

func milliseconds(d time.Duration) float64 {
	return rounded(float64(d)/float64(time.Millisecond), 1)
}

// change the snapshot and publish it.
func (s *Session) change(edit func(*Snapshot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	edit(&s.snap)
	s.snap.Version++
	s.snap.At = float64(s.now().UnixMicro()) / 1000
	s.snap.Rates.CapturedFPS = rounded(s.captured.perSecond(), 1)
	s.snap.Rates.ProcessedFPS = rounded(s.processed.perSecond(), 1)
	out := s.snap
	if s.lost != "" && out.Phase != Ended {
		out.Phase, out.Text = Lost, s.lost
	}
	s.snapshots.publish(out)
}
