package store

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
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

func TestThoseWhoPlayedAreNamedTheLastFirst(t *testing.T) {
	ctx := context.Background()
	s := openAt(t, filepath.Join(t.TempDir(), FileName))
	for i, names := range [][2]string{{"Anna", "Bram"}, {"", "Chloé"}, {"anna ", "Dirk"}} {
		id := string(rune('a' + i))
		events := append([]score.Event{}, log(t, id, 1)...)
		setup := *events[0].Setup
		setup.Teams = slices.Clone(setup.Teams)
		for k, name := range names {
			setup.Teams[k].Players = []score.Player{{Name: name, Seat: setup.Teams[k].Players[0].Seat}}
		}
		events[0].Setup = &setup
		if err := s.Append(ctx, id, events...); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.PlayerNames(ctx, 10)
	if err != nil || len(got) != 4 || !strings.EqualFold(got[0], "anna") && !strings.EqualFold(got[1], "anna") || got[2] != "Chloé" || got[3] != "Bram" {
		t.Errorf("%q %v", got, err)
	}
	if got, err := s.PlayerNames(ctx, 1); err != nil || len(got) != 1 {
		t.Errorf("%q %v", got, err)
	}
}
