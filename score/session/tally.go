package session

import (
	"slices"
	"strconv"

	"ditchline/detect"
	"ditchline/models"
)

// TeamScore is one side's count: what lies on the board, and the twenties.
type TeamScore struct {
	Board    int `json:"board"`    // points of flat and leaning discs
	Twenties int `json:"twenties"` // discs in the hole
	Total    int `json:"total"`    // Board and 20 for each of Twenties

	Left *int `json:"left,omitempty"` // carrom: pieces on the surface
}

// pointsOfTwenty is the worth of a disc in the hole.
const pointsOfTwenty = 20

// Score counts each team's discs in play. Crokinole's two teams are always
// there, with nothing when none of their discs is on the board.
func Score(o detect.Observation) map[string]TeamScore {
	score := map[string]TeamScore{}
	if o.Calibration.Board.Game == models.Carrom {
		return piecesLeft(o.Discs)
	}
	if o.Calibration.Board.Game == models.Crokinole {
		score["A"], score["B"] = TeamScore{}, TeamScore{}
	}
	for _, d := range o.Discs {
		if !d.State.OnBoard() {
			continue
		}
		s := score[d.Team]
		if d.State == detect.InHole {
			s.Twenties++
		} else {
			s.Board += d.Points
		}
		s.Total = s.Board + pointsOfTwenty*s.Twenties
		score[d.Team] = s
	}
	return score
}

// piecesLeft counts the pieces on a carrom board by what they are.
func piecesLeft(discs []detect.Disc) map[string]TeamScore {
	score := map[string]TeamScore{}
	for _, team := range []string{detect.White, detect.Black, detect.Queen, detect.Striker} {
		left := 0
		for _, d := range discs {
			if d.Team == team && d.State.OnBoard() {
				left++
			}
		}
		score[team] = TeamScore{Left: &left}
	}
	return score
}

// Sides is the score with each team's colour and its discs by zone, in the
// order of the teams' names. colours are those of teams of which no disc is
// in play now.
func Sides(o detect.Observation, colours map[string]detect.RGB) []Side {
	score := Score(o)
	teams := make([]string, 0, len(score))
	for team := range score {
		teams = append(teams, team)
	}
	slices.Sort(teams)
	sides := make([]Side, 0, len(teams))
	for _, team := range teams {
		side := Side{Team: team, TeamScore: score[team], Zones: map[string]int{"20": 0, "15": 0, "10": 0, "5": 0, "0": 0}}
		colour, known := meanColour(o.Discs, team)
		if !known {
			colour, known = colours[team]
		}
		if known {
			side.Color = colour.Hex()
		}
		for _, d := range o.Discs {
			if d.Team != team || !d.State.OnBoard() {
				continue
			}
			zone := d.Points
			if d.State == detect.InHole {
				zone = pointsOfTwenty
			}
			side.Zones[strconv.Itoa(zone)]++
		}
		sides = append(sides, side)
	}
	return sides
}

// meanColour of a team's discs; ok is false when it has none.
func meanColour(discs []detect.Disc, team string) (c detect.RGB, ok bool) {
	var r, g, b, n int
	for _, d := range discs {
		if d.Team == team {
			r, g, b, n = r+int(d.Colour.R), g+int(d.Colour.G), b+int(d.Colour.B), n+1
		}
	}
	if n == 0 {
		return detect.RGB{}, false
	}
	return detect.RGB{R: uint8(r / n), G: uint8(g / n), B: uint8(b / n)}, true
}
