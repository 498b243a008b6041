package ui

import (
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/gin-gonic/gin"
)

// maxBody is the most that a request may send, bytes, but for the routes that
// take photographs.
const maxBody = 64 << 10

// bodyLimit of a path, bytes.
func bodyLimit(path string) int64 {
	switch path {
	case api + "/dispute", api + "/photos":
		return maxUpload
	case api + "/data/restore":
		return math.MaxInt64 // the room on the disk bounds it
	}
	return maxBody
}

// contentPolicy lets a page load from this server only, and run nothing
// inline.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func securityHeaders(c *gin.Context) { setSecurityHeaders(c.Writer.Header()) }

func setSecurityHeaders(h http.Header) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(self), microphone=(), geolocation=()")
}

func limitBody(c *gin.Context) {
	most := bodyLimit(c.Request.URL.Path)
	if c.Request.ContentLength > most {
		refuse(c, http.StatusRequestEntityTooLarge, "body_too_large", fmt.Sprintf("the request's body has %d bytes: at most %d are read", c.Request.ContentLength, most))
		return
	}
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, most)
}

// maxUploads is how many may send photographs at one time: each holds up to
// maxUpload bytes until they have come in.
const maxUploads = 3

// uploadTurn takes a place among those who send photographs; ok is false after
// it refused.
func (s *Server) uploadTurn(c *gin.Context) (done func(), ok bool) {
	select {
	case s.uploads <- struct{}{}:
		return func() { <-s.uploads }, true
	default:
		c.Header("Retry-After", "5")
		refuse(c, http.StatusServiceUnavailable, "busy", fmt.Sprintf("%d devices send photographs at this moment, which is the limit: try again", maxUploads))
		return nil, false
	}
}

func (s *Server) requestLog(c *gin.Context) {
	start := s.now()
	c.Next()
	s.log.LogAttrs(c.Request.Context(), slog.LevelDebug, "request",
		slog.String("method", c.Request.Method),
		slog.String("path", c.Request.URL.Path),
		slog.Int("status", c.Writer.Status()),
		slog.Int("bytes", max(c.Writer.Size(), 0)),
		slog.Duration("took", s.now().Sub(start).Round(time.Microsecond)),
		slog.String("from", c.Request.RemoteAddr))
}

// recoveredTo turns a panic of a handler into an answer and one line of log.
func recoveredTo(log *slog.Logger) gin.HandlerFunc {
	return func(c *gin.Context) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if v == http.ErrAbortHandler {
				panic(v)
			}
			log.Error("a request failed unexpectedly", "path", c.Request.URL.Path, "panic", v, "stack", string(debug.Stack()))
			if c.Writer.Written() {
				panic(http.ErrAbortHandler) // the answer is broken: let the client see that
			}
			refuse(c, http.StatusInternalServerError, "internal", "the server failed unexpectedly; its log says more")
		}()
		c.Next()
	}
}

// problem is the body of every answer that is an error.
type problem struct {
	Error problemText `json:"error"`
}

type problemText struct {
	Code    string `json:"code"`    // a word for programs
	Message string `json:"message"` // a sentence for people
}

// refuse ends a request with an error object.
func refuse(c *gin.Context, status int, code, message string) {
	c.Header("Cache-Control", "no-store")
	c.AbortWithStatusJSON(status, problem{problemText{code, message}})
}
