package hub

import (
	"net/http"
	"time"

	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/tournament"
)

// playAnswer is a table as its own page and the overlay show it: what a
// table's line has, and the match in full.
type playAnswer struct {
	tableAnswer
	Title    string    `json:"title,omitempty"` // of the tournament
	Play     *playView `json:"play,omitempty"`  // the match of View; missing where it is no longer kept whole
	Upcoming []pairing `json:"upcoming"`        // what is played there next
}

// playView is a match in full, in the words of a board's own state
// (score/session), so that the same pages show it.
type playView struct {
	ID      string         `json:"id"`
	Ruleset string         `json:"ruleset"`
	Players referee.Form   `json:"players"`
	Event   string         `json:"event"`
	Stage   string         `json:"stage,omitempty"`
	Table   string         `json:"table"`
	Target  int            `json:"target,omitempty"` // points that win a game; 0: the rounds are counted
	Games   int            `json:"games"`
	Begun   bool           `json:"begun"` // a shot was seen in it
	Phase   score.Phase    `json:"phase"`
	Game    int            `json:"game"`
	Round   int            `json:"round"`
	Starter *score.Seated  `json:"starter"`
	Hammer  *score.Seated  `json:"hammer"`
	Next    *score.Seated  `json:"next"`
	Sides   []playSide     `json:"sides"`
	Discs   []playDisc     `json:"discs"`
	Shots   []playShot     `json:"shots"` // of the match, the newest last
	Reviews []playQuestion `json:"reviews"`
	Rounds  []playRound    `json:"rounds"`
	Winners []referee.Side `json:"winners,omitempty"` // of a match that is over; none: a draw

	Carrom *score.CarromView `json:"carrom,omitempty"` // of a carrom match
}

type playSide struct {
	Team     referee.Side `json:"team"`
	Name     string       `json:"name"`
	Color    string       `json:"color,omitempty"`
	Dealt    int          `json:"dealt"`
	Unplayed int          `json:"unplayed"`
	Board    int          `json:"board"`
	Twenties int          `json:"twenties"` // of the round
	Points   int          `json:"points"`
	Total    int          `json:"total"`
	Games    int          `json:"games"`
	Players  []playPerson `json:"players"`
}

type playPerson struct {
	Seat referee.Seat `json:"seat"`
	Name string       `json:"name"`
	Left int          `json:"left"`
}

// playDisc is a disc on the board, mm in the frame of the log: +x to the
// middle of seat E.
type playDisc struct {
	ID    string        `json:"id"`
	Team  string        `json:"team"` // of a carrom piece its kind: white, black, queen
	State referee.State `json:"state"`
	X     float64       `json:"x_mm"`
	Y     float64       `json:"y_mm"`
}

type playShot struct {
	Seq      int                  `json:"seq"`
	Round    int                  `json:"round"`
	N        int                  `json:"n"` // in the round
	At       time.Time            `json:"at"`
	Team     referee.Side         `json:"team"`
	Player   string               `json:"player"`
	Disc     string               `json:"disc"`
	Verdict  referee.Outcome      `json:"verdict"`
	Likely   referee.Outcome      `json:"likely,omitempty"`
	Reason   referee.Reason       `json:"reason"`
	Removed  []referee.Removal    `json:"removed"`
	Twenties map[referee.Side]int `json:"twenties"`
	Because  []string             `json:"because"`
	Restored []string             `json:"restored,omitempty"`
	Starts   []referee.Reason     `json:"start_reasons,omitempty"`
	Text     string               `json:"text"`
	*playStroke
}

// playStroke is what a carrom stroke has beside a shot.
type playStroke struct {
	Game     int                  `json:"game"`
	Colour   string               `json:"colour"`   // that the side plays on this board: white or black
	Pocketed map[string]int       `json:"pocketed"` // white, black, queen, striker
	Result   referee.CarromResult `json:"result"`
	Codes    []string             `json:"codes"` // of RULES.md section 6
	PutBack  map[string]int       `json:"put_back"`
	Answered bool                 `json:"answered,omitempty"`
}

type playQuestion struct {
	Of    int                  `json:"of"` // seq of the shot
	Key   string               `json:"key"`
	Kind  referee.QuestionKind `json:"kind"`
	Discs []string             `json:"discs"`
	Text  string               `json:"text"`
}

type playRound struct {
	Game    int                          `json:"game"`
	Round   int                          `json:"round"`
	Partial bool                         `json:"partial,omitempty"`
	Counts  map[referee.Side]score.Count `json:"counts"`
	Added   map[referee.Side]int         `json:"added"`
	Totals  map[referee.Side]int         `json:"totals"`
	Winner  referee.Side                 `json:"winner,omitempty"`
}

