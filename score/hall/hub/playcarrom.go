package hub

import (
	"fmt"

	"ditchline/referee"
	"ditchline/score"
)

// carrom fills a view with a carrom match: its strokes are the shots, its boards
// the rounds.
func (v *playView) carrom(setup *score.Setup, c *score.CarromState) {
	v.Begun, v.Round = len(c.Strokes) > 0, c.N
	for i, p := range c.Lies {
		v.Discs = append(v.Discs, playDisc{ID: fmt.Sprint(i + 1), Team: p.Kind, State: referee.Flat, X: p.X, Y: p.Y})
	}
	for i := range c.Strokes {
		v.Shots = append(v.Shots, playStrokeOf(setup, &c.Strokes[i]))
	}
	for _, b := range c.Boards {
		v.Rounds = append(v.Rounds, playRound{
			Game: b.Game, Round: b.Board, Counts: map[referee.Side]score.Count{b.Winner: {Board: b.Points}}, Added: map[referee.Side]int{b.Winner: b.Points}, Totals: b.Totals, Winner: b.Winner,
		})
	}
}

func playStrokeOf(setup *score.Setup, k *score.StrokeRecord) playShot {
	p := playShot{
		Seq: k.Seq, Round: k.Board, N: k.N, At: k.At, Team: k.Side, Player: setup.Player(k.Seat), Verdict: referee.Valid, Reason: k.Stroke.Foul,
		Text:    k.Said(setup.Player(k.Seat)).Sentence(),
		Removed: []referee.Removal{}, Twenties: map[referee.Side]int{}, Because: append([]string{}, k.Verdict.Because...),
		playStroke: &playStroke{
			Game: k.Game, Colour: score.KindOf(k.Colour), Pocketed: k.Pocketed(), Result: k.Verdict.Result, Codes: append([]string{}, k.Verdict.Events...), PutBack: k.PutBack, Answered: k.Answered,
		},
	}
	if k.Stroke.Foul != "" {
		p.Verdict, p.Starts = referee.Foul, []referee.Reason{k.Stroke.Foul}
	}
	return p
}
