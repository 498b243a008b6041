package film

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/capture"
)

const ms = time.Millisecond

// fed is a ring that was given frames at times, each encoded to a JPEG of the
// given bytes before the next came.
func fed(t *testing.T, o RingOptions, bytes int, times ...time.Duration) *Ring {
	t.Helper()
	o.Encode = func(capture.Frame) ([]byte, error) { return make([]byte, bytes), nil }
	r, err := NewRing(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range times {
		r.Put(capture.Frame{Media: at})
		if len(r.queue) > 0 {
			r.encode(<-r.queue)
		}
	}
	return r
}

// every gives times at a rate.
func every(gap time.Duration, n int) []time.Duration {
	times := make([]time.Duration, n)
	for i := range times {
		times[i] = time.Duration(i) * gap
	}
	return times
}

func TestARingIsBoundedInTimeAndBytes(t *testing.T) {
	for name, c := range map[string]struct {
		options  RingOptions
		bytes    int
		times    []time.Duration
		pictures int
	}{
		"all that there is":     {RingOptions{}, 1000, every(33*ms, 50), 50},
		"of 60 every second":    {RingOptions{}, 1000, every(16667*time.Microsecond, 120), 60},
		"of 50 every second":    {RingOptions{}, 1000, every(20*ms, 100), 50},
		"of 30 with jitter all": {RingOptions{}, 1000, []time.Duration{0, 36 * ms, 62 * ms, 101 * ms, 130 * ms}, 5},
		"bounded by time":       {RingOptions{Keep: time.Second}, 1000, every(50*ms, 100), 21},
		"bounded by bytes":      {RingOptions{Bytes: 10_500}, 1000, every(50*ms, 100), 10},
		"larger than the ring":  {RingOptions{Bytes: 500}, 1000, every(50*ms, 3), 0},
		"time runs backwards":   {RingOptions{}, 1000, append(every(50*ms, 50), every(50*ms, 7)...), 7},
	} {
		t.Run(name, func(t *testing.T) {
			r := fed(t, c.options, c.bytes, c.times...)
			got := r.Counts()
			if got.Pictures != c.pictures || got.Bytes != c.pictures*c.bytes || got.Dropped != 0 {
				t.Errorf("got %+v, want %d pictures", got, c.pictures)
			}
			if c.pictures > 0 {
				if p, ok := r.At(time.Hour); !ok || p.At != c.times[len(c.times)-1] && p.At < c.times[len(c.times)-1]-ringGap {
					t.Errorf("the newest is of %v", p.At)
				}
			}
		})
	}
}

func TestAStretchOfTheRingHasItsPicturesAndNoOthers(t *testing.T) {
	r := fed(t, RingOptions{Keep: time.Second}, 10, every(100*ms, 31)...) // 2 to 3 s are left
	for name, c := range map[string]struct {
		from, to    time.Duration
		first, last time.Duration
		n           int
	}{
		"within":              {2150 * ms, 2450 * ms, 2200 * ms, 2400 * ms, 3},
		"both ends included":  {2200 * ms, 2400 * ms, 2200 * ms, 2400 * ms, 3},
		"from before it":      {0, 2100 * ms, 2000 * ms, 2100 * ms, 2},
		"until after it":      {2900 * ms, time.Hour, 2900 * ms, 3000 * ms, 2},
		"between two":         {2210 * ms, 2290 * ms, 0, 0, 0},
		"before it":           {0, time.Second, 0, 0, 0},
		"after it":            {time.Minute, time.Hour, 0, 0, 0},
		"from end to the end": {2500 * ms, 2400 * ms, 0, 0, 0},
	} {
		got := r.Between(c.from, c.to)
		if len(got) != c.n || c.n > 0 && (got[0].At != c.first || got[c.n-1].At != c.last) {
			t.Errorf("%s: %d pictures, want %d from %v to %v", name, len(got), c.n, c.first, c.last)
		}
	}
	if _, ok := r.At(1900 * ms); ok {
		t.Error("a picture was given that has gone")
	}
	if p, ok := r.At(2350 * ms); !ok || p.At != 2300*ms {
		t.Errorf("at 2.35 s: %v %v", p.At, ok)
	}
}

func TestARingNeverHoldsTheSourceUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failures []error
		var mu sync.Mutex
		r, err := NewRing(RingOptions{
			Encode: func(f capture.Frame) ([]byte, error) {
				time.Sleep(100 * ms) // slower than the frames come; synctest's time
				if f.Seq == 0 {
					return nil, errors.New("no pixels")
				}
				return []byte("jpeg"), nil
			},
			Failure: func(err error) { mu.Lock(); failures = append(failures, err); mu.Unlock() },
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { r.Run(ctx); close(done) }()
		start := time.Now()
		for n := range 300 {
			r.Put(capture.Frame{Seq: uint64(n), Media: time.Duration(n) * 33 * ms})
			time.Sleep(33 * ms)
		}
		if took := time.Since(start); took != 300*33*ms {
			t.Errorf("putting took %v", took-300*33*ms)
		}
		stop()
		<-done
		c := r.Counts()
		if c.Dropped < 190 || c.Dropped > 210 || c.Encoded+c.Dropped+c.Failed < 297 {
			t.Errorf("got %+v, want two frames of three dropped", c)
		}
		if c.Failed != 1 || len(failures) != 1 {
			t.Errorf("failures %v, counted %d", failures, c.Failed)
		}
	})
}

func TestRingPicturesAreAtMost720p(t *testing.T) {
	for _, c := range [][4]int{{1920, 1080, 1280, 720}, {640, 480, 640, 480}, {1280, 720, 1280, 720}, {4000, 3000, 960, 720}, {1080, 1920, 405, 720}, {5000, 1, 1280, 1}} {
		if w, h := Fit(c[0], c[1]); w != c[2] || h != c[3] {
			t.Errorf("%d x %d becomes %d x %d, want %d x %d", c[0], c[1], w, h, c[2], c[3])
		}
	}
	if _, err := NewRing(RingOptions{}); err == nil {
		t.Error("a ring without an encoder was made")
	}
	if _, err := NewRing(RingOptions{Encode: func(capture.Frame) ([]byte, error) { return nil, nil }, Keep: -1}); err == nil {
		t.Error("a ring of negative time was made")
	}
}

func ExampleRing() {
	r, err := NewRing(RingOptions{Encode: func(f capture.Frame) ([]byte, error) { return []byte{0xff, 0xd8}, nil }})
	if err != nil {
		fmt.Println(err)
		return
	}
	r.Put(capture.Frame{Media: 0})
	r.encode(<-r.queue)
	fmt.Println(len(r.Between(0, time.Second)))
	// Output: 1
}
