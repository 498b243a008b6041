package sim

import (
	"math"

	"ditchline/models"
)

// Played is a finished shot as the game's referee sees it.
type Played struct {
	Board  models.Board
	Team   int
	Disc   int // the disc that was shot
	Before []Puck
	After  []Puck
	Events []Event
}

// Judgement is the referee's decision on a shot: whether it was valid, why,
// and which discs must be taken off the board, each with its reason.
type Judgement struct {
	Valid  bool
	Reason string
	Remove []Removal
}

// Removal is a disc that must be taken off: twenty, line, or foul.
type Removal struct {
	Disc int
	Why  string
}

// Referee judges shots. The game's own is NED; another is plugged in with
// Options.Referee.
type Referee interface {
	Judge(Played) Judgement
}

// NED is the embedded rule: with an opponent's disc on the board the chain
// of contacts must reach one, else the shot disc and its own discs touched
// are removed; on an open board the shot disc must end within or touching
// the 15 line, or in the hole.
type NED struct{}

// Judge implements Referee.
func (NED) Judge(p Played) Judgement {
	touched := map[int]bool{p.Disc: true}
	for _, e := range p.Events {
		if e.Kind == EventContact {
			touched[e.Disc], touched[e.Other] = true, true
		}
	}
	opponents, reached := 0, false
	for _, d := range p.Before {
		if d.Team != p.Team && onBoard(d.Where) {
			opponents++
			reached = reached || touched[d.ID]
		}
	}
	var j Judgement
	if opponents > 0 {
		j.Valid, j.Reason = reached, "opponent_contacted"
		if !reached {
			j.Reason = "no_opponent_contact"
		}
	} else {
		j.Valid, j.Reason = openShotGood(p)
	}
	for _, d := range p.After {
		if !onBoard(d.Where) {
			continue
		}
		far := math.Hypot(d.X, d.Y)
		switch {
		case !j.Valid && d.Team == p.Team && (d.ID == p.Disc || opponents > 0 && touched[d.ID]):
			j.Remove = append(j.Remove, Removal{d.ID, "foul"})
		case d.Where == InHole:
			j.Remove = append(j.Remove, Removal{d.ID, "twenty"})
		case d.Where == OnSurface && p.Board.Points(far, p.Board.Disc.Radius) == 0:
			j.Remove = append(j.Remove, Removal{d.ID, "line"})
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
			return true, "open_board"
		case OnSurface:
			far := math.Hypot(d.X, d.Y)
			if far <= p.Board.Rings.R15 || models.Touches(p.Board.Clearance(models.Line15, far, p.Board.Disc.Radius)) {
				return true, "open_board"
			}
		}
	}
	return false, "open_board_not_in_15"
}
