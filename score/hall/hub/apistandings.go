package hub

import (
	"errors"
	"net/http"

	"ditchline/models"
	"ditchline/score/hall/tournament"
)

// standing is a row with its name.
type standing struct {
	tournament.Row
	tournament.Outlook
	Name string `json:"name"`
	Club string `json:"club,omitempty"`
	Seed int    `json:"seed,omitempty"`
}

type groupStandings struct {
	Stage  string                 `json:"stage"`
	Group  string                 `json:"group"`
	StageN int                    `json:"stage_n"` // from 0
	GroupN int                    `json:"group_n"` // from 0
	Groups int                    `json:"groups"`  // of the stage
	System tournament.System      `json:"system"`
	Order  []tournament.Criterion `json:"order"`
	Count  tournament.Count       `json:"count"`
	Played int                    `json:"rounds_played"` // that have a result in this group
	Done   bool                   `json:"done"`
	Rows   []standing             `json:"rows"`
}

func standingsOf(s *tournament.State) []groupStandings {
	list := []groupStandings{}
	for i, st := range s.Stages {
		done := s.StageDone(i)
		for g, group := range st.Groups {
			gs := groupStandings{
				Stage: st.Name, Group: group.Name, StageN: i, GroupN: g, Groups: len(st.Groups), System: st.System, Order: st.Order,
				Count: s.Setup.Count, Played: st.Played(g), Done: done, Rows: []standing{},
			}
			outlooks := s.Outlooks(i, g)
			for _, row := range s.Standings(i, g) {
				e := s.Entrant(row.Entrant)
				gs.Rows = append(gs.Rows, standing{Row: row, Outlook: outlooks[row.Entrant], Name: e.Name(), Club: e.Club, Seed: e.Seed})
			}
			list = append(list, gs)
		}
	}
	return list
}

func (h *Hub) standings() (any, error) {
	var list []groupStandings
	err := h.desk.State(func(s *tournament.State) { list = standingsOf(s) })
	return map[string]any{"standings": list}, err
}

// bracketAnswer is a knockout's group as a page draws it; the names and
// results stand in /pairings.
type bracketAnswer struct {
	tournament.Bracket
	Stage  string `json:"stage"`
	Group  string `json:"group"`
	StageN int    `json:"stage_n"`
	GroupN int    `json:"group_n"`
	Groups int    `json:"groups"`
	Games  int    `json:"games"` // of a match: best of
}

func bracketsOf(s *tournament.State) []bracketAnswer {
	list := []bracketAnswer{}
	for i, st := range s.Stages {
		for g, group := range st.Groups {
			if b, ok := s.Bracket(i, g); ok {
				list = append(list, bracketAnswer{Bracket: b, Stage: st.Name, Group: group.Name, StageN: i, GroupN: g, Groups: len(st.Groups), Games: st.Games})
			}
		}
	}
	return list
}

func (h *Hub) brackets() (any, error) {
	var list []bracketAnswer
	err := h.desk.State(func(s *tournament.State) { list = bracketsOf(s) })
	return map[string]any{"brackets": list}, err
}

// tournamentJSON is all that is public of the tournament, to be kept.
func (h *Hub) tournamentJSON(w http.ResponseWriter, _ *http.Request) {
	answer := map[string]any{"version": h.o.Version}
	err := h.desk.State(func(s *tournament.State) {
		list := []pairing{}
		for m := range matchesOf(s) {
			h.mu.RLock()
			p := h.pairingOf(s, m)
			h.mu.RUnlock()
			p.Live = nil
			list = append(list, p)
		}
		answer["setup"], answer["entrants"], answer["tables"] = s.Setup, append([]tournament.EntrantLine{}, s.Entrants...), s.Tables
		answer["pairings"], answer["standings"], answer["brackets"] = list, standingsOf(s), bracketsOf(s)
	})
	if err == nil {
		w.Header().Set("Content-Disposition", `attachment; filename="`+h.o.Event+`.json"`)
	}
	reply(w, http.StatusOK, answer, err)
}

// step is what the director is to do next.
type step struct {
	Do    string `json:"do"`              // stage: begin it; round: draw it; wait: for open matches; enter: too few take part; done
	Stage string `json:"stage,omitempty"` // which
	Round int    `json:"round,omitempty"` // which
	Takes int    `json:"takes,omitempty"` // how many come into the stage
	Why   string `json:"why,omitempty"`   // why it cannot be done
}

func nextStep(cup *tournament.Tournament) step {
	s := cup.State()
	st := s.Stage()
	begin := func() step {
		if len(s.Stages) == len(s.Setup.Stages) {
			return step{Do: "done"}
		}
		next := step{Do: "stage", Stage: s.Setup.Stages[len(s.Stages)].Name}
		e, err := cup.NextStage()
		if err != nil {
			next.Why = err.Error()
		}
		for _, g := range e.Groups {
			next.Takes += len(g)
		}
		return next
	}
	if st == nil {
		return begin()
	}
	open := false
	for _, r := range st.Rounds {
		for _, m := range r.Matches {
			open = open || m.Open()
		}
	}
	next := step{Do: "round", Stage: st.Name, Round: len(st.Rounds) + 1}
	if open && st.System != tournament.RoundRobin {
		next.Do = "wait"
		next.Round = len(st.Rounds)
		return next
	}
	switch _, err := cup.NextRound(0); {
	case errors.Is(err, tournament.ErrStageDone) && open:
		next.Do, next.Round = "wait", len(st.Rounds)
	case errors.Is(err, tournament.ErrStageDone):
		return begin()
	case err != nil:
		next.Why = err.Error()
	}
	return next
}

type presetLine struct {
	Name  string           `json:"name"`
	About string           `json:"about"`
	Setup tournament.Setup `json:"setup"`
}

type rulesLine struct {
	ID    string      `json:"id"`
	Title string      `json:"title"`
	Game  models.Game `json:"game"`
}

// presetList are the ready ways to play, for this event, and the rules that
// they may be played by.
func (h *Hub) presetList() any {
	list := []presetLine{}
	for _, p := range tournament.Presets {
		setup := p.Setup()
		setup.ID = h.o.Event
		list = append(list, presetLine{p.Name, p.About, setup.Completed()})
	}
	shipped := models.ShippedRulesets()
	rules := []rulesLine{}
	for _, name := range shipped.Names() {
		if rs, err := shipped.Get(name); err == nil {
			rules = append(rules, rulesLine{rs.ID, rs.Title, rs.Game})
		}
	}
	return map[string]any{"presets": list, "rules": rules}
}
