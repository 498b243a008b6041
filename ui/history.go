package ui

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/store"

	"github.com/gin-gonic/gin"
)

// Limits of a list of matches.
const (
	matchesShown = 50
	matchesMost  = 500
)

// MatchList is a part of the list of matches, the newest first.
type MatchList struct {
	Matches []MatchLine `json:"matches"`
	Total   int         `json:"total"` // that fit what was asked for
}

// matchList answers with the matches that fit ?q=, all words of it, from
// ?offset= on, at most ?limit=.
func (s *Server) matchList(c *gin.Context) {
	offset, err1 := count(c, "offset", 0, 1<<30)
	limit, err2 := count(c, "limit", matchesShown, matchesMost)
	if err := errors.Join(err1, err2); err != nil {
		refuse(c, http.StatusBadRequest, "bad_query", err.Error())
		return
	}
	all, ok := s.digestsAll(c)
	if !ok {
		return
	}
	live := s.playing()
	words := strings.Fields(strings.ToLower(c.Query("q")))
	list := MatchList{Matches: []MatchLine{}}
	for _, g := range all {
		if !g.line.matches(words) {
			continue
		}
		if list.Total++; list.Total > offset && len(list.Matches) < limit {
			line := g.line
			line.Live = slices.Contains(live, line.ID)
			list.Matches = append(list.Matches, line)
		}
	}
	reply(c, list)
}

// count reads a number of the query, from 0 to most.
func count(c *gin.Context, name string, otherwise, most int) (int, error) {
	text := c.Query(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, errors.New(name + " is " + strconv.Quote(text) + ": want a number from 0 to " + strconv.Itoa(most))
	}
	return n, nil
}

// reply is JSON that nobody keeps.
func reply(c *gin.Context, v any) {
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, v)
}

// digestsAll are all matches' digests; ok is false after it refused.
func (s *Server) digestsAll(c *gin.Context) (all []*digest, ok bool) {
	all, err := s.records.digests.all(c.Request.Context(), s.records.Store)
	if err != nil {
		s.log.Error("the list of matches cannot be made", "error", err)
		refuse(c, http.StatusInternalServerError, "internal", "the match log cannot be read; the program's log says more")
		return nil, false
	}
	return all, true
}

// MatchPage is a match with its rounds and shots.
type MatchPage struct {
	MatchLine
	Title      string               `json:"ruleset_title"`
	House      []models.Parameter   `json:"house"` // options that the house set
	Standing   []score.SideState    `json:"standing"`
	RoundList  []score.RoundResult  `json:"round_list"`
	Games      []score.GameResult   `json:"games"`
	ShotList   []ShotLine           `json:"shot_list"`
	Strokes    []StrokeLine         `json:"stroke_list"`
	Boards     []score.CarromResult `json:"board_list"`
	Flags      []score.FlagRecord   `json:"flags"`
	Notes      []NoteLine           `json:"notes"`
	Statistics score.Statistics     `json:"statistics"`
	Geometry   session.Geometry     `json:"geometry"` // of the board, for drawing
	Evidence   int64                `json:"evidence_bytes"`
}

// NoteLine is a person's note.
type NoteLine struct {
	Seq  int    `json:"seq"`
	By   string `json:"by,omitempty"`
	Note string `json:"note"`
}

// ShotLine is a shot of a match that was played.
type ShotLine struct {
	Seq      int                  `json:"seq"`
	At       string               `json:"at"`
	Game     int                  `json:"game"`
	Round    int                  `json:"round"`
	N        int                  `json:"n"`
	Seat     referee.Seat         `json:"seat"`
	Player   string               `json:"player"`
	Side     referee.Side         `json:"side"`
	Disc     string               `json:"disc"`
	Verdict  referee.Outcome      `json:"verdict"`
	Likely   referee.Outcome      `json:"likely"`
	Reason   referee.Reason       `json:"reason"`
	Text     string               `json:"text"`    // the verdict in words, in the language asked for
	Because  []string             `json:"because"` // statements that decided, first the weightiest
	Open     bool                 `json:"open"`
	Removed  []referee.Removal    `json:"removed"`
	Twenties map[referee.Side]int `json:"twenties"`
	Rest     *PlaceLine           `json:"rest"`  // where its disc came to rest; null where that was not seen
	Files    []string             `json:"files"` // of evidence
	Disputed bool                 `json:"disputed"`
}

