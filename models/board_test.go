package models

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTheSixBoardsShip(t *testing.T) {
	boards := ShippedBoards()
	want := []string{"carrom-icf", "ch-66", "club-55", "euro-66", "mayday", "nca-26"}
	if got := boards.Names(); !slices.Equal(got, want) {
		t.Errorf("boards %v, want %v", got, want)
	}
	for name, b := range boards {
		if b.Source == "" || b.Title == "" {
			t.Errorf("%s: source %q, title %q: want both", name, b.Source, b.Title)
		}
		if b.MeasuredRings != (name == "mayday" || name == "ch-66") {
			t.Errorf("%s: measured_rings is %v: only mayday's and ch-66's sheets give no radii", name, b.MeasuredRings)
		}
	}
}

// The figures of the project's ground truth (groundtruth/README.md).
func TestShippedGeometry(t *testing.T) {
	boards := ShippedBoards()
	for name, want := range map[string][7]float64{
		"nca-26":  {330.2, 101.6, 203.2, 304.8, 1.6, 17.46, 15.875},
		"club-55": {275, 85, 170, 255, 2.0, 17, 15},
		"euro-66": {290, 90, 180, 270, 1.2, 18, 16},
	} {
		b := boards[name]
		got := [7]float64{b.SurfaceRadius, b.Rings.R15, b.Rings.R10, b.Rings.R5, b.LineWidth, b.Hole.Radius, b.Disc.Radius}
		if got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if d := 2 * boards["mayday"].SurfaceRadius; d != 660.4 {
		t.Errorf("mayday's surface is %v across, want 660.4", d)
	}
	if d := 2 * boards["ch-66"].SurfaceRadius; d != 660 {
		t.Errorf("ch-66's surface is %v across, want 660", d)
	}
	if c := boards["carrom-icf"].Carrom; c == nil || c.Side != 740 || c.PocketRadius != 22.25 {
		t.Errorf("carrom-icf: %+v", c)
	}
}

func TestValidateNamesEveryProblemAtOnce(t *testing.T) {
	_, err := ParseBoard([]byte(`
name: My Board
game: crokinole
surface_radius: 300
rings: {r15: 200, r10: 100, r5: 290}
line_width: 0
hole: {radius: 10, depth: 5}
pegs: {count: 1000}
disc: {radius: 15, thickness: -1}
`))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"name", "source", "disc.thickness", "line_width", "radii must grow", "does not fit the hole", "pegs.count"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not name %q:\n%v", want, err)
		}
	}
}

func TestBoardsThatAreRefused(t *testing.T) {
	good := "name: mine\ngame: crokinole\nsource: a rule\nsurface_radius: 300\nrings: {r15: 90, r10: 180, r5: 280}\nline_width: 1\nhole: {radius: 17}\ndisc: {radius: 15, thickness: 9}\n"
	if _, err := ParseBoard([]byte(good)); err != nil {
		t.Fatalf("the good one: %v", err)
	}
	for name, text := range map[string]string{
		"an unknown field":       good + "colour: red\n",
		"a name that is taken":   strings.Replace(good, "name: mine", "name: auto", 1),
		"a game nobody plays":    strings.Replace(good, "crokinole", "chess", 1),
		"carrom without section": strings.Replace(good, "crokinole", "carrom", 1),
		"not a number":           strings.Replace(good, "surface_radius: 300", "surface_radius: .nan", 1),
		"no YAML":                "{{",
		"nothing":                "",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ParseBoard([]byte(text)); err == nil {
				t.Error("it was accepted")
			}
		})
	}
}

func TestUsersOwnBoards(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mine := "game: crokinole\nsource: my rule\nsurface_radius: 300\nrings: {r15: 90, r10: 180, r5: 280}\nline_width: 1\nhole: {radius: 17}\ndisc: {radius: 15, thickness: 9}\n"
	write("mine.yaml", "name: mine\n"+mine)
	write("better.yaml", "name: nca-26\n"+mine)
	write("notes.txt", "not a board")
	boards, err := LoadBoards(dir)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := boards.Get("mine"); err != nil || b.SurfaceRadius != 300 {
		t.Errorf("my own board: %+v, %v", b, err)
	}
	if boards["nca-26"].SurfaceRadius != 300 {
		t.Error("a board of the user's does not replace the shipped one of its name")
	}
	if _, err := boards.Get("nobody"); err == nil || !strings.Contains(err.Error(), "euro-66") {
		t.Errorf("an unknown name: %v: want the names there are", err)
	}
	write("bad.yaml", "name: bad")
	write("worse.yaml", "{{")
	if _, err := LoadBoards(dir); err == nil || !strings.Contains(err.Error(), "bad.yaml") || !strings.Contains(err.Error(), "worse.yaml") {
		t.Errorf("two bad files: %v: want both named", err)
	}
	if boards, err := LoadBoards(filepath.Join(dir, "missing")); err != nil || len(boards) != 6 {
		t.Errorf("a missing folder: %d boards, %v", len(boards), err)
	}
}

func TestScaledKeepsWhatDoesNotGrowWithTheBoard(t *testing.T) {
	b := ShippedBoards()["nca-26"]
	s := b.Scaled(1.5)
	if s.SurfaceRadius != 1.5*b.SurfaceRadius || s.Rings.R15 != 1.5*b.Rings.R15 || s.Pegs.Circle != 1.5*b.Pegs.Circle || s.Quadrants.To != 1.5*b.Quadrants.To {
		t.Errorf("scaled: %+v", s)
	}
	if s.Disc != b.Disc || s.Hole != b.Hole || s.LineWidth != b.LineWidth || s.Pegs.Diameter != b.Pegs.Diameter {
		t.Errorf("discs, hole, line width or pegs grew: %+v", s)
	}
}

func FuzzParseBoard(f *testing.F) {
	for _, name := range []string{"nca-26", "carrom-icf", "mayday"} {
		text, err := shipped.ReadFile("boards/" + name + ".yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := ParseBoard(text)
		if err == nil && b.Game == Crokinole && !(b.Hole.Radius > b.Disc.Radius && b.Rings.R5 <= b.SurfaceRadius) {
			t.Errorf("accepted %+v", b)
		}
	})
}
