package session

import (
	"context"
	"reflect"
	"time"

	"ditchline/referee"
	"ditchline/score/session/desk"
)

// HallView is how a board stands to the hall that it has joined, as a screen
// shows it. Nothing of it holds up the match: without its hall a board goes on.
type HallView struct {
	Event     string `json:"event"`
	Table     string `json:"table"`
	Title     string `json:"title,omitempty"` // of the tournament
	Connected bool   `json:"connected"`
	Server    string `json:"server,omitempty"`

	Since      float64    `json:"since_ms,omitempty"`    // connected, or not, since then; ms since 1970
	Waiting    int        `json:"waiting"`               // events of the hall's matches that it has not yet
	More       bool       `json:"more,omitempty"`        // and more than these
	Sent       uint64     `json:"sent"`                  // events that it has taken since the program began
	Resent     uint64     `json:"resent"`                // sends that were made again
	Reconnects uint64     `json:"reconnects"`            // times that the line came back
	Refused    uint64     `json:"refused"`               // events that it can never take; they stay in this board's log
	LastAck    float64    `json:"last_ack_ms,omitempty"` // when it took the last one
	Fault      HallFault  `json:"fault,omitempty"`       // why nothing goes
	Problem    string     `json:"problem,omitempty"`     // the same in a sentence
	Known      bool       `json:"known"`                 // the hall was heard since the program began
	Assigned   *HallMatch `json:"assigned"`              // what is to be played at this table; null for nothing
	Misfit     string     `json:"misfit,omitempty"`      // why that cannot be played at this board
	Then       []string   `json:"then"`                  // who meets here after it
}

// HallFault is why nothing goes to the hall, in one word.
type HallFault string

// The faults of a line to a hall.
const (
	HallFar     HallFault = "unreachable" // no server answers
	HallStrange HallFault = "stranger"    // it does not know the ticket
	HallRights  HallFault = "rights"      // the ticket's key is not for this table
	HallTrust   HallFault = "trust"       // its certificate is not the ticket's
	HallOther   HallFault = "other"
)

// HallMatch is a match that a hall gives to a table.
type HallMatch struct {
	Match    string       `json:"match"` // its id in the log
	Stage    string       `json:"stage,omitempty"`
	Rules    string       `json:"rules"`
	Players  referee.Form `json:"players"`
	Games    int          `json:"games"`
	Teams    []HallTeam   `json:"teams"` // the first begins
	Deadline float64      `json:"deadline_ms,omitempty"`
}

// HallTeam is a side of such a match.
type HallTeam struct {
	Team    referee.Side `json:"team"`
	Name    string       `json:"name"`
	Players []string     `json:"players"`
}

// Call says what the hall has for the board.
func (s *Session) Call(ctx context.Context, c desk.Call) {
	s.ordered(ctx, s.table.call(c, s.now()))
	view := s.table.view() // names may have been put right, or the match taken back
	s.change(func(n *Snapshot) { n.Match = view.orNil() })
}

// TakeNext begins the hall's next match now, or says why it cannot be.
func (s *Session) TakeNext(ctx context.Context) error {
	o, err := s.table.takeNext(s.now())
	s.ordered(ctx, o)
	return err
}

// SetHall shows how the board stands to its hall; nil: it has joined none.
func (s *Session) SetHall(v *HallView) { s.change(func(n *Snapshot) { n.Hall = v }) }

func (t *table) call(c desk.Call, now time.Time) desk.Outcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale = true
	t.clock(now)
	defer t.turned()
	return t.desk.Call(c)
}

func (t *table) takeNext(now time.Time) (desk.Outcome, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale = true
	t.clock(now)
	defer t.turned()
	return t.desk.TakeNext()
}

// clock tells the desk the time where no frame has told it yet.
func (t *table) clock(now time.Time) {
	if !t.timed {
		t.desk.SetZero(now)
	}
}

// turned forgets what was shown of a match when another is in hand.
func (t *table) turned() {
	m := t.desk.Match()
	if m == nil || m.Setup().ID == t.of {
		return
	}
	first := t.of == ""
	t.of, t.strokes = m.Setup().ID, nil
	if !first {
		t.anomalies, t.resumed = nil, ""
	}
	if !reflect.DeepEqual(t.teams, m.Setup().Teams) {
		t.teams, t.colours = m.Setup().Teams, nil // others sit there, and may have chosen other colours
	}
}
