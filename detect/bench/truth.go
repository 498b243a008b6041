// Package bench holds vision against pictures of which the truth is known: how
// precisely it finds board and discs, how often its line calls are right, how
// honest its uncertainty is, how fast it is, and how near all that comes to
// what the pictures allow.
package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Truth is what is known of a picture: groundtruth/README.md's form. Lengths
// are mm in the board frame.
type Truth struct {
	Name   string      `json:"-"` // of the file without its ending
	Make   string      `json:"board_name"`
	Board  TrueBoard   `json:"board"`
	Camera TrueCamera  `json:"camera"`
	Light  string      `json:"light"`
	Hand   bool        `json:"hand"`
	Tilt   float64     `json:"tilt_deg"`
	Discs  []*TrueDisc `json:"discs"`
}

// TrueBoard is the geometry of the board that the picture shows.
type TrueBoard struct {
	SurfaceRadius float64 `json:"surface_radius"`
	Rings         struct {
		R15 float64 `json:"r15"`
		R10 float64 `json:"r10"`
		R5  float64 `json:"r5"`
	} `json:"rings"`
	LineWidth     float64 `json:"line_width"`
	DiscRadius    float64 `json:"disc_radius"`
	DiscThickness float64 `json:"disc_thickness"`
}

// model is the board as far as clearances need it.
func (b TrueBoard) model() models.Board {
	return models.Board{
		SurfaceRadius: b.SurfaceRadius, LineWidth: b.LineWidth,
		Rings: models.Rings{R15: b.Rings.R15, R10: b.Rings.R10, R5: b.Rings.R5},
		Disc:  models.Disc{Radius: b.DiscRadius, Thickness: b.DiscThickness},
	}
}

// TrueCamera is OpenCV's model, world to camera.
type TrueCamera struct {
	K             [3][3]float64
	Dist          [5]float64
	R             [3][3]float64
	T             column `json:"t"`
	Width, Height int
}

// column is a vector of three, written as [x,y,z] or as [[x],[y],[z]].
type column [3]float64

// UnmarshalJSON reads either form.
func (c *column) UnmarshalJSON(text []byte) error {
	var flat [3]float64
	if json.Unmarshal(text, &flat) == nil {
		*c = flat
		return nil
	}
	var rows [3][1]float64
	if err := json.Unmarshal(text, &rows); err != nil {
		return fmt.Errorf("want three numbers: %w", err)
	}
	*c = column{rows[0][0], rows[1][0], rows[2][0]}
	return nil
}

// model is the camera as the program's own.
func (c TrueCamera) model() models.Camera {
	return models.Camera{
		Width: c.Width, Height: c.Height,
		Fx: c.K[0][0], Fy: c.K[1][1], Cx: c.K[0][2], Cy: c.K[1][2],
		Dist: models.Distortion{K1: c.Dist[0], K2: c.Dist[1], P1: c.Dist[2], P2: c.Dist[3], K3: c.Dist[4]},
		R: models.Rotation{
			c.R[0][0], c.R[0][1], c.R[0][2],
			c.R[1][0], c.R[1][1], c.R[1][2],
			c.R[2][0], c.R[2][1], c.R[2][2],
		},
		T: r3.Vec{X: c.T[0], Y: c.T[1], Z: c.T[2]},
	}
}

// TrueDisc is one disc of the picture.
type TrueDisc struct {
	X         float64             `json:"x"`
	Y         float64             `json:"y"`
	Z         float64             `json:"z"` // of its underside
	Radius    float64             `json:"radius"`
	Thickness float64             `json:"thickness"`
	Colour    string              `json:"colour"`
	State     string              `json:"state"`
	Points    int                 `json:"points"`
	Margins   map[string]*float64 `json:"margins"` // r15, r10, r5: clearance
	Occluded  float64             `json:"occluded_fraction"`
	InFrame   *float64            `json:"in_frame_fraction"`
}

func (d *TrueDisc) pos() r2.Vec { return r2.Vec{X: d.X, Y: d.Y} }

// inPlay says whether the disc lies on the board or in its hole.
func (d *TrueDisc) inPlay() bool {
	return d.State == "flat" || d.State == "in_hole" || d.State == "leaning"
}

// seen says whether enough of it is to be seen that it must be found.
func (d *TrueDisc) seen() bool {
	return d.Occluded < 0.5 && (d.InFrame == nil || *d.InFrame > 0.9)
}

// margins are the disc's true clearances to the lines that are stated; a disc
// that does not lie flat has none.
func (d *TrueDisc) margins() map[models.Line]float64 {
	m := map[models.Line]float64{}
	if d.State != "flat" {
		return m
	}
	for _, l := range models.Lines {
		if v := d.Margins[fmt.Sprintf("r%d", l)]; v != nil {
			m[l] = *v
		}
	}
	return m
}

// Skipped is a picture that was not looked at, and why.
type Skipped struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Load reads the truths (NAME.json beside NAME.jpg) of a folder in the order
// of their names. Every bad file is reported at once. Pictures of carrom
// boards are skipped: the program does not measure carrom discs.
func Load(folder fs.FS) (truths []*Truth, skipped []Skipped, err error) {
	files, err := fs.Glob(folder, "*.json")
	if err != nil {
		return nil, nil, fmt.Errorf("list truths: %w", err)
	}
	var problems []error
	for _, file := range files {
		name := strings.TrimSuffix(file, path.Ext(file))
		if _, err := fs.Stat(folder, name+".jpg"); err != nil {
			skipped = append(skipped, Skipped{name, "there is no " + name + ".jpg beside it"})
			continue
		}
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		t := &Truth{Name: name}
		if err := json.Unmarshal(text, t); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", file, err))
			continue
		}
		if strings.Contains(t.Make, string(models.Carrom)) {
			skipped = append(skipped, Skipped{name, "a carrom board: only crokinole discs are measured so far"})
			continue
		}
		if err := t.validate(); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", file, err))
			continue
		}
		truths = append(truths, t)
	}
	return truths, skipped, errors.Join(problems...)
}

func (t *Truth) validate() error {
	var problems []error
	if t.Make == "" {
		problems = append(problems, errors.New("board_name is missing"))
	}
	if t.Camera.Width <= 0 || t.Camera.Height <= 0 || t.Camera.K[0][0] <= 0 {
		problems = append(problems, errors.New("camera lacks width, height or K"))
	}
	if t.Board.Rings.R5 <= 0 || t.Board.DiscRadius <= 0 {
		problems = append(problems, errors.New("board lacks rings or disc_radius"))
	}
	return errors.Join(problems...)
}
