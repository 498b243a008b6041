package tournament

import (
	"reflect"
	"slices"
)

// change puts another setup in place of the one before. The tables stay as
// they are: they have an event of their own.
func (s *State) change(setup Setup) {
	setup = setup.Completed()
	setup.Tables = s.Setup.Tables
	s.Setup = setup
	for i := range s.Stages {
		s.Stages[i].Stage = setup.Stages[i]
	}
}

// checkSetup proves that a changed setup contradicts nothing that was played
// by the one before. Once a stage has begun, only its name, the order of its
// standings, its minutes and the number of a Swiss's rounds are free.
func (s *State) checkSetup(setup *Setup, bad func(string, ...any)) {
	if setup == nil {
		bad("setup: it is missing")
		return
	}
	next := setup.Completed()
	if err := next.Validate(); err != nil {
		bad("setup: %w", err)
		return
	}
	if next.ID != s.Setup.ID {
		bad("setup: the id is %s, and stays so: not %s", s.Setup.ID, next.ID)
	}
	if next.Form != s.Setup.Form && len(s.Entrants) > 0 {
		bad("setup: those who are entered play as %s a match: form cannot be changed any more", s.Setup.Form)
	}
	if len(s.Stages) == 0 {
		return
	}
	was := s.Setup
	if next.Rules != was.Rules || !slices.Equal(next.Sets, was.Sets) || next.Count != was.Count || *next.Bye != *was.Bye || *next.Forfeit != *was.Forfeit {
		bad("setup: play has begun: rules, count, bye and forfeit cannot be changed any more")
	}
	if len(next.Stages) < len(s.Stages) {
		bad("setup: %d stages have begun: %d are left", len(s.Stages), len(next.Stages))
		return
	}
	for i := range s.Stages {
		st := &s.Stages[i]
		free := next.Stages[i]
		free.Name, free.Order, free.Minutes = st.Name, st.Order, st.Minutes
		if st.System == Swiss || st.System == Random {
			if free.Rounds < len(st.Rounds) {
				bad("setup: stage %s: %d rounds are drawn: it cannot have %d", st.Name, len(st.Rounds), free.Rounds)
			}
			free.Rounds = st.Stage.Rounds
		}
		if !reflect.DeepEqual(free, st.Stage) {
			bad("setup: stage %s has begun: only its name, order, minutes and a Swiss's rounds can be changed", st.Name)
		}
	}
	// A later stage is free, but more rounds must not wake one that was ended
	// by the next.
	for i := range len(s.Stages) - 1 {
		if next.Stages[i].Rounds != s.Stages[i].Stage.Rounds {
			bad("setup: stage %s is over: its rounds cannot be changed", s.Stages[i].Name)
		}
	}
}
