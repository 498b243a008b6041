package ui

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"ditchline/ui/access"

	"github.com/gin-gonic/gin"
)

// Watch says who may watch on a network.
type Watch string

// The ways to let people watch.
const (
	WatchOpen Watch = "open" // everybody on the network
	WatchLink Watch = "link" // who has the link
)

// visitor is who asks.
type visitor struct {
	machine bool // at this machine itself, on a page of ours
	device  access.Device
	signed  bool // device is signed in
	link    bool // came by the link to watch
}

// operates: may do everything.
func (v visitor) operates() bool {
	return v.machine || v.signed && v.device.Role == access.Operator
}

// films says whether a visitor may be the camera of a board.
func (v visitor) films(board string) bool {
	return v.operates() || v.signed && v.device.Role == access.Camera && v.device.Board == board
}

// role is what a visitor may do, in a word.
func (v visitor) role() string {
	switch {
	case v.operates():
		return string(access.Operator)
	case v.signed:
		return string(v.device.Role)
	}
	return "watcher"
}

const visitorKey = "ditchline/visitor"

// visitorOf is who asks, once identify has seen to it.
func visitorOf(c *gin.Context) visitor {
	v, _ := c.Get(visitorKey)
	who, _ := v.(visitor)
	return who
}

// identify finds out who asks, by the connection and the cookies.
func (s *Server) identify(c *gin.Context) {
	v := visitor{machine: atThisMachine(c.Request)}
	if s.access != nil {
		if cookie, err := c.Request.Cookie(s.cookieName(c.Request)); err == nil {
			v.device, v.signed = s.access.Who(cookie.Value)
		}
		if cookie, err := c.Request.Cookie(s.watchCookieName(c.Request)); err == nil {
			v.link = s.access.MayWatch(cookie.Value)
		}
	}
	c.Set(visitorKey, v)
}

// operator lets through what the operator asks, and refuses the rest. It
// stands in front of every route that changes something, or shows what only
// the operator may see: a person at this machine, or a device that signed in
// with the operator's key.
func (s *Server) operator(c *gin.Context) {
	s.permit(c, visitor.operates)
}

// camera lets through what the operator asks, and what a phone that was
// invited as the board's camera asks.
func (s *Server) camera(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	s.permit(c, func(v visitor) bool { return v.films(w.name) })
}

// anyCamera is camera for what belongs to no board.
func (s *Server) anyCamera(c *gin.Context) {
	s.permit(c, func(v visitor) bool { return v.operates() || v.signed })
}

// hereOnly lets through what somebody at this machine asks.
func (s *Server) hereOnly(c *gin.Context) {
	if visitorOf(c).machine {
		s.operator(c)
		return
	}
	refuse(c, http.StatusForbidden, "only_here", "this is shown at the board's own machine only: open the page there")
}

func (s *Server) permit(c *gin.Context, may func(visitor) bool) {
	if why := foreign(c.Request); why != "" {
		refuse(c, http.StatusForbidden, "foreign_page", why)
		return
	}
	switch v := visitorOf(c); {
	case may(v):
	case v.signed:
		refuse(c, http.StatusForbidden, "not_the_operator", "this device is signed in as a camera: for this it needs the operator's key, at /operate")
	default:
		refuse(c, http.StatusUnauthorized, "sign_in", "only the operator may do this: enter the operator's key at /operate")
	}
}

// foreign says why a request does not come from a page of this server, or
// nothing. A browser tells by itself where a page comes from, in Sec-Fetch-Site
// or Origin; a program, which sends neither, acts for nobody else.
func foreign(r *http.Request) string {
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || u.Host != r.Host {
			return fmt.Sprintf("a page of %.100q may not do anything here", origin)
		}
	}
	switch site := r.Header.Get("Sec-Fetch-Site"); site {
	case "", "same-origin", "none":
		return ""
	default:
		return fmt.Sprintf("a page of another site (%.40q) may not do anything here", site)
	}
}

// crossSite refuses what another site's page sends, whatever the route: a
// route that should have asked for the operator and does not is covered too.
var crossSite = http.NewCrossOriginProtection()

func refuseCrossSite(c *gin.Context) {
	if crossSite.Check(c.Request) == nil {
		return
	}
	why := foreign(c.Request)
	if why == "" {
		why = "a page of another site may not send anything here"
	}
	refuse(c, http.StatusForbidden, "foreign_page", why)
}

