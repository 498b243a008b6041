package cvdisc

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r3"
)

// still is a rendered picture's truth, as groundtruth/README.md lays down.
type still struct {
	name      string
	BoardName string  `json:"board_name"`
	Tilt      float64 `json:"tilt_deg"`
	Camera    struct {
		K             [3][3]float64
		Dist          [5]float64
		R             [3][3]float64
		T             [3]float64 `json:"t"`
		Width, Height int
	}
	Discs []trueDisc
}

type trueDisc struct {
	ID                int
	X, Y, Z           float64
	Radius, Thickness float64
	Colour, State     string
	Points            int
	Margins           map[string]*float64
	Occluded          float64  `json:"occluded_fraction"`
	InFrame           *float64 `json:"in_frame_fraction"`
}

// counts says whether the disc lies in play and is to be seen.
func (d trueDisc) counts() (inPlay, seen bool) {
	inPlay = d.State == "flat" || d.State == "in_hole" || d.State == "leaning"
	return inPlay, d.Occluded < 0.5 && (d.InFrame == nil || *d.InFrame > 0.9)
}

// stillsIn reads the truths of the folder's crokinole pictures.
func stillsIn(t *testing.T, dir string) []still {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "crok_*.json"))
	if err != nil {
		t.Fatal(err)
	}
	only := os.Getenv("DITCHLINE_ONLY")
	var all []still
	for _, f := range files {
		if only != "" && !strings.Contains(f, only) {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var s still
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		s.name = strings.TrimSuffix(f, ".json")
		all = append(all, s)
	}
	return all
}

func (s still) frame(t *testing.T) capture.Frame {
	t.Helper()
	return readFrame(t, s.name+".jpg")
}

func readFrame(t *testing.T, file string) capture.Frame {
	t.Helper()
	m := gocv.IMRead(file, gocv.IMReadColor)
	defer m.Close()
	if m.Empty() {
		t.Fatalf("%s: cannot be read", file)
	}
	return capture.Frame{Width: m.Cols(), Height: m.Rows(), Pix: m.ToBytes()}
}

// calibration is the truth's camera over the make of board.
func (s still) calibration(t *testing.T) calibrate.Calibration {
	t.Helper()
	board, err := models.ShippedBoards().Get(s.BoardName)
	if err != nil {
		t.Fatal(err)
	}
	c := s.Camera
	return calibrate.Calibration{
		Board: board, Make: board.Name, Confidence: 1,
		Camera: models.Camera{
			Width: c.Width, Height: c.Height,
			Fx: c.K[0][0], Fy: c.K[1][1], Cx: c.K[0][2], Cy: c.K[1][2],
			Dist: models.Distortion{K1: c.Dist[0], K2: c.Dist[1], P1: c.Dist[2], P2: c.Dist[3], K3: c.Dist[4]},
			R:    models.Rotation{c.R[0][0], c.R[0][1], c.R[0][2], c.R[1][0], c.R[1][1], c.R[1][2], c.R[2][0], c.R[2][1], c.R[2][2]},
			T:    r3.Vec{X: c.T[0], Y: c.T[1], Z: c.T[2]},
		},
		RMSPx: 0.2, RMSMM: 0.1,
	}
}

const sharedStills = "../../../shared/groundtruth/stills"
