package store

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// named is the log of a match between two people, with a note about one.
func named(t *testing.T, id, south, north, note string) []score.Event {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup(id, rs, rs.RulebookBoard(), referee.Two)
	setup.Teams[0].Players[0].Name, setup.Teams[0].Players[0].CID = south, "CRK-00142"
	setup.Teams[1].Players[0].Name = north
	setup.Teams[0].Name = "Team " + south
	setup.Event = south + "'s birthday"
	m, err := score.Begin(score.Event{At: began, Kind: score.KindStart, Setup: &setup, By: south})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []score.Event{
		{At: began, Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "A1", After: []referee.Rest{{ID: "A1", State: referee.InHole}}}},
		{At: began, Kind: score.KindNote, Note: note, By: "the umpire"},
	} {
		if _, err := m.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	return m.Events()
}

func holds(t *testing.T, file, word string) bool {
	t.Helper()
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		text, err := os.ReadFile(name)
		if err == nil && strings.Contains(strings.ToLower(string(text)), strings.ToLower(word)) {
			return true
		}
	}
	return false
}

func TestAForgottenPlayerIsInNoFile(t *testing.T) {
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), FileName)
	s := openAt(t, file)
	for id, events := range map[string][]score.Event{
		"one": named(t, "one", "Zébulon  Quist", "Ann", "zébulon quist zébulon Quist left his chair, (Zébulon Quist)"),
		"two": named(t, "two", "Ann", "Ben", "Quistling is another word"),
	} {
		if err := s.Append(ctx, id, events...); err != nil {
			t.Fatal(err)
		}
	}
	if !holds(t, file, "zébulon") {
		t.Fatal("the name is not in the file before")
	}
	before, err := s.Since(ctx, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := s.ForgetPlayer(ctx, " ZÉBULON quist ")
	if err != nil || !slices.Equal(changed, []string{"one"}) {
		t.Fatalf("%v, %v", changed, err)
	}
	if holds(t, file, "zébulon") {
		t.Error("a file still holds the name")
	}
	after, err := s.Since(ctx, 0, 100)
	if err != nil || len(after) != len(before) {
		t.Fatalf("%d events, %v", len(after), err)
	}
	for i := range after {
		if after[i].N != before[i].N || after[i].Event.ID != before[i].Event.ID {
			t.Errorf("event %d moved", i)
		}
	}
	m, err := s.Match(ctx, "one")
	if err != nil || m.Setup().Player(referee.South) != "A1" || m.Setup().Player(referee.North) != "Ann" || m.State().Sides[0].Twenties != 1 {
		t.Errorf("%v: %+v", err, m.Setup().Teams)
	}
	if note := m.Events()[2].Note; note != "… … left his chair, (…)" || m.Setup().Event != "…'s birthday" || m.Setup().Teams[0].Name != "" {
		t.Errorf("note %q, %+v", note, m.Setup())
	}
	if two, err := s.Match(ctx, "two"); err != nil || two.Events()[2].Note != "Quistling is another word" {
		t.Errorf("the other match: %v", err)
	}
	if changed, err := s.ForgetPlayer(ctx, "Zébulon Quist"); err != nil || len(changed) != 0 {
		t.Errorf("again: %v %v", changed, err)
	}
	if changed, err := s.ForgetPlayer(ctx, "  "); err != nil || len(changed) != 0 {
		t.Errorf("nobody: %v %v", changed, err)
	}
}

func TestReplaceByASnapshot(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := openAt(t, filepath.Join(dir, FileName))
	add := func(id string, n int) {
		t.Helper()
		if err := s.Append(ctx, id, log(t, id, n)...); err != nil {
			t.Fatal(err)
		}
	}
	add("old", 5)
	add("live", 2)
	copied := filepath.Join(dir, "copy of it.db")
	if err := s.Snapshot(ctx, copied); err != nil {
		t.Fatal(err)
	}
	add("later", 3)
	more := log(t, "live", 4)
	if err := s.Append(ctx, "live", more[3:]...); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(ctx, "old"); err != nil {
		t.Fatal(err)
	}
	from := openAt(t, copied)
	if err := s.Replace(ctx, from, []string{"live"}); err != nil {
		t.Fatal(err)
	}
	list, err := s.Matches(ctx)
	if err != nil || len(list) != 2 {
		t.Fatalf("%v %+v", err, list)
	}
	counts := map[string]int{}
	for _, m := range list {
		counts[m.ID] = m.Events
	}
	if counts["old"] != 6 || counts["live"] != 5 {
		t.Errorf("%v: want the old match back and the live one as it was", counts)
	}
	if err := s.Append(ctx, "live", log(t, "live", 5)[5]); err != nil {
		t.Errorf("the live match goes on: %v", err)
	}
}

func TestWhatIsNoStoreOfOursIsNotRestored(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := openAt(t, filepath.Join(dir, FileName))
	if err := s.Append(ctx, "mine", log(t, "mine", 3)...); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]string{
		"a trigger more": `CREATE TRIGGER evil AFTER INSERT ON events BEGIN SELECT 1; END`,
		"a view more":    `CREATE VIEW v AS SELECT 1`,
		"no replay":      `INSERT INTO events (match_id, seq, id, at, kind, body) VALUES ('bad', 1, 'x', '2026-01-01T00:00:00Z', 'start', '{"seq":1,"kind":"start"}')`,
	} {
		file := filepath.Join(dir, name+".db")
		from := openAt(t, file)
		if err := from.Append(ctx, "theirs", log(t, "theirs", 1)...); err != nil {
			t.Fatal(err)
		}
		if _, err := from.db.ExecContext(ctx, change); err != nil {
			t.Fatal(err)
		}
		if err := s.Replace(ctx, from, nil); err == nil {
			t.Errorf("%s: restored", name)
		}
		if m, err := s.Match(ctx, "mine"); err != nil || len(m.Events()) != 4 {
			t.Errorf("%s: what was there is harmed: %v", name, err)
		}
	}
}
