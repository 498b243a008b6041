package ui

import (
	"fmt"
	"net/http"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"

	"github.com/gin-gonic/gin"
	"gonum.org/v1/gonum/spatial/r2"
)

// mostCorrected is how many discs one correction may be about: all that a
// board holds.
const mostCorrected = 60

// correction is what a person says of discs. Places are mm in the board frame.
type correction struct {
	By    string          `json:"by"`
	Discs []discCorrected `json:"discs"`
}

// discCorrected is one of them, named or pointed at; neither: one that the
// camera does not see.
type discCorrected struct {
	ID    string       `json:"id"`   // its name in the match
	Was   *[2]float64  `json:"was"`  // where it is seen
	Team  referee.Side `json:"team"` // whose it is; empty: as it is
	X     float64      `json:"x_mm"` // where it lies
	Y     float64      `json:"y_mm"`
	State detect.State `json:"state"` // flat, leaning, in_hole (a twenty), ditch (not in play, or no disc)
}

func (c correction) said() []desk.Said {
	out := make([]desk.Said, 0, len(c.Discs))
	for _, d := range c.Discs {
		x := desk.Said{Name: d.ID, Side: d.Team, Pos: r2.Vec{X: d.X, Y: d.Y}, State: d.State}
		if d.Was != nil {
			x.Was = &r2.Vec{X: d.Was[0], Y: d.Was[1]}
		}
		out = append(out, x)
	}
	return out
}

// correct enters a correction and answers with how the match stands then.
func (s *Server) correct(c *gin.Context) {
	w := s.board(c)
	if w == nil || !isJSON(c) {
		return
	}
	var o correction
	if err := readJSON(c, &o); err != nil {
		refuse(c, http.StatusBadRequest, "bad_order", err.Error())
		return
	}
	if len(o.Discs) > mostCorrected {
		refuse(c, http.StatusBadRequest, "bad_order", fmt.Sprintf("%d discs are corrected at once: at most %d", len(o.Discs), mostCorrected))
		return
	}
	if err := w.board.Correct(c.Request.Context(), o.said(), o.By); err != nil {
		refuse(c, http.StatusConflict, "refused", err.Error())
		return
	}
	s.match(c)
}

// flags are the buttons for what only people can see, by the rules that are
// played.
func (s *Server) flags(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	events := w.board.MatchLog()
	if len(events) == 0 || events[0].Setup == nil {
		refuse(c, http.StatusNotFound, "no_match", "no match is played yet: it begins when the board is found")
		return
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"flags": offered(events[0].Setup)})
}

// offered are the flags of a match that are events of their own kind: undo and
// giving up have their own buttons.
func offered(setup *score.Setup) []referee.Flag {
	out := []referee.Flag{}
	for _, f := range referee.Flags(&setup.Ruleset.Rules) {
		if f.Code != referee.FlagUndo && f.Code != referee.FlagConcede {
			out = append(out, f)
		}
	}
	return out
}
