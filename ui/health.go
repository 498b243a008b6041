package ui

import (
	"fmt"
	"net/http"
	"time"

	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// stallLimit is how long a board may publish nothing, while frames should be
// flowing, before it counts as stuck.
const stallLimit = 15 * time.Second

// boardHealth is one board's line of /healthz.
type boardHealth struct {
	Name   string        `json:"name"`
	OK     bool          `json:"ok"`
	Phase  session.Phase `json:"phase"`
	Reason string        `json:"reason,omitempty"` // why it is not ok
	Hall   *hallHealth   `json:"hall,omitempty"`   // missing where it has joined none
}

// healthOf judges a board: it is well while frames flow, and when its source
// came to its end.
func healthOf(name string, v session.Snapshot, silence time.Duration) boardHealth {
	h := boardHealth{Name: name, Phase: v.Phase, OK: true, Hall: hallHealthOf(v.Hall)}
	flowing := v.Phase.Flowing()
	switch {
	case flowing && silence > stallLimit:
		h.OK, h.Reason = false, fmt.Sprintf("no frame was worked on for %.0f s: the source or the vision is stuck", silence.Seconds())
	case flowing, v.Phase == session.Ended:
	default:
		h.OK, h.Reason = false, v.Text
		if h.Reason == "" {
			h.Reason = "no frames: " + string(v.Phase)
		}
	}
	return h
}

// healthz is 200 when every board is well, otherwise 503 with the reasons.
func (s *Server) healthz(c *gin.Context) {
	boards := s.all()
	status, all := http.StatusOK, make([]boardHealth, 0, len(boards))
	for _, w := range boards {
		h := healthOf(w.name, w.board.Snapshot(), w.silence())
		if !h.OK {
			status = http.StatusServiceUnavailable
		}
		all = append(all, h)
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(status, gin.H{"ok": status == http.StatusOK, "boards": all})
}
