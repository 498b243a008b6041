package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Desk is the read model of the tournament's own log, and the one way by
// which it grows. Several hubs may write: the server accepts an event only as
// the next after the one that its writer had seen, so that two can never
// both decide.
type Desk struct {
	event string
	js    jetstream.JetStream
	put   func(Aside)
	told  func() // the tournament has changed

	mu   sync.Mutex
	cup  *tournament.Tournament // nil before it was opened
	last uint64                 // stream sequence of the newest event
	grew chan struct{}          // closed and replaced when an event came
}

// ErrNotOpen says that no tournament has been opened yet.
var ErrNotOpen = errors.New("no tournament is open: open one")

// deskTries bounds how often an event is put again after another hub's.
const deskTries = 8

func newDesk(event string, js jetstream.JetStream, put func(Aside), told func()) *Desk {
	return &Desk{event: event, js: js, put: put, told: told, grew: make(chan struct{})}
}

// take moves the model on by one message of the stream.
func (d *Desk) take(sequence uint64, at time.Time, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if sequence <= d.last {
		return
	}
	d.last = sequence
	if err := d.apply(data); err != nil {
		cause := CauseDesk
		if errors.Is(err, tournament.ErrUnknownKind) {
			cause = CauseSchema
		}
		d.put(Aside{Sequence: sequence, Subject: link.LogSubject(d.event), Time: at, Cause: cause, Text: "the tournament's log: " + err.Error(), Data: string(data)})
	}
	close(d.grew)
	d.grew = make(chan struct{})
	d.told()
}

func (d *Desk) apply(data []byte) error {
	var e tournament.Event
	if err := json.Unmarshal(data, &e); err != nil {
		if d.cup != nil && d.cup.Pass(e.Seq) == nil { // a newer form still says its number
			err = fmt.Errorf("event %d is passed over: %w", e.Seq, err)
		}
		return err
	}
	if d.cup == nil {
		cup, err := tournament.Open(e)
		if err != nil {
			return err
		}
		if cup.State().Setup.ID != d.event {
			return fmt.Errorf("it opens tournament %q in the log of %q", cup.State().Setup.ID, d.event)
		}
		d.cup = cup
		return nil
	}
	return d.cup.Follow(e)
}

// Look lets a reader see the tournament as it stands; nil when none is open.
func (d *Desk) Look(see func(*tournament.Tournament)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	see(d.cup)
}

// State is the tournament's state for a reader that keeps the lock for the
// time of see; it is not called when no tournament is open.
func (d *Desk) State(see func(*tournament.State)) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cup == nil {
		return ErrNotOpen
	}
	see(d.cup.State())
	return nil
}

// cupped lets a reader work with the tournament for as long as it keeps the
// lock.
func (d *Desk) cupped(work func(*tournament.Tournament) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cup == nil {
		return ErrNotOpen
	}
	return work(d.cup)
}

// Decide makes an event from the tournament as it stands; nil when there is
// nothing to be done. It is asked again when another hub was faster.
type Decide func(*tournament.Tournament) (*tournament.Event, error)

// Put lets decide say an event, and adds it to the log. It returns when the
// stream has it on its disk, and this hub's model too.
func (d *Desk) Put(ctx context.Context, now time.Time, decide Decide) (*tournament.Event, error) {
	for range deskTries {
		e, last, grew, err := d.prepare(now, decide)
		if err != nil || e == nil {
			return nil, err
		}
		data, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		m := nats.NewMsg(link.LogSubject(d.event))
		m.Data = data
		m.Header.Set(link.HeaderSchema, fmt.Sprint(link.Schema))
		ack, err := d.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(last))
		if err == nil {
			d.take(ack.Sequence, e.At, data)
			return e, nil
		}
		var refused *jetstream.APIError
		if !errors.As(err, &refused) || refused.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequence {
			return nil, fmt.Errorf("write to the tournament's log: %w", err)
		}
		select { // another hub was faster: see what it wrote, and decide anew
		case <-grew:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, errors.New("write to the tournament's log: others were faster each time: try again")
}

// prepare is the event that decide wants, completed, and what it follows.
func (d *Desk) prepare(now time.Time, decide Decide) (*tournament.Event, uint64, <-chan struct{}, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e, err := decide(d.cup)
	if err != nil || e == nil {
		return nil, 0, nil, err
	}
	if e.At.IsZero() {
		e.At = now.UTC()
	}
	if d.cup == nil {
		cup, err := tournament.Open(*e)
		if err != nil {
			return nil, 0, nil, err
		}
		opened := cup.Events()[0]
		return &opened, d.last, d.grew, nil
	}
	ready, err := d.cup.Prepare(*e)
	if err != nil {
		return nil, 0, nil, err
	}
	return &ready, d.last, d.grew, nil
}

// Say is a decision that is made already.
func Say(e tournament.Event) Decide {
	return func(cup *tournament.Tournament) (*tournament.Event, error) {
		if cup == nil && e.Kind != tournament.KindOpen {
			return nil, ErrNotOpen
		}
		return &e, nil
	}
}
