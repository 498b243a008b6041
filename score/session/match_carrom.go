package session

import (
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// StrokeView is what a carrom stroke has beside a shot.
type StrokeView struct {
	Colour   string               `json:"colour"`   // that the side plays on this board: white or black
	Pocketed map[string]int       `json:"pocketed"` // white, black, queen, striker
	Result   referee.CarromResult `json:"result"`
	Codes    []string             `json:"codes"`    // of RULES.md section 6
	PutBack  map[string]int       `json:"put_back"` // pieces that had to be laid in the middle
}

// strokeViews are the strokes of this board, or, before its first, of the
// last. told is what the camera said of them.
func strokeViews(setup *score.Setup, s *score.State, told map[int]desk.Stroke) []ShotView {
	out := []ShotView{}
	list := s.Carrom.Strokes
	if len(list) == 0 {
		return out
	}
	game, board := list[len(list)-1].Game, list[len(list)-1].Board
	for _, r := range list {
		if r.Board != board || r.Game != game {
			continue
		}
		n, seen := told[r.Seq]
		v := ShotView{
			Seq: r.Seq, N: r.N, Team: r.Side, Player: setup.Player(r.Seat), Verdict: referee.Valid, Reason: r.Stroke.Foul,
			StartValid: r.Stroke.Foul == "", Removed: []referee.Removal{}, Twenties: map[referee.Side]int{},
			VerdictView: VerdictView{Because: append([]string{}, r.Verdict.Because...)},
			StrokeView:  &StrokeView{Colour: score.KindOf(r.Colour), Pocketed: r.Pocketed(), Result: r.Verdict.Result, Codes: append([]string{}, r.Verdict.Events...), PutBack: r.PutBack},
		}
		if r.Stroke.Foul != "" {
			v.Verdict, v.StartReasons = referee.Foul, []referee.Reason{r.Stroke.Foul}
		}
		v.Answered = r.Answered
		if seen && r.Answered {
			n = n.As(&r)
		}
		if seen {
			v.Text, v.Confidence, v.PutBack = n.Text, n.Confidence, n.PutBack
			if n.Outcome == referee.Review {
				v.Verdict, v.Likely = n.Outcome, n.Likely
			}
		}
		out = append(out, v)
	}
	return out
}

// boardViews are the boards that ended, where crokinole has its rounds.
func boardViews(s *score.State) []RoundView {
	out := []RoundView{}
	for _, b := range s.Carrom.Boards {
		out = append(out, RoundView{Round: b.Board, Counts: map[referee.Side]score.Count{b.Winner: {Board: b.Points}}, Totals: b.Totals, Winner: b.Winner})
	}
	return out
}
