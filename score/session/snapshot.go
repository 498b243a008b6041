package session

import "ditchline/models"

// Phase is what the session is doing, in words that a user can follow.
type Phase string

// The phases of a session.
const (
	Starting Phase = "starting"        // the source was not heard yet
	Looking  Phase = "looking"         // looking for the board
	Ready    Phase = "ready"           // board found, discs measured: the next shot may come
	Hidden   Phase = "hand_over_board" // something covers the board: what it covers is unknown
	UnderWay Phase = "shot_under_way"
	Settling Phase = "settling"            // discs come to rest
	Settled  Phase = "settled"             // the shot was judged
	Waiting  Phase = "waiting_for_removal" // discs must be taken off
	Check    Phase = "please_check"        // a person must answer, or put discs back
	Lost     Phase = "camera_lost"         // the camera is gone or repeats one picture; it is reopened
	Ended    Phase = "ended"               // the source came to its end
)

// Phases are all of them.
var Phases = []Phase{Starting, Looking, Ready, Hidden, UnderWay, Settling, Settled, Waiting, Check, Lost, Ended}

// Flowing says whether frames should be coming in that phase.
func (p Phase) Flowing() bool { return p != Starting && p != Lost && p != Ended }

// Snapshot is the whole state of a session at one moment: /api/state, and
// every event of /api/events. Pixels are those of the frame of Width x Height.
type Snapshot struct {
	Version uint64  `json:"version"` // grows with every snapshot of a process
	Program string  `json:"program"` // changes when the server restarts
	At      float64 `json:"at_ms"`   // when it was published, ms since 1970
	Time    float64 `json:"t"`       // seconds from the source's first frame
	Frame   uint64  `json:"frame"`   // number of the frame in which this was seen
	Source  string  `json:"source"`
	Phase   Phase   `json:"phase"`
	Text    string  `json:"text"` // the phase in a sentence, with what to do about it

	Width  int      `json:"width"`
	Height int      `json:"height"`
	Rates  Rates    `json:"rates"`
	Board  *Board   `json:"board"` // null until it was found
	Discs  []Disc   `json:"discs"`
	Left   []Ghost  `json:"left_out"` // disc-like things that do not count, and why
	Score  []Side   `json:"score"`    // one a team, in the order of their names
	Warn   []string `json:"warnings"`

	Due    []Mark     `json:"due"`    // discs that must be taken off, where they lie
	Gone   []Mark     `json:"ghosts"` // places to which discs must be put back
	Moving []Mark     `json:"moving"` // discs under way
	Match  *MatchView `json:"match"`  // null before the board was found
	Limits []Limit    `json:"limits"` // decisions that the camera is too poor for

	Hall *HallView `json:"hall,omitempty"` // missing where the board has joined none

	Tally Tally `json:"-"` // for the metrics
}

// Tally counts what was judged since the program began. Its maps are never
// written to.
type Tally struct {
	Shots     map[string]uint64 // by verdict, as first said
	Reasons   map[string]uint64 // by the reason's code
	Anomalies map[string]uint64 // by kind
	Delays    Delays            // from the rest of the last disc to the verdict
	Open      int               // questions that a person must answer
	Unsaved   int               // events that could not be stored yet
}

// Delays is a histogram: how many were at most each bound.
type Delays struct {
	Bounds []float64 // s
	Counts []uint64  // cumulative
	N      uint64
	Sum    float64 // s
}

// Mark is a place on the board to be shown, with its outline in the picture.
type Mark struct {
	ID      string       `json:"id,omitempty"` // of the disc, in the match
	Team    string       `json:"team,omitempty"`
	Why     string       `json:"why,omitempty"` // it must go: R_20, R_LINE, R_RETURN, R_FOUL
	X       float64      `json:"x_mm"`
	Y       float64      `json:"y_mm"`
	Radius  float64      `json:"radius_mm"`
	Outline [][2]float64 `json:"outline_px"`
}

// Rates say how well the machine keeps up.
type Rates struct {
	CapturedFPS  float64            `json:"captured_fps"`
	ProcessedFPS float64            `json:"processed_fps"`
	Captured     uint64             `json:"captured"`
	Dropped      uint64             `json:"dropped"`
	StageMS      map[string]float64 `json:"stage_ms"` // calibrate, detect, total: of the last frame
	LatencyMS    float64            `json:"latency_ms"`
}

// Board is the board as found, with its printed lines in pixels.
type Board struct {
	BoardReport
	Calibration CalibrationReport `json:"calibration"`
	Geometry    Geometry          `json:"geometry"`
	Outlines    []Outline         `json:"outlines"`
}

// Geometry is what the top-down diagram is drawn from, mm in the board frame.
type Geometry struct {
	SurfaceRadius float64      `json:"surface_radius"`
	R15           float64      `json:"r15"`
	R10           float64      `json:"r10"`
	R5            float64      `json:"r5"`
	LineWidth     float64      `json:"line_width"`
	HoleRadius    float64      `json:"hole_radius"`
	DitchWidth    float64      `json:"ditch_width"`
	Pegs          [][2]float64 `json:"pegs"`
	PegRadius     float64      `json:"peg_radius"`
	Quadrants     [][4]float64 `json:"quadrants"` // x1, y1, x2, y2

	Carrom *models.CarromSurface `json:"carrom,omitempty"` // of a carrom board, which has none of the above
}

// Outline is a curve of the board in the picture, pixels.
type Outline struct {
	What   string       `json:"what"` // "15", "10", "5", "surface", "hole", "quadrant"; carrom: "surface", "base", "base_circle", "centre", "spot", "pocket"
	Closed bool         `json:"closed"`
	Points [][2]float64 `json:"points"`
}

// Disc is one disc with its outlines in the picture.
type Disc struct {
	DiscReport
	ID        string       `json:"id,omitempty"` // in the match; empty for a disc that it does not know
	Hidden    bool         `json:"hidden,omitempty"`
	ByHand    bool         `json:"by_hand,omitempty"` // people say so, against the camera
	Footprint [][2]float64 `json:"footprint_px"`
	Top       [][2]float64 `json:"top_px"`
}

// Ghost is something disc-like that does not count, and why.
type Ghost struct {
	X       float64      `json:"x_mm"`
	Y       float64      `json:"y_mm"`
	Radius  float64      `json:"radius_mm"`
	Why     string       `json:"why"`
	Outline [][2]float64 `json:"outline_px"`
}

// Side is one team's count, with its discs by zone.
type Side struct {
	Team  string         `json:"team"`
	Color string         `json:"color"`
	Zones map[string]int `json:"zones"` // "20", "15", "10", "5", "0" -> discs
	TeamScore
}
