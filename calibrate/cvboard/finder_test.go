package cvboard

import (
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/capture/cvcodec"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

const shared = "../../../shared"

// still is a rendered picture with its exact truth.
type still struct {
	path   string
	board  models.Board
	camera models.Camera
	rings  []float64
}

func readStill(t *testing.T, path string) still {
	t.Helper()
	text, err := os.ReadFile(strings.TrimSuffix(path, ".jpg") + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		BoardName string `json:"board_name"`
		Board     struct {
			Rings map[string]float64 `json:"rings"`
		} `json:"board"`
		Camera struct {
			K             [3][3]float64
			Dist          [5]float64
			R             [3][3]float64
			T             [3]float64
			Width, Height int
		}
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	board, err := models.ShippedBoards().Get(truth.BoardName)
	if err != nil {
		t.Fatal(err)
	}
	s := still{path: path, board: board}
	c := truth.Camera
	s.camera = models.Camera{Width: c.Width, Height: c.Height, Fx: c.K[0][0], Fy: c.K[1][1], Cx: c.K[0][2], Cy: c.K[1][2],
		Dist: models.Distortion{K1: c.Dist[0], K2: c.Dist[1], P1: c.Dist[2], P2: c.Dist[3], K3: c.Dist[4]},
		T:    r3.Vec{X: c.T[0], Y: c.T[1], Z: c.T[2]}}
	for i := range 9 {
		s.camera.R[i] = c.R[i/3][i%3]
	}
	for _, r := range truth.Board.Rings {
		s.rings = append(s.rings, r)
	}
	return s
}

// worstRing is the farthest, mm, that the camera puts a point of the true
// rings from them; turn is how far it turns the board's frame, degrees.
func (s still) worstRing(got models.Camera) (worst, turn float64) {
	for _, radius := range s.rings {
		for a := range 72 {
			sin, cos := math.Sincos(float64(a) * math.Pi / 36)
			p, ok := s.camera.Project(r3.Vec{X: radius * cos, Y: radius * sin})
			if !ok || p.X < 0 || p.Y < 0 || p.X >= float64(s.camera.Width) || p.Y >= float64(s.camera.Height) {
				continue
			}
			q, ok := got.OnPlane(p, 0)
			if !ok {
				return math.Inf(1), 0
			}
			worst = math.Max(worst, math.Abs(r2.Norm(q)-radius))
			off := math.Remainder(math.Atan2(q.Y, q.X)-float64(a)*math.Pi/36, math.Pi/2)
			turn = math.Max(turn, math.Abs(off)*180/math.Pi)
		}
	}
	return worst, turn
}

func read(t *testing.T, path string) capture.Frame {
	t.Helper()
	f, err := cvcodec.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTheBoardIsFoundToATenthOfAMillimetre(t *testing.T) {
	for _, name := range []string{"crok_012", "crok_027"} {
		s := readStill(t, filepath.Join("testdata", name+".jpg"))
		c, err := New().Find(read(t, s.path), calibrate.Options{Boards: []models.Board{s.board}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if worst, turn := s.worstRing(c.Camera); worst > 0.12 || turn > 0.05 {
			t.Errorf("%s: a ring is %.3f mm off, the turn %.3f degrees", name, worst, turn)
		}
	}
}

// some are one in five of the paths in a short run (the race detector makes
// each ten times slower, and scripts/measure holds all of them), or all.
func some(paths []string) []string {
	if !testing.Short() {
		return paths
	}
	var out []string
	for i := 0; i < len(paths); i += 5 {
		out = append(out, paths[i])
	}
	return out
}

func TestTheBoardIsFoundOnAllStills(t *testing.T) {
	paths, _ := filepath.Glob(shared + "/groundtruth/stills/crok_*.jpg")
	if len(paths) == 0 {
		t.Skip("no stills: ../shared/groundtruth is not beside this checkout")
	}
	var worst []float64
	for _, p := range some(paths) {
		s := readStill(t, p)
		c, err := New().Find(read(t, p), calibrate.Options{Boards: []models.Board{s.board}})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(p), err)
			continue
		}
		e, turn := s.worstRing(c.Camera)
		if e > 0.3 || turn > 0.1 {
			t.Errorf("%s: a ring is %.3f mm off, the turn %.3f degrees", filepath.Base(p), e, turn)
		}
		worst = append(worst, e)
	}
	slices.Sort(worst)
	if n := len(worst); n > 0 {
		t.Logf("%d stills; worst ring error: median %.3f, largest %.3f mm", n, worst[n/2], worst[n-1])
		if worst[n/2] > 0.06 {
			t.Errorf("median of the worst ring errors is %.3f mm", worst[n/2])
		}
	}
}

// drawn is a picture of 800x600 drawn on a grey ground.
func drawn(draw func(m *gocv.Mat)) capture.Frame {
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(120, 130, 140, 0), 600, 800, gocv.MatTypeCV8UC3)
	defer m.Close()
	draw(&m)
	return capture.Frame{Width: 800, Height: 600, Pix: m.ToBytes()}
}

func TestRoundThingsThatAreNoBoardsAreRefused(t *testing.T) {
	mid := image.Pt(400, 300)
	black, white := color.RGBA{20, 20, 20, 0}, color.RGBA{240, 240, 240, 0}
	rings := func(m *gocv.Mat, c color.RGBA, width int, radii ...int) {
		for _, r := range radii {
			gocv.CircleWithParams(m, mid, r, c, width, gocv.LineAA, 0)
		}
	}
	for name, f := range map[string]capture.Frame{
		"a plain wall": drawn(func(*gocv.Mat) {}),
		"a plate": drawn(func(m *gocv.Mat) {
			rings(m, white, -1, 260)
			rings(m, color.RGBA{200, 200, 210, 0}, 3, 255, 180, 172)
		}),
		"a clock": drawn(func(m *gocv.Mat) {
			rings(m, white, -1, 250)
			rings(m, black, 8, 250)
			for h := range 12 {
				s, c := math.Sincos(float64(h) * math.Pi / 6)
				gocv.Line(m, image.Pt(400+int(200*c), 300+int(200*s)), image.Pt(400+int(235*c), 300+int(235*s)), black, 5)
			}
			gocv.Line(m, mid, image.Pt(400, 130), black, 5)
			gocv.Line(m, mid, image.Pt(500, 300), black, 7)
		}),
		"a wheel with two lines": drawn(func(m *gocv.Mat) { rings(m, black, 2, 250, 125) }),
		"a target of ten rings":  drawn(func(m *gocv.Mat) { rings(m, black, 2, 27, 54, 81, 108, 135, 162, 189, 216, 243, 270) }),
	} {
		if c, err := New().Find(f, calibrate.Options{Boards: []models.Board{models.ShippedBoards()["nca-26"]}}); !errors.Is(err, calibrate.ErrNoBoard) {
			t.Errorf("%s: got a board (%.0f %% sure, rings %+v), error %v", name, 100*c.Confidence, c.Board.Rings, err)
		}
	}
}

func TestACarromBoardIsNoCrokinoleBoard(t *testing.T) {
	paths, _ := filepath.Glob(shared + "/groundtruth/stills/carrom_*.jpg")
	if len(paths) == 0 {
		t.Skip("no stills: ../shared/groundtruth is not beside this checkout")
	}
	for _, p := range some(paths) {
		if c, err := New().Find(read(t, p), calibrate.Options{Boards: []models.Board{models.ShippedBoards()["nca-26"]}}); !errors.Is(err, calibrate.ErrNoBoard) {
			t.Errorf("%s: got a board (%.0f %% sure), error %v", filepath.Base(p), 100*c.Confidence, err)
		}
	}
}

func TestACrokinoleBoardIsNoCarromBoard(t *testing.T) {
	for _, name := range []string{"crok_012", "crok_027"} {
		c, err := New().Find(read(t, filepath.Join("testdata", name+".jpg")), calibrate.Options{Boards: []models.Board{models.ShippedBoards()["carrom-icf"]}})
		if !errors.Is(err, calibrate.ErrNoBoard) {
			t.Errorf("%s: got a board (%.0f %% sure), error %v", name, 100*c.Confidence, err)
		}
	}
}

func TestASurfacesDiameterSizesTheBoard(t *testing.T) {
	s := readStill(t, "testdata/crok_012.jpg")
	c, err := New().Find(read(t, s.path), calibrate.Options{Boards: []models.Board{s.board}, Surface: 660})
	if err != nil {
		t.Fatal(err)
	}
	if want := s.board.Rings.R5 * 330 / s.board.SurfaceRadius; math.Abs(c.Board.Rings.R5-want) > 0.01 {
		t.Errorf("the 5 is at %.2f mm, want %.2f", c.Board.Rings.R5, want)
	}
}

func BenchmarkFind720p(b *testing.B) {
	f, err := cvcodec.ReadFile("testdata/crok_027.jpg")
	if err != nil {
		b.Fatal(err)
	}
	o := calibrate.Options{Boards: []models.Board{models.ShippedBoards()["nca-26"]}}
	for b.Loop() {
		if _, err := New().Find(f, o); err != nil {
			b.Fatal(err)
		}
	}
}
