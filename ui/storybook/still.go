package storybook

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"slices"
	"sync"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"

	"golang.org/x/image/draw"
	"gonum.org/v1/gonum/spatial/r3"
)

//go:embed testdata
var stills embed.FS

// still is a rendered picture with its truth; lengths in mm.
type still struct {
	BoardName string `json:"board_name"`
	Board     struct {
		SurfaceRadius float64      `json:"surface_radius"`
		Rings         models.Rings `json:"rings"`
		LineWidth     float64      `json:"line_width"`
		HoleRadius    float64      `json:"hole_radius"`
		HoleDepth     float64      `json:"hole_depth"`
		PegCircle     float64      `json:"peg_circle"`
		PegCount      int          `json:"peg_count"`
		PegStart      float64      `json:"peg_start_deg"`
		PegDiameter   float64      `json:"peg_diameter"`
		QuadrantStart float64      `json:"quadrant_start_deg"`
		QuadrantFrom  float64      `json:"quadrant_from"`
		QuadrantTo    float64      `json:"quadrant_to"`
		DitchWidth    float64      `json:"ditch_width"`
		DitchZ        float64      `json:"ditch_z"`
		TableZ        float64      `json:"table_z"`
	} `json:"board"`
	Camera struct {
		K      [3][3]float64 `json:"K"`
		Dist   [5]float64    `json:"dist"`
		R      [3][3]float64 `json:"R"`
		T      [3]float64    `json:"t"`
		Width  int           `json:"width"`
		Height int           `json:"height"`
	} `json:"camera"`
	Discs []stillDisc `json:"discs"`

	frame  capture.Frame
	camera models.Camera
}

type stillDisc struct {
	Colour    string             `json:"colour"`
	RGB       [3]uint8           `json:"rgb"`
	X         float64            `json:"x"`
	Y         float64            `json:"y"`
	Radius    float64            `json:"radius"`
	Thickness float64            `json:"thickness"`
	State     string             `json:"state"`
	Points    int                `json:"points"`
	Margins   map[string]float64 `json:"margins"`
}

// The stills of the stories, read once.
var (
	calm = sync.OnceValues(func() (*still, error) { return readStill("crok_011") })
	busy = sync.OnceValues(func() (*still, error) { return readStill("crok_010") })
)

// copied is the still with discs of its own, that a story may move.
func (s *still) copied() *still {
	c := *s
	c.Discs = slices.Clone(s.Discs)
	return &c
}

// readStill reads testdata/NAME.jpg and NAME.json. The picture is smaller
// than the one that the truth was written for; its camera is scaled.
func readStill(name string) (*still, error) {
	text, err := stills.ReadFile("testdata/" + name + ".json")
	if err != nil {
		return nil, err
	}
	var s still
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("still %s: %w", name, err)
	}
	body, err := stills.ReadFile("testdata/" + name + ".jpg")
	if err != nil {
		return nil, err
	}
	img, err := jpeg.Decode(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("still %s: %w", name, err)
	}
	s.frame = toFrame(img)
	c := s.Camera
	s.camera = models.Camera{
		Width: c.Width, Height: c.Height,
		Fx: c.K[0][0], Fy: c.K[1][1], Cx: c.K[0][2], Cy: c.K[1][2],
		Dist: models.Distortion{K1: c.Dist[0], K2: c.Dist[1], P1: c.Dist[2], P2: c.Dist[3], K3: c.Dist[4]},
		R:    models.Rotation{c.R[0][0], c.R[0][1], c.R[0][2], c.R[1][0], c.R[1][1], c.R[1][2], c.R[2][0], c.R[2][1], c.R[2][2]},
		T:    r3.Vec{X: c.T[0], Y: c.T[1], Z: c.T[2]},
	}.Scaled(float64(s.frame.Width) / float64(c.Width))
	return &s, nil
}

func (s *still) circle(x, y, z, radius float64, corners int) [][2]float64 {
	points := make([][2]float64, corners)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		points[i] = s.pixel(x+radius*cos, y+radius*sin, z)
	}
	return points
}

func (s *still) pixel(x, y, z float64) [2]float64 {
	px, _ := s.camera.Project(r3.Vec{X: x, Y: y, Z: z})
	return [2]float64{math.Round(px.X*10) / 10, math.Round(px.Y*10) / 10}
}

