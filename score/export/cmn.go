package export

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// Crokinole Match Notation 1.0, as formats/cmn.md tells it. A CMN game is one
// round. Its field hammer is written as its text says: the team that shot
// FIRST. Everywhere else in Ditchline the hammer is the last shot.
type cmnMatch struct {
	CMN    string     `json:"cmn,omitempty"`
	ID     string     `json:"id"`
	Match  cmnPlay    `json:"match"`
	Event  *cmnEvent  `json:"event,omitempty"`
	Source *cmnSource `json:"source,omitempty"`
}

type cmnBatch struct {
	CMN     string     `json:"cmn"`
	Batch   bool       `json:"batch"`
	Source  *cmnSource `json:"source,omitempty"`
	Matches []cmnMatch `json:"matches"`
}

type cmnPlay struct {
	Date       string         `json:"date"`
	Format     string         `json:"format"`
	Teams      [2]cmnTeam     `json:"teams"`
	GameFormat *cmnGameFormat `json:"gameFormat,omitempty"`
	Games      []cmnGame      `json:"games"`
	Winner     *int           `json:"winner"`
}

type cmnTeam struct {
	Players []cmnPlayer `json:"players"`
}

type cmnPlayer struct {
	Name string `json:"name"`
	CID  string `json:"cid,omitempty"`
}

type cmnGameFormat struct {
	Type   string `json:"type"`
	Count  int    `json:"count,omitempty"`
	Target int    `json:"target,omitempty"`
}

type cmnGame struct {
	Winner   *int    `json:"winner"`
	Hammer   *int    `json:"hammer,omitempty"` // the team that shot first
	Scores   *[2]int `json:"scores,omitempty"`
	Twenties *[2]int `json:"twenties,omitempty"`
}

type cmnEvent struct {
	Name  string `json:"name,omitempty"`
	Round string `json:"round,omitempty"`
}

type cmnSource struct {
	App     string `json:"app"`
	Version string `json:"version,omitempty"`
}

// CMN writes matches in Crokinole Match Notation: one as it is, several as a
// batch. Only crokinole between two sides of one or two players has a place
// in it.
func CMN(w io.Writer, matches []*score.Match, version string) error {
	source := &cmnSource{App: "ditchline", Version: version}
	var list []cmnMatch
	for _, m := range matches {
		c, err := cmnOf(m)
		if err != nil {
			return fmt.Errorf("match %s: %w", m.Setup().ID, err)
		}
		list = append(list, c)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if len(list) == 1 {
		list[0].CMN, list[0].Source = "1.0", source
		return enc.Encode(list[0])
	}
	return enc.Encode(cmnBatch{CMN: "1.0", Batch: true, Source: source, Matches: list})
}

func cmnOf(m *score.Match) (cmnMatch, error) {
	setup, s := m.Setup(), m.State()
	format := map[referee.Form]string{referee.Two: "singles", referee.Four: "doubles"}[setup.Form]
	if format == "" || setup.Ruleset.Game != models.Crokinole {
		return cmnMatch{}, fmt.Errorf("CMN knows crokinole singles and doubles only, not %s for %s players", setup.Ruleset.Game, setup.Form)
	}
	play := cmnPlay{Date: m.Events()[0].At.UTC().Format(time.RFC3339), Format: format, Games: []cmnGame{}}
	for i := range play.Teams {
		for _, p := range setup.Teams[i].Players {
			play.Teams[i].Players = append(play.Teams[i].Players, cmnPlayer{Name: setup.Player(p.Seat), CID: p.CID})
		}
	}
	switch setup.Mode {
	case models.Rounds4:
		play.GameFormat = &cmnGameFormat{Type: "fixed", Count: setup.Ruleset.Rules.RoundsPerGame * setup.Games}
	case models.Match2:
		play.GameFormat = &cmnGameFormat{Type: "first_to", Target: setup.Target}
	}
	for i := range s.Rounds {
		play.Games = append(play.Games, cmnRound(setup, &s.Rounds[i]))
	}
	if len(s.Winners) == 1 {
		play.Winner = sideNumber(setup, s.Winners[0])
	}
	out := cmnMatch{ID: uuidOf(setup.ID), Match: play}
	if setup.Event != "" || setup.Stage != "" {
		out.Event = &cmnEvent{Name: setup.Event, Round: setup.Stage}
	}
	return out, nil
}

func cmnRound(setup *score.Setup, r *score.RoundResult) cmnGame {
	a, b := r.Counts[setup.Teams[0].Side], r.Counts[setup.Teams[1].Side]
	g := cmnGame{
		Scores: &[2]int{a.Total(), b.Total()}, Twenties: &[2]int{a.Twenties, b.Twenties},
		Winner: sideNumber(setup, r.Winner),
	}
	if first := setup.Team(r.Starter); first != nil {
		g.Hammer = sideNumber(setup, first.Side)
	}
	return g
}

// sideNumber is 0 or 1, nil for no side.
func sideNumber(setup *score.Setup, side referee.Side) *int {
	for i := range setup.Teams {
		if setup.Teams[i].Side == side {
			return &i
		}
	}
	return nil
}

var uuidV4 = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// uuidOf is a match's id as CMN wants it: itself when it is a UUID of version
// 4, else one made from it, always the same.
func uuidOf(id string) string {
	if lower := strings.ToLower(id); uuidV4.MatchString(lower) {
		return lower
	}
	h := sha256.Sum256([]byte("ditchline match " + id))
	h[6], h[8] = h[6]&0x0f|0x40, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
