package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ditchline/score/session"

	"github.com/coder/websocket"
	"github.com/gin-gonic/gin"
)

// socketClients is the kind of stream.
const socketClients = "websockets"

// socketMessage is one message of the WebSocket: what server-sent events say in
// three lines.
type socketMessage struct {
	ID    string          `json:"id"`
	Event string          `json:"event"` // state, or the kind of a happening
	Data  json.RawMessage `json:"data"`
}

// socket is the WebSocket twin of the events and the happenings of a board:
// the whole state, then every newer one, and what happens meanwhile; with
// ?last_event_id= first what was missed since. It takes nothing.
func (s *Server) socket(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	leave, ok := s.metrics.enter(socketClients, maxEventClients)
	if !ok {
		tooMany(c, "WebSocket", maxEventClients)
		return
	}
	defer leave()
	conn, err := websocket.Accept(c.Writer, c.Request, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		c.Abort() // Accept has answered
		return
	}
	defer conn.CloseNow()
	ctx, stop := w.within(conn.CloseRead(c.Request.Context()))
	defer stop()
	err = s.talk(ctx, conn, w, lastEventID(c))
	s.metrics.left(socketClients, err)
	if err == nil {
		conn.Close(websocket.StatusGoingAway, "the board is not shown any more")
	}
}

// talk until ctx ends or the client does not read.
func (s *Server) talk(ctx context.Context, conn *websocket.Conn, w *watched, last string) error {
	heard, leave := w.crier.listen()
	defer leave()
	newer := w.board.Subscribe(ctx)
	write := func(id, event string, data []byte) error {
		text, err := json.Marshal(socketMessage{id, event, data})
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(ctx, partTimeout)
		defer cancel()
		return conn.Write(ctx, websocket.MessageText, text)
	}
	tell := func(h Happening) error {
		body, err := json.Marshal(h)
		if err != nil {
			return err
		}
		return write(h.ID, string(h.Kind), body)
	}
	sent := map[string]bool{}
	if last != "" {
		for _, h := range missed(w.name, w.board.MatchLog(), last) {
			sent[h.ID] = true
			if err := tell(h); err != nil {
				return err
			}
		}
	}
	state := func(v session.Snapshot) error {
		body, err := w.encoded(v)
		if err != nil {
			return err
		}
		return write(fmt.Sprintf("%s-%d", eventID(v.Program), v.Version), "state", body)
	}
	if err := state(w.board.Snapshot()); err != nil {
		return err
	}
	return s.converse(ctx, conn, newer, heard, sent, state, tell)
}

func (s *Server) converse(ctx context.Context, conn *websocket.Conn, newer <-chan session.Snapshot, heard <-chan Happening, sent map[string]bool, state func(session.Snapshot) error, tell func(Happening) error) error {
	pulse := time.NewTicker(heartbeat)
	defer pulse.Stop()
	var waiting *session.Snapshot // the newest state, held back until the interval is over
	pause := time.NewTimer(0)
	defer pause.Stop()
	ready := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case v, ok := <-newer:
			if !ok {
				return nil
			}
			waiting = &v
		case <-pause.C:
			ready = true
		case h, ok := <-heard:
			if !ok {
				return conn.Close(websocket.StatusTryAgainLater, "too slow: come back with last_event_id")
			}
			if sent[h.ID] {
				continue
			}
			if err := tell(h); err != nil {
				return err
			}
		case <-pulse.C:
			ctx, cancel := context.WithTimeout(ctx, partTimeout)
			err := conn.Ping(ctx)
			cancel()
			if err != nil {
				return err
			}
		}
		if ready && waiting != nil {
			if err := state(*waiting); err != nil {
				return err
			}
			waiting, ready = nil, false
			pause.Reset(eventInterval)
		}
	}
}
