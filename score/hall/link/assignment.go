package link

import (
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// Assignment is what a table is to play. Match is empty when there is nothing
// for it.
type Assignment struct {
	Event    string       `json:"event"`
	Table    string       `json:"table"`
	Rev      uint64       `json:"rev"`             // grows: an older one that comes later is passed over
	Match    string       `json:"match,omitempty"` // id of the match in the board's log
	Title    string       `json:"title,omitempty"` // of the tournament
	Stage    string       `json:"stage,omitempty"` // "Power pool A, round 3"
	Form     referee.Form `json:"form,omitempty"`
	Rules    string       `json:"rules,omitempty"`
	Sets     []string     `json:"sets,omitempty"`
	Games    int          `json:"games,omitempty"`
	Teams    []Team       `json:"teams,omitempty"` // the first begins
	Deadline time.Time    `json:"deadline,omitzero"`
	Next     []string     `json:"next,omitempty"` // who meets here after this match
}

// Team is a side as the hall names it.
type Team struct {
	Name    string         `json:"name"`
	Players []score.Player `json:"players"` // without seats
}

// Setup is the match as the board plays it.
func (a Assignment) Setup(board models.Board) (score.Setup, error) {
	rules, err := models.ShippedRulesets().Get(a.Rules, a.Sets...)
	if err != nil {
		return score.Setup{}, err
	}
	s := score.NewSetup(a.Match, rules, board, a.Form)
	s.Event, s.Table, s.Stage, s.Games = a.Event, a.Table, a.Stage, a.Games
	for i := range s.Teams {
		if i >= len(a.Teams) {
			break
		}
		s.Teams[i].Name = a.Teams[i].Name
		for k := range s.Teams[i].Players {
			if k < len(a.Teams[i].Players) {
				p := a.Teams[i].Players[k]
				p.Seat = s.Teams[i].Players[k].Seat
				s.Teams[i].Players[k] = p
			}
		}
	}
	s = s.Completed()
	return s, s.Validate()
}
