// Package desk is the scorer's desk of a board: what was seen to happen goes
// in, and out come the events of the match, the verdicts, and what people must
// be told. It is pure: no clock, no I/O; times are those of the frames.
package desk

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// Options say what is played.
type Options struct {
	Match   string // id of the first match; later ones are numbered
	Ruleset models.Ruleset
	Carrom  *models.Ruleset // in place of Ruleset when the board is found to be for carrom; nil: it must not be
	Form    referee.Form
	Event   string // what the matches belong to
	Table   string
	Stage   string
	Zero    time.Time // when the source's first frame was taken

	Teams     []score.Team // as score.NewSetup has them, with names and colours; none: unnamed
	Starter   referee.Seat // of the first round; empty: the first seat
	Games     int          // of a match; 0 is one
	BoardName string       // by which the program calls the board
}

// Desk keeps one board's matches.
type Desk struct {
	o       Options // of the match in hand
	home    Options // of what is played here when no hall says what
	board   models.Board
	asFound models.Board // the same before the rules drew its lines; without a name before it was found
	match   *score.Match // nil until the board was found
	matches int
	seats   seating
	names   map[detect.ID]string // of discs that lie on the surface or lay there in this round
	used    map[string]bool      // names that discs had in this round

	now       time.Duration
	resumed   bool          // the match is from the log: the board must be held against it
	lying     []detect.Seen // the settled board as last seen
	due       []Due
	spared    []spared // by answers that hands gave, in this round
	ghosts    []Ghost
	moves     []disturbance // by hand, not yet said: they may be put back
	last      *judged       // the last shot
	seen      map[int]*judged
	midRound  bool          // discs lay there before the first shot of this round was seen
	words     []Word        // what people said of discs that are followed, in order
	added     []string      // names of discs that people put into the match and the camera does not see
	gap       bool          // shots may have been missed: who is next is not known
	quietFrom time.Duration // when the last thing happened

	strokes strokes // of a carrom match

	hall   *Call           // of the hall that the board has joined; nil: none
	played map[string]bool // ids of matches that are not begun again

	out Outcome
}

// Outcome is what came of something: what to say, and the events to store, in
// order.
type Outcome struct {
	Notes  []Note
	Events []score.Event

	Resumed string // id of a match that was taken up from its log; empty: none
	From    int    // index of the first event that is of it
}

// judged is a shot as it stands in the log.
type judged struct {
	shot    *detect.Shot
	seq     int
	names   map[detect.ID]string
	known   map[string]bool // names in play, with the shot disc's
	before  int             // opposing discs in play before it
	late    []Due           // due since earlier shots
	gone    map[string]bool // discs that people took off since
	said    bool
	strayed bool // people took off another disc since than any answer asks for
}

// Ghost is a place where a disc should lie.
type Ghost struct {
	Name   string
	Side   referee.Side
	Pos    r2.Vec
	Radius float64
	id     detect.ID
}

// New is a desk at which nothing was played yet.
func New(o Options) (*Desk, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	return &Desk{o: o, home: o, played: map[string]bool{}, seats: newSeating(o.Form).told(o.Teams), names: map[detect.ID]string{}, used: map[string]bool{}, seen: map[int]*judged{}}, nil
}

// Match is the match in hand; nil until the board was found.
func (d *Desk) Match() *score.Match { return d.match }

// Due are the discs that people must take off now.
func (d *Desk) Due() []Due {
	return slices.DeleteFunc(slices.Clone(d.due), func(x Due) bool { return x.uncounted || (x.dark && x.passed > 0) })
}

// Ghosts are the places to which discs must be put back.
func (d *Desk) Ghosts() []Ghost { return slices.Clone(d.ghosts) }

// Who is what the match calls a disc.
type Who struct {
	Name string
	Side referee.Side
}

