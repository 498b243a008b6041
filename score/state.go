package score

import (
	"time"

	"ditchline/referee"
)

// Phase is where a match stands.
type Phase string

// The phases.
const (
	Playing  Phase = "playing"
	LastShot Phase = "last_shot" // time is up: one side may take one more shot
	Frozen   Phase = "frozen"    // all discs are played: nothing moves until the round is written
	Choosing Phase = "choosing"  // the round's loser decides who starts the next
	Over     Phase = "over"
)

// State is a match as its events leave it.
type State struct {
	Setup       *Setup       `json:"setup"`
	Phase       Phase        `json:"phase"`
	Game        int          `json:"game"`          // from 1
	Round       int          `json:"round"`         // of the match, from 1
	RoundInGame int          `json:"round_in_game"` // from 1
	Starter     referee.Seat `json:"starter"`       // first shooter of this round
	Hammer      referee.Seat `json:"hammer"`        // who has this round's last shot
	Next        referee.Seat `json:"next,omitempty"`
	Chooser     referee.Side `json:"chooser,omitempty"`
	Deciding    bool         `json:"deciding,omitempty"` // the leaders were level at the end: this round decides
	Stopped     bool         `json:"stopped,omitempty"`  // time is up

	Board    []referee.Disc       `json:"board"`
	Sides    []SideState          `json:"sides"`
	Seats    []SeatState          `json:"seats"`
	Doubts   []referee.PointDoubt `json:"doubts,omitempty"` // discs too close to call, while frozen
	Reviews  []OpenQuestion       `json:"reviews,omitempty"`
	Shots    []ShotRecord         `json:"shots"`
	Rounds   []RoundResult        `json:"rounds"`
	Games    []GameResult         `json:"games"`
	Flags    []FlagRecord         `json:"flags,omitempty"`
	Winners  []referee.Side       `json:"winners,omitempty"` // several: shared; none when over: a draw
	Conceded referee.Side         `json:"conceded,omitempty"`
	Ignored  []int                `json:"ignored,omitempty"` // events that later changes left without meaning

	Carrom *CarromState `json:"carrom,omitempty"`

	turns     turns
	reshoots  [4]int
	played    map[string]bool
	gameStart referee.Seat
}

// SideState is one side's discs of the round and points of the match. Dealt =
// Unplayed + OnBoard + Twenties + Removed at any time.
type SideState struct {
	Side     referee.Side `json:"side"`
	Dealt    int          `json:"dealt"`
	Unplayed int          `json:"unplayed"`
	OnBoard  int          `json:"on_board"`
	Twenties int          `json:"twenties"` // discs in the bowl
	Removed  int          `json:"removed"`
	Points   int          `json:"points"` // on the board and in the bowl, if the round ended now
	Total    int          `json:"total"`  // of the game, as the count has it
	Games    int          `json:"games"`  // won
}

// SeatState is one player's.
type SeatState struct {
	Seat     referee.Seat `json:"seat"`
	Side     referee.Side `json:"side"`
	Left     int          `json:"left"`               // discs to play in this round
	Reshoots int          `json:"reshoots"`           // novice reshoots left in this round; -1 without limit
	Warnings int          `json:"warnings,omitempty"` // in the match
}

// ShotRecord is a shot as judged.
type ShotRecord struct {
	Seq     int             `json:"seq"` // of its event
	At      time.Time       `json:"at"`
	Game    int             `json:"game"`
	Round   int             `json:"round"`
	N       int             `json:"n"` // in the round, from 1
	Seat    referee.Seat    `json:"seat"`
	Side    referee.Side    `json:"side"`
	Disc    string          `json:"disc"`
	Verdict referee.Verdict `json:"verdict"`
}

// OpenQuestion is a question that a person must still answer.
type OpenQuestion struct {
	Seq      int              `json:"seq"` // of the shot
	Question referee.Question `json:"question"`
}

// RoundResult is a round as written.
type RoundResult struct {
	Seq     int                    `json:"seq"` // of the event that wrote it
	Game    int                    `json:"game"`
	Round   int                    `json:"round"`
	Starter referee.Seat           `json:"starter"` // first shooter
	Hammer  referee.Seat           `json:"hammer"`  // last shooter
	Counts  map[referee.Side]Count `json:"counts"`
	Added   map[referee.Side]int   `json:"added"`  // to the totals, as the count has it
	Totals  map[referee.Side]int   `json:"totals"` // of the game, after it
	Winner  referee.Side           `json:"winner,omitempty"`
	Partial bool                   `json:"partial,omitempty"` // written before all discs were played
	Confirm []string               `json:"confirm,omitempty"` // decisions that no source states: people confirm them once
}

