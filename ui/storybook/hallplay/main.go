// hallplay plays the boards of a hall without cameras: for each table's ticket
// in a hub's data folder it keeps a match log, joins the hall, and plays what
// the hall assigns, a shot at every pace. Orders on its standard input, one a
// line, drive a test: "play TABLE N" plays N events at once, "cut TABLE" ends
// a table's link, "join TABLE" brings it back. It answers each with "done".
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ditchline/models"
	"ditchline/score"
	"ditchline/score/hall/link"
	"ditchline/score/store"
	"ditchline/ui/storybook"
)

func main() {
	data := flag.String("data", ".", "the hub's data `FOLDER`, where its tickets are")
	event := flag.String("event", "hall", "the event's `NAME`")
	boards := flag.String("boards", "", "`FOLDER` for the boards' logs; empty: boards in the data folder")
	pace := flag.Duration("pace", 0, "time between a table's shots; 0: only when told")
	seed := flag.Uint64("seed", 1, "of the players' luck")
	flag.Parse()
	if *boards == "" {
		*boards = filepath.Join(*data, "boards")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *data, *event, *boards, *pace, *seed); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, data, event, boards string, pace time.Duration, seed uint64) error {
	files, err := filepath.Glob(link.TicketFile(data, event, "*"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no ticket of event %s in %s: %w", event, data, errors.Join(err, os.ErrNotExist))
	}
	tables := map[string]*table{}
	var group sync.WaitGroup
	defer group.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for _, file := range files {
		t, err := openTable(ctx, file, boards, seed)
		if err != nil {
			return err
		}
		defer t.close()
		tables[t.name] = t
		t.join(ctx)
		if pace > 0 {
			group.Go(func() { t.playAt(ctx, pace) })
		}
	}
	fmt.Println("ready")
	orders := make(chan string)
	go func() { // ends with the program: a read of standard input cannot be broken off
		defer close(orders)
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			orders <- in.Text()
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case order, ok := <-orders:
			if !ok {
				if pace == 0 {
					return nil
				}
				orders = nil
				continue
			}
			if err := obey(ctx, tables, order); err != nil {
				fmt.Println("failed:", err)
			} else {
				fmt.Println("done")
			}
		}
	}
}

func obey(ctx context.Context, tables map[string]*table, order string) error {
	words := strings.Fields(order)
	if len(words) < 2 || tables[words[1]] == nil {
		return fmt.Errorf("%q: want play, cut or join, and a table", order)
	}
	t := tables[words[1]]
	switch words[0] {
	case "play":
		n := 1
		if len(words) > 2 {
			n, _ = strconv.Atoi(words[2])
		}
		for range n {
			if played, err := t.play(ctx); err != nil || !played {
				return errors.Join(err, ctx.Err())
			}
		}
	case "cut":
		t.cut()
	case "join":
		t.join(ctx)
	default:
		return fmt.Errorf("%q: want play, cut or join", order)
	}
	return nil
}

// table is a board's machine without a camera.
type table struct {
	name   string
	ticket link.Ticket
	store  *store.Store
	cursor link.Cursor
	luck   *rand.Rand

	linkMu sync.Mutex
	link   *link.Link // nil: cut
	end    func()

	mu       sync.Mutex
	assigned link.Assignment
	fresh    chan struct{} // closed and replaced when the hall has assigned something
	match    *score.Match  // nil before the first
}

func openTable(ctx context.Context, ticketFile, boards string, seed uint64) (*table, error) {
	ticket, err := link.ReadTicket(ticketFile)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(boards, ticket.Table)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	s, err := store.Open(ctx, filepath.Join(dir, store.FileName))
	if err != nil {
		return nil, err
	}
	var own uint64
	for _, c := range ticket.Table {
		own = 131*own + uint64(c)
	}
	return &table{
		name: ticket.Table, ticket: ticket, store: s, cursor: link.FileCursor(filepath.Join(dir, "cursor.json")),
		luck: rand.New(rand.NewPCG(seed, own)), fresh: make(chan struct{}),
	}, nil
}

func (t *table) close() {
	t.cut()
	if err := t.store.Close(); err != nil {
		log.Print(err)
	}
}

