package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/score"
	"ditchline/score/session"
	"ditchline/ui/storybook"

	"github.com/prometheus/client_golang/prometheus"
)

// lamp is what webhooks are sent to.
type lamp struct {
	mu     sync.Mutex
	answer func(n int) (int, error) // to the n-th request, from 1
	heard  []*http.Request
	bodies []string
}

func (l *lamp) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard = append(l.heard, r)
	l.bodies = append(l.bodies, string(body))
	status, err := l.answer(len(l.heard))
	if err != nil {
		return nil, err
	}
	h := http.Header{}
	if status >= 300 && status < 400 {
		h.Set("Location", "http://elsewhere.example/")
	}
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: h, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
}

func office(t *testing.T, l *lamp) (*postOffice, func()) {
	t.Helper()
	p, err := newPostOffice("v1", prometheus.NewRegistry(), l, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	p.open(ctx)
	return p, func() { stop(); p.close() }
}

var hook = Webhook{ID: "h1", URL: "http://192.168.1.20/lamp", Events: happeningKinds, Secret: "a secret"}

func TestADeliveryIsSigned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &lamp{answer: func(int) (int, error) { return 204, nil }}
		p, done := office(t, l)
		defer done()
		p.put(hook, Happening{ID: "m1:2:shot", Kind: HappenedShot, Match: "m1"})
		synctest.Wait()
		if len(l.heard) != 1 {
			t.Fatalf("%d requests", len(l.heard))
		}
		h := l.heard[0].Header
		if want := Signature("a secret", h.Get("Ditchline-Timestamp"), []byte(l.bodies[0])); h.Get("Ditchline-Signature") != want || h.Get("Ditchline-Event") != "shot" || h.Get("User-Agent") != "Ditchline/v1" {
			t.Errorf("%v", h)
		}
		if Signature("another", h.Get("Ditchline-Timestamp"), []byte(l.bodies[0])) == h.Get("Ditchline-Signature") {
			t.Error("the signature does not depend on the secret")
		}
		var got Happening
		if err := json.Unmarshal([]byte(l.bodies[0]), &got); err != nil || got.ID != "m1:2:shot" {
			t.Errorf("%s", l.bodies[0])
		}
		if r := p.recent(); r[0].State != "delivered" || r[0].Status != 204 || r[0].Tries != 1 {
			t.Errorf("%+v", r[0])
		}
	})
}

func TestTriesWithPauses(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(int) (int, error)
		tries  int
		state  string
	}{
		"twice down, then there": {func(n int) (int, error) {
			if n < 3 {
				return 503, nil
			}
			return 200, nil
		}, 3, "delivered"},
		"never there":            {func(int) (int, error) { return 0, errors.New("no route to host") }, postTries, "failed"},
		"refused for good":       {func(int) (int, error) { return 403, nil }, 1, "failed"},
		"a redirect is no place": {func(int) (int, error) { return 302, nil }, 1, "failed"},
		"too many at once": {func(n int) (int, error) {
			if n == 1 {
				return 429, nil
			}
			return 200, nil
		}, 2, "delivered"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &lamp{answer: c.answer}
				p, done := office(t, l)
				defer done()
				p.put(hook, Happening{ID: "m1:2:shot", Kind: HappenedShot})
				time.Sleep(5 * time.Minute) // of the bubble
				synctest.Wait()
				r := p.recent()[0]
				if len(l.heard) != c.tries || r.State != c.state || r.Tries != c.tries {
					t.Errorf("%d requests to %v, %+v", len(l.heard), l.heard[len(l.heard)-1].URL, r)
				}
				for _, request := range l.heard {
					if request.URL.Host != "192.168.1.20" {
						t.Errorf("it went to %s", request.URL)
					}
				}
			})
		})
	}
}

