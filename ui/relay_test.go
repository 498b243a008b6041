package ui

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestRelayKeepsTheRateOnAverage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := make(chan int, 1)
		go func() {
			defer close(in)
			for i := range 1428 { // ten seconds
				select {
				case <-in:
				default:
				}
				in <- i
				time.Sleep(7 * time.Millisecond)
			}
		}()
		var at []time.Duration
		start := time.Now()
		err := relay(t.Context(), in, 100*time.Millisecond, time.Hour, func(int) error { at = append(at, time.Since(start)); return nil }, nil)
		if err != nil || len(at) < 99 || len(at) > 102 {
			t.Errorf("%d sends in 10 s at 10 a second, %v", len(at), err)
		}
		for i := 1; i < len(at); i++ {
			if gap := at[i] - at[i-1]; gap < 80*time.Millisecond || gap > 120*time.Millisecond {
				t.Errorf("gap %d = %v", i, gap)
			}
		}
	})
}

func TestRelayLosesNothingOfASourceAtItsVeryRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := make(chan int, 1)
		go func() {
			defer close(in)
			for i := range 300 {
				select {
				case <-in:
				default:
				}
				in <- i
				jitter := time.Duration(i%3-1) * time.Millisecond
				time.Sleep(time.Second/30 + jitter)
			}
		}()
		n := 0
		if err := relay(t.Context(), in, time.Second/30, time.Hour, func(int) error { n++; return nil }, nil); err != nil || n != 300 {
			t.Errorf("%d of 300 passed, %v", n, err)
		}
	})
}

func TestRelayEndsWithTheFirstErrorOfEither(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		in := make(chan int, 1)
		if err := relay(t.Context(), in, 0, time.Second, nil, func() error { return broken }); !errors.Is(err, broken) {
			t.Errorf("idle's error: %v", err)
		}
		in <- 1
		if err := relay(t.Context(), in, 0, time.Second, func(int) error { return broken }, nil); !errors.Is(err, broken) {
			t.Errorf("send's error: %v", err)
		}
	})
}
