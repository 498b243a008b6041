package ui

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/score/session"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

type event struct {
	id      string
	state   session.Snapshot
	comment string
}

// nextEvent reads up to the next event or comment.
func nextEvent(t *testing.T, r *bufio.Reader) event {
	t.Helper()
	var e event
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("stream ended: %v", err)
		}
		line = strings.TrimSuffix(line, "\n")
		field, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" && (e.id != "" || e.comment != ""):
			return e
		case field == "":
			e.comment = value
		case field == "id":
			e.id = value
		case field == "data":
			if err := json.Unmarshal([]byte(value), &e.state); err != nil {
				t.Fatalf("data: %v in %.200s", err, value)
			}
		}
	}
}

func TestEventsBeginWithTheWholeStateAndFollowInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, board := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		board.Publish(session.Snapshot{Text: "first"})
		conn := ln.get(t, "/api/events")
		r := answer(t, conn)
		if got := r.Header.Get("Content-Type"); got != "text/event-stream; charset=utf-8" {
			t.Errorf("Content-Type = %q", got)
		}
		in := bufio.NewReader(r.Body)
		if e := nextEvent(t, in); e.id != "test-2" || e.state.Text != "first" {
			t.Fatalf("first event = %+v", e)
		}
		for i := range 5 {
			text := fmt.Sprint("state ", i)
			board.Publish(session.Snapshot{Text: text})
			if e := nextEvent(t, in); e.state.Text != text || e.state.Version != uint64(3+i) {
				t.Errorf("event %d = version %d, %q", i, e.state.Version, e.state.Text)
			}
		}
		before := time.Now()
		if e := nextEvent(t, in); e.comment == "" || time.Since(before) > heartbeat {
			t.Errorf("after %v without news: %+v, want a comment within %v", time.Since(before), e, heartbeat)
		}
	})
}

func TestAScreenMayAskForShortHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		in := bufio.NewReader(answer(t, ln.get(t, "/api/events?beat=1")).Body)
		nextEvent(t, in)
		for range 3 {
			before := time.Now()
			if e := nextEvent(t, in); e.comment == "" || time.Since(before) != time.Second {
				t.Errorf("after %v: %+v, want a comment each second", time.Since(before), e)
			}
		}
		for _, beat := range []string{"0", "6", "x"} {
			if r := answer(t, ln.get(t, "/api/events?beat="+beat)); r.StatusCode != 400 {
				t.Errorf("beat=%s: %d", beat, r.StatusCode)
			}
		}
	})
}

func TestAReaderThatCatchesUpGetsTheNewestState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, board := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		in := bufio.NewReader(answer(t, ln.get(t, "/api/events")).Body)
		nextEvent(t, in)
		for range 100 {
			board.Publish(session.Snapshot{})
		}
		synctest.Wait()
		last := board.Publish(session.Snapshot{Text: "newest"})
		seen := 0
		for v := uint64(0); v != last.Version; seen++ {
			v = nextEvent(t, in).state.Version
		}
		if seen > 3 {
			t.Errorf("%d events on the way to the newest of 101, want at most 3", seen)
		}
	})
}

func TestAClientThatDoesNotReadIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, board := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		for _, stream := range []struct{ path, kind string }{{"/api/events", eventClients}, {"/stream.mjpg", pictureClients}} {
			ln.get(t, stream.path) // and never read
			synctest.Wait()
			if n := testutil.ToFloat64(s.metrics.clients.WithLabelValues(stream.kind)); n != 1 {
				t.Fatalf("%s: %v clients, want 1", stream.path, n)
			}
			board.Publish(session.Snapshot{})
			board.Show(picture(1, "one"))
			time.Sleep(partTimeout + time.Second) // of the bubble's clock
			synctest.Wait()
			if n := testutil.ToFloat64(s.metrics.clients.WithLabelValues(stream.kind)); n != 0 {
				t.Errorf("%s: %v clients after %v, want 0", stream.path, n, partTimeout)
			}
			if n := testutil.ToFloat64(s.metrics.dropped.WithLabelValues(stream.kind)); n != 1 {
				t.Errorf("%s: %v clients counted as dropped, want 1", stream.path, n)
			}
		}
	})
}

func TestAStreamOutlivesTheLimitsOfOrdinaryRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, board := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		in := bufio.NewReader(answer(t, ln.get(t, "/api/events")).Body)
		nextEvent(t, in)
		for start := time.Now(); time.Since(start) < 2*(readTimeout+writeTimeout); {
			nextEvent(t, in)
		}
		board.Publish(session.Snapshot{Text: "still on the line"})
		for e := nextEvent(t, in); e.state.Text == ""; e = nextEvent(t, in) {
			if e.comment == "" {
				t.Fatalf("event = %+v", e)
			}
		}
	})
}

func TestTheNumberOfStreamsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		for range maxEventClients {
			nextEvent(t, bufio.NewReader(answer(t, ln.get(t, "/api/events")).Body))
		}
		r := answer(t, ln.get(t, "/api/events"))
		body, _ := io.ReadAll(r.Body)
		if r.StatusCode != 503 || !strings.Contains(string(body), "too_many_clients") || r.Header.Get("Retry-After") == "" {
			t.Errorf("one too many: %d %s", r.StatusCode, body)
		}
	})
}

func TestAStateThatIsNoJSONEndsTheStreamWithAnErrorInTheLog(t *testing.T) {
	s, board := newServer(t, nil)
	base, _ := listen(t, s)
	v := session.Snapshot{}
	v.Rates.LatencyMS = math.NaN()
	board.Publish(v)
	if status, _, body := fetch(t, base+"/api/state"); status != 500 || !strings.Contains(body, `"code":"internal"`) {
		t.Errorf("/api/state = %d %s", status, body)
	}
}

func TestShutdownEndsOpenStreamsAtOnce(t *testing.T) {
	s, board := newServer(t, nil)
	board.Show(picture(1, "one"))
	base, stop := listen(t, s)
	streams := []string{"/api/events", "/stream.mjpg"}
	ended := make(chan string)
	for _, path := range streams {
		r, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		go func() {
			_, _ = io.Copy(io.Discard, r.Body)
			ended <- path
		}()
	}
	start := time.Now()
	stop()
	for range streams {
		<-ended
	}
	if took := time.Since(start); took > shutdownTimeout/2 {
		t.Errorf("shutdown took %v", took)
	}
}
