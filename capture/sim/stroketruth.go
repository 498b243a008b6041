package sim

import (
	"math"

	"ditchline/referee"
)

// StrokeTruth is what only a carrom stroke has.
type StrokeTruth struct {
	Seat        referee.Seat         `json:"seat"`
	Colour      string               `json:"colour"`      // that the player plays: white or black
	StartFault  string               `json:"start_fault"` // F_STRIKER_LINES, F_STRIKER_CIRCLE; empty when valid
	StartGaps   map[string]float64   `json:"start_gaps"`  // signed, mm: inner and outer line, circle
	Placed      float64              `json:"t_placed"`    // the striker lies where it is flicked from
	Pocketed    map[string]int       `json:"pocketed"`
	PocketedIDs []string             `json:"pocketed_ids"`
	Result      referee.CarromResult `json:"result"`
	Codes       []string             `json:"codes"`
	PutBack     []map[string]any     `json:"put_back"` // by hand after the stroke
	On          map[string]int       `json:"left"`     // pieces on the board by the rules after it
	Queen       referee.Queen        `json:"queen"`
	Board       int                  `json:"board"` // from 1
	Points      int                  `json:"points,omitempty"`
	Totals      map[string]int       `json:"totals"`
}

// BoardResult is a carrom board that was filmed to its end.
type BoardResult struct {
	Board    int            `json:"board"`
	Winner   string         `json:"winner"` // team
	Points   int            `json:"points"`
	Totals   map[string]int `json:"totals"`
	Left     map[string]int `json:"left"`
	Pocketed map[string]int `json:"pocketed"`
	T        float64        `json:"t"` // when the last piece rested
}

func byColour(p referee.Pair) map[string]int { return map[string]int{"white": p[0], "black": p[1]} }

func byTeam(p [2]int) map[string]int { return map[string]int{"A": p[0], "B": p[1]} }

// carrom writes down the strokes that were filmed.
func (g *GameTruth) carrom(o Options, turns []*Turn) {
	p := &g.Truth
	game := newCarromGame(o)
	p.Ruleset = map[string]any{"id": game.rules.ID}
	for i, s := range game.seats {
		p.Players[game.playerOf(i)] = GamePlayer{teamName(game.team(i)), "", math.Mod(s.deg+360, 360)}
		p.Order = append(p.Order, game.playerOf(i))
	}
	for _, d := range game.set {
		g.Discs[DiscName(d.ID)] = GameDisc{carromColours[d.Team], "", carromKinds[d.Team], kindRadius(o.Board, d.Team), o.Board.Disc.Thickness}
	}
	if len(turns) > 0 {
		p.Initial = places(turns[0].Before, true)
	}
	p.RoundScore = RoundTruth{Points: map[string]int{"A": 0, "B": 0}, Twenty: map[string]int{}, PerDisc: map[string]int{}, Partial: true}
	for _, tn := range turns {
		if tn.Clearing || tn.SettledAt >= p.Duration {
			continue
		}
		s := newStrokeTruth(tn, game)
		s.N = len(p.Shots) + 1
		p.Shots = append(p.Shots, s)
		p.RoundScore.Partial = tn.Stroke.Verdict.Result != referee.End
		if p.RoundScore.Partial {
			continue
		}
		after := tn.Stroke.After
		winner := tn.Team
		if after.Winner != tn.Stroke.Colour {
			winner = 1 - winner
		}
		p.RoundScore.Points = byTeam(tn.Stroke.Totals)
		p.Boards = append(p.Boards, BoardResult{
			Board: tn.Round + 1, Winner: teamName(winner), Points: after.Points, Totals: byTeam(tn.Stroke.Totals), Left: byColour(after.On), T: tn.SettledAt,
			Pocketed: byColour(referee.Pair{game.rules.Carrom.Pieces - after.On[0], game.rules.Carrom.Pieces - after.On[1]}),
		})
	}
}

func newStrokeTruth(tn *Turn, g *CarromGame) ShotTruth {
	st := tn.Stroke
	s := ShotTruth{
		Player: tn.Player, Team: teamName(tn.Team), Disc: DiscName(tn.Disc), HandIn: tn.HandIn, Flick: tn.FlickAt,
		Settled: tn.SettledAt, HandOut: tn.HandOut, Over: tn.keys[len(tn.keys)-1].t,
		Start: [2]float64{tn.Shot.X, tn.Shot.Y}, StartValid: tn.StartValid,
		Flicked: map[string]float64{"speed": math.Hypot(tn.Shot.VX, tn.Shot.VY), "dir_deg": math.Atan2(tn.Shot.VY, tn.Shot.VX) * 180 / math.Pi},
		Before:  places(tn.Before, false), DitchBefore: [][]any{}, AfterSettle: places(tn.Motion.After, true), AfterRemoval: places(tn.Left, false), DitchAfter: [][]any{},
		Opponents: []string{}, OppContacted: []string{}, OwnContacted: []string{}, Displacement: map[string]float64{}, Verdict: "valid",
		Remove: []string{}, RemoveWhy: map[string]string{}, Twenties: map[string]int{}, ByHand: []map[string]any{}, DueBefore: []string{}, StillThere: []string{},
		Returned: []string{}, Anomalies: []map[string]any{},
	}
	if st.Facts.Foul != "" {
		s.Verdict, s.Reason = "foul", string(st.Facts.Foul)
	}
	if tn.RemovalStart > 0 {
		s.RemovalStart = &tn.RemovalStart
	}
	for _, a := range tn.Anomalies {
		s.Anomalies = append(s.Anomalies, a.form())
	}
	s.motion(tn)
	s.StrokeTruth = &StrokeTruth{
		Seat: seatAt(tn.SeatDeg), Colour: carromKinds[colourOf(st.Colour)], StartFault: string(st.Facts.Foul),
		StartGaps: map[string]float64{"inner": st.Gaps.Inner, "outer": st.Gaps.Outer, "circle": st.Gaps.Circle}, Placed: tn.Placed,
		Pocketed: map[string]int{}, PocketedIDs: []string{}, Result: st.Verdict.Result, Codes: append([]string{}, st.Verdict.Events...), PutBack: []map[string]any{},
		On: byColour(st.After.On), Queen: st.After.Queen, Board: tn.Round + 1, Points: st.After.Points, Totals: byTeam(st.Totals),
	}
	for kind, n := range st.Pocketed {
		s.Pocketed[carromKinds[kind]] = n
	}
	for _, e := range tn.Motion.Events {
		if e.Kind == EventPocket {
			s.PocketedIDs = append(s.PocketedIDs, DiscName(e.Disc))
		}
	}
	for _, h := range st.PutBack {
		s.StrokeTruth.PutBack = append(s.StrokeTruth.PutBack, map[string]any{"disc": DiscName(h.Disc), "t": h.T})
	}
	return s
}
