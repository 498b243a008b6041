package ui

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"ditchline/capture"
	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// Limits of the picture streams.
const (
	maxPictureClients = 64
	boundary          = "ditchline-frame"
	repeatAfter       = 5 * time.Second // a still source's picture is sent again, so that a dead client is noticed
)

// bounds of a number in a query.
type bounds struct {
	name       string
	min, max   int
	step       int // values are rounded down to it, so that clients share pictures
	whenAbsent int
}

var (
	widthBounds   = bounds{name: "width", min: 160, max: 3840, step: 160}
	fpsBounds     = bounds{name: "fps", min: 1, max: 60, step: 1, whenAbsent: 30}
	qualityBounds = bounds{name: "quality", min: 10, max: 95, step: 5, whenAbsent: 80}
)

// read is the number that a query gives, or an error for the reader.
func (b bounds) read(c *gin.Context) (int, error) {
	text, ok := c.GetQuery(b.name)
	if !ok {
		return b.whenAbsent, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < b.min || n > b.max {
		return 0, fmt.Errorf("%s is %q: want a whole number from %d to %d", b.name, text, b.min, b.max)
	}
	return n / b.step * b.step, nil
}

// size is the picture that a query asks for; ok is false after it refused.
func size(c *gin.Context) (pictureSize, bool) {
	width, err := widthBounds.read(c)
	quality, err2 := qualityBounds.read(c)
	from, err3 := readAbove(c)
	if err := errors.Join(err, err2, err3); err != nil {
		refuse(c, http.StatusBadRequest, "bad_query", err.Error())
		return pictureSize{}, false
	}
	return pictureSize{width, quality, from}, true
}

// stream sends the pictures as multipart/x-mixed-replace, the newest frame
// first in line. The next boundary follows each picture at once, since
// browsers show a picture when they see that.
func (s *Server) stream(c *gin.Context) {
	s.sendMotion(c, func(c *gin.Context, w *watched, size pictureSize, fps int) error {
		if size.above != (above{}) {
			return s.sendAbove(c, w, size, fps)
		}
		return s.sendPictures(c, w, size, fps)
	})
}

// sendMotion sends pictures of the board, the size and the rate that a query
// asks for, as long as there are not too many who watch.
func (s *Server) sendMotion(c *gin.Context, send func(*gin.Context, *watched, pictureSize, int) error) {
	w := s.board(c)
	if w == nil {
		return
	}
	size, ok := size(c)
	if !ok {
		return
	}
	fps, err := fpsBounds.read(c)
	if err != nil {
		refuse(c, http.StatusBadRequest, "bad_query", err.Error())
		return
	}
	leave, ok := s.metrics.enter(pictureClients, maxPictureClients)
	if !ok {
		tooMany(c, "picture", maxPictureClients)
		return
	}
	defer leave()
	s.metrics.left(pictureClients, send(c, w, size, fps))
}

// sendPictures returns when the client has gone, is too slow, or the server
// ends.
func (s *Server) sendPictures(c *gin.Context, w *watched, size pictureSize, fps int) error {
	ctx, stop := w.within(c.Request.Context())
	defer stop()
	frames := w.board.Frames(ctx)
	out, err := openMotion(c)
	if err != nil {
		return err
	}
	var sent frameID
	send := func(f capture.Frame) error {
		id := frameID{f.Seq, f.CapturedAt}
		if out.last != nil && id == sent {
			return nil // the first picture, which was also the newest to come
		}
		sent = id
		jpeg, err := s.jpeg(w, f, size)
		if err != nil {
			s.log.Error("a frame cannot be shown", "board", w.name, "error", err)
			return nil // the next one may be better
		}
		return out.send(jpeg)
	}
	if f, ok := w.board.Frame(); ok {
		if err := send(f); err != nil {
			return err
		}
	}
	return relay(ctx, frames, time.Second/time.Duration(fps), repeatAfter, send, out.repeat)
}

// motion is a client's multipart/x-mixed-replace stream of pictures.
type motion struct {
	out  part
	last []byte // JPEG
}

func openMotion(c *gin.Context) (*motion, error) {
	h := c.Writer.Header()
	h.Set("Content-Type", "multipart/x-mixed-replace; boundary="+boundary)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	m := &motion{out: newPart(c.Writer)}
	if err := m.out.open(); err != nil {
		return nil, err
	}
	return m, m.out.write([]byte("--" + boundary + "\r\n"))
}

func (m *motion) send(jpeg []byte) error {
	m.last = jpeg
	return m.out.write(fmt.Appendf(nil, "Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", len(jpeg)), jpeg, []byte("\r\n--"+boundary+"\r\n"))
}

func (m *motion) repeat() error {
	if m.last == nil {
		return nil
	}
	return m.send(m.last)
}

// snapshot is the newest picture.
func (s *Server) snapshot(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	size, ok := size(c)
	if !ok {
		return
	}
	f, ok := w.board.Frame()
	if size.above != (above{}) {
		ok = true
		size.above, f = size.above.of(session.Picture{Frame: f, State: w.board.Snapshot()}, size.width)
	}
	if !ok {
		c.Header("Retry-After", "1")
		refuse(c, http.StatusServiceUnavailable, "no_frame", fmt.Sprintf("%s has given no picture yet", w.board.Snapshot().Source))
		return
	}
	jpeg, err := s.jpeg(w, f, size)
	if err != nil {
		s.log.Error("a frame cannot be shown", "board", w.name, "error", err)
		refuse(c, http.StatusInternalServerError, "internal", "the picture cannot be written as JPEG; the log says more")
		return
	}
	c.Header("Cache-Control", "no-store")
	if !f.CapturedAt.IsZero() {
		c.Header("Last-Modified", f.CapturedAt.UTC().Format(http.TimeFormat))
	}
	c.Data(http.StatusOK, "image/jpeg", jpeg)
}

// jpeg is the shared picture of a frame, its making measured.
func (s *Server) jpeg(w *watched, f capture.Frame, size pictureSize) ([]byte, error) {
	return w.pictures.jpeg(f, size, s.metrics.jpegSeconds.Observe)
}
