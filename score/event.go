package score

import (
	"encoding/json"
	"time"

	"ditchline/referee"
)

// Kind is what an event is.
type Kind string

// The kinds of event.
const (
	KindStart      Kind = "start"      // the match: Setup
	KindShot       Kind = "shot"       // one shot: Shot
	KindStroke     Kind = "stroke"     // one carrom stroke: Stroke
	KindRuling     Kind = "ruling"     // answers to questions about the shot Of: Answers
	KindCorrection Kind = "correction" // Shot or Stroke in place of that of event Of
	KindUndo       Kind = "undo"       // event Of is as if it had not been
	KindRedo       Kind = "redo"       // event Of counts again
	KindFlag       Kind = "flag"       // a manual flag: Flag, about the shot Of where it has one
	KindEdit       Kind = "edit"       // people changed or corrected what lies on the board: Edit
	KindRound      Kind = "round"      // the round is written: Round
	KindStarter    Kind = "starter"    // the loser's choice of who starts: Seat
	KindConcede    Kind = "concede"    // Side gives the match up
	KindStop       Kind = "stop"       // time is up
	KindNote       Kind = "note"       // words: Note
)

// Event is one entry of a match's log: append only, in the order of Seq.
type Event struct {
	Seq     int             `json:"seq"`
	ID      string          `json:"id"` // unique over all matches
	At      time.Time       `json:"at"`
	By      string          `json:"by,omitempty"` // who: the camera, a person's name
	Kind    Kind            `json:"kind"`
	Of      int             `json:"of,omitempty"` // Seq of the event that this one is about
	Setup   *Setup          `json:"setup,omitempty"`
	Shot    *Shot           `json:"shot,omitempty"`
	Stroke  *Stroke         `json:"stroke,omitempty"`
	Answers map[string]bool `json:"answers,omitempty"`
	Flag    *FlagRaised     `json:"flag,omitempty"`
	Edit    *Edit           `json:"edit,omitempty"`
	Round   *RoundEnd       `json:"round,omitempty"`
	Seat    referee.Seat    `json:"seat,omitempty"`
	Side    referee.Side    `json:"side,omitempty"`
	Note    string          `json:"note,omitempty"`
}

// Shot is what was seen of one shot: the situation without the board before
// it, which is the replay's.
type Shot struct {
	Seat     referee.Seat        `json:"seat"`
	Side     referee.Side        `json:"side,omitempty"` // owner of the disc; empty: the seat's
	Disc     string              `json:"disc,omitempty"` // id; empty: the next free one
	Start    *referee.Start      `json:"start,omitempty"`
	Contacts []referee.Contact   `json:"contacts,omitempty"`
	After    []referee.Rest      `json:"after,omitempty"`
	Returned []referee.Return    `json:"returned,omitempty"`
	Damage   []referee.Displaced `json:"damage,omitempty"`
	Unsure   []referee.Unsure    `json:"unsure,omitempty"` // discs that lay there, perhaps

	// InTurn is set when the shot is accepted into the log: it was this
	// seat's and side's turn then. Later corrections don't bring it into doubt.
	InTurn bool `json:"in_turn,omitempty"`

	Evidence json.RawMessage `json:"evidence,omitempty"` // the observer's own: clips, tracks, times
}

// Stroke is one carrom stroke.
type Stroke struct {
	Seat referee.Seat `json:"seat"`
	referee.Stroke
	Lies     []Lying         `json:"lies,omitempty"` // pieces on the board when it had come to rest, where that was seen
	Evidence json.RawMessage `json:"evidence,omitempty"`
}

// FlagRaised is a manual flag with what was done about it.
type FlagRaised struct {
	Code   referee.FlagCode `json:"code"`
	Action referee.Action   `json:"action"`
	Seat   referee.Seat     `json:"seat,omitempty"` // whom it is about
}

// Edit is a change of the board by people, or a correction of what the log
// believes. Discs that it places come from those removed, else from those not
// yet played; discs that it takes count as removed.
type Edit struct {
	Remove   []string             `json:"remove,omitempty"`
	Place    []referee.Disc       `json:"place,omitempty"`    // new, or moved when the id is on the board
	Twenties map[referee.Side]int `json:"twenties,omitempty"` // to add to the bowl, or take from it
	Pieces   *Pieces              `json:"pieces,omitempty"`   // of carrom: what lies on the board
}

// RoundEnd writes a round. Counts given by people replace the computed ones.
type RoundEnd struct {
	Counts map[referee.Side]Count `json:"counts,omitempty"`
}

// Count is a side's count of a round.
type Count struct {
	Board    int `json:"board"`    // points of the discs on the surface
	Twenties int `json:"twenties"` // discs in the bowl
}

// Total is the count in points.
func (c Count) Total() int { return c.Board + 20*c.Twenties }
