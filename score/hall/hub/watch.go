package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"ditchline/score/hall/tournament"
)

// Change is what has changed since a watcher last looked.
type Change struct {
	Tournament bool     // entrants, pairings, results or standings
	Tables     []string // whose boards told something
}

// Watch gathers changes for one reader. A slow one finds more in each change,
// and is never waited for.
type Watch struct {
	wake chan struct{}

	mu     sync.Mutex
	change Change
}

// Next waits for a change.
func (w *Watch) Next(ctx context.Context) (Change, error) {
	select {
	case <-ctx.Done():
		return Change{}, ctx.Err()
	case <-w.wake:
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.change
	w.change = Change{}
	slices.SortFunc(c.Tables, byNumber)
	return c, nil
}

func (w *Watch) add(table string) {
	w.mu.Lock()
	switch {
	case table == "":
		w.change.Tournament = true
	case !slices.Contains(w.change.Tables, table):
		w.change.Tables = append(w.change.Tables, table)
	}
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// watchers are all readers of a hub.
type watchers struct {
	mu  sync.RWMutex
	all map[*Watch]struct{}
}

// Watch begins to gather changes until ctx ends.
func (h *Hub) Watch(ctx context.Context) *Watch {
	w := &Watch{wake: make(chan struct{}, 1)}
	h.watchers.mu.Lock()
	if h.watchers.all == nil {
		h.watchers.all = map[*Watch]struct{}{}
	}
	h.watchers.all[w] = struct{}{}
	h.watchers.mu.Unlock()
	context.AfterFunc(ctx, func() {
		h.watchers.mu.Lock()
		delete(h.watchers.all, w)
		h.watchers.mu.Unlock()
	})
	return w
}

// tell lets every reader know of a table's change; "" is the tournament's.
func (h *Hub) tell(table string) {
	h.watchers.mu.RLock()
	defer h.watchers.mu.RUnlock()
	for w := range h.watchers.all {
		w.add(table)
	}
}

// tableText is a table's line as JSON. It is made once for all readers: the
// text of what has not changed since is kept.
func (h *Hub) tableText(name string) (json.RawMessage, error) {
	var text json.RawMessage
	var err error
	h.desk.Look(func(cup *tournament.Tournament) {
		h.mu.RLock()
		version := tableVersion{}
		var s *tournament.State
		if cup != nil {
			s, version.desk = cup.State(), len(cup.Events())
		}
		if line := h.boards.tables[name]; line != nil {
			version.board = line.Events
		}
		h.textsMu.Lock()
		defer h.textsMu.Unlock()
		if kept, ok := h.texts[name]; ok && kept.version == version {
			text = kept.text
			h.mu.RUnlock()
			return
		}
		line := h.tableOf(s, name)
		h.mu.RUnlock()
		if text, err = json.Marshal(line); err == nil {
			h.texts[name] = tableText{version, text}
		}
	})
	return text, err
}

type tableVersion struct {
	desk  int
	board uint64
}

type tableText struct {
	version tableVersion
	text    json.RawMessage
}

// Limits of a stream of changes.
const (
	changesWriteLimit = 10 * time.Second
	changesHeartbeat  = 15 * time.Second // a comment, so that a dead line is noticed
	mostReaders       = 10000            // of one hub
)

// changes is a stream of server-sent events: `table` with a table's line
// whenever its board has told something (all tables at the beginning), and
// `tournament` when pairings, results or standings are worth asking for anew.
// A reader that does not read for ten seconds is dropped; with ten thousand,
// the next is sent away.
func (h *Hub) changes(w http.ResponseWriter, r *http.Request) {
	if n := h.readers.Add(1); n > mostReaders {
		h.readers.Add(-1)
		reply(w, http.StatusServiceUnavailable, problem{problemText{"full", "too many pages are open at this hub: use another one"}}, nil)
		return
	}
	defer h.readers.Add(-1)
	control := http.NewResponseController(w)
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	watch := h.Watch(ctx)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	list, err := h.tableLines()
	if err != nil {
		return
	}
	c := Change{Tournament: true}
	for _, t := range list {
		c.Tables = append(c.Tables, t.Table)
	}
	for {
		if err := h.writeChange(w, c); err != nil {
			return
		}
		if control.Flush() != nil {
			return
		}
		wait, cancel := context.WithTimeout(ctx, changesHeartbeat)
		c, err = watch.Next(wait)
		cancel()
		if ctx.Err() != nil {
			return
		}
		// A server without deadlines (a test's recorder) has none to set.
		_ = control.SetWriteDeadline(h.o.Now().Add(changesWriteLimit))
		if err != nil {
			if _, err := fmt.Fprint(w, ": still here\n\n"); err != nil {
				return
			}
		}
	}
}

func (h *Hub) writeChange(w http.ResponseWriter, c Change) error {
	for _, name := range c.Tables {
		text, err := h.tableText(name)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "event: table\ndata: %s\n\n", text); err != nil {
			return err
		}
	}
	if c.Tournament {
		if _, err := fmt.Fprint(w, "event: tournament\ndata: {}\n\n"); err != nil {
			return err
		}
	}
	return nil
}
