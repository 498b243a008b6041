package ui

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ditchline/models"
	"ditchline/score"

	"github.com/gin-gonic/gin"
)

// RulesetLine is a ruleset in the list.
type RulesetLine struct {
	ID         string        `json:"id"`
	Title      string        `json:"title"`
	Game       models.Game   `json:"game"`
	Language   string        `json:"language"`   // of its document
	Statements int           `json:"statements"` // that its document makes
	Overlays   []OverlayLine `json:"overlays"`
	Playing    []PlayedRules `json:"playing"` // boards that play by it now
}

// OverlayLine is an option that a ruleset's name takes: CH+a.
type OverlayLine struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// PlayedRules say where a ruleset is played by.
type PlayedRules struct {
	Board   string `json:"board"`
	Ruleset string `json:"ruleset"` // with overlays
	Match   string `json:"match"`
}

// RulesetList are all rulesets.
type RulesetList struct {
	Rulesets []RulesetLine `json:"rulesets"`
}

// RulesetPage is one ruleset to be read.
type RulesetPage struct {
	ID         string             `json:"id"`
	Title      string             `json:"title"`
	Game       models.Game        `json:"game"`
	Language   string             `json:"language"`
	Match      string             `json:"match,omitempty"` // as it is played in this match
	Overlays   []OverlayLine      `json:"overlays"`        // in use
	Sections   []RuleSection      `json:"sections"`
	Statements []models.Statement `json:"statements"` // of its document
	Decisions  []models.Statement `json:"decisions"`  // where documents are silent or contradict each other
}

// RuleSection groups parameters that are about one thing.
type RuleSection struct {
	ID         string          `json:"id"` // board, people, turns, start, open, contact, twenty, lines, count, manners, strokes, queen
	Parameters []RuleParameter `json:"parameters"`
}

// RuleParameter is one rule: what it is about, what holds, and who says so.
type RuleParameter struct {
	Field   string       `json:"field"`
	Doc     string       `json:"doc"`
	Value   any          `json:"value"`
	Text    string       `json:"text"`    // the value in words; yes and no for a switch
	Source  string       `json:"source"`  // statement id, M-n or ICF-n, "silent", "house"
	Silent  bool         `json:"silent"`  // the document says nothing: the usual is taken
	House   bool         `json:"house"`   // the house set it
	Differs []OtherValue `json:"differs"` // rulesets of the same game in which another value holds
}

// OtherValue is the value that another ruleset has.
type OtherValue struct {
	Rulesets []string `json:"rulesets"`
	Text     string   `json:"text"`
}

// rulebookRoutes are those of the rules.
func (s *Server) rulebookRoutes(get func(string, gin.HandlerFunc)) {
	get(api+"/rules", s.ruleList)
	get(api+"/rules/:ruleset", s.rulePage)
}

func (s *Server) ruleList(c *gin.Context) {
	book := models.RulebookIn(string(language(c)))
	all := s.rulesets()
	list := RulesetList{Rulesets: []RulesetLine{}}
	played := s.playedRules()
	for _, name := range all.Names() {
		rs, err := all.Get(name)
		if err != nil {
			continue // a house's own that does not fit together: doctor says why
		}
		line := RulesetLine{ID: rs.ID, Title: book.Title(rs.ID, rs.Title), Game: rs.Game, Language: rs.Language, Overlays: []OverlayLine{}, Playing: []PlayedRules{}}
		line.Statements = len(statementsOf(book, rs.ID))
		for _, id := range sortedNames(all.Overlays(name)) {
			line.Overlays = append(line.Overlays, overlayLine(book, name, id, all.Overlays(name)[id]))
		}
		for _, p := range played {
			if base, _, _ := strings.Cut(p.Ruleset, "+"); base == rs.ID {
				line.Playing = append(line.Playing, p)
			}
		}
		list.Rulesets = append(list.Rulesets, line)
	}
	reply(c, list)
}

func overlayLine(book *models.Rulebook, base, id, title string) OverlayLine {
	return OverlayLine{ID: id, Title: book.Title(base+"+"+id, title)}
}