// openToAll begins the paths that need no right to watch: those by which one
// gets it, and the pages' files, which show nothing of a board.
var openToAll = []string{"/operate", "/phone", "/assets/", "/healthz", api + "/access", api + "/phone/join", api + "/qr.svg"}

// mayWatch refuses those who may not watch, where that needs the link.
func (s *Server) mayWatch(c *gin.Context) {
	if s.linkUsed(c) {
		return
	}
	v, path := visitorOf(c), c.Request.URL.Path
	if s.watch != WatchLink || v.machine || v.signed || v.link || s.openPath(path) {
		return
	}
	if s.isPage(c) {
		s.toKey(c)
		return
	}
	refuse(c, http.StatusUnauthorized, "link_needed", "this board is shown to those who have its link: scan its code, or enter the operator's key at /operate")
}

func (s *Server) openPath(path string) bool {
	if s.assets.has(path) {
		return true
	}
	if rest, ok := strings.CutPrefix(path, "/b/"); ok {
		_, page, _ := strings.Cut(rest, "/")
		return page == "phone"
	}
	return slices.ContainsFunc(openToAll, func(p string) bool {
		return path == p || strings.HasPrefix(path, p) && (strings.HasSuffix(p, "/") || path[len(p)] == '/')
	})
}

// linkUsed notes the secret of a link in a cookie. A browser that opens a page
// is sent on to its address without it, so that the address can be shown and
// shared; a program gets what it asked for.
func (s *Server) linkUsed(c *gin.Context) bool {
	secret := c.Query(watchQuery)
	if secret == "" || s.access == nil || !s.access.MayWatch(secret) {
		return false
	}
	s.setCookie(c, s.watchCookieName(c.Request), secret, longest)
	if s.isPage(c) {
		q := c.Request.URL.Query()
		q.Del(watchQuery)
		to := url.URL{Path: c.Request.URL.Path, RawQuery: q.Encode()}
		c.Header("Cache-Control", "no-store")
		c.Redirect(http.StatusSeeOther, to.String())
		c.Abort()
	}
	return true
}

// watchQuery is the query of a link to watch by that holds its secret.
const watchQuery = "w"

// operatorPages are the pages that are of use to the operator only, and
// cameraPages those to an invited phone as well.
var (
	operatorPages = []string{"/start", "/calibrate", "/data"}
	cameraPages   = []string{"/dispute"}
)

// forOperators sends those who open an operator's page to the page where the
// key is entered.
func (s *Server) forOperators(c *gin.Context) {
	page := c.Request.URL.Path
	if rest, ok := strings.CutPrefix(page, "/b/"); ok {
		_, name, _ := strings.Cut(rest, "/")
		page = "/" + name
	}
	v := visitorOf(c)
	if slices.Contains(operatorPages, page) && !v.operates() || slices.Contains(cameraPages, page) && !v.operates() && !v.signed {
		s.toKey(c)
	}
}

// isPage says whether somebody opens a page, rather than a program asking.
func (s *Server) isPage(c *gin.Context) bool {
	return c.Request.Method == http.MethodGet && !strings.HasPrefix(c.Request.URL.Path, "/api/") && strings.Contains(c.GetHeader("Accept"), "text/html")
}

// toKey sends a browser to the page where the key is entered, and back after.
func (s *Server) toKey(c *gin.Context) {
	to := url.URL{Path: c.Request.URL.Path, RawQuery: c.Request.URL.RawQuery}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusSeeOther, "/operate?to="+url.QueryEscape(to.String()))
	c.Abort()
}

// longest is how long browsers keep a cookie at most, seconds (RFC 6265bis 5.5).
const longest = 400 * 24 * 60 * 60

// cookieName is that of the cookie that a signed-in device carries. It differs
// from one server to the next, since a browser gives a machine's cookies to
// every port of it; over TLS its prefix keeps others from setting it (RFC
// 6265bis 4.1.3).
func (s *Server) cookieName(r *http.Request) string { return cookiePrefix(r) + "ditchline-" + s.keeper }
func (s *Server) watchCookieName(r *http.Request) string {
	return cookiePrefix(r) + "ditchline-watch-" + s.keeper
}

func cookiePrefix(r *http.Request) string {
	if r.TLS != nil {
		return "__Host-"
	}
	return ""
}

// setCookie for seconds; fewer than 0 take it back.
func (s *Server) setCookie(c *gin.Context, name, value string, seconds int) {
	http.SetCookie(c.Writer, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: c.Request.TLS != nil, SameSite: http.SameSiteStrictMode,
	})
}
