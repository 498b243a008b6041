package link

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Cursor keeps how far the log was sent. When it is lost nothing is sent
// twice: the stream says what it has.
type Cursor interface {
	Load() (int64, error)
	Save(n int64) error
}

// FileCursor keeps the cursor in a file, which is replaced as a whole.
type FileCursor string

type cursorText struct {
	N int64 `json:"n"` // of the store's last event that the stream acknowledged
}

// Load is 0 when there is no file, or none that can be read.
func (f FileCursor) Load() (int64, error) {
	text, err := os.ReadFile(string(f))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("cursor of the link: %w", err)
	}
	var c cursorText
	if err := json.Unmarshal(text, &c); err != nil || c.N < 0 {
		return 0, nil // torn by a power cut: from the beginning
	}
	return c.N, nil
}

// Save replaces the file.
func (f FileCursor) Save(n int64) error {
	text, err := json.Marshal(cursorText{n})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(string(f)), 0o755); err != nil {
		return fmt.Errorf("cursor of the link: %w", err)
	}
	part := string(f) + ".part"
	if err := os.WriteFile(part, text, 0o644); err != nil {
		return fmt.Errorf("cursor of the link: %w", err)
	}
	if err := os.Rename(part, string(f)); err != nil {
		return fmt.Errorf("cursor of the link: %w", err)
	}
	return nil
}
