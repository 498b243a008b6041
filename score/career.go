package score

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"ditchline/referee"
)

// CareerEntry is what one match adds to a player's career.
type CareerEntry struct {
	Match    string       `json:"match"`
	Began    time.Time    `json:"began"`
	Ruleset  string       `json:"ruleset"`
	Side     referee.Side `json:"side"`
	Partners []string     `json:"partners,omitempty"`
	Against  []string     `json:"against"` // names of the other sides
	Result   Result       `json:"result"`

	Rounds   int            `json:"rounds"`
	Points   int            `json:"points"` // raw totals of the side's rounds; in carrom those of the boards won
	Shots    int            `json:"shots"`  // in carrom strokes
	Twenties int            `json:"twenties"`
	Open     Share          `json:"open"`    // twenties on open shots, of open shots
	Contact  Share          `json:"contact"` // contacts made, of those owed
	Fouls    int            `json:"fouls"`
	Reasons  map[string]int `json:"reasons,omitempty"` // fouls by the reason's code
	Pocketed Share          `json:"pocketed"`          // carrom: strokes that pocketed an own piece, of strokes
	Carrom   bool           `json:"carrom,omitempty"`
	Pieces   int            `json:"pieces"`   // carrom: own pieces pocketed
	Queens   int            `json:"queens"`   // carrom: pocketed
	Strikers int            `json:"strikers"` // carrom: pocketed
	BestRun  int            `json:"best_run"` // carrom: own pieces in one turn

	rests []Rested
}

// Result is how a match ended for a player.
type Result string

// The results. Unfinished matches count in no share of wins.
const (
	Won        Result = "won"
	Lost       Result = "lost"
	Drawn      Result = "drawn"
	Unfinished Result = "unfinished"
)

// Rested is where the disc of one shot came to rest, as its shooter sees the
// board: mm, his seat at -y.
type Rested struct {
	X, Y  float64
	State referee.State
	Open  bool // no opposing disc was in play
	Miss  bool // an open shot without a twenty, or an owed contact not made
	Known bool // the place was seen; a disc in the ditch may lie anywhere
}

// FormPoint is a career at one match, for a chart over time.
type FormPoint struct {
	CareerEntry
	TwentyShare float64 `json:"twenty_share"`     // twenties of shots
	PerRound    float64 `json:"points_per_round"` //
	FoulShare   float64 `json:"foul_share"`       // fouls of shots
}

// HeatCell is a square of the heat map: where its middle lies,
// mm, and how many shots ended in it.
type HeatCell struct {
	X float64 `json:"x_mm"`
	Y float64 `json:"y_mm"`
	N int     `json:"n"`
}

// MissPlace is where the disc of a missed shot came to rest.
type MissPlace struct {
	X     float64       `json:"x_mm"`
	Y     float64       `json:"y_mm"`
	Open  bool          `json:"open"` // an open shot that made no twenty; else an owed contact not made
	State referee.State `json:"state"`
}

// Career is one player over all matches in which the name stands.
type Career struct {
	Player  string `json:"player"`
	Matches int    `json:"matches"`
	Won     Share  `json:"won"` // of the matches that ended; a draw is no win
	Drawn   int    `json:"drawn"`

	Rounds   int            `json:"rounds"`
	PerRound float64        `json:"points_per_round"`
	Shots    int            `json:"shots"`
	Twenties Share          `json:"twenties"` // of shots
	Open     Share          `json:"open"`     // twenties on open shots, of open shots
	Contact  Share          `json:"contact"`
	Fouls    Share          `json:"fouls"` // of shots
	Reasons  map[string]int `json:"reasons"`

	Boards   int     `json:"boards"` // of carrom
	PerBoard float64 `json:"points_per_board"`
	Strokes  int     `json:"strokes"`
	Pocketed Share   `json:"pocketed"`
	Pieces   int     `json:"pieces"`
	Queens   int     `json:"queens"`
	BestRun  int     `json:"best_run"` // own pieces in one turn

	Strikers    Share `json:"strikers"`     // strikers pocketed, of strokes
	WrongStarts Share `json:"wrong_starts"` // strokes with the striker placed wrongly, of strokes

	Form      []FormPoint `json:"form"` // the oldest match first
	CellMM    float64     `json:"cell_mm"`
	Heat      []HeatCell  `json:"heat"`
	InDitch   int         `json:"in_ditch"` // shots whose disc ended in the ditch
	InHole    int         `json:"in_hole"`
	Misses    []MissPlace `json:"misses"` // the newest ones, at most keptMisses
	MissCount int         `json:"miss_count"`
}

