package tournament

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"ditchline/models"
	"ditchline/referee"
)

// System is how a stage pairs.
type System string

// The systems.
const (
	RoundRobin System = "round_robin" // everybody of a group meets everybody
	Swiss      System = "swiss"       // those of like score meet, nobody twice
	Random     System = "random"      // anybody meets anybody, nobody twice (the WCC's morning)
	Knockout   System = "knockout"    // who loses is out
)

// Deal is how those who come into a stage are put into its groups.
type Deal string

// The ways to deal.
const (
	Snake  Deal = "snake"  // 1 to A, 2 to B, 3 to B, 4 to A: groups of like strength
	Blocks Deal = "blocks" // the best to A, the next to B: power pools
	Own    Deal = "own"    // each group of the stage before goes on by itself
)

// Count is what the points of the standings are.
type Count string

// The counts.
const (
	CountRounds  Count = "rounds"  // the points of all rounds of discs added up (NCA: 2, 1, 0 each)
	CountMatches Count = "matches" // 2 for a match won, 1 for one drawn
)

// Criterion orders the standings.
type Criterion string

// The criteria. For each but head_to_head more is better.
const (
	ByPoints     Criterion = "points"
	ByWins       Criterion = "wins"
	ByTwenties   Criterion = "twenties"
	ByDifference Criterion = "difference"    // of all points of the discs
	HeadToHead   Criterion = "head_to_head"  // points in the matches among those who are level, where each met each
	Buchholz     Criterion = "buchholz"      // points of all opponents
	BuchholzCut1 Criterion = "buchholz_cut1" // the same without the lowest
	Sonneborn    Criterion = "sonneborn"     // points of those beaten, and half of those drawn with; twice that, to stay whole
	Progress     Criterion = "progress"      // the points after each round, added up
)

var criteria = []Criterion{ByPoints, ByWins, ByTwenties, ByDifference, HeadToHead, Buchholz, BuchholzCut1, Sonneborn, Progress}

// Stage is one part of a tournament.
type Stage struct {
	Name    string      `json:"name"`
	System  System      `json:"system"`
	Groups  int         `json:"groups,omitempty"`  // 0 is one; under own as many as the stage before had
	Rounds  int         `json:"rounds,omitempty"`  // swiss, random: how many; round robin: how often each meets each, 0 is once
	Take    int         `json:"take,omitempty"`    // how many come in from the stage before: of each group under own, else of all; 0: everybody
	Deal    Deal        `json:"deal,omitempty"`    // empty: snake
	Overall bool        `json:"overall,omitempty"` // who comes in is ordered over all groups; otherwise by the place in the group first
	Order   []Criterion `json:"order,omitempty"`   // of the standings; empty: the tournament's
	Games   int         `json:"games,omitempty"`   // of a match: best of; 0 is one
	Third   bool        `json:"third,omitempty"`   // knockout: the third place is played for
	Minutes int         `json:"minutes,omitempty"` // time limit of a round; 0: none
}

// Setup is how a tournament is played: the body of its first event.
type Setup struct {
	ID      string       `json:"id"` // letters, digits, dash: it is part of subjects and of match ids
	Name    string       `json:"name"`
	Form    referee.Form `json:"form"`  // 2 singles, 4 doubles
	Rules   string       `json:"rules"` // a ruleset's id with overlays
	Sets    []string     `json:"sets,omitempty"`
	Count   Count        `json:"count,omitempty"`
	Order   []Criterion  `json:"order,omitempty"`
	Bye     *Award       `json:"bye,omitempty"`     // in swiss and random; in a round robin a bye is worth nothing, since all have one
	Forfeit *Award       `json:"forfeit,omitempty"` // for who was there
	Stages  []Stage      `json:"stages"`
	Tables  []string     `json:"tables,omitempty"`
}

