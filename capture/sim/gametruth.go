package sim

import "math"

// GameTruth is the truth of a filmed game in the form of groundtruth/video;
// times are s from the first frame.
type GameTruth struct {
	Name      string              `json:"name"`
	Seed      uint64              `json:"seed"`
	FPS       float64             `json:"fps"`
	Frames    int                 `json:"n_frames"`
	Shutter   float64             `json:"shutter_s"`
	BoardName string              `json:"board_name"`
	Board     BoardTruth          `json:"board"`
	Camera    CameraTruth         `json:"camera"`
	TiltDeg   float64             `json:"tilt_deg"`
	Discs     map[string]GameDisc `json:"discs"`
	Truth     PlayTruth           `json:"truth"`
}

// GameDisc is one disc of the sets.
type GameDisc struct {
	Colour    string  `json:"colour"`
	Player    string  `json:"player"`
	Team      string  `json:"team"`
	Radius    float64 `json:"radius"`
	Thickness float64 `json:"thickness"`
}

// GamePlayer is one player and the side of the table of that player.
type GamePlayer struct {
	Team    string  `json:"team"`
	Colour  string  `json:"colour"`
	Azimuth float64 `json:"azimuth"`
}

// PlayTruth is what was played.
type PlayTruth struct {
	Players    map[string]GamePlayer `json:"players"`
	Order      []string              `json:"order"`
	Ruleset    map[string]any        `json:"ruleset"`
	Initial    [][]any               `json:"initial"`
	Duration   float64               `json:"duration"`
	Shots      []ShotTruth           `json:"shots"`
	Twenties   map[string]int        `json:"twenties"`
	RoundScore RoundTruth            `json:"round_score"`
}

// RoundTruth is the score of the last round that was filmed, twenties
// included.
type RoundTruth struct {
	Points  map[string]int `json:"points"`
	Twenty  map[string]int `json:"twenties"`
	PerDisc map[string]int `json:"per_disc"`
	Partial bool           `json:"partial"` // the round was not filmed to its last shot
}

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
	Start        [2]float64         `json:"start"`
	StartValid   bool               `json:"start_valid"`
	Before       [][]any            `json:"before"`
	AfterSettle  [][]any            `json:"after_settle"`
	Events       []map[string]any   `json:"events"`
	Opponents    []string           `json:"opponents_before"`
	Contacted    bool               `json:"opponent_contacted"`
	Displacement map[string]float64 `json:"displacement"`
	Verdict      string             `json:"verdict"`
	Reason       string             `json:"reason"`
	Remove       []string           `json:"remove"`
	RemoveWhy    map[string]string  `json:"remove_why"`
	Twenties     map[string]int     `json:"twenties"`
	ByHand       []map[string]any   `json:"removed_by_hand"`
	AfterRemoval [][]any            `json:"after_removal"`
	DueBefore    []string           `json:"due_before"`
	Anomalies    []map[string]any   `json:"anomalies"`
}

// NewGameTruth writes down the turns that were filmed in the given number of
// frames: those that Truth.Turn showed, each once, in order.
func NewGameTruth(name string, o Options, turns []*Turn, frames int) GameTruth {
	cam := o.Camera()
	g := GameTruth{
		Name: name, Seed: o.Seed, FPS: o.FPS, Frames: frames, Shutter: o.Shutter, BoardName: o.Board.Name,
		Board: NewBoardTruth(o.Board, o.Furniture), Camera: NewCameraTruth(cam), TiltDeg: cam.TiltDeg(), Discs: map[string]GameDisc{},
	}
	p := &g.Truth
	p.Players, p.Twenties = map[string]GamePlayer{}, map[string]int{}
	p.Initial, p.Shots, p.Order = [][]any{}, []ShotTruth{}, []string{}
	p.Duration = float64(frames) / o.FPS
	p.Ruleset = map[string]any{"open_who": "shot_disc", "open_line": "touching", "open_remove": "shot_disc", "leaning_value": 15}
	game := NewGame(o)
	for team := range 2 {
		for k := range o.Discs {
			player := game.playerOf(team, k)
			seat := game.seats[game.owner(team, k)]
			p.Players[player] = GamePlayer{teamName(team), o.Colours[team], math.Mod(seat.deg+360, 360)}
			g.Discs[DiscName(team*100+k)] = GameDisc{o.Colours[team], player, teamName(team), o.Board.Disc.Radius, o.Board.Disc.Thickness}
		}
	}
	for _, tn := range turns {
		// A shot whose end was not filmed is none.
		if !tn.Clearing && tn.SettledAt < p.Duration {
			p.add(tn, game)
		}
	}
	return g
}

func teamName(team int) string { return string(rune('A' + team)) }

