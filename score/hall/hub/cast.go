package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"ditchline/score/hall/tournament"
)

// frame is what all readers are told at once: made, marshalled and compressed
// once, however many there are. Frames form a chain, which each reader walks
// at its own pace; nothing waits for a slow one, and what nobody has yet to
// read is freed.
type frame struct {
	lines      []tableText // of the tables that have changed
	tournament bool
	text       []byte                        // all of it, as server-sent events
	packed     func() []byte                 // the same as a piece of a gzip stream
	all        []tableText                   // every table's line as it stood then
	whole      func() (plain, packed []byte) // the same as text
	next       *frame                        // valid once ready is closed
	ready      chan struct{}
}

// tableText is a table's line as a server-sent event.
type tableText struct {
	table string
	text  []byte
}

// The pace of casting. With few readers a change goes out at once; with many,
// those of a moment go out together, for what costs is a wakeup and a write
// for each reader.
const (
	leastGap     = 20 * time.Millisecond  // between two frames: nobody sees faster
	gapPerReader = 100 * time.Microsecond // about what a write to one costs, twice
	mostGap      = 100 * time.Millisecond
	buildingGap  = time.Second     // while the models are being built
	stillHere    = 4 * time.Second // between comments: a page that hears nothing for 12 s takes its line for dead
)

// gap is the shortest time between two frames.
func gap(readers int64, built bool) time.Duration {
	if !built {
		return buildingGap
	}
	return min(max(time.Duration(readers)*gapPerReader, leastGap), mostGap)
}

// caster gathers changes, and makes frames of them.
type caster struct {
	wake chan struct{}

	mu         sync.Mutex
	dirty      map[string]struct{}
	tournament bool
	lines      map[string]tableText // the newest of each table
	newest     *frame
}

func newCaster() *caster {
	return &caster{
		wake: make(chan struct{}, 1), dirty: map[string]struct{}{}, lines: map[string]tableText{},
		newest: newFrame(nil, false, nil, nil),
	}
}

// tell lets every reader know of a table's change; "" is the tournament's.
func (h *Hub) tell(table string) {
	c := h.caster
	c.mu.Lock()
	if table == "" {
		c.tournament = true
	} else {
		c.dirty[table] = struct{}{}
	}
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// cast makes frames of what has changed until ctx ends.
func (h *Hub) cast(ctx context.Context) {
	idle := time.NewTimer(stillHere)
	defer idle.Stop()
	pace := time.NewTimer(0)
	defer pace.Stop()
	for {
		select { // a frame may follow the one before
		case <-ctx.Done():
			return
		case <-pace.C:
		}
		idle.Reset(stillHere)
		select {
		case <-ctx.Done():
			return
		case <-idle.C:
			h.caster.publish(nil, false, []byte(": still here\n\n"))
		case <-h.caster.wake:
			h.castChanges()
		}
		pace.Reset(gap(h.readers.Load(), h.Ready()))
	}
}

// castChanges makes a frame of what has changed since the last.
func (h *Hub) castChanges() {
	c := h.caster
	c.mu.Lock()
	dirty, tournament := c.dirty, c.tournament
	c.dirty, c.tournament = map[string]struct{}{}, false
	c.mu.Unlock()
	lines := h.tableTexts(dirty, tournament)
	if tournament {
		// It may have changed any table's line; most it has not.
		c.mu.Lock()
		lines = slices.DeleteFunc(lines, func(t tableText) bool {
			_, told := dirty[t.table]
			return !told && bytes.Equal(c.lines[t.table].text, t.text)
		})
		c.mu.Unlock()
	}
	var text []byte
	for _, l := range lines {
		text = append(text, l.text...)
	}
	if tournament {
		text = append(text, tournamentText...)
	}
	if len(text) > 0 {
		c.publish(lines, tournament, text)
	}
}

const tournamentText = "event: tournament\ndata: {}\n\n"

// tableTexts are the lines of the named tables, or of all.
func (h *Hub) tableTexts(named map[string]struct{}, all bool) []tableText {
	var list []tableText
	h.desk.Look(func(cup *tournament.Tournament) {
		var s *tournament.State
		if cup != nil {
			s = cup.State()
		}
		h.mu.RLock()
		var answers []tableAnswer
		for _, name := range h.tableNames(s) {
			if _, ok := named[name]; ok || all {
				answers = append(answers, h.tableOf(s, name))
			}
		}
		h.mu.RUnlock()
		for _, a := range answers {
			text, err := json.Marshal(a)
			if err != nil {
				h.o.Log.Error("table " + a.Table + " cannot be told: " + err.Error())
				continue
			}
			line := append([]byte("event: table\ndata: "), text...)
			list = append(list, tableText{a.Table, append(line, "\n\n"...)})
		}
	})
	return list
}

// publish hangs a frame to the chain, and wakes who waits for it.
func (c *caster) publish(lines []tableText, tournament bool, text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, l := range lines {
		c.lines[l.table] = l
	}
	f := newFrame(lines, tournament, text, c.allLines())
	before := c.newest
	before.next, c.newest = f, f
	close(before.ready)
}

// allLines are the newest lines in the tables' order; the lock is held.
func (c *caster) allLines() []tableText {
	all := make([]tableText, 0, len(c.lines))
	for _, l := range c.lines {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b tableText) int { return byNumber(a.table, b.table) })
	return all
}

func newFrame(lines []tableText, tournament bool, text []byte, all []tableText) *frame {
	f := &frame{lines: lines, tournament: tournament, text: text, all: all, ready: make(chan struct{})}
	f.packed = sync.OnceValue(func() []byte { return pack(text) })
	f.whole = sync.OnceValues(func() (plain, packed []byte) {
		for _, l := range all {
			plain = append(plain, l.text...)
		}
		plain = append(plain, tournamentText...)
		return plain, pack(plain)
	})
	return f
}
