// Package detect says what lies on the board: every disc's place in mm, its
// colour, team, state and points.
package detect

import (
	"fmt"
	"math"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// State is where a disc physically lies.
type State string

// The states of a disc. Discs on the rail or the table are not listed.
const (
	Flat    State = "flat"    // on the playing surface, also when it touches the shooting line
	InHole  State = "in_hole" // flat in the hole: a twenty
	Leaning State = "leaning" // half in the hole
	InDitch State = "ditch"   // down in the ditch
)

// OnBoard says whether a disc in that state is in play.
func (s State) OnBoard() bool { return s != InDitch }

// RGB is a colour, sRGB.
type RGB struct{ R, G, B uint8 }

// Hex is the colour as "#rrggbb".
func (c RGB) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Disc is one disc as measured. Pos is the centre of its footprint in the
// board frame, mm.
type Disc struct {
	Pos        r2.Vec
	Cov        [3]float64 // of Pos, mm²: xx, xy, yy
	Radius     float64    // mm
	Thickness  float64    // mm
	Colour     RGB        // of its top face
	Team       string     // "A", "B", ... by colour; stable within an Observation only
	State      State
	Points     int
	Lines      []LineCall // every line within LineReach of the disc's edge
	Confidence float64    // 0 to 1: how surely this is a disc
}

// SD is the standard uncertainty of the place per axis, mm.
func (d Disc) SD() float64 { return math.Sqrt((d.Cov[0] + d.Cov[2]) / 2) }

// LineCall is the measured relation of a disc to a line.
type LineCall struct {
	Line      models.Line
	Clearance float64 // signed gap, mm; <= 0 touches
	SD        float64 // standard uncertainty of Clearance, mm
	PTouching float64 // probability that it touches
	Call      Call
}

// Call is the answer to a line question.
type Call string

// The calls. Between 5 % and 95 % nobody can know.
const (
	Touching Call = "touching"
	Clear    Call = "clear"
	TooClose Call = "too_close"
)

// LineReach is how near a line must be to a disc's edge to be listed, mm.
const LineReach = 10

// LeftOut is something disc-like that does not count, and why.
type LeftOut struct {
	Pos    r2.Vec  // on the plane at height Z, mm
	Z      float64 // mm
	Radius float64 // mm
	Why    string  // a word for the reader: "outside the surface", "peg", "hand"...
}

// Observation is what vision says of one frame.
type Observation struct {
	Frame       capture.Frame
	Calibration calibrate.Calibration
	Discs       []Disc
	LeftOut     []LeftOut
	Warnings    []string
}

// Detector finds the discs in a picture, given its calibration.
type Detector interface {
	Detect(f capture.Frame, cal calibrate.Calibration) (Observation, error)
}
