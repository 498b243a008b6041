package main

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ditchline/models"
)

func TestExitStatusAndWords(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for name, c := range map[string]struct {
		args   []string
		status int
		stderr []string // each must be in it
	}{
		"no command":                       {nil, 2, []string{"no command"}},
		"an unknown command":               {[]string{"fotos"}, 2, []string{`"fotos"`, "photo"}},
		"an unknown flag":                  {[]string{"photo", "--bord", "x", "a.jpg"}, 2, []string{"--bord"}},
		"no photograph":                    {[]string{"photo"}, 2, []string{"no photograph"}},
		"an unknown board":                 {[]string{"photo", "--board", "mine", "a.jpg"}, 2, []string{`"mine"`, "nca-26"}},
		"a surface of no board":            {[]string{"photo", "--surface", "12", "a.jpg"}, 2, []string{"surface"}},
		"a surface of no number":           {[]string{"photo", "--surface", "wide", "a.jpg"}, 2, []string{"wide"}},
		"a missing settings file":          {[]string{"version", "--config", "/nowhere.yaml"}, 2, []string{"/nowhere.yaml"}},
		"a log level of no level":          {[]string{"version", "--log-level", "loud"}, 2, []string{"loud"}},
		"show without a board":             {[]string{"boards", "show"}, 2, []string{"name one"}},
		"replay without a video":           {[]string{"replay"}, 2, []string{"no video"}},
		"replay of a missing video":        {[]string{"replay", "missing.mp4"}, 1, []string{"missing.mp4", "no such file"}},
		"replay by rules of nobody":        {[]string{"replay", "--rules", "XYZ", "a.mp4"}, 2, []string{"XYZ"}},
		"replay by rules of carrom":        {[]string{"replay", "--rules", "CAR", "--board", "nca-26", "a.mp4"}, 2, []string{"carrom", "nca-26"}},
		"replay of carrom for three":       {[]string{"replay", "--rules", "CAR", "--players", "3", "a.mp4"}, 2, []string{"carrom", "2 or 4"}},
		"replay with a field of no rule":   {[]string{"replay", "--set", "Colour=red", "a.mp4"}, 2, []string{"Colour"}},
		"replay for five":                  {[]string{"replay", "--players", "5", "a.mp4"}, 2, []string{"players"}},
		"replay for three by rules of two": {[]string{"replay", "--players", "3", "missing.mp4"}, 1, []string{"ThreeModes=ffa", "missing.mp4"}},
		"replay of two into one":           {[]string{"replay", "--annotate", "o.mp4", "a.mp4", "b.mp4"}, 2, []string{"--annotate", "name one"}},
		"run by rules of nobody":           {[]string{"run", "--rules", "XYZ"}, 2, []string{"XYZ"}},
		"run with a file named":            {[]string{"run", "a.mp4"}, 2, []string{"a.mp4"}},
		"run on a bad source":              {[]string{"run", "--source", "broken"}, 1, []string{"broken", "no such file"}},
		"run on a taken port":              {[]string{"run", "--listen", taken.Addr().String()}, 1, []string{taken.Addr().String(), "is taken", "--listen"}},
		"run on a foreign address":         {[]string{"run", "--listen", "192.0.2.1:8080"}, 1, []string{"192.0.2.1", "no address of this machine"}},
		"run on half an address":           {[]string{"run", "--listen", "8080"}, 2, []string{"HOST:PORT"}},
		"run to the source's end":          {[]string{"run", "--listen", "127.0.0.1:0", "--exit-at-end"}, 0, nil},
		"a good photograph":                {[]string{"photo", "a.jpg"}, 0, nil},
		"a photo without a board":          {[]string{"photo", "noone.jpg"}, 1, []string{"noone.jpg", "no board found"}},
		"a photo that is not there":        {[]string{"photo", "missing.jpg"}, 1, []string{"missing.jpg", "no such file"}},
		"boards in capitals":               {[]string{"boards", "show", "NCA-26"}, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), c.args...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d\n%s", got.status, c.status, got.stderr)
			}
			for _, want := range c.stderr {
				if !strings.Contains(got.stderr, want) {
					t.Errorf("stderr does not say %q:\n%s", want, got.stderr)
				}
			}
			if c.status == 0 && got.stderr != "" && !strings.Contains(got.stderr, "INF") {
				t.Errorf("stderr of a call that went well:\n%s", got.stderr)
			}
		})
	}
}

