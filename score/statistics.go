package score

import (
	"ditchline/referee"
)

// Share is a part of a whole: how many of how many.
type Share struct {
	N  int `json:"n"`
	Of int `json:"of"`
}

// add counts one more, as a hit or a miss.
func (s *Share) add(hit bool) {
	s.Of++
	if hit {
		s.N++
	}
}

// PlayerStatistics are one seat's over the match.
type PlayerStatistics struct {
	Seat      referee.Seat           `json:"seat"`
	Player    string                 `json:"player"`
	Side      referee.Side           `json:"side"`
	Shots     int                    `json:"shots"`
	Twenties  int                    `json:"twenties"`   // discs of the own side brought into the hole
	OpenShots Share                  `json:"open_shots"` // twenties made on open shots, of open shots
	Contacts  Share                  `json:"contacts"`   // shots that touched an opposing disc, of those that owed it
	Fouls     map[referee.Reason]int `json:"fouls,omitempty"`
	Reshoots  int                    `json:"reshoots"`
	WrongTurn int                    `json:"out_of_turn"`
	BadStarts int                    `json:"bad_starts"`
	Best20s   int                    `json:"longest_run_of_twenties"` // shots in a row that made one
	BestValid int                    `json:"longest_run_without_foul"`

	run20s, runValid int
}

// SideStatistics are one side's over the match.
type SideStatistics struct {
	Side         referee.Side `json:"side"`
	Rounds       int          `json:"rounds"`
	RoundPoints  int          `json:"round_points"` // raw totals of all rounds
	PerRound     float64      `json:"points_per_round"`
	Twenties     int          `json:"twenties"`
	Won          int          `json:"rounds_won"`
	Lost         int          `json:"rounds_lost"`
	Tied         int          `json:"rounds_tied"`
	WithHammer   Record       `json:"with_hammer"`    // rounds in which the side had the last shot
	AgainstIt    Record       `json:"against_hammer"` // rounds in which another side had it
	LongestWins  int          `json:"longest_run_of_wins"`
	currentlyWon int
}

// Record is won, lost and tied rounds.
type Record struct {
	Won  int `json:"won"`
	Lost int `json:"lost"`
	Tied int `json:"tied"`
}

// CarromStatistics are one seat's in a carrom match.
type CarromStatistics struct {
	Seat     referee.Seat `json:"seat"`
	Player   string       `json:"player"`
	Strokes  int          `json:"strokes"`
	Pocketed Share        `json:"pocketed"` // strokes that pocketed an own piece, of strokes
	Pieces   int          `json:"pieces"`
	Queens   int          `json:"queens"`
	Strikers int          `json:"strikers"` // strikers pocketed
	Fouls    int          `json:"fouls"`
	BestRun  int          `json:"best_run"` // own pieces in one turn
}

// Statistics are drawn from the log alone.
type Statistics struct {
	Players []PlayerStatistics `json:"players,omitempty"`
	Sides   []SideStatistics   `json:"sides"`
	Carrom  []CarromStatistics `json:"carrom,omitempty"`
}

// Statistics of the match so far. Shots that wait for a person's answer count
// as what is likelier.
func (s *State) Statistics() Statistics {
	out := Statistics{}
	for _, side := range s.Sides {
		out.Sides = append(out.Sides, SideStatistics{Side: side.Side})
	}
	if s.isCarrom() {
		out.Carrom = s.carromStatistics()
		s.boardStatistics(&out)
		return out
	}
	for _, seat := range s.Seats {
		out.Players = append(out.Players, PlayerStatistics{Seat: seat.Seat, Player: s.Setup.Player(seat.Seat), Side: seat.Side, Fouls: map[referee.Reason]int{}})
	}
	for i := range s.Shots {
		for k := range out.Players {
			if out.Players[k].Seat == s.Shots[i].Seat {
				out.Players[k].take(&s.Shots[i])
			}
		}
	}
	for i := range s.Rounds {
		for k := range out.Sides {
			out.Sides[k].take(s, &s.Rounds[i])
		}
	}
	return out
}

func (p *PlayerStatistics) take(shot *ShotRecord) {
	v := &shot.Verdict
	if v.Reason == referee.FTurn {
		p.WrongTurn++
	}
	if !v.StartValid {
		p.BadStarts++
	}
	if v.Likely == referee.Reshoot {
		p.Reshoots++
		return
	}
	p.Shots++
	made := v.Twenties[shot.Side]
	p.Twenties += made
	if v.Open {
		p.OpenShots.add(made > 0)
	} else {
		p.Contacts.add(v.Contact)
	}
	foul := v.Likely == referee.Foul
	if foul {
		p.Fouls[v.Reason]++
	}
	p.run20s = run(p.run20s, made > 0, &p.Best20s)
	p.runValid = run(p.runValid, !foul, &p.BestValid)
}

// run is the length of a streak after one more, with its best.
func run(length int, hit bool, best *int) int {
	if !hit {
		return 0
	}
	*best = max(*best, length+1)
	return length + 1
}

func (t *SideStatistics) take(s *State, r *RoundResult) {
	c := r.Counts[t.Side]
	t.Rounds++
	t.RoundPoints += c.Total()
	t.PerRound = float64(t.RoundPoints) / float64(t.Rounds)
	t.Twenties += c.Twenties
	record := &t.AgainstIt
	if team := s.Setup.Team(r.Hammer); team != nil && team.Side == t.Side {
		record = &t.WithHammer
	}
	switch r.Winner {
	case t.Side:
		t.Won++
		record.Won++
	case "":
		t.Tied++
		record.Tied++
	default:
		t.Lost++
		record.Lost++
	}
	t.currentlyWon = run(t.currentlyWon, r.Winner == t.Side, &t.LongestWins)
}

func (s *State) carromStatistics() []CarromStatistics {
	var out []CarromStatistics
	for _, seat := range s.Seats {
		p := CarromStatistics{Seat: seat.Seat, Player: s.Setup.Player(seat.Seat)}
		inTurn := 0
		for _, k := range s.Carrom.Strokes {
			if k.Seat != seat.Seat {
				inTurn = 0
				continue
			}
			p.Strokes++
			p.Pieces += k.Stroke.Own
			p.Pocketed.add(k.Stroke.Own > 0)
			if k.Stroke.Queen {
				p.Queens++
			}
			if k.Stroke.Striker {
				p.Strikers++
			}
			if k.Stroke.Foul != "" {
				p.Fouls++
			}
			inTurn += k.Stroke.Own
			p.BestRun = max(p.BestRun, inTurn)
			if k.Verdict.Result != referee.Continue {
				inTurn = 0
			}
		}
		out = append(out, p)
	}
	return out
}

// boardStatistics counts carrom boards as rounds.
func (s *State) boardStatistics(out *Statistics) {
	for _, b := range s.Carrom.Boards {
		for i := range out.Sides {
			t := &out.Sides[i]
			t.Rounds++
			if b.Winner == t.Side {
				t.Won++
				t.RoundPoints += b.Points
			} else {
				t.Lost++
			}
			t.PerRound = float64(t.RoundPoints) / float64(t.Rounds)
			t.currentlyWon = run(t.currentlyWon, b.Winner == t.Side, &t.LongestWins)
		}
	}
}
