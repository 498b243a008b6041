package capture

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestPicturesOfAFolderComeInNaturalOrderToldByContent(t *testing.T) {
	dir := t.TempDir()
	jpeg := "\xff\xd8\xff\xe0"
	for name, content := range map[string]string{
		"10.jpg": jpeg, "2.jpg": jpeg, "02b.PNG": "a text", "board": jpeg, "notes.txt": "a text",
		".hidden.jpg": jpeg, "labels.csv": "a,b", "a1b20.jpg": jpeg, "a1b3.jpg": jpeg,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "more.jpg"), 0o700); err != nil {
		t.Fatal(err)
	}
	paths, err := Pictures(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	if want := []string{"2.jpg", "02b.PNG", "10.jpg", "a1b3.jpg", "a1b20.jpg", "board"}; !slices.Equal(names, want) {
		t.Errorf("pictures are %q, want %q", names, want)
	}
}

func TestAFolderWithoutPicturesIsAnError(t *testing.T) {
	dir := t.TempDir()
	if _, err := Pictures(dir); err == nil || !strings.Contains(err.Error(), "no pictures in it") || !strings.Contains(err.Error(), dir) {
		t.Errorf("error is %v", err)
	}
	if _, err := Pictures(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error is %v", err)
	}
}

func FuzzCompareNaturally(f *testing.F) {
	f.Add("a10", "a9", "a09")
	f.Add("", "0", "00")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if compareNaturally(a, b) != -compareNaturally(b, a) || (compareNaturally(a, b) == 0) != (a == b) {
			t.Errorf("%q and %q have no order", a, b)
		}
		if compareNaturally(a, b) < 0 && compareNaturally(b, c) < 0 && compareNaturally(a, c) >= 0 {
			t.Errorf("%q < %q < %q, but not the first and the last", a, b, c)
		}
	})
}

// readName reads a picture whose width is the length of its name; those that
// begin with "bad" can't be read.
func readName(path string) (Frame, error) {
	if strings.HasPrefix(path, "bad") {
		return Frame{}, errors.New(path + " is damaged")
	}
	return Frame{Width: len(path)}, nil
}

func collect(t *testing.T, s Source) ([]Frame, error) {
	t.Helper()
	var frames []Frame
	err := s.Run(t.Context(), func(f Frame) { frames = append(frames, f) })
	return frames, err
}

func TestStillsReportABadPictureAndDoTheOthers(t *testing.T) {
	var bad []error
	s := Stills{Name: "x", Paths: []string{"a", "bad", "ccc"}, Every: time.Second, Read: readName, Bad: func(err error) { bad = append(bad, err) }}
	frames, err := collect(t, s)
	if err != nil || len(frames) != 2 || frames[1].Width != 3 || frames[1].Seq != 1 || frames[1].Media != time.Second {
		t.Errorf("frames %+v, %v", frames, err)
	}
	if len(bad) != 1 || bad[0].Error() != "bad is damaged" {
		t.Errorf("reported %v", bad)
	}
}

func TestStillsThatAllAreBadAreAnError(t *testing.T) {
	if _, err := collect(t, Stills{Paths: []string{"bad1"}, Read: readName}); err == nil || err.Error() != "bad1 is damaged" {
		t.Errorf("error is %v", err)
	}
	if _, err := collect(t, Stills{Name: "x", Paths: []string{"bad1", "bad2"}, Read: readName}); err == nil || !strings.Contains(err.Error(), "none of its 2 pictures can be read: first, bad1") {
		t.Errorf("error is %v", err)
	}
}

func TestPacedPlaysInRealTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s := Paced(Stills{Paths: []string{"a", "b", "c"}, Every: 2 * time.Second, Read: readName})
		var n time.Duration
		err := s.Run(t.Context(), func(f Frame) {
			if want := start.Add(n * 2 * time.Second); !time.Now().Equal(want) || !f.CapturedAt.Equal(want) {
				t.Errorf("frame %d came at %v, captured %v, want %v", n, time.Now(), f.CapturedAt, want)
			}
			n++
		})
		if err != nil || n != 3 {
			t.Errorf("%d frames, %v", n, err)
		}
	})
}

func TestPacedStopsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		n := 0
		err := Paced(Stills{Paths: []string{"a", "b", "c"}, Every: 2 * time.Second, Read: readName}).Run(ctx, func(Frame) { n++ })
		if err != nil || n != 2 {
			t.Errorf("%d frames, %v; want 2", n, err)
		}
	})
}

func TestLoopedGoesOnWithNumbersAndTimes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var frames []Frame
	s := Looped(Stills{Paths: []string{"a", "b"}, Every: time.Second, Read: readName}, time.Minute)
	err := s.Run(ctx, func(f Frame) {
		if frames = append(frames, f); len(frames) == 5 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range frames[:5] {
		if f.Seq != uint64(i) || f.Media != time.Duration(i)*time.Second {
			t.Errorf("frame %d has number %d and time %v", i, f.Seq, f.Media)
		}
	}
}

func TestLoopedEndsWhereNothingComes(t *testing.T) {
	if err := Looped(Stills{Paths: []string{"bad"}, Read: readName}, 0).Run(t.Context(), func(Frame) {}); err == nil {
		t.Error("no error")
	}
}
