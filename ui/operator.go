package ui

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
)

// operator lets through what the operator asks, and refuses the rest. It
// stands in front of every route that changes something, or shows what only
// the operator may see.
func (s *Server) operator(c *gin.Context) {
	if why := foreign(c.Request); why != "" {
		refuse(c, http.StatusForbidden, "foreign_page", why)
	}
}

// foreign says why a request does not come from a page of this server, or
// nothing. A browser tells by itself where a page comes from, in Sec-Fetch-Site
// or Origin; a program, which sends neither, acts for nobody else.
func foreign(r *http.Request) string {
	origin := r.Header.Get("Origin")
	if origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || u.Host != r.Host {
			return fmt.Sprintf("a page of %s may not do anything here", origin)
		}
	}
	switch site := r.Header.Get("Sec-Fetch-Site"); site {
	case "", "same-origin", "none":
		return ""
	default:
		return fmt.Sprintf("a page of another site (%s) may not do anything here", site)
	}
}
