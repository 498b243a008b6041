package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"ditchline/capture"
	"ditchline/models"
	"ditchline/score"
	"ditchline/score/session/venue"

	"github.com/gin-gonic/gin"
)

// SetupOptions are what setting boards up needs of the program.
type SetupOptions struct {
	Venue    *venue.Venue
	Makes    func() (models.Boards, error)
	Rulesets func() (models.Rulesets, error)
	// Cameras are those of this machine. Devices that used names are not
	// touched beyond asking what they can do.
	Cameras func(used func(path string) bool) []capture.Device
	// Look is one picture of a source that no board watches.
	Look    func(ctx context.Context, source string) (capture.Frame, error)
	Videos  string                                      // folder of the videos that may be played
	Players func(ctx context.Context) ([]string, error) // names known from earlier matches
	Phone   bool                                        // a phone can be a camera
}

// setupTimeout is what setting a board up may take: a camera that gives no
// picture is waited for before it is closed.
const setupTimeout = 25 * time.Second

// setupRoutes: what boards can be set up with, and the setting up.
func (s *Server) setupRoutes(e *gin.Engine, get func(string, gin.HandlerFunc)) {
	if s.setup == nil {
		return
	}
	get(api+"/setup/choices", s.setupChoices)
	get(api+"/setup/rules", s.setupRules)
	e.GET(api+"/setup/sources", s.operator, s.setupSources)
	e.POST(api+"/setup/look", s.operator, s.setupLook)
	e.POST(api+"/setup/discs", s.operator, s.setupDiscs)
	e.POST(api+"/boards", s.operator, s.boardAdd)
	e.PATCH(api+"/boards/:name", s.operator, s.boardRename)
	e.DELETE(api+"/boards/:name", s.operator, s.boardRemove)
	for _, at := range boardAPI {
		e.GET(at+"/setup", s.operator, s.setupShown)
		e.POST(at+"/setup", s.operator, s.setupApply)
	}
}

// boardSetup is how a board is set up, and what is played at it.
type boardSetup struct {
	Name  string      `json:"name"`
	Plan  venue.Plan  `json:"plan"`
	Fault string      `json:"fault,omitempty"` // why there is no session
	Match *setupMatch `json:"match"`           // in hand; null before it began
	Notes []string    `json:"notes"`           // what was added to the rules so that so many can play
}

// setupMatch is a match that another setup would end.
type setupMatch struct {
	ID      string `json:"id"`
	Ruleset string `json:"ruleset"`
	Players string `json:"players"`
	Shots   int    `json:"shots"`
	Over    bool   `json:"over"`
}

// describeSetup of a board.
func (s *Server) describeSetup(b *venue.Board) boardSetup {
	out := boardSetup{Name: b.Name(), Plan: planShown(b.Plan()), Fault: b.Fault(), Notes: []string{}}
	if r, err := (venue.Catalogue{Makes: s.setup.Makes, Rulesets: s.setup.Rulesets}).Resolve(out.Plan); err == nil {
		out.Notes = append(out.Notes, r.Notes...)
	}
	events := b.MatchLog()
	if len(events) == 0 {
		return out
	}
	m, err := score.Replay(events)
	if err != nil {
		return out // it can not be shown; setting up anew helps
	}
	out.Match = &setupMatch{
		ID: m.Setup().ID, Ruleset: m.Setup().Ruleset.ID, Players: string(m.Setup().Form),
		Shots: len(m.State().Shots), Over: m.State().Phase == score.Over,
	}
	return out
}

// planShown is a plan with empty lists in place of missing ones, and with every
// side and seat.
func planShown(p venue.Plan) venue.Plan {
	if p.Set == nil {
		p.Set = []string{}
	}
	if len(p.Teams) == 0 && p.Players.Valid() {
		p.Teams = score.NewSetup("", models.Ruleset{}, models.Board{}, p.Players).Teams
	}
	if p.Teams == nil {
		p.Teams = []score.Team{}
	}
	return p
}

// placed is the board of the venue that a path names; nil after it refused.
func (s *Server) placed(c *gin.Context) *venue.Board {
	w := s.board(c)
	if w == nil {
		return nil
	}
	if b := s.setup.Venue.Board(w.name); b != nil {
		return b
	}
	refuse(c, http.StatusNotFound, "no_such_board", fmt.Sprintf("the board %q cannot be set up here", w.name))
	return nil
}

func (s *Server) setupShown(c *gin.Context) {
	if b := s.placed(c); b != nil {
		c.Header("Cache-Control", "no-store")
		c.JSON(http.StatusOK, s.describeSetup(b))
	}
}

