// Package hub serves one event of many boards: it keeps the streams, builds
// read models of what the tables and the director say, settles the
// tournament's matches by the boards' results, tells each table what to play,
// and answers over HTTP. No state lives in a hub alone: any number of them
// may serve the same event, and each may be built anew from the streams.
package hub

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/prometheus/client_golang/prometheus"
)

// Options say what a hub serves.
type Options struct {
	Event    string        // id of the tournament
	Name     string        // of this hub: another for each that serves the same event
	Servers  string        // nats://a,nats://b
	Key      nkeys.KeyPair // the hub's; nil: the servers ask for none
	Connect  []nats.Option // more of the connection, such as its certificates
	Replicas int           // of the streams; 0 is one
	Secret   string        // the director's word; empty: nobody may change anything over HTTP
	Metrics  *prometheus.Registry
	Version  string
	Log      *slog.Logger
	Now      func() time.Time     // nil: time.Now
	Tables   func([]string) error // called with the tables that there are, before they are told anything; may be nil
	Tickets  Tickets              // of the tables; nil: this hub keeps none
}

// Hub is one hub.
type Hub struct {
	o       Options
	conn    *nats.Conn
	js      jetstream.JetStream
	desk    *Desk
	metrics *metrics
	changed chan struct{} // something may have to be settled or assigned

	mu     sync.RWMutex
	boards *Boards
	here   map[string]presence
	told   map[string]string // table -> the assignment that was last said, without its revision

	bodies   func(ctx context.Context, subject string) ([][]byte, error) // of a match's messages: fetch
	fetches  sync.WaitGroup                                              // of matches that are made whole again
	fetching chan struct{}                                               // holds as many as are asked for just now

	answers   answers
	caster    *caster
	readers   atomic.Int64 // pages that hold a stream of changes open
	followers sync.Map     // which stream -> func() that ends its iterator

	pending  [2]atomic.Int64 // messages not yet taken, by stream
	caughtUp [2]atomic.Bool
	streams  atomic.Pointer[[3]streamHealth] // as last looked at; nil before
	fault    atomic.Value                    // string: why the streams cannot be followed just now
}

// The two streams that are followed.
const (
	ofDesk = iota
	ofBoards
)

// connectPatience bounds how long a hub waits for its streams at the start.
const connectPatience = 30 * time.Second

// New connects, and makes the event's streams where they are missing.
func New(ctx context.Context, o Options) (*Hub, error) {
	if err := errors.Join(link.CheckName("the event", o.Event), link.CheckName("the hub", o.Name)); err != nil {
		return nil, err
	}
	h, err := newHub(o)
	if err != nil {
		return nil, err
	}
	options := append([]nats.Option{
		nats.Name("hub " + o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.RetryOnFailedConnect(true), nats.Timeout(3 * time.Second), nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ReconnectHandler(func(*nats.Conn) { h.reconnected() }),
		nats.IgnoreAuthErrorAbort(), // a cluster may learn of this hub later
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			h.o.Log.Warn("line to the servers: " + err.Error())
		}),
	}, o.Connect...)
	if o.Key != nil {
		public, err := o.Key.PublicKey()
		if err != nil {
			return nil, fmt.Errorf("hub: key: %w", err)
		}
		options = append(options, nats.Nkey(public, func(nonce []byte) ([]byte, error) { return o.Key.Sign(nonce) }))
	}
	if h.conn, err = nats.Connect(o.Servers, options...); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	if h.js, err = jetstream.New(h.conn); err != nil {
		h.conn.Close()
		return nil, fmt.Errorf("hub: %w", err)
	}
	h.desk = newDesk(o.Event, h.js, h.putAside, func() { h.tell("") })
	if err := h.makeStreams(ctx); err != nil {
		h.conn.Close()
		return nil, fmt.Errorf("hub: %w", err)
	}
	return h, nil
}

// newHub is a hub without a connection.
func newHub(o Options) (*Hub, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Metrics == nil {
		o.Metrics = prometheus.NewRegistry()
	}
	h := &Hub{
		o: o, changed: make(chan struct{}, 1), boards: NewBoards(o.Event), told: map[string]string{}, here: map[string]presence{},
		caster: newCaster(), fetching: make(chan struct{}, fetchesAtOnce),
	}
	h.bodies = h.fetch
	var err error
	if h.metrics, err = newMetrics(o.Metrics, h); err != nil {
		return nil, fmt.Errorf("hub: metrics: %w", err)
	}
	return h, nil
}

