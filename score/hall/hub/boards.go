package hub

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"ditchline/models"
	"ditchline/score"
	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"

	"github.com/bytedance/sonic"
)

// Message is one message of a table, as the stream has it.
type Message struct {
	Subject  string
	Sequence uint64    // in the stream
	Time     time.Time // by the server's clock
	Schema   int       // of the event's form; 0: before it was numbered
	Sent     time.Time // by the table's clock; zero when it did not say
	Behind   int       // events that still waited at the table
	Data     []byte
}

// Outcome is what became of a message.
type Outcome int

// The outcomes.
const (
	Taken    Outcome = iota // it is a part of its match now
	Again                   // it was there already: a redelivery, or sent twice
	SetAside                // it does not fit: kept to be looked at, and nothing else waits for it
	Cold                    // its match must be fetched once more: Warm takes it then
	Behind                  // it comes behind one that is Cold, and is taken after that
)

// Aside is a message that did not fit.
type Aside struct {
	Sequence uint64    `json:"sequence"`
	Subject  string    `json:"subject"`
	Time     time.Time `json:"time"`
	Cause    string    `json:"cause"` // a word for programs
	Text     string    `json:"text"`  // a sentence for people
	Data     string    `json:"data,omitempty"`
}

// The causes for which a message is set aside.
const (
	CauseSubject  = "subject"
	CauseSchema   = "schema"   // of a newer version
	CauseBody     = "body"     // no event at all
	CauseOrder    = "order"    // a number is missing before it
	CauseOther    = "other"    // another event has that number
	CauseRules    = "rules"    // it cannot follow what the match has come to
	CauseTable    = "table"    // the start names another match, event or table than the subject
	CauseRights   = "rights"   // refused by the server: a key was used for what is not its own
	CauseStranger = "stranger" // the match is another table's
	CauseDesk     = "desk"     // an event of the tournament's own log that does not fit
)

// causes are those that are counted; who is a stranger follows from the
// tournament as it stands.
var causes = []string{CauseSubject, CauseSchema, CauseBody, CauseOrder, CauseOther, CauseRules, CauseTable, CauseRights, CauseDesk}

// keptAside bounds how many are kept; all are counted.
const keptAside = 1000

// keptWarm is how many matches that are over stay in memory whole, so that a
// late correction need not fetch them again.
const keptWarm = 256

// asideData bounds how much of a message's body is shown.
const asideData = 2000

// Boards is the read model of what the tables say: each match a replay of its
// events. It is built from the stream alone, and may be built anew at any
// time. It is not safe for concurrent use.
type Boards struct {
	event   string
	seed    maphash.Seed
	matches map[string]*BoardMatch // by their subject: a table can claim only its own
	waiting map[string][]Parsed    // by the subject of a match that must be fetched first
	tables  map[string]*TableLine
	aside   []Aside
	asides  map[string]uint64       // cause -> how many ever
	cold    []string                // matches that are over and whole, the oldest first
	surface map[string]models.Board // that matches are played on, by the name that lines have for them
}

// BoardMatch is one match as a table tells it.
type BoardMatch struct {
	ID     string
	Table  string
	Events int
	Over   bool
	Result tournament.Result // when it is over

	subject string
	surface string       // its name among the surfaces
	match   *score.Match // nil: over, and no longer kept whole
	sums    []uint64     // of each event's body
	view    View         // of one that is no longer kept whole
}

// TableLine is what is known of a table's line.
type TableLine struct {
	Table  string
	Match  string        // of the newest event
	Last   time.Time     // of the newest message, by the server's clock
	Skew   time.Duration // the table's clock minus the server's, when it was sent
	Behind int           // events that still waited at the table then
	Events uint64
}

// NewBoards is an empty model.
func NewBoards(event string) *Boards {
	return &Boards{
		event: event, seed: maphash.MakeSeed(), waiting: map[string][]Parsed{},
		matches: map[string]*BoardMatch{}, tables: map[string]*TableLine{}, asides: map[string]uint64{}, surface: map[string]models.Board{},
	}
}

