package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ditchline/score/session"
)

// DisputeRecord is a dispute as it is kept and given out: dispute.json.
type DisputeRecord struct {
	ID      string                  `json:"id"`
	Created time.Time               `json:"created"`
	Source  string                  `json:"source"` // "photos", or the name of a live board
	URL     string                  `json:"url"`
	Answers []session.DisputeReport `json:"answers"` // one for each situation that the photographs show
	Failed  []FailedPhoto           `json:"failed"`
}

// FailedPhoto is a photograph that could not be measured.
type FailedPhoto struct {
	File  string `json:"file"`
	Error string `json:"error"`
	Code  string `json:"code"`  // no_board, not_a_picture, internal
	Photo string `json:"photo"` // its name in /api/v1/photos, for calibrating by hand
}

// shelf is the folder in which disputes are kept, one folder each; the oldest
// go when it outgrows its limit.
type shelf struct {
	dir   string
	limit int64
	mu    sync.Mutex
}

const recordFile = "dispute.json"

// put keeps a record with its pictures, by file name. The record appears whole
// or not at all.
func (s *shelf) put(r DisputeRecord, pictures map[string][]byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return fmt.Errorf("keep a dispute: %w", err)
	}
	part, err := os.MkdirTemp(s.dir, ".part-")
	if err != nil {
		return fmt.Errorf("keep a dispute: %w", err)
	}
	defer os.RemoveAll(part)
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return fmt.Errorf("keep a dispute: %w", err)
	}
	if err := os.WriteFile(filepath.Join(part, recordFile), text, 0o644); err != nil {
		return fmt.Errorf("keep a dispute: %w", err)
	}
	for name, data := range pictures {
		if err := os.WriteFile(filepath.Join(part, name), data, 0o644); err != nil {
			return fmt.Errorf("keep a dispute: %w", err)
		}
	}
	if err := os.Chmod(part, 0o755); err != nil {
		return fmt.Errorf("keep a dispute: %w", err)
	}
	if err := os.Rename(part, filepath.Join(s.dir, r.ID)); err != nil {
		return fmt.Errorf("keep a dispute: %w", err)
	}
	return s.trim(r.ID)
}

// trim removes the oldest disputes beyond the limit, but never the one that
// was just kept.
func (s *shelf) trim(keep string) error {
	ids, err := s.ids()
	if err != nil {
		return err
	}
	sizes := make([]int64, len(ids))
	var sum int64
	for i, id := range ids {
		files, err := os.ReadDir(filepath.Join(s.dir, id))
		if err != nil {
			return fmt.Errorf("keep disputes: %w", err)
		}
		for _, f := range files {
			if info, err := f.Info(); err == nil {
				sizes[i] += info.Size()
			}
		}
		sum += sizes[i]
	}
	var problems []error
	for i := len(ids) - 1; i >= 0 && sum > s.limit; i-- {
		if ids[i] == keep {
			continue
		}
		sum -= sizes[i]
		problems = append(problems, os.RemoveAll(filepath.Join(s.dir, ids[i])))
	}
	return errors.Join(problems...)
}

// ids of what is kept, the newest first: an id begins with its time.
func (s *shelf) ids() ([]string, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list disputes: %w", err)
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			ids = append(ids, e.Name())
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	return ids, nil
}

// record of a kept dispute.
func (s *shelf) record(id string) (r DisputeRecord, err error) {
	text, err := s.file(id, recordFile)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("read dispute %s: %w", id, err)
	}
	r.at(disputeURL(id))
	return r, nil
}

// disputeURL is where a kept dispute is answered with.
func disputeURL(id string) string { return api + "/disputes/" + id }

// at sets the addresses in a record, which may have been kept when they were
// others.
func (r *DisputeRecord) at(url string) {
	r.URL = url
	for _, a := range r.Answers {
		for i := range a.Disputes {
			if p := &a.Disputes[i].Picture; *p != "" {
				*p = url + "/" + path.Base(*p)
			}
		}
	}
}

// file of a kept dispute. Names that reach elsewhere are none.
func (s *shelf) file(id, name string) ([]byte, error) {
	if !goodName(id) || !goodName(strings.TrimSuffix(strings.TrimSuffix(name, ".png"), ".json")) {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(filepath.Join(s.dir, id, name))
}

// remove a kept dispute.
func (s *shelf) remove(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !goodName(id) {
		return fs.ErrNotExist
	}
	at := filepath.Join(s.dir, id)
	if _, err := os.Stat(at); err != nil {
		return err
	}
	return os.RemoveAll(at)
}
