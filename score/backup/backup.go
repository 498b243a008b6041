// Package backup writes everything that a data folder keeps into one zip file,
// and takes such a file apart again, trusting nothing in it.
package backup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"ditchline/score/store"
)

// Version of the form of a backup.
const Version = 1

// manifestName is the last file of a backup: what the others must be.
const manifestName = "ditchline-backup.json"

// program says in the manifest that a backup is ours.
const program = "ditchline"

// Manifest tells what a backup holds.
type Manifest struct {
	Program string    `json:"program"` // "ditchline"
	Version int       `json:"version"`
	Made    time.Time `json:"made"`
	By      string    `json:"by"` // version of the program that wrote it
	Files   []File    `json:"files"`
}

// File is one file of a backup.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Bytes is what the files take when they are unpacked.
func (m Manifest) Bytes() int64 {
	sum := int64(0)
	for _, f := range m.Files {
		sum += f.Bytes
	}
	return sum
}

// Source is what is backed up.
type Source struct {
	Folder  string // the data folder
	Store   *store.Store
	Program string // version
	Now     func() time.Time
}

// Write streams a backup as a zip. The log is copied at one instant, so that
// it is whole; evidence that comes or goes meanwhile is in it or not.
func Write(ctx context.Context, w io.Writer, s Source) (err error) {
	dir, err := os.MkdirTemp(s.Folder, ".backup-")
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied := filepath.Join(dir, store.FileName)
	if err := s.Store.Snapshot(ctx, copied); err != nil {
		return err
	}
	root, err := os.OpenRoot(s.Folder)
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer root.Close()
	names, err := Kept(s.Folder)
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	m := Manifest{Program: program, Version: Version, Made: s.Now().UTC(), By: s.Program, Files: []File{}}
	add := func(name string, open func() (*os.File, error)) error {
		f, err := put(ctx, z, name, s.Now(), open)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed to make room since it was listed
		}
		if err == nil {
			m.Files = append(m.Files, f)
		}
		return err
	}
	if err := add(store.FileName, func() (*os.File, error) { return os.Open(copied) }); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	for _, name := range names {
		if err := add(name, func() (*os.File, error) { return root.Open(name) }); err != nil {
			return fmt.Errorf("back up %s: %w", name, err)
		}
	}
	out, err := z.CreateHeader(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, Modified: s.Now()})
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	if err := json.NewEncoder(out).Encode(m); err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	return z.Close()
}

// put one file into the zip. Pictures and films do not get smaller.
func put(ctx context.Context, z *zip.Writer, name string, now time.Time, open func() (*os.File, error)) (File, error) {
	in, err := open()
	if err != nil {
		return File{}, err
	}
	defer in.Close()
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: now}
	switch path.Ext(name) {
	case ".mp4", ".jpg", ".png":
		h.Method = zip.Store
	}
	out, err := z.CreateHeader(h)
	if err != nil {
		return File{}, err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), &following{ctx, in})
	return File{Name: name, Bytes: n, SHA256: hexOf(sum)}, err
}

func hexOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// following reads until ctx ends.
type following struct {
	ctx context.Context
	in  io.Reader
}

func (f *following) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}

// evidenceName, folderName and settingName are the files that a backup may
// hold beside the log: shots' evidence, the folders of settings, and settings
// at the top. What an operator signs in with never leaves the machine.
var (
	evidenceName = regexp.MustCompile(`^evidence/[A-Za-z0-9][A-Za-z0-9_-]{0,63}/[1-9][0-9]{0,6}/(clip\.mp4|before\.jpg|after\.jpg|shot\.json|disputed)$`)
	folderName   = regexp.MustCompile(`^(boards|rules|cameras)/[A-Za-z0-9][A-Za-z0-9._-]{0,127}\.(yaml|yml|json)$`)
	disputeName  = regexp.MustCompile(`^disputes/[A-Za-z0-9][A-Za-z0-9_-]{0,63}/[A-Za-z0-9][A-Za-z0-9._-]{0,127}\.(json|png|jpg|jpeg)$`)
	settingName  = regexp.MustCompile(`^[a-z][a-z0-9._-]{0,63}\.(yaml|yml|json)$`)
	secretName   = regexp.MustCompile(`^(operator|key|token|secret|guard|webhooks|ditchline-backup)`)
)

// Folders are the parts of a data folder that a backup holds as folders.
var Folders = []string{"evidence", "disputes", "boards", "rules", "cameras"}

// Allowed says whether a backup may hold a file of that name.
func Allowed(name string) bool {
	return name == store.FileName || evidenceName.MatchString(name) || folderName.MatchString(name) || disputeName.MatchString(name) || Setting(name)
}

// Setting says whether a name is one of a file of settings at the top of the
// data folder.
func Setting(name string) bool { return settingName.MatchString(name) && !secretName.MatchString(name) }

// Kept lists the files of a data folder that a backup holds beside the log.
func Kept(folder string) ([]string, error) {
	var names []string
	root := os.DirFS(folder)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone since its folder was read
			return nil
		case err != nil:
			return err
		case d.IsDir() && name != "." && !slices.Contains(Folders, strings.SplitN(name, "/", 2)[0]):
			return fs.SkipDir
		case d.Type().IsRegular() && name != store.FileName && Allowed(name):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the data folder: %w", err)
	}
	return names, nil
}
