package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// kept is one shot's evidence in the folder.
type kept struct {
	header   recordHeader
	bytes    int64
	files    []string
	disputed bool
}

// EvidenceShot is one shot in a list of evidence.
type EvidenceShot struct {
	recordHeader
	Bytes    int64    `json:"bytes"`
	Disputed bool     `json:"disputed"`
	Files    []string `json:"files"` // what can be had of it
}

// EvidenceMatch is one match in a list of evidence.
type EvidenceMatch struct {
	Match    string    `json:"match"`
	Shots    int       `json:"shots"`
	Disputed int       `json:"disputed"`
	Bytes    int64     `json:"bytes"`
	Newest   time.Time `json:"newest"`
}

// Matches lists the matches of which there is evidence, the newest first.
func (e *Evidence) Matches() []EvidenceMatch {
	e.mu.Lock()
	defer e.mu.Unlock()
	byName := map[string]*EvidenceMatch{}
	for key, k := range e.shots {
		m := byName[key.match]
		if m == nil {
			m = &EvidenceMatch{Match: key.match}
			byName[key.match] = m
		}
		m.Shots++
		m.Bytes += k.bytes
		if k.disputed {
			m.Disputed++
		}
		if k.header.At.After(m.Newest) {
			m.Newest = k.header.At
		}
	}
	list := make([]EvidenceMatch, 0, len(byName))
	for _, m := range byName {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b EvidenceMatch) int {
		return cmp.Or(b.Newest.Compare(a.Newest), cmp.Compare(a.Match, b.Match))
	})
	return list
}

// Shots lists the evidence of a match in the shots' order.
func (e *Evidence) Shots(match string) []EvidenceShot {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := []EvidenceShot{}
	for key, k := range e.shots {
		if key.match == match {
			list = append(list, EvidenceShot{k.header, k.bytes, k.disputed, append([]string{}, k.files...)})
		}
	}
	slices.SortFunc(list, func(a, b EvidenceShot) int { return cmp.Compare(a.Shot, b.Shot) })
	return list
}

// Open gives a file of a shot's evidence, to be closed by the caller. The
// error wraps fs.ErrNotExist where there is none of the name.
func (e *Evidence) Open(match string, shot int, file string) (*os.File, error) {
	key := shotKey{match, shot}
	if err := key.validate(); err != nil {
		return nil, errors.Join(err, fs.ErrNotExist)
	}
	if !slices.Contains(evidenceFiles, file) {
		return nil, fmt.Errorf("evidence has no %q: want %s: %w", file, strings.Join(evidenceFiles, ", "), fs.ErrNotExist)
	}
	return e.root.Open(key.folder() + "/" + file)
}

// evidenceFiles are what a shot's evidence may hold.
var evidenceFiles = []string{ClipFile, BeforeFile, AfterFile, RecordFile}

// scan reads what the folder holds. What a crash left half written is
// removed; what is none of ours stays, uncounted.
func (e *Evidence) scan() error {
	matches, err := fs.ReadDir(e.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, m := range matches {
		if !m.IsDir() || !goodMatch.MatchString(m.Name()) {
			continue
		}
		shots, err := fs.ReadDir(e.root.FS(), m.Name())
		if err != nil {
			return err
		}
		for _, s := range shots {
			n, err := strconv.Atoi(s.Name())
			key := shotKey{m.Name(), n}
			if err != nil || !s.IsDir() || strconv.Itoa(n) != s.Name() || n < 1 {
				continue
			}
			if err := e.take(key); err != nil {
				return err
			}
		}
	}
	return nil
}

// take a shot's folder as it was found.
func (e *Evidence) take(key shotKey) error {
	entries, err := fs.ReadDir(e.root.FS(), key.folder())
	if err != nil {
		return err
	}
	for _, f := range entries {
		if strings.HasPrefix(f.Name(), ".") && strings.HasSuffix(f.Name(), ".part") {
			if err := e.root.Remove(key.folder() + "/" + f.Name()); err != nil {
				return err
			}
		}
	}
	size, files, disputed := e.look(key.folder())
	k := &kept{bytes: size, files: files, disputed: disputed}
	if k.header, err = e.readHeader(key); err != nil {
		if !disputed && errors.Is(err, fs.ErrNotExist) && len(files) == 0 {
			return e.root.RemoveAll(key.folder())
		}
		e.options.Log.Warn("the record of a shot's evidence cannot be read; its files stay", "match", key.match, "shot", key.shot, "error", err)
		k.header = recordHeader{NoClip: "its record cannot be read"}
		if info, err := e.root.Stat(key.folder()); err == nil {
			k.header.At = info.ModTime()
		}
	}
	k.header.Match, k.header.Shot = key.match, key.shot
	if k.header.NoClip == beingMade {
		k.header.NoClip = "the program ended while it was made"
	}
	e.shots[key] = k
	e.bytes += size
	return nil
}

// look at a shot's folder: what it takes, what it holds, whether it is
// disputed.
func (e *Evidence) look(folder string) (size int64, files []string, disputed bool) {
	for _, name := range append([]string{disputeFile}, evidenceFiles...) {
		info, err := e.root.Stat(folder + "/" + name)
		if err != nil {
			continue // it is not there
		}
		size += info.Size()
		if name == disputeFile {
			disputed = true
		} else {
			files = append(files, name)
		}
	}
	return size, files, disputed
}

// headerBytes is more than a record's header takes.
const headerBytes = 4096

// readHeader reads no more of a record than its header: a record holds a
// whole track, and there are thousands.
func (e *Evidence) readHeader(key shotKey) (h recordHeader, err error) {
	f, err := e.root.Open(key.folder() + "/" + RecordFile)
	if err != nil {
		return h, err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, headerBytes))
	if err != nil {
		return h, err
	}
	// These bytes cannot be within a string, where the quotes would be escaped.
	head, _, found := bytes.Cut(head, []byte(`,"record":`))
	if !found {
		return h, errors.New("it has no header")
	}
	return h, json.Unmarshal(append(head, '}'), &h)
}

