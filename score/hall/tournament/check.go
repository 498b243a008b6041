package tournament

import (
	"errors"
	"fmt"
	"slices"

	"ditchline/referee"
)

// check reports everything that is wrong with an event that would come next.
func (s *State) check(e *Event) error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	switch e.Kind {
	case KindSetup:
		s.checkSetup(e.Setup, bad)
	case KindEnter:
		s.checkEntrants(e, bad)
	case KindAmend:
		s.checkNames(e, bad)
		for _, x := range e.Entrants {
			if s.Entrant(x.ID) == nil {
				bad("amend: %q is not entered", x.ID)
			}
		}
	case KindWithdraw:
		if !s.Active(e.Who) {
			bad("withdraw: %q is not entered, or has left already", e.Who)
		}
	case KindReturn:
		if x := s.Entrant(e.Who); x == nil || !x.Withdrawn {
			bad("return: %q has not left", e.Who)
		} else if st := s.Stage(); st != nil && st.System == Knockout {
			bad("return: nobody comes back into a knockout")
		}
	case KindTables:
		checkTables(e.Tables, bad)
	case KindBegin:
		s.checkBegin(e, bad)
	case KindRound:
		s.checkRound(e, bad)
	case KindVoid:
		s.checkVoid(bad)
	case KindMove:
		if m := s.checkMatch(e, bad); m != nil && !m.Open() {
			bad("move: match %s has been played", e.Match)
		}
		if !slices.Contains(s.Tables, e.Table) {
			bad("move: there is no table %q", e.Table)
		}
	case KindClock:
		if st := s.Stage(); st == nil || len(st.Rounds) == 0 {
			bad("clock: no round is drawn")
		} else if e.At.IsZero() {
			bad("clock: the time at which it starts is missing")
		}
	case KindResult:
		if m := s.checkMatch(e, bad); m != nil {
			if !m.Open() {
				bad("result: match %s has one: correct it, with a reason", e.Match)
			}
			s.checkResult(m, e.Result, bad)
		}
	case KindForfeit:
		if m := s.checkMatch(e, bad); m != nil {
			s.checkForfeit(m, e.Who, bad)
		}
	case KindCorrection:
		if m := s.checkMatch(e, bad); m != nil {
			if m.Open() {
				bad("correction: match %s has no result yet", e.Match)
			}
			if e.Note == "" {
				bad("correction: give the reason in the note")
			}
			if e.Result != nil {
				s.checkResult(m, e.Result, bad)
			}
		}
	case KindFeature:
		if e.Table != "" && !slices.Contains(s.Tables, e.Table) {
			bad("feature: there is no table %q", e.Table)
		}
	case KindNote:
		if e.Note == "" {
			bad("note: it is empty")
		}
	case KindOpen:
		bad("a tournament is opened once")
	default:
		bad("kind is %q: %w", e.Kind, ErrUnknownKind)
	}
	return errors.Join(problems...)
}

// checkMatch is the match that an event is about, nil when there is none to
// be played.
func (s *State) checkMatch(e *Event, bad func(string, ...any)) *Match {
	m := s.Match(e.Match)
	if m == nil {
		bad("%s: there is no match %q", e.Kind, e.Match)
		return nil
	}
	if m.Bye() {
		bad("%s: match %s is a bye", e.Kind, e.Match)
		return nil
	}
	return m
}

func (s *State) checkEntrants(e *Event, bad func(string, ...any)) {
	s.checkNames(e, bad)
	seen := map[EntrantID]bool{}
	for _, x := range e.Entrants {
		switch {
		case !goodID.MatchString(string(x.ID)):
			bad("enter: id %q: want letters, digits, dash and underscore", x.ID)
		case s.Entrant(x.ID) != nil || seen[x.ID]:
			bad("enter: id %q is taken", x.ID)
		}
		seen[x.ID] = true
	}
	st := s.Stage()
	switch {
	case st == nil:
	case st.System == Knockout:
		bad("enter: the knockout has begun: nobody can join it")
	case e.Group < 0 || e.Group >= len(st.Groups):
		bad("enter: group is %d: the stage has %d", e.Group, len(st.Groups))
	}
}

// people is how many an entrant is.
func (s *State) people() int {
	if s.Setup.Form == referee.Four {
		return 2
	}
	return 1
}

// checkNames proves that each entrant has as many players as the form asks,
// each with a name.
func (s *State) checkNames(e *Event, bad func(string, ...any)) {
	people := s.people()
	if len(e.Entrants) == 0 {
		bad("%s: nobody is named", e.Kind)
	}
	for i, x := range e.Entrants {
		if len(x.Players) != people {
			bad("%s: entrant %d (%s) has %d players: want %d", e.Kind, i+1, x.Name(), len(x.Players), people)
		}
		if slices.ContainsFunc(x.Players, func(p Player) bool { return p.Name == "" }) {
			bad("%s: entrant %d has a player without a name", e.Kind, i+1)
		}
	}
}

