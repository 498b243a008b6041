package desk

import (
	"math"
	"slices"

	"ditchline/detect"
	"ditchline/referee"

	"gonum.org/v1/gonum/spatial/r2"
)

// seating is who sits where and plays what. A printed board is 4-fold
// symmetric and any colour may be anybody's, so both are learned from the
// first shots: each seat's quarter of the board, and each colour's side.
type seating struct {
	form  referee.Form
	frame int                     // quarter turns from the board frame to the match's, in which the first shot came from S
	at    map[referee.Seat]int    // quarter turns from +x to the seat, counter-clockwise; what is not known is missing
	sure  map[referee.Seat]bool   // the seat was learned from a start far from the quadrant lines, or set
	sides map[string]referee.Side // by vision's name of a team

	colours map[referee.Side]detect.RGB // of the sides' discs, as last seen
	shown   map[referee.Side]detect.RGB // of the sides' discs, as people said before the match
}

// nearLine is how close to the quadrant line, in degrees, a start may be of
// either neighbour, and does not tell who sits where.
const nearLine = 8

// foreign is how far from the middle of a seat's quarter, in degrees, a place
// is plainly somebody else's.
const foreign = 60

func newSeating(form referee.Form) seating {
	return seating{form: form, at: map[referee.Seat]int{}, sure: map[referee.Seat]bool{}, sides: map[string]referee.Side{}, colours: map[referee.Side]detect.RGB{}}
}

// quarterAt is the quarter in which a place lies, from +x counter-clockwise,
// and by how many degrees it is off the middle of it.
func quarterAt(p r2.Vec) (q int, off float64) {
	a := math.Atan2(p.Y, p.X) * 180 / math.Pi
	k := math.Round(a / 90)
	return (int(k) + 4) % 4, a - 90*k
}

// quarter turns a place counter-clockwise.
func quarter(p r2.Vec, turns int) r2.Vec {
	for range (turns%4 + 4) % 4 {
		p = r2.Vec{X: -p.Y, Y: p.X}
	}
	return p
}

// axis is the quarter of a seat in its own frame.
func axis(seat referee.Seat) int { return int(seat.AxisDeg()) / 90 }

// turnOf is by how many quarters the board frame is turned into one in which
// the seat is where its name says.
func (s *seating) turnOf(seat referee.Seat) int {
	q, ok := s.at[seat]
	if !ok {
		return 0
	}
	return axis(seat) - q
}

// polar is a place in the frame of the match.
func (s *seating) polar(p r2.Vec) referee.Polar {
	return polarIn(p, s.frame)
}

// start is a place as the player of that seat sees it.
func (s *seating) start(seat referee.Seat, p r2.Vec) referee.Polar {
	return polarIn(p, s.turnOf(seat))
}

func polarIn(p r2.Vec, turn int) referee.Polar {
	p = quarter(p, turn)
	return referee.PolarOf(p.X, p.Y)
}

// onBoard is a place of the match's frame in the board frame.
func (s *seating) onBoard(p referee.Polar) r2.Vec {
	x, y := p.XY()
	return quarter(r2.Vec{X: x, Y: y}, -s.frame)
}

// seatAt is the seat from which a disc of a side was flicked, of are the
// side's seats: the one whose quarter is near, else one whose quarter is not
// known yet, which is learned; or somebody else's.
func (s *seating) seatAt(p r2.Vec, of []referee.Seat) referee.Seat {
	if own, off := s.nearest(p, of); own != "" && off < foreign {
		return own
	}
	for _, seat := range of {
		if _, known := s.at[seat]; !known {
			s.sit(seat, p)
			return seat
		}
	}
	if other, off := s.nearest(p, s.form.Seats()); other != "" && off < foreign {
		return other
	}
	own, _ := s.nearest(p, of)
	return own
}

// nearest of the seats whose quarter is known, and by how many degrees the
// place is off its middle.
func (s *seating) nearest(p r2.Vec, seats []referee.Seat) (best referee.Seat, off float64) {
	a := math.Atan2(p.Y, p.X) * 180 / math.Pi
	for _, seat := range seats {
		q, known := s.at[seat]
		if !known {
			continue
		}
		if d := math.Abs(math.Remainder(a-90*float64(q), 360)); best == "" || d < off {
			best, off = seat, d
		}
	}
	return best, off
}

// sit learns a seat's quarter, and that of the seat opposite where two sit
// face to face.
func (s *seating) sit(seat referee.Seat, p r2.Vec) {
	q, off := quarterAt(p)
	if len(s.at) == 0 {
		s.frame = axis(seat) - q
	}
	s.at[seat] = q
	if math.Abs(off) > 45-nearLine {
		return // perhaps the neighbour's: the player opposite will tell
	}
	s.sure[seat] = true
	other := opposite[seat]
	if slices.Contains(s.form.Seats(), other) && s.form != referee.Three && !s.sure[other] {
		s.at[other], s.sure[other] = (q+2)%4, true
	}
}

var opposite = map[referee.Seat]referee.Seat{
	referee.South: referee.North, referee.North: referee.South, referee.West: referee.East, referee.East: referee.West,
}

// sideOf is the side that plays a colour; may are the sides that it can be
// while it is not known, the likeliest first. A colour more than there are
// sides is one that was seen in another light: it is that side's whose discs
// look most like it.
func (s *seating) sideOf(team string, colour detect.RGB, may []referee.Side) referee.Side {
	if side, ok := s.sides[team]; ok {
		return side
	}
	if side := s.toldSide(colour, may); side != "" {
		s.sides[team] = side
		return side
	}
	for _, side := range may {
		if _, known := s.shown[side]; !known && !s.taken(side) {
			s.sides[team] = side
			return side
		}
	}
	best, near := may[0], math.Inf(1)
	for _, side := range may {
		if c, known := s.colours[side]; known && apart(c, colour) < near {
			best, near = side, apart(c, colour)
		}
	}
	s.sides[team] = best
	return best
}

func (s *seating) taken(side referee.Side) bool {
	for _, other := range s.sides {
		if other == side {
			return true
		}
	}
	return false
}