// setupOrder has a board set up anew.
type setupOrder struct {
	Plan  venue.Plan `json:"plan"`
	Match string     `json:"match"` // new, or go_on: the match in hand goes on
	// Handles help to find the board in the picture of this size.
	Handles *Handles `json:"handles"`
	Width   int      `json:"width"`
	Height  int      `json:"height"`
}

// setupApply ends the board's session and begins another.
func (s *Server) setupApply(c *gin.Context) {
	b := s.placed(c)
	if b == nil || !isJSON(c) {
		return
	}
	var o setupOrder
	if err := readJSON(c, &o); err != nil {
		refuse(c, http.StatusBadRequest, "bad_order", err.Error())
		return
	}
	if o.Match != "new" && o.Match != "go_on" {
		refuse(c, http.StatusBadRequest, "bad_order", fmt.Sprintf("match is %q: want new or go_on", o.Match))
		return
	}
	if problems := s.vetSource(o.Plan.Source, b.Name(), b.Plan().Source); problems != nil {
		refuseSetup(c, problems)
		return
	}
	ctx, stop := context.WithTimeout(c.Request.Context(), setupTimeout)
	defer stop()
	if err := s.setup.Venue.Apply(ctx, b.Name(), o.Plan, o.Match == "new"); err != nil {
		refuseSetup(c, err)
		return
	}
	if s.disputes != nil && s.disputes.UseHandles != nil && o.Handles != nil && o.Width > 0 && o.Height > 0 {
		s.disputes.UseHandles(b.Name(), o.Handles, o.Width, o.Height)
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, s.describeSetup(b))
}

// setupProblem is the body of an answer that refuses a setup.
type setupProblem struct {
	Error setupProblemText `json:"error"`
}

type setupProblemText struct {
	problemText
	Fields venue.Problems `json:"fields"` // a sentence for each field that is wrong
}

// refuseSetup says what is wrong, by field where it is one's.
func refuseSetup(c *gin.Context, err error) {
	var problems venue.Problems
	switch {
	case errors.As(err, &problems):
		c.Header("Cache-Control", "no-store")
		message := "the board cannot be set up so: " + problems.Error()
		c.AbortWithStatusJSON(http.StatusUnprocessableEntity, setupProblem{setupProblemText{problemText{"not_set_up", message}, problems}})
	case errors.Is(err, venue.ErrUnknown):
		refuse(c, http.StatusNotFound, "no_such_board", "there is no board of that name: /api/v1/boards lists them")
	case errors.Is(err, context.DeadlineExceeded):
		refuse(c, http.StatusServiceUnavailable, "slow_source", "the camera that was watched does not let go: unplug it, or try again")
	default:
		refuse(c, http.StatusServiceUnavailable, "not_now", err.Error())
	}
}

// newBoard names a board to be added.
type newBoard struct {
	Name string      `json:"name"`
	Plan *venue.Plan `json:"plan"` // null: it is set up later
}

func (s *Server) boardAdd(c *gin.Context) {
	var o newBoard
	if !isJSON(c) {
		return
	}
	if err := readJSON(c, &o); err != nil {
		refuse(c, http.StatusBadRequest, "bad_order", err.Error())
		return
	}
	plan := s.setup.Venue.Blank()
	if o.Plan != nil {
		plan = *o.Plan
		if problems := s.vetSource(plan.Source, "", ""); problems != nil {
			refuseSetup(c, problems)
			return
		}
	}
	if err := s.setup.Venue.Add(c.Request.Context(), o.Name, plan); err != nil {
		refuseSetup(c, err)
		return
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusCreated, s.describeSetup(s.setup.Venue.Board(o.Name)))
}

func (s *Server) boardRename(c *gin.Context) {
	b := s.placed(c)
	if b == nil || !isJSON(c) {
		return
	}
	var o newBoard
	if err := readJSON(c, &o); err != nil {
		refuse(c, http.StatusBadRequest, "bad_order", err.Error())
		return
	}
	if err := s.setup.Venue.Rename(b.Name(), o.Name); err != nil {
		refuseSetup(c, err)
		return
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, s.describeSetup(b))
}

func (s *Server) boardRemove(c *gin.Context) {
	b := s.placed(c)
	if b == nil {
		return
	}
	ctx, stop := context.WithTimeout(c.Request.Context(), setupTimeout)
	defer stop()
	if err := s.setup.Venue.Remove(ctx, b.Name()); err != nil {
		refuseSetup(c, err)
		return
	}
	c.Status(http.StatusNoContent)
}
