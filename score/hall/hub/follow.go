package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"ditchline/score/hall/link"

	"github.com/nats-io/nats.go/jetstream"
)

// The pace of following a stream.
const (
	pullMessages  = 2000            // are asked for at once
	ackEvery      = 500             // messages are acknowledged together
	heartbeat     = 5 * time.Second // of an idle stream
	forgetHub     = 7 * 24 * time.Hour
	followPause   = 250 * time.Millisecond
	catchUpCheck  = time.Second
	fetchPatience = 10 * time.Second
	fetchesAtOnce = 4 // matches that are asked for once more
)

// streamOf is a followed stream's name and subjects.
func (h *Hub) streamOf(which int) (stream, subjects string) {
	if which == ofDesk {
		return link.LogStream(h.o.Event), link.LogSubject(h.o.Event)
	}
	return link.EventStream(h.o.Event), link.EventSubjects(h.o.Event)
}

// follow takes a stream's messages from its beginning, by a durable consumer
// of this hub, until ctx ends. A break of any kind is followed by another
// beginning after the newest message that was taken.
func (h *Hub) follow(ctx context.Context, which int) {
	if which == ofBoards { // after the tournament: what it says decides what a table's match is
		for !h.caughtUp[ofDesk].Load() && ctx.Err() == nil {
			pause(ctx, followPause/10)
		}
	}
	defer h.fetches.Wait()
	var last uint64
	for ctx.Err() == nil {
		err := h.followFrom(ctx, which, &last)
		if err != nil && ctx.Err() == nil {
			h.fault.Store(err.Error())
			h.o.Log.Warn("the stream cannot be followed just now: " + err.Error())
			pause(ctx, followPause)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// followFrom makes the consumer anew, after *last, and takes what comes.
func (h *Hub) followFrom(ctx context.Context, which int, last *uint64) error {
	name, subjects := h.streamOf(which)
	durable := "hub-" + h.o.Name
	setup, cancel := context.WithTimeout(ctx, fetchPatience)
	defer cancel()
	stream, err := h.js.Stream(setup, name)
	if err != nil {
		return fmt.Errorf("stream %s: %w", name, err)
	}
	// The model is in memory: a consumer that remembers more than the model
	// does would hide messages from it.
	if err := stream.DeleteConsumer(setup, durable); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fmt.Errorf("stream %s: %w", name, err)
	}
	config := jetstream.ConsumerConfig{
		Durable: durable, FilterSubject: subjects, AckPolicy: jetstream.AckAllPolicy, MaxAckPending: 20 * pullMessages,
		DeliverPolicy: jetstream.DeliverAllPolicy, InactiveThreshold: forgetHub, MemoryStorage: true, Replicas: 1,
	}
	if *last > 0 {
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, *last+1
	}
	consumer, err := stream.CreateConsumer(setup, config)
	if err != nil {
		return fmt.Errorf("stream %s: consumer: %w", name, err)
	}
	// What the stream's leader has now must be taken before the model counts
	// as built: the consumer's own server may lag behind it.
	target := stream.CachedInfo().State.LastSeq
	h.pending[which].Store(int64(target - min(target, *last)))
	if built := *last >= target; h.caughtUp[which].Swap(built) != built && built {
		h.tell("")
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(pullMessages), jetstream.PullHeartbeat(heartbeat))
	if err != nil {
		return fmt.Errorf("stream %s: %w", name, err)
	}
	defer messages.Stop()
	stop := context.AfterFunc(ctx, messages.Stop)
	defer stop()
	h.followers.Store(which, messages.Stop)
	defer h.followers.Delete(which)
	h.fault.Store("")
	if *last >= target {
		h.nudge()
	}
	return h.drain(ctx, which, messages, target, last)
}

// drain takes messages until the iterator ends. The model is built when that
// with the sequence target is taken, and none before it waits for its match.
func (h *Hub) drain(ctx context.Context, which int, messages jetstream.MessagesContext, target uint64, last *uint64) error {
	read := make(chan arrived, readAhead)
	var reader sync.WaitGroup
	var failed error
	reader.Go(func() {
		defer close(read)
		failed = readInto(which, messages, read)
	})
	unacked := 0
	var err error
	for a := range read {
		if err != nil {
			continue // let the reader end
		}
		if a.meta.NumDelivered > 1 {
			h.metrics.redelivered.Inc()
		}
		if sequence := a.meta.Sequence.Stream; sequence > *last {
			if which == ofDesk {
				h.desk.take(sequence, a.meta.Timestamp, a.msg.Data())
			} else {
				h.takeBoard(ctx, a.parsed)
			}
			*last = sequence
		}
		if unacked++; unacked >= ackEvery || a.meta.NumPending == 0 {
			if err = a.msg.Ack(); err != nil {
				messages.Stop()
			}
			unacked = 0
		}
		h.pending[which].Store(int64(a.meta.NumPending))
		if *last >= target && !h.caughtUp[which].Load() {
			if which == ofBoards {
				h.fetches.Wait()
			}
			h.caughtUp[which].Store(true)
			h.tell("") // what was asked for in between was not answered, or was old
		}
		if which == ofDesk || a.meta.NumPending == 0 {
			h.nudge()
		}
	}
	reader.Wait()
	return errors.Join(err, failed)
}

// readAhead is how many messages may be read and not yet taken.
const readAhead = 256

// arrived is a message on its way into a model.
type arrived struct {
	msg    jetstream.Msg
	meta   *jetstream.MsgMetadata
	parsed Parsed
}

// readInto hands on messages until the iterator ends.
func readInto(which int, messages jetstream.MessagesContext, read chan<- arrived) error {
	for {
		m, err := messages.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		a := arrived{msg: m}
		if a.meta, err = m.Metadata(); err != nil {
			return err
		}
		if which == ofBoards {
			a.parsed = Parse(messageOf(m, a.meta))
		}
		read <- a
	}
}

// messageOf is a table's message as the model takes it.
func messageOf(m jetstream.Msg, meta *jetstream.MsgMetadata) Message {
	message := Message{Subject: m.Subject(), Sequence: meta.Sequence.Stream, Time: meta.Timestamp, Data: m.Data()}
	header := m.Headers()
	if text := header.Get(link.HeaderSchema); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			n = link.Schema + 1
		}
		message.Schema = n
	}
	if text := header.Get(link.HeaderSent); text != "" {
		if sent, err := time.Parse(time.RFC3339Nano, text); err == nil {
			message.Sent = sent
		}
	}
	if text := header.Get(link.HeaderBehind); text != "" {
		if n, err := strconv.Atoi(text); err == nil {
			message.Behind = n
		}
	}
	return message
}

