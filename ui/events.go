package ui

import (
	"fmt"
	"net/http"
	"time"

	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// Limits of the server-sent events.
const (
	maxEventClients = 4096
	eventInterval   = 50 * time.Millisecond // between two events: 20 a second are enough for eyes
	heartbeat       = 5 * time.Second       // a page that hears nothing for longer knows that the line is dead
	partTimeout     = 10 * time.Second      // a client that takes longer for one event or picture is dropped
)

// beatBounds of the seconds between heartbeats: a screen that must mark what is
// old at once asks for short ones.
var beatBounds = bounds{name: "beat", min: 1, max: int(heartbeat / time.Second), step: 1, whenAbsent: int(heartbeat / time.Second)}

// events sends the whole state, then every newer one, the newest first in
// line. Each event is whole, so a Last-Event-ID needs no answer of its own.
func (s *Server) events(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	beat, err := beatBounds.read(c)
	if err != nil {
		refuse(c, http.StatusBadRequest, "bad_query", err.Error())
		return
	}
	leave, ok := s.metrics.enter(eventClients, maxEventClients)
	if !ok {
		tooMany(c, "event", maxEventClients)
		return
	}
	defer leave()
	s.metrics.left(eventClients, s.sendEvents(c, w, time.Duration(beat)*time.Second))
}

// sendEvents returns when the client has gone, is too slow, or the server ends.
func (s *Server) sendEvents(c *gin.Context, w *watched, beat time.Duration) error {
	ctx, stop := w.within(c.Request.Context())
	defer stop()
	newer := w.board.Subscribe(ctx) // before the first state, so that none is missed between
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := newPart(c.Writer)
	if err := out.open(); err != nil {
		return err
	}

	var program string
	var version uint64
	send := func(v session.Snapshot) error {
		if v.Program == program && v.Version <= version {
			return nil
		}
		body, err := w.encoded(v)
		if err != nil {
			s.log.Error("a state cannot be written as JSON", "board", w.name, "error", err)
			return err
		}
		program, version = v.Program, v.Version
		return out.write(fmt.Appendf(nil, "id: %s-%d\nevent: state\ndata: ", eventID(v.Program), v.Version), body, []byte("\n\n"))
	}
	if err := out.write([]byte("retry: 1000\n\n")); err != nil {
		return err
	}
	if err := send(w.board.Snapshot()); err != nil {
		return err
	}
	return relay(ctx, newer, eventInterval, beat, send, func() error { return out.write([]byte(": still here\n\n")) })
}

// eventID is a program's name without what would break an event's line.
func eventID(program string) string {
	id := []byte(program)
	for i, b := range id {
		if b < ' ' || b == 0x7f {
			id[i] = '_'
		}
	}
	return string(id)
}

func tooMany(c *gin.Context, what string, limit int) {
	c.Header("Retry-After", "5")
	refuse(c, http.StatusServiceUnavailable, "too_many_clients", fmt.Sprintf("%d %s streams are open, which is the limit: close one and try again", limit, what))
}

// part writes a stream piece by piece, each within partTimeout.
type part struct {
	w  gin.ResponseWriter
	rc *http.ResponseController
}

// newPart goes round gin's own Flush, which keeps errors to itself.
func newPart(w gin.ResponseWriter) part {
	var raw http.ResponseWriter = w
	if u, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok {
		raw = u.Unwrap()
	}
	return part{w, http.NewResponseController(raw)}
}

// open lifts the limits of ordinary requests and sends the header.
func (p part) open() error {
	if err := p.rc.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	p.w.WriteHeader(http.StatusOK)
	p.w.WriteHeaderNow()
	return p.write()
}

func (p part) write(pieces ...[]byte) error {
	if err := p.rc.SetWriteDeadline(time.Now().Add(partTimeout)); err != nil {
		return err
	}
	for _, b := range pieces {
		if _, err := p.w.Write(b); err != nil {
			return err
		}
	}
	return p.rc.Flush()
}
