// Package calibrate finds where the camera stands: pose and lens from the
// board's own lines, how well they fit, and whether they still hold.
package calibrate

import (
	"errors"

	"ditchline/capture"
	"ditchline/models"
)

// Calibration is a camera fitted to a board: what is needed to go between
// pixels and mm.
type Calibration struct {
	Board      models.Board // as measured: its rings are those of the real board
	Make       string       // name of the make that was asked for or fits best
	Confidence float64      // 0 to 1: how surely this is a board, and this board
	Camera     models.Camera
	RMSPx      float64   // of the line points that the fit kept, pixels
	RMSMM      float64   // the same on the surface, mm
	Points     int       // line points that the fit kept
	Rings      []RingFit // how well each printed circle fits
	Spread     Spread    // how uncertain all of it is
	Warnings   []string  // what a user should know, in sentences

	print print
}

// print is what a calibration learned of the board's print, so that it is
// found again without a search.
type print struct {
	ink      ink
	measured bool // the rings are the board's own, not its make's
	turnSure bool // the quadrant lines were seen
}

// RingFit says how well one printed circle fits.
type RingFit struct {
	Line     models.Line
	RadiusMM float64 // of the middle of the line, as measured
	RMSPx    float64
	RMSMM    float64
	Seen     float64 // share of the circle that was seen, 0 to 1
}

// Options narrow the search for a board.
type Options struct {
	Boards  []models.Board // the makes to choose from; one entry names the board
	Surface float64        // real diameter of the playing surface, mm; 0 for the make's own
	FocalPx float64        // focal length known from elsewhere, pixels; 0 for none
}

// Finder finds the board in a picture.
type Finder interface {
	// Find is an error that wraps ErrNoBoard where no board is to be seen or
	// none can be fitted well.
	Find(f capture.Frame, o Options) (Calibration, error)
}

// ErrNoBoard says that a picture shows no board that could be fitted.
var ErrNoBoard = errors.New("no board found")
