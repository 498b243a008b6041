package venue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// FileName is that of the boards' list, in the data folder.
const FileName = "venue.json"

// saved is the boards' list as it is kept.
type saved struct {
	Boards []entry `json:"boards"`
}

// entry is one board of the list.
type entry struct {
	Name string   `json:"name"`
	Was  []string `json:"was,omitempty"`  // names that it had; matches keep theirs
	Plan *Plan    `json:"plan,omitempty"` // as people set it up; none: as the program was told
	Left string   `json:"left,omitempty"` // id of the match that another was begun in place of
}

// load the list; empty where there is none yet.
func load(file string) (s saved, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("the list of boards: %w", err)
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("the list of boards %s: %w: put it right, or remove it to begin anew", file, err)
	}
	seen := map[string]bool{}
	for _, e := range s.Boards {
		if !GoodName(e.Name) || seen[e.Name] {
			return s, fmt.Errorf("the list of boards %s: the name %q is none, or there twice: put it right, or remove the file to begin anew", file, e.Name)
		}
		seen[e.Name] = true
	}
	return s, nil
}

// save the list, whole or not at all.
func (s saved) save(file string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("keep the list of boards: %w", err)
	}
	part, err := os.CreateTemp(filepath.Dir(file), ".venue-*")
	if err != nil {
		return fmt.Errorf("keep the list of boards: %w", err)
	}
	_, err = part.Write(append(text, '\n'))
	err = errors.Join(err, part.Sync(), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), file)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("keep the list of boards: %w", err), os.Remove(part.Name()))
	}
	return nil
}

// maxBoardName is how long a board's name may be: it stands in addresses and
// in the names of files.
const maxBoardName = 32

// GoodName says whether a text is a board's name: letters, digits, dash and
// underscore.
func GoodName(text string) bool {
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
		default:
			return false
		}
	}
	return text != "" && len(text) <= maxBoardName
}