func (p *PlayTruth) add(tn *Turn, game *Game) {
	if tn.N == 1 {
		p.RoundScore = RoundTruth{Points: map[string]int{"A": 0, "B": 0}, Twenty: map[string]int{"A": 0, "B": 0}}
	}
	if len(p.Order) < len(game.seats) && tn.Round == 0 {
		p.Order = append(p.Order, tn.Player)
	}
	s := newShotTruth(tn)
	s.N = len(p.Shots) + 1
	p.Shots = append(p.Shots, s)
	gone := map[int]bool{}
	for _, r := range tn.Judgement.Remove {
		gone[r.Disc] = true
	}
	score := &p.RoundScore
	for team, n := range s.Twenties {
		p.Twenties[team] += n
		score.Twenty[team] += n
	}
	score.PerDisc = map[string]int{}
	for team := range score.Points {
		score.Points[team] = 20 * score.Twenty[team]
	}
	b := game.Board
	for _, d := range tn.Motion.After {
		points := 0
		switch {
		case gone[d.ID]:
		case d.Where == OnSurface:
			points = b.Points(math.Hypot(d.X, d.Y), b.Disc.Radius)
		case d.Where == Leaning:
			points = 15
		}
		if points > 0 {
			score.PerDisc[DiscName(d.ID)] = points
			score.Points[teamName(d.Team)] += points
		}
	}
	score.Partial = tn.N < 2*game.discs
}

func newShotTruth(tn *Turn) ShotTruth {
	s := ShotTruth{
		Player: tn.Player, Team: teamName(tn.Team), Disc: DiscName(tn.Disc), HandIn: tn.HandIn, Flick: tn.FlickAt,
		Settled: tn.SettledAt, HandOut: tn.HandOut, Start: [2]float64{tn.Shot.X, tn.Shot.Y}, StartValid: true,
		Before: [][]any{}, AfterSettle: [][]any{}, Opponents: []string{}, Displacement: map[string]float64{},
		Verdict: "foul", Reason: tn.Judgement.Reason, Remove: []string{}, RemoveWhy: map[string]string{}, Twenties: map[string]int{},
		ByHand: []map[string]any{}, AfterRemoval: [][]any{}, DueBefore: []string{}, Anomalies: []map[string]any{},
	}
	if tn.Judgement.Valid {
		s.Verdict = "valid"
	}
	for _, r := range tn.Judgement.Remove {
		s.Remove = append(s.Remove, DiscName(r.Disc))
		s.RemoveWhy[DiscName(r.Disc)] = r.Why
		s.ByHand = append(s.ByHand, map[string]any{"disc": DiscName(r.Disc), "t": tn.RemovedAt[r.Disc], "to": "off_board"})
	}
	s.places(tn)
	s.happenings(tn)
	return s
}

// places notes where the discs were before and after.
func (s *ShotTruth) places(tn *Turn) {
	before := map[int]Puck{}
	for _, d := range tn.Before {
		before[d.ID] = d
		if onBoard(d.Where) {
			s.Before = append(s.Before, []any{DiscName(d.ID), d.X, d.Y})
			if d.Team != tn.Team {
				s.Opponents = append(s.Opponents, DiscName(d.ID))
			}
		}
	}
	for _, d := range tn.Motion.After {
		state := d.Where.String()
		if d.Where == OnSurface {
			state = "surface"
		}
		s.AfterSettle = append(s.AfterSettle, []any{DiscName(d.ID), d.X, d.Y, state})
		if _, gone := s.RemoveWhy[DiscName(d.ID)]; !gone && onBoard(d.Where) {
			s.AfterRemoval = append(s.AfterRemoval, []any{DiscName(d.ID), d.X, d.Y})
		}
		if old, there := before[d.ID]; there && (old.X != d.X || old.Y != d.Y) {
			s.Displacement[DiscName(d.ID)] = math.Hypot(d.X-old.X, d.Y-old.Y)
		}
		if s.RemoveWhy[DiscName(d.ID)] == "twenty" {
			s.Twenties[teamName(d.Team)]++
		}
	}
}

// happenings notes the events, and those that are worth a name.
func (s *ShotTruth) happenings(tn *Turn) {
	team := map[int]int{tn.Disc: tn.Team}
	for _, d := range tn.Before {
		team[d.ID] = d.Team
	}
	for _, e := range tn.Motion.Events {
		t := tn.FlickAt + e.T
		event := map[string]any{"t": t, "type": string(e.Kind), "speed": e.Speed}
		if e.Kind == EventContact {
			event["a"], event["b"] = DiscName(e.Disc), DiscName(e.Other)
			s.Contacted = s.Contacted || team[e.Disc] != tn.Team || team[e.Other] != tn.Team
		} else {
			event["disc"] = DiscName(e.Disc)
		}
		s.Events = append(s.Events, event)
		switch e.Kind {
		case EventRimOut, EventPass, EventLean:
			s.Anomalies = append(s.Anomalies, map[string]any{"type": string(e.Kind), "disc": DiscName(e.Disc), "t": t})
		}
	}
}