// keptMisses is how many places of missed shots a career shows.
const keptMisses = 400

// HeatCellMM is the side of a cell of the heat map: about a disc's diameter.
const HeatCellMM = 30

// PlayerKey is what makes two written names the same person's: the name
// without the spaces around it, and without regard to case.
func PlayerKey(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// Named are the players of a match who gave a name, by their seat.
func (s *Setup) Named() map[referee.Seat]string {
	out := map[referee.Seat]string{}
	for _, t := range s.Teams {
		for _, p := range t.Players {
			if PlayerKey(p.Name) != "" {
				out[p.Seat] = strings.Join(strings.Fields(p.Name), " ")
			}
		}
	}
	return out
}

// Entries are what the match adds to its named players' careers, by
// PlayerKey. Shots that wait for an answer count as what is likelier.
func (m *Match) Entries() map[string]CareerEntry {
	out := map[string]CareerEntry{}
	stats := m.state.Statistics()
	rests := m.rests()
	for seat, name := range m.Setup().Named() {
		side := m.Setup().Team(seat).Side
		e := CareerEntry{
			Match: m.Setup().ID, Began: m.events[0].At, Ruleset: m.Setup().Ruleset.ID, Side: side,
			Result: m.state.resultOf(side), Reasons: map[string]int{}, rests: rests[seat], Carrom: m.state.isCarrom(),
		}
		e.Partners, e.Against = m.Setup().company(seat)
		for _, t := range stats.Sides {
			if t.Side == side {
				e.Rounds, e.Points = t.Rounds, t.RoundPoints
			}
		}
		for _, p := range stats.Players {
			if p.Seat == seat {
				e.crokinole(&p)
			}
		}
		for _, p := range stats.Carrom {
			if p.Seat == seat {
				e.Shots, e.Fouls, e.Pocketed, e.Pieces = p.Strokes, p.Fouls, p.Pocketed, p.Pieces
				e.Queens, e.Strikers, e.BestRun = p.Queens, p.Strikers, p.BestRun
			}
		}
		out[PlayerKey(name)] = e
	}
	return out
}

func (e *CareerEntry) crokinole(p *PlayerStatistics) {
	e.Shots, e.Twenties, e.Open, e.Contact = p.Shots, p.Twenties, p.OpenShots, p.Contacts
	for reason, n := range p.Fouls {
		e.Fouls += n
		e.Reasons[string(reason)] += n
	}
}

// company are the partners at a seat's side, and the other sides' names.
func (s *Setup) company(seat referee.Seat) (partners, against []string) {
	against = []string{}
	own := s.Team(seat)
	for i := range s.Teams {
		t := &s.Teams[i]
		if t.Side != own.Side {
			against = append(against, s.TeamName(t.Side))
			continue
		}
		for _, p := range t.Players {
			if p.Seat != seat {
				partners = append(partners, s.Player(p.Seat))
			}
		}
	}
	return partners, against
}

func (s *State) resultOf(side referee.Side) Result {
	switch {
	case s.Phase != Over:
		return Unfinished
	case len(s.Winners) == 0:
		return Drawn
	case slices.Contains(s.Winners, side) && len(s.Winners) > 1:
		return Drawn
	case slices.Contains(s.Winners, side):
		return Won
	}
	return Lost
}

// ShotsInForce are the shots of the log by their events' numbers, each as the
// last correction has it.
func (m *Match) ShotsInForce() map[int]*Shot {
	on := active(m.events)
	c := gather(m.events, on)
	out := map[int]*Shot{}
	for i := range m.events {
		e := &m.events[i]
		if e.Kind != KindShot || !on[i] {
			continue
		}
		out[e.Seq] = e.Shot
		if other, ok := c.shot[e.Seq]; ok {
			out[e.Seq] = other
		}
	}
	return out
}

// RestOf is where a shot's own disc came to rest, if that was seen.
func (s *Shot) RestOf(disc string) (referee.Rest, bool) {
	i := slices.IndexFunc(s.After, func(r referee.Rest) bool { return r.ID == disc || r.ID == s.Disc })
	if i < 0 {
		return referee.Rest{}, false
	}
	return s.After[i], true
}

// rests are where each seat's shots came to rest.
func (m *Match) rests() map[referee.Seat][]Rested {
	out := map[referee.Seat][]Rested{}
	shots := m.ShotsInForce()
	for i := range m.state.Shots {
		k := &m.state.Shots[i]
		shot := shots[k.Seq]
		if shot == nil || k.Verdict.Likely == referee.Reshoot {
			continue
		}
		rest, ok := shot.RestOf(k.Disc)
		if !ok {
			continue
		}
		r := Rested{State: rest.State, Open: k.Verdict.Open, Known: rest.State != referee.InDitch || rest.At.D > 0}
		if r.Open {
			r.Miss = k.Verdict.Twenties[k.Side] == 0
		} else {
			r.Miss = !k.Verdict.Contact
		}
		turned := referee.Polar{D: rest.At.D, Theta: rest.At.Theta + referee.South.AxisDeg() - k.Seat.AxisDeg()}
		r.X, r.Y = turned.XY()
		out[k.Seat] = append(out[k.Seat], r)
	}
	return out
}

// NewCareer adds up the entries of one player.
func NewCareer(player string, entries []CareerEntry) Career {
	c := Career{Player: player, Reasons: map[string]int{}, Form: []FormPoint{}, CellMM: HeatCellMM, Heat: []HeatCell{}, Misses: []MissPlace{}}
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b CareerEntry) int { return cmp.Or(a.Began.Compare(b.Began), cmp.Compare(a.Match, b.Match)) })
	points, boardPoints := 0, 0
	cells := map[[2]int]int{}
	for _, e := range entries {
		c.Matches++
		if e.Result != Unfinished {
			c.Won.add(e.Result == Won)
		}
		if e.Result == Drawn {
			c.Drawn++
		}
		if e.Carrom {
			c.Boards += e.Rounds
			boardPoints += e.Points
			c.Strokes += e.Shots
			c.Pieces += e.Pieces
			c.Queens += e.Queens
			c.BestRun = max(c.BestRun, e.BestRun)
			c.Strikers = c.Strikers.plus(Share{e.Strikers, e.Shots})
			c.WrongStarts = c.WrongStarts.plus(Share{e.Fouls, e.Shots})
			c.Pocketed = c.Pocketed.plus(e.Pocketed)
		} else {
			c.Rounds += e.Rounds
			points += e.Points
			c.Shots += e.Shots
			c.Twenties = c.Twenties.plus(Share{e.Twenties, e.Shots})
			c.Open, c.Contact = c.Open.plus(e.Open), c.Contact.plus(e.Contact)
			c.Fouls = c.Fouls.plus(Share{e.Fouls, e.Shots})
		}
		for reason, n := range e.Reasons {
			c.Reasons[reason] += n
		}
		c.rested(e.rests, cells)
		c.Form = append(c.Form, FormPoint{
			CareerEntry: e, TwentyShare: Share{e.Twenties, e.Shots}.Rate(), PerRound: Share{e.Points, e.Rounds}.Rate(), FoulShare: Share{e.Fouls, e.Shots}.Rate(),
		})
	}
	c.PerRound, c.PerBoard = Share{points, c.Rounds}.Rate(), Share{boardPoints, c.Boards}.Rate()
	for at, n := range cells {
		c.Heat = append(c.Heat, HeatCell{X: float64(at[0]) * HeatCellMM, Y: float64(at[1]) * HeatCellMM, N: n})
	}
	slices.SortFunc(c.Heat, func(a, b HeatCell) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) })
	c.MissCount = len(c.Misses)
	c.Misses = c.Misses[max(0, len(c.Misses)-keptMisses):]
	return c
}

func (c *Career) rested(rests []Rested, cells map[[2]int]int) {
	for _, r := range rests {
		switch {
		case r.State == referee.InDitch:
			c.InDitch++
		case r.State == referee.InHole:
			c.InHole++
			cells[[2]int{}]++
		default:
			cells[[2]int{int(math.Round(r.X / HeatCellMM)), int(math.Round(r.Y / HeatCellMM))}]++
		}
		if r.Miss && r.Known {
			c.Misses = append(c.Misses, MissPlace{X: math.Round(r.X), Y: math.Round(r.Y), Open: r.Open, State: r.State})
		}
	}
}

// Rate is the share as a number; 0 of nothing.
func (s Share) Rate() float64 {
	if s.Of == 0 {
		return 0
	}
	return float64(s.N) / float64(s.Of)
}

func (s Share) plus(t Share) Share { return Share{s.N + t.N, s.Of + t.Of} }
