package cvboard

import (
	"image"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

func TestCarromBoardsAreFoundToAMillimetreOnAllStills(t *testing.T) {
	paths, _ := filepath.Glob(shared + "/groundtruth/stills/carrom_*.jpg")
	if len(paths) == 0 {
		t.Skip("there are no stills in " + shared)
	}
	for _, path := range some(paths) {
		s := readStill(t, path)
		s.rings = []float64{100, 200, 300}
		c, err := New().Find(read(t, path), calibrate.Options{Boards: []models.Board{s.board}})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		worst, turn := s.worstRing(c.Camera)
		t.Logf("%s: a ring is %.3f mm off, the turn %.3f degrees; fit to %.2f px, %.0f %% sure", filepath.Base(path), worst, turn, c.RMSPx, 100*c.Confidence)
		if worst > 1 || turn > 0.2 {
			t.Errorf("%s: a ring is %.3f mm off, the turn %.3f degrees", filepath.Base(path), worst, turn)
		}
	}
}

// changed is a picture shrunk or stretched by the shares across and down, of the
// part of it from the place from on; and where a pixel of the old one is in it.
func changed(f capture.Frame, part image.Rectangle, across, down float64) (capture.Frame, func(r2.Vec) r2.Vec) {
	m, err := gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
	if err != nil {
		panic(err)
	}
	defer m.Close()
	cut := m.Region(part)
	defer cut.Close()
	out := gocv.NewMat()
	defer out.Close()
	size := image.Pt(int(math.Round(across*float64(part.Dx()))), int(math.Round(down*float64(part.Dy()))))
	gocv.Resize(cut, &out, size, 0, 0, gocv.InterpolationArea)
	kx, ky := float64(size.X)/float64(part.Dx()), float64(size.Y)/float64(part.Dy())
	return capture.Frame{Width: size.X, Height: size.Y, Pix: out.ToBytes()}, func(p r2.Vec) r2.Vec {
		return r2.Vec{X: (p.X-float64(part.Min.X)+0.5)*kx - 0.5, Y: (p.Y-float64(part.Min.Y)+0.5)*ky - 0.5}
	}
}

func TestACarromBoardIsFoundInPicturesThatWereChanged(t *testing.T) {
	s := readStill(t, "testdata/carrom_032.jpg")
	f := read(t, s.path)
	whole := image.Rect(0, 0, f.Width, f.Height)
	centre, _ := s.camera.Project(r3.Vec{})
	scale := s.camera.PixelsPerMM(r3.Vec{})
	near := func(left, up, right, down float64) image.Rectangle { // mm about the board's centre
		return image.Rect(int(centre.X-left*scale), int(centre.Y-up*scale), int(centre.X+right*scale), int(centre.Y+down*scale)).Intersect(whole)
	}
	changes := map[string]struct {
		part         image.Rectangle
		across, down float64
	}{
		"0.35 pixels a mm":          {whole, 0.35 / scale, 0.35 / scale},
		"0.25 pixels a mm":          {whole, 0.25 / scale, 0.25 / scale},
		"stretched by 4 %":          {whole, 1, 1 / 1.04},
		"stretched by 8 %":          {whole, 1, 1 / 1.08},
		"made square":               {whole, float64(f.Height) / float64(f.Width), 1},
		"cut out along its surface": {near(375, 375, 375, 375), 1, 1},
		"a side cut off":            {near(2000, 2000, 330, 2000), 1, 1},
	}
	for _, name := range some(slices.Sorted(maps.Keys(changes))) {
		how := changes[name]
		g, to := changed(f, how.part, how.across, how.down)
		c, err := New().Find(g, calibrate.Options{Boards: []models.Board{s.board}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var worst float64
		for _, radius := range []float64{100, 200, 300} {
			for a := range 36 {
				sin, cos := math.Sincos(float64(a) * math.Pi / 18)
				p, _ := s.camera.Project(r3.Vec{X: radius * cos, Y: radius * sin})
				q, ok := c.Camera.OnPlane(to(p), 0)
				if p = to(p); !ok || p.X < 0 || p.Y < 0 || p.X > float64(g.Width) || p.Y > float64(g.Height) {
					continue
				}
				worst = math.Max(worst, math.Abs(r2.Norm(q)-radius))
			}
		}
		if worst > 0.5 {
			t.Errorf("%s: a ring is %.2f mm off, %.0f %% sure", name, worst, 100*c.Confidence)
		}
	}
}
