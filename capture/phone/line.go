package phone

import (
	"errors"
	"sync"
	"time"
)

// Reasons for which a line ends from this side.
var (
	ErrReplaced = errors.New("another phone is the camera of this board now")
	ErrClosed   = errors.New("the board is set up anew: connect again")
)

// Answer says what became of a picture.
type Answer struct {
	Number uint32
	Took   time.Duration // from its reception until it was decoded and handed on
	Passed bool          // a newer one came before it was looked at
	Err    error         // why it could not be read
}

// Line is what one phone sends on. Picture and Exchange are called from one
// goroutine.
type Line struct {
	camera  *Camera
	device  string
	answers chan Answer
	done    chan struct{}
	why     error // set before done is closed; guarded by the camera's lock

	mu    sync.Mutex
	clock Clock
}

// Picture takes in what came at received.
func (l *Line) Picture(p Picture, received time.Time) {
	l.camera.put(parcel{p, l, received})
}

// Exchange tells the line how the phone's clock stood: see Clock.
func (l *Line) Exchange(sent, received time.Time, phone time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clock.Exchange(sent, received, phone)
}

// when a picture was taken, by this machine's clock: as the phone says, as far
// as that can be; where its clock is not known yet, when it came in.
func (l *Line) when(p parcel) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, _, ok := l.clock.At(p.Taken)
	if !ok || at.After(p.received) {
		return p.received
	}
	if early := p.received.Add(-oldest); at.Before(early) {
		return early
	}
	return at
}

// round is the time to the phone and back.
func (l *Line) round() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, _ := l.clock.best()
	return b.round
}

// answer lays an answer ready. A phone that sends faster than it takes answers
// misses some, and is never waited for.
func (l *Line) answer(a Answer) {
	select {
	case l.answers <- a:
	default:
	}
}

// Answers are what became of the pictures.
func (l *Line) Answers() <-chan Answer { return l.answers }

// Done is closed when the line has ended.
func (l *Line) Done() <-chan struct{} { return l.done }

// Why the line has ended; nil where the phone left.
func (l *Line) Why() error {
	l.camera.mu.Lock()
	defer l.camera.mu.Unlock()
	return l.why
}

// Leave ends the line from the phone's side.
func (l *Line) Leave() { l.camera.left(l) }

// end is called with the camera's lock held.
func (l *Line) end(why error) {
	select {
	case <-l.done:
	default:
		l.why = why
		close(l.done)
	}
}
