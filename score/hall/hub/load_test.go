package hub_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
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
	return eachLine(answer.Body, line)
}

// eachLine hands on the data of server-sent events.
func eachLine(body io.Reader, line func(text string)) error {
	lines := bufio.NewScanner(body)
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

// TestAHallUnderLoad measures: a hub as a program of its own; tables that
// write a shot every ten seconds each, and spectators who read every change,
// in this one; the time from the board's disk to the spectator.
// DITCHLINE_LOAD=200,2000,60 asks for 200 tables, 2000 spectators, 60
// seconds; with ,plain at its end the spectators accept no compression.
func TestAHallUnderLoad(t *testing.T) {
	tables, spectators, seconds := 0, 0, 0
	asked, plain := strings.CutSuffix(os.Getenv("DITCHLINE_LOAD"), ",plain")
	if _, err := fmt.Sscanf(asked, "%d,%d,%d", &tables, &spectators, &seconds); err != nil {
		t.Skip("ask for it with DITCHLINE_LOAD=TABLES,SPECTATORS,SECONDS")
	}
	h := newFarHall(t, 0, tables)
	var written sync.Map // "table events" -> when it was on the board's disk
	for _, tb := range h.tables {
		tb.full = true
		tb.wrote = func() { written.Store(fmt.Sprint(tb.name, " ", len(tb.events())), time.Now()) }
	}
	h.poll = time.Second
	h.up()
	h.open(onePool, 2*tables)
	h.draw()
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	var mu sync.Mutex
	var delays []time.Duration
	var came, bytes, broken atomic.Int64
	for i := range spectators {
		group.Go(func() {
			var own []time.Duration
			var seen sync.Once
			err := crowd(ctx, h.program.url, !plain, &bytes, func(text string) {
				now := time.Now()
				seen.Do(func() { came.Add(1) })
				key, ok := lineKey(text)
				if at, known := written.Load(key); ok && known {
					own = append(own, now.Sub(at.(time.Time)))
				}
			})
			if err != nil && ctx.Err() == nil {
				broken.Add(1)
			}
			mu.Lock()
			defer mu.Unlock()
			delays = append(delays, own...)
		})
		if i%100 == 99 {
			eventually(t, "the spectators came in", func() bool { return came.Load() >= int64(i-50) })
		}
	}
	eventually(t, "everybody sees something", func() bool { return came.Load() >= int64(spectators) })
	ownBefore, bytesBefore := cpu(t), bytes.Load()
	hubBefore, _ := h.program.used()
	start := time.Now()
	tick := time.NewTicker(10 * time.Second / time.Duration(tables))
	defer tick.Stop()
	events := 0
	for n := 0; time.Since(start) < time.Duration(seconds)*time.Second; n++ {
		<-tick.C
		if h.tables[n%tables].step() {
			events++
		}
	}
	wall := time.Since(start)
	hubAfter, memory := h.program.used()
	ownUsed, sent := cpu(t)-ownBefore, bytes.Load()-bytesBefore
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		t.Log(err) // not on this system
	}
	cancel()
	group.Wait()
	slices.Sort(delays)
	if len(delays) == 0 {
		t.Fatal("nobody saw anything")
	}
	at := func(p float64) time.Duration {
		return delays[min(len(delays)-1, int(p*float64(len(delays))))].Round(time.Millisecond)
	}
	used := hubAfter - hubBefore
	t.Logf("%d tables, %d spectators, %.0f s: %d events, %d lines seen, %.1f MB over the wire; disk to spectator: median %v, 99 %% %v, most %v",
		tables, spectators, wall.Seconds(), events, len(delays), float64(sent)/1e6, at(.5), at(.99), at(1))
	t.Logf("hub and its server: %.1f s of CPU, %.1f µs a line and spectator, most memory %.0f MB; tables and spectators: %.1f s of CPU; %d lines broke; machine's load %s",
		used.Seconds(), float64(used.Microseconds())/float64(len(delays)), float64(memory)/1e6, ownUsed.Seconds(), broken.Load(), strings.TrimSpace(string(load)))
}

// counted counts what is read.
type counted struct {
	io.Reader
	n *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// crowd is one of many spectators: as spectator, but with little of its own
// to do, so that what is measured is the hub.
func crowd(ctx context.Context, url string, packed bool, bytes *atomic.Int64, line func(text string)) error {
	address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	accept := ""
	if packed {
		accept = "Accept-Encoding: gzip\r\n"
	}
	if _, err := fmt.Fprintf(conn, "GET /api/v1/changes HTTP/1.1\r\nHost: %s\r\n%s\r\n", address, accept); err != nil {
		return err
	}
	answer, err := http.ReadResponse(bufio.NewReader(counted{conn, bytes}), nil)
	if err != nil {
		return err
	}
	body := io.Reader(answer.Body)
	if packed {
		if body, err = gzip.NewReader(answer.Body); err != nil {
			return err
		}
	}
	return eachLine(body, line)
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
