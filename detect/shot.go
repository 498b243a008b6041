package detect

import (
	"time"

	"ditchline/calibrate"

	"gonum.org/v1/gonum/spatial/r2"
)

// ID names a disc for as long as it is followed, from 1. It is never used
// again for another.
type ID int

// Seen is a disc of a settled board that is followed.
type Seen struct {
	ID ID
	Disc
	Other float64 // probability that it is of another team than Team says
}

// Guessed says whether the disc was not seen where it lies: it was lost on its
// way there.
func (s Seen) Guessed() bool { return s.SD() > guessSD }

// guessSD is the standard deviation of a place, mm, above which it was not
// measured.
const guessSD = 4.0

// Happening is what a watcher says of a board: one of *Found, *Shot,
// *Handling, *Shifted and *Broken. Times are those of the frames, from the
// source's first.
type Happening interface{ happening() }

// Found says that the board was found, at first or anew.
type Found struct {
	At          time.Duration
	Calibration calibrate.Calibration
	Discs       []Seen // that lie on the board; shots may have been played before
}

// Shot is a flick, from settled board to settled board, as it was seen. It
// knows no rules.
type Shot struct {
	N        int           // counts the shots from 1
	Revision int           // 1 when it is first said; the same shot, measured better, has a higher one
	Flick    time.Duration // the disc left the finger
	Settled  time.Duration // the last disc came to rest
	Reported time.Duration // of the frame at which revision 1 was said
	Disc     ID            // that was flicked
	Start    Placing
	Before   []Seen // the settled board before the disc was placed
	Rest     []Rest // every disc of Before, the flicked one, and any that came back
	Contacts []Contact
	Tracks   []Track
	Cut      bool // the film ended or was cut before the board had settled
}

// Placing is where a disc lay before it was flicked.
type Placing struct {
	Seen  bool
	Pos   r2.Vec // centre of the footprint, mm
	SD    float64
	Team  string
	Lines []LineCall // against the shooting line: how the disc stood on it
}

// Rest is what became of a disc in a shot.
type Rest struct {
	Seen                   // as it lies now; State says how. Of a disc in the ditch or gone, the last place seen
	From     r2.Vec        // where it lay before, mm; the start for the flicked disc
	Moved    float64       // by how far it was moved, mm
	MovedSD  float64       // of Moved
	PMoved   float64       // probability that it was moved at all
	Entered  float64       // probability that it fell into the hole
	At       time.Duration // when it came to rest, fell, or left the surface
	Returned bool          // left the surface and came back
}

// Contact is a touch of two discs, in the order of time.
type Contact struct {
	A, B ID // A was moving
	At   time.Duration
	P    float64 // probability that they touched, by their ways and by how B lies afterwards
}

// Track is the way of one disc, as far as the frames show it.
type Track struct {
	ID     ID
	Points []TrackPoint
}

// TrackPoint is a place on a track.
type TrackPoint struct {
	At  time.Duration
	Pos r2.Vec // mm
}

// Handling is what hands did to a settled board between two shots: the
// discs they took off, put on and moved.
type Handling struct {
	Start, End time.Duration // from when the first change was seen to when the hand was away
	Taken      []Taken
	Added      []Seen
	Moved      []Displaced
	After      []Seen // the settled board after it
}

// Taken is a disc that a hand took off the surface.
type Taken struct {
	Seen
	At time.Duration
}

// Displaced is a disc that a hand moved.
type Displaced struct {
	Seen        // where it lies now
	From r2.Vec // mm
	At   time.Duration
}

// Shifted says that the board or the camera was moved: measuring stopped and
// goes on with the new calibration.
type Shifted struct {
	At          time.Duration
	MM, Deg     float64 // by how far, on the surface
	Calibration calibrate.Calibration
}

// Broken says that the pictures stopped making sense: the board is lost, or
// the film was cut. Why is a sentence for the reader.
type Broken struct {
	At  time.Duration
	Cut bool
	Why string
}

func (*Found) happening()    {}
func (*Shot) happening()     {}
func (*Handling) happening() {}
func (*Shifted) happening()  {}
func (*Broken) happening()   {}
