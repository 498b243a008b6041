package tournament

import "strings"

// EntrantID names an entrant within its tournament.
type EntrantID string

// MatchID names a match within its tournament: stage, group, round, number.
type MatchID string

// Player is one person of an entrant.
type Player struct {
	Name string `json:"name"`
	CID  string `json:"cid,omitempty"` // id in a players' register, for exports
}

// Entrant is who takes part: one player, or a team of two.
type Entrant struct {
	ID      EntrantID `json:"id"`
	Players []Player  `json:"players"`
	Team    string    `json:"team,omitempty"` // a name of its own
	Club    string    `json:"club,omitempty"`
	Seed    int       `json:"seed,omitempty"` // 1 is the strongest; 0: not seeded, after those who are
}

// Name is what the entrant is called: the team's name, or its players'.
func (e Entrant) Name() string {
	if e.Team != "" {
		return e.Team
	}
	names := make([]string, len(e.Players))
	for i, p := range e.Players {
		names[i] = p.Name
	}
	return strings.Join(names, " & ")
}
