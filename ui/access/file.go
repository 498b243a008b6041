package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// FileName of what is kept, in the data folder.
const FileName = "operator.json"

// record is what is kept.
type record struct {
	Name    string    `json:"name"` // of this keeper, in its cookies
	Key     *keyHash  `json:"key,omitempty"`
	KeyMade time.Time `json:"key_made,omitzero"`
	Watch   string    `json:"watch,omitempty"` // the secret of the link to watch by, in plain: it is shown again and again
	Devices []Device  `json:"devices"`
}

// lookEvery is how often a file is looked at for what others wrote.
const lookEvery = time.Second

// file is where a record is kept.
type file struct {
	path   string
	seen   os.FileInfo // as of the last read or write; nil where there was none
	looked time.Time
}

func newFile(dir string) file { return file{path: filepath.Join(dir, FileName)} }

// read the record; an empty one where there is no file.
func (f *file) read() (record, error) {
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		f.seen = nil
		return record{}, nil
	}
	if err != nil {
		return record{}, fmt.Errorf("access: %w", err)
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		return record{}, fmt.Errorf("access: %s is damaged (%w): delete it, and make a new key with `ditchline key`", f.path, err)
	}
	if r.Key != nil && !r.Key.good() {
		return record{}, fmt.Errorf("access: %s is damaged (the key's hash): delete it, and make a new key with `ditchline key`", f.path)
	}
	f.seen, err = os.Stat(f.path)
	if err != nil {
		return record{}, fmt.Errorf("access: %w", err)
	}
	return r, nil
}

// write a record, whole or not at all, for nobody else's eyes.
func (f *file) write(r record) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return fmt.Errorf("access: %w", err)
	}
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("access: %w", err)
	}
	part, err := os.CreateTemp(dir, ".operator-") // 0600, says os
	if err != nil {
		return fmt.Errorf("access: %w", err)
	}
	defer os.Remove(part.Name())
	_, err = part.Write(text)
	if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
		return fmt.Errorf("access: %w", err)
	}
	if err := os.Rename(part.Name(), f.path); err != nil {
		return fmt.Errorf("access: %w", err)
	}
	f.seen, err = os.Stat(f.path)
	if err != nil {
		return fmt.Errorf("access: %w", err)
	}
	return nil
}

// changed is what somebody else wrote since the last read or write, looked for
// once in lookEvery. What cannot be read is no change: what was read before
// still holds, and nobody gains a right by damaging the file.
func (f *file) changed(now time.Time) (record, bool) {
	if now.Sub(f.looked) < lookEvery && !now.Before(f.looked) {
		return record{}, false
	}
	f.looked = now
	info, err := os.Stat(f.path)
	if err != nil || f.seen != nil && os.SameFile(info, f.seen) && info.ModTime().Equal(f.seen.ModTime()) && info.Size() == f.seen.Size() {
		return record{}, false
	}
	r, err := f.read()
	return r, err == nil
}
