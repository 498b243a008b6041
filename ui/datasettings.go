package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ditchline/score/backup"
	"ditchline/score/store"
)

// exchangeSettings moves the settings of the folder fresh in place of those of
// the data folder, which go to aside; all, or none where it fails. changed says
// whether any is different from before.
func exchangeSettings(folder, fresh, aside string) (changed bool, err error) {
	before, err := settingsOf(folder)
	if err != nil {
		return false, err
	}
	after, err := settingsOf(fresh)
	if err != nil {
		return false, err
	}
	var undo []func() error
	defer func() {
		if err == nil {
			return
		}
		for _, back := range slices.Backward(undo) {
			err = errors.Join(err, back())
		}
		err = fmt.Errorf("restore settings: %w", err)
	}()
	move := func(from, to, name string) error {
		old, new := filepath.Join(from, filepath.FromSlash(name)), filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(new), 0o755); err != nil {
			return err
		}
		if err := os.Rename(old, new); err != nil {
			return err
		}
		undo = append(undo, func() error { return os.Rename(new, old) })
		return nil
	}
	for _, name := range before {
		changed = changed || !slices.Contains(after, name) || !same(filepath.Join(folder, name), filepath.Join(fresh, name))
		if err := move(folder, aside, name); err != nil {
			return changed, err
		}
	}
	for _, name := range after {
		changed = changed || !slices.Contains(before, name)
		if err := move(fresh, folder, name); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// settingsOf lists the files of a data folder that are neither log nor
// evidence.
func settingsOf(folder string) ([]string, error) {
	names, err := backup.Kept(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == store.FileName || partOf(name) == "evidence" }), err
}

func same(a, b string) bool {
	one, err1 := os.ReadFile(a)
	two, err2 := os.ReadFile(b)
	return err1 == nil && err2 == nil && bytes.Equal(one, two)
}
