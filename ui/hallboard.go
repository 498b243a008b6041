package ui

import (
	"context"
	"net/http"

	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// nextTaker is a board that may have joined a hall.
type nextTaker interface {
	// TakeNext begins the hall's next match now, or says why it cannot be.
	TakeNext(ctx context.Context) error
}

// hallRoutes are those of a board that has joined a hall.
func (s *Server) hallRoutes(e *gin.Engine) {
	for _, at := range boardAPI {
		e.POST(at+"/match/next", s.operator, s.takeNext)
	}
}

// takeNext begins the hall's next match, and answers with how it stands then.
func (s *Server) takeNext(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	b, ok := w.board.(nextTaker)
	if !ok {
		refuse(c, http.StatusConflict, "refused", "this board has joined no hall: there is no next match")
		return
	}
	if err := b.TakeNext(c.Request.Context()); err != nil {
		refuse(c, http.StatusConflict, "refused", err.Error())
		return
	}
	s.match(c)
}

// hallHealth is how a board's line to its hall stands, in /healthz. A board is
// well without it.
type hallHealth struct {
	Event     string            `json:"event"`
	Table     string            `json:"table"`
	Connected bool              `json:"connected"`
	Waiting   int               `json:"waiting"` // events
	Fault     session.HallFault `json:"fault,omitempty"`
	Problem   string            `json:"problem,omitempty"`
}

func hallHealthOf(v *session.HallView) *hallHealth {
	if v == nil {
		return nil
	}
	return &hallHealth{v.Event, v.Table, v.Connected, v.Waiting, v.Fault, v.Problem}
}
