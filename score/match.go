package score

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"ditchline/referee"
)

// Match is the replay of a log of events, kept up to date.
type Match struct {
	events []Event
	state  *State
}

// Replay is the match that the events tell. The first must be its start; the
// numbers must run 1, 2, 3 ...
func Replay(events []Event) (*Match, error) {
	m := &Match{}
	if err := checkNumbers(events); err != nil {
		return nil, err
	}
	m.events = slices.Clone(events)
	setup := events[0].Setup.Completed()
	m.events[0].Setup = &setup
	m.state = fold(m.events)
	return m, nil
}

func checkNumbers(events []Event) error {
	if len(events) == 0 || events[0].Kind != KindStart || events[0].Setup == nil {
		return errors.New("a match's log begins with its start")
	}
	if err := events[0].Setup.Completed().Validate(); err != nil {
		return fmt.Errorf("event 1: %w", err)
	}
	var problems []error
	for i := range events {
		e := &events[i]
		if e.Seq != i+1 {
			problems = append(problems, fmt.Errorf("event %d has the number %d", i+1, e.Seq))
		}
		if i > 0 {
			if err := checkBody(e, events); err != nil {
				problems = append(problems, fmt.Errorf("event %d: %w", i+1, err))
			}
		}
	}
	return errors.Join(problems...)
}

// Begin is a new match: what its start event leaves.
func Begin(start Event) (*Match, error) {
	if start.Setup != nil {
		setup := start.Setup.Completed()
		start.Setup = &setup
	}
	start.Seq = 1
	if start.ID == "" && start.Setup != nil {
		start.ID = eventID(start.Setup.ID, 1)
	}
	return Replay([]Event{start})
}

func eventID(match string, seq int) string { return fmt.Sprintf("%s-%d", match, seq) }

// State is the match as it stands. It must not be changed, and holds until
// the next Append.
func (m *Match) State() *State { return m.state }

// Events are the log. They must not be changed.
func (m *Match) Events() []Event { return m.events }

// Setup is how the match is played.
func (m *Match) Setup() *Setup { return m.events[0].Setup }

// Prepare completes an event (its number, its id, what it is about by
// default, whether a shot is in turn) and proves that it can be appended. The
// match is not changed: store the event, then Append it.
func (m *Match) Prepare(e Event) (Event, error) {
	e.Seq = len(m.events) + 1
	if e.ID == "" {
		e.ID = eventID(m.Setup().ID, e.Seq)
	}
	if err := m.complete(&e); err != nil {
		return e, err
	}
	if err := checkBody(&e, m.events); err != nil {
		return e, err
	}
	return e, m.fits(&e)
}

// Append takes one event into the match, prepared or not.
func (m *Match) Append(e Event) (Event, error) {
	e, err := m.Prepare(e)
	if err != nil {
		return e, err
	}
	m.events = append(m.events, e)
	if changesThePast(&e) {
		m.state = fold(m.events)
	} else {
		m.state.apply(&m.events[len(m.events)-1], &changes{})
	}
	return e, nil
}

// changesThePast says whether an event alters what earlier ones meant.
func changesThePast(e *Event) bool {
	switch e.Kind {
	case KindUndo, KindRedo, KindRuling, KindCorrection:
		return true
	case KindFlag:
		return aboutShot(e.Flag.Action)
	}
	return false
}

// canUndo says whether an event of that kind can be undone.
func canUndo(k Kind) bool { return k != KindStart && k != KindUndo && k != KindRedo && k != KindNote }

// Active tells for each event of the log whether it counts: undone ones don't
// until they are redone.
func (m *Match) Active() []bool { return active(m.events) }

// active tells for each event whether it counts: undone ones don't until they
// are redone.
func active(events []Event) []bool {
	on := make([]bool, len(events))
	for i := range events {
		e := &events[i]
		on[i] = true
		switch e.Kind {
		case KindUndo:
			on[e.Of-1] = false
		case KindRedo:
			on[e.Of-1] = true
		}
	}
	return on
}

