package session

import (
	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score/session/desk"
)

// The lines of `replay --json` for carrom.
type (
	// StrokeLine is a stroke as judged; a later one of the same N stands for
	// it.
	StrokeLine struct {
		Type      string  `json:"type"` // shot
		File      string  `json:"file"`
		N         int     `json:"n"`
		Revision  int     `json:"revision"`
		TStart    float64 `json:"t_start"`
		TSettled  float64 `json:"t_settled"`
		TReported float64 `json:"t_reported"`
		Team      string  `json:"team"`
		Player    string  `json:"player"`
		Colour    string  `json:"colour"` // of the pieces that the player pockets: white or black

		Start        *PlaceMM         `json:"start,omitempty"` // missing when it was not seen
		StartValid   bool             `json:"start_valid"`
		StartReasons []referee.Reason `json:"start_reasons,omitempty"`
		StartLines   []LineReport     `json:"start_lines"` // the striker against base lines and circle

		Pocketed   map[string]int       `json:"pocketed"`
		Result     referee.CarromResult `json:"result"`
		Verdict    referee.Outcome      `json:"verdict"`
		Likely     referee.Outcome      `json:"likely,omitempty"` // under review
		Reason     referee.Reason       `json:"reason"`
		Codes      []string             `json:"codes"`    // of RULES.md section 6
		PutBack    map[string]int       `json:"put_back"` // pieces that must be laid in the middle now
		Remove     []RemoveLine         `json:"remove"`   // always empty: nothing is taken off by hand
		Text       string               `json:"text"`
		Confidence float64              `json:"confidence"`
		Discs      []NamedReport        `json:"discs"`
	}

	// BoardLine is a carrom board as written.
	BoardLine struct {
		Type     string                           `json:"type"` // round
		File     string                           `json:"file"`
		T        float64                          `json:"t"`
		Board    int                              `json:"board"` // of the game, from 1
		Partial  bool                             `json:"partial"`
		Winner   referee.Side                     `json:"winner,omitempty"`
		Score    map[referee.Side]desk.BoardTally `json:"score"`
		Pocketed map[string]int                   `json:"pocketed"`
		Left     map[string]int                   `json:"left"`
		Starter  referee.Seat                     `json:"next_starter,omitempty"`
	}
)

func strokeLine(file string, n *desk.Stroke) StrokeLine {
	l := StrokeLine{
		Type: "shot", File: file, N: n.N, Revision: n.Revision,
		TStart: seconds(n.Flick), TSettled: seconds(n.Settled), TReported: seconds(n.Reported),
		Team: string(n.Team), Player: n.Player, Colour: detect.White, StartValid: n.StartValid, StartLines: strikerLines(&n.Place),
		Pocketed: n.Pocketed, Result: n.Verdict.Result, Verdict: n.Outcome, Likely: n.Likely, Reason: n.Reason,
		Codes: append([]string{}, n.Verdict.Events...), PutBack: n.PutBack, Remove: []RemoveLine{}, Text: n.Text, Confidence: n.Confidence,
		Discs: make([]NamedReport, 0, len(n.Discs)),
	}
	if n.Colour == referee.Black {
		l.Colour = detect.Black
	}
	if n.Place.Seen {
		at := placeMM(n.Place.Pos)
		l.Start = &at
	}
	if n.Reason != "" {
		l.StartReasons = []referee.Reason{n.Reason}
	}
	for _, d := range n.Discs {
		l.Discs = append(l.Discs, NamedReport{ID: d.Name, DiscReport: reportDisc(d.Disc, models.Carrom)})
	}
	return l
}

// strikerLines are the gaps of a striker that was set down, by name.
func strikerLines(p *detect.StrikerPlace) []LineReport {
	lines := []LineReport{}
	if !p.Seen {
		return lines
	}
	for _, g := range []struct {
		name string
		detect.GapCall
	}{{"inner", p.Inner}, {"outer", p.Outer}, {"circle", p.Circle}} {
		lines = append(lines, LineReport{
			Line: g.name, Clearance: rounded(g.Gap, 3), SD: rounded(g.SD, 3), Touching: g.PTouching >= 0.5, PTouching: rounded(g.PTouching, 4), Call: string(g.Call),
		})
	}
	return lines
}

func boardLine(file string, n *desk.Board) BoardLine {
	return BoardLine{
		Type: "round", File: file, T: seconds(n.At), Board: n.N, Partial: n.Partial, Winner: n.Winner,
		Score: n.Score, Pocketed: n.Pocketed, Left: n.Left, Starter: n.Starter,
	}
}
