package ui

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// hallPages are the pages of a hub, which leads many boards.
var hallPages = []string{
	"/", "/bracket", "/standings", "/pairings", "/table/:table", "/player/:player", "/tv", "/overlay", "/overlay/board", "/director",
}

// hallMark tells the page's program that it is a hub's: it stands in the head.
const hallMark = `<meta name="ditchline" content="hall">`

// Hall are a hub's pages, and the hub's own answers where they ask for them:
// everything below /api/, /healthz and /metrics.
func Hall(hub http.Handler, log *slog.Logger) (http.Handler, error) {
	a, err := loadAssets()
	if err == nil {
		err = a.mark(hallMark)
	}
	if err != nil {
		return nil, fmt.Errorf("ui: %w", err)
	}
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	if err := e.SetTrustedProxies(nil); err != nil {
		return nil, fmt.Errorf("ui: %w", err)
	}
	e.Use(recoveredTo(log), securityHeaders)
	get := func(path string, h gin.HandlerFunc) {
		e.GET(path, h)
		e.HEAD(path, h)
	}
	for _, page := range hallPages {
		get(page, a.index)
	}
	for _, name := range a.names() {
		get("/"+name, a.file(name))
	}
	e.NoRoute(func(c *gin.Context) {
		refuse(c, http.StatusNotFound, "not_found", fmt.Sprintf("there is no %s here", c.Request.URL.Path))
	})
	e.NoMethod(func(c *gin.Context) {
		refuse(c, http.StatusMethodNotAllowed, "method_not_allowed", fmt.Sprintf("%s takes GET, not %s", c.Request.URL.Path, c.Request.Method))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path := r.URL.Path; strings.HasPrefix(path, "/api/") || path == "/healthz" || path == "/metrics" {
			setSecurityHeaders(w.Header())
			hub.ServeHTTP(w, r)
			return
		}
		e.ServeHTTP(w, r)
	}), nil
}

// mark puts a line at the beginning of the page's head.
func (a assets) mark(line string) error {
	index := a["index.html"]
	before, after, found := bytes.Cut(index.body, []byte("<head>"))
	if !found {
		return errors.New("the embedded page has no <head>: run npm run build in ui/web, then build again")
	}
	marked, err := newAsset(bytes.Join([][]byte{before, []byte("<head>"), []byte(line), after}, nil), index.kind)
	if err != nil {
		return err
	}
	a["index.html"] = marked
	return nil
}
