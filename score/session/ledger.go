package session

import (
	"context"
	"log/slog"
	"sync"

	"ditchline/score"
)

// ledger writes events to a journal in their order. What cannot be written
// now is kept and tried again with the next: the match goes on without a disk.
type ledger struct {
	journal Journal
	log     *slog.Logger

	mu      sync.Mutex
	match   string
	unsaved []entry
}

type entry struct {
	match string
	event score.Event
}

// append writes the events, after those that could not be written before.
func (l *ledger) append(ctx context.Context, events []score.Event) {
	if l.journal == nil || len(events) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range events {
		if e.Kind == score.KindStart {
			l.match = e.Setup.ID
		}
		l.unsaved = append(l.unsaved, entry{l.match, e})
	}
	for n := 0; len(l.unsaved) > 0; n++ {
		e := l.unsaved[0]
		// An event that was seen is stored even while the program ends.
		if err := l.journal.Append(context.WithoutCancel(ctx), e.match, e.event); err != nil {
			l.log.Error("the match cannot be stored; it goes on, and storing is tried again with the next event", "events", len(l.unsaved), "error", err)
			return
		}
		l.unsaved = l.unsaved[1:]
	}
}

// turn to another match that was begun before: the next events are of it.
func (l *ledger) turn(match string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.match = match
}

// waiting is how many events are not stored yet.
func (l *ledger) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.unsaved)
}
