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
	Shared     [3]float64 // the part of Cov that all photographs of one view have in common, mm²; zero: all of it
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
	Scenery     Scenery // what was learned of the discs and the board as a whole
}

// Scenery is what a picture of the whole board tells of all its discs
// together. It holds for later pictures as long as camera, light and discs
// stay the same.
type Scenery struct {
	Disc     models.Disc // the set in play, as the picture tells it
	HeightSD float64     // standard uncertainty of its thickness, mm
	Grain    float64     // contrast below which a step on the board is texture, units of colour
	Lens     Lens        // how sharp the picture is, at the resolution that finding needs
	Offsets  []Offsets   // by how much the edges of the teams' discs look off
	Teams    Teams       // the discs' colours; team i is named by the i-th letter
	Pieces   []PieceLook // on a carrom board, in place of Teams: the pieces' colours
	Radius   float64     // of the discs as this picture alone tells it, mm; 0 where it was not asked
	Sets     []float64   // log likelihood of each set of discs the board may have, its own first; nil where none was told
}

// Detector finds the discs in a picture, given its calibration.
type Detector interface {
	Detect(f capture.Frame, cal calibrate.Calibration) (Observation, error)
}

// LikeDetector finds the discs in a picture of discs that earlier pictures
// showed.
type LikeDetector interface {
	// DetectLike is Detect where known is what all earlier pictures together
	// tell of the set of discs: its Disc's radius and its Lens are taken as they
	// are (a blur of 0 is not known), Sets are what speaks for the thickness,
	// Teams the colours to expect where the picture shows fewer.
	// Where known's Radius is 0 the picture is asked for its own too.
	DetectLike(f capture.Frame, cal calibrate.Calibration, known Scenery) (Observation, error)
}

// SpotDetector measures discs where they are expected, without looking over
// the whole board.
type SpotDetector interface {
	// DetectAt measures the discs whose footprints' centres lie within
	// SpotReach of the seeds (mm, board frame): the result lists only those,
	// none for a seed where no disc is seen. known is an Observation of the
	// whole board by the same detector, under the calibration that still
	// holds: its Calibration and Scenery are taken as they are, and its Discs
	// are neighbours that the discs at the seeds cannot overlap, nor are
	// mistaken for; leave out of it those that may have moved. Teams are named
	// as in known; a colour of no known team gets the next letter.
	DetectAt(f capture.Frame, known Observation, seeds []r2.Vec) (Observation, error)
}

// SpotReach is how far a disc may lie from where it is expected, mm.
const SpotReach = 7.0
