package backup

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/store"
)

var now = func() time.Time { return time.Date(2026, 5, 6, 20, 0, 0, 0, time.UTC) }

// folder is a data folder with a match, evidence, settings and secrets.
func folder(t *testing.T) (string, *store.Store) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"evidence/m1/1/clip.mp4":    strings.Repeat("film", 1000),
		"evidence/m1/1/shot.json":   `{"shot":1}`,
		"evidence/m1/1/disputed":    "",
		"evidence/m1/1/.clip.part":  "half written",
		"boards/ours.yaml":          "name: ours",
		"cameras/usb-1.json":        "{}",
		"disputes/a1/dispute.json":  "{}",
		"settings.json":             `{"players":["Ann"]}`,
		"operator.json":             "hash of a key",
		"keys.json":                 "keys",
		"tls/cert.pem":              "certificate",
		".restore-1/matches.db":     "left behind",
		"notes.txt":                 "none of ours",
		"evidence/m1/1/unknown.exe": "none of ours",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := store.Open(t.Context(), filepath.Join(dir, store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup("m1", rs, rs.RulebookBoard(), referee.Two)
	m, err := score.Begin(score.Event{At: now(), Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), "m1", m.Events()...); err != nil {
		t.Fatal(err)
	}
	return dir, s
}

func backedUp(t *testing.T) (dir string, file string, content []byte) {
	t.Helper()
	dir, s := folder(t)
	var out bytes.Buffer
	if err := Write(t.Context(), &out, Source{Folder: dir, Store: s, Program: "test", Now: now}); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "backup.zip")
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, file, out.Bytes()
}

var wide = Limits{Bytes: 1 << 30, Files: 1000}

func TestABackupComesBackWhole(t *testing.T) {
	dir, file, _ := backedUp(t)
	a, err := Open(file, wide)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	into := t.TempDir()
	if err := a.Unpack(t.Context(), into); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range a.Manifest.Files {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	want := "boards/ours.yaml cameras/usb-1.json disputes/a1/dispute.json evidence/m1/1/clip.mp4 evidence/m1/1/disputed evidence/m1/1/shot.json matches.db settings.json"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("it holds %s\nwant %s", got, want)
	}
	for _, name := range names {
		have, err := os.ReadFile(filepath.Join(into, name))
		if err != nil {
			t.Error(err)
		}
		if was, _ := os.ReadFile(filepath.Join(dir, name)); name != store.FileName && !bytes.Equal(have, was) {
			t.Errorf("%s differs", name)
		}
	}
	s, err := store.Open(t.Context(), filepath.Join(into, store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Prove(t.Context()); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".backup-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// forged is a zip of the files, with a manifest that agrees unless it is
// among them.
func forged(t *testing.T, files map[string]string, change func(*Manifest)) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	m := Manifest{Program: program, Version: Version, Made: now()}
	for name, text := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(text))
		m.Files = append(m.Files, File{Name: name, Bytes: int64(len(text)), SHA256: hex.EncodeToString(sum[:])})
	}
	if change != nil {
		change(&m)
	}
	w, err := z.Create(manifestName)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(json.NewEncoder(w).Encode(m), z.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "forged.zip")
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestWhatIsRefused(t *testing.T) {
	_, file, content := backedUp(t)
	cut := filepath.Join(t.TempDir(), "cut.zip")
	if err := os.WriteFile(cut, content[:len(content)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	db := map[string]string{store.FileName: "x"}
	with := func(name string) map[string]string { return map[string]string{store.FileName: "x", name: "y"} }
	bomb := map[string]string{store.FileName: strings.Repeat("\x00", 8<<20)}
	for name, c := range map[string]struct {
		file   string
		limits Limits
		want   error
	}{
		"cut short":               {cut, wide, ErrNotOurs},
		"a climb out":             {forged(t, with("../../etc/cron.d/x"), nil), wide, ErrNotOurs},
		"a climb within":          {forged(t, with("evidence/../../x.json"), nil), wide, ErrNotOurs},
		"an absolute path":        {forged(t, with("/etc/passwd"), nil), wide, ErrNotOurs},
		"a backslash":             {forged(t, with(`boards\..\..\x.yaml`), nil), wide, ErrNotOurs},
		"secrets put in":          {forged(t, with("operator.json"), nil), wide, ErrNotOurs},
		"the write-ahead log":     {forged(t, with("matches.db-wal"), nil), wide, ErrNotOurs},
		"a program":               {forged(t, with("evidence/m1/1/x.exe"), nil), wide, ErrNotOurs},
		"no log":                  {forged(t, map[string]string{"boards/x.yaml": "y"}, nil), wide, ErrNotOurs},
		"another program's":       {forged(t, db, func(m *Manifest) { m.Program = "other" }), wide, ErrNotOurs},
		"a later form":            {forged(t, db, func(m *Manifest) { m.Version++ }), wide, nil},
		"a size that is not so":   {forged(t, db, func(m *Manifest) { m.Files[0].Bytes++ }), wide, ErrNotOurs},
		"a file not in the list":  {forged(t, with("boards/x.yaml"), func(m *Manifest) { m.Files = m.Files[:1] }), wide, ErrNotOurs},
		"a file listed twice":     {forged(t, with("boards/x.yaml"), func(m *Manifest) { m.Files[1] = m.Files[0] }), wide, ErrNotOurs},
		"a bomb":                  {forged(t, bomb, nil), Limits{Bytes: 1 << 20, Files: 10}, ErrTooBig},
		"too big":                 {file, Limits{Bytes: 1000, Files: 1000}, ErrTooBig},
		"too many files":          {file, Limits{Bytes: 1 << 30, Files: 3}, ErrTooBig},
		"a sum below zero":        {forged(t, with("boards/x.yaml"), func(m *Manifest) { m.Files[0].Bytes = -1 }), wide, ErrNotOurs},
		"no file":                 {filepath.Join(t.TempDir(), "none.zip"), wide, ErrNotOurs},
		"words instead of a zip":  {words(t), wide, ErrNotOurs},
		"the manifest lists self": {forged(t, db, func(m *Manifest) { m.Files[0].Name = manifestName }), wide, ErrNotOurs},
	} {
		a, err := Open(c.file, c.limits)
		if err == nil {
			a.Close()
			t.Errorf("%s: opened", name)
			continue
		}
		if c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func words(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "words.zip")
	if err := os.WriteFile(file, []byte(strings.Repeat("these are words ", 100)), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A content that differs from the list is found while it is unpacked.
func TestDamageIsFound(t *testing.T) {
	file := forged(t, map[string]string{store.FileName: "content"}, func(m *Manifest) { m.Files[0].SHA256 = strings.Repeat("0", 64) })
	a, err := Open(file, wide)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := a.Unpack(t.Context(), t.TempDir()); !errors.Is(err, ErrNotOurs) {
		t.Errorf("%v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := a.Unpack(ctx, t.TempDir()); err == nil {
		t.Error("it went on after its end was asked for")
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, content []byte) {
		file := filepath.Join(t.TempDir(), "fuzz.zip")
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
		a, err := Open(file, Limits{Bytes: 1 << 20, Files: 100})
		if err != nil {
			return
		}
		defer a.Close()
		_ = a.Unpack(t.Context(), t.TempDir()) // must end, and write nothing outside; its error is the content's
	})
}