func (s *State) checkBegin(e *Event, bad func(string, ...any)) {
	if len(s.Stages) == len(s.Setup.Stages) {
		bad("begin: the last stage has begun")
		return
	}
	if st := s.Stage(); st != nil && !s.StageDone(len(s.Stages)-1) {
		bad("begin: stage %s is not at its end", st.Name)
	}
	if want := s.Setup.Stages[len(s.Stages)].Groups; len(e.Groups) != want {
		bad("begin: %d groups: the stage has %d", len(e.Groups), want)
	}
	seen := map[EntrantID]bool{}
	for i, members := range e.Groups {
		if len(members) < 2 {
			bad("begin: group %s has %d members: at least 2 are needed", groupName(i), len(members))
		}
		for _, id := range members {
			if !s.Active(id) || seen[id] {
				bad("begin: %q is not entered, has left, or stands there twice", id)
			}
			seen[id] = true
		}
	}
}

// checkRound proves a drawn round sound, by whomever: no one twice in it, and
// nobody's second bye. That nobody meets twice is the draw's duty: people may
// decide otherwise.
func (s *State) checkRound(e *Event, bad func(string, ...any)) {
	st := s.Stage()
	if st == nil || e.Drawn == nil {
		bad("round: no stage has begun, or the pairings are missing")
		return
	}
	if e.Drawn.Round != len(st.Rounds)+1 {
		bad("round: it is number %d: want %d", e.Drawn.Round, len(st.Rounds)+1)
	}
	if len(e.Drawn.Pairs) == 0 {
		bad("round: there is no pair")
	}
	seen := map[EntrantID]bool{}
	for _, p := range e.Drawn.Pairs {
		if p.Group < 0 || p.Group >= len(st.Groups) {
			bad("round: group is %d: the stage has %d", p.Group, len(st.Groups))
			continue
		}
		ids := []EntrantID{p.A}
		if p.B != "" {
			ids = append(ids, p.B)
		}
		for _, id := range ids {
			if !slices.Contains(st.Groups[p.Group].Members, id) || !s.Active(id) {
				bad("round: %q is not in group %s, or has left", id, st.Groups[p.Group].Name)
			}
			if seen[id] {
				bad("round: %q is drawn twice", id)
			}
			seen[id] = true
		}
		if p.Table != "" && !slices.Contains(s.Tables, p.Table) {
			bad("round: there is no table %q", p.Table)
		}
	}
}

func (s *State) checkVoid(bad func(string, ...any)) {
	st := s.Stage()
	if st == nil {
		bad("void: no stage has begun")
		return
	}
	if len(st.Rounds) == 0 {
		if len(s.Stages) > 1 && slices.ContainsFunc(st.Groups, func(g Group) bool { return g.Late > 0 }) {
			bad("void: somebody has joined stage %s since it began, and would be in none", st.Name)
		}
		return
	}
	for _, m := range st.Rounds[len(st.Rounds)-1].Matches {
		if !m.Bye() && m.Result != nil && !m.Forfeit {
			bad("void: match %s has been played: correct its result away first", m.ID)
		}
	}
}

func (s *State) checkResult(m *Match, r *Result, bad func(string, ...any)) {
	if r == nil {
		bad("result: it is missing")
		return
	}
	for i := range 2 {
		if r.Points[i] < 0 || r.Twenties[i] < 0 || r.Score[i] < 0 || r.Points[i] > 100000 || r.Twenties[i] > 10000 || r.Score[i] > 1000000 {
			bad("result: points %v, twenties %v, score %v: one of them cannot be meant", r.Points, r.Twenties, r.Score)
			break
		}
	}
	switch r.Winner {
	case WinnerA, WinnerB:
	case NoOne:
		if s.Stages[m.Stage].System == Knockout {
			bad("result: a knockout needs a winner: play another round of discs")
		}
	default:
		bad("result: winner is %q: want a, b or draw", r.Winner)
	}
}

func (s *State) checkForfeit(m *Match, who EntrantID, bad func(string, ...any)) {
	switch {
	case !m.Open():
		bad("forfeit: match %s has been played", m.ID)
	case who == "" && s.Stages[m.Stage].System == Knockout:
		bad("forfeit: somebody has to win a knockout match: name who forfeits")
	case who != "" && !m.Has(who):
		bad("forfeit: %q does not play match %s", who, m.ID)
	}
}
