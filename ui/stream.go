package ui

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"ditchline/capture"

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
	if err == nil {
		err = err2
	}
	if err != nil {
		refuse(c, http.StatusBadRequest, "bad_query", err.Error())
		return pictureSize{}, false
	}
	return pictureSize{width, quality}, true
}

// stream sends the pictures as multipart/x-mixed-replace, the newest frame
// first in line. The next boundary follows each picture at once, since
// browsers show a picture when they see it.
func (s *Server) stream(c *gin.Context) {
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
	ctx := c.Request.Context()
	frames := w.board.Frames(ctx)
	h := c.Writer.Header()
	h.Set("Content-Type", "multipart/x-mixed-replace; boundary="+boundary)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := newPart(c.Writer)
	if err := out.open(); err != nil {
		return
	}
	if err := out.write([]byte("--" + boundary + "\r\n")); err != nil {
		return
	}

	var last []byte
	sendJPEG := func(jpeg []byte) error {
		last = jpeg
		return out.write(fmt.Appendf(nil, "Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", len(jpeg)), jpeg, []byte("\r\n--"+boundary+"\r\n"))
	}
	send := func(f capture.Frame) error {
		jpeg, err := s.jpeg(w, f, size)
		if err != nil {
			s.log.Error("a frame cannot be shown", "board", w.name, "error", err)
			return nil // the next one may be better
		}
		return sendJPEG(jpeg)
	}
	repeat := func() error {
		if last == nil {
			return nil
		}
		return sendJPEG(last)
	}
	err = nil
	if f, ok := w.board.Frame(); ok {
		err = send(f)
	}
	if err == nil {
		err = relay(ctx, frames, frameInterval(fps), repeatAfter, send, repeat)
	}
	if err != nil && ctx.Err() == nil {
		s.metrics.clientDropped(pictureClients)
	}
}

// frameInterval is the pause between two pictures, a tenth short of the
// frames' distance so that a source of that very rate loses none.
func frameInterval(fps int) time.Duration {
	return time.Second * 9 / time.Duration(10*fps)
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