// Parsed is a message with what its body says.
type Parsed struct {
	Message
	event score.Event
	err   error
}

// Parse reads a message's body. It takes half of the time that a message
// costs, and needs no model: a goroutine of its own may do it.
func Parse(m Message) Parsed {
	p := Parsed{Message: m}
	if m.Schema <= link.Schema {
		p.err = readEvent(m.Data, &p.event)
	}
	return p
}

// readEvent reads as encoding/json does, in a third of the time. What the
// observer's own evidence says no rule asks for: it is not kept.
func readEvent(body []byte, e *score.Event) error {
	if !json.Valid(body) {
		return json.Unmarshal(body, e) // says where
	}
	if err := sonic.ConfigStd.Unmarshal(body, e); err != nil {
		return err
	}
	if e.Shot != nil {
		e.Shot.Evidence = nil
	}
	if e.Stroke != nil {
		e.Stroke.Evidence = nil
	}
	return nil
}

// Take moves the model on by one message. Whatever it is, the next one can
// follow. Where it is Cold, the match's earlier messages are needed: Warm wants
// them.
func (b *Boards) Take(p Parsed) Outcome {
	event, table, id, ok := link.ParseEventSubject(p.Subject)
	if !ok || event != b.event {
		return b.put(p.Message, CauseSubject, "the subject is none of this event's")
	}
	b.heard(table, id, p.Message)
	if line := b.waiting[p.Subject]; len(line) > 0 {
		b.waiting[p.Subject] = append(line, p)
		return Behind
	}
	outcome := b.judge(p, table, id)
	if outcome == Cold {
		b.waiting[p.Subject] = []Parsed{p}
	}
	return outcome
}

// Warm makes a match whole again of the bodies of all its messages, and takes
// those that waited for it.
func (b *Boards) Warm(subject string, bodies [][]byte) []Outcome {
	line := b.waiting[subject]
	delete(b.waiting, subject)
	bm := b.matches[subject]
	if len(line) == 0 || bm == nil {
		return nil
	}
	err := b.warm(bm, bodies)
	outcomes := make([]Outcome, len(line))
	for i, p := range line {
		if err != nil {
			outcomes[i] = b.put(p.Message, CauseOrder, fmt.Sprintf("table %s: match %s: its earlier events cannot be read: %v", bm.Table, bm.ID, err))
		} else {
			outcomes[i] = b.judge(p, bm.Table, bm.ID)
		}
	}
	return outcomes
}

func (b *Boards) judge(p Parsed, table, id string) Outcome {
	m := p.Message
	if m.Schema > link.Schema {
		return b.put(m, CauseSchema, fmt.Sprintf("table %s writes events of version %d, this hub reads up to %d: update the hub", table, m.Schema, link.Schema))
	}
	if p.err != nil {
		return b.put(m, CauseBody, fmt.Sprintf("table %s sent what is no event: %v", table, p.err))
	}
	if bm := b.matches[m.Subject]; bm != nil {
		return b.follow(m, p.event, bm)
	}
	return b.begin(m, p.event, table, id)
}

func (b *Boards) heard(table, match string, m Message) {
	line := b.tables[table]
	if line == nil {
		line = &TableLine{Table: table}
		b.tables[table] = line
	}
	line.Match, line.Last, line.Behind = match, m.Time, m.Behind
	line.Events++
	if !m.Sent.IsZero() {
		line.Skew = m.Sent.Sub(m.Time)
	}
}

func (b *Boards) begin(m Message, e score.Event, table, id string) Outcome {
	if e.Seq != 1 {
		return b.put(m, CauseOrder, fmt.Sprintf("table %s: match %s begins with its event %d: want its start", table, id, e.Seq))
	}
	if s := e.Setup; s != nil && (s.ID != id || s.Event != b.event || s.Table != table) {
		return b.put(m, CauseTable, fmt.Sprintf("table %s: the start says match %q of event %q at table %q, the subject %s", table, s.ID, s.Event, s.Table, m.Subject))
	}
	match, err := score.Begin(e)
	if err != nil {
		return b.put(m, CauseRules, fmt.Sprintf("table %s: match %s cannot begin: %v", table, id, err))
	}
	bm := &BoardMatch{ID: id, Table: table, Events: 1, subject: m.Subject, match: match, sums: []uint64{b.sum(m.Data)}}
	bm.surface = b.keepSurface(match.Setup().Board)
	b.matches[m.Subject] = bm
	return Taken
}

