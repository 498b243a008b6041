package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"

	"ditchline/capture"
	"ditchline/models"
)

// smallStill is a still of a sixth of its size, with the same scene.
func smallStill(seed uint64) (capture.Frame, StillTruth) {
	s := randomScene(seed)
	k := 320 / float64(s.placement.Width)
	p := &s.placement
	p.Width, p.Height = 320, int(math.Round(float64(p.Height)*k))
	p.FocalPx, p.Cx, p.Cy = p.FocalPx*k, p.Cx*k, p.Cy*k
	return s.render()
}

func TestScenesAreVariedAndPhysical(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(400) {
		s := randomScene(seed)
		seen[s.board.Name]++
		seen[s.mode]++
		seen["light "+s.look.lightName]++
		if s.hand != nil {
			seen["hand"]++
		}
		if s.furn.Octagon {
			seen["octagon"]++
		}
		if len(s.discs) == 0 {
			seen["empty"]++
		}
		if s.placement.TiltDeg > 45 {
			seen["tilt over 45"]++
		}
		for i, d := range s.discs {
			seen[d.Where.String()]++
			for _, o := range s.discs[i+1:] {
				if math.Hypot(d.X-o.X, d.Y-o.Y) < 2*s.board.Disc.Radius {
					t.Errorf("seed %d: discs %d and %d overlap", seed, d.ID, o.ID)
				}
			}
			if d.placed == nil {
				continue
			}
			line := map[string]models.Line{"r15": models.Line15, "r10": models.Line10, "r5": models.Line5}[d.placed.Ring]
			if got := s.board.Clearance(line, math.Hypot(d.X, d.Y), s.board.Disc.Radius); math.Abs(got-d.placed.MM) > 1e-9 {
				t.Errorf("seed %d: disc %d lies %v mm from %s, want %v", seed, d.ID, got, d.placed.Ring, d.placed.MM)
			}
		}
	}
	for _, what := range []string{"nca-26", "club-55", "euro-66", "sd", "hd", "phone", "phone_close", "hand", "octagon", "empty", "tilt over 45", "flat", "in_hole", "leaning", "ditch", "table", "light dim", "light glare_window"} {
		if seen[what] == 0 {
			t.Errorf("400 scenes without %q: %v", what, seen)
		}
	}
}

func TestEveryRaySeesTheTable(t *testing.T) {
	for seed := range uint64(200) {
		s := randomScene(seed)
		cam := Place(s.placement, s.furn.rim(s.board), s.furn.RailTop)
		for _, c := range [4][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
			px := r2.Vec{X: c[0] * float64(cam.Width-1), Y: c[1] * float64(cam.Height-1)}
			g, ok := cam.OnPlane(px, 0)
			if !ok || math.Hypot(g.X, g.Y) > 2e4 {
				t.Errorf("seed %d (tilt %.0f): corner %v sees (%.0f, %.0f), %v", seed, s.placement.TiltDeg, px, g.X, g.Y, ok)
			}
		}
		if got := cam.TiltDeg(); math.Abs(got-s.placement.TiltDeg) > 1e-6 {
			t.Errorf("seed %d: tilt %v, want %v", seed, got, s.placement.TiltDeg)
		}
	}
}

func TestStillsAreWrittenInTheFormOfTheGroundtruth(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	var frames []capture.Frame
	encode := func(f capture.Frame) ([]byte, error) { frames = append(frames, f); return []byte("picture"), nil }
	if err := writeStills(dir, 2, 40, smallStill, encode); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"sim_000", "sim_001"} {
		if text, err := os.ReadFile(filepath.Join(dir, name+".jpg")); err != nil || string(text) != "picture" {
			t.Errorf("%s.jpg: %q, %v", name, text, err)
		}
		text, err := os.ReadFile(filepath.Join(dir, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			BoardName string `json:"board_name"`
			Board     struct {
				Rings map[string]float64
			}
			Camera struct {
				K             [][]float64
				R             [][]float64
				Dist          []float64
				T             []float64
				Width, Height int
			}
			Discs []struct {
				X, Y     float64
				State    string
				Colour   string
				Points   *int
				Margins  map[string]float64
				Occluded *float64 `json:"occluded_fraction"`
				InFrame  *float64 `json:"in_frame_fraction"`
			}
		}
		if err := json.Unmarshal(text, &truth); err != nil {
			t.Fatal(err)
		}
		c := truth.Camera
		if len(truth.Board.Rings) != 3 || len(c.K) != 3 || len(c.R) != 3 || len(c.Dist) != 5 || len(c.T) != 3 || c.Width != frames[i].Width || c.Height != frames[i].Height {
			t.Errorf("%s: %+v", name, truth)
		}
		for _, d := range truth.Discs {
			if d.Points == nil || d.Occluded == nil || d.InFrame == nil || d.Colour == "" || (d.State == "flat") && len(d.Margins) != 3 {
				t.Errorf("%s: disc %+v", name, d)
			}
		}
	}
}

func TestStillsSayWhatFails(t *testing.T) {
	bad := errors.New("no encoder")
	err := writeStills(t.TempDir(), 1, 1, smallStill, func(capture.Frame) ([]byte, error) { return nil, bad })
	if !errors.Is(err, bad) || !strings.Contains(err.Error(), "sim_000") {
		t.Errorf("got %v", err)
	}
}

func TestTheSameSeedGivesTheSameStill(t *testing.T) {
	a, _ := smallStill(7)
	b, _ := smallStill(7)
	c, _ := smallStill(8)
	if !bytes.Equal(a.Pix, b.Pix) {
		t.Error("two renders of one seed differ")
	}
	if bytes.Equal(a.Pix, c.Pix) {
		t.Error("two seeds give one picture")
	}
}