// drop a shot from the list.
func (e *Evidence) drop(key shotKey) {
	if k := e.shots[key]; k != nil {
		e.bytes -= k.bytes
		delete(e.shots, key)
	}
}

// makeRoom removes the oldest evidence until need more bytes fit under the
// limit, and for a full disk no more than need: what others wrote there shall
// not cost all that is kept. A disputed shot's is never removed, nor the
// spared one's. It says why it could not.
func (e *Evidence) makeRoom(spared shotKey, need int64) (why string) {
	removed, freed := 0, int64(0)
	defer func() {
		if removed > 0 {
			e.options.Log.Info("the evidence of the oldest shots was removed to make room", "shots", removed, "MB", freed>>20)
		}
	}()
	for {
		free, err := e.options.Free(e.options.Dir)
		if err != nil {
			return err.Error()
		}
		over, full := e.tight(need, free)
		if !over && !full {
			return ""
		}
		if !over && freed >= need {
			return fmt.Sprintf("the disk has %d MB left, of which %d are not touched", free>>20, e.options.Reserve>>20)
		}
		bytes, found, err := e.removeOldest(spared)
		switch {
		case err != nil:
			return err.Error()
		case found:
			removed, freed = removed+1, freed+bytes
		case over:
			return fmt.Sprintf("evidence may take %d MB, and what is there is of disputed shots", e.options.Limit>>20)
		default:
			return fmt.Sprintf("the disk has %d MB left, of which %d are not touched", free>>20, e.options.Reserve>>20)
		}
	}
}

// tight says whether need more bytes are over the limit, and whether the
// disk has too little room for them.
func (e *Evidence) tight(need, free int64) (over, full bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.bytes+need > e.options.Limit, free-need < e.options.Reserve
}

func (e *Evidence) removeOldest(spared shotKey) (bytes int64, found bool, err error) {
	e.mu.Lock() // held to the end: the shot must not become disputed meanwhile
	defer e.mu.Unlock()
	victim, found := e.oldest(spared)
	if !found {
		return 0, false, nil
	}
	bytes = e.shots[victim].bytes
	e.drop(victim)
	e.counts.Removed++
	if err := e.root.RemoveAll(victim.folder()); err != nil {
		return 0, true, err
	}
	_ = e.root.Remove(victim.match) // it goes with its last shot, and stays while it is not empty
	return bytes, true, nil
}

// oldest shot whose evidence may go.
func (e *Evidence) oldest(spared shotKey) (oldest shotKey, found bool) {
	for key, k := range e.shots {
		if k.disputed || key == spared {
			continue
		}
		if !found || cmp.Or(k.header.At.Compare(e.shots[oldest].header.At), cmp.Compare(key.match, oldest.match), cmp.Compare(key.shot, oldest.shot)) < 0 {
			oldest, found = key, true
		}
	}
	return oldest, found
}
