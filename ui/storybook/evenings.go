package storybook

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// Evenings are the logs of n matches of the same four people by rulesets in
// turn, always the same for a seed: for the pages of history, where a real
// evening takes hours.
func Evenings(seed uint64, n int, rulesets ...string) ([][]score.Event, error) {
	if len(rulesets) == 0 {
		rulesets = []string{"CH", "NCA", "NED", "MAY"}
	}
	r := rand.New(rand.NewPCG(seed, 77))
	people := []string{"Zoë Grünwald", "François Dœuf", "Ann Smit", "Ben de Vries"}
	skill := map[string]float64{people[0]: 0.34, people[1]: 0.22, people[2]: 0.28, people[3]: 0.12}
	day := time.Date(2026, 3, 3, 19, 0, 0, 0, time.UTC)
	var out [][]score.Event
	for i := range n {
		rules := rulesets[i%len(rulesets)]
		form := referee.Two
		if i%5 == 4 {
			form = referee.Four
		}
		rs, err := models.ShippedRulesets().Get(rules)
		if err != nil {
			return nil, err
		}
		setup := score.NewSetup(fmt.Sprintf("m%s", day.Format("20060102-150405")), rs, boardOf(&rs), form)
		order := r.Perm(len(people))
		for k := range setup.Teams {
			if rs.Game == models.Crokinole {
				setup.Teams[k].Colour = []string{"#2a2623", "#d9b77e"}[k]
			}
			for j := range setup.Teams[k].Players {
				setup.Teams[k].Players[j].Name = people[order[2*j+k]]
			}
		}
		setup.Event, setup.Table = "Tuesday club", fmt.Sprint(1+i%3)
		m, err := score.Begin(score.Event{At: day, Kind: score.KindStart, Setup: &setup})
		if err != nil {
			return nil, err
		}
		if err := play(m, r, skill, day); err != nil {
			return nil, fmt.Errorf("evening %d: %w", i, err)
		}
		out = append(out, m.Events())
		day = day.Add(time.Duration(3+r.IntN(6)) * 24 * time.Hour)
	}
	return out, nil
}

// boardOf is a board of the rules.
func boardOf(rs *models.Ruleset) models.Board {
	if rs.Game == models.Carrom {
		return models.ShippedBoards()["carrom-icf"]
	}
	return rs.RulebookBoard()
}

// play a match to its end, or to its sixth round.
func play(m *score.Match, r *rand.Rand, skill map[string]float64, at time.Time) error {
	for range 6 * 80 {
		at = at.Add(time.Duration(9+r.IntN(20)) * time.Second)
		if m.State().Round > 6 {
			return nil
		}
		e, ok := NextEvent(m, r, skill)
		if !ok {
			return nil
		}
		e.At = at
		if _, err := m.Append(e); err != nil {
			return err
		}
	}
	return errors.New("it never ends")
}

// NextEvent is what happens next in a match between made-up players, without
// its time; false when the match is over. skill is a player's share of twenties.
func NextEvent(m *score.Match, r *rand.Rand, skill map[string]float64) (score.Event, bool) {
	st := m.State()
	switch {
	case st.Phase == score.Over:
		return score.Event{}, false
	case st.Phase == score.Choosing:
		return score.Event{Kind: score.KindStarter, Seat: referee.South}, true
	case st.Carrom != nil:
		return score.Event{Kind: score.KindStroke, Stroke: strike(st, r, skill[m.Setup().Player(st.Next)])}, true
	case st.Next != "":
		return score.Event{Kind: score.KindShot, Shot: flick(st, r, skill[m.Setup().Player(st.Next)])}, true
	}
	return score.Event{Kind: score.KindRound}, true
}

// flick is a shot of the seat that is next: at an opposing disc where there is
// one, else at the hole.
func flick(st *score.State, r *rand.Rand, skill float64) *score.Shot {
	seat := st.Next
	disc := fmt.Sprintf("%s%d.%d", seat, st.Round, len(st.Shots))
	lying := func(id string, d, theta float64) referee.Rest {
		return referee.Rest{ID: id, State: referee.Flat, At: referee.Polar{D: d, Theta: theta}, SD: 0.4}
	}
	shot := &score.Shot{Seat: seat, Disc: disc, InTurn: true}
	side := st.Setup.Team(seat).Side
	var opposing []referee.Disc
	for _, x := range st.Board {
		if x.Owner != side {
			opposing = append(opposing, x)
		}
	}
	towards := seat.AxisDeg() + 180
	made := r.Float64() < skill
	if len(opposing) == 0 {
		switch {
		case made:
			shot.After = []referee.Rest{{ID: disc, State: referee.InHole}}
		case r.Float64() < 0.7:
			shot.After = []referee.Rest{lying(disc, 22+60*r.Float64(), towards+140*(r.Float64()-0.5))}
		default:
			shot.After = []referee.Rest{lying(disc, 125+140*r.Float64(), towards+80*(r.Float64()-0.5))}
		}
		return shot
	}
	target := opposing[r.IntN(len(opposing))]
	if r.Float64() > 0.8+skill/2 {
		shot.After = []referee.Rest{{ID: disc, State: referee.InDitch, At: referee.Polar{D: 350, Theta: towards + 60*(r.Float64()-0.5)}}}
		if r.Float64() < 0.5 {
			shot.After[0] = lying(disc, 120+150*r.Float64(), towards+70*(r.Float64()-0.5))
		}
		return shot
	}
	shot.Contacts = []referee.Contact{{A: disc, B: target.ID}}
	shot.After = []referee.Rest{lying(disc, 30+200*r.Float64(), target.At.Theta+70*(r.Float64()-0.5))}
	if made {
		shot.After[0] = referee.Rest{ID: disc, State: referee.InHole}
	}
	if r.Float64() < 0.65 {
		shot.After = append(shot.After, referee.Rest{ID: target.ID, State: referee.InDitch})
	} else {
		shot.After = append(shot.After, lying(target.ID, 60+200*r.Float64(), target.At.Theta+30*(r.Float64()-0.5)))
	}
	return shot
}
