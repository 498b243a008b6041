package desk

import (
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/referee"

	"gonum.org/v1/gonum/spatial/r2"
)

// Note is what the desk has to say: one of *Calibrated, *Shot, *Anomaly,
// *Round and *Resumed. Times are those of the frames, from the source's first; places are mm
// in the board frame.
type Note interface{ note() }

// Calibrated says that the board was found or its calibration has changed.
type Calibrated struct {
	At          time.Duration
	Calibration calibrate.Calibration
}

// Shot is a shot as judged. A later one of the same N and a higher Revision
// stands for it.
type Shot struct {
	N, Revision              int
	Seq                      int // of its event in the match's log
	Flick, Settled, Reported time.Duration
	Team                     referee.Side
	Player                   string
	Seat                     referee.Seat
	Speed                    float64 // of the disc at first, m/s; 0 when it was not measured
	Start                    *r2.Vec // where the disc was flicked from; nil when it was not seen
	OpponentsBefore          int
	Contacted                Answer
	Contacts                 [][2]string // the likely ones, in the order of time
	Verdict                  referee.Verdict
	Text                     string
	Remove                   []Due
	Other                    []Due // what Verdict.Alternative would remove
	Discs                    []Named
	Before                   []Named // as the discs lay
	Tracks                   []Track
}

// Track is the way of a disc in a shot: places mm in the board frame.
type Track struct {
	Name   string // in the match; empty for a disc that it does not know
	Colour detect.RGB
	Radius float64
	Points []detect.TrackPoint
}

// Answer is yes, no or unsure.
type Answer string

// The answers.
const (
	Yes    Answer = "yes"
	No     Answer = "no"
	Unsure Answer = "unsure"
)

// Named is a disc with the name and the side that it has in the match.
type Named struct {
	Name string
	detect.Disc
}

// Due is a disc that a person must take off the surface.
type Due struct {
	Name string
	Side referee.Side
	Why  referee.Why
	Pos  r2.Vec

	id    detect.ID
	known bool // a person was told that it is late, or it cannot be meant

	uncounted bool // a twenty that counts when it is taken out
	dark      bool // it lies in the hole and looks like one: nobody can see whether it was taken out
	passed    int  // shots that were played while it lay there still

	radius float64
}

// Kind names an anomaly.
type Kind string

// The anomalies.
const (
	HandDisturbance Kind = "hand_disturbance"
	MissingRemoval  Kind = "missing_removal"
	WrongRemoval    Kind = "wrong_removal"
	ReturnedDisc    Kind = "returned_disc"
	BoardMoved      Kind = "board_moved"
	CameraLost      Kind = "camera_lost"
	OutOfTurn       Kind = "out_of_turn"
)

// Anomaly is something that should not happen on a board. It is said once,
// when it is seen.
type Anomaly struct {
	Kind    Kind
	At      time.Duration
	Text    string
	Discs   []Touched
	MM, Deg float64 // of a board that was moved
}

// Touched is a disc of an anomaly: where it lies, or lay when it was taken,
// and where it should lie when that is elsewhere.
type Touched struct {
	Name   string
	Team   referee.Side
	Pos    r2.Vec
	Should *r2.Vec
}

// Round is a round as written.
type Round struct {
	At      time.Duration
	Partial bool // it began before the recording did, or was not played to its end
	Score   map[referee.Side]referee.Tally
	Starter referee.Seat // of the next one; empty while the loser chooses
}

// Resumed says how the board lies against a match that went on from its log.
type Resumed struct {
	At      time.Duration
	Agree   int     // discs that lie where the log has them
	Missing []Ghost // of the log, not lying there
	Extra   int     // lying there, not in the log
	Text    string
}

func (*Calibrated) note() {}
func (*Shot) note()       {}
func (*Anomaly) note()    {}
func (*Round) note()      {}
func (*Resumed) note()    {}