// PlaceLine is where a disc lies, mm in the match's frame: seat S at -y.
type PlaceLine struct {
	X     float64       `json:"x_mm"`
	Y     float64       `json:"y_mm"`
	State referee.State `json:"state"`
}

// StrokeLine is a carrom stroke of a match that was played.
type StrokeLine struct {
	score.StrokeRecord
	Player   string   `json:"player"`
	Files    []string `json:"files"`
	Disputed bool     `json:"disputed"`
}

// language is the one that ?lang= asks for, English otherwise.
func language(c *gin.Context) referee.Language {
	for _, l := range referee.Languages {
		if string(l) == c.Query("lang") {
			return l
		}
	}
	return referee.English
}

// stored is the match that the path names; ok is false after it refused.
func (s *Server) stored(c *gin.Context) (m *score.Match, ok bool) {
	id := c.Param("match")
	m, err := s.records.Store.Match(c.Request.Context(), id)
	switch {
	case errors.Is(err, store.ErrUnknown):
		refuse(c, http.StatusNotFound, "no_such_match", noSuchMatch(id))
		return nil, false
	case err != nil:
		s.log.Error("a match cannot be replayed", "match", id, "error", err)
		refuse(c, http.StatusInternalServerError, "internal", "the match cannot be replayed; the program's log says more")
		return nil, false
	}
	return m, true
}

func (s *Server) matchPage(c *gin.Context) {
	m, ok := s.stored(c)
	if !ok {
		return
	}
	setup, st := m.Setup(), m.State()
	p := MatchPage{
		MatchLine: lineOf(m), Title: setup.Ruleset.Title, House: []models.Parameter{}, Standing: st.Sides, RoundList: st.Rounds, Games: st.Games,
		ShotList: []ShotLine{}, Strokes: []StrokeLine{}, Boards: []score.CarromResult{}, Flags: st.Flags, Notes: []NoteLine{},
		Statistics: st.Statistics(), Geometry: session.GeometryOf(setup.Board),
	}
	p.Live = slices.Contains(s.playing(), p.ID)
	for _, option := range setup.Ruleset.Parameters() {
		if option.Source == models.HouseSource {
			p.House = append(p.House, option)
		}
	}
	for _, e := range m.Events() {
		if e.Kind == score.KindNote {
			p.Notes = append(p.Notes, NoteLine{Seq: e.Seq, By: e.By, Note: e.Note})
		}
	}
	proofs := s.proofsOf(p.ID)
	for _, proof := range proofs {
		p.Evidence += proof.Bytes
	}
	p.ShotList = shotLines(m, language(c), proofs)
	if st.Carrom != nil {
		p.Boards = append(p.Boards, st.Carrom.Boards...)
		for _, k := range st.Carrom.Strokes {
			proof := proofs[k.Seq]
			p.Strokes = append(p.Strokes, StrokeLine{StrokeRecord: k, Player: setup.Player(k.Seat), Files: proof.list(), Disputed: proof.Disputed})
		}
	}
	p.fill()
	reply(c, p)
}

// fill puts empty lists where there is nothing.
func (p *MatchPage) fill() {
	if p.RoundList == nil {
		p.RoundList = []score.RoundResult{}
	}
	if p.Games == nil {
		p.Games = []score.GameResult{}
	}
	if p.Flags == nil {
		p.Flags = []score.FlagRecord{}
	}
}

// proof is the evidence of one shot.
type proof struct{ session.EvidenceShot }

func (p proof) list() []string { return append([]string{}, p.Files...) }

