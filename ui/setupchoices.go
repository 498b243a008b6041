package ui

import (
	"net/http"
	"slices"
	"strings"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"

	"github.com/gin-gonic/gin"
)

// makeChoice is a make of board that can be named.
type makeChoice struct {
	Name    string      `json:"name"`
	Title   string      `json:"title"`
	Game    models.Game `json:"game"`
	Surface float64     `json:"surface_mm"`
}

// rulesetChoice is a ruleset with the overlays that can be put over it.
type rulesetChoice struct {
	ID       string          `json:"id"`
	Title    string          `json:"title"`
	Game     models.Game     `json:"game"`
	Language string          `json:"language"`
	Overlays []overlayChoice `json:"overlays"`
}

type overlayChoice struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// formChoice is how many can play, with where they sit.
type formChoice struct {
	Players referee.Form `json:"players"`
	Teams   []score.Team `json:"teams"` // unnamed
}

// setupChoices are the boards, the rulesets, the ways to sit and the players
// that are known.
func (s *Server) setupChoices(c *gin.Context) {
	makes, err := s.setup.Makes()
	var rulesets models.Rulesets
	if err == nil {
		rulesets, err = s.setup.Rulesets()
	}
	if err != nil {
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return
	}
	out := struct {
		Makes    []makeChoice    `json:"makes"`
		Rulesets []rulesetChoice `json:"rulesets"`
		Forms    []formChoice    `json:"forms"`
		Players  []string        `json:"players"`
	}{[]makeChoice{}, []rulesetChoice{}, []formChoice{}, []string{}}
	book := models.RulebookIn(c.Query("lang"))
	for _, name := range makes.Names() {
		b := makes[name]
		out.Makes = append(out.Makes, makeChoice{b.Name, b.Title, b.Game, surfaceMM(b)})
	}
	for _, id := range rulesets.Names() {
		rs, err := rulesets.Get(id)
		if err != nil {
			continue // a name that Names gave
		}
		r := rulesetChoice{ID: rs.ID, Title: book.Title(rs.ID, rs.Title), Game: rs.Game, Language: rs.Language, Overlays: []overlayChoice{}}
		for name, title := range rulesets.Overlays(id) {
			r.Overlays = append(r.Overlays, overlayChoice{name, book.Title(id+"+"+name, title)})
		}
		slices.SortFunc(r.Overlays, func(a, b overlayChoice) int { return strings.Compare(a.Name, b.Name) })
		out.Rulesets = append(out.Rulesets, r)
	}
	for _, form := range []referee.Form{referee.Two, referee.Three, referee.TwoVOne, referee.Four} {
		out.Forms = append(out.Forms, formChoice{form, score.NewSetup("", models.Ruleset{}, models.Board{}, form).Teams})
	}
	// Names of people are the operator's to see.
	if visitorOf(c).operates() && s.setup.Players != nil {
		names, err := s.setup.Players(c.Request.Context())
		if err != nil {
			s.log.Warn("the known players cannot be read", "error", err)
		}
		out.Players = append(out.Players, names...)
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, out)
}

// setupRules are the parameters of a ruleset, as the query's rules, set and
// players have it, in the words of the query's lang.
func (s *Server) setupRules(c *gin.Context) {
	rulesets, err := s.setup.Rulesets()
	if err != nil {
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return
	}
	base, err := rulesets.Get(c.Query("rules"))
	if err != nil {
		refuse(c, http.StatusNotFound, "no_such_ruleset", err.Error())
		return
	}
	rs, err := base.With(c.QueryArray("set")...)
	if err != nil {
		refuse(c, http.StatusUnprocessableEntity, "bad_rules", err.Error())
		return
	}
	changed := []string{}
	if form := referee.Form(c.Query("players")); form != "" {
		suited, sets, err := desk.Suit(rs, form)
		if err != nil {
			refuse(c, http.StatusUnprocessableEntity, "bad_players", err.Error())
			return
		}
		rs, changed = suited, append(changed, sets...)
	}
	book := models.RulebookIn(c.Query("lang"))
	parameters, words := rs.Parameters(), map[string]string{}
	for i, p := range parameters {
		parameters[i].Doc = book.Doc(p.Field, p.Doc)
		for _, choice := range p.Choices {
			words[choice] = book.Value(choice)
		}
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{
		"id": rs.ID, "title": book.Title(rs.ID, rs.Title), "game": rs.Game, "document": rs.Document, "language": rs.Language,
		"parameters": parameters, "own": base.Parameters(), "suited": changed, "words": words,
	})
}