// play answers for one table.
func (h *Hub) play(r *http.Request) (any, error) {
	name := r.PathValue("table")
	var a *playAnswer
	h.desk.Look(func(cup *tournament.Tournament) {
		h.mu.RLock()
		defer h.mu.RUnlock()
		var s *tournament.State
		if cup != nil {
			s = cup.State()
		}
		for _, known := range h.tableNames(s) {
			if known == name {
				a = h.playOf(s, name)
			}
		}
	})
	if a == nil {
		return nil, errNoSuch{"table " + name}
	}
	return a, nil
}

// playOf needs both models to be held.
func (h *Hub) playOf(s *tournament.State, name string) *playAnswer {
	a := &playAnswer{tableAnswer: h.tableOf(s, name), Upcoming: []pairing{}}
	if s != nil {
		a.Title = s.Setup.Name
		for _, m := range s.Open() {
			if m.Table == name && (a.Match == nil || m.ID != a.Match.ID) {
				p := h.pairingOf(s, m)
				p.Live = nil
				a.Upcoming = append(a.Upcoming, p)
			}
		}
	}
	if line := h.boards.tables[name]; line != nil {
		if bm := h.boards.Match(name, line.Match); bm != nil && bm.match != nil {
			a.Play = playViewOf(bm.match)
		}
	}
	return a
}

func playViewOf(m *score.Match) *playView {
	s, setup := m.State(), m.Setup()
	v := &playView{
		ID: setup.ID, Ruleset: setup.Ruleset.ID, Players: setup.Form, Event: setup.Event, Stage: setup.Stage, Table: setup.Table,
		Target: setup.Target, Games: setup.Games, Begun: len(s.Shots) > 0, Phase: s.Phase, Game: s.Game, Round: s.Round, Winners: s.Winners,
		Carrom: s.CarromView(), Sides: []playSide{}, Discs: []playDisc{}, Shots: []playShot{}, Reviews: []playQuestion{}, Rounds: []playRound{},
	}
	if s.Phase != score.Over {
		v.Starter, v.Hammer, v.Next = setup.Seated(s.Starter), setup.Seated(s.Hammer), setup.Seated(s.Next)
	}
	for i, side := range s.Sides {
		p := playSide{
			Team: side.Side, Name: setup.TeamName(side.Side), Color: setup.Teams[i].Colour, Dealt: side.Dealt, Unplayed: side.Unplayed,
			Board: side.Points - 20*side.Twenties, Twenties: side.Twenties, Points: side.Points, Total: side.Total, Games: side.Games,
		}
		for _, seat := range s.Seats {
			if seat.Side == side.Side {
				p.Players = append(p.Players, playPerson{Seat: seat.Seat, Name: setup.Player(seat.Seat), Left: seat.Left})
			}
		}
		v.Sides = append(v.Sides, p)
	}
	for _, d := range s.Board {
		x, y := d.At.XY()
		v.Discs = append(v.Discs, playDisc{ID: d.ID, Team: string(d.Owner), State: d.State, X: tenths(x), Y: tenths(y)})
	}
	if s.Carrom != nil {
		v.carrom(setup, s.Carrom)
	}
	for i := range s.Shots {
		v.Shots = append(v.Shots, playShotOf(setup, &s.Shots[i]))
	}
	for _, q := range s.Reviews {
		v.Reviews = append(v.Reviews, playQuestion{Of: q.Seq, Key: q.Question.Key, Kind: q.Question.Kind, Discs: append([]string{}, q.Question.Discs...), Text: referee.QuestionText(&q.Question, referee.English)})
	}
	for i := range s.Rounds {
		r := &s.Rounds[i]
		v.Rounds = append(v.Rounds, playRound{Game: r.Game, Round: r.Round, Partial: r.Partial, Counts: r.Counts, Added: r.Added, Totals: r.Totals, Winner: r.Winner})
	}
	return v
}

func playShotOf(setup *score.Setup, r *score.ShotRecord) playShot {
	v := &r.Verdict
	p := playShot{
		Seq: r.Seq, Round: r.Round, N: r.N, At: r.At, Team: r.Side, Player: setup.Player(r.Seat), Disc: r.Disc, Verdict: v.Outcome, Reason: v.Reason,
		Removed: append([]referee.Removal{}, v.Removed...), Twenties: v.Twenties, Because: append([]string{}, v.Because...), Starts: v.StartReasons,
		Text: referee.Sentence(&referee.Situation{Ruleset: &setup.Ruleset}, v, referee.English),
	}
	if p.Twenties == nil {
		p.Twenties = map[referee.Side]int{}
	}
	if v.Outcome == referee.Review {
		p.Likely = v.Likely
	}
	for _, d := range v.Restored {
		p.Restored = append(p.Restored, d.ID)
	}
	return p
}
