package capture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type namedSource struct {
	Source
	name string
}

func TestOpenTellsWhatAPathIs(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	still := write("a.mp4", "\xff\xd8\xff\xe0") // a picture under a video's name
	video := write("b", string(ftyp("isom", "mp41")))
	text := write("c.jpg", "words")
	empty := write("d.mp4", "")
	bare := t.TempDir()

	openers := Openers{
		Picture: readName,
		Video:   func(s Spec) (Source, error) { return namedSource{name: "video " + s.Path}, nil },
		Sim:     func(s Spec) (Source, error) { return namedSource{name: "sim"}, nil },
	}
	open := func(uri string) (Source, error) {
		s, err := ParseURI(uri)
		if err != nil {
			t.Fatal(err)
		}
		s.Fast = true
		return openers.Open(s)
	}
	for _, c := range []struct {
		uri  string
		want func(Source) bool
	}{
		{"sim", func(s Source) bool { return s.(namedSource).name == "sim" }},
		{still, func(s Source) bool { return len(s.(Stills).Paths) == 1 }},
		{text, func(s Source) bool { return len(s.(Stills).Paths) == 1 }},
		{video, func(s Source) bool { return s.(namedSource).name == "video "+video }},
		{dir, func(s Source) bool { return len(s.(Stills).Paths) == 2 }},
		{"folder:" + dir, func(s Source) bool { return len(s.(Stills).Paths) == 2 }},
		{"file:" + still + "?loop=true", func(s Source) bool { return s.(loopedSource).inner != nil }},
		{"camera:0", func(s Source) bool { return s.String() == "camera:0" }},
		{"rtsp://me:secret@cam/1", func(s Source) bool { return s.String() == "rtsp://me:xxxxx@cam/1" }},
	} {
		if s, err := open(c.uri); err != nil || !c.want(s) {
			t.Errorf("%s: %+v, %v", c.uri, s, err)
		}
	}
	for uri, says := range map[string]string{
		filepath.Join(dir, "none"): "there is no file or folder",
		empty:                      "is empty",
		bare:                       "no pictures in it",
		"folder:" + video:          "is a file, not a folder",
	} {
		if s, err := open(uri); s != nil || err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, %v; want %q", uri, s, err, says)
		}
	}
	s, err := ParseURI(still)
	if err != nil {
		t.Fatal(err)
	}
	if source, err := openers.Open(s); err != nil || source.(pacedSource).inner == nil {
		t.Errorf("not paced: %v, %v", source, err)
	}
}
