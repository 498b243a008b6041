package ui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/store"
)

// MatchLine is a match in a list.
type MatchLine struct {
	ID        string         `json:"id"`
	Began     time.Time      `json:"began"`
	Last      time.Time      `json:"last"` // its last event
	Game      models.Game    `json:"game"`
	Ruleset   string         `json:"ruleset"`
	Players   referee.Form   `json:"players"`
	Event     string         `json:"event,omitempty"`
	Stage     string         `json:"stage,omitempty"`
	Table     string         `json:"table,omitempty"`
	BoardName string         `json:"board_name,omitempty"`
	Phase     score.Phase    `json:"phase"`
	Live      bool           `json:"live"` // it is in hand at a board
	Sides     []MatchSide    `json:"sides"`
	Winners   []referee.Side `json:"winners"` // several: shared; none when over: a draw
	Rounds    int            `json:"rounds"`
	Shots     int            `json:"shots"` // strokes in carrom
	Reviews   int            `json:"reviews"`
	Problem   string         `json:"problem,omitempty"` // why its log does not replay
}

// MatchSide is a side in a list of matches.
type MatchSide struct {
	Side    referee.Side `json:"side"`
	Name    string       `json:"name"`
	Colour  string       `json:"colour,omitempty"`
	Players []string     `json:"players"` // named ones
	Total   int          `json:"total"`   // of the last game
	Games   int          `json:"games"`   // won
}

// digest is what lists need of a match's log.
type digest struct {
	events  int
	line    MatchLine
	careers map[string]score.CareerEntry // by score.PlayerKey
	names   map[string]string            // by key, as written
}

// digests remember those of matches that have no more events than when they
// were made: replaying all logs for every list would be slow.
type digests struct {
	mu sync.Mutex
	of map[string]*digest
}

// all are the digests of every match, the newest first. A match that does not
// replay is in the list with why.
func (d *digests) all(ctx context.Context, s *store.Store) ([]*digest, error) {
	list, err := s.Matches(ctx)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	next := make(map[string]*digest, len(list))
	out := make([]*digest, 0, len(list))
	for _, m := range list {
		g := d.of[m.ID]
		if g == nil || g.events != m.Events || g.line.Problem != "" {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			g = digestOf(ctx, s, m)
		}
		next[m.ID] = g
		out = append(out, g)
	}
	d.of = next
	slices.SortStableFunc(out, func(a, b *digest) int {
		return cmp.Or(b.line.Began.Compare(a.line.Began), cmp.Compare(b.line.ID, a.line.ID))
	})
	return out, nil
}

// clear forgets them: logs were rewritten.
func (d *digests) clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.of = nil
}

func digestOf(ctx context.Context, s *store.Store, m store.Summary) *digest {
	match, err := s.Match(ctx, m.ID)
	if err != nil {
		return &digest{events: m.Events, line: MatchLine{ID: m.ID, Began: m.Began, Sides: []MatchSide{}, Winners: []referee.Side{}, Problem: err.Error()}}
	}
	g := &digest{events: m.Events, line: lineOf(match), careers: match.Entries(), names: map[string]string{}}
	for _, name := range match.Setup().Named() {
		g.names[score.PlayerKey(name)] = name
	}
	return g
}

func lineOf(m *score.Match) MatchLine {
	setup, st, events := m.Setup(), m.State(), m.Events()
	l := MatchLine{
		ID: setup.ID, Began: events[0].At, Last: events[len(events)-1].At, Game: setup.Ruleset.Game, Ruleset: setup.Ruleset.ID, Players: setup.Form,
		Event: setup.Event, Stage: setup.Stage, Table: setup.Table, BoardName: setup.BoardName, Phase: st.Phase, Winners: st.Winners,
		Rounds: len(st.Rounds), Shots: len(st.Shots), Reviews: len(st.Reviews),
	}
	if st.Carrom != nil {
		l.Rounds, l.Shots = len(st.Carrom.Boards), len(st.Carrom.Strokes)
	}
	if l.Winners == nil {
		l.Winners = []referee.Side{}
	}
	for _, side := range st.Sides {
		v := MatchSide{Side: side.Side, Name: setup.TeamName(side.Side), Players: []string{}, Total: side.Total, Games: side.Games}
		for _, t := range setup.Teams {
			if t.Side != side.Side {
				continue
			}
			v.Colour = t.Colour
			for _, p := range t.Players {
				if p.Name != "" {
					v.Players = append(v.Players, p.Name)
				}
			}
		}
		l.Sides = append(l.Sides, v)
	}
	return l
}

// matches says whether every word is somewhere in the line.
func (l *MatchLine) matches(words []string) bool {
	text := []string{l.ID, l.Ruleset, l.Event, l.Stage, l.Table, l.BoardName, l.Began.Format(time.DateOnly)}
	for _, side := range l.Sides {
		text = append(append(text, side.Name), side.Players...)
	}
	all := strings.ToLower(strings.Join(text, " "))
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(all, word) })
}

// career of a player over the digests.
func career(all []*digest, key string) (score.Career, bool) {
	var entries []score.CareerEntry
	name := ""
	for _, g := range all {
		if e, ok := g.careers[key]; ok {
			entries = append(entries, e)
			if name == "" {
				name = g.names[key] // as the newest match has it
			}
		}
	}
	if len(entries) == 0 {
		return score.Career{}, false
	}
	return score.NewCareer(name, entries), true
}

// PlayerLine is a player in a list.
type PlayerLine struct {
	Player   string      `json:"player"`
	Matches  int         `json:"matches"`
	Last     time.Time   `json:"last"` // beginning of the last match
	Won      score.Share `json:"won"`
	Rounds   int         `json:"rounds"`
	PerRound float64     `json:"points_per_round"`
	Shots    int         `json:"shots"`
	Twenties score.Share `json:"twenties"`
	Open     score.Share `json:"open"`
	Fouls    score.Share `json:"fouls"`
	Boards   int         `json:"boards"`
	PerBoard float64     `json:"points_per_board"`
	Pocketed score.Share `json:"pocketed"`
}

// playerLines are all players, who has played last first.
func playerLines(all []*digest) []PlayerLine {
	seen := map[string]bool{}
	out := []PlayerLine{}
	for _, g := range all {
		for key := range g.careers {
			if seen[key] {
				continue
			}
			seen[key] = true
			c, _ := career(all, key)
			out = append(out, PlayerLine{
				Player: c.Player, Matches: c.Matches, Last: c.Form[len(c.Form)-1].Began, Won: c.Won, Rounds: c.Rounds, PerRound: c.PerRound,
				Shots: c.Shots, Twenties: c.Twenties, Open: c.Open, Fouls: c.Fouls, Boards: c.Boards, PerBoard: c.PerBoard, Pocketed: c.Pocketed,
			})
		}
	}
	slices.SortFunc(out, func(a, b PlayerLine) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Player, b.Player)) })
	return out
}

// noSuchMatch says so for people.
func noSuchMatch(id string) string {
	return fmt.Sprintf("there is no match %.80q: /api/v1/matches lists them", id)
}
