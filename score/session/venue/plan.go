// Package venue is the boards of one program: each with its own camera, match
// and screens. Boards come and go, and each can be set up anew, while the
// program runs. How they are set up is kept in a file.
package venue

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ditchline/capture"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// Plan is how a board is set up.
type Plan struct {
	Source  string       `json:"source"`  // what is watched: a URI
	Make    string       `json:"board"`   // of the board, or auto: the picture chooses
	Surface float64      `json:"surface"` // real diameter of the playing surface, mm; 0 for the make's own
	Rules   string       `json:"rules"`   // ruleset with overlays: CH+a+c
	Set     []string     `json:"set"`     // house rules, each FIELD=VALUE
	Players referee.Form `json:"players"`
	Teams   []score.Team `json:"teams"`   // names and colours; none: unnamed
	Starter referee.Seat `json:"starter"` // of the first round; empty: the first seat
	Games   int          `json:"games"`   // of a match; 0 is one
	Event   string       `json:"event"`
	Table   string       `json:"table"`
	// Either is set where neither rules nor board were named: a board for carrom
	// is then played by CAR.
	Either bool `json:"either,omitempty"`
}

// Problems are what is wrong with a plan, a sentence a field. The fields are
// those of Plan's JSON; of a player's name "name.S" with the seat, of a side's
// colour "colour.A".
type Problems map[string]string

func (p Problems) Error() string {
	var parts []string
	for _, field := range slices.Sorted(maps.Keys(p)) {
		parts = append(parts, field+": "+p[field])
	}
	return strings.Join(parts, "; ")
}

// Catalogue is what boards can be set up with.
type Catalogue struct {
	Makes    func() (models.Boards, error)
	Rulesets func() (models.Rulesets, error)
}

// Ready is a plan with everything that its words stand for.
type Ready struct {
	Plan
	Ruleset models.Ruleset
	Carrom  *models.Ruleset // in place of Ruleset when the board is found to be for carrom; nil: it must not be
	Boards  []models.Board  // that the picture may show
	Notes   []string        // what was added to the ruleset so that so many can play
}

// CarromRules are the rules of carrom boards when none are named.
const CarromRules = "CAR"

// Limits of what people write.
const (
	maxName = 60
	maxSets = 60
)

// Resolve looks up what a plan's words stand for. Its error is Problems, all
// of them at once.
func (c Catalogue) Resolve(p Plan) (Ready, error) {
	r := Ready{Plan: p}
	problems := Problems{}
	bad := func(field, format string, args ...any) {
		if _, told := problems[field]; !told {
			problems[field] = fmt.Sprintf(format, args...)
		}
	}
	if _, err := capture.ParseURI(p.Source); err != nil {
		bad("source", "%v", err)
	}
	c.resolveRules(&r, bad)
	c.resolveBoards(&r, bad)
	checkTeams(p, bad)
	if p.Games < 0 || p.Games > 99 {
		bad("games", "a match of %d games: want 1 to 99", p.Games)
	}
	for field, text := range map[string]string{"event": p.Event, "table": p.Table} {
		if why := badName(text); why != "" {
			bad(field, "%s", why)
		}
	}
	if len(problems) == 0 && r.Ruleset.Game == models.Crokinole {
		o := desk.Options{Match: "m", Ruleset: r.Ruleset, Form: p.Players, Teams: p.Teams, Starter: p.Starter, Games: p.Games}
		if err := o.Validate(); err != nil {
			bad("rules", "%v", err)
		}
	}
	if len(problems) > 0 {
		return r, problems
	}
	return r, nil
}

func (c Catalogue) resolveRules(r *Ready, bad func(field, format string, args ...any)) {
	if len(r.Set) > maxSets {
		bad("set", "%d house rules: at most %d", len(r.Set), maxSets)
		return
	}
	rulesets, err := c.Rulesets()
	if err != nil {
		bad("rules", "%v", err)
		return
	}
	rs, err := rulesets.Get(r.Rules)
	if err != nil {
		bad("rules", "%v", err)
		return
	}
	if rs, err = rs.With(r.Set...); err != nil {
		bad("set", "%v", err)
		return
	}
	if !r.Players.Valid() {
		bad("players", "players is %q: want 2, 3, 2v1 or 4", r.Players)
		return
	}
	r.Ruleset = rs
	if rs.Game != models.Crokinole {
		return
	}
	suited, changed, err := desk.Suit(rs, r.Players)
	if err != nil {
		bad("players", "%v", err)
		return
	}
	r.Ruleset = suited
	if carrom, err := rulesets.Get(CarromRules); err == nil && r.Either && strings.EqualFold(r.Make, "auto") {
		if _, _, err := desk.Suit(carrom, r.Players); err == nil { // three play crokinole only
			r.Carrom = &carrom
		}
	}
	if len(changed) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("ruleset %s says nothing of %s players: taken with %s", rs.ID, r.Players, strings.Join(changed, " ")))
	}
}

