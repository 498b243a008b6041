package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// migrations bring the schema from version i to i+1. A released one is never
// changed: add another.
var migrations = []string{
	// 1: the events, append only.
	`CREATE TABLE events (
		n        INTEGER PRIMARY KEY AUTOINCREMENT,
		match_id TEXT    NOT NULL,
		seq      INTEGER NOT NULL CHECK (seq >= 1),
		id       TEXT    NOT NULL UNIQUE,
		at       TEXT    NOT NULL,
		kind     TEXT    NOT NULL,
		body     TEXT    NOT NULL CHECK (json_valid(body)),
		UNIQUE (match_id, seq)
	) STRICT;
	CREATE TRIGGER events_never_change BEFORE UPDATE ON events
	BEGIN SELECT raise(ABORT, 'events are append only'); END;
	CREATE TRIGGER events_never_leave BEFORE DELETE ON events
	BEGIN SELECT raise(ABORT, 'events are append only'); END;`,

	// 2: people may have a match deleted for good.
	`CREATE TABLE forgotten (match_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
	DROP TRIGGER events_never_leave;
	CREATE TRIGGER events_never_leave BEFORE DELETE ON events
	WHEN OLD.match_id NOT IN (SELECT match_id FROM forgotten)
	BEGIN SELECT raise(ABORT, 'events are append only'); END;`,
}

// ErrNewer says that a later version of the program wrote the file.
var ErrNewer = errors.New("the file was written by a newer version of the program: update this one")

// migrate brings the schema to the version want, each step in a transaction
// of its own.
func migrate(ctx context.Context, db *sql.DB, want int) error {
	for {
		var version int
		err := within(ctx, db, func(tx *sql.Tx) error {
			if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
				return err
			}
			switch {
			case version > len(migrations):
				return fmt.Errorf("schema %d, known up to %d: %w", version, len(migrations), ErrNewer)
			case version >= want:
				return nil
			}
			if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
				return fmt.Errorf("schema %d: %w", version+1, err)
			}
			_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, version+1))
			return err
		})
		if err != nil || version >= want {
			return err
		}
	}
}
