package cvboard

import (
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"ditchline/calibrate"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// dragged are handles on the true board, each off by up to the given number
// of pixels in a random direction; ok is false where they leave the picture.
func (s still) dragged(rng *rand.Rand, off float64) (h calibrate.Handles, ok bool) {
	rough := func(p r2.Vec) r2.Vec {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		d := off * math.Sqrt(rng.Float64())
		return r2.Add(p, r2.Vec{X: d * cos, Y: d * sin})
	}
	hole, _ := s.camera.Project(r3.Vec{})
	h.Hole = rough(hole)
	turn := rng.Float64()
	for i := range h.Line {
		sin, cos := math.Sincos(turn + float64(i)*math.Pi/2)
		px, _ := s.camera.Project(r3.Vec{X: s.board.Rings.R5 * cos, Y: s.board.Rings.R5 * sin})
		if px.X < 0 || px.Y < 0 || px.X >= float64(s.camera.Width) || px.Y >= float64(s.camera.Height) {
			return h, false
		}
		h.Line[i] = rough(px)
	}
	return h, true
}

func TestRoughHandlesSnapToTheLines(t *testing.T) {
	paths := []string{"testdata/crok_012.jpg", "testdata/crok_027.jpg"}
	if all, _ := filepath.Glob(shared + "/groundtruth/stills/crok_*.jpg"); !testing.Short() && len(all) > 0 {
		paths = nil
		for i := 0; i < len(all); i += 4 {
			paths = append(paths, all[i])
		}
	}
	rng := rand.New(rand.NewPCG(4, 20))
	tried, snapped := 0, 0
	for _, p := range paths {
		s := readStill(t, p)
		off := 15 * math.Max(1, float64(s.camera.Width)/1920)
		h, ok := s.dragged(rng, off)
		if !ok {
			continue
		}
		f := read(t, p)
		o := calibrate.Options{Boards: []models.Board{s.board}}
		tried++
		c, err := calibrate.FromHandles(f, h, o)
		if err != nil {
			t.Logf("%s: %v", filepath.Base(p), err)
			continue
		}
		if e, _ := s.worstRing(c.Camera); e > 0.3 {
			t.Errorf("%s: a ring is %.3f mm off", filepath.Base(p), e)
			continue
		}
		snapped++
	}
	if tried == 0 || float64(snapped) < 0.9*float64(tried) {
		t.Errorf("snapped on %d of %d pictures", snapped, tried)
	}
	t.Logf("snapped on %d of %d pictures", snapped, tried)
}

func TestHandlesThatAreOnNoBoardAreRefused(t *testing.T) {
	s := readStill(t, "testdata/crok_012.jpg")
	f := read(t, s.path)
	o := calibrate.Options{Boards: []models.Board{s.board}}
	good, ok := s.dragged(rand.New(rand.NewPCG(1, 1)), 0)
	if !ok {
		t.Fatal("the still shows only a part of the board")
	}
	shrunk, shifted, crossed, one := good, good, good, good
	for i, p := range good.Line {
		shrunk.Line[i] = r2.Add(good.Hole, r2.Scale(0.8, r2.Sub(p, good.Hole)))
		shifted.Line[i] = r2.Add(p, r2.Vec{X: 60})
		one.Line[i] = good.Line[0]
	}
	shifted.Hole = r2.Add(good.Hole, r2.Vec{X: 60})
	crossed.Hole = good.Line[0]
	for name, h := range map[string]calibrate.Handles{"far inside the line": shrunk, "beside the board": shifted, "the hole's on the line": crossed, "all on one point": one} {
		c, err := calibrate.FromHandles(f, h, o)
		if err == nil {
			e, _ := s.worstRing(c.Camera)
			t.Errorf("%s: accepted, rings %.1f mm off", name, e)
		} else if !errors.Is(err, calibrate.ErrHandles) && !errors.Is(err, calibrate.ErrNoBoard) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestABoardOfOnesOwnIsReadFromThePicture(t *testing.T) {
	s := readStill(t, "testdata/crok_012.jpg")
	f := read(t, s.path)
	c, err := New().Find(f, calibrate.Options{Boards: []models.Board{s.board}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := calibrate.MeasuredBoard(f, c, "our-club", "Our club's board")
	if err != nil {
		t.Fatal(err)
	}
	for what, off := range map[string]float64{"r15": b.Rings.R15 - s.board.Rings.R15, "r10": b.Rings.R10 - s.board.Rings.R10, "r5": b.Rings.R5 - s.board.Rings.R5} {
		if math.Abs(off) > 0.2 {
			t.Errorf("%s is %.2f mm off", what, off)
		}
	}
	if math.Abs(b.SurfaceRadius-s.board.SurfaceRadius) > 3 || math.Abs(b.Hole.Radius-s.board.Hole.Radius) > 2.5 || b.Name != "our-club" {
		t.Errorf("surface %.1f, hole %.1f: want %.1f and %.1f", b.SurfaceRadius, b.Hole.Radius, s.board.SurfaceRadius, s.board.Hole.Radius)
	}
	if _, err := calibrate.MeasuredBoard(f, c, "Our Club", ""); err == nil {
		t.Error("a name with a space was taken")
	}
}
