package hub

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"ditchline/score/hall/link"

	"github.com/nats-io/nats.go"
)

// silence is how long a table may say nothing before it counts as gone: two
// signs of life may be lost.
const silence = 3 * link.HereEvery

// presence is what a hub has heard of a table's link lately. It is no state of
// the tournament: another hub hears the same.
type presence struct {
	heard   time.Time // by this hub's clock
	waiting int       // events that it still has to send
	gone    bool
}

// lineState is how a table's line to the hall is, as pages show it.
type lineState struct {
	Gone    bool      `json:"gone,omitempty"`
	Since   time.Time `json:"since,omitzero"`    // when it was last heard, of one that is gone
	Waiting int       `json:"waiting,omitempty"` // events that it still has to send, as far as it said
}

// attend listens to the tables' signs of life until ctx ends.
func (h *Hub) attend(ctx context.Context) {
	signs := make(chan *nats.Msg, 1024)
	listening, err := h.conn.ChanSubscribe(link.HereSubject(h.o.Event, "*"), signs)
	if err != nil {
		h.o.Log.Error("the tables' signs of life cannot be heard: " + err.Error())
		return
	}
	defer func() { _ = listening.Unsubscribe() }() // the connection ends anyhow
	began := h.o.Now()
	tick := time.NewTicker(link.HereEvery / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-signs:
			h.hereFrom(m)
		case <-tick.C:
			h.lookForGone(began)
		}
	}
}

func (h *Hub) hereFrom(m *nats.Msg) {
	table := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	var here link.Here
	if json.Unmarshal(m.Data, &here) != nil || here.Waiting < 0 {
		return
	}
	h.mu.Lock()
	was, known := h.here[table]
	h.here[table] = presence{heard: h.o.Now(), waiting: here.Waiting}
	h.mu.Unlock()
	if !known || was.gone || was.waiting != here.Waiting {
		h.tell(table)
	}
}

// lookForGone finds tables that have fallen silent. One that was never heard
// by this hub counts only while its board is in the middle of a match, and
// from when the hub has listened for long enough.
func (h *Hub) lookForGone(began time.Time) {
	now := h.o.Now()
	var fresh []string
	h.mu.Lock()
	for table, p := range h.here {
		if !p.gone && now.Sub(p.heard) > silence {
			p.gone = true
			h.here[table] = p
			fresh = append(fresh, table)
		}
	}
	if now.Sub(began) > silence && h.Ready() {
		for table, line := range h.boards.tables {
			if _, known := h.here[table]; known {
				continue
			}
			if bm := h.boards.Match(table, line.Match); bm != nil && !bm.Over {
				h.here[table] = presence{heard: line.Last, waiting: line.Behind, gone: true}
				fresh = append(fresh, table)
			}
		}
	}
	h.mu.Unlock()
	for _, table := range fresh {
		h.tell(table)
	}
}

// lineOf is a table's line; nil for one that was never heard. It needs the
// boards' model to be held.
func (h *Hub) lineOf(table string) *lineState {
	p, known := h.here[table]
	if !known {
		return nil
	}
	l := &lineState{Gone: p.gone, Waiting: p.waiting}
	if p.gone {
		l.Since = p.heard
	}
	return l
}
