package venue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
)

// Evening is a session of a board, with everything that works beside it. Its
// methods may be called from any goroutine.
type Evening interface {
	// Run watches until ctx ends; then everything has ended. ended hears once,
	// when the source has come to its end (nil) or fails.
	Run(ctx context.Context, ended func(error))
	// Close gives back what was opened, after Run.
	Close() error
	Order(ctx context.Context, e score.Event) error
	Correct(ctx context.Context, said []desk.Said, by string) error
	MatchLog() []score.Event
	SetBoardName(name string)
	// Call says what the hall that the board has joined has for it.
	Call(ctx context.Context, c desk.Call)
	// TakeNext begins the hall's next match now.
	TakeNext(ctx context.Context) error
	SetHall(v *session.HallView)
}

// Opening is what an evening is opened for.
type Opening struct {
	Ready
	Board  string   // its name
	Names  []string // by which its matches are stored: its own, and those it had
	Left   string   // id of the match that must not go on; empty: any may
	Outlet *session.Outlet
	Hall   *Hall // nil: it has joined none
}

// Board is one board of the venue, whatever session is at it.
type Board struct {
	*session.Outlet
	venue *Venue
	renew chan renewal  // taken by keep
	gone  chan struct{} // closed when the board is removed or the venue ends

	mu      sync.Mutex
	name    string
	was     []string
	plan    Plan
	kept    *Plan // as people set it up
	left    string
	evening Evening // nil where none could be opened
	fault   string  // why
}

// renewal asks for another evening, or with remove for the end.
type renewal struct {
	plan   Plan
	fresh  bool // the match in hand ends
	kept   bool // people have set it up so
	remove bool
	done   chan error
}

func newBoard(v *Venue, e entry, p Plan) *Board {
	return &Board{
		Outlet: &session.Outlet{}, venue: v, renew: make(chan renewal), gone: make(chan struct{}),
		name: e.Name, was: e.Was, plan: p, kept: e.Plan, left: e.Left,
	}
}

// Name of the board: /b/NAME.
func (b *Board) Name() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.name
}

// Plan is how the board is set up.
func (b *Board) Plan() Plan {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.plan
}

// Fault is why the board has no session; empty where it has one.
func (b *Board) Fault() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fault
}

// Evening at the board; nil where none could be opened.
func (b *Board) Evening() Evening {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.evening
}

var errNoSession = errors.New("the board is being set up: no match is played at it now")

// Order enters what a person says into the match.
func (b *Board) Order(ctx context.Context, e score.Event) error {
	if evening := b.Evening(); evening != nil {
		return evening.Order(ctx, e)
	}
	return errNoSession
}

// Correct enters what a person says of discs.
func (b *Board) Correct(ctx context.Context, said []desk.Said, by string) error {
	if evening := b.Evening(); evening != nil {
		return evening.Correct(ctx, said, by)
	}
	return errNoSession
}

// MatchLog are the events of the match in hand; none before it began.
func (b *Board) MatchLog() []score.Event {
	if evening := b.Evening(); evening != nil {
		return evening.MatchLog()
	}
	return nil
}

// errBlank is the fault of a board that nobody has set up.
var errBlank = errors.New("choose its camera on the page Start")

// open an evening by the plan.
func (b *Board) open(ctx context.Context) error {
	evening, err := b.opened(ctx)
	if err == nil {
		b.set(evening, "")
		b.TellHall(ctx, true) // it may have spoken in the meantime
		return nil
	}
	n := session.Snapshot{
		Hall:    b.hall().Shown(),
		Program: b.venue.options.Program, Source: b.Plan().Source, Phase: session.Lost,
		Text: fmt.Sprintf("The board is not set up: %v.", err),
	}
	b.set(nil, err.Error())
	b.Clear()
	if errors.Is(err, errBlank) {
		n.Phase = session.Starting
		err = nil
	}
	b.Show(n)
	return err
}

