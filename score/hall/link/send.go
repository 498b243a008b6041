package link

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ditchline/score"
	"ditchline/score/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// longestPause bounds how long a failing send waits before it tries again.
const longestPause = 2 * time.Second

// send follows the log until ctx ends.
func (l *Link) send(ctx context.Context) error {
	var err error
	if l.cursor, err = l.o.Cursor.Load(); err != nil {
		return err
	}
	if err := l.learnMatches(ctx, l.cursor); err != nil && ctx.Err() == nil {
		return err
	}
	tick := time.NewTicker(l.o.Poll)
	defer tick.Stop()
	for {
		events, ours, err := l.look(ctx)
		if err == nil {
			err = l.sendAll(ctx, events, ours)
		}
		if err != nil || ctx.Err() != nil {
			return ignoreEnd(ctx, err)
		}
		if len(events) == batch {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-l.wake:
		case <-tick.C:
		}
	}
}

func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// look reads on in the log, and counts what waits there for the hall.
func (l *Link) look(ctx context.Context) (events []store.Stored, ours []*store.Stored, err error) {
	if events, err = l.o.Log.Since(ctx, l.cursor, batch); err != nil {
		return nil, nil, fmt.Errorf("link to the hall: %w", err)
	}
	for i := range events {
		if l.belongs(&events[i]) {
			ours = append(ours, &events[i])
		}
	}
	l.waiting(len(ours), len(events) == batch)
	return events, ours, nil
}

// sendAll sends those of the events that are the hall's.
func (l *Link) sendAll(ctx context.Context, events []store.Stored, ours []*store.Stored) error {
	for i, e := range ours {
		if err := l.sendOne(ctx, e); err != nil {
			return err
		}
		l.cursor = e.N
		if err := l.o.Cursor.Save(l.cursor); err != nil {
			return err
		}
		l.waiting(len(ours)-i-1, len(events) == batch)
	}
	if n := len(events); n > 0 && events[n-1].N > l.cursor {
		l.cursor = events[n-1].N
		return l.o.Cursor.Save(l.cursor)
	}
	return nil
}

func (l *Link) waiting(n int, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status.Waiting, l.status.More = n, more && n > 0
	switch {
	case n == 0:
		l.status.Late = time.Time{}
	case l.status.Late.IsZero():
		l.status.Late = l.o.Now()
	}
}

// learnMatches reads which matches of the log began before the cursor and
// belong to the event: their later events don't say so.
func (l *Link) learnMatches(ctx context.Context, cursor int64) error {
	for n := int64(0); n < cursor; {
		events, err := l.o.Log.Since(ctx, n, batch)
		if err != nil {
			return fmt.Errorf("link to the hall: %w", err)
		}
		if len(events) == 0 {
			break
		}
		for i := range events {
			if events[i].N <= cursor {
				l.belongs(&events[i])
			}
			n = events[i].N
		}
	}
	return nil
}

// belongs says whether an event is one of the hall's: those of matches set up
// for this event and table. What else the board plays is private.
func (l *Link) belongs(e *store.Stored) bool {
	if e.Event.Kind == score.KindStart && e.Event.Setup != nil {
		s := e.Event.Setup
		if l.ours[e.Match] = s.Event == l.o.Ticket.Event && s.Table == l.o.Ticket.Table; l.ours[e.Match] {
			if err := CheckName("the match", e.Match); err != nil {
				l.ours[e.Match] = false
				l.o.Logger.Error("link to the hall: a match cannot be sent", "why", err)
			}
		}
	}
	return l.ours[e.Match]
}

// sendOne sends one event until the stream has it. It fails only when ctx
// ends or the log cannot be read. An event that the server refuses for good is counted, said, and
// passed over: the log keeps it, and the hall sees the gap.
func (l *Link) sendOne(ctx context.Context, e *store.Stored) error {
	if !l.belongs(e) {
		return nil
	}
	body, err := json.Marshal(&e.Event)
	if err != nil {
		l.refused(e, err)
		return nil
	}
	again := false
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, longestPause) {
		if again {
			l.resent()
		}
		again = l.conn.IsConnected() // what fails from here on may be there all the same
		err := l.try(ctx, e, body)
		if err == nil {
			l.acknowledged()
			return nil
		}
		if errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, errOther) {
			l.refused(e, err)
			if errors.Is(err, errOther) {
				l.ours[e.Match] = false // what follows tells another story too
			}
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l.problem(err)
		if _, _, err := l.look(ctx); err != nil { // the log grows on
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-l.wake: // the line is back
		case <-timer.C:
		}
		timer.Stop()
	}
}

// try sends one event once. It is accepted only as the next of its match:
// the server compares the sequence of the match's last message with the one
// we know. So an event whose acknowledgement was lost is never there twice,
// however late it is sent again.
func (l *Link) try(ctx context.Context, e *store.Stored, body []byte) error {
	subject := EventSubject(l.o.Ticket.Event, l.o.Ticket.Table, e.Match)
	there, known := l.last[e.Match]
	if !known {
		var err error
		if there, err = l.lastOf(ctx, subject); err != nil {
			return err
		}
		l.last[e.Match] = there
	}
	if there.seq == e.Event.Seq && !bytes.Equal(there.body, body) {
		return errOther
	}
	if there.seq >= e.Event.Seq {
		return nil // it had arrived before
	}
	m := nats.NewMsg(subject)
	m.Data = body
	for k, v := range sentNow(e.Event.Seq, max(0, l.Status().Waiting-1), l.o.Now()) {
		m.Header.Set(k, v)
	}
	wait, cancel := context.WithTimeout(ctx, l.o.Patience)
	defer cancel()
	ack, err := l.js.PublishMsg(wait, m,
		jetstream.WithMsgID(e.Event.ID),
		jetstream.WithExpectLastSequencePerSubject(there.sequence),
		jetstream.WithRetryAttempts(0))
	if err != nil {
		delete(l.last, e.Match) // look before the next try
		return err
	}
	l.last[e.Match] = place{sequence: ack.Sequence, seq: e.Event.Seq, body: body}
	return nil
}

// place is the newest message of a match in the stream.
type place struct {
	sequence uint64 // in the stream; 0: none
	seq      int    // number of its event in the match
	body     []byte
}

// errOther is when the board's log was set back, and went on differently.
var errOther = errors.New("the hall has another event of that number: this board's log is not the one that was sent before")

func (l *Link) lastOf(ctx context.Context, subject string) (place, error) {
	m, err := l.lastMessage(ctx, EventStream(l.o.Ticket.Event), subject)
	if err != nil || m == nil {
		return place{}, err
	}
	sequence, err := strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
	if err != nil {
		return place{}, fmt.Errorf("the stream's answer has no sequence: %w", err)
	}
	seq, err := strconv.Atoi(m.Header.Get(HeaderSeq))
	if err != nil {
		return place{}, fmt.Errorf("the last message of %s is not ours: %w", subject, err)
	}
	return place{sequence: sequence, seq: seq, body: m.Data}, nil
}

func (l *Link) acknowledged() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status.Sent++
	l.status.LastAck = l.o.Now()
	l.status.Fault, l.status.Problem = "", ""
}

func (l *Link) resent() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status.Resent++
}

func (l *Link) refused(e *store.Stored, err error) {
	l.mu.Lock()
	l.status.SetAside++
	l.mu.Unlock()
	l.o.Logger.Error("the hall can never take this event", "event", e.Event.ID, "why", err)
}
