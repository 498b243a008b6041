package storybook

import (
	"maps"
	"math"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session"
)

// The stories of broadcasts: matches of named players, in the middle of an
// evening.
func init() {
	for name, tell := range map[string]func(s, busy *still) Story{
		"final":   func(s, _ *still) Story { return Story{final(s), s.frame} },
		"final-2": func(s, _ *still) Story { return Story{finalGoesOn(s), s.frame} },
		"camera-lost": func(s, _ *still) Story {
			v := final(s)
			v.Phase, v.Text = session.Lost, "The camera camera:0 does not answer: check its cable. Trying again in 4 s."
			return Story{v, s.frame}
		},
		"doubles":        func(s, _ *still) Story { return Story{doubles(s), s.frame} },
		"three":          func(s, _ *still) Story { return Story{three(s), s.frame} },
		"carrom":         func(*still, *still) Story { return Story{State: carromGame()} },
		"carrom-strokes": func(*still, *still) Story { return Story{State: carromStrokes()} },
	} {
		stories[name] = tell
	}
}

// final is a match for two, in its second game.
func final(s *still) session.Snapshot {
	v := played(ready(s))
	m := v.Match
	m.Event, m.Stage, m.Table, m.Target, m.Games = "Ditchline Open 2026", "Final", "1", 9, 3
	m.Game, m.Round = 2, 7
	m.Sides = []session.SideView{
		side(v, "A", "Anna de Vries", 8, 5, 8, 1, session.SideFigures{Shots: 76, Twenties: 21, Open: score.Share{N: 9, Of: 14}, Fouls: 4, LastSpeed: 1.86, MeanSpeed: 1.72, BestSpeed: 2.61}),
		side(v, "B", "Jean-Baptiste Lefèvre", 8, 6, 6, 1, session.SideFigures{Shots: 76, Twenties: 17, Open: score.Share{N: 6, Of: 13}, Fouls: 6, LastSpeed: 2.14, MeanSpeed: 1.95, BestSpeed: 3.02}),
	}
	m.Sides[0].Players = []session.SeatView{{Seat: referee.South, Name: "Anna de Vries", Left: 5}}
	m.Sides[1].Players = []session.SeatView{{Seat: referee.North, Name: "Jean-Baptiste Lefèvre", Left: 6}}
	m.Starter, m.Hammer, m.Next = seated(referee.South, "Anna de Vries", "A"), seated(referee.North, "Jean-Baptiste Lefèvre", "B"), seated(referee.North, "Jean-Baptiste Lefèvre", "B")
	for i := range m.Shots {
		m.Shots[i].Player = map[referee.Side]string{"A": "Anna de Vries", "B": "Jean-Baptiste Lefèvre"}[m.Shots[i].Team]
	}
	m.Shots[2].Speed, m.Shots[3].Speed = 1.86, 2.14
	return v
}

// finalGoesOn is the final one shot later: a twenty that brings large figures.
func finalGoesOn(s *still) session.Snapshot {
	v := final(s)
	m := v.Match
	b := &m.Sides[1]
	b.Unplayed, b.Players[0].Left, b.Twenties, b.Board, b.Points, b.Total = 5, 5, 8, 35, 195, 106
	b.Figures.LastSpeed, b.Figures.Open = 3.02, score.Share{N: 7, Of: 14}
	m.Next = seated(referee.South, "Anna de Vries", "A")
	m.Shots = append(m.Shots, session.ShotView{
		Seq: 10, N: 5, Team: "B", Player: "Jean-Baptiste Lefèvre", Disc: "B3", Verdict: referee.Valid, Reason: referee.OKOpen20, StartValid: true,
		Text: "Valid: open shot, twenty!", Twenties: map[referee.Side]int{"B": 1}, Removed: []referee.Removal{}, Speed: 3.02,
	})
	return v
}

// doubles are four at the table, each pair with twelve discs.
func doubles(s *still) session.Snapshot {
	v := final(s)
	m := v.Match
	m.Event, m.Stage, m.Players, m.Games, m.Target = "Coupe des Amis", "Demi-finale", referee.Four, 1, 5
	a, b := &m.Sides[0], &m.Sides[1]
	a.Name, a.Unplayed, a.Dealt, a.Total, a.Games = "Anna & Maarten", 7, 12, 3, 0
	b.Name, b.Unplayed, b.Dealt, b.Total, b.Games = "Chloé & Bram", 8, 12, 2, 0
	a.Players = []session.SeatView{{Seat: referee.South, Name: "Anna", Left: 3}, {Seat: referee.North, Name: "Maarten", Left: 4}}
	b.Players = []session.SeatView{{Seat: referee.West, Name: "Chloé", Left: 4}, {Seat: referee.East, Name: "Bram", Left: 4}}
	m.Starter, m.Hammer, m.Next = seated(referee.South, "Anna", "A"), seated(referee.East, "Bram", "B"), seated(referee.North, "Maarten", "A")
	return v
}

// three play all against all.
func three(s *still) session.Snapshot {
	v := final(s)
	m := v.Match
	m.Event, m.Stage, m.Players, m.Games, m.Target = "Clubavond", "", referee.Three, 1, 100
	m.Sides = append(m.Sides, side(v, "C", "Marie-Claire", 8, 6, 35, 0, session.SideFigures{Shots: 20, Open: score.Share{N: 1, Of: 5}, BestSpeed: 2.2}))
	m.Sides[2].Color, m.Sides[2].Players = "#2f7d4f", []session.SeatView{{Seat: referee.North, Name: "Marie-Claire", Left: 6}}
	m.Sides[2].Board, m.Sides[2].Twenties, m.Sides[2].Points = 25, 1, 45
	return v
}

