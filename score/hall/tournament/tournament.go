package tournament

import (
	"errors"
	"fmt"
	"slices"
)

// Tournament is the replay of a log of events, kept up to date.
type Tournament struct {
	events []Event
	state  *State
	last   int // number of the newest event that was seen

	misdrawn   []Misdrawn // as of the events' number below
	misdrawnAt int
}

// ErrUnknownKind says that an event is of a kind that this version does not
// know.
var ErrUnknownKind = errors.New("this version does not know it: update the hub where a newer one wrote it")

// Replay is the tournament that the events tell. The first must open it; the
// numbers must run 1, 2, 3 ...
func Replay(events []Event) (*Tournament, error) {
	if len(events) == 0 {
		return nil, errors.New("a tournament's log begins with its opening")
	}
	t, err := Open(events[0])
	if err != nil {
		return nil, fmt.Errorf("event 1: %w", err)
	}
	for i := range events[1:] {
		e := events[i+1]
		if e.Seq != i+2 {
			return nil, fmt.Errorf("event %d has the number %d", i+2, e.Seq)
		}
		if _, err := t.Append(e); err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	return t, nil
}

// Open is a new tournament: what its first event leaves.
func Open(e Event) (*Tournament, error) {
	if e.Kind != KindOpen || e.Setup == nil {
		return nil, errors.New("a tournament's log begins with its opening")
	}
	setup := e.Setup.Completed()
	if err := setup.Validate(); err != nil {
		return nil, err
	}
	if e.Seq > 1 {
		return nil, fmt.Errorf("the opening has the number %d", e.Seq)
	}
	e.Setup, e.Seq = &setup, 1
	if e.ID == "" {
		e.ID = setup.ID + "-1"
	}
	t := &Tournament{state: &State{}}
	t.take(e)
	return t, nil
}

func (t *Tournament) take(e Event) {
	t.events, t.last = append(t.events, e), max(t.last, e.Seq)
	t.state.apply(&t.events[len(t.events)-1])
}

// State is the tournament as it stands. It must not be changed, and holds
// until the next Append.
func (t *Tournament) State() *State { return t.state }

// Events are those of the log that were applied. They must not be changed.
func (t *Tournament) Events() []Event { return t.events }

// Last is the number of the log's newest event, applied or passed over.
func (t *Tournament) Last() int { return t.last }

// Prepare completes an event (its number, its id, ids of new entrants) and
// proves that it fits. The tournament is not changed: store the event, then
// Append it.
func (t *Tournament) Prepare(e Event) (Event, error) {
	e.Seq = t.last + 1
	return t.prepare(e)
}

func (t *Tournament) prepare(e Event) (Event, error) {
	if e.ID == "" {
		e.ID = fmt.Sprintf("%s-%d", t.state.Setup.ID, e.Seq)
	}
	if e.Kind == KindEnter {
		e.Entrants = t.state.nameEntrants(e.Entrants)
	}
	if e.Kind == KindSetup && e.Setup != nil {
		setup := e.Setup.Completed()
		e.Setup = &setup
	}
	return e, t.state.check(&e)
}

// Append takes one event into the tournament, prepared or not.
func (t *Tournament) Append(e Event) (Event, error) {
	e, err := t.Prepare(e)
	if err != nil {
		return e, err
	}
	t.take(e)
	return e, nil
}

// Follow takes the next event of a log that others write too. One that does
// not fit - a newer version's kind, or what is built on one that was passed
// over - is passed over, and the error says so: it keeps its number, and what
// comes after it is applied all the same. So hubs of two versions agree on the
// numbers. A number may come again when what had it was passed over.
func (t *Tournament) Follow(e Event) error {
	if err := t.Pass(e.Seq); err != nil {
		return err
	}
	e, err := t.prepare(e)
	if err != nil {
		return fmt.Errorf("event %d is passed over: %w", e.Seq, err)
	}
	t.take(e)
	return nil
}

// Pass passes over the event of a number: it is in the log, and cannot be
// read.
func (t *Tournament) Pass(seq int) error {
	if applied := t.events[len(t.events)-1].Seq; seq <= applied || seq > t.last+1 {
		return fmt.Errorf("event %d comes, want number %d", seq, t.last+1)
	}
	t.last = max(t.last, seq)
	return nil
}

// nameEntrants gives an id to each who has none: the next free number.
func (s *State) nameEntrants(entrants []Entrant) []Entrant {
	entrants = slices.Clone(entrants)
	taken := map[EntrantID]bool{}
	for _, e := range s.Entrants {
		taken[e.ID] = true
	}
	for _, e := range entrants {
		taken[e.ID] = true
	}
	next := 1
	for i := range entrants {
		if entrants[i].ID != "" {
			continue
		}
		id := EntrantID(fmt.Sprint(next))
		for taken[id] {
			next++
			id = EntrantID(fmt.Sprint(next))
		}
		entrants[i].ID, taken[id] = id, true
	}
	return entrants
}

// Misdrawn is a round whose pairings would be others had today's results been
// known when it was drawn.
type Misdrawn struct {
	Stage int    `json:"stage"` // from 0
	Round int    `json:"round"`
	Now   []Pair `json:"now"` // as it would be drawn now
}

// Misdrawn replays the tournament with every correction in the place of what
// it corrects, and lists the rounds and stages (round 0) that would have been
// drawn otherwise. Rounds that people paired by hand, and random ones, don't
// follow from results and are never listed.
func (t *Tournament) Misdrawn() []Misdrawn {
	if t.misdrawnAt != len(t.events) {
		t.misdrawn, t.misdrawnAt = t.findMisdrawn(), len(t.events)
	}
	return t.misdrawn
}

func (t *Tournament) findMisdrawn() []Misdrawn {
	final := map[MatchID]*Event{}
	corrected := false
	for i := range t.events {
		e := &t.events[i]
		switch e.Kind {
		case KindResult, KindForfeit:
			final[e.Match] = e
		case KindCorrection:
			final[e.Match] = e
			corrected = true
		}
	}
	if !corrected {
		return nil
	}
	var wrong []Misdrawn
	as, really := &State{}, &State{}
	for i := range t.events {
		e := &t.events[i]
		switch e.Kind {
		case KindRound, KindBegin:
			if m, differs := redrawn(really, as, e); differs {
				wrong = append(wrong, m)
			}
		case KindResult, KindForfeit:
			if last := final[e.Match]; last != nil && last.Kind == KindCorrection {
				really.apply(e)
				as.apply(last)
				continue
			}
		}
		really.apply(e)
		as.apply(e)
	}
	return wrong
}

// redrawn compares what was drawn with what would be; what the state of then
// does not give either was drawn by people.
func redrawn(then, now *State, e *Event) (Misdrawn, bool) {
	m := Misdrawn{Stage: len(now.Stages) - 1}
	if e.Kind == KindBegin {
		m.Stage++
		was, err := then.dealStage()
		if err != nil || !slices.EqualFunc(was, e.Groups, slices.Equal) {
			return m, false
		}
		is, err := now.dealStage()
		return m, err != nil || !slices.EqualFunc(is, e.Groups, slices.Equal)
	}
	m.Round = e.Drawn.Round
	if now.Stage().System == Random {
		return m, false
	}
	was, err := then.draw(0)
	if err != nil || !samePairs(was, e.Drawn.Pairs) {
		return m, false
	}
	is, err := now.draw(0)
	m.Now = is
	return m, err != nil || !samePairs(is, e.Drawn.Pairs)
}

// samePairs compares who meets whom, not where and who begins.
func samePairs(a, b []Pair) bool {
	key := func(p Pair) [2]EntrantID { return [2]EntrantID{min(p.A, p.B), max(p.A, p.B)} }
	if len(a) != len(b) {
		return false
	}
	seen := map[[2]EntrantID]bool{}
	for _, p := range a {
		seen[key(p)] = true
	}
	return !slices.ContainsFunc(b, func(p Pair) bool { return !seen[key(p)] })
}