// Names are what the match calls the discs that are followed.
func (d *Desk) Names() map[detect.ID]Who {
	out := make(map[detect.ID]Who, len(d.names))
	owners := map[string]referee.Side{}
	if d.match != nil {
		for _, x := range d.state().Board {
			owners[x.ID] = x.Owner
		}
	}
	for _, x := range d.due {
		owners[x.Name] = x.Side
	}
	for id, name := range d.names {
		if owners[name] != "" {
			out[id] = Who{Name: name, Side: owners[name]}
		}
	}
	return out
}

// Colours are the sides by vision's names of the teams, as far as learned.
func (d *Desk) Colours() map[string]referee.Side { return maps.Clone(d.seats.sides) }

// Take in what happened.
func (d *Desk) Take(h detect.Happening) Outcome {
	switch h := h.(type) {
	case *detect.Found:
		d.at(h.At)
		d.found(h)
	case *detect.Shot:
		d.at(h.Reported)
		d.shot(h)
	case *detect.Stroke:
		d.at(h.Reported)
		d.stroke(h)
	case *detect.Handling:
		d.at(h.End)
		if d.isCarrom() {
			d.handledPieces(h)
		} else {
			d.handled(h)
		}
	case *detect.Shifted:
		d.at(h.At)
		d.shifted(h)
	case *detect.Broken:
		d.at(h.At)
		d.broken(h)
	}
	return d.give()
}

// SetBoardName says how the program calls the board from the next match on.
func (d *Desk) SetBoardName(name string) { d.o.BoardName = name }

// SetZero says when the source's first frame was taken.
func (d *Desk) SetZero(t time.Time) { d.o.Zero = t }

// Tick says that time has come to t and nothing else happened.
func (d *Desk) Tick(t time.Duration) Outcome {
	d.now = max(d.now, t)
	if !d.isCarrom() {
		d.sayMoves(false)
		d.endQuietRound()
	}
	d.followCall()
	return d.give()
}

// End says that the recording has come to its end at t: what is open is said,
// and the round written as it lies.
func (d *Desk) End(t time.Duration) Outcome {
	d.now = max(d.now, t)
	if d.isCarrom() {
		d.endBoard()
		return d.give()
	}
	d.sayMoves(true)
	d.sayMissing(func(*Due) bool { return d.last == nil || d.now-d.last.shot.Settled > unhurried })
	d.closeRound()
	return d.give()
}

// unhurried is how long after a shot a disc that must be taken off may lie
// there when the recording ends, before it counts as forgotten.
const unhurried = 1200 * time.Millisecond

func (d *Desk) at(t time.Duration) {
	d.now = max(d.now, t)
	if !d.isCarrom() {
		d.sayMoves(false)
	}
	d.quietFrom = d.now
}

func (d *Desk) give() Outcome {
	out := d.out
	d.out = Outcome{}
	return out
}

func (d *Desk) say(n Note) { d.out.Notes = append(d.out.Notes, n) }

func (d *Desk) raise(kind Kind, at time.Duration, text string, discs ...Touched) {
	d.say(&Anomaly{Kind: kind, At: at, Text: text, Discs: discs})
}

// enter an event into the log.
func (d *Desk) enter(e score.Event) (score.Event, error) {
	e.At = d.o.Zero.Add(d.now)
	if e.By == "" {
		e.By = "camera"
	}
	e, err := d.match.Append(e)
	if err == nil {
		d.out.Events = append(d.out.Events, e)
	}
	return e, err
}

// begin a match on the board.
func (d *Desk) begin() {
	id, played := d.lineUp()
	d.board = d.fitted()
	if len(played) > 0 && d.goOn(played) {
		return
	}
	setup := d.o.setup(id, d.board)
	m, err := score.Begin(score.Event{At: d.o.Zero.Add(d.now), By: "camera", Kind: score.KindStart, Setup: &setup})
	if err != nil {
		return // Options.Validate has refused what cannot be played; a board that vision found is sound
	}
	d.match = m
	d.seen, d.strokes = map[int]*judged{}, strokes{turn: d.strokes.turn, learned: d.strokes.learned}
	d.out.Events = append(d.out.Events, m.Events()[0])
	d.newRound()
}