// carromGame is a carrom board after some strokes.
func carromGame() session.Snapshot {
	b := models.ShippedBoards()["carrom-icf"]
	v := session.Snapshot{
		Time: 312, Source: "camera:0", Phase: session.Ready, Text: "Board found, every piece measured.",
		Rates: session.Rates{CapturedFPS: 30, ProcessedFPS: 29, StageMS: map[string]float64{"total": 20}},
		Board: &session.Board{BoardReport: session.BoardReport{Name: b.Name, Game: models.Carrom, Confidence: 0.97}, Geometry: session.Geometry{Carrom: b.Carrom}},
		Score: []session.Side{},
	}
	colours := map[string]detect.RGB{"white": {R: 226, G: 205, B: 160}, "black": {R: 38, G: 34, B: 32}, "queen": {R: 190, G: 38, B: 48}, "striker": {R: 240, G: 236, B: 222}}
	put := func(team string, x, y, radius float64) {
		v.Discs = append(v.Discs, session.Disc{DiscReport: session.DiscReport{X: x, Y: y, SD: 0.2, Radius: radius, Color: colours[team].Hex(), Team: team, State: "flat", Lines: []session.LineReport{}}})
	}
	for i := range 12 {
		sin, cos := math.Sincos(float64(i)*2.4 + 0.3)
		team := "white"
		if i%5 > 2 || i == 7 {
			team = "black"
		}
		put(team, (40+22*float64(i))*cos, (40+22*float64(i))*sin, b.Disc.Radius)
	}
	put("striker", 60, -b.Carrom.Side/2+b.Carrom.BaseOuterFromFrame+b.Carrom.BaseGap/2, b.Carrom.StrikerRadius)
	left := map[referee.Side]int{"A": 7, "B": 5}
	v.Match = &session.MatchView{
		ID: "c20261121-190000", Ruleset: "CAR", Players: referee.Two, Event: "Carrom League", Stage: "Match day 3", Begun: true, Phase: score.Playing, Game: 1, Games: 1, Round: 3, Target: 25,
		Starter: seated(referee.South, "Priya", "A"), Next: seated(referee.North, "Willem", "B"), Standing: "Board 3.",
		Shots: []session.ShotView{}, Reviews: []session.ReviewView{}, Anomalies: []session.AnomalyLine{}, Rounds: []session.RoundView{},
		Carrom: &score.CarromView{
			Board: 3, Left: left, Due: map[referee.Side]int{"A": 0, "B": 1}, Colours: map[referee.Side]string{"A": "white", "B": "black"}, Queen: referee.QueenCovered, QueenOf: "B",
		},
		Sides: []session.SideView{
			{Team: "A", Name: "Priya", Unplayed: 0, Total: 12, Players: []session.SeatView{{Seat: referee.South, Name: "Priya"}}},
			{Team: "B", Name: "Willem", Unplayed: 0, Total: 17, Players: []session.SeatView{{Seat: referee.North, Name: "Willem"}}},
		},
	}
	return v
}

// carromStrokes is the same board with its last strokes: one that a person must
// look at, and one after which a piece goes back to the middle.
func carromStrokes() session.Snapshot {
	v := carromGame()
	stroke := func(seq int, team, player, colour string, fell map[string]int, result referee.CarromResult, codes ...string) session.ShotView {
		pocketed := map[string]int{"white": 0, "black": 0, "queen": 0, "striker": 0}
		maps.Copy(pocketed, fell)
		return session.ShotView{
			Seq: seq, N: seq - 10, Team: referee.Side(team), Player: player, Verdict: referee.Valid, StartValid: true,
			Removed: []referee.Removal{}, Twenties: map[referee.Side]int{}, VerdictView: session.VerdictView{Because: []string{"CAR-10"}, Confidence: 0.97},
			StrokeView: &session.StrokeView{Colour: colour, Pocketed: pocketed, Result: result, Codes: append([]string{}, codes...), PutBack: map[string]int{}},
		}
	}
	unsure := stroke(12, "B", "Willem", "black", map[string]int{"black": 1}, referee.Continue)
	unsure.Verdict, unsure.Likely, unsure.Confidence = referee.Review, referee.Valid, 0.61
	last := stroke(13, "A", "Priya", "white", map[string]int{"striker": 1}, referee.Pass, "OUT 1")
	last.PutBack["white"] = 1
	m := v.Match
	m.Shots = []session.ShotView{stroke(11, "A", "Priya", "white", map[string]int{"white": 2, "queen": 1}, referee.Continue, "Q_PENDING"), unsure, last}
	whites := 0
	for _, d := range v.Discs {
		if d.Team == "white" {
			whites++
		}
	}
	m.Carrom.Left["A"] = whites + 1
	return v
}

func seated(seat referee.Seat, player string, team referee.Side) *score.Seated {
	return &score.Seated{Seat: seat, Player: player, Team: team}
}

// side of a match, its discs as they lie in the story.
func side(v session.Snapshot, team referee.Side, name string, dealt, left, total, games int, f session.SideFigures) session.SideView {
	out := session.SideView{Team: team, Name: name, Dealt: dealt, Unplayed: left, Total: total, Games: games, Figures: f}
	for _, s := range v.Score {
		if s.Team == string(team) {
			out.Board, out.Twenties, out.Points, out.Color = s.TeamScore.Board, s.Twenties, s.Total, s.Color
		}
	}
	return out
}