func (b *Board) opened(ctx context.Context) (Evening, error) {
	plan := b.Plan()
	if plan.Source == "" {
		return nil, errBlank
	}
	ready, err := b.venue.options.Catalogue.Resolve(plan)
	if err != nil {
		return nil, err
	}
	return b.venue.options.Open(ctx, Opening{Ready: ready, Board: b.Name(), Names: b.names(), Left: b.leftMatch(), Outlet: b.Outlet, Hall: b.hall()})
}

func (b *Board) set(e Evening, fault string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.evening, b.fault = e, fault
}

// close the evening, which has ended.
func (b *Board) close() {
	evening := b.Evening()
	if evening == nil {
		return
	}
	b.set(nil, "")
	if err := evening.Close(); err != nil {
		b.venue.options.Log.Error("a session did not end well", "board", b.Name(), "error", err)
	}
}

// keep runs the board's evenings, one after the other, until ctx ends or the
// board is removed. All have ended when it returns.
func (b *Board) keep(ctx context.Context) {
	defer close(b.gone)
	for {
		failed := make(chan error, 1)
		stop := b.run(ctx, failed)
		order, again := b.wait(ctx, failed)
		stop()
		b.close()
		switch {
		case !again || order.remove:
			if order.done != nil {
				order.done <- nil
			}
			return
		case order.done == nil: // the source had failed: it is tried again
			_ = b.open(ctx) // shown on the board, and tried again
		default:
			order.done <- b.follow(ctx, order)
		}
	}
}

// run the evening, where there is one; stop ends it and waits for that.
func (b *Board) run(ctx context.Context, failed chan<- error) (stop func()) {
	evening := b.Evening()
	if evening == nil {
		if b.Plan().Source != "" {
			failed <- errNoSession
		}
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		evening.Run(ctx, func(err error) {
			if ctx.Err() != nil {
				return
			}
			_, begun := b.Frame()
			b.venue.options.Ended(b, err, begun)
			if err != nil && !begun {
				failed <- err
			}
		})
	}()
	return func() {
		cancel()
		<-done
	}
}

// wait for what ends an evening: an order, or time to try again where its
// source never gave a picture. again is false when ctx has ended.
func (b *Board) wait(ctx context.Context, failed <-chan error) (order renewal, again bool) {
	var retry <-chan time.Time
	for {
		select {
		case <-failed:
			retry = time.After(b.venue.options.Retry)
		case <-retry:
			return renewal{}, true
		case order = <-b.renew:
			return order, true
		case <-ctx.Done():
			return renewal{}, false
		}
	}
}

// follow an order: open an evening by its plan. Where that cannot be, the one
// before goes on.
func (b *Board) follow(ctx context.Context, order renewal) error {
	plan, left := b.Plan(), b.leftMatch()
	last := left
	if order.fresh {
		var err error
		if last, err = b.venue.options.Last(ctx, b.names()); err != nil {
			b.venue.options.Log.Error("the match that ends is not known", "board", b.Name(), "error", err)
		}
	}
	b.replan(order.plan, last)
	err := b.open(ctx)
	if err == nil {
		if order.kept {
			b.mu.Lock()
			b.kept = &order.plan
			b.mu.Unlock()
		}
		return nil
	}
	b.replan(plan, left)
	if again := b.open(ctx); again != nil {
		b.venue.options.Log.Error("the board cannot go on as it was", "board", b.Name(), "error", again)
	}
	return errOf("source", err)
}

// replan sets the plan, and the match that must not go on.
func (b *Board) replan(p Plan, left string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.plan, b.left = p, left
}

func (b *Board) leftMatch() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left
}

// names by which the board's matches are stored.
func (b *Board) names() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{b.name}, b.was...)
}

// entry of the list.
func (b *Board) entry() entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	return entry{Name: b.name, Was: slices.Clone(b.was), Plan: b.kept, Left: b.left}
}
