package ui

import (
	"fmt"
	"time"

	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// picturesSeen sends the pictures that were looked at, each after the state
// that was seen in it: a stream of parts, application/json and image/jpeg in
// turn. What a page draws over a picture then lies where that picture shows
// it, also while things move.
func (s *Server) picturesSeen(c *gin.Context) { s.sendMotion(c, s.sendSeen) }

// sendSeen returns when the client has gone, is too slow, or the server ends.
func (s *Server) sendSeen(c *gin.Context, w *watched, size pictureSize, fps int) error {
	ctx, stop := w.within(c.Request.Context())
	defer stop()
	seen := w.board.Pictures(ctx)
	h := c.Writer.Header()
	h.Set("Content-Type", "multipart/mixed; boundary="+boundary)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := newPart(c.Writer)
	if err := out.open(); err != nil {
		return err
	}
	piece := func(kind string, body []byte) [][]byte {
		return [][]byte{fmt.Appendf(nil, "--%s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", boundary, kind, len(body)), body, []byte("\r\n")}
	}
	var last [][]byte
	send := func(p session.Picture) error {
		jpeg, err := s.jpeg(w, p.Frame, size)
		if err != nil {
			s.log.Error("a frame cannot be shown", "board", w.name, "error", err)
			return nil // the next one may be better
		}
		state, err := w.encoded(p.State)
		if err != nil {
			s.log.Error("a state cannot be written as JSON", "board", w.name, "error", err)
			return err
		}
		last = append(piece("application/json", state), piece("image/jpeg", jpeg)...)
		return out.write(last...)
	}
	repeat := func() error {
		if last == nil {
			return nil
		}
		return out.write(last...)
	}
	if f, ok := w.board.Frame(); ok {
		if err := send(session.Picture{Frame: f, State: w.board.Snapshot()}); err != nil {
			return err
		}
	}
	return relay(ctx, seen, time.Second/time.Duration(fps), repeatAfter, send, repeat)
}