// games that the board may be for, the likelier first.
func (r *Ready) games() []models.Game {
	if r.Carrom == nil {
		return []models.Game{r.Ruleset.Game}
	}
	return []models.Game{r.Ruleset.Game, r.Carrom.Game}
}

func (c Catalogue) resolveBoards(r *Ready, bad func(field, format string, args ...any)) {
	if r.Surface != 0 && !(r.Surface >= 200 && r.Surface <= 2000) {
		bad("surface", "a playing surface of %g mm: want its diameter, 200 to 2000, or 0 for the make's own", r.Surface)
	}
	makes, err := c.Makes()
	if err != nil {
		bad("board", "%v", err)
		return
	}
	if name := strings.ToLower(r.Make); name != "auto" {
		board, err := makes.Get(name)
		switch {
		case err != nil:
			bad("board", "%v", err)
		case r.Ruleset.ID != "" && board.Game != r.Ruleset.Game:
			bad("board", "board %s is for %s, ruleset %s for %s", board.Name, board.Game, r.Ruleset.ID, r.Ruleset.Game)
		}
		r.Boards = []models.Board{board}
		return
	}
	for _, game := range r.games() {
		for _, name := range makes.Names() {
			if makes[name].Game == game {
				r.Boards = append(r.Boards, makes[name])
			}
		}
	}
}

// checkTeams looks at who plays.
func checkTeams(p Plan, bad func(field, format string, args ...any)) {
	if !p.Players.Valid() {
		return // said already
	}
	want := score.NewSetup("", models.Ruleset{}, models.Board{}, p.Players).Teams
	if len(p.Teams) > 0 && !sameSeats(p.Teams, want) {
		bad("teams", "the sides and seats are not those of %s players", p.Players)
		return
	}
	if p.Starter != "" && !slices.Contains(p.Players.Seats(), p.Starter) {
		bad("starter", "nobody sits at %q: want one of %v", p.Starter, p.Players.Seats())
	}
	at := map[string]referee.Seat{}
	for _, t := range p.Teams {
		if why := badName(t.Name); why != "" {
			bad("team."+string(t.Side), "%s", why)
		}
		for _, player := range t.Players {
			name := strings.ToLower(strings.TrimSpace(player.Name))
			if why := badName(player.Name); why != "" {
				bad("name."+string(player.Seat), "%s", why)
			} else if other, taken := at[name]; taken && name != "" {
				bad("name."+string(player.Seat), "%q sits at %s already: two players need two names", player.Name, other)
			}
			at[name] = player.Seat
		}
	}
	checkColours(p.Teams, bad)
}

func sameSeats(a, b []score.Team) bool {
	return slices.EqualFunc(a, b, func(x, y score.Team) bool {
		return x.Side == y.Side && slices.EqualFunc(x.Players, y.Players, func(p, q score.Player) bool { return p.Seat == q.Seat })
	})
}

func checkColours(teams []score.Team, bad func(field, format string, args ...any)) {
	for i, t := range teams {
		if t.Colour == "" {
			continue
		}
		if !desk.ValidColour(t.Colour) {
			bad("colour."+string(t.Side), "%q is no colour: want #rrggbb", t.Colour)
			continue
		}
		for _, other := range teams[:i] {
			if desk.ValidColour(other.Colour) && desk.ColoursAlike(t.Colour, other.Colour) {
				bad("colour."+string(t.Side), "its discs look like those of side %s: show a disc of each side again", other.Side)
			}
		}
	}
}

// badName says why a text is no name; empty where it is one, or none.
func badName(text string) string {
	switch {
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Sprintf("%q has characters that nobody can read", text)
	case utf8.RuneCountInString(text) > maxName:
		return fmt.Sprintf("it has %d characters: at most %d", utf8.RuneCountInString(text), maxName)
	}
	return ""
}

// errOf is Problems for one field.
func errOf(field string, err error) error {
	var known Problems
	if errors.As(err, &known) {
		return known
	}
	return Problems{field: err.Error()}
}