func sortedNames(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// rulesets are the shipped ones and the house's own.
func (s *Server) rulesets() models.Rulesets {
	if s.records == nil || s.records.Rulesets == nil {
		return models.ShippedRulesets()
	}
	all, err := s.records.Rulesets()
	if err != nil {
		s.log.Warn("the house's own rules cannot be read", "error", err)
		return models.ShippedRulesets()
	}
	return all
}

// playedRules are those by which the boards play now.
func (s *Server) playedRules() []PlayedRules {
	var out []PlayedRules
	for _, w := range s.all() {
		if events := w.board.MatchLog(); len(events) > 0 && events[0].Setup != nil {
			out = append(out, PlayedRules{Board: w.name, Ruleset: events[0].Setup.Ruleset.ID, Match: events[0].Setup.ID})
		}
	}
	return out
}

// rulePage answers with a ruleset: as it ships; with ?match=, as it is played
// in that match, with what the house set.
func (s *Server) rulePage(c *gin.Context) {
	name := c.Param("ruleset")
	all := s.rulesets()
	rs, err := all.Get(name)
	if id := c.Query("match"); id != "" {
		setup := s.setupOf(c, id)
		if setup == nil {
			refuse(c, http.StatusNotFound, "no_such_match", noSuchMatch(id))
			return
		}
		rs, err = setup.Ruleset, nil
	}
	if err != nil {
		refuse(c, http.StatusNotFound, "no_such_ruleset", fmt.Sprintf("there are no rules %q: /api/v1/rules lists them", shortened(name)))
		return
	}
	book := models.RulebookIn(string(language(c)))
	base, _, _ := strings.Cut(rs.ID, "+")
	p := RulesetPage{
		ID: rs.ID, Title: book.Title(base, rs.Title), Game: rs.Game, Language: rs.Language, Match: c.Query("match"), Overlays: []OverlayLine{},
		Sections: sectionsOf(&rs, all, book), Statements: statementsOf(book, base), Decisions: decisions(book),
	}
	for _, id := range strings.Split(rs.ID, "+")[1:] {
		p.Overlays = append(p.Overlays, overlayLine(book, base, id, all.Overlays(base)[id]))
	}
	if rs.Game == models.Carrom {
		p.Decisions = []models.Statement{}
	}
	reply(c, p)
}

// setupOf is how a match is played: one in hand, or one that is kept.
func (s *Server) setupOf(c *gin.Context, id string) *score.Setup {
	for _, w := range s.all() {
		if events := w.board.MatchLog(); len(events) > 0 && events[0].Setup != nil && events[0].Setup.ID == id {
			return events[0].Setup
		}
	}
	if s.records == nil {
		return nil
	}
	events, err := s.records.Store.Events(c.Request.Context(), id)
	if err != nil || len(events) == 0 {
		return nil
	}
	return events[0].Setup
}

// statementsOf are those of a ruleset's document.
func statementsOf(book *models.Rulebook, base string) []models.Statement {
	out := []models.Statement{}
	for _, st := range book.Statements {
		if strings.HasPrefix(st.ID, base+"-") {
			out = append(out, st)
		}
	}
	return out
}

// decisions are those that settle what documents leave open.
func decisions(book *models.Rulebook) []models.Statement {
	out := []models.Statement{}
	for _, st := range book.Statements {
		if st.Marks == "decision" {
			out = append(out, st)
		}
	}
	return out
}

// sectionFields say where the sections begin: a section holds the parameters
// from the named one on.
var sectionFields = map[string]string{
	"SurfaceDiameterMM": "board", "SurfaceMM": "board",
	"Players": "people", "TurnOrder": "turns", "BreakerColour": "turns",
	"StartTouchLine": "start", "StrikerTouchBothLines": "start",
	"OpenRule": "open", "ContactRequired": "contact", "TwentyFlat": "twenty", "RestOnStartLine": "lines", "ScoringModes": "count",
	"NoviceReshoot": "manners", "MatchTarget": "count",
	"ContinueOnOwn": "strokes", "QueenNeedsOwnPocketed": "queen", "LastOwnWithQueenOnBoard": "count", "Placing": "manners",
}

// sectionsOf a ruleset, with what differs from the other rulesets.
func sectionsOf(rs *models.Ruleset, all models.Rulesets, book *models.Rulebook) []RuleSection {
	others := map[string][]OtherValue{}
	base, _, _ := strings.Cut(rs.ID, "+")
	own := map[string]any{}
	for _, p := range rs.Parameters() {
		own[p.Field] = p.Value
	}
	for _, name := range all.Names() {
		other, err := all.Get(name)
		if err != nil || other.Game != rs.Game || name == base {
			continue
		}
		for _, p := range other.Parameters() {
			if reflect.DeepEqual(p.Value, own[p.Field]) {
				continue
			}
			text := valueText(book, p.Value)
			list := others[p.Field]
			if i := slices.IndexFunc(list, func(o OtherValue) bool { return o.Text == text }); i >= 0 {
				list[i].Rulesets = append(list[i].Rulesets, other.ID)
			} else {
				others[p.Field] = append(list, OtherValue{Rulesets: []string{other.ID}, Text: text})
			}
		}
	}
	var sections []RuleSection
	at := 0
	for _, p := range rs.Parameters() {
		if id := sectionFields[p.Field]; id != "" {
			if at = slices.IndexFunc(sections, func(s RuleSection) bool { return s.ID == id }); at < 0 {
				at = len(sections)
				sections = append(sections, RuleSection{ID: id})
			}
		}
		differs := others[p.Field]
		if differs == nil {
			differs = []OtherValue{}
		}
		sections[at].Parameters = append(sections[at].Parameters, RuleParameter{
			Field: p.Field, Doc: book.Doc(p.Field, p.Doc), Value: p.Value, Text: valueText(book, p.Value), Source: p.Source, Silent: p.Silent,
			House: p.Source == models.HouseSource, Differs: differs,
		})
	}
	return sections
}

// valueText is a parameter's value in words. Switches are "true" and "false":
// a page says yes and no.
func valueText(book *models.Rulebook, value any) string {
	v := reflect.ValueOf(value)
	switch v.Kind() {
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = valueText(book, v.Index(i).Interface())
		}
		return strings.Join(parts, ", ")
	case reflect.String:
		return book.Value(v.String())
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	return fmt.Sprint(value)
}
