package sim

import "math"

// ShotTruth is one shot. A disc is named by DiscName; places are [name, x,
// y] or [name, x, y, state], mm.
type ShotTruth struct {
	N            int                `json:"n"`
	Player       string             `json:"player"`
	Team         string             `json:"team"`
	Disc         string             `json:"shot_disc"`
	HandIn       float64            `json:"t_hand_in"`
	Flick        float64            `json:"t_flick"`
	Settled      float64            `json:"t_settled"`
	HandOut      float64            `json:"t_hand_out"`
	RemovalStart *float64           `json:"t_removal_start"`
	Over         float64            `json:"t_hand_out_after_removal"`
	Flicked      map[string]float64 `json:"flick"`
	Start        [2]float64         `json:"start"`
	StartValid   bool               `json:"start_valid"`
	Before       [][]any            `json:"before"`
	AfterSettle  [][]any            `json:"after_settle"`
	Events       []map[string]any   `json:"events"`
	Opponents    []string           `json:"opponents_before"`
	Contacted    bool               `json:"opponent_contacted"`
	OppContacted []string           `json:"opp_contacted"`
	OwnContacted []string           `json:"own_contacted"`
	Displacement map[string]float64 `json:"displacement"`
	Verdict      string             `json:"verdict"`
	Reason       string             `json:"reason"`
	Remove       []string           `json:"remove"`
	RemoveWhy    map[string]string  `json:"remove_why"`
	Twenties     map[string]int     `json:"twenties"`
	ByHand       []map[string]any   `json:"removed_by_hand"`
	AfterRemoval [][]any            `json:"after_removal"`
	DueBefore    []string           `json:"due_before"`
	StillThere   []string           `json:"still_there_though_due"`
	Returned     []string           `json:"returned"`
	DitchBefore  [][]any            `json:"ditch_before"`
	DitchAfter   [][]any            `json:"ditch_after"`
	Anomalies    []map[string]any   `json:"anomalies"`
	*StrokeTruth
}

func newShotTruth(tn *Turn, g *Game) ShotTruth {
	c := g.contactsOf(tn)
	s := ShotTruth{
		Player: tn.Player, Team: teamName(tn.Team), Disc: DiscName(tn.Disc), HandIn: tn.HandIn, Flick: tn.FlickAt,
		Settled: tn.SettledAt, HandOut: tn.HandOut, Over: tn.keys[len(tn.keys)-1].t,
		Start: [2]float64{tn.Shot.X, tn.Shot.Y}, StartValid: tn.StartValid,
		Flicked: map[string]float64{"speed": math.Hypot(tn.Shot.VX, tn.Shot.VY), "dir_deg": math.Atan2(tn.Shot.VY, tn.Shot.VX) * 180 / math.Pi},
		Before:  places(tn.Before, false), DitchBefore: ditch(tn.Before), AfterSettle: places(tn.Motion.After, true),
		AfterRemoval: places(tn.Left, false), DitchAfter: ditch(tn.Left),
		Opponents: []string{}, OppContacted: discNames(c.opponentsTouched), OwnContacted: discNames(c.ownTouched),
		Contacted: len(c.opponentsTouched) > 0, Returned: discNames(c.returned), Displacement: map[string]float64{},
		Verdict: "foul", Reason: tn.Judgement.Reason, Remove: []string{}, RemoveWhy: map[string]string{}, Twenties: map[string]int{},
		ByHand: []map[string]any{}, DueBefore: []string{}, StillThere: []string{}, Anomalies: []map[string]any{},
	}
	if tn.Judgement.Valid {
		s.Verdict = "valid"
	}
	if tn.RemovalStart > 0 {
		s.RemovalStart = &tn.RemovalStart
	}
	for _, d := range c.opponents {
		s.Opponents = append(s.Opponents, DiscName(d.ID))
	}
	for _, a := range tn.Anomalies {
		s.Anomalies = append(s.Anomalies, a.form())
	}
	s.removals(tn)
	s.motion(tn)
	return s
}

// removals notes what was due and what hands did about it.
func (s *ShotTruth) removals(tn *Turn) {
	due := tn.due()
	team := map[int]int{}
	for _, d := range tn.Motion.After {
		team[d.ID] = d.Team
	}
	for _, r := range tn.Overdue {
		s.DueBefore = append(s.DueBefore, DiscName(r.Disc))
	}
	for _, r := range tn.Judgement.Remove {
		due[r.Disc] = true
		s.Remove = append(s.Remove, DiscName(r.Disc))
		s.RemoveWhy[DiscName(r.Disc)] = r.Why
		if r.Why == WhyTwenty {
			s.Twenties[teamName(team[r.Disc])]++
		}
	}
	for _, h := range tn.ByHand {
		to := "off_board"
		if h.To == InDitch {
			to = "ditch"
		}
		s.ByHand = append(s.ByHand, map[string]any{"disc": DiscName(h.Disc), "t": h.T, "to": to})
	}
	for _, d := range tn.Left {
		if due[d.ID] && onBoard(d.Where) {
			s.StillThere = append(s.StillThere, DiscName(d.ID))
		}
	}
}

// motion notes what moved and what happened on the way.
func (s *ShotTruth) motion(tn *Turn) {
	before := map[int]Puck{}
	for _, d := range tn.Before {
		before[d.ID] = d
	}
	for _, d := range tn.Motion.After {
		if old, there := before[d.ID]; there && (old.X != d.X || old.Y != d.Y) {
			s.Displacement[DiscName(d.ID)] = math.Hypot(d.X-old.X, d.Y-old.Y)
		}
	}
	for _, e := range tn.Motion.Events {
		event := map[string]any{"t": tn.FlickAt + e.T, "type": string(e.Kind), "x": e.X, "y": e.Y}
		if e.Kind == EventContact {
			event["a"], event["b"], event["vn"] = DiscName(e.Disc), DiscName(e.Other), e.Speed
		} else {
			event["disc"], event["speed"] = DiscName(e.Disc), e.Speed
		}
		s.Events = append(s.Events, event)
	}
}

// places are [name, x, y] of the discs on the board; with states also those
// in the ditch, each with its state.
func places(list []Puck, states bool) [][]any {
	out := [][]any{}
	for _, d := range list {
		switch {
		case states:
			state := d.Where.String()
			if d.Where == OnSurface {
				state = "surface"
			}
			out = append(out, []any{DiscName(d.ID), d.X, d.Y, state})
		case onBoard(d.Where):
			out = append(out, []any{DiscName(d.ID), d.X, d.Y})
		}
	}
	return out
}

func ditch(list []Puck) [][]any {
	out := [][]any{}
	for _, d := range list {
		if d.Where == InDitch {
			out = append(out, []any{DiscName(d.ID), d.X, d.Y})
		}
	}
	return out
}

func discNames(ids []int) []string {
	list := []string{}
	for _, id := range ids {
		list = append(list, DiscName(id))
	}
	return list
}