func (b *Boards) follow(m Message, e score.Event, bm *BoardMatch) Outcome {
	switch {
	case e.Seq < 1 || e.Seq > bm.Events+1:
		return b.put(m, CauseOrder, fmt.Sprintf("table %s: match %s: event %d comes, want number %d: one is missing", bm.Table, bm.ID, e.Seq, bm.Events+1))
	case e.Seq <= bm.Events:
		if bm.sums[e.Seq-1] == b.sum(m.Data) {
			return Again
		}
		return b.put(m, CauseOther, fmt.Sprintf("table %s: match %s has another event %d already", bm.Table, bm.ID, e.Seq))
	}
	if bm.match == nil {
		return Cold
	}
	if _, err := bm.match.Append(e); err != nil {
		return b.put(m, CauseRules, fmt.Sprintf("table %s: match %s: event %d does not fit: %v", bm.Table, bm.ID, e.Seq, err))
	}
	bm.Events++
	bm.sums = append(bm.sums, b.sum(m.Data))
	b.settle(bm)
	return Taken
}

// settle looks whether a match is over. Of those that are, the newest few
// stay whole.
func (b *Boards) settle(bm *BoardMatch) {
	was := bm.Over
	bm.Result, bm.Over = tournament.ResultOf(bm.match.State())
	if !bm.Over || was {
		return
	}
	b.cold = append(b.cold, bm.subject)
	for len(b.cold) > keptWarm {
		old := b.matches[b.cold[0]]
		b.cold = b.cold[1:]
		if old.Over && old.match != nil {
			old.cool()
		}
	}
}

// cool keeps of a match only what is shown of it.
func (bm *BoardMatch) cool() { bm.view, bm.match = viewOf(bm), nil }

// warm makes a match whole again, of the bodies of its messages.
func (b *Boards) warm(bm *BoardMatch, bodies [][]byte) error {
	var events []score.Event
	for _, body := range bodies {
		var e score.Event
		if readEvent(body, &e) != nil {
			continue // set aside when it came
		}
		if e.Seq == len(events)+1 && e.Seq <= bm.Events && bm.sums[e.Seq-1] == b.sum(body) {
			events = append(events, e)
		}
	}
	if len(events) != bm.Events {
		return fmt.Errorf("%d of %d events are there", len(events), bm.Events)
	}
	var err error
	if bm.match, err = score.Replay(events); err != nil {
		return err
	}
	b.cold = append(b.cold, bm.subject)
	return nil
}

func (b *Boards) sum(body []byte) uint64 { return maphash.Bytes(b.seed, body) }

// put sets a message aside.
func (b *Boards) put(m Message, cause, text string) Outcome {
	data := string(m.Data)
	if len(data) > asideData {
		data = data[:asideData]
	}
	b.Refuse(Aside{Sequence: m.Sequence, Subject: m.Subject, Time: m.Time, Cause: cause, Text: text, Data: data})
	return SetAside
}

// Refuse lists what was set aside elsewhere.
func (b *Boards) Refuse(a Aside) {
	b.asides[a.Cause]++
	b.aside = append(b.aside, a)
	if len(b.aside) > keptAside {
		b.aside = slices.Delete(b.aside, 0, len(b.aside)-keptAside)
	}
}

// Aside are the newest of those set aside, the oldest first.
func (b *Boards) Aside() []Aside { return slices.Clone(b.aside) }

// Match is a match at a table; nil when the table has not begun it.
func (b *Boards) Match(table, id string) *BoardMatch {
	return b.matches[link.EventSubject(b.event, table, id)]
}
