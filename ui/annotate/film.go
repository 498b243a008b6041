package annotate

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"time"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Scene is what is known of one frame of a film. Places are in the board
// frame, mm.
type Scene struct {
	Time   time.Duration
	Phase  string         // what is going on, in words
	Camera *models.Camera // of the frame; nil while the board is not found: then only words are drawn
	Board  models.Board
	Discs  []SceneDisc
	Tracks [][]r2.Vec  // ways of discs that moved, oldest point first
	Due    []SceneMark // discs that must be taken off
	Ghosts []SceneMark // places to which discs must be put back

	Outcome string       // of the last shot: valid, foul, reshoot, review
	Verdict string       // in words
	Score   []SceneScore // one a team
}

// SceneDisc is a disc to be drawn.
type SceneDisc struct {
	ID        string // as the match calls it; may be empty
	Team      string
	Pos       r2.Vec  // centre of the footprint
	Radius    float64 // mm
	Thickness float64 // mm
	State     detect.State
	Hidden    bool // something is over it: it lay here last
	Moving    bool
}

// SceneMark is a place that is marked.
type SceneMark struct {
	Text   string // beside it
	Pos    r2.Vec
	Radius float64 // mm
}

// SceneScore is a team's score.
type SceneScore struct {
	Team   string
	Colour string // of its discs, #rrggbb
	Text   string
}

// Film draws scenes on the frames of a film, one after the other. What it
// returns depends only on what it is given; it keeps what was drawn before
// where that comes again, since most of a board lies still. It belongs to one
// goroutine.
type Film struct {
	width, height int
	faces         faces
	pen           pen
	plates        map[string]plate
	shapes        map[shapeKey]ink
	camera        models.Camera // that the shapes are of
	board         models.Board
	lines         []coloured
}

// coloured is a drawing in its colour.
type coloured struct {
	ink  ink
	with color.RGBA
}

// mostKept bounds what is kept of discs and of words.
const mostKept = 512

// NewFilm makes a Film for frames of a size.
func NewFilm(width, height int) (*Film, error) {
	if width < 16 || height < 16 || width > capture.MaxPixels/height {
		return nil, fmt.Errorf("draw over a film of %d x %d pixels: want at least 16 x 16 and at most %d megapixels", width, height, capture.MaxPixels/1_000_000)
	}
	faces, err := newFaces(width, height)
	if err != nil {
		return nil, err
	}
	return &Film{
		width: width, height: height, faces: faces, pen: pen{width: width, height: height, unit: unit(width, height)},
		plates: map[string]plate{}, shapes: map[shapeKey]ink{},
	}, nil
}

// Close gives the fonts back.
func (m *Film) Close() error { return m.faces.Close() }

// Colours of the drawing that a film has beside those of a photograph.
var (
	trackColour = color.RGBA{0xff, 0xff, 0x60, 0xff}
	dueColour   = color.RGBA{0xff, 0x40, 0x30, 0xff}
	ghostColour = color.RGBA{0x70, 0xc8, 0xff, 0xff}
	outcomeInks = map[string]color.RGBA{
		"valid": {0x6e, 0xe0, 0x7a, 0xff}, "foul": {0xff, 0x6a, 0x5a, 0xff},
		"reshoot": {0xff, 0xd0, 0x5a, 0xff}, "review": {0xff, 0xd0, 0x5a, 0xff},
	}
)

// Draw is the frame with the scene over it. The frame stays as it is.
func (m *Film) Draw(f capture.Frame, s Scene) (capture.Frame, error) {
	if f.Width != m.width || f.Height != m.height || len(f.Pix) != 3*f.Width*f.Height {
		return capture.Frame{}, fmt.Errorf("draw over a film of %d x %d pixels: a frame of %d x %d with %d bytes", m.width, m.height, f.Width, f.Height, len(f.Pix))
	}
	if s.Camera != nil && (s.Camera.Width != f.Width || s.Camera.Height != f.Height) {
		return capture.Frame{}, errors.New("draw over a film: the camera is of another size")
	}
	f.Pix = append(make([]byte, 0, len(f.Pix)), f.Pix...)
	if s.Camera != nil {
		m.look(*s.Camera, s.Board)
		for _, l := range m.lines {
			l.ink.blend(f.Pix, l.with)
		}
		for _, t := range s.Tracks {
			m.pen.stroke(m.project(t, 0), false, 2.4).blend(f.Pix, trackColour)
		}
		m.discs(f, s)
		m.marks(f, s.Ghosts, ghostColour, false)
		m.marks(f, s.Due, dueColour, true)
	}
	m.words(f, s)
	return f, nil
}

