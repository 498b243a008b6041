package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"ditchline/referee"
	"ditchline/score"

	"github.com/gin-gonic/gin"
)

// matchRoutes are those of the match in hand: how it stands, its log, and
// what people enter into it.
func (s *Server) matchRoutes(e *gin.Engine, get func(string, gin.HandlerFunc)) {
	for _, at := range boardAPI {
		get(at+"/match", s.match)
		get(at+"/match/log", s.matchLog)
		get(at+"/match/flags", s.flags)
		e.POST(at+"/match/orders", s.operator, s.order)
		e.POST(at+"/match/corrections", s.operator, s.correct)
		e.GET(at+"/pictures", s.picturesSeen)
	}
}

func (s *Server) match(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	m := w.board.Snapshot().Match
	if m == nil {
		refuse(c, http.StatusNotFound, "no_match", "no match is played yet: it begins when the board is found")
		return
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, m)
}

func (s *Server) matchLog(c *gin.Context) {
	w := s.board(c)
	if w == nil {
		return
	}
	events := w.board.MatchLog()
	if len(events) == 0 {
		refuse(c, http.StatusNotFound, "no_match", "no match is played yet: it begins when the board is found")
		return
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"events": events})
}

// order is what a person enters: the fields of an event that are a person's
// to fill.
type order struct {
	Kind    score.Kind        `json:"kind"`
	Of      int               `json:"of"` // number of the event that it is about; 0: the last that it can be
	By      string            `json:"by"`
	Answers map[string]bool   `json:"answers"`
	Flag    *score.FlagRaised `json:"flag"`
	Edit    *score.Edit       `json:"edit"`
	Round   *score.RoundEnd   `json:"round"`
	Shot    *score.Shot       `json:"shot"`   // of a correction
	Stroke  *referee.Stroke   `json:"stroke"` // of a carrom stroke's correction: own, opp, queen, striker, foul
	Seat    referee.Seat      `json:"seat"`
	Side    referee.Side      `json:"side"`
	Note    string            `json:"note"`
}

func (o order) event() score.Event {
	var stroke *score.Stroke
	if o.Stroke != nil {
		stroke = &score.Stroke{Stroke: *o.Stroke}
	}
	return score.Event{Stroke: stroke,
		Kind: o.Kind, Of: o.Of, By: o.By, Answers: o.Answers, Flag: o.Flag, Edit: o.Edit, Round: o.Round, Shot: o.Shot,
		Seat: o.Seat, Side: o.Side, Note: o.Note,
	}
}

// order enters an event into the match and answers with how it stands then.
func (s *Server) order(c *gin.Context) {
	w := s.board(c)
	if w == nil || !isJSON(c) {
		return
	}
	var o order
	if err := readJSON(c, &o); err != nil {
		refuse(c, http.StatusBadRequest, "bad_order", err.Error())
		return
	}
	if err := w.board.Order(c.Request.Context(), o.event()); err != nil {
		refuse(c, http.StatusConflict, "refused", err.Error())
		return
	}
	s.match(c)
}

// isJSON refuses a body of another kind.
func isJSON(c *gin.Context) bool {
	if kind, _, err := mime.ParseMediaType(c.GetHeader("Content-Type")); err != nil || kind != "application/json" {
		refuse(c, http.StatusUnsupportedMediaType, "not_json", "an order is JSON: send Content-Type: application/json")
		return false
	}
	return true
}

// readJSON reads exactly one value, all of whose fields are known.
func readJSON(c *gin.Context, v any) error {
	in := json.NewDecoder(c.Request.Body)
	in.DisallowUnknownFields()
	if err := in.Decode(v); err != nil {
		return fmt.Errorf("the order cannot be read: %w", err)
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one order was sent: send one at a time")
	}
	return nil
}
