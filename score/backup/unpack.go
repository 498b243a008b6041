package backup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"ditchline/score/store"
)

// Limits bound what a backup may be.
type Limits struct {
	Bytes int64 // when it is unpacked
	Files int
}

// maxManifest is more than the manifest of a million files takes.
const maxManifest = 256 << 20

// ErrNotOurs says that a file is no backup of this program.
var ErrNotOurs = errors.New("this is no backup of Ditchline")

// ErrTooBig says that a backup is larger than may be unpacked.
var ErrTooBig = errors.New("the backup is too big")

// Archive is a backup that was looked at: its names and sizes are allowed.
type Archive struct {
	Manifest Manifest
	zip      *zip.ReadCloser
	byName   map[string]*zip.File
}

// Open looks at a backup. Nothing in it is trusted: every name must be one
// that Write gives, listed once, and what the files say of their size must
// agree with the manifest and stay within the limits.
func Open(file string, limits Limits) (*Archive, error) {
	z, err := zip.OpenReader(file)
	if err != nil {
		return nil, fmt.Errorf("%w: it is no zip file, or it is cut short (%v)", ErrNotOurs, err)
	}
	a := &Archive{zip: z, byName: map[string]*zip.File{}}
	if err := a.check(limits); err != nil {
		return nil, errors.Join(err, z.Close())
	}
	return a, nil
}

// Close gives the file back.
func (a *Archive) Close() error { return a.zip.Close() }

func (a *Archive) check(limits Limits) error {
	if len(a.zip.File) > limits.Files {
		return fmt.Errorf("%w: it holds %d files, at most %d are read", ErrTooBig, len(a.zip.File), limits.Files)
	}
	for _, f := range a.zip.File {
		if f.Name != manifestName && !Allowed(f.Name) || !f.Mode().IsRegular() {
			return fmt.Errorf("%w: it holds %.120q, which a backup never does", ErrNotOurs, f.Name)
		}
		if a.byName[f.Name] != nil {
			return fmt.Errorf("%w: it holds %q twice", ErrNotOurs, f.Name)
		}
		a.byName[f.Name] = f
	}
	if err := a.readManifest(); err != nil {
		return err
	}
	if a.byName[store.FileName] == nil {
		return fmt.Errorf("%w: it holds no %s", ErrNotOurs, store.FileName)
	}
	if len(a.Manifest.Files) != len(a.byName)-1 {
		return fmt.Errorf("%w: it lists %d files and holds %d", ErrNotOurs, len(a.Manifest.Files), len(a.byName)-1)
	}
	left := limits.Bytes
	for _, m := range a.Manifest.Files {
		f := a.byName[m.Name]
		if f == nil || m.Name == manifestName || m.Bytes < 0 || f.UncompressedSize64 != uint64(m.Bytes) {
			return fmt.Errorf("%w: %.120q is not as its list says", ErrNotOurs, m.Name)
		}
		if left -= m.Bytes; left < 0 {
			return fmt.Errorf("%w: unpacked it takes more than the %d MB that there is room for", ErrTooBig, limits.Bytes>>20)
		}
	}
	return nil
}

func (a *Archive) readManifest() error {
	f := a.byName[manifestName]
	if f == nil {
		return fmt.Errorf("%w: it has no %s", ErrNotOurs, manifestName)
	}
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %v", ErrNotOurs, err)
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxManifest+1))
	if err != nil {
		return fmt.Errorf("%w: %v", ErrNotOurs, err)
	}
	if len(text) > maxManifest {
		return fmt.Errorf("%w: its list is", ErrTooBig)
	}
	if err := json.Unmarshal(text, &a.Manifest); err != nil || a.Manifest.Program != program {
		return fmt.Errorf("%w: its list is not this program's", ErrNotOurs)
	}
	if a.Manifest.Version != Version {
		return fmt.Errorf("the backup has form %d, and this program reads %d: update this one", a.Manifest.Version, Version)
	}
	seen := map[string]bool{}
	for _, m := range a.Manifest.Files {
		if seen[m.Name] {
			return fmt.Errorf("%w: its list names %.120q twice", ErrNotOurs, m.Name)
		}
		seen[m.Name] = true
	}
	return nil
}

// Unpack writes the files into a folder, which must be empty. No file becomes
// larger than the list says, and each must have the sum that it lists.
func (a *Archive) Unpack(ctx context.Context, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("unpack the backup: %w", err)
	}
	defer root.Close()
	for _, m := range a.Manifest.Files {
		if err := a.unpackOne(ctx, root, m); err != nil {
			return fmt.Errorf("unpack %s: %w", m.Name, err)
		}
	}
	return nil
}

func (a *Archive) unpackOne(ctx context.Context, root *os.Root, m File) (err error) {
	in, err := a.byName[m.Name].Open()
	if err != nil {
		return err
	}
	defer in.Close()
	if folder := path.Dir(m.Name); folder != "." {
		if err := root.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	out, err := root.OpenFile(m.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(&following{ctx, in}, m.Bytes+1))
	switch {
	case err != nil:
		return fmt.Errorf("%w: it is damaged (%v)", ErrNotOurs, err)
	case n != m.Bytes || hexOf(sum) != m.SHA256:
		return fmt.Errorf("%w: it is damaged: its content is not what the list says", ErrNotOurs)
	}
	return nil
}
