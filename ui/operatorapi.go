package ui

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"ditchline/ui/access"
	"ditchline/ui/qr"

	"github.com/gin-gonic/gin"
)

// accessRoutes: who one is here, signing in and out, and what the operator
// gives to others.
func (s *Server) accessRoutes(e *gin.Engine, get func(string, gin.HandlerFunc)) {
	get("/operate", s.assets.index)
	get(api+"/access", s.accessState)
	e.POST(api+"/access/sign-in", s.signIn)
	e.POST(api+"/access/sign-out", s.signOut)
	e.GET(api+"/access/devices", s.operator, s.keepsAccess, s.devices)
	e.DELETE(api+"/access/devices/:device", s.operator, s.keepsAccess, s.revoke)
	e.GET(api+"/access/key", s.hereOnly, s.keepsAccess, s.keyShown)
	e.POST(api+"/access/key", s.hereOnly, s.keepsAccess, s.keyRenewed)
	e.GET(api+"/access/link", s.operator, s.keepsAccess, s.linkShown)
	e.POST(api+"/access/link", s.operator, s.keepsAccess, s.linkRenewed)
	get(api+"/qr.svg", s.qrCode)
}

// keepsAccess refuses where nothing is kept: this machine alone operates then.
func (s *Server) keepsAccess(c *gin.Context) {
	if s.access == nil {
		refuse(c, http.StatusNotFound, "no_access", "this server keeps no key: it is operated at its own machine only")
	}
}

// accessView is who a visitor is, and what this server asks of others.
type accessView struct {
	Role    string `json:"role"`    // operator, camera or watcher
	Machine bool   `json:"machine"` // asked at the board's own machine
	Device  string `json:"device"`  // id of the signed-in device; empty: none
	Board   string `json:"board"`   // whose camera it may be; empty: any, or none
	Network bool   `json:"network"` // other machines can reach this server
	TLS     bool   `json:"tls"`     // the line is encrypted, as a phone's camera needs
	Watch   Watch  `json:"watch"`   // open or link
	Key     bool   `json:"key"`     // an operator's key was made
	URL     string `json:"url"`     // where other machines find this server
}

func (s *Server) accessState(c *gin.Context) {
	v := visitorOf(c)
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, accessView{
		Role: v.role(), Machine: v.machine, Device: v.device.ID, Board: v.device.Board, Network: s.onNetwork, TLS: c.Request.TLS != nil,
		Watch: s.watch, Key: s.access != nil && s.access.HasKey(), URL: s.at(c.Request, "/"),
	})
}

// at is the address of a page as other machines open it.
func (s *Server) at(r *http.Request, page string) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + s.reachable(r) + page
}

// signIn makes a cookie of the operator's key.
func (s *Server) signIn(c *gin.Context) {
	if s.access == nil {
		s.keepsAccess(c)
		return
	}
	var in struct {
		Key string `json:"key"`
	}
	if !bodyJSON(c, &in) {
		return
	}
	token, err := s.access.SignIn(in.Key, clientAddr(c.Request), browserName(c.GetHeader("User-Agent")))
	if err != nil {
		s.refuseAccess(c, err)
		return
	}
	s.log.Info("a device signed in as the operator's", "from", clientAddr(c.Request))
	s.setCookie(c, s.cookieName(c.Request), token, longest)
	c.Header("Cache-Control", "no-store")
	c.Status(http.StatusNoContent)
}

// refuseAccess says why somebody was not let in.
func (s *Server) refuseAccess(c *gin.Context, err error) {
	var wait access.Wait
	switch {
	case errors.As(err, &wait):
		c.Header("Retry-After", strconv.Itoa(int((wait.For+time.Second-1)/time.Second)))
		refuse(c, http.StatusTooManyRequests, "too_many_tries", err.Error())
	case errors.Is(err, access.ErrWrongKey):
		s.log.Warn("somebody tried a wrong operator's key", "from", clientAddr(c.Request))
		refuse(c, http.StatusForbidden, "wrong_key", err.Error())
	case errors.Is(err, access.ErrNoKey):
		refuse(c, http.StatusConflict, "no_key", err.Error())
	case errors.Is(err, access.ErrKeyTooOld):
		refuse(c, http.StatusConflict, "key_unknown", err.Error())
	case errors.Is(err, access.ErrNoInvite):
		refuse(c, http.StatusGone, "no_invite", err.Error())
	case errors.Is(err, access.ErrNoDevice):
		refuse(c, http.StatusNotFound, "no_such_device", err.Error())
	default:
		s.log.Error("who may do what cannot be kept", "error", err)
		refuse(c, http.StatusInternalServerError, "internal", "who may do what cannot be kept; the log says more")
	}
}

