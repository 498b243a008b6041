package sim

import (
	"math"
	"slices"

	"ditchline/models"
)

// Played is a finished shot as the game's referee sees it.
type Played struct {
	Board   models.Board
	Team    int
	Disc    int     // the disc that was shot
	SeatDeg float64 // direction of the shooter's seat from the middle
	Start   [2]float64
	Before  []Puck
	After   []Puck
	Events  []Event
	Due     map[int]bool // discs that should have been taken off before: out of play
}

// Judgement is the referee's decision on a shot: whether it was valid, why,
// and which discs must be taken off the board, each with its reason.
type Judgement struct {
	Valid  bool
	Reason string
	Remove []Removal
}

// Removal is a disc that must be taken off: twenty, line, returned, or foul.
type Removal struct {
	Disc int
	Why  string
}

// Why a disc must be taken off, in groundtruth's words.
const (
	WhyTwenty   = "twenty"
	WhyLine     = "touching_shooting_line"
	WhyReturned = "returned"
	WhyFoul     = "foul_shot_disc"
	WhyFoulOwn  = "foul_own_contacted"
	WhyOpen     = "open_shot_disc"
)

// Referee judges shots. The game's own is NED; another is plugged in with
// Options.Referee.
type Referee interface {
	Judge(Played) Judgement
}

// NED is the embedded rule: with an opponent's disc on the board the chain
// of contacts must reach one, else the shot disc and its own discs touched
// are removed; on an open board the shot disc must end within or touching
// the 15 line, or in the hole. A disc that came back from the rail is
// removed, and what it touched does not count.
type NED struct{}

// Judge implements Referee.
func (NED) Judge(p Played) Judgement {
	c := contactsIn(p)
	var j Judgement
	foul := WhyFoul
	if len(c.opponents) > 0 {
		switch j.Valid = len(c.opponentsTouched) > 0; {
		case !j.Valid:
			j.Reason = "opponent_not_contacted"
		case c.direct:
			j.Reason = "opponent_contacted_direct"
		default:
			j.Reason = "opponent_contacted_by_chain"
		}
	} else {
		j.Valid, j.Reason = openShotGood(p)
		foul = WhyOpen
	}
	for _, d := range p.After {
		if !onBoard(d.Where) || p.Due[d.ID] {
			continue
		}
		far := math.Hypot(d.X, d.Y)
		switch {
		case !j.Valid && d.ID == p.Disc:
			j.Remove = append(j.Remove, Removal{d.ID, foul})
		case !j.Valid && len(c.opponents) > 0 && d.Team == p.Team && c.touched[d.ID]:
			j.Remove = append(j.Remove, Removal{d.ID, WhyFoulOwn})
		case slices.Contains(c.returned, d.ID):
			j.Remove = append(j.Remove, Removal{d.ID, WhyReturned})
		case d.Where == InHole:
			j.Remove = append(j.Remove, Removal{d.ID, WhyTwenty})
		case d.Where == OnSurface && p.Board.Points(far, p.Board.Disc.Radius) == 0:
			j.Remove = append(j.Remove, Removal{d.ID, WhyLine})
		}
	}
	return j
}

func onBoard(w Where) bool { return w == OnSurface || w == InHole || w == Leaning }

func openShotGood(p Played) (bool, string) {
	for _, d := range p.After {
		if d.ID != p.Disc {
			continue
		}
		switch d.Where {
		case InHole:
			return true, "open_board_20"
		case Leaning:
			return true, "open_board_centre_reached"
		case OnSurface:
			far := math.Hypot(d.X, d.Y)
			if far <= p.Board.Rings.R15 || models.Touches(p.Board.Clearance(models.Line15, far, p.Board.Disc.Radius)) {
				return true, "open_board_centre_reached"
			}
		}
	}
	return false, "open_board_centre_not_reached"
}
