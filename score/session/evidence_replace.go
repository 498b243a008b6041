package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Replace puts the evidence that lies in the folder from, which has the form
// of this one's, in place of what is kept; what was kept goes to the folder
// aside. Matches to keep are being played: theirs stays. Both folders must be
// on the same disk as the evidence. When it fails everything lies as before.
func (e *Evidence) Replace(from, aside string, keep []string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var undo []func() error
	move := func(old, new string) error {
		if err := os.Rename(old, new); err != nil {
			return err
		}
		undo = append(undo, func() error { return os.Rename(new, old) })
		return nil
	}
	err := e.exchange(from, aside, keep, move)
	if err != nil {
		for _, back := range slices.Backward(undo) {
			err = errors.Join(err, back())
		}
	}
	e.shots, e.bytes = map[shotKey]*kept{}, 0
	if scanned := e.scan(); err != nil || scanned != nil {
		return fmt.Errorf("evidence: replace: %w", errors.Join(err, scanned))
	}
	return nil
}

func (e *Evidence) exchange(from, aside string, keep []string, move func(old, new string) error) error {
	if err := os.MkdirAll(aside, 0o755); err != nil {
		return err
	}
	for _, side := range [][2]string{{e.options.Dir, aside}, {from, e.options.Dir}} {
		matches, err := os.ReadDir(side[0])
		if errors.Is(err, fs.ErrNotExist) {
			continue // a backup may hold no evidence
		}
		if err != nil {
			return err
		}
		for _, m := range matches {
			if !m.IsDir() || !goodMatch.MatchString(m.Name()) || slices.Contains(keep, m.Name()) {
				continue
			}
			if err := move(filepath.Join(side[0], m.Name()), filepath.Join(side[1], m.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