// look makes the board's lines anew when camera or board are others.
func (m *Film) look(cam models.Camera, b models.Board) {
	if m.lines != nil && cam == m.camera && b.Rings == m.board.Rings && b.SurfaceRadius == m.board.SurfaceRadius && b.Hole == m.board.Hole {
		return
	}
	m.camera, m.board = cam, b
	m.lines = []coloured{}
	clear(m.shapes)
	for _, l := range []struct {
		radius float64
		width  float64
		with   color.RGBA
	}{
		{b.SurfaceRadius, 1.2, surfaceColour}, {b.Rings.R5, 1.4, ringColour}, {b.Rings.R10, 1.4, ringColour}, {b.Rings.R15, 1.4, ringColour}, {b.Hole.Radius, 1.4, holeColour},
	} {
		if l.radius > 0 {
			m.lines = append(m.lines, coloured{m.pen.stroke(m.project(ring(r2.Vec{}, l.radius, 180), 0), true, l.width), l.with})
		}
	}
}

// ring is a circle of n points.
func ring(middle r2.Vec, radius float64, n int) []r2.Vec {
	points := make([]r2.Vec, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = r2.Vec{X: middle.X + radius*cos, Y: middle.Y + radius*sin}
	}
	return points
}

// project places at a height into the picture; what lies behind the camera is
// left out.
func (m *Film) project(places []r2.Vec, z float64) [][2]float64 {
	px := make([][2]float64, 0, len(places))
	for _, p := range places {
		if q, ok := m.camera.Project(r3.Vec{X: p.X, Y: p.Y, Z: z}); ok {
			px = append(px, [2]float64{q.X, q.Y})
		}
	}
	return px
}

// shapeKey names a circle's drawing.
type shapeKey struct {
	x, y, z, radius, width float64
}

// circle is the drawing of a circle on the board, kept for the next frames.
func (m *Film) circle(pos r2.Vec, z, radius, width float64) ink {
	key := shapeKey{pos.X, pos.Y, z, radius, width}
	if i, ok := m.shapes[key]; ok {
		return i
	}
	if len(m.shapes) >= mostKept {
		clear(m.shapes)
	}
	i := m.pen.stroke(m.project(ring(pos, radius, 36), z), true, width)
	m.shapes[key] = i
	return i
}

func (m *Film) discs(f capture.Frame, s Scene) {
	for _, d := range s.Discs {
		if d.State == detect.InDitch {
			continue // out of play: its place is not looked after
		}
		with := teamInk(d.Team, s.Score)
		width := 2.0
		switch {
		case d.Hidden:
			with, width = faded(with), 1.2
		case d.Moving:
			width = 3
		}
		base, top := 0.0, d.Thickness
		if d.State == detect.InHole {
			base, top = -s.Board.Hole.Depth, d.Thickness-s.Board.Hole.Depth
		}
		m.circle(d.Pos, base, d.Radius, width).blend(f.Pix, with)
		m.circle(d.Pos, top, d.Radius, 1).blend(f.Pix, faded(with))
		if d.ID != "" {
			m.beside(f, d.Pos, d.Radius, d.ID, with)
		}
	}
}

// marks are circles around places with their words; crossed says that what
// lies there must go.
func (m *Film) marks(f capture.Frame, marks []SceneMark, with color.RGBA, crossed bool) {
	for _, k := range marks {
		m.circle(k.Pos, 0, 1.25*k.Radius, 2.4).blend(f.Pix, with)
		if crossed {
			r := 0.9 * k.Radius
			for _, end := range []r2.Vec{{X: r, Y: r}, {X: r, Y: -r}} {
				m.pen.stroke(m.project([]r2.Vec{r2.Sub(k.Pos, end), r2.Add(k.Pos, end)}, 0), false, 2.4).blend(f.Pix, with)
			}
		}
		if k.Text != "" {
			m.beside(f, k.Pos, 1.25*k.Radius, k.Text, with)
		}
	}
}

// teamInk is the colour in which a team's discs are drawn: by its place in
// the score, or in the alphabet.
func teamInk(team string, score []SceneScore) color.RGBA {
	for i, s := range score {
		if s.Team == team {
			return teamColours[i%len(teamColours)]
		}
	}
	if team == "" {
		return leftOutColour
	}
	return teamColours[int(team[len(team)-1]+1)%len(teamColours)]
}
