package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"ditchline/capture/phone"

	"github.com/coder/websocket"
	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"
)

// Limits of a phone's line.
const (
	phoneSilence    = 20 * time.Second // without a word, after which the line counts as dead
	pingFirst       = 250 * time.Millisecond
	pingEvery       = 2 * time.Second
	quickPings      = 8 // at the beginning, until the clocks are known
	phoneWrite      = 5 * time.Second
	phoneMessages   = 60 // a second
	phoneBurst      = 120
	maxPhoneClients = 64
	farewellTime    = time.Second
	maxNote         = 512 // bytes of a message that is no picture
)

// PhoneOf gives the camera of a board whose source is a phone; nil where it is
// another.
type PhoneOf func(board string) *phone.Camera

// PhonePage is the page by which one phone becomes the camera of a board. What
// follows # stays in the browser.
func PhonePage(board, code string) string { return "/b/" + board + "/phone#code=" + code }

// phoneRoutes: inviting a phone, its joining, and the line on which it sends.
func (s *Server) phoneRoutes(e *gin.Engine, get func(string, gin.HandlerFunc)) {
	for _, at := range boardAPI {
		get(at+"/phone", s.phoneState)
		e.POST(at+"/phone/invite", s.operator, s.keepsAccess, s.phoneInvite)
		e.GET(at+"/phone/socket", s.camera, s.phoneSocket)
	}
	e.POST(api+"/phone/join", s.keepsAccess, s.phoneJoin)
}

// phoneOf is a board's phone; nil after it refused.
func (s *Server) phoneOf(c *gin.Context, w *watched) *phone.Camera {
	if s.phone != nil {
		if p := s.phone(w.name); p != nil {
			return p
		}
	}
	refuse(c, http.StatusConflict, "no_phone", fmt.Sprintf("board %s has another source than a phone: choose the phone on its start page", w.name))
	return nil
}

// phoneView is what there is to say of a board's phone.
type phoneView struct {
	Wanted bool `json:"wanted"` // the board's source is a phone
	phone.Status
}

func (s *Server) phoneState(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	var v phoneView
	if s.phone != nil {
		if p := s.phone(w.name); p != nil {
			v = phoneView{true, p.Status()}
		}
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, v)
}

// phoneInvite makes a code for one phone.
func (s *Server) phoneInvite(c *gin.Context) {
	w := s.board(c)
	if w == nil || s.phoneOf(c, w) == nil {
		return
	}
	code, until := s.access.Invite(w.name)
	url := s.at(c.Request, PhonePage(w.name, code))
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusCreated, gin.H{
		"url": url, "until": until, "secure": strings.HasPrefix(url, "https:") || localHost(c.Request.Host) && !s.onNetwork,
		"reachable": s.onNetwork,
	})
}

// phoneJoin makes a device the camera that a code was made for.
func (s *Server) phoneJoin(c *gin.Context) {
	var in struct {
		Code string `json:"code"`
	}
	if !bodyJSON(c, &in) {
		return
	}
	token, board, err := s.access.Join(in.Code, clientAddr(c.Request), browserName(c.GetHeader("User-Agent")))
	if err != nil {
		s.refuseAccess(c, err)
		return
	}
	s.log.Info("a phone joined as the camera of a board", "board", board, "from", clientAddr(c.Request))
	if !visitorOf(c).signed { // an operator's device stays one
		s.setCookie(c, s.cookieName(c.Request), token, longest)
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"board": board})
}

// phoneSocket is the line on which a phone sends its pictures.
func (s *Server) phoneSocket(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	camera := s.phoneOf(c, w)
	if camera == nil {
		return
	}
	leave, ok := s.metrics.enter(phoneClients, maxPhoneClients)
	if !ok {
		tooMany(c, "phone", maxPhoneClients)
		return
	}
	defer leave()
	s.sockets.Add(1)
	defer s.sockets.Done()
	if !websocketAsked(c.Request) {
		c.Header("Connection", "Upgrade")
		c.Header("Upgrade", "websocket")
		refuse(c, http.StatusUpgradeRequired, "websocket", "this is a WebSocket: connect with wss:")
		return
	}
	socket, err := websocket.Accept(c.Writer, c.Request, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		c.Abort() // Accept has answered
		return
	}
	defer socket.CloseNow()
	v := visitorOf(c)
	name := v.device.Name
	if name == "" {
		name = browserName(c.GetHeader("User-Agent"))
	}
	line := camera.Connect(name)
	if line == nil {
		socket.Close(websocket.StatusServiceRestart, phone.ErrClosed.Error())
		return
	}
	defer line.Leave()
	ctx, stop := context.WithCancelCause(c.Request.Context())
	defer stop(nil)
	if v.signed {
		defer s.access.WhileSignedIn(v.device.ID, func() { stop(errSignedOut) })()
	}
	p := &phoneTalk{socket: socket, line: line, asked: map[int]time.Time{}}
	s.log.Info("a phone films", "board", w.name, "device", name, "from", clientAddr(c.Request))
	err = p.run(ctx, stop)
	s.log.Info("a phone has stopped filming", "board", w.name, "device", name, "why", err)
}

