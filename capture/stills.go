package capture

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ReadPicture decodes the picture in a file; cvcodec.ReadFile is one.
type ReadPicture func(path string) (Frame, error)

// Stills is a Source of picture files, in order.
type Stills struct {
	Name  string        // the source as the user named it
	Paths []string      // the files
	Every time.Duration // from one picture to the next, in Media
	Read  ReadPicture
	Bad   func(err error) // told of each picture that cannot be read; the others are still done. May be nil.
}

// String is the source as the user named it.
func (s Stills) String() string { return s.Name }

// Run gives a frame for each picture. It is an error when none could be read.
func (s Stills) Run(ctx context.Context, emit func(Frame)) error {
	var seq uint64
	var problems []error
	for _, path := range s.Paths {
		if ctx.Err() != nil {
			return nil
		}
		f, err := s.Read(path)
		if err != nil {
			problems = append(problems, err)
			if s.Bad != nil {
				s.Bad(err)
			}
			continue
		}
		f.Seq, f.Media = seq, time.Duration(seq)*s.Every
		seq++
		emit(f)
	}
	if seq == 0 {
		if len(problems) == 1 {
			return problems[0]
		}
		return fmt.Errorf("source %s: none of its %d pictures can be read: first, %w", s.Name, len(problems), errors.Join(problems[:min(1, len(problems))]...))
	}
	return nil
}

// Pictures are the picture files in a folder, not in folders below it, in
// natural order: 2.jpg before 10.jpg. They are told by content; a file that is
// only named like a picture is listed too, so that reading it says what is
// wrong with it. Hidden files are left out. None is an error.
func Pictures(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read folder: %w", err)
	}
	var paths []string
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if format, err := SniffFile(path); namedLikePicture(path) || err == nil && format != UnknownFormat {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("folder %s: no pictures in it (%s): put some there, or name another folder", dir, FormatsRead)
	}
	slices.SortFunc(paths, compareNaturally)
	return paths, nil
}

// SniffFile tells a file's format by its first bytes.
func SniffFile(path string) (Format, error) {
	f, err := os.Open(path)
	if err != nil {
		return UnknownFormat, err
	}
	defer f.Close()
	head := make([]byte, 256)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return UnknownFormat, err
	}
	return Sniff(head[:n]), nil
}

var pictureExtensions = []string{".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".hif", ".avif"}

func namedLikePicture(path string) bool {
	return slices.Contains(pictureExtensions, strings.ToLower(filepath.Ext(path)))
}

// compareNaturally orders names as people do: runs of digits by their value,
// the rest by its characters; names that are equal so, by all their bytes.
func compareNaturally(a, b string) int {
	full := cmp.Compare(a, b)
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da == 0 || db == 0 {
			if c := cmp.Compare(a[0], b[0]); c != 0 {
				return c
			}
			a, b = a[1:], b[1:]
			continue
		}
		na, nb := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
		if c := cmp.Or(cmp.Compare(len(na), len(nb)), cmp.Compare(na, nb)); c != 0 {
			return c
		}
		a, b = a[da:], b[db:]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), full)
}

// digits is how many digits s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
