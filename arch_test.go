// Package ditchline_test proves the house plan: which room may import which,
// and that OpenCV stays in its leaf packages. The table stands in README.md.
package ditchline_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "ditchline"

// mayImport lists for each room the rooms that it may import beside its own
// parent. "*" stands for every room.
var mayImport = map[string][]string{
	"models":            {},
	"capture":           {"models"},
	"capture/phone":     {"models", "capture"},
	"capture/sim":       {"models", "capture", "referee"},
	"capture/cvcam":     {"models", "capture"},
	"capture/cvcodec":   {"models", "capture"},
	"calibrate":         {"models", "capture"},
	"calibrate/cvboard": {"models", "capture", "calibrate"},
	"detect":            {"models", "capture", "calibrate"},
	"detect/watch":      {"models", "capture", "calibrate", "detect"},
	"detect/painted":    {"models", "capture", "calibrate"},
	"detect/cvdisc":     {"models", "capture", "calibrate", "detect"},
	"detect/bench":      {"models", "capture", "calibrate", "detect", "detect/cvdisc"},
	"referee":           {"models"},
	"score":             {"models", "referee"},
	"score/session":     {"models", "referee", "score", "capture", "calibrate", "detect", "detect/watch"},
	"score/hall":        {"models", "referee", "score"},
	"ui":                {"models", "capture", "capture/phone", "capture/sim", "calibrate", "detect", "detect/watch", "referee", "score", "score/session", "score/hall", "ui"},
	"cmd":               {"*"},
}

// notRooms are folders without code of ours: what git ignores, and what Go does.
var notRooms = []string{"node_modules", "testdata", "out", "bin", "data"}

// leaves are the packages that may use cgo and OpenCV.
var leaves = []string{"capture/cvcam", "capture/cvcodec", "calibrate/cvboard", "detect/cvdisc"}

// roomOf is the longest room that holds a package: ui/annotate is in ui.
func roomOf(pkg string) (string, bool) {
	for room := pkg; room != "."; room = path.Dir(room) {
		if _, ok := mayImport[room]; ok {
			return room, true
		}
	}
	return "", false
}

// violation says what is wrong with a package's import, or is empty.
func violation(pkg, imported string) string {
	room, ok := roomOf(pkg)
	if !ok {
		return fmt.Sprintf("%s is in no room of the house plan", pkg)
	}
	foreign := imported == "C" || strings.HasPrefix(imported, "gocv.io/x/gocv")
	if foreign && !slices.Contains(leaves, room) && room != "cmd" {
		return fmt.Sprintf("%s imports %q: cgo and OpenCV belong into %s", pkg, imported, strings.Join(leaves, ", "))
	}
	target, ours := strings.CutPrefix(imported, module+"/")
	if !ours {
		return ""
	}
	into, ok := roomOf(target)
	if !ok {
		return fmt.Sprintf("%s imports %s, which is in no room of the house plan", pkg, target)
	}
	allowed := mayImport[room]
	if into == room || slices.Contains(allowed, into) || slices.Contains(allowed, "*") {
		return ""
	}
	return fmt.Sprintf("%s imports %s: %s may import only %s", pkg, target, room, strings.Join(allowed, ", "))
}

func TestEveryImportFollowsTheHousePlan(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (slices.Contains(notRooms, d.Name()) || name != "." && strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		files++
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if v := violation(filepath.ToSlash(filepath.Dir(name)), imported); v != "" {
				t.Errorf("%s: %s", name, v)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Errorf("only %d files were looked at: is this the module's folder?", files)
	}
}

func TestArrowsThatTheHousePlanForbids(t *testing.T) {
	for _, arrow := range [][2]string{
		{"models", "ditchline/capture"},
		{"capture", "ditchline/calibrate"},
		{"capture", "ditchline/referee"},
		{"calibrate", "ditchline/calibrate/cvboard"},
		{"calibrate", "gocv.io/x/gocv"},
		{"detect", "ditchline/detect/cvdisc"},
		{"detect", "ditchline/detect/watch"},
		{"detect", "gocv.io/x/gocv/contrib"},
		{"referee", "ditchline/score"},
		{"score", "ditchline/detect"},
		{"score/session", "ditchline/capture/cvcam"},
		{"score/session", "ditchline/ui"},
		{"ui", "ditchline/detect/cvdisc"},
		{"ui/annotate", "C"},
		{"capture/cvcam", "ditchline/detect"},
		{"detect/bench", "gocv.io/x/gocv"},
		{"tools", "fmt"},
		{"ui", "ditchline/cmd/ditchline"},
	} {
		if violation(arrow[0], arrow[1]) == "" {
			t.Errorf("%s may import %s", arrow[0], arrow[1])
		}
	}
	for _, arrow := range [][2]string{
		{"capture/cvcam", "gocv.io/x/gocv"},
		{"calibrate/cvboard", "ditchline/calibrate"},
		{"cmd/ditchline", "ditchline/detect/cvdisc"},
		{"score/session", "ditchline/detect"},
		{"ui/annotate", "ditchline/score/session"},
		{"capture/sim", "ditchline/referee"},
		{"models", "gonum.org/v1/gonum/spatial/r3"},
	} {
		if v := violation(arrow[0], arrow[1]); v != "" {
			t.Error(v)
		}
	}
}

// README's table is this test's: a reader must be able to trust it.
func TestTheReadmeNamesEveryRoom(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for room := range mayImport {
		if !strings.Contains(string(text), "`"+room+"`") {
			t.Errorf("README.md does not name the room `%s`", room)
		}
	}
}
