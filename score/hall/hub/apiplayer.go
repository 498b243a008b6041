package hub

import (
	"net/http"

	"ditchline/score/hall/tournament"
)

// playerTotals are what somebody has played at boards: no byes, no forfeits.
type playerTotals struct {
	Played     int `json:"played"`
	Won        int `json:"won"`
	Drawn      int `json:"drawn"`
	Lost       int `json:"lost"`
	Points     int `json:"points"`
	Twenties   int `json:"twenties"`
	Against    int `json:"twenties_against"`
	Best       int `json:"most_twenties"` // in a match
	Difference int `json:"difference"`
}

// playerPlace is where somebody stands in a stage.
type playerPlace struct {
	Stage  string   `json:"stage"`
	Group  string   `json:"group"`
	StageN int      `json:"stage_n"`
	GroupN int      `json:"group_n"`
	Groups int      `json:"groups"`
	Of     int      `json:"of"` // how many are in the group
	Row    standing `json:"row"`
}

type playerAnswer struct {
	Entrant tournament.EntrantLine `json:"entrant"`
	Name    string                 `json:"name"`
	Matches []pairing              `json:"matches"`
	Next    *pairing               `json:"next,omitempty"`
	Before  []pairing              `json:"before"` // what is still to be played at the next match's table before it
	Totals  playerTotals           `json:"totals"`
	Places  []playerPlace          `json:"places"`
}

func (h *Hub) player(r *http.Request) (any, error) {
	id := tournament.EntrantID(r.PathValue("id"))
	var answer *playerAnswer
	err := h.desk.State(func(s *tournament.State) {
		e := s.Entrant(id)
		if e == nil {
			return
		}
		h.mu.RLock()
		defer h.mu.RUnlock()
		answer = &playerAnswer{Entrant: *e, Name: e.Name(), Matches: []pairing{}, Before: []pairing{}, Places: placesOf(s, id)}
		for m := range matchesOf(s) {
			if !m.Has(id) {
				continue
			}
			p := h.pairingOf(s, m)
			answer.Matches = append(answer.Matches, p)
			answer.Totals.add(m, id)
			if m.Open() && answer.Next == nil {
				answer.Next = &p
			}
		}
		if answer.Next == nil || answer.Next.Table == "" {
			return
		}
		for _, m := range s.Open() {
			if m.ID == answer.Next.ID {
				break
			}
			if m.Table == answer.Next.Table {
				answer.Before = append(answer.Before, h.pairingOf(s, m))
			}
		}
	})
	if err == nil && answer == nil {
		err = errNoSuch{"entrant " + string(id)}
	}
	return answer, err
}

func (t *playerTotals) add(m *tournament.Match, id tournament.EntrantID) {
	if m.Bye() || m.Result == nil || m.Forfeit {
		return
	}
	own := 0
	if m.B == id {
		own = 1
	}
	r := m.Result
	t.Played++
	switch m.Winner() {
	case id:
		t.Won++
	case "":
		t.Drawn++
	default:
		t.Lost++
	}
	t.Points += r.Points[own]
	t.Twenties += r.Twenties[own]
	t.Against += r.Twenties[1-own]
	t.Best = max(t.Best, r.Twenties[own])
	t.Difference += r.Score[own] - r.Score[1-own]
}

func placesOf(s *tournament.State, id tournament.EntrantID) []playerPlace {
	places := []playerPlace{}
	for _, g := range standingsOf(s) {
		for _, row := range g.Rows {
			if row.Entrant == id {
				places = append(places, playerPlace{Stage: g.Stage, Group: g.Group, StageN: g.StageN, GroupN: g.GroupN, Groups: g.Groups, Of: len(g.Rows), Row: row})
			}
		}
	}
	return places
}
