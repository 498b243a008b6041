package hub_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// spectator reads a hub's changes until ctx ends, and hands on each table's
// line.
func spectator(ctx context.Context, url string, line func(text string)) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/v1/changes", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			line(text)
		}
	}
	return lines.Err()
}

func TestChangesAreStreamed(t *testing.T) {
	h := evening(t, 2)
	server := httptest.NewServer(h.hub.Handler())
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	lines := make(chan string, 1000)
	group.Go(func() {
		if err := spectator(ctx, server.URL, func(text string) { lines <- text }); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	until := func(what string, fits func(string) bool) {
		t.Helper()
		limit := time.NewTimer(20 * time.Second)
		defer limit.Stop()
		for {
			select {
			case text := <-lines:
				if fits(text) {
					return
				}
			case <-limit.C:
				t.Fatalf("%s was not streamed", what)
			}
		}
	}
	until("table 2 at the beginning", func(s string) bool { return strings.Contains(s, `"table":"2"`) })
	h.tables[1].step() // the start
	h.tables[1].step() // a shot
	until("the shot", func(s string) bool {
		return strings.Contains(s, `"table":"2"`) && strings.Contains(s, `"events":2`) && strings.Contains(s, `"twenties":1`)
	})
	h.playAll()
	until("the next match", func(s string) bool { return s == "{}" })
}

// TestAHallUnderLoad measures: tables that write a shot every ten seconds
// each, spectators who read every change, all on this machine; the time from
// the board's disk to the spectator. DITCHLINE_LOAD=200,2000,60 asks for 200
// tables, 2000 spectators, 60 seconds.
func TestAHallUnderLoad(t *testing.T) {
	tables, spectators, seconds := 0, 0, 0
	if _, err := fmt.Sscanf(os.Getenv("DITCHLINE_LOAD"), "%d,%d,%d", &tables, &spectators, &seconds); err != nil {
		t.Skip("ask for it with DITCHLINE_LOAD=TABLES,SPECTATORS,SECONDS")
	}
	h := newHall(t, 1, tables)
	h.poll = time.Second
	h.up()
	h.open(onePool, 2*tables)
	h.draw()
	eventually(t, "every table knows its match", func() bool {
		return !slices.ContainsFunc(h.tables, func(tb *table) bool { return tb.assignment().Match == "" })
	})
	server := httptest.NewServer(h.hub.Handler())
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	var written sync.Map // "table events" -> when it was on the board's disk
	var mu sync.Mutex
	var delays []time.Duration
	var seen, errors atomic.Int64
	for i := range spectators {
		group.Go(func() {
			err := spectator(ctx, server.URL, func(text string) {
				now := time.Now()
				seen.Add(1)
				key, ok := lineKey(text)
				if !ok {
					return
				}
				if at, ok := written.Load(key); ok {
					mu.Lock()
					delays = append(delays, now.Sub(at.(time.Time)))
					mu.Unlock()
				}
			})
			if err != nil && ctx.Err() == nil {
				errors.Add(1)
			}
		})
		if i%50 == 49 {
			eventually(t, "the spectators came in", func() bool { return seen.Load() >= int64(i*tables/2) })
		}
	}
	eventually(t, "everybody sees everything", func() bool { return seen.Load() >= int64(spectators*tables) })
	before := cpu(t)
	start := time.Now()
	tick := time.NewTicker(10 * time.Second / time.Duration(tables))
	defer tick.Stop()
	events := 0
	for n := 0; time.Since(start) < time.Duration(seconds)*time.Second; n++ {
		<-tick.C
		tb := h.tables[n%tables]
		if !tb.step() || tb.match == nil {
			continue
		}
		written.Store(fmt.Sprint(tb.name, " ", len(tb.match.Events())), time.Now())
		events++
	}
	wall := time.Since(start)
	used := cpu(t) - before
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	mu.Lock()
	slices.Sort(delays)
	at := func(p float64) time.Duration { return delays[min(len(delays)-1, int(p*float64(len(delays))))] }
	t.Logf("%d tables, %d spectators, %.0f s: %d events, %d seen; disk to spectator: median %v, 99 %% %v, most %v; CPU of hub, tables and spectators %.1f s; heap %.0f MB; %d lines broke",
		tables, spectators, wall.Seconds(), events, len(delays), at(.5).Round(time.Millisecond), at(.99).Round(time.Millisecond), at(1).Round(time.Millisecond), used.Seconds(), float64(memory.HeapAlloc)/1e6, errors.Load())
	mu.Unlock()
	cancel()
}

// lineKey is which table's line it is, and how many events its match has.
func lineKey(text string) (string, bool) {
	_, rest, ok := strings.Cut(text, `"table":"`)
	name, _, ok2 := strings.Cut(rest, `"`)
	_, rest, ok3 := strings.Cut(text, `"events":`)
	digits, _, ok4 := strings.Cut(rest, ",")
	n, err := strconv.Atoi(digits)
	return fmt.Sprint(name, " ", n), ok && ok2 && ok3 && ok4 && err == nil
}

// cpu is what this process has used.
func cpu(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
