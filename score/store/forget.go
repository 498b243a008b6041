package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ditchline/score"
)

// Forget deletes a match for good: its events, and what the file still holds
// of them in free pages and in the write-ahead log.
func (s *Store) Forget(ctx context.Context, match string) error {
	err := s.within(ctx, func(tx *sql.Tx) error {
		n, err := leave(ctx, tx, match)
		if err == nil && n == 0 {
			err = ErrUnknown
		}
		return err
	})
	if err == nil {
		err = s.scrub(ctx)
	}
	if err != nil {
		return fmt.Errorf("forget match %s: %w", match, err)
	}
	return nil
}

// leave takes a match's events out of the table, which only this may.
func leave(ctx context.Context, tx *sql.Tx, match string) (int64, error) {
	if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO forgotten (match_id) VALUES (?)`, match); err != nil {
		return 0, err
	}
	done, err := tx.ExecContext(ctx, `DELETE FROM events WHERE match_id = ?`, match)
	if err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM forgotten WHERE match_id = ?`, match); err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// ForgetPlayer takes a person's name out of every match: the player of that
// score.PlayerKey plays on without a name, and where notes and titles say the
// name, "…" stands instead. It gives the matches that were changed.
func (s *Store) ForgetPlayer(ctx context.Context, player string) (matches []string, err error) {
	err = s.within(ctx, func(tx *sql.Tx) error {
		all, err := s.allOf(ctx, tx)
		if err != nil {
			return err
		}
		for start := 0; start < len(all); {
			end := start + 1
			for end < len(all) && all[end].Match == all[start].Match {
				end++
			}
			changed, err := rewrite(ctx, tx, all[start:end], player)
			if err != nil {
				return fmt.Errorf("match %s: %w", all[start].Match, err)
			}
			if changed {
				matches = append(matches, all[start].Match)
			}
			start = end
		}
		return nil
	})
	if err == nil && len(matches) > 0 {
		err = s.scrub(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("forget a player: %w", err)
	}
	return matches, nil
}

func (s *Store) allOf(ctx context.Context, tx *sql.Tx) ([]Stored, error) {
	rows, err := tx.QueryContext(ctx, `SELECT n, match_id, body FROM events ORDER BY match_id, seq`)
	if err != nil {
		return nil, err
	}
	return scan(rows)
}

// rewrite a match's events without the player's name, each in its old place.
func rewrite(ctx context.Context, tx *sql.Tx, events []Stored, player string) (changed bool, err error) {
	without := slices.Clone(events)
	for i := range without {
		e, said := without[i].Event.WithoutPlayer(player)
		without[i].Event = e
		changed = changed || said
	}
	if !changed {
		return false, nil
	}
	if _, err := leave(ctx, tx, events[0].Match); err != nil {
		return false, err
	}
	for i := range without {
		if err := insert(ctx, tx, &without[i].N, without[i].Match, &without[i].Event); err != nil {
			return false, err
		}
	}
	return true, nil
}

// scrub writes the file anew, so that no free page and no entry of the
// write-ahead log holds what was deleted.
func (s *Store) scrub(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, `VACUUM`); err != nil {
		return err
	}
	var busy, frames, done int
	if err := s.db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &done); err != nil {
		return err
	}
	if busy != 0 {
		return errors.New("it is deleted, but the write-ahead log still holds it while someone reads: delete something else, or restart the program, to have it emptied")
	}
	return nil
}

// Snapshot writes a consistent copy of the file, which must not exist yet,
// without stopping those who write.
func (s *Store) Snapshot(ctx context.Context, file string) error {
	if _, err := s.db.ExecContext(ctx, `VACUUM INTO ?`, file); err != nil {
		return fmt.Errorf("copy the match store to %s: %w", file, err)
	}
	return nil
}

// Replace puts the matches of another store in place of this one's, all of
// them or none. The matches to keep stay as they are here: they are being
// played. Each match is replayed before anything is changed.
func (s *Store) Replace(ctx context.Context, from *Store, keep []string) error {
	if err := from.Prove(ctx); err != nil {
		return err
	}
	theirs, err := from.Matches(ctx)
	if err != nil {
		return err
	}
	ours, err := s.Matches(ctx)
	if err != nil {
		return err
	}
	err = s.within(ctx, func(tx *sql.Tx) error {
		for _, m := range ours {
			if slices.Contains(keep, m.ID) {
				continue
			}
			if _, err := leave(ctx, tx, m.ID); err != nil {
				return err
			}
		}
		for _, m := range theirs {
			if slices.Contains(keep, m.ID) {
				continue
			}
			events, err := from.Events(ctx, m.ID)
			if err != nil {
				return err
			}
			for i := range events {
				if err := insert(ctx, tx, nil, m.ID, &events[i]); err != nil {
					return fmt.Errorf("match %s: event %d: %w", m.ID, events[i].Seq, err)
				}
			}
		}
		return nil
	})
	if err == nil {
		err = s.scrub(ctx)
	}
	if err != nil {
		return fmt.Errorf("restore matches: %w", err)
	}
	return nil
}

// insert an event, at the place n in the order of the store, or after all.
func insert(ctx context.Context, tx *sql.Tx, n *int64, match string, e *score.Event) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO events (n, match_id, seq, id, at, kind, body) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		n, match, e.Seq, e.ID, stamp(e.At), string(e.Kind), string(body))
	return err
}

// Prove says what is wrong with a store: the file, its tables, or a match
// that does not replay.
func (s *Store) Prove(ctx context.Context) error {
	if err := s.Check(ctx); err != nil {
		return err
	}
	if err := s.checkSchema(ctx); err != nil {
		return err
	}
	list, err := s.Matches(ctx)
	if err != nil {
		return err
	}
	var problems []error
	for _, m := range list {
		if _, err := s.Match(ctx, m.ID); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// checkSchema proves that the tables are this program's and nothing else.
func (s *Store) checkSchema(ctx context.Context) error {
	want, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer want.Close()
	want.SetMaxOpenConns(1)
	if err := migrate(ctx, want, len(migrations)); err != nil {
		return err
	}
	ours, err := schemaOf(ctx, want)
	if err != nil {
		return err
	}
	theirs, err := schemaOf(ctx, s.db)
	if err != nil {
		return err
	}
	if !slices.Equal(ours, theirs) {
		return errors.New("the match store has other tables than this program's: it was not written by Ditchline")
	}
	return nil
}

func schemaOf(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY 1`)
	if err != nil {
		return nil, fmt.Errorf("read the store's tables: %w", err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}
