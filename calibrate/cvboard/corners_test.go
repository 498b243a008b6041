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

// corners are those of the true playing surface, each off by up to the given
// number of pixels in a random direction.
func (s still) corners(rng *rand.Rand, off float64) (c calibrate.Corners) {
	half := s.board.Carrom.Side / 2
	for i, at := range [4]r3.Vec{{X: half, Y: -half}, {X: half, Y: half}, {X: -half, Y: half}, {X: -half, Y: -half}} {
		px, _ := s.camera.Project(at)
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		d := off * math.Sqrt(rng.Float64())
		c[i] = r2.Add(px, r2.Vec{X: d * cos, Y: d * sin})
	}
	rng.Shuffle(4, func(i, j int) { c[i], c[j] = c[j], c[i] })
	return c
}

func TestRoughCornersSnapToACarromBoardsLines(t *testing.T) {
	paths := []string{"testdata/carrom_032.jpg"}
	if all, _ := filepath.Glob(shared + "/groundtruth/stills/carrom_*.jpg"); !testing.Short() && len(all) > 0 {
		paths = all
	}
	rng := rand.New(rand.NewPCG(7, 40))
	for _, p := range paths {
		s := readStill(t, p)
		s.rings = []float64{100, 200, 300}
		c := s.corners(rng, 15*math.Max(1, float64(s.camera.Width)/1920))
		got, err := calibrate.FromCorners(read(t, p), c, calibrate.Options{Boards: []models.Board{s.board}})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(p), err)
			continue
		}
		worst, turn := s.worstRing(got.Camera)
		t.Logf("%s: a ring is %.3f mm off, the turn %.3f degrees", filepath.Base(p), worst, turn)
		if worst > 1 || turn > 0.2 {
			t.Errorf("%s: a ring is %.3f mm off, the turn %.3f degrees", filepath.Base(p), worst, turn)
		}
	}
}

func TestCornersThatAreOnNoBoardAreRefused(t *testing.T) {
	s := readStill(t, "testdata/carrom_032.jpg")
	f := read(t, s.path)
	o := calibrate.Options{Boards: []models.Board{s.board}}
	good := s.corners(rand.New(rand.NewPCG(1, 1)), 0)
	var middle r2.Vec
	for _, p := range good {
		middle = r2.Add(middle, r2.Scale(0.25, p))
	}
	shrunk, shifted, inside, one, far := good, good, good, good, good
	for i, p := range good {
		shrunk[i] = r2.Add(middle, r2.Scale(0.8, r2.Sub(p, middle)))
		shifted[i] = r2.Add(p, r2.Vec{X: 90})
	}
	inside[2], one[1], far[0] = middle, good[0], r2.Vec{X: math.NaN()}
	for name, c := range map[string]calibrate.Corners{"far inside the surface": shrunk, "beside the board": shifted, "one in the middle": inside, "two on one corner": one, "not a number": far} {
		got, err := calibrate.FromCorners(f, c, o)
		if err == nil {
			e, _ := s.worstRing(got.Camera)
			t.Errorf("%s: accepted, rings %.1f mm off", name, e)
		} else if !errors.Is(err, calibrate.ErrHandles) && !errors.Is(err, calibrate.ErrNoBoard) {
			t.Errorf("%s: %v", name, err)
		}
	}
	round, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := calibrate.FromCorners(f, good, calibrate.Options{Boards: []models.Board{round}}); !errors.Is(err, calibrate.ErrHandles) {
		t.Errorf("corners of a crokinole board: %v", err)
	}
	if _, err := calibrate.FromHandles(f, calibrate.Handles{Hole: middle, Line: good}, o); !errors.Is(err, calibrate.ErrHandles) {
		t.Errorf("hole and shooting line of a carrom board: %v", err)
	}
}

func TestACarromBoardOfOnesOwnIsReadFromThePicture(t *testing.T) {
	s := readStill(t, "testdata/carrom_032.jpg")
	f := read(t, s.path)
	other := s.board // the picture's board, said to be one with other print
	print := *s.board.Carrom
	print.CentreCircleDiameter, print.BaseGap = 180, 36
	other.Carrom = &print
	c, err := calibrate.FromCorners(f, s.corners(rand.New(rand.NewPCG(2, 2)), 3), calibrate.Options{Boards: []models.Board{other}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := calibrate.MeasuredBoard(f, c, "our-club", "Our club's board")
	if err != nil {
		t.Fatal(err)
	}
	got, want := b.Carrom, s.board.Carrom
	scale := got.OuterLine() / want.OuterLine()
	for what, off := range map[string]float64{
		"centre circle": got.CentreCircleDiameter/scale - want.CentreCircleDiameter,
		"inner lines":   got.InnerLine()/scale - want.InnerLine(),
		"outer lines":   got.OuterLine() - other.Carrom.OuterLine(),
	} {
		if math.Abs(off) > 0.5 {
			t.Errorf("%s: %.2f mm off", what, off)
		}
	}
	if math.Abs(got.Side/scale-want.Side) > 12 || b.Name != "our-club" || b.Game != models.Carrom {
		t.Errorf("%s board %s of %.1f mm: want our-club of %.1f", b.Game, b.Name, got.Side, want.Side)
	}
	if other.Carrom.CentreCircleDiameter != 180 {
		t.Error("the make itself was changed")
	}
	if _, err := models.SaveBoard(t.TempDir(), b, false); err != nil {
		t.Error(err)
	}
}
