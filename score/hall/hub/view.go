package hub

import (
	"math"
	"time"

	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/tournament"
)

// View is a match as a page shows it: enough for a mini board.
type View struct {
	Match   string             `json:"match"`
	Table   string             `json:"table"`
	Stage   string             `json:"stage,omitempty"`
	Phase   score.Phase        `json:"phase"`
	Game    int                `json:"game"`
	Round   int                `json:"round"`
	Hammer  string             `json:"hammer,omitempty"` // who has the last shot
	Next    string             `json:"next,omitempty"`   // who shoots
	Surface string             `json:"surface"`          // what it is played on: /surfaces/NAME
	Sides   []SideView         `json:"sides"`
	Discs   []DiscView         `json:"discs"`
	Reviews int                `json:"reviews,omitempty"` // questions that a person must still answer
	Carrom  *score.CarromView  `json:"carrom,omitempty"`  // of a carrom match
	Events  int                `json:"events"`
	Updated time.Time          `json:"updated"` // of the newest event, by the table's clock
	Result  *tournament.Result `json:"result,omitempty"`
}

// SideView is one side of it.
type SideView struct {
	Side     referee.Side `json:"side"`
	Name     string       `json:"name"`
	Colour   string       `json:"colour,omitempty"`
	Total    int          `json:"total"`    // of the game
	Games    int          `json:"games"`    // won
	Points   int          `json:"points"`   // of the round, as it lies
	Twenties int          `json:"twenties"` // of the round
	All20s   int          `json:"all_20s"`  // of the match
	Unplayed int          `json:"unplayed"`
}

// DiscView is a disc, or a carrom piece, on the board: distance from the centre
// in mm, angle in degrees, as the log has it.
type DiscView struct {
	Side  referee.Side  `json:"side,omitempty"`
	Kind  string        `json:"kind,omitempty"` // of a carrom piece: white, black, queen
	D     float64       `json:"d"`
	Theta float64       `json:"theta"`
	State referee.State `json:"state,omitempty"` // where it lies otherwise than flat
}

// viewOf is a match's view; one no longer kept whole shows its last.
func viewOf(bm *BoardMatch) View {
	if bm.match == nil {
		return bm.view
	}
	s, setup := bm.match.State(), bm.match.Setup()
	events := bm.match.Events()
	v := View{
		Match: bm.ID, Table: bm.Table, Stage: setup.Stage, Phase: s.Phase, Game: s.Game, Round: s.Round, Surface: bm.surface,
		Reviews: len(s.Reviews), Events: bm.Events, Updated: events[len(events)-1].At, Sides: []SideView{}, Discs: []DiscView{},
	}
	if s.Phase != score.Over {
		v.Hammer, v.Next = setup.Player(s.Hammer), ""
		if s.Next != "" {
			v.Next = setup.Player(s.Next)
		}
	}
	for i, side := range s.Sides {
		sv := SideView{
			Side: side.Side, Name: setup.TeamName(side.Side), Colour: setup.Teams[i].Colour, Total: side.Total, Games: side.Games,
			Points: side.Points, Twenties: side.Twenties, Unplayed: side.Unplayed,
		}
		for _, r := range s.Rounds {
			sv.All20s += r.Counts[side.Side].Twenties
		}
		if s.Phase != score.Over {
			sv.All20s += side.Twenties
		}
		v.Sides = append(v.Sides, sv)
	}
	for _, d := range s.Board {
		disc := DiscView{Side: d.Owner, D: tenths(d.At.D), Theta: tenths(d.At.Theta)}
		if d.State != referee.Flat {
			disc.State = d.State
		}
		v.Discs = append(v.Discs, disc)
	}
	if s.Carrom != nil {
		v.Carrom = s.CarromView()
		v.Round = v.Carrom.Board
		for _, p := range s.Carrom.Lies {
			v.Discs = append(v.Discs, DiscView{Kind: p.Kind, D: tenths(math.Hypot(p.X, p.Y)), Theta: tenths(math.Atan2(p.Y, p.X) * 180 / math.Pi)})
		}
	}
	if bm.Over {
		result := bm.Result
		v.Result = &result
	}
	return v
}

// tenths is a figure as screens need it.
func tenths(v float64) float64 { return math.Round(10*v) / 10 }
