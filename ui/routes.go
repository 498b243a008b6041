package ui

import (
	"encoding/json"
	"fmt"
	"net/http"

	"ditchline/models"
	"ditchline/score/session"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// api is where the API begins.
const api = "/api/v1"

// boardAPI are the beginnings of the routes of one board: the first, and the
// one that the path names.
var boardAPI = []string{api, api + "/boards/:name"}

func (s *Server) routes(e *gin.Engine) {
	get := func(path string, h gin.HandlerFunc) {
		e.GET(path, h)
		e.HEAD(path, h)
	}
	s.pageRoutes(get)
	for _, name := range s.assets.names() {
		get("/"+name, s.assets.file(name))
	}
	get("/healthz", s.healthz)
	get("/metrics", gin.WrapH(promhttp.HandlerFor(s.reg, promhttp.HandlerOpts{})))

	get("/api/state", s.state)
	e.GET("/api/events", s.events)
	e.GET("/stream.mjpg", s.stream)
	get("/snapshot.jpg", s.snapshot)
	get(api+"/boards", s.list)
	get(api+"/boards/:name", s.state)
	for _, at := range boardAPI {
		get(at+"/state", s.state)
		e.GET(at+"/events", s.events)
		e.GET(at+"/stream.mjpg", s.stream)
		get(at+"/snapshot.jpg", s.snapshot)
	}
	s.accessRoutes(e, get)
	s.phoneRoutes(e, get)
	s.evidenceRoutes(get)
	s.disputeRoutes(e, get)
	s.matchRoutes(e, get)
	s.hallRoutes(e)
	s.dataRoutes(e, get)
	s.setupRoutes(e, get)
	e.GET(api+"/wall/events", s.wall)

	e.NoRoute(func(c *gin.Context) {
		refuse(c, http.StatusNotFound, "not_found", fmt.Sprintf("there is no %s here", c.Request.URL.Path))
	})
	e.NoMethod(func(c *gin.Context) {
		refuse(c, http.StatusMethodNotAllowed, "method_not_allowed", fmt.Sprintf("%s takes %s, not %s", c.Request.URL.Path, c.Writer.Header().Get("Allow"), c.Request.Method))
	})
}

// board is the one that the path names, or the first; nil after it refused.
func (s *Server) board(c *gin.Context) *watched {
	name, named := c.Params.Get("name")
	if !named {
		return s.first()
	}
	if w, ok := s.named(name); ok {
		return w
	}
	refuse(c, http.StatusNotFound, "no_such_board", fmt.Sprintf("there is no board named %q: /api/v1/boards lists them", name))
	return nil
}

func (s *Server) state(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	body, err := w.encoded(w.board.Snapshot())
	if err != nil {
		s.log.Error("a state cannot be written as JSON", "board", w.name, "error", err)
		refuse(c, http.StatusInternalServerError, "internal", "the state cannot be written as JSON; the log says more")
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "application/json; charset=utf-8", body)
}

// boardSummary is one line of /api/v1/boards.
type boardSummary struct {
	Name   string         `json:"name"`
	Source string         `json:"source"`
	Phase  session.Phase  `json:"phase"`
	Text   string         `json:"text"`
	Game   models.Game    `json:"game,omitempty"` // of the board once it is found, before of a carrom match
	Score  []session.Side `json:"score"`
}

func (s *Server) list(c *gin.Context) {
	boards := s.all()
	list := make([]boardSummary, 0, len(boards))
	for _, w := range boards {
		v := complete(w.board.Snapshot())
		game := models.Game("")
		switch {
		case v.Board != nil:
			game = v.Board.Game
		case v.Match != nil && v.Match.Carrom != nil:
			game = models.Carrom
		}
		list = append(list, boardSummary{w.name, v.Source, v.Phase, v.Text, game, v.Score})
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"boards": list})
}

// complete is the snapshot with empty lists in place of missing ones, so that
// a reader of the JSON finds [] and never null.
func complete(v session.Snapshot) session.Snapshot {
	if v.Discs == nil {
		v.Discs = []session.Disc{}
	}
	if v.Left == nil {
		v.Left = []session.Ghost{}
	}
	if v.Score == nil {
		v.Score = []session.Side{}
	}
	if v.Warn == nil {
		v.Warn = []string{}
	}
	if v.Due == nil {
		v.Due = []session.Mark{}
	}
	if v.Gone == nil {
		v.Gone = []session.Mark{}
	}
	if v.Moving == nil {
		v.Moving = []session.Mark{}
	}
	if v.Limits == nil {
		v.Limits = []session.Limit{}
	}
	return v
}

// encoded is a snapshot as JSON. The newest one is kept, since every screen
// asks for the same.
func (w *watched) encoded(v session.Snapshot) ([]byte, error) {
	w.jsonMu.Lock()
	defer w.jsonMu.Unlock()
	if w.json != nil && w.jsonOf == v.Version && w.jsonBy == v.Program {
		return w.json, nil
	}
	body, err := json.Marshal(complete(v))
	if err != nil {
		return nil, fmt.Errorf("snapshot %d: %w", v.Version, err)
	}
	w.json, w.jsonOf, w.jsonBy = body, v.Version, v.Program
	return body, nil
}
