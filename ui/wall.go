package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ditchline/score"
	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// wallInterval is the time between two events of the wall: browsers open six
// streams to a server and no more, so one tells of all boards, as often as
// eyes at a distance follow.
const wallInterval = 200 * time.Millisecond

// wallBoard is one board as the wall shows it.
type wallBoard struct {
	Name     string            `json:"name"`
	Phase    session.Phase     `json:"phase"`
	Text     string            `json:"text"`
	OK       bool              `json:"ok"` // false: what is shown may be old
	Game     string            `json:"game"`
	Geometry *session.Geometry `json:"geometry"` // null until the board was found
	Discs    []wallDisc        `json:"discs"`
	Due      []wallDisc        `json:"due"` // must be taken off
	Match    *wallMatch        `json:"match"`
}

// wallDisc is a disc, or a place of one, mm in the board frame.
type wallDisc struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Radius float64 `json:"r"`
	Colour string  `json:"color,omitempty"`
}

// wallMatch is the match at a board.
type wallMatch struct {
	ID      string            `json:"id"`
	Ruleset string            `json:"ruleset"`
	Event   string            `json:"event,omitempty"`
	Table   string            `json:"table,omitempty"`
	Round   int               `json:"round"`
	Over    bool              `json:"over"`
	Games   int               `json:"games"`
	Hammer  string            `json:"hammer"` // side; empty where nobody has it
	Next    string            `json:"next"`   // who shoots
	Sides   []wallSide        `json:"sides"`
	Carrom  *score.CarromView `json:"carrom,omitempty"` // of a carrom match
}

type wallSide struct {
	Team     string `json:"team"`
	Name     string `json:"name"`
	Colour   string `json:"color"`
	Total    int    `json:"total"`    // of the game
	Points   int    `json:"points"`   // of the round
	Twenties int    `json:"twenties"` // in the bowl
	Left     int    `json:"left"`     // discs to be played
	Games    int    `json:"games"`    // won
	Won      bool   `json:"won"`
}

// onWall is a board's state as the wall shows it.
func onWall(name string, v session.Snapshot, silence time.Duration) wallBoard {
	health := healthOf(name, v, silence)
	b := wallBoard{Name: name, Phase: v.Phase, Text: v.Text, OK: health.OK || v.Phase == session.Starting, Discs: []wallDisc{}, Due: []wallDisc{}}
	if !health.OK && health.Reason != "" {
		b.Text = health.Reason
	}
	if v.Board != nil {
		b.Geometry, b.Game = &v.Board.Geometry, string(v.Board.Game)
	}
	for _, d := range v.Discs {
		if d.State != "ditch" && !d.Hidden {
			b.Discs = append(b.Discs, wallDisc{d.X, d.Y, d.Radius, d.Color})
		}
	}
	for _, d := range v.Due {
		b.Due = append(b.Due, wallDisc{X: d.X, Y: d.Y, Radius: d.Radius})
	}
	if v.Match != nil {
		b.Match = matchOnWall(v.Match, v.Score)
	}
	return b
}

func matchOnWall(m *session.MatchView, counts []session.Side) *wallMatch {
	w := &wallMatch{
		ID: m.ID, Ruleset: m.Ruleset, Event: m.Event, Table: m.Table, Round: m.Round, Games: m.Games,
		Over: m.Phase == "over", Sides: []wallSide{},
	}
	if m.Hammer != nil {
		w.Hammer = string(m.Hammer.Team)
	}
	if m.Next != nil {
		w.Next = m.Next.Player
	}
	w.Carrom = m.Carrom
	for _, s := range m.Sides {
		side := wallSide{
			Team: string(s.Team), Name: s.Name, Colour: s.Color, Total: s.Total, Points: s.Points, Twenties: s.Twenties, Left: s.Unplayed,
			Games: s.Games, Won: slices.Contains(m.Winners, s.Team),
		}
		for _, c := range counts {
			if c.Team == string(s.Team) && side.Colour == "" {
				side.Colour = c.Color
			}
		}
		w.Sides = append(w.Sides, side)
	}
	return w
}

// wallEvent is one event of the wall: all boards' names in their order, and
// those boards that have changed.
type wallEvent struct {
	Boards  []string    `json:"boards"`
	Changed []wallBoard `json:"changed"`
}

// wallSeen is what a client was sent of a board.
type wallSeen struct {
	program string
	version uint64
	ok      bool
}

// wallNews are the boards that have changed since what seen says, which is
// brought up to date; ok is false where nothing has.
func wallNews(boards []*watched, seen map[string]wallSeen) (e wallEvent, ok bool) {
	e = wallEvent{Boards: []string{}, Changed: []wallBoard{}}
	for _, w := range boards {
		e.Boards = append(e.Boards, w.name)
		v, silence := w.board.Snapshot(), w.silence()
		is := wallSeen{v.Program, v.Version, healthOf(w.name, v, silence).OK}
		if was, known := seen[w.name]; known && was == is {
			continue
		}
		seen[w.name] = is
		e.Changed = append(e.Changed, onWall(w.name, v, silence))
	}
	gone := false
	for name := range seen {
		if !slices.Contains(e.Boards, name) {
			delete(seen, name)
			gone = true
		}
	}
	return e, gone || len(e.Changed) > 0
}

// wall sends all boards, then those that change, until the client has gone.
func (s *Server) wall(c *gin.Context) {
	leave, ok := s.metrics.enter(eventClients, maxEventClients)
	if !ok {
		tooMany(c, "event", maxEventClients)
		return
	}
	defer leave()
	s.metrics.left(eventClients, s.sendWall(c))
}

func (s *Server) sendWall(c *gin.Context) error {
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := newPart(c.Writer)
	if err := out.open(); err != nil {
		return err
	}
	if err := out.write([]byte("retry: 1000\n\n")); err != nil {
		return err
	}
	tick := time.NewTicker(wallInterval)
	defer tick.Stop()
	seen := map[string]wallSeen{}
	last := time.Now()
	for {
		if e, ok := wallNews(s.all(), seen); ok {
			body, err := json.Marshal(e)
			if err != nil {
				return fmt.Errorf("the wall: %w", err)
			}
			if err := out.write([]byte("event: state\ndata: "), body, []byte("\n\n")); err != nil {
				return err
			}
			last = time.Now()
		} else if time.Since(last) >= heartbeat {
			if err := out.write([]byte(": still here\n\n")); err != nil {
				return err
			}
			last = time.Now()
		}
		select {
		case <-tick.C:
		case <-c.Request.Context().Done():
			return nil
		}
	}
}
