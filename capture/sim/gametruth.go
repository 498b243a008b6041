package sim

import (
	"math"

	"ditchline/models"
)

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
	Light     string              `json:"light"`
	Rules     string              `json:"rules"`
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
	Physics    map[string]float64    `json:"physics"`
	Twenties   map[string]int        `json:"twenties"`
	RoundScore RoundTruth            `json:"round_score"`
	Boards     []BoardResult         `json:"boards,omitempty"` // in carrom
}

// RoundTruth is the score of the last round that was filmed, twenties
// included.
type RoundTruth struct {
	Points  map[string]int `json:"points"`
	Twenty  map[string]int `json:"twenties"`
	PerDisc map[string]int `json:"per_disc"`
	Due     *RoundTruth    `json:"if_due_removals_had_been_made,omitempty"`
	Partial bool           `json:"partial"` // the round was not filmed to its last shot
}

// NewGameTruth writes down the turns that were filmed in the given number of
// frames: those that Truth.Turn showed, each once, in order.
func NewGameTruth(name string, o Options, turns []*Turn, frames int) GameTruth {
	cam := o.Camera()
	g := GameTruth{
		Name: name, Seed: o.Seed, FPS: o.FPS, Frames: frames, Shutter: o.Shutter, BoardName: o.Board.Name, Light: o.Light, Rules: o.rulesName(),
		Board: NewBoardTruth(o.Board, o.Furniture), Camera: NewCameraTruth(cam), TiltDeg: cam.TiltDeg(), Discs: map[string]GameDisc{},
	}
	p := &g.Truth
	p.Players, p.Twenties = map[string]GamePlayer{}, map[string]int{}
	p.Initial, p.Shots, p.Order = [][]any{}, []ShotTruth{}, []string{}
	p.Duration = float64(frames) / o.FPS
	p.Ruleset = rulesetTruth(o.Referee)
	w := o.Physics
	p.Physics = map[string]float64{
		"mu": w.Friction, "e": w.DiscBounce, "mu_dd": w.DiscGrip, "e_peg": w.PegBounce, "mu_peg": w.PegGrip, "e_rail": w.RailBounce,
		"mu_ditch": w.DitchFriction, "v_drop": w.DropSpeed, "p_lean": w.LeanChance, "p_return": w.ReturnChance, "p_pop": w.PopChance,
	}
	if o.Board.Game == models.Carrom {
		g.carrom(o, turns)
		return g
	}
	game := newGame(o)
	for team := range 2 {
		for k := range o.Discs {
			player := game.playerOf(team, k)
			seat := game.seats[game.owner(team, k)]
			p.Players[player] = GamePlayer{teamName(team), o.Colours[team], math.Mod(seat.deg+360, 360)}
			g.Discs[DiscName(team*100+k)] = GameDisc{o.Colours[team], player, teamName(team), o.Board.Disc.Radius, o.Board.Disc.Thickness}
		}
	}
	if len(turns) > 0 {
		p.Initial = places(turns[0].Before, true)
	}
	for _, tn := range turns {
		// A shot whose end was not filmed is none.
		if !tn.Clearing && tn.SettledAt < p.Duration {
			p.add(tn, game)
		}
	}
	return g
}

// rulesetTruth are a referee's rules in groundtruth's words, as far as they
// have words there.
func rulesetTruth(r Referee) map[string]any {
	m := map[string]any{"open_who": "shot_disc", "open_line": "touching", "open_remove": "shot_disc", "returned": "touched_stay", "invalid_start": "report_only", "leaning_value": 15}
	ruled, ok := r.(*Ruled)
	if !ok {
		return m
	}
	rules := &ruled.rules.Rules
	if rules.OpenRule == models.OpenAnyContacted {
		m["open_who"] = "any_own"
	}
	if !rules.OpenTouchCounts {
		m["open_line"] = "fully_inside"
	}
	if rules.OpenFailRemoves == models.FailContactedOwn {
		m["open_remove"] = "all_contacted_own"
	}
	if rules.Damage == models.DamageRestore {
		m["returned"] = "touched_restored"
	}
	return m
}

func teamName(team int) string { return string(rune('A' + team)) }

func (p *PlayTruth) add(tn *Turn, game *Game) {
	score := &p.RoundScore
	if tn.N == 1 || score.Points == nil {
		*score = RoundTruth{Twenty: map[string]int{"A": 0, "B": 0}}
	}
	if len(p.Order) < len(game.seats) && tn.Round == 0 {
		p.Order = append(p.Order, tn.Player)
	}
	s := newShotTruth(tn, game)
	s.N = len(p.Shots) + 1
	p.Shots = append(p.Shots, s)
	for team, n := range s.Twenties {
		p.Twenties[team] += n
		score.Twenty[team] += n
	}
	score.Partial = tn.N < 2*game.discs
	score.count(tn, game)
}

// count counts what lies on the board when the shot's turn, with what was
// taken off by hand, is over; and what would lie there without what is due.
func (r *RoundTruth) count(tn *Turn, game *Game) {
	due := tn.due()
	for _, rm := range tn.Judgement.Remove {
		due[rm.Disc] = true
	}
	made := RoundTruth{Twenty: r.Twenty, Partial: r.Partial}
	forgotten := false
	r.start()
	made.start()
	for _, d := range tn.Left {
		points := 0
		switch d.Where {
		case OnSurface:
			points = game.Board.Points(math.Hypot(d.X, d.Y), game.Board.Disc.Radius)
		case Leaning:
			points = 15
		}
		if points == 0 {
			continue
		}
		r.give(d, points)
		if due[d.ID] {
			forgotten = true
		} else {
			made.give(d, points)
		}
	}
	r.Due = nil
	if forgotten {
		r.Due = &made
	}
}

func (r *RoundTruth) start() {
	r.PerDisc, r.Points = map[string]int{}, map[string]int{}
	for team, n := range r.Twenty {
		r.Points[team] = 20 * n
	}
}

func (r *RoundTruth) give(d Puck, points int) {
	r.PerDisc[DiscName(d.ID)] = points
	r.Points[teamName(d.Team)] += points
}
