package ui

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"ditchline/score/backup"
	"ditchline/score/store"

	"github.com/gin-gonic/gin"
)

// DataPage says where everything that is kept lies, and how big it is.
type DataPage struct {
	Folder     string     `json:"folder"`
	Bytes      int64      `json:"bytes"` // of all parts
	FreeBytes  int64      `json:"free_bytes"`
	Parts      []DataPart `json:"parts"`
	Matches    int        `json:"matches"`
	Events     int        `json:"events"`
	Shots      int        `json:"shots"` // of which there is evidence
	LimitBytes int64      `json:"evidence_limit_bytes"`
	Players    int        `json:"players"` // whose names are kept
	Playing    []string   `json:"playing"` // matches in hand: they are not deleted, nor replaced by a restore
	MaxRestore int64      `json:"max_restore_bytes"`
}

// DataPart is one part of the data folder.
type DataPart struct {
	Name   string `json:"name"` // log, evidence, disputes, boards, rules, cameras, settings, other
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	Files  int    `json:"files"`
	Backed bool   `json:"in_backup"`
}

// dataParts are the parts in their order.
var dataParts = []string{"log", "evidence", "disputes", "boards", "rules", "cameras", "settings", "other"}

// partOf says which part of the data folder a file belongs to.
func partOf(name string) string {
	top, _, nested := strings.Cut(name, "/")
	switch {
	case strings.HasPrefix(name, store.FileName):
		return "log"
	case nested && slices.Contains(backup.Folders, top):
		return top
	case !nested && backup.Setting(name):
		return "settings"
	}
	return "other"
}

// sizes adds up the data folder.
func sizes(folder string) ([]DataPart, error) {
	parts := make([]DataPart, len(dataParts))
	at := map[string]int{}
	for i, name := range dataParts {
		at[name] = i
		parts[i] = DataPart{Name: name, Path: folder, Backed: name != "other"}
		switch {
		case name == "log":
			parts[i].Path = path.Join(folder, store.FileName)
		case slices.Contains(backup.Folders, name):
			parts[i].Path = path.Join(folder, name)
		}
	}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && d.IsDir() {
			return nil // removed since its folder was read
		}
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return nil // likewise
		}
		p := &parts[at[partOf(name)]]
		p.Bytes += info.Size()
		p.Files++
		return nil
	})
	return parts, err
}

func (s *Server) dataPage(c *gin.Context) {
	all, ok := s.digestsAll(c)
	if !ok {
		return
	}
	k := s.records
	p := DataPage{Folder: k.Folder, Matches: len(all), Players: len(playerLines(all)), Playing: append([]string{}, s.playing()...)}
	for _, g := range all {
		p.Events += g.events
	}
	var err1, err2 error
	p.Parts, err1 = sizes(k.Folder)
	p.FreeBytes, err2 = k.free()
	if err := errors.Join(err1, err2); err != nil {
		s.log.Error("the data folder cannot be measured", "error", err)
		refuse(c, 500, "internal", "the data folder cannot be read; the program's log says more")
		return
	}
	for _, part := range p.Parts {
		p.Bytes += part.Bytes
	}
	if s.evidence != nil {
		n := s.evidence.Counts()
		p.Shots, p.LimitBytes = n.Shots, n.Limit
	}
	p.MaxRestore = k.maxRestore(p.FreeBytes)
	reply(c, p)
}

// diskReserve is what a restore leaves free on the disk, bytes.
const diskReserve = 512 << 20

// maxRestore is the largest backup that there is room for: as it comes, and
// unpacked beside it.
func (k *records) maxRestore(free int64) int64 { return max(0, (free-diskReserve)/2) }

// backupTimeout is what a client gets for each piece of a backup or restore.
const backupTimeout = 30 * time.Second
