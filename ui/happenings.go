package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ditchline/referee"
	"ditchline/score"
)

// HappeningKind is what has happened in a match.
type HappeningKind string

// The kinds of happening.
const (
	HappenedShot    HappeningKind = "shot"    // a shot (or carrom stroke) was seen
	HappenedVerdict HappeningKind = "verdict" // it was judged, or judged anew
	HappenedRound   HappeningKind = "round"   // a round (or carrom board) was written
	HappenedMatch   HappeningKind = "match"   // a match began, or is over
)

// happeningKinds are all of them.
var happeningKinds = []HappeningKind{HappenedShot, HappenedVerdict, HappenedRound, HappenedMatch}

// Happening is one thing that happened at a board, for lights, sounds and
// programs. Which of the fields is there is told by its kind.
type Happening struct {
	ID    string        `json:"id"` // match:event:kind
	Kind  HappeningKind `json:"event"`
	Board string        `json:"board"`
	Match string        `json:"match"`
	At    time.Time     `json:"at"`

	Shot    *HappenedShotBody    `json:"shot,omitempty"`
	Verdict *HappenedVerdictBody `json:"verdict,omitempty"`
	Round   *HappenedRoundBody   `json:"round,omitempty"`
	Phase   string               `json:"phase,omitempty"`   // of a match: begun or over
	Winners []string             `json:"winners,omitempty"` // names of the sides, of a match that is over
}

// HappenedShotBody is a shot as it was seen.
type HappenedShotBody struct {
	Seq    int          `json:"seq"`
	Game   int          `json:"game"`
	Round  int          `json:"round"`
	N      int          `json:"n"` // in the round
	Seat   referee.Seat `json:"seat"`
	Player string       `json:"player"`
	Team   referee.Side `json:"team"`
	Disc   string       `json:"disc,omitempty"`
}

// HappenedVerdictBody is how a shot was judged.
type HappenedVerdictBody struct {
	Seq      int                  `json:"seq"`     // of the shot
	Verdict  string               `json:"verdict"` // valid, foul, reshoot, review; in carrom CONTINUE, PASS, END
	Reason   string               `json:"reason,omitempty"`
	Text     string               `json:"text,omitempty"`
	Because  []string             `json:"because"` // statements that decided
	Twenties map[referee.Side]int `json:"twenties"`
	Pocketed map[string]int       `json:"pocketed,omitempty"` // in carrom: white, black, queen, striker
	PutBack  map[string]int       `json:"put_back,omitempty"` // in carrom: pieces that go back to the middle
	Again    bool                 `json:"again"`              // it was judged before: a correction, an answer, a better look
	Undone   bool                 `json:"undone"`             // the shot does not count any more
}

// HappenedRoundBody is a round that was written.
type HappenedRoundBody struct {
	Round  int            `json:"round"`
	Points map[string]int `json:"points"` // by the sides' letters: raw totals of the round
	Totals map[string]int `json:"totals"` // of the game, after it
	Winner referee.Side   `json:"winner,omitempty"`
}

// happenings are what the events after number after tell, as the match stands
// now. They are always the same for a log, so that a reader who was away gets
// those that he missed.
func happenings(board string, events []score.Event, after int) []Happening {
	if len(events) <= after {
		return nil
	}
	m, err := score.Replay(events)
	if err != nil {
		return nil // the log of a match in hand always replays: it was checked event by event
	}
	t := teller{board: board, match: m, setup: m.Setup(), state: m.State()}
	var out []Happening
	for i := range events[after:] {
		out = append(out, t.tell(&events[after+i])...)
	}
	return out
}

type teller struct {
	board string
	match *score.Match
	setup *score.Setup
	state *score.State
}

func (t *teller) happening(e *score.Event, kind HappeningKind) Happening {
	return Happening{ID: fmt.Sprintf("%s:%d:%s", t.setup.ID, e.Seq, kind), Kind: kind, Board: t.board, Match: t.setup.ID, At: e.At.UTC()}
}