// makeStreams waits for the servers to have a leader.
func (h *Hub) makeStreams(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectPatience)
	defer cancel()
	for {
		// A cluster without a leader does not answer at all: ask again.
		try, done := context.WithTimeout(ctx, 3*time.Second)
		err := ensureStreams(try, h.js, h.o.Event, max(h.o.Replicas, 1))
		done()
		if err == nil {
			return nil
		}
		timer := time.NewTimer(200 * time.Millisecond)
		select {
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("the streams of event %s cannot be made: %w", h.o.Event, err)
		case <-timer.C:
		}
	}
}

// Desk is where the tournament is led.
func (h *Hub) Desk() *Desk { return h.desk }

// Run follows the streams until ctx ends, and closes the connection.
func (h *Hub) Run(ctx context.Context) error {
	defer h.conn.Close()
	var group sync.WaitGroup
	group.Go(func() { h.follow(ctx, ofDesk) })
	group.Go(func() { h.follow(ctx, ofBoards) })
	group.Go(func() { h.steward(ctx) })
	group.Go(func() { h.attend(ctx) })
	group.Go(func() { h.cast(ctx) })
	group.Go(func() { h.watchStreams(ctx) })
	group.Wait()
	return nil
}

// nudge asks the steward to look.
func (h *Hub) nudge() {
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

// reconnected begins to follow anew: what the server that went had in memory
// of our consumers is gone.
func (h *Hub) reconnected() {
	h.followers.Range(func(_, stop any) bool {
		stop.(func())()
		return true
	})
	h.nudge()
}

func (h *Hub) putAside(a Aside) {
	h.mu.Lock()
	h.boards.Refuse(a)
	h.mu.Unlock()
	h.o.Log.Warn("set aside: "+a.Text, "cause", a.Cause, "sequence", a.Sequence)
}

// Refused lists a violation of rights that a server has seen, as a sentence.
func (h *Hub) Refused(text string) {
	h.putAside(Aside{Time: h.o.Now(), Cause: CauseRights, Text: text})
}

// Ready says whether the models have been built up to the streams' ends.
func (h *Hub) Ready() bool { return h.caughtUp[ofDesk].Load() && h.caughtUp[ofBoards].Load() }

// WaitReady waits until they are, or ctx ends.
func (h *Hub) WaitReady(ctx context.Context) error {
	for !h.Ready() {
		pause(ctx, followPause/10)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// stewardPause bounds how long the steward waits when it could not do what it
// had to, and how often it looks without being asked.
const stewardPause = 2 * time.Second

// steward settles and assigns whenever something has changed.
func (h *Hub) steward(ctx context.Context) {
	tick := time.NewTicker(stewardPause)
	defer tick.Stop()
	failed := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.changed:
		case <-tick.C:
			if !failed {
				continue
			}
		}
		if !h.Ready() {
			continue
		}
		err := errors.Join(h.settle(ctx), h.assign(ctx))
		if failed = err != nil; failed && ctx.Err() == nil {
			h.o.Log.Warn("the hub cannot write just now: " + err.Error())
		}
	}
}

// settle brings the tournament to what the boards say.
func (h *Hub) settle(ctx context.Context) error {
	for {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		e, err := h.desk.Put(ctx, h.o.Now(), func(cup *tournament.Tournament) (*tournament.Event, error) {
			if cup == nil {
				return nil, nil
			}
			h.mu.RLock()
			defer h.mu.RUnlock()
			return settlement(cup, h.boards), nil
		})
		cancel()
		if err != nil || e == nil {
			return err
		}
		h.o.Log.Info("settled", "match", e.Match, "by", e.By, "kind", e.Kind)
	}
}

// assign tells each table what it is to play, where that has changed.
func (h *Hub) assign(ctx context.Context) error {
	var all []link.Assignment
	var tables []string
	h.desk.Look(func(cup *tournament.Tournament) {
		if cup != nil {
			all, tables = assignments(cup), cup.State().Tables
		}
	})
	if h.o.Tables != nil {
		if err := h.o.Tables(tables); err != nil {
			return err
		}
	}
	var problems []error
	for _, a := range all {
		text, key, err := assignmentText(a)
		if err != nil {
			return err
		}
		if h.told[a.Table] == key {
			continue
		}
		wait, cancel := context.WithTimeout(ctx, 5*time.Second)
		_, err = h.js.Publish(wait, link.TableSubject(h.o.Event, a.Table), text)
		cancel()
		if err != nil {
			problems = append(problems, fmt.Errorf("tell table %s: %w", a.Table, err))
			continue
		}
		h.told[a.Table] = key
	}
	return errors.Join(problems...)
}
