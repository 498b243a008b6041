package link

import (
	"context"
	"encoding/json"
	"time"
)

// HereEvery is how often a table says that it is there.
const HereEvery = 5 * time.Second

// HereSubject is where a table says that it is there: to whoever listens just
// now; no stream keeps it.
func HereSubject(event, table string) string { return "hall." + event + ".here." + table }

// Here is a table's sign of life.
type Here struct {
	Waiting int `json:"waiting"` // events that the hall has not yet
}

// sayHere says so until ctx ends.
func (l *Link) sayHere(ctx context.Context) {
	tick := time.NewTicker(HereEvery)
	defer tick.Stop()
	for {
		if s := l.Status(); s.Connected {
			// Who does not hear it hears the next one.
			if text, err := json.Marshal(Here{Waiting: s.Waiting}); err == nil {
				_ = l.conn.Publish(HereSubject(l.o.Ticket.Event, l.o.Ticket.Table), text)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