func (t *teller) tell(e *score.Event) (out []Happening) {
	switch e.Kind {
	case score.KindStart:
		h := t.happening(e, HappenedMatch)
		h.Phase = "begun"
		out = append(out, h)
	case score.KindShot, score.KindStroke:
		if shot := t.shot(e.Seq); shot != nil {
			h := t.happening(e, HappenedShot)
			h.Shot = shot
			out = append(out, h)
		}
		out = append(out, t.verdict(e, e.Seq, false)...)
	case score.KindCorrection, score.KindRuling, score.KindUndo, score.KindRedo, score.KindFlag:
		if e.Of > 0 {
			out = append(out, t.verdict(e, e.Of, true)...)
		}
	}
	out = append(out, t.round(e)...)
	if t.endedBy() == e.Seq {
		h := t.happening(e, HappenedMatch)
		h.Phase, h.Winners = "over", []string{}
		for _, side := range t.state.Winners {
			h.Winners = append(h.Winners, t.setup.TeamName(side))
		}
		out = append(out, h)
	}
	return out
}

// shot is the record of the shot of that number; nil for one that does not
// count any more.
func (t *teller) shot(seq int) *HappenedShotBody {
	for i := range t.state.Shots {
		if k := &t.state.Shots[i]; k.Seq == seq {
			return &HappenedShotBody{Seq: seq, Game: k.Game, Round: k.Round, N: k.N, Seat: k.Seat, Player: t.setup.Player(k.Seat), Team: k.Side, Disc: k.Disc}
		}
	}
	if t.state.Carrom == nil {
		return nil
	}
	for i := range t.state.Carrom.Strokes {
		if k := &t.state.Carrom.Strokes[i]; k.Seq == seq {
			return &HappenedShotBody{Seq: seq, Game: k.Game, Round: k.Board, N: k.N, Seat: k.Seat, Player: t.setup.Player(k.Seat), Team: k.Side}
		}
	}
	return nil
}

// verdict on the shot of, because of event e.
func (t *teller) verdict(e *score.Event, of int, again bool) []Happening {
	h := t.happening(e, HappenedVerdict)
	for i := range t.state.Shots {
		k := &t.state.Shots[i]
		if k.Seq != of {
			continue
		}
		v := &k.Verdict
		h.Verdict = &HappenedVerdictBody{
			Seq: of, Verdict: string(v.Outcome), Reason: string(v.Reason), Text: referee.Sentence(&referee.Situation{Ruleset: &t.setup.Ruleset}, v, referee.English),
			Because: append([]string{}, v.Because...), Twenties: v.Twenties, Again: again,
		}
	}
	if c := t.state.Carrom; c != nil {
		for i := range c.Strokes {
			if k := &c.Strokes[i]; k.Seq == of {
				h.Verdict = &HappenedVerdictBody{Seq: of, Verdict: string(k.Verdict.Result), Reason: string(k.Stroke.Foul), Text: k.Said(t.setup.Player(k.Seat)).Sentence(), Because: append([]string{}, k.Verdict.Because...), Pocketed: k.Pocketed(), PutBack: k.PutBack, Again: again}
			}
		}
	}
	if h.Verdict == nil {
		kind := t.match.Events()[of-1].Kind
		if e.Kind != score.KindUndo || kind != score.KindShot && kind != score.KindStroke {
			return nil
		}
		h.Verdict = &HappenedVerdictBody{Seq: of, Verdict: string(referee.Reshoot), Because: []string{}, Again: true, Undone: true}
	}
	if h.Verdict.Twenties == nil {
		h.Verdict.Twenties = map[referee.Side]int{}
	}
	return []Happening{h}
}