func (t *table) join(ctx context.Context) {
	t.linkMu.Lock()
	defer t.linkMu.Unlock()
	if t.link != nil {
		return
	}
	l, err := link.New(link.Options{Ticket: t.ticket, Log: t.store, Cursor: t.cursor, Assigned: t.assign, Poll: 200 * time.Millisecond})
	if err != nil {
		log.Print(err)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		if err := l.Run(ctx); err != nil {
			log.Print(err)
		}
	})
	t.link, t.end = l, func() { cancel(); group.Wait() }
}

func (t *table) cut() {
	t.linkMu.Lock()
	defer t.linkMu.Unlock()
	if t.link != nil {
		t.end()
		t.link = nil
	}
}

func (t *table) assign(a link.Assignment) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.assigned = a
	close(t.fresh)
	t.fresh = make(chan struct{})
}

// playAt plays an event at every pace, with a little luck in it.
func (t *table) playAt(ctx context.Context, pace time.Duration) {
	for {
		wait := time.NewTimer(pace/2 + time.Duration(rand.Int64N(int64(pace))))
		select {
		case <-ctx.Done():
			wait.Stop()
			return
		case <-wait.C:
		}
		t.mu.Lock()
		idle := t.assigned.Match == "" || t.match != nil && t.match.State().Phase == score.Over && t.match.Setup().ID == t.assigned.Match
		t.mu.Unlock()
		if idle {
			continue
		}
		if _, err := t.play(ctx); err != nil && ctx.Err() == nil {
			log.Print(err)
		}
	}
}

// play one event of what the table is to play; it waits for an assignment.
func (t *table) play(ctx context.Context) (bool, error) {
	t.mu.Lock()
	for t.assigned.Match == "" || t.match != nil && t.match.State().Phase == score.Over && t.match.Setup().ID == t.assigned.Match {
		fresh := t.fresh
		t.mu.Unlock()
		select {
		case <-ctx.Done():
			return false, nil
		case <-fresh:
		}
		t.mu.Lock()
	}
	defer t.mu.Unlock()
	defer t.wake()
	if t.match == nil || t.match.Setup().ID != t.assigned.Match {
		return true, t.begin(ctx, t.assigned)
	}
	e, ok := storybook.NextEvent(t.match, t.luck, t.skill())
	if !ok {
		return false, nil
	}
	return true, t.put(ctx, e)
}

func (t *table) wake() {
	t.linkMu.Lock()
	defer t.linkMu.Unlock()
	if t.link != nil {
		t.link.Wake()
	}
}

// skill is each player's share of twenties, by the name: always the same.
func (t *table) skill() map[string]float64 {
	skills := map[string]float64{}
	for _, team := range t.match.Setup().Teams {
		for _, p := range team.Players {
			sum := 0
			for _, c := range p.Name {
				sum += int(c)
			}
			skills[p.Name] = 0.1 + 0.01*float64(sum%30)
		}
	}
	return skills
}

// colours are the discs' of the tables, by turns.
var colours = [][2]string{{"#2a2623", "#d9b77e"}, {"#8e2f2a", "#e6d3a8"}, {"#24476b", "#dcb98a"}, {"#2d5a3d", "#e3c793"}}

// begin the match that is assigned, or go on with it from the board's log.
func (t *table) begin(ctx context.Context, a link.Assignment) error {
	begun, err := t.store.Match(ctx, a.Match)
	if err == nil {
		t.match = begun
		return nil
	}
	if !errors.Is(err, store.ErrUnknown) {
		return err
	}
	board := "nca-26"
	if rs, err := models.ShippedRulesets().Get(a.Rules, a.Sets...); err == nil && rs.Game == models.Carrom {
		board = "carrom-icf"
	}
	setup, err := a.Setup(models.ShippedBoards()[board])
	if err != nil {
		return err
	}
	n, _ := strconv.Atoi(t.name)
	for i := range setup.Teams {
		setup.Teams[i].Colour = colours[n%len(colours)][i%2]
	}
	m, err := score.Begin(score.Event{At: time.Now().UTC(), By: "table", Kind: score.KindStart, Setup: &setup})
	if err != nil {
		return err
	}
	t.match = m
	return t.store.Append(ctx, a.Match, slices.Clone(m.Events())...)
}

func (t *table) put(ctx context.Context, e score.Event) error {
	e.At = time.Now().UTC()
	ready, err := t.match.Append(e)
	if err != nil {
		return fmt.Errorf("table %s: %w", t.name, err)
	}
	return t.store.Append(ctx, t.match.Setup().ID, ready)
}
