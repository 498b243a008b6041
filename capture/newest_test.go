package capture

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestNewestGivesTheNewestAndCountsTheRest(t *testing.T) {
	n := NewNewest()
	for seq := range uint64(5) {
		n.Put(Frame{Seq: seq})
	}
	f, err := n.Take(t.Context())
	if err != nil || f.Seq != 4 {
		t.Errorf("took %d, %v; want 4", f.Seq, err)
	}
	if captured, dropped := n.Counts(); captured != 5 || dropped != 4 {
		t.Errorf("captured %d, dropped %d; want 5, 4", captured, dropped)
	}
}

func TestNewestWaitsForAFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := NewNewest()
		got := make(chan uint64)
		go func() {
			f, _ := n.Take(t.Context())
			got <- f.Seq
		}()
		synctest.Wait()
		n.Put(Frame{Seq: 9})
		if seq := <-got; seq != 9 {
			t.Errorf("took %d, want 9", seq)
		}
	})
}

func TestNewestGivesTheLastFrameAfterCloseAndThenEOFToAllWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := NewNewest()
		n.Put(Frame{Seq: 1})
		n.Close()
		if f, err := n.Take(t.Context()); err != nil || f.Seq != 1 {
			t.Errorf("took %d, %v", f.Seq, err)
		}
		for range 3 {
			go func() {
				if _, err := n.Take(t.Context()); !errors.Is(err, io.EOF) {
					t.Errorf("error is %v, want EOF", err)
				}
			}()
		}
	})
}

func TestNewestStopsWaitingWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := NewNewest().Take(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error is %v", err)
		}
	})
}

func TestNewestLosesCountOfNothingAmongManyAtOnce(t *testing.T) {
	n := NewNewest()
	const writers, each = 4, 500
	var writing sync.WaitGroup
	for range writers {
		writing.Go(func() {
			for range each {
				n.Put(Frame{})
			}
		})
	}
	taken := make(chan uint64)
	go func() {
		var count uint64
		for {
			if _, err := n.Take(context.Background()); err != nil {
				taken <- count
				return
			}
			count++
		}
	}()
	writing.Wait()
	n.Close()
	captured, dropped := n.Counts()
	if got := <-taken; captured != writers*each || got+dropped != captured {
		t.Errorf("captured %d, dropped %d, taken %d", captured, dropped, got)
	}
}
