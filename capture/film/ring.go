package film

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ditchline/capture"
)

// Picture is a JPEG with its time from the source's first frame. Its bytes
// are shared: nobody may write to them.
type Picture struct {
	At   time.Duration
	JPEG []byte
}

// RingOptions bound a ring. The zero value of a bound is its default.
type RingOptions struct {
	Encode  func(f capture.Frame) ([]byte, error) // makes a JPEG, smaller where Fit says so
	Keep    time.Duration                         // how far back the ring reaches; 0 = 20 s
	Bytes   int                                   // that the JPEGs may take; 0 = 64 MB
	Failure func(err error)                       // told of a frame that could not be encoded; nil = not
}

// The defaults of RingOptions: a long shot with what came before it, and
// twice what 20 s of 720p take.
const (
	defaultKeep      = 20 * time.Second
	defaultRingBytes = 64 << 20
)

// The largest picture of a ring.
const (
	ringWidth  = 1280
	ringHeight = 720
)

// ringGap is the least time between two pictures of a ring: of 60 frames a
// second every second one is kept, of 30 each, with room for jitter.
const ringGap = 25 * time.Millisecond

// ringQueue is how many frames may wait for the encoder.
const ringQueue = 2

// Fit is the size of a ring's picture for a frame's: at most 1280 x 720, in
// proportion, never larger.
func Fit(width, height int) (int, int) {
	scale := min(1, float64(ringWidth)/float64(width), float64(ringHeight)/float64(height))
	return max(1, int(float64(width)*scale+0.5)), max(1, int(float64(height)*scale+0.5))
}

// Ring keeps the last seconds as JPEGs, bounded in time and in bytes. Its
// methods may be called from any goroutine.
type Ring struct {
	options RingOptions
	queue   chan capture.Frame

	mu       sync.Mutex
	pictures []Picture // rising times
	bytes    int
	lastPut  time.Duration
	any      bool // a frame was put in
	counts   RingCounts
}

// RingCounts say what a ring has done and holds.
type RingCounts struct {
	Encoded  uint64        // pictures made
	Dropped  uint64        // frames that came while the encoder was behind
	Failed   uint64        // frames that could not be encoded
	Pictures int           // held now
	Bytes    int           // of the JPEGs held now
	Span     time.Duration // from the oldest picture held to the newest
}

// NewRing makes an empty ring. Run works for it.
func NewRing(o RingOptions) (*Ring, error) {
	if o.Encode == nil {
		return nil, errors.New("ring of pictures: no encoder")
	}
	if o.Keep < 0 || o.Bytes < 0 {
		return nil, fmt.Errorf("ring of pictures: %v and %d bytes: want more than nothing", o.Keep, o.Bytes)
	}
	if o.Keep == 0 {
		o.Keep = defaultKeep
	}
	if o.Bytes == 0 {
		o.Bytes = defaultRingBytes
	}
	return &Ring{options: o, queue: make(chan capture.Frame, ringQueue)}, nil
}

// Put hands a frame over. It never blocks: a frame that comes while the
// encoder is behind is dropped and counted.
func (r *Ring) Put(f capture.Frame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if gap := f.Media - r.lastPut; r.any && gap >= 0 && gap < ringGap {
		return
	}
	select {
	case r.queue <- f:
		r.any, r.lastPut = true, f.Media
	default:
		r.counts.Dropped++
	}
}

// Run encodes what is put in until ctx ends. One goroutine does it: where the
// machine has no time for it, frames are dropped and vision is not held up.
func (r *Ring) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case f := <-r.queue:
			r.encode(f)
		}
	}
}

func (r *Ring) encode(f capture.Frame) {
	data, err := r.options.Encode(f)
	r.mu.Lock()
	if err == nil {
		r.counts.Encoded++
		r.add(Picture{f.Media, data})
	} else {
		r.counts.Failed++
	}
	r.mu.Unlock()
	if err != nil && r.options.Failure != nil {
		r.options.Failure(fmt.Errorf("picture of %v for the ring: %w", f.Media, err))
	}
}

// add a picture; what is too old or too much goes. Time that runs backwards
// is another film: the ring begins anew.
func (r *Ring) add(p Picture) {
	if n := len(r.pictures); n > 0 && p.At <= r.pictures[n-1].At {
		r.pictures, r.bytes = nil, 0
	}
	r.pictures = append(r.pictures, p)
	r.bytes += len(p.JPEG)
	old := 0
	for r.bytes > r.options.Bytes || p.At-r.pictures[old].At > r.options.Keep {
		r.bytes -= len(r.pictures[old].JPEG)
		if old++; old == len(r.pictures) {
			break // one picture is larger than the ring
		}
	}
	r.pictures = slices.Delete(r.pictures, 0, old)
}

// Between are the pictures from one time to another, both included.
func (r *Ring) Between(from, to time.Duration) []Picture {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, _ := slices.BinarySearchFunc(r.pictures, from, byTime)
	last, found := slices.BinarySearchFunc(r.pictures, to, byTime)
	if found {
		last++
	}
	if first >= last {
		return nil
	}
	return slices.Clone(r.pictures[first:last])
}

// At is the last picture that was taken at a time or before it; ok is false
// where the ring doesn't reach back so far.
func (r *Ring) At(t time.Duration) (p Picture, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, found := slices.BinarySearchFunc(r.pictures, t, byTime)
	if !found {
		i--
	}
	if i < 0 {
		return Picture{}, false
	}
	return r.pictures[i], true
}

func byTime(p Picture, t time.Duration) int {
	switch {
	case p.At < t:
		return -1
	case p.At > t:
		return 1
	}
	return 0
}

// Counts say what the ring has done and holds.
func (r *Ring) Counts() RingCounts {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.counts
	c.Pictures, c.Bytes = len(r.pictures), r.bytes
	if n := len(r.pictures); n > 0 {
		c.Span = r.pictures[n-1].At - r.pictures[0].At
	}
	return c
}