// GameResult is a game that ended.
type GameResult struct {
	Game    int                  `json:"game"`
	Totals  map[referee.Side]int `json:"totals"`
	Winners []referee.Side       `json:"winners,omitempty"` // several: shared; none: a draw
}

// FlagRecord is a manual flag as raised.
type FlagRecord struct {
	Seq int `json:"seq"`
	FlagRaised
	Of   int       `json:"of,omitempty"`
	By   string    `json:"by,omitempty"`
	At   time.Time `json:"at"`
	Note string    `json:"note,omitempty"`
}

// side is the state of a side; nil for one that does not play.
func (s *State) side(side referee.Side) *SideState {
	for i := range s.Sides {
		if s.Sides[i].Side == side {
			return &s.Sides[i]
		}
	}
	return nil
}

func (s *State) seat(seat referee.Seat) *SeatState {
	for i := range s.Seats {
		if s.Seats[i].Seat == seat {
			return &s.Seats[i]
		}
	}
	return nil
}

func newState(setup *Setup) *State {
	s := &State{Setup: setup, Phase: Playing, Game: 1, Starter: setup.Starter, gameStart: setup.Starter}
	for i := range setup.Teams {
		t := &setup.Teams[i]
		s.Sides = append(s.Sides, SideState{Side: t.Side})
		for _, p := range t.Players {
			s.Seats = append(s.Seats, SeatState{Seat: p.Seat, Side: t.Side})
		}
	}
	if s.isCarrom() {
		s.startCarrom()
	} else {
		s.beginRound(setup.Starter)
	}
	return s
}

// beginRound deals the discs anew.
func (s *State) beginRound(starter referee.Seat) {
	s.Round++
	s.RoundInGame++
	s.deal(starter)
}

func (s *State) deal(starter referee.Seat) {
	s.Phase, s.Chooser = Playing, ""
	s.Starter, s.Next, s.Hammer = starter, starter, HammerOf(s.Setup, starter)
	s.Board, s.Doubts = nil, nil
	s.played = map[string]bool{}
	s.reshoots = [4]int{}
	s.turns = newTurns(s.Setup)
	for i := range s.Sides {
		side := &s.Sides[i]
		*side = SideState{Side: side.Side, Total: side.Total, Games: side.Games}
	}
	for i := range s.Seats {
		seat := &s.Seats[i]
		seat.Left = s.Setup.discsAt(seat.Seat)
		side := s.side(seat.Side)
		side.Dealt += seat.Left
		side.Unplayed += seat.Left
	}
	s.countReshoots()
}

// refresh writes the figures that follow from others.
func (s *State) refresh() {
	for i := range s.Sides {
		s.Sides[i].OnBoard, s.Sides[i].Points = 0, 20*s.Sides[i].Twenties
	}
	for _, d := range s.Board {
		if side := s.side(d.Owner); side != nil {
			side.OnBoard++
		}
	}
	for owner, points := range referee.CountBoard(&s.Setup.Ruleset, s.Setup.Board, s.Board) {
		if side := s.side(owner); side != nil {
			side.Points += points
		}
	}
	for i := range s.Seats {
		s.Seats[i].Left = s.turns.left[placeOf(s.Seats[i].Seat)]
	}
	s.countReshoots()
}

func (s *State) countReshoots() {
	allowed := s.Setup.Ruleset.Rules.NoviceReshoot
	for i := range s.Seats {
		s.Seats[i].Reshoots = allowed
		if allowed > 0 {
			s.Seats[i].Reshoots = max(0, allowed-s.reshoots[placeOf(s.Seats[i].Seat)])
		}
	}
}

// counts is each side's count as it lies.
func (s *State) counts() map[referee.Side]Count {
	out := make(map[referee.Side]Count, len(s.Sides))
	for _, side := range s.Sides {
		out[side.Side] = Count{Board: side.Points - 20*side.Twenties, Twenties: side.Twenties}
	}
	return out
}