// takeBoard takes a table's message. One of a match that must be fetched first
// is taken when that is there: until then the other tables go on.
func (h *Hub) takeBoard(ctx context.Context, p Parsed) {
	start := h.o.Now()
	outcomes := h.change(p.Subject, func() []Outcome { return []Outcome{h.boards.Take(p)} })
	h.metrics.projection.Observe(h.o.Now().Sub(start).Seconds())
	if outcomes[0] == Cold {
		h.fetches.Go(func() { h.makeWhole(ctx, p.Subject) })
	}
}

// change moves the boards' model on by messages of one subject, and makes known
// what became of them.
func (h *Hub) change(subject string, move func() []Outcome) []Outcome {
	h.mu.Lock()
	outcomes := move()
	n := 0
	for _, o := range outcomes {
		if o == SetAside {
			n++
		}
	}
	aside := h.boards.aside
	aside = slices.Clone(aside[len(aside)-min(n, len(aside)):])
	h.mu.Unlock()
	if _, table, _, ok := link.ParseEventSubject(subject); ok && slices.Contains(outcomes, Taken) {
		h.tell(table)
	}
	for _, o := range outcomes {
		if name, final := outcomeNames[o]; final {
			h.metrics.events.WithLabelValues(name).Inc()
		}
	}
	for _, a := range aside {
		h.o.Log.Warn("set aside: "+a.Text, "cause", a.Cause, "sequence", a.Sequence)
	}
	return outcomes
}

// makeWhole fetches a match's messages, however often that takes, and takes those
// that waited for them.
func (h *Hub) makeWhole(ctx context.Context, subject string) {
	for ctx.Err() == nil {
		h.fetching <- struct{}{}
		bodies, err := h.bodies(ctx, subject)
		<-h.fetching
		if err == nil {
			h.change(subject, func() []Outcome { return h.boards.Warm(subject, bodies) })
			h.nudge()
			return
		}
		if ctx.Err() == nil {
			h.o.Log.Warn("a match cannot be fetched just now: "+err.Error(), "subject", subject)
			pause(ctx, followPause)
		}
	}
}

// outcomeNames are of those that are final.
var outcomeNames = map[Outcome]string{Taken: "taken", Again: "again", SetAside: "set_aside"}

// fetch reads a match's messages from the stream once more. How many there
// are its leader says: a consumer may live on a server that lags behind, and
// counts only what that one has.
func (h *Hub) fetch(ctx context.Context, subject string) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchPatience)
	defer cancel()
	name, _ := h.streamOf(ofBoards)
	stream, err := h.js.Stream(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", name, err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", name, err)
	}
	consumer, err := stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject}})
	if err != nil {
		return nil, fmt.Errorf("stream %s: consumer: %w", name, err)
	}
	messages, err := consumer.Messages()
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", name, err)
	}
	defer messages.Stop()
	bodies := make([][]byte, info.State.Subjects[subject])
	for i := range bodies {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return nil, fmt.Errorf("%d of %d messages of %s came: %w", i, len(bodies), subject, err)
		}
		bodies[i] = m.Data()
	}
	return bodies, nil
}

// assignmentText is an assignment as it is said, and what tells whether it
// says something new.
func assignmentText(a link.Assignment) (text []byte, key string, err error) {
	same := a
	same.Rev = 0
	plain, err := json.Marshal(same)
	if err != nil {
		return nil, "", err
	}
	text, err = json.Marshal(a)
	return text, string(plain), err
}
