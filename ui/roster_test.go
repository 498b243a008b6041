package ui

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"ditchline/score/session"
	"ditchline/ui/storybook"
)

func TestBoardsComeAndGoWhileTheServerServes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, first := newServer(t, nil)
		ln := newPipes()
		defer serve(t, s, ln)()
		second := storybook.NewBoard("x")
		if err := s.SetBoards([]NamedBoard{{"main", first}, {"stage", second}}); err != nil {
			t.Fatal(err)
		}
		kept := bufio.NewReader(answer(t, ln.get(t, "/api/v1/boards/main/events")).Body)
		gone := answer(t, ln.get(t, "/api/v1/boards/stage/events"))
		in := bufio.NewReader(gone.Body)
		nextEvent(t, kept)
		nextEvent(t, in)
		second.Publish(session.Snapshot{Text: "seen"})
		if e := nextEvent(t, in); e.state.Text != "seen" {
			t.Errorf("a board that came later says %q", e.state.Text)
		}
		if err := s.SetBoards([]NamedBoard{{"main", first}}); err != nil {
			t.Fatal(err)
		}
		if rest, err := io.ReadAll(in); err != nil || strings.Contains(string(rest), "data:") {
			t.Errorf("the stream of a board that is gone: %q, %v", rest, err)
		}
		first.Publish(session.Snapshot{Text: "still here"})
		if e := nextEvent(t, kept); e.state.Text != "still here" {
			t.Errorf("the board that stayed says %q", e.state.Text)
		}
		if r := answer(t, ln.get(t, "/api/v1/boards/stage")); r.StatusCode != 404 {
			t.Errorf("a board that is gone answers %d", r.StatusCode)
		}
	})
}

func TestABoardUnderAnotherNameIsAnother(t *testing.T) {
	s, first := newServer(t, nil)
	w := s.first()
	if err := s.SetBoards([]NamedBoard{{"main", first}}); err != nil || s.first() != w {
		t.Errorf("the same list is not the same board: %v", err)
	}
	if err := s.SetBoards([]NamedBoard{{"hall-1", first}}); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.named("main"); ok || s.first().name != "hall-1" || w.shown.Err() == nil {
		t.Error("a renamed board still answers to its old name")
	}
	for _, bad := range [][]NamedBoard{nil, {{"a b", first}}, {{"x", nil}}, {{"x", first}, {"x", first}}} {
		if err := s.SetBoards(bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
	if s.first().name != "hall-1" {
		t.Error("a bad list changed the boards")
	}
}
