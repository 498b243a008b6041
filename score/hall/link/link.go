package link

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"ditchline/score/store"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Log is the board's match log: score/store's.
type Log interface {
	Since(ctx context.Context, n int64, limit int) ([]store.Stored, error)
}

// Options say what a link joins.
type Options struct {
	Ticket   Ticket
	Servers  []string         // nats://HOST or tls://HOST; empty: the ticket's
	Log      Log              // what is sent: matches of the ticket's event and table
	Cursor   Cursor           // how far it was sent
	Assigned func(Assignment) // called with each assignment, from one goroutine; may be nil
	Now      func() time.Time // nil: time.Now
	Logger   *slog.Logger     // nil: silent
	Poll     time.Duration    // how often the log is looked at without a Wake; 0: every second
	Patience time.Duration    // how long an acknowledgement is waited for; 0: five seconds
}

// Status is a link as a page shows it.
type Status struct {
	Connected bool      `json:"connected"`
	Server    string    `json:"server,omitempty"`
	Sent      uint64    `json:"sent"`                // events acknowledged since the start
	Waiting   int       `json:"waiting"`             // of the hall's events in the log, not yet acknowledged, as far as looked (a batch)
	More      bool      `json:"more,omitempty"`      // the log goes on beyond what was looked at
	Late      time.Time `json:"late,omitzero"`       // since when some wait, by this machine's clock
	Resent    uint64    `json:"resent"`              // sends that were made again
	LastAck   time.Time `json:"last_ack,omitzero"`   // by this machine's clock
	Fault     Fault     `json:"fault,omitempty"`     // why nothing is sent just now
	Problem   string    `json:"problem,omitempty"`   // the same in a sentence
	Reconnect uint64    `json:"reconnects"`          // times that the connection came back
	SetAside  uint64    `json:"set_aside,omitempty"` // events that the hall's server refused for good
}

// Link is one board's join to one event.
type Link struct {
	o     Options
	conn  *nats.Conn
	js    jetstream.JetStream
	wake  chan struct{}
	heard chan *nats.Msg

	mu     sync.Mutex
	status Status

	// Of the sending goroutine alone.
	cursor int64            // number in the log of the last event that needs no more sending
	last   map[string]place // of each match, once known
	ours   map[string]bool  // whether a match of the log belongs to the event and table

	rev uint64 // of the newest assignment; of the listening goroutine alone
}

// batch is how many events are read from the log at once.
const batch = 256

// New checks the options and builds a link. It does not connect yet.
func New(o Options) (*Link, error) {
	if err := o.Ticket.Validate(); err != nil {
		return nil, fmt.Errorf("link to the hall: %w", err)
	}
	if len(o.Servers) == 0 {
		o.Servers = o.Ticket.Servers
	}
	if len(o.Servers) == 0 {
		return nil, errors.New("link to the hall: no server is named: give --hub nats://HOST")
	}
	if o.Log == nil || o.Cursor == nil {
		return nil, errors.New("link to the hall: log or cursor is missing")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Poll == 0 {
		o.Poll = time.Second
	}
	if o.Patience == 0 {
		o.Patience = 5 * time.Second
	}
	return &Link{
		o: o, wake: make(chan struct{}, 1), heard: make(chan *nats.Msg, 16),
		last: map[string]place{}, ours: map[string]bool{},
	}, nil
}

// Wake says that the log has grown. It never blocks.
func (l *Link) Wake() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Status is how the link stands.
func (l *Link) Status() Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.status
	if l.conn != nil {
		s.Connected = l.conn.IsConnected()
		s.Server = l.conn.ConnectedUrlRedacted()
		s.Reconnect = l.conn.Stats().Reconnects
	}
	return s
}

// Run sends and listens until ctx ends. It waits for the hall as long as it
// takes; only options that can never work are an error.
func (l *Link) Run(ctx context.Context) error {
	if err := l.connect(); err != nil {
		return fmt.Errorf("link to the hall: %w", err)
	}
	defer l.conn.Close()
	listening, err := l.conn.ChanSubscribe(TableSubject(l.o.Ticket.Event, l.o.Ticket.Table), l.heard)
	if err != nil {
		return fmt.Errorf("link to the hall: %w", err)
	}
	defer func() { _ = listening.Unsubscribe() }() // the connection ends anyhow
	var listener sync.WaitGroup
	defer listener.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	listener.Go(func() { l.listen(ctx) })
	listener.Go(func() { l.sayHere(ctx) })
	return l.send(ctx)
}

func (l *Link) connect() error {
	options, err := l.o.Ticket.ConnectOptions()
	if err != nil {
		return err
	}
	options = append(options,
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond),
		nats.ReconnectJitter(200*time.Millisecond, 200*time.Millisecond), nats.Timeout(3*time.Second),
		nats.PingInterval(5*time.Second), nats.MaxPingsOutstanding(2),
		// A publish while the line is down fails at once: the log is our
		// buffer, and a second one could send out of order.
		nats.ReconnectBufSize(-1),
		nats.ConnectHandler(l.well),
		nats.ReconnectHandler(l.well),
		nats.DisconnectErrHandler(l.away),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { l.problem(err) }),
		nats.ReconnectErrHandler(l.away),
		nats.IgnoreAuthErrorAbort(), // a hub may learn of this table later
	)
	l.mu.Lock()
	defer l.mu.Unlock()
	conn, err := nats.Connect(strings.Join(l.o.Servers, ","), options...)
	if err != nil {
		return err
	}
	l.conn = conn
	l.js, err = jetstream.New(conn)
	return err
}

// listen hands on assignments: the last one that was given when it begins and
// at each return of the line, and each new one.
func (l *Link) listen(ctx context.Context) {
	tick := time.NewTicker(l.o.Poll)
	defer tick.Stop()
	var asked uint64 // reconnects at the last successful asking, plus 1
	for {
		if now := l.conn.Stats().Reconnects + 1; asked != now && l.conn.IsConnected() {
			if err := l.askAssignment(ctx); err == nil {
				asked = now
			}
		}
		select {
		case <-ctx.Done():
			return
		case m := <-l.heard:
			l.assigned(m.Data)
		case <-tick.C:
		}
	}
}

// askAssignment gets the last assignment from its stream.
func (l *Link) askAssignment(ctx context.Context) error {
	t := l.o.Ticket
	m, err := l.lastMessage(ctx, TableStream(t.Event), TableSubject(t.Event, t.Table))
	if err != nil || m == nil {
		return err
	}
	l.assigned(m.Data)
	return nil
}

func (l *Link) assigned(text []byte) {
	var a Assignment
	if err := json.Unmarshal(text, &a); err != nil {
		l.problem(fmt.Errorf("the hall assigns what cannot be read: %w", err))
		return
	}
	if a.Rev < l.rev || a.Event != l.o.Ticket.Event || a.Table != l.o.Ticket.Table {
		return
	}
	if a.Rev == l.rev && a.Rev != 0 {
		return // heard before
	}
	l.rev = a.Rev
	if l.o.Assigned != nil {
		l.o.Assigned(a)
	}
}

// lastMessage is the newest message of a subject; nil when there is none.
func (l *Link) lastMessage(ctx context.Context, stream, subject string) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, l.o.Patience)
	defer cancel()
	m, err := l.conn.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+stream+"."+subject, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for the last message: %w", err)
	}
	switch status := m.Header.Get("Status"); status {
	case "":
		return m, nil
	case "404":
		return nil, nil
	default:
		return nil, fmt.Errorf("ask for the last message: %s %s", status, m.Header.Get("Description"))
	}
}