func (s *Server) signOut(c *gin.Context) {
	if v := visitorOf(c); v.signed {
		if err := s.access.Revoke(v.device.ID); err != nil && !errors.Is(err, access.ErrNoDevice) {
			s.refuseAccess(c, err)
			return
		}
	}
	s.setCookie(c, s.cookieName(c.Request), "", -1)
	c.Header("Cache-Control", "no-store")
	c.Status(http.StatusNoContent)
}

func (s *Server) devices(c *gin.Context) {
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"devices": s.access.Devices(), "this": visitorOf(c).device.ID})
}

func (s *Server) revoke(c *gin.Context) {
	if err := s.access.Revoke(c.Param("device")); err != nil {
		s.refuseAccess(c, err)
		return
	}
	c.Status(http.StatusNoContent)
}

func (s *Server) keyShown(c *gin.Context) {
	key, err := s.access.Key()
	if err != nil {
		s.refuseAccess(c, err)
		return
	}
	s.giveKey(c, http.StatusOK, key)
}

func (s *Server) keyRenewed(c *gin.Context) {
	key, err := s.access.NewKey()
	if err != nil {
		s.refuseAccess(c, err)
		return
	}
	s.log.Info("a new operator's key was made: every device is signed out")
	s.giveKey(c, http.StatusCreated, key)
}

func (s *Server) giveKey(c *gin.Context, status int, key string) {
	c.Header("Cache-Control", "no-store")
	c.JSON(status, gin.H{"key": key, "url": s.at(c.Request, KeyPage(key))})
}

// KeyPage is the page that signs in with a key. What follows # stays in the
// browser: no log and no other site gets to see it.
func KeyPage(key string) string { return "/operate#key=" + key }

func (s *Server) linkShown(c *gin.Context) { s.giveLink(c, s.access.WatchLink) }

func (s *Server) linkRenewed(c *gin.Context) { s.giveLink(c, s.access.NewWatchLink) }

func (s *Server) giveLink(c *gin.Context, secret func() (string, error)) {
	page := "/watch"
	if s.watch == WatchLink {
		w, err := secret()
		if err != nil {
			s.refuseAccess(c, err)
			return
		}
		page += "?" + watchQuery + "=" + w
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"url": s.at(c.Request, page), "watch": s.watch})
}

// maxQRText is the longest text that is drawn as a code, bytes: more makes
// codes that phones read badly off a screen.
const maxQRText = 512

// qrCode draws a link of this server as a QR code. Others are not drawn: a
// code on a page of ours must lead to a page of ours.
func (s *Server) qrCode(c *gin.Context) {
	text := c.Query("text")
	u, err := url.Parse(text)
	if err != nil || len(text) > maxQRText || u.Scheme != "http" && u.Scheme != "https" || !ownHost(u.Host, s.names) || u.User != nil {
		refuse(c, http.StatusBadRequest, "bad_text", fmt.Sprintf("text: want a link to this server of at most %d bytes", maxQRText))
		return
	}
	code, err := qr.Encode(text)
	if err != nil {
		refuse(c, http.StatusBadRequest, "bad_text", err.Error())
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "image/svg+xml", code.SVG())
}

// browserName is what people call the browser that a User-Agent header names.
func browserName(agent string) string {
	find := func(names [][2]string) string {
		for _, n := range names {
			if strings.Contains(agent, n[0]) {
				return n[1]
			}
		}
		return ""
	}
	browser := find([][2]string{{"Firefox/", "Firefox"}, {"FxiOS", "Firefox"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"CriOS", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}})
	device := find([][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Macintosh", "Mac"}, {"Windows", "Windows"}, {"CrOS", "Chromebook"}, {"Linux", "Linux"}})
	switch {
	case browser == "" && device == "":
		return agent
	case browser == "" || device == "":
		return browser + device
	}
	return browser + ", " + device
}