// fold replays a checked log.
func fold(events []Event) *State {
	on := active(events)
	c := gather(events, on)
	s := newState(events[0].Setup)
	for i := 1; i < len(events); i++ {
		if on[i] {
			s.apply(&events[i], c)
		}
	}
	return s
}

// camera is who enters what is seen, as against people.
const camera = "camera"

// gather collects what later events say about earlier ones.
func gather(events []Event, on []bool) *changes {
	c := &changes{
		shot: map[int]*Shot{}, stroke: map[int]*Stroke{}, people: map[int]struct{}{}, answers: map[int]map[string]bool{},
		fouls: map[int]referee.Reason{}, replays: map[int]bool{},
	}
	for i := range events {
		e := &events[i]
		if !on[i] {
			continue
		}
		switch e.Kind {
		case KindCorrection:
			if e.Shot != nil {
				c.shot[e.Of] = e.Shot
				break
			}
			// What a camera sees later does not stand against people.
			if _, said := c.people[e.Of]; said && e.By == camera {
				break
			}
			c.stroke[e.Of] = e.Stroke
			if e.By != camera {
				c.people[e.Of] = struct{}{}
			}
		case KindRuling:
			c.answer(e)
		case KindFlag:
			if e.Of == 0 {
				continue
			}
			switch e.Flag.Action {
			case referee.ActFoul:
				flag, _ := referee.FlagOf(e.Flag.Code)
				c.fouls[e.Of] = flag.Foul
			case referee.ActReplay:
				c.replays[e.Of] = true
			case referee.ActOverwrite, referee.ActConfirm:
				c.answer(e)
			}
		}
	}
	return c
}

// answer takes note of what people said about a shot; the last word counts.
func (c *changes) answer(e *Event) {
	if c.answers[e.Of] == nil {
		c.answers[e.Of] = map[string]bool{}
	}
	maps.Copy(c.answers[e.Of], e.Answers)
}

// apply moves the state on by one active event.
func (s *State) apply(e *Event, c *changes) {
	if s.Phase == Over && e.Kind != KindFlag && e.Kind != KindNote {
		if e.Kind == KindShot || e.Kind == KindStroke || e.Kind == KindRound {
			s.Ignored = append(s.Ignored, e.Seq)
		}
		return
	}
	switch e.Kind {
	case KindShot:
		s.applyShot(e, c)
	case KindStroke:
		s.applyStroke(e, c)
	case KindEdit:
		switch {
		case s.isCarrom():
			s.applyPieces(e.Edit.Pieces)
		case s.Phase != Choosing:
			s.applyEdit(e.Edit)
		}
	case KindFlag:
		s.applyFlag(e)
	case KindRound:
		if s.Phase == Choosing {
			s.Ignored = append(s.Ignored, e.Seq)
			return
		}
		s.writeRound(e.Seq, e.Round)
	case KindStarter:
		if s.Phase == Choosing {
			s.beginRound(e.Seat)
		}
	case KindConcede:
		s.concede(e.Side)
	case KindStop:
		s.stop()
	}
}

func (s *State) applyFlag(e *Event) {
	s.Flags = append(s.Flags, FlagRecord{Seq: e.Seq, FlagRaised: *e.Flag, Of: e.Of, By: e.By, At: e.At, Note: e.Note})
	if e.Flag.Action == referee.ActWarning {
		if seat := s.seat(e.Flag.Seat); seat != nil {
			seat.Warnings++
		}
	}
	if e.Flag.Action == referee.ActReplayRound && !s.isCarrom() && (s.Phase == Playing || s.Phase == Frozen || s.Phase == LastShot) {
		s.dropRoundShots()
		s.deal(s.Starter)
	}
}

// dropRoundShots forgets the shots of a round that is played anew.
func (s *State) dropRoundShots() {
	keep := len(s.Shots) - s.shotsInRound()
	for _, shot := range s.Shots[keep:] {
		s.Reviews = slices.DeleteFunc(s.Reviews, func(q OpenQuestion) bool { return q.Seq == shot.Seq })
	}
	s.Shots = s.Shots[:keep]
}
