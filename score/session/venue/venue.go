package venue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"ditchline/score"
)

// Options are what a venue is made of.
type Options struct {
	File      string // that keeps the list of boards
	First     Plan   // of the first board, where people have set up nothing
	Told      bool   // First goes before what people have set up
	Catalogue Catalogue
	Open      func(ctx context.Context, o Opening) (Evening, error)
	// Ended hears that a board's source came to its end, or failed; begun says
	// whether it had given a picture. It must not block.
	Ended func(b *Board, err error, begun bool)
	// Last is the id of the match that began last at boards of these names; empty
	// where none did.
	Last    func(ctx context.Context, names []string) (string, error)
	Changed func(boards []*Board) // hears of each change of the list; may be nil
	Retry   time.Duration         // after which a source that failed is tried again; 0 = 10 s
	// Hall is how the board at a place of the list, from 0, stands to the hall
	// that it has joined; nil where it has joined none. May itself be nil.
	Hall    func(place int) *Hall
	Program string // names this start of the program, in every snapshot
	Log     *slog.Logger
}

// FirstName is that of the first board where people gave it none.
const FirstName = "board"

// maxBoards is how many boards a program serves: a camera, a session and its
// pictures each.
const maxBoards = 64

// Venue is the boards of a program.
type Venue struct {
	options Options

	change sync.Mutex // held while the list is changed

	mu     sync.Mutex
	boards []*Board
	start  func(*Board) // while it runs
}

// Open the venue with an evening at each board. Of the first board that none
// can be opened is an error; another is shown with what is wrong.
func Open(ctx context.Context, o Options) (*Venue, error) {
	if o.Retry == 0 {
		o.Retry = 10 * time.Second
	}
	list, err := load(o.File)
	if err != nil {
		return nil, err
	}
	if len(list.Boards) == 0 {
		list.Boards = []entry{{Name: FirstName}}
	}
	v := &Venue{options: o}
	for i, e := range list.Boards {
		plan := o.First
		if e.Plan != nil && !(i == 0 && o.Told) {
			plan = *e.Plan
		}
		b := newBoard(v, e, plan)
		v.boards = append(v.boards, b)
		err := b.open(ctx)
		if err != nil && i == 0 && (o.Told || e.Plan == nil) {
			return nil, err
		}
		if err != nil {
			o.Log.Error("a board is not set up", "board", e.Name, "error", err)
		}
	}
	return v, nil
}

// Run the boards until ctx ends; then every session has ended and is closed.
func (v *Venue) Run(ctx context.Context) {
	var running sync.WaitGroup
	v.mu.Lock()
	v.start = func(b *Board) { running.Go(func() { b.keep(ctx) }) }
	for _, b := range v.boards {
		v.start(b)
	}
	v.mu.Unlock()
	<-ctx.Done()
	v.change.Lock() // nobody adds a board any more
	v.mu.Lock()
	v.start = nil
	v.mu.Unlock()
	v.change.Unlock()
	running.Wait()
}

// Close the evenings of a venue that never ran.
func (v *Venue) Close() {
	for _, b := range v.Boards() {
		b.close()
	}
}

// Boards in their order.
func (v *Venue) Boards() []*Board {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.boards)
}

// Board of a name; nil where there is none.
func (v *Venue) Board(name string) *Board {
	for _, b := range v.Boards() {
		if b.Name() == name {
			return b
		}
	}
	return nil
}

// ErrUnknown says that there is no board of that name.
var ErrUnknown = errors.New("there is no board of that name")

// ErrEnding says that the program ends.
var ErrEnding = errors.New("the program ends")

// Apply sets a board up anew: its session ends, and another begins. With
// fresh the match in hand ends too; else it goes on where rules and players
// are the same. The error is Problems, or why it cannot be.
func (v *Venue) Apply(ctx context.Context, name string, p Plan, fresh bool) error {
	b := v.Board(name)
	if b == nil {
		return ErrUnknown
	}
	ready, err := v.options.Catalogue.Resolve(p)
	if err != nil {
		return err
	}
	if !fresh {
		if err := b.goesOn(b.MatchLog(), ready); err != nil {
			return err
		}
	}
	v.change.Lock()
	defer v.change.Unlock()
	if err := b.order(ctx, renewal{plan: p, fresh: fresh, kept: true}); err != nil {
		return err
	}
	return v.save()
}

// goesOn says why the match in hand cannot go on by a plan. One that the hall
// gave goes on by the hall's rules.
func (b *Board) goesOn(events []score.Event, r Ready) error {
	if len(events) == 0 || events[0].Setup == nil {
		return nil
	}
	s := events[0].Setup
	if b.hall().Gave(s) {
		return nil
	}
	if r.Carrom != nil && s.Ruleset.ID == r.Carrom.ID {
		r.Ruleset = *r.Carrom
	}
	if s.Ruleset.ID != r.Ruleset.ID || s.Form != r.Players {
		return Problems{"match": fmt.Sprintf("the match in hand is by %s for %s players: it cannot go on by other rules or with others; begin a new one", s.Ruleset.ID, s.Form)}
	}
	for _, p := range s.Ruleset.Parameters() {
		for _, q := range r.Ruleset.Parameters() {
			if p.Field == q.Field && !reflect.DeepEqual(p.Value, q.Value) {
				return Problems{"match": fmt.Sprintf("the match in hand is played with %s=%v: it cannot go on with %v; begin a new one", p.Field, p.Value, q.Value)}
			}
		}
	}
	return nil
}

