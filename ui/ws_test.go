package ui

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ditchline/score/session"
	"ditchline/ui/storybook"

	"github.com/coder/websocket"
)

// watchedMatch is a server whose board has a match of which the first n events were
// seen.
func watchedMatch(t *testing.T, n int) (base string, board *playedBoard, play func(n int), s *Server) {
	t.Helper()
	logs, err := storybook.Evenings(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, _ = newServer(t, func(o *Options) {
		board = &playedBoard{Board: o.Boards[0].Board.(*storybook.Board)}
		o.Boards[0].Board = board
	})
	board.play(logs[0][:n])
	base, _ = listen(t, s)
	play = func(n int) {
		board.play(logs[0][:n])
		board.Publish(session.Snapshot{Phase: session.Ready})
	}
	play(n)
	waitFor(t, func() bool { w := s.first(); w.crier.mu.Lock(); defer w.crier.mu.Unlock(); return w.crier.begun })
	return base, board, play, s
}

func dialWS(t *testing.T, base, path string, header http.Header) (*websocket.Conn, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, strings.Replace(base, "http", "ws", 1)+path, &websocket.DialOptions{HTTPHeader: header})
	if err == nil {
		conn.SetReadLimit(4 << 20)
		t.Cleanup(func() { conn.CloseNow() })
	}
	return conn, err
}

// hear reads messages until all of these were heard, and gives the last id of
// a happening.
func hear(t *testing.T, conn *websocket.Conn, want ...string) (last string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for len(want) > 0 {
		_, text, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("still to hear: %v: %v", want, err)
		}
		var m socketMessage
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		if m.ID == "" || !json.Valid(m.Data) {
			t.Errorf("%s", text)
		}
		if m.Event != "state" {
			last = m.ID
		}
		if i := slices.Index(want, m.Event); i >= 0 {
			want = slices.Delete(want, i, i+1)
		}
	}
	return last
}

func TestTheWebSocketSaysWhatTheEventsSay(t *testing.T) {
	base, _, play, _ := watchedMatch(t, 1)
	conn, err := dialWS(t, base, "/api/v1/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	hear(t, conn, "state")
	play(2)
	last := hear(t, conn, "state", "shot", "verdict")
	play(4)
	hear(t, conn, "shot", "verdict", "shot", "verdict")
	// Who comes back gets what he missed, and nothing twice.
	again, err := dialWS(t, base, "/api/v1/boards/main/ws?last_event_id="+last, nil)
	if err != nil {
		t.Fatal(err)
	}
	if id := hear(t, again, "shot", "verdict", "shot", "verdict", "state"); !strings.HasSuffix(id, ":4:verdict") {
		t.Errorf("the last was %s", id)
	}
}

func TestForeignPagesGetNoWebSocket(t *testing.T) {
	base, _, _, _ := watchedMatch(t, 1)
	if _, err := dialWS(t, base, "/api/v1/ws", http.Header{"Origin": {"http://evil.example"}}); err == nil || !strings.Contains(err.Error(), "403") {
		t.Errorf("%v", err)
	}
	if status, _, _ := fetch(t, base+"/api/v1/boards/none/ws"); status != 404 {
		t.Errorf("an unknown board: %d", status)
	}
	if status, _, _ := fetch(t, base+"/api/v1/ws"); status != http.StatusUpgradeRequired && status != http.StatusBadRequest {
		t.Errorf("no upgrade: %d", status)
	}
}

func TestHappeningsResumeFromTheLastID(t *testing.T) {
	base, _, play, _ := watchedMatch(t, 3)
	read := func(last string, n int) []string {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, "GET", base+"/api/v1/happenings", nil)
		if err != nil {
			t.Fatal(err)
		}
		if last != "" {
			r.Header.Set("Last-Event-ID", last)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var ids []string
		lines := bufio.NewScanner(res.Body)
		for len(ids) < n && lines.Scan() {
			if strings.HasPrefix(lines.Text(), "retry:") && last == "" {
				play(4) // the stream is open
			}
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				ids = append(ids, id)
			}
		}
		return ids
	}
	fresh := read("", 2)
	if len(fresh) != 2 || !strings.HasSuffix(fresh[0], ":4:shot") || !strings.HasSuffix(fresh[1], ":4:verdict") {
		t.Fatalf("%v", fresh)
	}
	missed := read(strings.Replace(fresh[0], ":4:", ":2:", 1), 5)
	if want := []string{":2:verdict", ":3:shot", ":3:verdict", ":4:shot", ":4:verdict"}; len(missed) != 5 || !strings.HasSuffix(missed[0], want[0]) || !strings.HasSuffix(missed[4], want[4]) {
		t.Errorf("%v, want %v", missed, want)
	}
}
