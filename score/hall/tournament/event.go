// Package tournament keeps one tournament of many boards: who plays, who
// meets whom at which table, the results, and the standings. Like a match it
// is the replay of its events; nothing else holds a pairing or a place. It is
// pure: times and chance come with the events.
//
// A round here is one drawing of everybody against somebody, as organisers
// say it; a match is one such pairing, played at one table, and is what
// package score calls a match, with its own rounds of discs.
package tournament

import (
	"time"
)

// Kind is what an event is.
type Kind string

// The kinds of event.
const (
	KindOpen       Kind = "open"       // the tournament: Setup
	KindSetup      Kind = "setup"      // Setup in place of the one before, as far as it can still be changed
	KindEnter      Kind = "enter"      // Entrants join; into Group of the stage that is being played, when one is
	KindAmend      Kind = "amend"      // Entrants as they are really called, by their ids
	KindWithdraw   Kind = "withdraw"   // Who leaves: open matches are forfeited, no more are drawn
	KindReturn     Kind = "return"     // Who is back
	KindTables     Kind = "tables"     // the tables that there are: Tables
	KindBegin      Kind = "begin"      // the next stage begins: Groups
	KindRound      Kind = "round"      // a round is drawn: Drawn
	KindVoid       Kind = "void"       // the newest round of the stage is as if it had not been drawn; without one, the stage as if it had not begun
	KindMove       Kind = "move"       // Match is played at another Table
	KindClock      Kind = "clock"      // the clock of the newest round starts at At
	KindResult     Kind = "result"     // of Match: Result
	KindForfeit    Kind = "forfeit"    // of Match, by Who; by both when Who is empty
	KindCorrection Kind = "correction" // Result (or none: to be played again) in place of that of Match, with a Note
	KindFeature    Kind = "feature"    // Table is the one shown on air; none when it is empty
	KindNote       Kind = "note"       // words: Note
)

// Event is one entry of a tournament's log: append only, in the order of Seq.
type Event struct {
	Seq      int           `json:"seq"`
	ID       string        `json:"id"`
	At       time.Time     `json:"at"`
	By       string        `json:"by,omitempty"` // who: the director, a table
	Kind     Kind          `json:"kind"`
	Setup    *Setup        `json:"setup,omitempty"`
	Entrants []Entrant     `json:"entrants,omitempty"`
	Group    int           `json:"group,omitempty"` // from 0
	Who      EntrantID     `json:"who,omitempty"`
	Tables   []string      `json:"tables,omitempty"`
	Groups   [][]EntrantID `json:"groups,omitempty"` // in the order of seeding
	Drawn    *Drawn        `json:"drawn,omitempty"`
	Match    MatchID       `json:"match,omitempty"`
	Table    string        `json:"table,omitempty"`
	Result   *Result       `json:"result,omitempty"`
	Note     string        `json:"note,omitempty"`
}

// Drawn are the pairings of one round of the stage that is being played, in
// the order of their tables.
type Drawn struct {
	Round int    `json:"round"` // from 1
	Pairs []Pair `json:"pairs"`
}

// Pair is a pairing. A sits where the match's first team sits, and begins.
type Pair struct {
	Group int       `json:"group"`
	A     EntrantID `json:"a"`
	B     EntrantID `json:"b,omitempty"` // empty: A has a bye
	Table string    `json:"table,omitempty"`
	Bye   *Award    `json:"bye,omitempty"` // what this bye is worth, where it is not the tournament's
	For   string    `json:"for,omitempty"` // what is played for: "third place"
}

// Result is how a match ended, for A and for B.
type Result struct {
	Points   [2]int `json:"points"`             // as the match was counted: of its rounds
	Twenties [2]int `json:"twenties"`           // discs
	Score    [2]int `json:"score"`              // all points of the discs, for the difference
	Winner   Winner `json:"winner"`             // also where the points are level and an extra round decided
	Conceded bool   `json:"conceded,omitempty"` // given up before its end
}

// Winner is a side of a match.
type Winner string

// The winners there can be.
const (
	WinnerA Winner = "a"
	WinnerB Winner = "b"
	NoOne   Winner = "draw"
)

// Award is what a bye or a forfeit counts for who did not have to play.
type Award struct {
	Points   int `json:"points"`
	Twenties int `json:"twenties"`
}
