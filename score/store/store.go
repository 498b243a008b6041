// Package store keeps match logs in SQLite: one file, append only. An event
// that Append has returned for survives the process and the power.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync/atomic"
	"time"

	"ditchline/score"

	_ "modernc.org/sqlite" // the driver "sqlite", without cgo
)

// FileName is the store's name in the data folder.
const FileName = "matches.db"

// Store is an open file of match logs. It may be used from several goroutines.
type Store struct {
	db      *sql.DB
	watcher atomic.Pointer[func(events int, took time.Duration, err error)]
}

// ErrConflict says that another event has the number already: the match went
// on elsewhere.
var ErrConflict = errors.New("the match has an event of that number already")

// ErrUnknown says that no match has the id.
var ErrUnknown = errors.New("no match has that id")

// Open opens the file, makes it when it is missing, and brings an older schema
// up to date.
func Open(ctx context.Context, file string) (*Store, error) {
	s, err := open(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("match store %s: %w", file, err)
	}
	return s, nil
}

func open(ctx context.Context, file string) (*Store, error) {
	// WAL with synchronous=FULL: a commit is on the disk when it returns.
	// secure_delete: what people had deleted is written over.
	pragmas := url.Values{"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)", "secure_delete(ON)", "trusted_schema(OFF)"}, "_txlock": {"immediate"}}
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath(), RawQuery: pragmas.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	if err := migrate(ctx, db, len(migrations)); err != nil {
		db.Close()
		return nil, err
	}
	return &Store{db: db}, nil
}

// Close ends the use of the file.
func (s *Store) Close() error { return s.db.Close() }

// Append stores events of a match, all of them or none, after those stored
// before. When it returns nil they are on the disk.
func (s *Store) Append(ctx context.Context, match string, events ...score.Event) error {
	began := time.Now()
	err := s.within(ctx, func(tx *sql.Tx) error {
		for i := range events {
			if err := appendOne(ctx, tx, match, &events[i]); err != nil {
				return fmt.Errorf("event %d: %w", events[i].Seq, err)
			}
		}
		return nil
	})
	if watch := s.watcher.Load(); watch != nil {
		(*watch)(len(events), time.Since(began), err)
	}
	if err != nil {
		return fmt.Errorf("store match %s: %w", match, err)
	}
	return nil
}

// Watch has f told of every Append from now on: how many events, how long it
// took, and whether it failed. It is called by the appending goroutine.
func (s *Store) Watch(f func(events int, took time.Duration, err error)) { s.watcher.Store(&f) }

func appendOne(ctx context.Context, tx *sql.Tx, match string, e *score.Event) error {
	var last int
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM events WHERE match_id = ?`, match).Scan(&last); err != nil {
		return err
	}
	switch {
	case e.Seq <= last:
		return ErrConflict
	case e.Seq != last+1:
		return fmt.Errorf("the match has %d events: want number %d", last, last+1)
	}
	return insert(ctx, tx, nil, match, e)
}

// stamp is a time as the table has it.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Events are the log of a match.
func (s *Store) Events(ctx context.Context, match string) ([]score.Event, error) {
	events, err := s.read(ctx, `SELECT n, match_id, body FROM events WHERE match_id = ? ORDER BY seq`, match)
	if err != nil {
		return nil, fmt.Errorf("read match %s: %w", match, err)
	}
	if len(events) == 0 {
		return nil, fmt.Errorf("match %s: %w", match, ErrUnknown)
	}
	out := make([]score.Event, len(events))
	for i := range events {
		out[i] = events[i].Event
	}
	return out, nil
}

// Stored is an event with its place in the order of the whole store.
type Stored struct {
	N     int64 // grows over all matches: a reader's cursor
	Match string
	Event score.Event
}

// Since are up to limit events after the cursor n, over all matches, in the
// order in which they were stored.
func (s *Store) Since(ctx context.Context, n int64, limit int) ([]Stored, error) {
	events, err := s.read(ctx, `SELECT n, match_id, body FROM events WHERE n > ? ORDER BY n LIMIT ?`, n, limit)
	if err != nil {
		return nil, fmt.Errorf("read events after %d: %w", n, err)
	}
	return events, nil
}

func (s *Store) read(ctx context.Context, query string, args ...any) ([]Stored, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return scan(rows)
}

func scan(rows *sql.Rows) ([]Stored, error) {
	defer rows.Close()
	var out []Stored
	for rows.Next() {
		var e Stored
		var body []byte
		if err := rows.Scan(&e.N, &e.Match, &body); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &e.Event); err != nil {
			return nil, fmt.Errorf("event %d of the store: %w", e.N, err)
		}
		out = append(out, e)
	}
	return out, rows.Err()
}

// Summary is a stored match in a list.
type Summary struct {
	ID     string    `json:"id"`
	Began  time.Time `json:"began"`
	Events int       `json:"events"`
}

// Matches lists the stored matches, the oldest first.
func (s *Store) Matches(ctx context.Context) ([]Summary, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT match_id, count(*), max(CASE seq WHEN 1 THEN at END) FROM events GROUP BY match_id ORDER BY min(n)`)
	if err != nil {
		return nil, fmt.Errorf("list matches: %w", err)
	}
	defer rows.Close()
	var out []Summary
	for rows.Next() {
		var m Summary
		var began string
		if err := rows.Scan(&m.ID, &m.Events, &began); err != nil {
			return nil, fmt.Errorf("list matches: %w", err)
		}
		if m.Began, err = time.Parse(time.RFC3339Nano, began); err != nil {
			return nil, fmt.Errorf("match %s: %w", m.ID, err)
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// LastOf is the id of the match that began last at the boards of these names;
// empty where none did. The empty name is that of matches without one.
func (s *Store) LastOf(ctx context.Context, boards ...string) (id string, err error) {
	names, err := json.Marshal(boards)
	if err != nil {
		return "", fmt.Errorf("last match: %w", err)
	}
	err = s.db.QueryRowContext(ctx, `SELECT match_id FROM events WHERE seq = 1
		AND coalesce(json_extract(body, '$.setup.board_name'), '') IN (SELECT value FROM json_each(?))
		ORDER BY n DESC LIMIT 1`, string(names)).Scan(&id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("last match of %s: %w", names, err)
	}
	return id, nil
}

// PlayerNames are the names of those who played, who played last first; at
// most limit.
func (s *Store) PlayerNames(ctx context.Context, limit int) (names []string, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT trim(json_extract(player.value, '$.name')) AS name
		FROM events, json_each(events.body, '$.setup.teams') AS team, json_each(team.value, '$.players') AS player
		WHERE events.seq = 1 AND coalesce(name, '') <> '' GROUP BY lower(name) ORDER BY max(events.n) DESC LIMIT ?`, limit)
	if err != nil {
		return nil, fmt.Errorf("list players: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("list players: %w", err)
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// Match replays a stored match.
func (s *Store) Match(ctx context.Context, id string) (*score.Match, error) {
	events, err := s.Events(ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := score.Replay(events)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	return m, nil
}

// Check proves the file sound.
func (s *Store) Check(ctx context.Context) error {
	var verdict string
	if err := s.db.QueryRowContext(ctx, `PRAGMA integrity_check`).Scan(&verdict); err != nil {
		return fmt.Errorf("check match store: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("check match store: %s", verdict)
	}
	return nil
}

func (s *Store) within(ctx context.Context, work func(*sql.Tx) error) error {
	return within(ctx, s.db, work)
}

func within(ctx context.Context, db *sql.DB, work func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
