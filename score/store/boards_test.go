package store

import (
	"context"
	"path/filepath"
	"testing"

	"ditchline/score"
)

func TestTheLastMatchOfEachBoardIsFound(t *testing.T) {
	ctx := context.Background()
	s := openAt(t, filepath.Join(t.TempDir(), FileName))
	for _, m := range []struct{ id, board string }{{"a", ""}, {"b", "stage"}, {"c", "board"}, {"d", "stage"}, {"e", `it's "odd"`}} {
		events := append([]score.Event{}, log(t, m.id, 2)...)
		setup := *events[0].Setup
		setup.BoardName = m.board
		events[0].Setup = &setup
		if err := s.Append(ctx, m.id, events...); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		boards []string
		want   string
	}{
		{[]string{"stage"}, "d"}, {[]string{"board", ""}, "c"}, {[]string{""}, "a"}, {[]string{`it's "odd"`}, "e"}, {[]string{"none"}, ""}, {nil, ""},
	} {
		if got, err := s.LastOf(ctx, c.boards...); err != nil || got != c.want {
			t.Errorf("%q: %q, %v, want %q", c.boards, got, err, c.want)
		}
	}
}