// proofsOf are a match's shots of which there is evidence, by their number.
func (s *Server) proofsOf(match string) map[int]proof {
	out := map[int]proof{}
	if s.evidence == nil {
		return out
	}
	for _, shot := range s.evidence.Shots(match) {
		out[shot.Shot] = proof{shot}
	}
	return out
}

func shotLines(m *score.Match, lang referee.Language, proofs map[int]proof) []ShotLine {
	setup, st := m.Setup(), m.State()
	shots := m.ShotsInForce()
	out := make([]ShotLine, 0, len(st.Shots))
	for i := range st.Shots {
		k := &st.Shots[i]
		v := &k.Verdict
		line := ShotLine{
			Seq: k.Seq, At: k.At.UTC().Format("2006-01-02T15:04:05.000Z"), Game: k.Game, Round: k.Round, N: k.N, Seat: k.Seat, Player: setup.Player(k.Seat), Side: k.Side, Disc: k.Disc,
			Verdict: v.Outcome, Likely: v.Likely, Reason: v.Reason, Text: referee.Sentence(&referee.Situation{Ruleset: &setup.Ruleset}, v, lang),
			Because: append([]string{}, v.Because...), Open: v.Open, Removed: append([]referee.Removal{}, v.Removed...), Twenties: v.Twenties,
			Files: proofs[k.Seq].list(), Disputed: proofs[k.Seq].Disputed,
		}
		if line.Twenties == nil {
			line.Twenties = map[referee.Side]int{}
		}
		if shot := shots[k.Seq]; shot != nil {
			if rest, ok := shot.RestOf(k.Disc); ok && (rest.At.D > 0 || rest.State != referee.InDitch) {
				x, y := rest.At.XY()
				line.Rest = &PlaceLine{X: math.Round(10*x) / 10, Y: math.Round(10*y) / 10, State: rest.State}
			}
		}
		out = append(out, line)
	}
	return out
}

func (s *Server) playerList(c *gin.Context) {
	all, ok := s.digestsAll(c)
	if !ok {
		return
	}
	reply(c, PlayerList{Players: playerLines(all)})
}

// PlayerList are all players.
type PlayerList struct {
	Players []PlayerLine `json:"players"`
}

// PlayerPage is a player's career, with the board that its maps are drawn on.
type PlayerPage struct {
	score.Career
	Geometry session.Geometry `json:"geometry"` // of the board of the newest crokinole match, else of carrom
	Live     bool             `json:"live"`     // plays now
}

func (s *Server) playerPage(c *gin.Context) {
	all, ok := s.digestsAll(c)
	if !ok {
		return
	}
	key := score.PlayerKey(c.Param("player"))
	v, ok := career(all, key)
	if !ok {
		refuse(c, http.StatusNotFound, "no_such_player", noSuchPlayer(c.Param("player")))
		return
	}
	p := PlayerPage{Career: v}
	i := len(v.Form) - 1
	for k, f := range v.Form {
		if !f.Carrom { // the maps are of crokinole's shots
			i = k
		}
	}
	if m, err := s.records.Store.Match(c.Request.Context(), v.Form[i].Match); err == nil {
		p.Geometry = session.GeometryOf(m.Setup().Board)
	}
	p.Live = s.playsNow(key) != ""
	reply(c, p)
}

// playsNow is the match in hand in which a player plays; empty for none.
func (s *Server) playsNow(key string) string {
	for _, w := range s.all() {
		events := w.board.MatchLog()
		if len(events) == 0 || events[0].Setup == nil {
			continue
		}
		for _, name := range events[0].Setup.Named() {
			if score.PlayerKey(name) == key {
				return events[0].Setup.ID
			}
		}
	}
	return ""
}

func noSuchPlayer(name string) string {
	return "nobody of the name " + strconv.Quote(shortened(name)) + " is in a match: /api/v1/players lists who is"
}

func shortened(text string) string {
	if r := []rune(text); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return text
}