// newRound forgets the discs of the one before.
func (d *Desk) newRound() {
	d.names, d.used = map[detect.ID]string{}, map[string]bool{}
	d.due, d.ghosts, d.moves, d.last, d.midRound = nil, nil, nil, nil, false
	d.words, d.added, d.spared = nil, nil, nil
}

// found takes a board that was found, at first or anew.
func (d *Desk) found(h *detect.Found) {
	d.say(&Calibrated{At: h.At, Calibration: h.Calibration})
	d.lying = h.Discs
	d.board, d.asFound = h.Calibration.Board, h.Calibration.Board
	if d.match == nil && d.o.Carrom != nil && d.board.Game == models.Carrom {
		d.o.Ruleset, d.home.Ruleset = *d.o.Carrom, *d.o.Carrom
	}
	if d.isCarrom() {
		switch {
		case d.match == nil:
			d.begin()
		case d.resumed:
			d.compare()
		}
		return
	}
	d.board = d.fitted()
	switch {
	case d.match == nil:
		d.begin()
	case d.resumed:
		d.compare()
	default:
		d.names = map[detect.ID]string{} // the log knows the discs by their places
		d.words = nil                    // so are those of which people spoke
	}
	d.gap = true
	d.midRound = d.midRound || (!d.playedOn() && len(h.Discs) > 0)
	d.forgetLost()
}

// forgetLost drops what was to be done about discs that are not followed any
// more.
func (d *Desk) forgetLost() {
	var here []Due
	for _, x := range d.due {
		if i := slices.IndexFunc(d.lying, x.is); i >= 0 {
			x.id = d.lying[i].ID
			here = append(here, x)
		}
	}
	d.due = here
	d.moves = nil
	if !d.resumed {
		d.ghosts = nil
	}
	d.resumed = false
}

func (d *Desk) shifted(h *detect.Shifted) {
	d.say(&Anomaly{
		Kind: BoardMoved, At: h.At, MM: h.MM, Deg: h.Deg,
		Text: fmt.Sprintf("The board or the camera was moved by %.0f mm and %.1f degrees. It was measured anew.", h.MM, h.Deg),
	})
	d.say(&Calibrated{At: h.At, Calibration: h.Calibration})
}

func (d *Desk) broken(h *detect.Broken) {
	d.gap = true
	if !h.Cut {
		d.raise(CameraLost, h.At, h.Why)
	}
}

// state of the match.
func (d *Desk) state() *score.State { return d.match.State() }

// team is the side of a disc that was seen; empty while its colour is not
// known to be anybody's. People's word goes before its colour.
func (d *Desk) team(s detect.Seen) referee.Side {
	if w, ok := d.said(s); ok && w.Side != "" {
		return w.Side
	}
	return d.seats.sides[s.Team]
}

// likelySides are the sides in the order in which a new colour is likely
// theirs: that of the first seat, then the next ones in turn.
func (d *Desk) likelySides(first referee.Seat) []referee.Side {
	setup := d.match.Setup()
	var out []referee.Side
	add := func(seat referee.Seat) {
		if t := setup.Team(seat); t != nil && !slices.Contains(out, t.Side) {
			out = append(out, t.Side)
		}
	}
	if first != "" {
		add(first)
	}
	add(d.state().Next)
	for _, seat := range score.Order(setup, setup.Starter) {
		add(seat)
	}
	return out
}

// seatsOf are the seats of a side.
func (d *Desk) seatsOf(side referee.Side) []referee.Seat {
	var out []referee.Seat
	for _, t := range d.match.Setup().Teams {
		for _, p := range t.Players {
			if t.Side == side {
				out = append(out, p.Seat)
			}
		}
	}
	return out
}
