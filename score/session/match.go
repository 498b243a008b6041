package session

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// keptAnomalies is how many anomalies a screen is shown.
const keptAnomalies = 6

// table is the desk with what is shown of it. Its methods may be called from
// any goroutine.
type table struct {
	mu        sync.Mutex
	desk      *desk.Desk
	timed     bool // a frame has told the time
	anomalies []AnomalyLine
	resumed   string
	colours   map[referee.Side]string // of the sides' discs, "#rrggbb"
	logged    logged
	counts    counts
	strokes   map[int]desk.Stroke // as the camera told them, by the number of their event
	of        string              // id of the match that all this is about
	teams     []score.Team        // that play it
	stale     bool                // the view must be made anew
	shown     *MatchView
}

// time tells the desk when the source's first frame was taken, by a frame.
func (t *table) time(f capture.Frame) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !f.CapturedAt.IsZero() {
		t.timed = true
		t.desk.SetZero(f.CapturedAt.Add(-f.Media))
	}
}

func (t *table) take(h detect.Happening) desk.Outcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale = true
	t.learnColours(h)
	defer t.turned()
	return t.desk.Take(h)
}

func (t *table) tick(at time.Duration) desk.Outcome {
	t.mu.Lock()
	defer t.mu.Unlock()
	o := t.desk.Tick(at)
	t.stale = t.stale || len(o.Notes)+len(o.Events) > 0
	t.turned()
	return o
}

func (t *table) order(e score.Event, now time.Time) (desk.Outcome, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale = true
	t.clock(now)
	return t.desk.Order(e)
}

func (t *table) correct(said []desk.Said, by string, now time.Time) (desk.Outcome, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale = true
	t.clock(now)
	return t.desk.Correct(said, by)
}

func (t *table) rename(board string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.desk.SetBoardName(board)
}

// note takes note of what the desk said.
func (t *table) note(n desk.Note) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale = true
	t.counts.note(n)
	switch n := n.(type) {
	case *desk.Anomaly:
		t.anomalies = append(t.anomalies, anomalyLine("", n))
		t.anomalies = t.anomalies[max(0, len(t.anomalies)-keptAnomalies):]
	case *desk.Resumed:
		t.resumed = n.Text
	case *desk.Shot:
		t.resumed = ""
	case *desk.Stroke:
		if t.strokes == nil {
			t.strokes = map[int]desk.Stroke{}
		}
		t.resumed, t.strokes[n.Seq] = "", *n
	}
}

// learnColours remembers what the sides' discs look like, for the score of a
// side of which none lies on the board.
func (t *table) learnColours(h detect.Happening) {
	s, ok := h.(*detect.Shot)
	if !ok {
		return
	}
	for _, r := range s.Rest {
		if side := t.desk.Colours()[r.Team]; side != "" {
			if t.colours == nil {
				t.colours = map[referee.Side]string{}
			}
			t.colours[side] = r.Colour.Hex()
		}
	}
}

// colourOf a side's discs: as seen, else as the log has it, or before any was
// seen, as told.
func (t *table) colourOf(setup *score.Setup, side referee.Side) string {
	if c := cmp.Or(t.colours[side], t.logged.colours[side]); c != "" {
		return c
	}
	for _, team := range setup.Teams {
		if team.Side == side {
			return team.Colour
		}
	}
	return ""
}

func (t *table) matchID() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.desk.Match(); m != nil {
		return m.Setup().ID
	}
	return ""
}

func (t *table) log() []score.Event {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.desk.Match()
	if m == nil {
		return nil
	}
	events := m.Events()
	return events[:len(events):len(events)] // appended to, never changed
}

// view is the match as it stands; without an id before it began. It is never written to.
func (t *table) view() *MatchView {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shown == nil || t.stale {
		t.shown, t.stale = t.describe(), false
	}
	return t.shown
}

// tally is what was judged so far.
func (t *table) tally() Tally {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts.Tally
}

func (t *table) describe() *MatchView {
	v := &MatchView{
		Sides: []SideView{}, Shots: []ShotView{}, Reviews: []ReviewView{}, Rounds: []RoundView{},
		Anomalies: append([]AnomalyLine{}, t.anomalies...), Resumed: t.resumed,
		names: t.desk.Names(), colours: t.desk.Colours(), due: t.desk.Due(), ghosts: t.desk.Ghosts(),
		words: t.desk.Words(), extras: t.desk.Extras(),
	}
	m := t.desk.Match()
	if m == nil {
		return v
	}
	setup, s := t.desk.Naming(), m.State()
	v.ID, v.Ruleset, v.Players = setup.ID, setup.Ruleset.ID, setup.Form
	v.TakenBack = t.desk.TakenBack()
	v.Begun, v.Phase, v.Game, v.Round = len(s.Shots) > 0, s.Phase, s.Game, s.Round
	v.Starter, v.Hammer, v.Next = setup.Seated(s.Starter), setup.Seated(s.Hammer), setup.Seated(s.Next)
	v.Event, v.Stage, v.Table, v.Target, v.Games = setup.Event, setup.Stage, setup.Table, setup.Target, setup.Games
	t.logged.read(setup.ID, m.Events())
	figures := sideFigures(s, t.logged.speeds)
	for _, side := range s.Sides {
		v.Sides = append(v.Sides, SideView{
			Team: side.Side, Name: setup.TeamName(side.Side), Unplayed: side.Unplayed,
			Board: side.Points - 20*side.Twenties, Twenties: side.Twenties, Points: side.Points, Total: side.Total,
			Games: side.Games, Color: t.colourOf(setup, side.Side), Players: seatViews(setup, s, side.Side), Figures: figures[side.Side], Dealt: side.Dealt,
		})
	}
	v.sides = t.scores(setup, s)
	v.Shots = shotViews(setup, s)
	for i := range v.Shots {
		v.Shots[i].Speed = t.logged.speeds[v.Shots[i].Seq]
	}
	for _, q := range s.Reviews {
		v.Reviews = append(v.Reviews, reviewView(setup, s, q))
	}
	for _, r := range s.Rounds {
		v.Rounds = append(v.Rounds, RoundView{Round: r.Round, Partial: r.Partial, Counts: r.Counts, Totals: r.Totals, Winner: r.Winner})
	}
	if v.Carrom = s.CarromView(); v.Carrom != nil {
		v.Begun, v.Shots, v.Rounds = len(s.Carrom.Strokes) > 0, strokeViews(setup, s, t.strokes), boardViews(s)
	}
	v.Check, v.Standing, v.Chooser, v.Winners = check(v), standing(setup, s), s.Chooser, s.Winners
	v.Undo, v.Redo = steps(m)
	said := answered(m)
	for i := range v.Shots {
		v.Shots[i].Answered = said[v.Shots[i].Seq]
	}
	return v
}

// scores are the sides' counts of the round, with their discs by zone.
func (t *table) scores(setup *score.Setup, s *score.State) []Side {
	var out []Side
	for _, side := range s.Sides {
		v := Side{
			Team: string(side.Side), Color: t.colourOf(setup, side.Side), Zones: map[string]int{"20": side.Twenties, "15": 0, "10": 0, "5": 0, "0": 0},
			TeamScore: TeamScore{Board: side.Points - 20*side.Twenties, Twenties: side.Twenties, Total: side.Points},
		}
		for _, x := range s.Board {
			if x.Owner == side.Side && x.InPlay() {
				v.Zones[fmt.Sprint(referee.Points(&setup.Ruleset, setup.Board, x.State, x.At.D))]++
			}
		}
		out = append(out, v)
	}
	return out
}