// round that event e wrote.
func (t *teller) round(e *score.Event) (out []Happening) {
	for i := range t.state.Rounds {
		r := &t.state.Rounds[i]
		if r.Seq != e.Seq {
			continue
		}
		h := t.happening(e, HappenedRound)
		h.Round = &HappenedRoundBody{Round: r.Round, Points: map[string]int{}, Totals: map[string]int{}, Winner: r.Winner}
		for side, c := range r.Counts {
			h.Round.Points[string(side)] = c.Total()
		}
		for side, total := range r.Totals {
			h.Round.Totals[string(side)] = total
		}
		out = append(out, h)
	}
	if t.state.Carrom == nil || e.Kind != score.KindStroke {
		return out
	}
	for i := range t.state.Carrom.Strokes {
		k := &t.state.Carrom.Strokes[i]
		j := slices.IndexFunc(t.state.Carrom.Boards, func(b score.CarromResult) bool { return b.Game == k.Game && b.Board == k.Board })
		if k.Seq != e.Seq || k.Verdict.Result != referee.End || j < 0 {
			continue
		}
		b := t.state.Carrom.Boards[j]
		h := t.happening(e, HappenedRound)
		h.Round = &HappenedRoundBody{Round: b.Board, Points: map[string]int{string(b.Winner): b.Points}, Totals: map[string]int{}, Winner: b.Winner}
		for side, total := range b.Totals {
			h.Round.Totals[string(side)] = total
		}
		out = append(out, h)
	}
	return out
}

// endedBy is the number of the event that ended the match; 0 while it goes on.
func (t *teller) endedBy() int {
	if t.state.Phase != score.Over {
		return 0
	}
	last := 0
	for _, e := range t.match.Events() {
		if e.Kind == score.KindConcede || e.Kind == score.KindStop {
			last = max(last, e.Seq)
		}
	}
	if n := len(t.state.Rounds); n > 0 {
		last = max(last, t.state.Rounds[n-1].Seq)
	}
	if c := t.state.Carrom; c != nil && len(c.Strokes) > 0 {
		last = max(last, c.Strokes[len(c.Strokes)-1].Seq)
	}
	return last
}

// missed are the happenings after the one of that id; all of the match in hand
// where it is of another match, or of none.
func missed(board string, events []score.Event, id string) []Happening {
	if len(events) == 0 || events[0].Setup == nil {
		return nil
	}
	match, rest, _ := strings.Cut(id, ":")
	seq, kind, _ := strings.Cut(rest, ":")
	after, err := strconv.Atoi(seq)
	if match != events[0].Setup.ID || err != nil || after < 1 {
		return happenings(board, events, 0)
	}
	list := happenings(board, events, after-1)
	seen := slices.IndexFunc(list, func(h Happening) bool { return h.ID == id })
	if seen < 0 && kind != "" { // it was undone meanwhile: what its event still tells was seen
		seen = slices.IndexFunc(list, func(h Happening) bool { return !strings.HasPrefix(h.ID, match+":"+seq+":") }) - 1
		if seen < -1 {
			return nil
		}
	}
	return list[seen+1:]
}

// crier tells of what happens at one board. A listener that does not keep up
// is let go: it comes back and asks what it missed.
type crier struct {
	board string

	mu        sync.Mutex
	match     string
	told      int // events of the match that were told of
	begun     bool
	listeners map[chan Happening]bool
}

// hearingBuffer is more than one event tells.
const hearingBuffer = 64

// look at the log of the match in hand, and tell what is new in it. What was
// there at the first look is old.
func (c *crier) look(events []score.Event) []Happening {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(events) == 0 || events[0].Setup == nil {
		c.begun = true
		return nil
	}
	id := events[0].Setup.ID
	switch {
	case !c.begun:
		c.begun, c.match, c.told = true, id, len(events)
		return nil
	case c.match != id:
		c.match, c.told = id, 0
	case len(events) == c.told:
		return nil
	}
	list := happenings(c.board, events, c.told)
	c.told = len(events)
	for _, h := range list {
		for listener := range c.listeners {
			select {
			case listener <- h:
			default:
				delete(c.listeners, listener)
				close(listener)
			}
		}
	}
	return list
}

// listen gives what happens from now on; the channel is closed when the
// listener did not keep up, or left.
func (c *crier) listen() (heard <-chan Happening, leave func()) {
	ch := make(chan Happening, hearingBuffer)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.listeners == nil {
		c.listeners = map[chan Happening]bool{}
	}
	c.listeners[ch] = true
	return ch, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.listeners[ch] {
			delete(c.listeners, ch)
			close(ch)
		}
	}
}
