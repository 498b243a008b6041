// Package referee judges: from a situation to a verdict, by a ruleset. It is
// pure: no clock, no input or output. Lengths are mm in the board frame,
// angles degrees counter-clockwise from the middle of seat E.
package referee

import (
	"math"

	"ditchline/models"
)

// Seat is a side of the board: the quadrant in front of a player.
type Seat string

// The seats; clockwise, to each one's left-hand neighbour: S, W, N, E.
const (
	South Seat = "S"
	West  Seat = "W"
	North Seat = "N"
	East  Seat = "E"
)

// clockwise is the order of play round the table.
var clockwise = [4]Seat{South, West, North, East}

// AxisDeg is the direction of the seat's middle.
func (s Seat) AxisDeg() float64 {
	switch s {
	case North:
		return 90
	case West:
		return 180
	case South:
		return 270
	default:
		return 0
	}
}

// Valid says whether s is one of the four.
func (s Seat) Valid() bool { return s == South || s == West || s == North || s == East }

// Side is who owns discs: a colour or a team. Partners are one side.
type Side string

// Form is how many play, and how.
type Form string

// The forms of play, with the seats that they use.
const (
	Two     Form = "2"   // S, N
	Three   Form = "3"   // S, W, N: all against all
	TwoVOne Form = "2v1" // the pair at S and N, the single at W
	Four    Form = "4"   // all; partners face to face
)

// Valid says whether f is one of the four.
func (f Form) Valid() bool { return f == Two || f == Three || f == TwoVOne || f == Four }

// Seats are the seats used, clockwise from S.
func (f Form) Seats() []Seat {
	switch f {
	case Two:
		return []Seat{South, North}
	case Three, TwoVOne:
		return []Seat{South, West, North}
	default:
		return clockwise[:]
	}
}

func (f Form) uses(s Seat) bool {
	return s == South || s == North || (s == West && f != Two) || f == Four
}

// Next is the seat that plays after s, when each still has discs and the
// round's history is not known: in 2v1 the single follows either partner.
func (f Form) Next(s Seat, order models.TurnOrder) Seat {
	if f == TwoVOne && s != West {
		return West
	}
	step := 1
	if order == models.CounterClockwise {
		step = 3
	}
	at := 0
	for i, c := range clockwise {
		if c == s {
			at = i
		}
	}
	for range clockwise {
		at = (at + step) % len(clockwise)
		if f.uses(clockwise[at]) {
			return clockwise[at]
		}
	}
	return s
}

// Polar is a place on the board: distance from the middle of the hole, mm,
// and angle.
type Polar struct {
	D     float64 `json:"d"`
	Theta float64 `json:"theta"`
}

// PolarOf is the place with the coordinates x, y in mm.
func PolarOf(x, y float64) Polar {
	return Polar{D: math.Hypot(x, y), Theta: math.Atan2(y, x) * 180 / math.Pi}
}

// XY are the coordinates in mm.
func (p Polar) XY() (x, y float64) {
	s, c := math.Sincos(p.Theta * math.Pi / 180)
	return p.D * c, p.D * s
}

// distance between two places, mm.
func (p Polar) distance(q Polar) float64 {
	x1, y1 := p.XY()
	x2, y2 := q.XY()
	return math.Hypot(x1-x2, y1-y2)
}

// State says where a disc physically lies.
type State string

// The states of a disc.
const (
	Flat    State = "flat"    // on the surface
	Leaning State = "leaning" // half in the hole; where its place is not known, it is 0@0
	InHole  State = "in_hole" // flat in it
	InDitch State = "ditch"   // off the surface
)

// Valid says whether s is one of the four.
func (s State) Valid() bool { return s == Flat || s == Leaning || s == InHole || s == InDitch }

// Disc is a disc before the shot.
type Disc struct {
	ID    string  `json:"id"`
	Owner Side    `json:"owner"`
	State State   `json:"state"`
	At    Polar   `json:"at"`
	SD    float64 `json:"sd,omitempty"` // standard uncertainty of At along any direction, mm
	On    string  `json:"on,omitempty"` // the disc that it lies flat upon
}

// InPlay says whether the disc counts as being on the board; a twenty that
// waits to be taken off does not.
func (d Disc) InPlay() bool { return d.State == Flat || d.State == Leaning }

// Rest is where a disc lies after the shot, and how sure that is.
type Rest struct {
	ID    string  `json:"id"`
	State State   `json:"state"`
	At    Polar   `json:"at"`
	SD    float64 `json:"sd,omitempty"`    // standard uncertainty of At along any direction, mm; 0: exact
	Or    State   `json:"or,omitempty"`    // the state it may be in instead
	Doubt float64 `json:"doubt,omitempty"` // probability of Or

	On             string `json:"on,omitempty"`              // the disc that it lies flat upon
	MovedMeanwhile bool   `json:"moved_meanwhile,omitempty"` // was seen to move, also if it came back to where it lay
	BouncedOut     bool   `json:"bounced_out,omitempty"`     // dropped into the hole and hopped out again
}

// Contact is one touch, in time order. Pegs are named "peg0" to "peg7".
type Contact struct {
	A     string  `json:"a"`
	B     string  `json:"b"`
	Post  bool    `json:"post,omitempty"`  // after a disc had left the surface and come back
	Doubt float64 `json:"doubt,omitempty"` // probability that it did not happen; 0: sure
}

// Return is a disc that left and came back.
type Return struct {
	ID    string  `json:"id"`
	Line  bool    `json:"line,omitempty"`  // it only crossed the shooting line onto the lip
	Doubt float64 `json:"doubt,omitempty"` // probability that it did not leave
}

// Unsure is a disc of the board before the shot of which it is not sure whose
// it is, or that it lies there.
type Unsure struct {
	ID    string  `json:"id"`
	Other float64 `json:"other,omitempty"` // probability that it is the other side's than its owner
	Gone  float64 `json:"gone,omitempty"`  // probability that no disc lies there
}

// Displaced is a disc that a returned one moved, and from where.
type Displaced struct {
	ID   string `json:"id"`
	From Polar  `json:"from"`
}

// Start is a disc placed for its shot.
type Start struct {
	Seat Seat    `json:"seat"`
	At   Polar   `json:"at"`
	Flat bool    `json:"flat"`
	SD   float64 `json:"sd,omitempty"` // standard uncertainty of At, mm
}

// Turn says who is to play.
type Turn struct {
	Seat Seat `json:"seat"`
	Side Side `json:"side"`
}

// Situation is all that is known of one shot. Discs of Before that After does
// not name have not moved.
type Situation struct {
	Ruleset      *models.Ruleset
	Board        models.Board
	Form         Form
	Side         Side   // of the shooter; also owner of the shot disc
	Seat         Seat   // of the shooter
	Shot         string // id of the shot disc
	Start        *Start // nil: not seen
	Expected     *Turn  // who was to play; nil: not known, or accepted
	Before       []Disc
	Unsure       []Unsure // of Before
	Contacts     []Contact
	After        []Rest
	Returned     []Return
	Damage       []Displaced
	ReshootsLeft int             // -1: without limit
	ManualFoul   Reason          // a person called a foul (F_SEAT, F_HAND ...)
	Answers      map[string]bool // what people said to questions, by Question.Key
}