// goodID is what may stand in a subject of NATS and in a match id.
var goodID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// Completed fills what was left open. Where no rule says what a bye or a
// forfeit is worth, this is the house's choice: a forfeit is won in every
// round of discs, a bye as narrowly as can be (5 of 8 points).
func (s Setup) Completed() Setup {
	if s.Form == "" {
		s.Form = referee.Two
	}
	if s.Rules == "" {
		s.Rules = "NCA"
	}
	if s.Count == "" {
		s.Count = CountRounds
	}
	if len(s.Order) == 0 {
		s.Order = []Criterion{ByPoints, ByTwenties, ByDifference, HeadToHead}
	}
	stake := 2
	if s.Count == CountRounds {
		stake = 8
		if rs, err := models.ShippedRulesets().Get(s.Rules, s.Sets...); err == nil && rs.Rules.RoundsPerGame > 0 {
			stake = 2 * rs.Rules.RoundsPerGame
		}
	}
	if s.Forfeit == nil {
		s.Forfeit = &Award{Points: stake}
	}
	if s.Bye == nil {
		s.Bye = &Award{Points: stake}
		if s.Count == CountRounds {
			s.Bye = &Award{Points: stake/2 + 1}
		}
	}
	s.Stages = slices.Clone(s.Stages)
	for i := range s.Stages {
		st := &s.Stages[i]
		st.Groups = max(st.Groups, 1)
		st.Games = max(st.Games, 1)
		if st.Deal == "" {
			st.Deal = Snake
		}
		if st.Deal == Own && i > 0 {
			st.Groups = s.Stages[i-1].Groups
		}
		if len(st.Order) == 0 {
			st.Order = s.Order
		}
		if st.System == RoundRobin {
			st.Rounds = max(st.Rounds, 1)
		}
		if st.Name == "" {
			st.Name = fmt.Sprintf("Stage %d", i+1)
		}
	}
	return s
}

// Validate reports everything that is wrong with a completed setup at once.
func (s Setup) Validate() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if !goodID.MatchString(s.ID) {
		bad("id is %q: want letters, digits, dash and underscore, 64 at most", s.ID)
	}
	if s.Form != referee.Two && s.Form != referee.Four {
		bad("form is %q: want 2 for singles or 4 for doubles", s.Form)
	}
	if _, err := models.ShippedRulesets().Get(s.Rules, s.Sets...); err != nil {
		bad("rules: %w", err)
	}
	if s.Count != CountRounds && s.Count != CountMatches {
		bad("count is %q: want rounds or matches", s.Count)
	}
	checkOrder("order", s.Order, bad)
	if s.Bye.Points < 0 || s.Forfeit.Points < 0 || s.Bye.Twenties < 0 || s.Forfeit.Twenties < 0 {
		bad("a bye or a forfeit is worth less than nothing")
	}
	if len(s.Stages) == 0 {
		bad("there is no stage: at least one is needed")
	}
	for i, st := range s.Stages {
		st.validate(i, func(format string, args ...any) {
			bad("stage %d (%s): %w", i+1, st.Name, fmt.Errorf(format, args...))
		})
	}
	checkTables(s.Tables, bad)
	return errors.Join(problems...)
}

func (st Stage) validate(i int, bad func(string, ...any)) {
	switch st.System {
	case RoundRobin, Knockout:
	case Swiss, Random:
		if st.Rounds < 1 {
			bad("rounds is %d: a %s stage needs to be told how many", st.Rounds, st.System)
		}
	default:
		bad("system is %q: want round_robin, swiss, random or knockout", st.System)
	}
	if st.Rounds < 0 || st.Rounds > 99 || st.Groups > 64 || st.Games > 99 || st.Take < 0 || st.Minutes < 0 {
		bad("rounds %d, groups %d, games %d, take %d, minutes %d: one of them cannot be meant", st.Rounds, st.Groups, st.Games, st.Take, st.Minutes)
	}
	if !slices.Contains([]Deal{Snake, Blocks, Own}, st.Deal) {
		bad("deal is %q: want snake, blocks or own", st.Deal)
	}
	if i == 0 && (st.Take > 0 || st.Deal == Own) {
		bad("the first stage takes everybody who is entered: take and own are for later ones")
	}
	checkOrder("order", st.Order, bad)
}

func checkOrder(what string, order []Criterion, bad func(string, ...any)) {
	for i, c := range order {
		if !slices.Contains(criteria, c) {
			bad("%s: no criterion is called %q: there are %v", what, c, criteria)
		}
		if slices.Contains(order[:i], c) {
			bad("%s: %s stands twice", what, c)
		}
	}
}

func checkTables(tables []string, bad func(string, ...any)) {
	for i, t := range tables {
		if !goodID.MatchString(t) {
			bad("table %q: want letters, digits, dash and underscore", t)
		}
		if slices.Contains(tables[:i], t) {
			bad("table %s is there twice", t)
		}
	}
}
