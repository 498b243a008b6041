package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

var began = time.Date(2026, 5, 6, 18, 0, 0, 0, time.UTC)

// log is the log of a match of n shots.
func log(t testing.TB, id string, n int) []score.Event {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NED", "Target=100000")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup(id, rs, rs.RulebookBoard(), referee.Two)
	m, err := score.Begin(score.Event{At: began, Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < n; i++ {
		e := score.Event{At: began.Add(time.Duration(i) * time.Second), Kind: score.KindRound}
		if m.State().Phase == score.Playing {
			disc := fmt.Sprintf("d%d", i)
			e.Kind, e.Shot = score.KindShot, &score.Shot{Seat: m.State().Next, Disc: disc, After: []referee.Rest{{ID: disc, State: referee.InHole}}}
		}
		if _, err := m.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	return m.Events()
}

func openAt(t testing.TB, file string) *Store {
	t.Helper()
	s, err := Open(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStoredMatchesComeBack(t *testing.T) {
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "a folder with spaces, ?s and #s", FileName)
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	s := openAt(t, file)
	one, two := log(t, "one", 30), log(t, "two", 3)
	for i := range one {
		if err := s.Append(ctx, "one", one[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Append(ctx, "two", two...); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, file)
	m, err := s.Match(ctx, "one")
	if err != nil || len(m.Events()) != 31 || m.State().Round != 2 {
		t.Fatalf("%v, %+v", err, m)
	}
	list, err := s.Matches(ctx)
	if err != nil || len(list) != 2 || list[0].ID != "one" || list[0].Events != 31 || !list[1].Began.Equal(began) {
		t.Errorf("%v %+v", err, list)
	}
	if _, err := s.Match(ctx, "three"); !errors.Is(err, ErrUnknown) {
		t.Errorf("an unknown match: %v", err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

// A reader with a cursor sees every event once, in the order of storing.
func TestSince(t *testing.T) {
	ctx := context.Background()
	s := openAt(t, filepath.Join(t.TempDir(), FileName))
	one, two := log(t, "one", 5), log(t, "two", 5)
	for i := range one {
		if err := errors.Join(s.Append(ctx, "one", one[i]), s.Append(ctx, "two", two[i])); err != nil {
			t.Fatal(err)
		}
	}
	var seen []string
	for cursor := int64(0); ; {
		some, err := s.Since(ctx, cursor, 5)
		if err != nil {
			t.Fatal(err)
		}
		if len(some) == 0 {
			break
		}
		for _, e := range some {
			seen = append(seen, e.Event.ID)
			cursor = e.N
		}
	}
	if got := strings.Join(seen, " "); got != "one-1 two-1 one-2 two-2 one-3 two-3 one-4 two-4 one-5 two-5 one-6 two-6" {
		t.Errorf("%s", got)
	}
}

func TestWhatCannotBeAppended(t *testing.T) {
	ctx := context.Background()
	s := openAt(t, filepath.Join(t.TempDir(), FileName))
	events := log(t, "one", 5)
	if err := s.Append(ctx, "one", events[:3]...); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, "one", events[2]); !errors.Is(err, ErrConflict) {
		t.Errorf("the same number again: %v", err)
	}
	if err := s.Append(ctx, "one", events[4]); err == nil || !strings.Contains(err.Error(), "want number 4") {
		t.Errorf("a number left out: %v", err)
	}
	if err := s.Append(ctx, "one", events[3], events[3]); err == nil {
		t.Error("one of two bad: stored")
	}
	if m, err := s.Match(ctx, "one"); err != nil || len(m.Events()) != 3 {
		t.Errorf("all or none: %v", err)
	}
	for _, change := range []string{`UPDATE events SET body = '{}'`, `DELETE FROM events`, `DELETE FROM events WHERE seq = 3`} {
		if _, err := s.db.ExecContext(ctx, change); err == nil || !strings.Contains(err.Error(), "append only") {
			t.Errorf("%s: %v", change, err)
		}
	}
}

func TestForget(t *testing.T) {
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), FileName)
	s := openAt(t, file)
	for _, id := range []string{"keep", "secret"} {
		if err := s.Append(ctx, id, log(t, id, 4)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Forget(ctx, "secret"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Events(ctx, "secret"); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v", err)
	}
	if m, err := s.Match(ctx, "keep"); err != nil || len(m.Events()) != 5 {
		t.Errorf("%v", err)
	}
	if err := s.Forget(ctx, "secret"); !errors.Is(err, ErrUnknown) {
		t.Errorf("again: %v", err)
	}
	for _, name := range []string{file, file + "-wal"} {
		if text, err := os.ReadFile(name); err == nil && strings.Contains(string(text), "secret") {
			t.Errorf("%s still holds the match's words", filepath.Base(name))
		}
	}
}

// Several goroutines store matches at the same time.
func TestManyWriters(t *testing.T) {
	ctx := context.Background()
	s := openAt(t, filepath.Join(t.TempDir(), FileName))
	var wg sync.WaitGroup
	for i := range 4 {
		id := fmt.Sprint("m", i)
		events := log(t, id, 10)
		wg.Go(func() {
			for k := range events {
				if err := s.Append(ctx, id, events[k]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for i := range 4 {
		if m, err := s.Match(ctx, fmt.Sprint("m", i)); err != nil || len(m.Events()) != 11 {
			t.Errorf("match %d: %v", i, err)
		}
	}
}

// An older file is brought up to date with what it holds; a newer one is
// refused.
func TestMigrations(t *testing.T) {
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), FileName)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	if err := migrate(ctx, db, 1); err != nil {
		t.Fatal(err)
	}
	old := &Store{db: db}
	if err := old.Append(ctx, "old", log(t, "old", 3)...); err != nil {
		t.Fatal(err)
	}
	old.Close()
	s := openAt(t, file)
	if m, err := s.Match(ctx, "old"); err != nil || len(m.Events()) != 4 {
		t.Errorf("%v", err)
	}
	if err := s.Forget(ctx, "old"); err != nil {
		t.Errorf("what the newer schema brings: %v", err)
	}
	if _, err := s.db.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, len(migrations)+1)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(ctx, file); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), file) {
		t.Errorf("a newer file: %v", err)
	}
}

func TestFilesThatAreNoStore(t *testing.T) {
	dir := t.TempDir()
	words := filepath.Join(dir, "words.db")
	if err := os.WriteFile(words, []byte(strings.Repeat("these are words ", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{words, filepath.Join(dir, "missing", FileName), dir} {
		if s, err := Open(context.Background(), file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", file, err)
			if s != nil {
				s.Close()
			}
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	ctx := context.Background()
	s := openAt(b, filepath.Join(b.TempDir(), FileName))
	events := log(b, "one", 1)
	if err := s.Append(ctx, "one", events[0]); err != nil {
		b.Fatal(err)
	}
	e := events[1]
	for b.Loop() {
		e.ID = fmt.Sprint("one-", e.Seq)
		if err := s.Append(ctx, "one", e); err != nil {
			b.Fatal(err)
		}
		e.Seq++
	}
}
