package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// happeningClients is the kind of stream.
const happeningClients = "happenings"

// happeningsStream sends what happens in the match as server-sent events:
// first what was missed since Last-Event-ID (or, without one, nothing), then
// everything new.
func (s *Server) happeningsStream(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	leave, ok := s.metrics.enter(happeningClients, maxEventClients)
	if !ok {
		tooMany(c, "event", maxEventClients)
		return
	}
	defer leave()
	s.metrics.left(happeningClients, s.sendHappenings(c, w))
}

func (s *Server) sendHappenings(c *gin.Context, w *watched) error {
	ctx, stop := w.within(c.Request.Context())
	defer stop()
	heard, leave := w.crier.listen() // before what was missed, so that none is missed between
	defer leave()
	h := c.Writer.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := newPart(c.Writer)
	if err := out.open(); err != nil {
		return err
	}
	if err := out.write([]byte("retry: 1000\n\n")); err != nil {
		return err
	}
	send := func(v Happening) error {
		body, err := json.Marshal(v)
		if err != nil {
			return err
		}
		return out.write(fmt.Appendf(nil, "id: %s\nevent: %s\ndata: ", v.ID, v.Kind), body, []byte("\n\n"))
	}
	sent := map[string]bool{}
	if last := lastEventID(c); last != "" {
		for _, v := range missed(w.name, w.board.MatchLog(), last) {
			sent[v.ID] = true
			if err := send(v); err != nil {
				return err
			}
		}
	}
	return tellAll(ctx, heard, sent, send, func() error { return out.write([]byte(": still here\n\n")) })
}

// lastEventID is the one that a reader heard last: browsers send the header
// when they come back, others may use the query.
func lastEventID(c *gin.Context) string {
	if id := c.GetHeader("Last-Event-ID"); id != "" {
		return id
	}
	return c.Query("last_event_id")
}

// tellAll sends what is heard until ctx ends, the listener is let go, or
// sending fails; what was sent already is not sent again.
func tellAll(ctx context.Context, heard <-chan Happening, sent map[string]bool, send func(Happening) error, beat func() error) error {
	pulse := time.NewTicker(heartbeat)
	defer pulse.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case v, ok := <-heard:
			if !ok {
				return nil
			}
			if sent[v.ID] {
				continue
			}
			if err := send(v); err != nil {
				return err
			}
		case <-pulse.C:
			if err := beat(); err != nil {
				return err
			}
		}
	}
}

// happeningRoutes are those of what happens, as a stream and as a WebSocket.
func (s *Server) happeningRoutes(e *gin.Engine) {
	for _, at := range boardAPI {
		e.GET(at+"/happenings", s.happeningsStream)
		e.GET(at+"/ws", s.socket)
	}
	e.GET(api+"/webhooks", s.operator, s.webhookList)
	e.POST(api+"/webhooks", s.operator, s.webhookAdd)
	e.PUT(api+"/webhooks/:id", s.operator, s.webhookChange)
	e.DELETE(api+"/webhooks/:id", s.operator, s.webhookRemove)
	e.POST(api+"/webhooks/:id/test", s.operator, s.webhookTest)
}

// noWebhooks refuses where there are none.
func noWebhooks(c *gin.Context) {
	refuse(c, http.StatusNotFound, "no_such_webhook", fmt.Sprintf("there is no webhook %q: /api/v1/webhooks lists them", shortened(c.Param("id"))))
}
