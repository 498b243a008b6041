package cvdisc

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ditchline/calibrate"
	"ditchline/calibrate/cvboard"
	"ditchline/capture"
	"ditchline/capture/cvcodec"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// truePiece is one of a rendered carrom board's pieces.
type truePiece struct {
	Colour string
	Pos    r2.Vec // mm
}

func readPieces(t *testing.T, path string) []truePiece {
	t.Helper()
	text, err := os.ReadFile(strings.TrimSuffix(path, ".jpg") + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Discs []struct {
			Colour, State string
			X, Y          float64
			Hidden        float64 `json:"occluded_fraction"`
		}
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	var out []truePiece
	for _, d := range truth.Discs {
		if d.State == "flat" && d.Hidden < 0.5 {
			out = append(out, truePiece{Colour: d.Colour, Pos: r2.Vec{X: d.X, Y: d.Y}})
		}
	}
	return out
}

// teamOfColour is what the rendered boards' colours are.
var teamOfColour = map[string]string{"cream": detect.White, "black": detect.Black, "red": detect.Queen, "ivory": detect.Striker}

// foundOf are the distances, mm, of the true pieces that were found as what
// they are, under the quarter turn that fits best.
func foundOf(truth []truePiece, discs []detect.Disc) []float64 {
	var best []float64
	for q := range 4 {
		var off []float64
		for _, p := range truth {
			at := p.Pos
			for range q {
				at = r2.Vec{X: -at.Y, Y: at.X}
			}
			for _, d := range discs {
				if far := r2.Norm(r2.Sub(d.Pos, at)); far < 3 && d.Team == teamOfColour[p.Colour] {
					off = append(off, far)
				}
			}
		}
		if len(off) > len(best) {
			best = off
		}
	}
	return best
}

func carromStills(t *testing.T) []string {
	t.Helper()
	paths, _ := filepath.Glob("../../../shared/groundtruth/stills/carrom_*.jpg")
	if len(paths) == 0 {
		t.Skip("no stills: ../shared/groundtruth is not beside this checkout")
	}
	return paths
}

func seen(t *testing.T, path string) (capture.Frame, calibrate.Calibration) {
	t.Helper()
	f, err := cvcodec.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cal, err := cvboard.New().Find(f, calibrate.Options{Boards: []models.Board{models.ShippedBoards()["carrom-icf"]}})
	if err != nil {
		t.Fatal(err)
	}
	return f, cal
}

func TestCarromPiecesAreFoundWithTheirColoursOnAllStills(t *testing.T) {
	all, found, extra := 0, 0, 0
	for _, path := range carromStills(t) {
		f, cal := seen(t, path)
		obs, err := New().Detect(f, cal)
		if err != nil {
			t.Fatal(err)
		}
		truth := readPieces(t, path)
		off := foundOf(truth, obs.Discs)
		all, found, extra = all+len(truth), found+len(off), extra+len(obs.Discs)-len(off)
		worst := 0.0
		for _, d := range off {
			worst = math.Max(worst, d)
		}
		if worst > 2 {
			t.Errorf("%s: a piece is %.2f mm off", filepath.Base(path), worst)
		}
	}
	if found < all-1 || extra > 1 {
		t.Errorf("%d of %d pieces are found as what they are, and %d more", found, all, extra)
	}
}

func TestCarromPiecesAreMeasuredAnewWhereTheyAreExpected(t *testing.T) {
	f, cal := seen(t, carromStills(t)[0])
	whole, err := New().Detect(f, cal)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range whole.Discs {
		known := whole
		known.Discs = append(append([]detect.Disc(nil), whole.Discs[:i]...), whole.Discs[i+1:]...)
		obs, err := New().DetectAt(f, known, []r2.Vec{r2.Add(d.Pos, r2.Vec{X: 2, Y: -2})})
		if err != nil {
			t.Fatal(err)
		}
		if len(obs.Discs) != 1 || obs.Discs[0].Team != d.Team || r2.Norm(r2.Sub(obs.Discs[0].Pos, d.Pos)) > 1 {
			t.Errorf("the %s piece at %.0f is found there as %+v", d.Team, d.Pos, obs.Discs)
		}
	}
	gone := whole.Discs[0]
	known := whole
	known.Discs = whole.Discs[1:]
	empty := r2.Vec{X: 5, Y: 160}
	if r2.Norm(r2.Sub(gone.Pos, empty)) > 60 {
		if obs, err := New().DetectAt(f, known, []r2.Vec{empty}); err != nil || len(obs.Discs) != 0 {
			t.Errorf("on the bare board: %+v, %v", obs.Discs, err)
		}
	}
}