// A webhook that hangs costs nobody anything: what waits is bounded, the
// oldest goes, and handing over never waits.
func TestAStuckWebhookIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		l := &lamp{answer: func(int) (int, error) { return 200, nil }}
		p, done := office(t, l)
		p.client.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
			select {
			case <-gate:
				return l.RoundTrip(r)
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		})
		other := hook
		other.ID = "h2"
		began := time.Now()
		for range 3 * postWaiting {
			p.put(hook, Happening{Kind: HappenedShot})
		}
		if time.Since(began) != 0 {
			t.Errorf("handing over took %v", time.Since(began))
		}
		p.mu.Lock()
		waiting := len(p.queues["h1"].letters)
		p.mu.Unlock()
		if waiting > postWaiting {
			t.Errorf("%d wait", waiting)
		}
		close(gate)
		synctest.Wait()
		if len(l.heard) < postWaiting || len(l.heard) > postWaiting+1 {
			t.Errorf("%d arrived", len(l.heard))
		}
		done()
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// What happens in a match is told once, in its order, and the same to those
// who come later and ask what they missed.
func TestHappeningsFollowTheLog(t *testing.T) {
	logs, err := storybook.Evenings(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, log := range logs {
		c := crier{board: "b"}
		c.look(nil)
		var told []Happening
		for n := 1; n <= len(log); n++ {
			told = append(told, c.look(log[:n])...)
		}
		counts := map[HappeningKind]int{}
		for _, h := range told {
			counts[h.Kind]++
		}
		m, err := score.Replay(log)
		if err != nil {
			t.Fatal(err)
		}
		st := m.State()
		matches := 1
		if st.Phase == score.Over {
			matches = 2
		}
		if counts[HappenedShot] != len(st.Shots) || counts[HappenedVerdict] != len(st.Shots) || counts[HappenedRound] != len(st.Rounds) || counts[HappenedMatch] != matches {
			t.Errorf("%v for %d shots, %d rounds, %s", counts, len(st.Shots), len(st.Rounds), st.Phase)
		}
		whole := happenings("b", log, 0)
		if len(whole) != len(told) {
			t.Fatalf("%d told, %d in the log", len(told), len(whole))
		}
		for i := range whole {
			if whole[i].ID != told[i].ID {
				t.Errorf("%d: %s and %s", i, whole[i].ID, told[i].ID)
			}
			if rest := missed("b", log, whole[i].ID); len(rest) != len(whole)-i-1 {
				t.Errorf("after %s: %d missed, want %d", whole[i].ID, len(rest), len(whole)-i-1)
			}
		}
		for _, id := range []string{"", "other:3:shot", "nonsense", logs[0][0].Setup.ID + ":x:shot"} {
			if rest := missed("b", log, id); len(rest) != len(whole) {
				t.Errorf("%q: %d missed", id, len(rest))
			}
		}
	}
}

func TestAnUndoneShotIsTold(t *testing.T) {
	logs, err := storybook.Evenings(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := score.Replay(logs[0][:4])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Append(score.Event{Kind: score.KindUndo, Of: 4}); err != nil {
		t.Fatal(err)
	}
	list := happenings("b", m.Events(), 4)
	if len(list) != 1 || list[0].Verdict == nil || !list[0].Verdict.Undone || list[0].Verdict.Seq != 4 {
		t.Errorf("%+v", list)
	}
	if rest := missed("b", m.Events(), m.Setup().ID+":4:shot"); len(rest) != 1 || !rest[0].Verdict.Undone {
		t.Errorf("who heard the shot misses its undoing: %+v", rest)
	}
}

// From the log to the lamp, through the server.
func TestWebhooksAreKeptAndTold(t *testing.T) {
	logs, err := storybook.Evenings(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	arrived := make(chan string, 100)
	l := roundTripper(func(r *http.Request) (*http.Response, error) {
		arrived <- r.Header.Get("Ditchline-Event")
		return &http.Response{StatusCode: 200, Body: io.NopCloser(&bytes.Buffer{}), Request: r}, nil
	})
	file := filepath.Join(t.TempDir(), "webhooks.json")
	var board *playedBoard
	newOne := func() *Server {
		s, _ := newServer(t, func(o *Options) {
			board = &playedBoard{Board: o.Boards[0].Board.(*storybook.Board)}
			o.Boards[0].Board = board
			o.Webhooks = WebhookOptions{File: file, Transport: l, Fixed: []Webhook{{URL: "http://10.0.0.9/", Secret: "of the settings", Events: []HappeningKind{HappenedRound}}}}
		})
		return s
	}
	s := newOne()
	base, _ := listen(t, s)
	h := &house{base: base}
	post := func(method, path, body string, want int) string {
		t.Helper()
		r, err := http.NewRequest(method, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		if res.StatusCode != want {
			t.Errorf("%s %s %s: %d %s", method, path, body, res.StatusCode, text)
		}
		return string(text)
	}
	for _, bad := range []string{`{"url":"ftp://x/","events":["shot"]}`, `{"url":"http://x/","events":[]}`, `{"url":"http://a:b@x/","events":["shot"]}`, `{"url":"http://x/","events":["goal"]}`, `{"url":"http://x/","events":["shot"],"secret":"short"}`} {
		post("POST", "/api/v1/webhooks", bad, 400)
	}
	made := Webhook{}
	if err := json.Unmarshal([]byte(post("POST", "/api/v1/webhooks", `{"url":"http://192.168.1.20/","events":["shot","match"]}`, 200)), &made); err != nil || len(made.Secret) < 32 {
		t.Fatalf("%+v %v", made, err)
	}
	if list := post("GET", "/api/v1/webhooks", "", 200); strings.Contains(list, made.Secret) || strings.Contains(list, "of the settings") {
		t.Errorf("a secret is given out again: %s", list)
	}
	post("DELETE", "/api/v1/webhooks/settings-1", "", 409)
	post("DELETE", "/api/v1/webhooks/none", "", 404)
	post("PUT", "/api/v1/webhooks/"+made.ID, `{"url":"http://192.168.1.21/","events":["shot","match"]}`, 200)

	board.Publish(session.Snapshot{Phase: session.Ready})
	waitFor(t, func() bool { w := s.first(); w.crier.mu.Lock(); defer w.crier.mu.Unlock(); return w.crier.begun })
	board.play(logs[0][:2])
	board.Publish(session.Snapshot{Phase: session.Ready})
	if got := []string{<-arrived, <-arrived}; !slices.Contains(got, "match") || !slices.Contains(got, "shot") {
		t.Errorf("%v", got)
	}
	var list WebhookList
	h.do(t, "GET", "/api/v1/webhooks", nil, &list)
	if len(list.Webhooks) != 2 || len(list.Deliveries) != 2 || list.Webhooks[1].URL != "http://192.168.1.21/" {
		t.Errorf("%+v", list)
	}
	post("POST", "/api/v1/webhooks/"+made.ID+"/test", "", 200)
	if got := <-arrived; got != "verdict" {
		t.Errorf("a test sends %s", got)
	}
	again, err := openWebhooks(file, nil, s.hooks.post)
	if err != nil || len(again.hooks) != 1 || again.hooks[0].Secret != made.Secret {
		t.Errorf("after a restart: %+v %v", again, err)
	}
}