func TestOnePhotoThatFailsDoesNotStopTheOthers(t *testing.T) {
	files := []string{"a.jpg", "noone.jpg", "missing.jpg", "faulty1.jpg", "bb.jpg"}
	got := call(t, fakeParts(), append([]string{"photo", "--json"}, files...)...)
	if got.status != statusFailed {
		t.Errorf("exit status %d, want 1", got.status)
	}
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if len(lines) != len(files) {
		t.Fatalf("%d lines for %d files:\n%s", len(lines), len(files), got.stdout)
	}
	for i, line := range lines {
		var r struct {
			File  string                    `json:"file"`
			Error string                    `json:"error"`
			Score map[string]map[string]int `json:"score"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		good := i == 0 || i == 4
		if r.File != files[i] || (r.Error == "") != good || good && r.Score["A"]["total"] != 15 {
			t.Errorf("line %d: %s", i, line)
		}
	}
	for _, want := range []string{"noone.jpg", "missing.jpg", "faulty1.jpg: internal fault"} {
		if !strings.Contains(got.stderr, want) {
			t.Errorf("stderr does not say %q:\n%s", want, got.stderr)
		}
	}
}

func TestAnnotatedPicturesOfOneNameDoNotOverwriteEachOther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "out")
	got := call(t, fakeParts(), "photo", "--annotate", dir, "x/a.jpg", "y/a.png", "z/b.jpg")
	if got.status != statusDone {
		t.Fatalf("exit status %d\n%s", got.status, got.stderr)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if strings.Join(names, " ") != "a-2.jpg a.jpg b.jpg" {
		t.Errorf("wrote %v", names)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := call(t, fakeParts(), "photo", "--annotate", filepath.Join(dir, "file"), "a.jpg"); got.status != statusFailed || !strings.Contains(got.stderr, "--annotate") {
		t.Errorf("a file in the folder's place: status %d\n%s", got.status, got.stderr)
	}
}

func TestTableReadsWell(t *testing.T) {
	got := call(t, fakeParts(), "photo", "--board", "club-55", "a.jpg")
	for _, want := range []string{"a.jpg: crokinole board club-55", "side A", "15 points on the board", "= 15", "= 0"} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("the table does not say %q:\n%s", want, got.stdout)
		}
	}
}

func TestBoardsAreListedAndShownAsTheyAreRead(t *testing.T) {
	for _, name := range models.ShippedBoards().Names() {
		if list := call(t, fakeParts(), "boards"); !strings.Contains(list.stdout, name) {
			t.Errorf("boards does not list %s", name)
		}
		shown := call(t, fakeParts(), "boards", "show", name)
		board, err := models.ParseBoard([]byte(shown.stdout))
		if err != nil {
			t.Errorf("what `boards show %s` prints cannot be read again: %v", name, err)
			continue
		}
		again, _ := json.Marshal(board)
		want, _ := json.Marshal(models.ShippedBoards()[name])
		if string(again) != string(want) {
			t.Errorf("`boards show %s` prints another board:\n%s\n%s", name, again, want)
		}
		if line := call(t, fakeParts(), "boards", "show", "--json", name).stdout; strings.TrimSpace(line) != string(want) {
			t.Errorf("--json says %s", line)
		}
	}
}

func TestUsersOwnBadBoardIsNamed(t *testing.T) {
	data := t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "boards"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "boards", "mine.yaml"), []byte("name: mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := call(t, fakeParts(), "photo", "--data", data, "a.jpg")
	if got.status != statusUsage || !strings.Contains(got.stderr, "mine.yaml") {
		t.Errorf("status %d\n%s", got.status, got.stderr)
	}
}

func TestVersionSaysAll(t *testing.T) {
	var v map[string]string
	if err := json.Unmarshal([]byte(call(t, fakeParts(), "version", "--json").stdout), &v); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"program", "go", "gocv", "opencv"} {
		if v[key] == "" {
			t.Errorf("no %s in %v", key, v)
		}
	}
	if text := call(t, fakeParts(), "version").stdout; !strings.Contains(text, "OpenCV 4.6.0") {
		t.Errorf("got %s", text)
	}
}