// websocketAsked says whether a request asks for one at all, so that one that
// does not gets an answer that people can read.
func websocketAsked(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
}

var errSignedOut = errors.New("this device was signed out")

// phoneTalk is what is said on a phone's line. One goroutine reads; run's
// writes.
type phoneTalk struct {
	socket *websocket.Conn
	line   *phone.Line
	asked  map[int]time.Time // pings under way; used by run's goroutine
}

// pong is a phone's answer to a ping.
type pong struct {
	Type     string  `json:"type"`
	N        int     `json:"n"`
	T        float64 `json:"t"` // ms, by the phone's clock
	received time.Time
}

// run until either side ends it, and says why.
func (p *phoneTalk) run(ctx context.Context, stop context.CancelCauseFunc) error {
	p.socket.SetReadLimit(phone.MaxMessage)
	pongs := make(chan pong, 1)
	read := make(chan error, 1)
	reading, done := context.WithCancel(context.WithoutCancel(ctx)) // ends after the farewell, which needs it
	defer done()
	go func() { read <- p.read(reading, pongs) }()
	pings := time.NewTimer(0)
	defer pings.Stop()
	for n := 0; ; {
		var err error
		select {
		case <-ctx.Done():
			err = context.Cause(ctx)
			code, text := websocket.StatusGoingAway, "the server ends"
			if errors.Is(err, errSignedOut) {
				code, text = websocket.StatusPolicyViolation, err.Error()
			}
			p.farewell(code, text)
			return err
		case <-p.line.Done():
			err := p.line.Why()
			code := websocket.StatusServiceRestart
			if errors.Is(err, phone.ErrReplaced) {
				code = websocket.StatusPolicyViolation
			}
			p.farewell(code, fmt.Sprint(err))
			return err
		case err := <-read:
			var bad badMessage
			if errors.As(err, &bad) {
				p.farewell(bad.code, bad.Error())
			}
			return err
		case a := <-p.line.Answers():
			err = p.tell(ctx, answered(a))
		case at := <-pongs:
			if sent, ok := p.asked[at.N]; ok {
				delete(p.asked, at.N)
				p.line.Exchange(sent, at.received, time.Duration(at.T*float64(time.Millisecond)))
			}
		case <-pings.C:
			n++
			clear(p.asked) // an answer that comes after the next question says little
			p.asked[n] = time.Now()
			err = p.tell(ctx, gin.H{"type": "ping", "n": n})
			pause := pingEvery
			if n < quickPings {
				pause = pingFirst
			}
			pings.Reset(pause)
		}
		if err != nil {
			return err
		}
	}
}

// farewell tells the phone why its line ends, as long as it listens: one that
// does not is not waited for.
func (p *phoneTalk) farewell(code websocket.StatusCode, why string) {
	late := time.AfterFunc(farewellTime, func() { p.socket.CloseNow() })
	defer late.Stop()
	p.socket.Close(code, why)
}

// answered is what a phone is told of a picture.
func answered(a phone.Answer) any {
	m := gin.H{"type": "ack", "n": a.Number, "ms": math.Round(a.Took.Seconds()*1e4) / 10}
	if a.Passed {
		m["passed"] = true
	}
	if a.Err != nil {
		m["error"] = a.Err.Error()
	}
	return m
}

func (p *phoneTalk) tell(ctx context.Context, m any) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, phoneWrite)
	defer stop()
	return p.socket.Write(ctx, websocket.MessageText, text)
}

// badMessage ends a line on which something came that is none of ours.
type badMessage struct {
	code websocket.StatusCode
	why  string
}

// Error fits a close frame, which holds 123 bytes of text.
func (b badMessage) Error() string {
	const most = 120
	if len(b.why) > most {
		return strings.ToValidUTF8(b.why[:most], "")
	}
	return b.why
}

// read what comes, until it fails.
func (p *phoneTalk) read(ctx context.Context, pongs chan<- pong) error {
	limit := rate.NewLimiter(phoneMessages, phoneBurst)
	for {
		within, stop := context.WithTimeout(ctx, phoneSilence)
		kind, data, err := p.socket.Read(within)
		stop()
		if err != nil {
			return err
		}
		received := time.Now()
		if !limit.AllowN(received, 1) {
			return badMessage{websocket.StatusPolicyViolation, fmt.Sprintf("more than %d messages a second", phoneMessages)}
		}
		if kind == websocket.MessageBinary {
			picture, err := phone.ParsePicture(data)
			if err != nil {
				return badMessage{websocket.StatusInvalidFramePayloadData, err.Error()}
			}
			p.line.Picture(picture, received)
			continue
		}
		var m pong
		if len(data) > maxNote || json.Unmarshal(data, &m) != nil || m.Type != "pong" || !(m.T >= 0 && m.T < 1e12) {
			return badMessage{websocket.StatusInvalidFramePayloadData, `a text that is no {"type":"pong","n":1,"t":1.5}`}
		}
		m.received = received
		select {
		case pongs <- m:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
