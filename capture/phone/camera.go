// Package phone makes a camera of a phone: its browser sends pictures, each
// with the time by its own clock. The package knows nothing of how they come.
package phone

import (
	"context"
	"errors"
	"sync"
	"time"

	"ditchline/capture"
)

// How long a phone may be silent before the board is said to have no camera,
// and how much older than its reception a picture can be.
const (
	patience = 3 * time.Second
	oldest   = 5 * time.Second
)

// URI is a phone as a source.
const URI = "phone:"

// Options are what a camera is made of.
type Options struct {
	Decode func(name string, data []byte) (capture.Frame, error)
	Lost   func(error) // told when no pictures come for now, and why; may be nil
	Now    func() time.Time
}

// Camera is a source of what a phone sends. One phone at a time: a new one
// takes the place of the one before. Its methods may be called from any
// goroutine.
type Camera struct {
	o    Options
	mail chan parcel // holds the newest picture

	mu     sync.Mutex
	line   *Line
	over   bool // Run has ended
	status Status
	rate   []time.Time // when the last pictures were taken
}

var _ capture.Source = (*Camera)(nil)

// Status is what there is to say of the phone.
type Status struct {
	Connected  bool    `json:"connected"`
	Device     string  `json:"device"` // what it says of itself
	Width      int     `json:"width"`  // of the last picture, pixels; 0 before the first
	Height     int     `json:"height"`
	FPS        float64 `json:"fps"`        // pictures a second
	RoundMS    float64 `json:"round_ms"`   // from here to the phone and back
	Late       float64 `json:"late_ms"`    // from taking the last picture to its being decoded here
	Pictures   uint64  `json:"pictures"`   // that were taken in
	Passed     uint64  `json:"passed"`     // that came faster than they were taken in
	Unreadable uint64  `json:"unreadable"` // that could not be decoded
}

// parcel is a picture on its way from a line to Run.
type parcel struct {
	Picture
	line     *Line
	received time.Time
}

// New is a camera that waits for its phone.
func New(o Options) *Camera {
	if o.Lost == nil {
		o.Lost = func(error) {}
	}
	return &Camera{o: o, mail: make(chan parcel, 1)}
}

// String implements capture.Source.
func (c *Camera) String() string { return URI }

// Waiting says what the camera waits for before its first picture.
func (c *Camera) Waiting() string {
	return "Waiting for a phone: scan the code on the start page with it, and allow the camera."
}

// Reasons to be without pictures.
var (
	errGone   = errors.New("the phone has gone: open its page again, or scan the code on the start page")
	errSilent = errors.New("the phone sends no pictures: is its page open, and its screen on?")
)

// Run implements capture.Source. It ends with ctx only: phones come and go.
func (c *Camera) Run(ctx context.Context, emit func(capture.Frame)) error {
	defer c.close()
	var seq uint64
	var first, last time.Time
	told := true // nothing is lost before it came
	quiet := time.NewTimer(patience)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-c.mail:
			f, err := c.o.Decode("from the phone", p.JPEG)
			if err != nil {
				c.noteUnreadable()
				p.line.answer(Answer{Number: p.Number, Err: err})
				continue
			}
			now := c.o.Now()
			f.CapturedAt = p.line.when(p)
			if !f.CapturedAt.After(last) {
				f.CapturedAt = last.Add(time.Millisecond)
			}
			if last = f.CapturedAt; first.IsZero() {
				first = last
			}
			f.Seq, f.Media = seq, last.Sub(first)
			seq++
			c.note(f, now)
			emit(f)
			p.line.answer(Answer{Number: p.Number, Took: c.o.Now().Sub(p.received)})
			told = false
			quiet.Reset(patience)
		case <-quiet.C:
			if !told {
				told = true
				c.o.Lost(c.why())
			}
			quiet.Reset(patience)
		}
	}
}

// why no pictures come.
func (c *Camera) why() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.line == nil {
		return errGone
	}
	return errSilent
}

// rateOver is over how many pictures their rate is measured.
const rateOver = 16

// note counts a picture that was decoded.
func (c *Camera) note(f capture.Frame, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.status
	s.Pictures++
	s.Width, s.Height = f.Width, f.Height
	s.Late = now.Sub(f.CapturedAt).Seconds() * 1000
	if c.rate = append(c.rate, f.CapturedAt); len(c.rate) > rateOver {
		c.rate = c.rate[1:]
	}
	if span := c.rate[len(c.rate)-1].Sub(c.rate[0]).Seconds(); span > 0 {
		s.FPS = float64(len(c.rate)-1) / span
	}
}

func (c *Camera) noteUnreadable() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status.Unreadable++
}

// Status is what there is to say of the phone now.
func (c *Camera) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.status
	if c.line != nil {
		s.Connected, s.Device, s.RoundMS = true, c.line.device, c.line.round().Seconds()*1000
	}
	if len(c.rate) == 0 || c.o.Now().Sub(c.rate[len(c.rate)-1]) > patience {
		s.FPS = 0
	}
	return s
}

// Connect begins a phone's line, and ends that of the phone before it. It is
// nil once the camera is no longer used.
func (c *Camera) Connect(device string) *Line {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return nil
	}
	if c.line != nil {
		c.line.end(ErrReplaced)
	}
	l := &Line{camera: c, device: device, answers: make(chan Answer, 16), done: make(chan struct{})}
	c.line, c.rate = l, nil
	return l
}

// left notes that a line has ended by itself.
func (c *Camera) left(l *Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.line == l {
		c.line = nil
	}
	l.end(nil)
}

// close ends the line: whatever comes later is not looked at.
func (c *Camera) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	if c.line != nil {
		c.line.end(ErrClosed)
		c.line = nil
	}
}

// put lays a picture ready, in place of one that was not taken yet.
func (c *Camera) put(p parcel) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.line != p.line {
		return
	}
	select {
	case old := <-c.mail:
		c.status.Passed++
		old.line.answer(Answer{Number: old.Number, Passed: true})
	default:
	}
	c.mail <- p // one place is free: only put sends, under the lock
}
