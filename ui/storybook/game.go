package storybook

import (
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session"
)

// played is a match in its first round: team A shot first.
func played(v session.Snapshot) session.Snapshot {
	seat := func(s referee.Seat, player string, team referee.Side) *score.Seated {
		return &score.Seated{Seat: s, Player: player, Team: team}
	}
	m := &session.MatchView{
		ID: "m20261121-190000", Ruleset: "NED", Players: referee.Two, Begun: true, Phase: score.Playing, Game: 1, Round: 1,
		Starter: seat(referee.South, "A1", "A"), Hammer: seat(referee.North, "B1", "B"), Next: seat(referee.South, "A1", "A"),
		Standing: "Round 1.", Reviews: []session.ReviewView{}, Anomalies: []session.AnomalyLine{}, Rounds: []session.RoundView{},
		Sides: []session.SideView{{Team: "A", Name: "A", Unplayed: 10}, {Team: "B", Name: "B", Unplayed: 10}},
	}
	for i, s := range v.Score {
		m.Sides[i].Board, m.Sides[i].Twenties, m.Sides[i].Points = s.TeamScore.Board, s.Twenties, s.Total
	}
	m.Shots = []session.ShotView{
		{Seq: 2, N: 1, Team: "A", Player: "A1", Disc: "A1", Verdict: referee.Valid, Reason: referee.OKOpen20, StartValid: true, Text: "Open shot with a twenty. A1 goes to the bowl at once. Next to play: N.", Twenties: map[referee.Side]int{"A": 1}},
		{Seq: 4, N: 2, Team: "B", Player: "B1", Disc: "B1", Verdict: referee.Foul, Reason: referee.FOpenShort, StartValid: false, Text: "Foul: the open shot did not reach the 15. B1 is taken off. Next to play: S.", Twenties: map[referee.Side]int{}},
		{Seq: 6, N: 3, Team: "A", Player: "A1", Disc: "A2", Verdict: referee.Valid, Reason: referee.OKOpen, StartValid: true, Text: "Open shot: in the 15 or touching its line. Next to play: N.", Twenties: map[referee.Side]int{}},
		{Seq: 8, N: 4, Team: "B", Player: "B1", Disc: "B2", Verdict: referee.Valid, Reason: referee.OKContact, StartValid: true, Text: "Valid: an opposing disc was touched. Next to play: S.", Twenties: map[referee.Side]int{}},
	}
	for i := range m.Shots {
		m.Shots[i].Removed, m.Shots[i].Because = []referee.Removal{}, []string{"NED-13"}
	}
	m.Shots[1].StartReasons = []referee.Reason{referee.FStartLine}
	m.Undo = &session.StepView{Seq: 8, Kind: score.KindShot, N: 4}
	v.Match = m
	return v
}

// removal waits for a disc to be taken off.
func removal(s *still) Story {
	v := played(ready(s))
	v.Phase, v.Text = session.Waiting, "Take off B2."
	for _, d := range v.Discs {
		if d.Team == "B" && d.State == "flat" {
			v.Due = []session.Mark{{ID: "B2", Team: "B", Why: "R_FOUL", X: d.X, Y: d.Y, Radius: d.Radius, Outline: d.Footprint}}
			break
		}
	}
	return Story{v, s.frame}
}

// question waits for a person's answer, and for a disc to be put back.
func question(s *still) Story {
	v := played(ready(s))
	v.Phase, v.Text = session.Check, "Does A2 touch the shooting line, or lie beyond it?"
	last := &v.Match.Shots[3]
	last.Verdict, last.Likely = referee.Review, referee.Valid
	v.Match.Reviews = []session.ReviewView{{
		Of: 8, N: 4, Key: "line5:A2", Text: "Does A2 touch the shooting line, or lie beyond it?", P: 0.61,
		Yes: "Valid. A2 touches the shooting line: taken off.", No: "Valid. A2 stays.",
		Kind: referee.AskLine5, Discs: []string{"A2"},
		IfYes: &session.AnswerView{
			Verdict: referee.Valid, Reason: referee.OKContact, Removed: []referee.Removal{{ID: "A2", Owner: "A", Why: referee.OnLine}},
			Twenties: map[referee.Side]int{}, VerdictView: session.VerdictView{Because: []string{"NED-15"}},
		},
		IfNo: &session.AnswerView{
			Verdict: referee.Valid, Reason: referee.OKContact, Removed: []referee.Removal{}, Twenties: map[referee.Side]int{},
			VerdictView: session.VerdictView{Because: []string{"NED-13"}},
		},
	}}
	for i, d := range v.Discs {
		if d.Team == "A" && d.State == "flat" && *d.Points == 0 {
			v.Discs[i].ID = "A2"
			break
		}
	}
	v.Match.Anomalies = []session.AnomalyLine{{Type: "anomaly", Kind: "hand_disturbance", T: 81.3, Text: "Moved by hand: A1. Put it back on its place.", Discs: []session.TouchedLine{}}}
	for _, d := range v.Discs {
		if d.Team == "A" && d.State == "flat" {
			x, y := d.X+40, d.Y+25
			v.Gone = []session.Mark{{ID: "A1", Team: "A", X: x, Y: y, Radius: d.Radius, Outline: s.circle(x, y, 0, d.Radius, 28)}}
			break
		}
	}
	return Story{v, s.frame}
}