// board is the still's board as the session would report it.
func (s *still) board() *session.Board {
	b, cam := s.Board, s.camera
	geometry := session.Geometry{
		SurfaceRadius: b.SurfaceRadius, R15: b.Rings.R15, R10: b.Rings.R10, R5: b.Rings.R5,
		LineWidth: b.LineWidth, HoleRadius: b.HoleRadius, DitchWidth: b.DitchWidth, PegRadius: b.PegDiameter / 2,
	}
	for i := range b.PegCount {
		sin, cos := math.Sincos((b.PegStart + 360*float64(i)/float64(b.PegCount)) * math.Pi / 180)
		geometry.Pegs = append(geometry.Pegs, [2]float64{b.PegCircle * cos, b.PegCircle * sin})
	}
	outlines := []session.Outline{
		{What: "surface", Closed: true, Points: s.circle(0, 0, 0, b.SurfaceRadius, 120)},
		{What: "5", Closed: true, Points: s.circle(0, 0, 0, b.Rings.R5, 120)},
		{What: "10", Closed: true, Points: s.circle(0, 0, 0, b.Rings.R10, 120)},
		{What: "15", Closed: true, Points: s.circle(0, 0, 0, b.Rings.R15, 120)},
		{What: "hole", Closed: true, Points: s.circle(0, 0, 0, b.HoleRadius, 28)},
	}
	for i := range 4 {
		sin, cos := math.Sincos((b.QuadrantStart + 90*float64(i)) * math.Pi / 180)
		geometry.Quadrants = append(geometry.Quadrants, [4]float64{b.QuadrantFrom * cos, b.QuadrantFrom * sin, b.QuadrantTo * cos, b.QuadrantTo * sin})
		var line [][2]float64
		for k := range 9 {
			r := b.QuadrantFrom + (b.QuadrantTo-b.QuadrantFrom)*float64(k)/8
			line = append(line, s.pixel(r*cos, r*sin, 0))
		}
		outlines = append(outlines, session.Outline{What: "quadrant", Points: line})
	}
	rv := cam.R.Rodrigues()
	return &session.Board{
		BoardReport: session.BoardReport{Name: s.BoardName, Game: models.Crokinole, Confidence: 0.98, Rings: b.Rings, Surface: 2 * b.SurfaceRadius},
		Calibration: session.CalibrationReport{
			K:    [4]float64{cam.Fx, cam.Fy, cam.Cx, cam.Cy},
			Dist: s.Camera.Dist, Rvec: [3]float64{rv.X, rv.Y, rv.Z}, Tvec: s.Camera.T,
			RMSPx: 0.21, RMSMM: 0.12, TiltDeg: cam.TiltDeg(),
		},
		Geometry: geometry,
		Outlines: outlines,
	}
}

// discs are what lies on the board or in its ditch; team A has the colour of
// the first disc.
func (s *still) discs() []session.Disc {
	var discs []session.Disc
	for _, d := range s.Discs {
		if d.State == "table" || d.State == "rail" {
			continue
		}
		discs = append(discs, s.disc(d))
	}
	return discs
}

func (s *still) disc(d stillDisc) session.Disc {
	const sd = 0.12 // mm, a good camera's
	team := "A"
	if d.Colour != s.Discs[0].Colour {
		team = "B"
	}
	z := 0.0
	switch d.State {
	case "in_hole":
		z = -s.Board.HoleDepth
	case "ditch":
		z = s.Board.DitchZ
	}
	points := d.Points
	out := session.Disc{
		DiscReport: session.DiscReport{
			X: d.X, Y: d.Y, SD: sd, Cov: [3]float64{sd * sd, 0, sd * sd}, Radius: d.Radius,
			Color: detect.RGB{R: d.RGB[0], G: d.RGB[1], B: d.RGB[2]}.Hex(), Team: team,
			State: d.State, Points: &points, Lines: []session.LineReport{}, Confidence: 0.97,
		},
		Footprint: s.circle(d.X, d.Y, z, d.Radius, 28),
		Top:       s.circle(d.X, d.Y, z+d.Thickness, d.Radius, 28),
	}
	if d.State != "flat" {
		return out
	}
	for _, l := range models.Lines {
		gap, ok := d.Margins[fmt.Sprintf("r%d", l)]
		if !ok || gap > detect.LineReach {
			continue
		}
		c := detect.NewLineCall(l, gap, sd)
		out.Lines = append(out.Lines, session.LineReport{
			Line: fmt.Sprint(int(l)), Clearance: gap, SD: sd, Touching: models.Touches(gap), PTouching: c.PTouching, Call: string(c.Call),
		})
	}
	return out
}

// leftOut are the discs on the table.
func (s *still) leftOut() []session.Ghost {
	var out []session.Ghost
	for _, d := range s.Discs {
		if d.State == "table" {
			out = append(out, session.Ghost{X: d.X, Y: d.Y, Radius: d.Radius, Why: "on the table", Outline: s.circle(d.X, d.Y, s.Board.TableZ+d.Thickness, d.Radius, 28)})
		}
	}
	return out
}

func toFrame(img image.Image) capture.Frame {
	b := img.Bounds()
	rgba := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(rgba, rgba.Bounds(), img, b.Min, draw.Src)
	f := capture.Frame{Width: b.Dx(), Height: b.Dy(), Pix: make([]byte, 3*b.Dx()*b.Dy())}
	for i := range f.Width * f.Height {
		f.Pix[3*i], f.Pix[3*i+1], f.Pix[3*i+2] = rgba.Pix[4*i+2], rgba.Pix[4*i+1], rgba.Pix[4*i]
	}
	return f
}

func toImage(f capture.Frame) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, f.Width, f.Height))
	for i := range f.Width * f.Height {
		img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = f.Pix[3*i+2], f.Pix[3*i+1], f.Pix[3*i], 255
	}
	return img
}

// EncodeJPEG is a ui.Encoder without cgo, too slow for a real camera.
func EncodeJPEG(f capture.Frame, quality int) ([]byte, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, toImage(f), &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Resize is a ui.Resizer without cgo.
func Resize(f capture.Frame, width int) (capture.Frame, error) {
	height := max(1, f.Height*width/f.Width)
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.ApproxBiLinear.Scale(small, small.Bounds(), toImage(f), image.Rect(0, 0, f.Width, f.Height), draw.Src, nil)
	r := toFrame(small)
	r.Seq, r.CapturedAt, r.Media, r.FocalPx = f.Seq, f.CapturedAt, f.Media, f.FocalPx*float64(width)/float64(f.Width)
	return r, nil
}
