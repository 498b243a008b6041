package models

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"
)

// SaveBoard writes a board of one's own into the folder that LoadBoards reads,
// as NAME.yaml, whole or not at all, and returns the file's name. A file of
// that name is kept unless replace is set.
func SaveBoard(dir string, b Board, replace bool) (string, error) {
	if err := b.Validate(); err != nil {
		return "", fmt.Errorf("board %s: %w", b.Name, err)
	}
	name := filepath.Join(dir, b.Name+".yaml")
	if _, err := os.Stat(name); err == nil && !replace {
		return "", fmt.Errorf("board %s: %w: there is a board of that name; choose another", b.Name, os.ErrExist)
	}
	text, err := yaml.Marshal(b)
	if err == nil {
		_, err = ParseBoard(text)
	}
	if err != nil {
		return "", fmt.Errorf("board %s: %w", b.Name, err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("board %s: %w", b.Name, err)
	}
	tmp, err := os.CreateTemp(dir, "."+b.Name+"-*")
	if err != nil {
		return "", fmt.Errorf("board %s: %w", b.Name, err)
	}
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name()) // a half file is no use
		return "", fmt.Errorf("board %s: %w", b.Name, err)
	}
	return name, nil
}