// order an evening and wait until it was opened.
func (b *Board) order(ctx context.Context, r renewal) error {
	r.done = make(chan error, 1)
	select {
	case b.renew <- r:
	case <-b.gone:
		return ErrEnding
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	select {
	case err := <-r.done:
		return err
	case <-b.gone:
		select {
		case err := <-r.done:
			return err
		default:
			return ErrEnding
		}
	}
}

// Blank is the plan of a board that is set up later: nothing is watched.
func (v *Venue) Blank() Plan {
	p := v.options.First
	p.Source, p.Teams, p.Starter, p.Table = "", nil, "", ""
	return p
}

// Add a board; one without a source waits to be set up.
func (v *Venue) Add(ctx context.Context, name string, p Plan) error {
	if p.Source != "" {
		if _, err := v.options.Catalogue.Resolve(p); err != nil {
			return err
		}
	}
	v.change.Lock()
	defer v.change.Unlock()
	if err := v.free(name); err != nil {
		return err
	}
	left, err := v.options.Last(ctx, []string{name}) // of a board that had the name
	if err != nil {
		return err
	}
	b := newBoard(v, entry{Name: name, Plan: &p, Left: left}, p)
	if err := b.open(ctx); err != nil {
		return errOf("source", err)
	}
	v.mu.Lock()
	if v.start == nil {
		v.mu.Unlock()
		b.close()
		return ErrEnding
	}
	v.start(b)
	v.boards = append(v.boards, b)
	for _, other := range v.boards[:len(v.boards)-1] {
		other.forgetName(name)
	}
	v.mu.Unlock()
	return v.save()
}

// free says why a name cannot be given to a board.
func (v *Venue) free(name string) error {
	boards := v.Boards()
	switch {
	case !GoodName(name):
		return Problems{"name": fmt.Sprintf("%q is no name for a board: want up to %d letters, digits, dashes and underscores", name, maxBoardName)}
	case slices.ContainsFunc(boards, func(b *Board) bool { return strings.EqualFold(b.Name(), name) }):
		return Problems{"name": fmt.Sprintf("a board %s is here already: choose another name", name)}
	case len(boards) >= maxBoards:
		return Problems{"name": fmt.Sprintf("%d boards are served already, which is the limit", len(boards))}
	}
	return nil
}

// forgetName gives up a name that the board had: another has it now.
func (b *Board) forgetName(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.was = slices.DeleteFunc(b.was, func(s string) bool { return s == name })
}

// Rename a board. The match in hand keeps the name under which it began.
func (v *Venue) Rename(name, to string) error {
	v.change.Lock()
	defer v.change.Unlock()
	b := v.Board(name)
	if b == nil {
		return ErrUnknown
	}
	if name == to {
		return nil
	}
	if err := v.free(to); err != nil && !strings.EqualFold(name, to) {
		return err
	}
	b.mu.Lock()
	b.was = append(slices.DeleteFunc(b.was, func(s string) bool { return s == to }), name)
	b.name = to
	evening := b.evening
	b.mu.Unlock()
	if evening != nil {
		evening.SetBoardName(to)
	}
	for _, other := range v.Boards() {
		if other != b {
			other.forgetName(to)
		}
	}
	return v.save()
}

// Remove a board: its session ends. Its matches and their evidence stay.
func (v *Venue) Remove(ctx context.Context, name string) error {
	v.change.Lock()
	defer v.change.Unlock()
	b := v.Board(name)
	switch {
	case b == nil:
		return ErrUnknown
	case len(v.Boards()) == 1:
		return Problems{"name": "it is the only board: add another before you remove it"}
	}
	if err := b.order(ctx, renewal{remove: true}); err != nil {
		return err
	}
	v.mu.Lock()
	v.boards = slices.DeleteFunc(v.boards, func(x *Board) bool { return x == b })
	v.mu.Unlock()
	return v.save()
}

// ForgetPlayer takes the name of the player of that score.PlayerKey out of what
// is kept: it was deleted for good.
func (v *Venue) ForgetPlayer(_ context.Context, player string) error {
	v.change.Lock()
	defer v.change.Unlock()
	for _, b := range v.Boards() {
		b.mu.Lock()
		b.plan = b.plan.without(player)
		if b.kept != nil {
			kept := b.kept.without(player)
			b.kept = &kept
		}
		b.mu.Unlock()
	}
	return v.save()
}

// without is the plan with the name of the player of that key left out.
func (p Plan) without(player string) Plan {
	p.Teams = slices.Clone(p.Teams)
	for i := range p.Teams {
		p.Teams[i].Players = slices.Clone(p.Teams[i].Players)
		for k := range p.Teams[i].Players {
			if score.PlayerKey(p.Teams[i].Players[k].Name) == player {
				p.Teams[i].Players[k].Name, p.Teams[i].Players[k].CID = "", ""
			}
		}
	}
	return p
}

// save the list and tell of the change; v.change is held.
func (v *Venue) save() error {
	boards := v.Boards()
	if v.options.Changed != nil {
		v.options.Changed(boards)
	}
	var s saved
	for _, b := range boards {
		s.Boards = append(s.Boards, b.entry())
	}
	return s.save(v.options.File)
}
