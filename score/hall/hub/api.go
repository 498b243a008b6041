package hub

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ditchline/models"
	"ditchline/score/hall/tournament"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler answers over HTTP. Everybody may read; who knows the director's
// word (Authorization: Bearer WORD) may write.
func (h *Hub) Handler() http.Handler {
	mux := http.NewServeMux()
	get := func(path string, answer func(*http.Request) (any, error)) {
		mux.HandleFunc("GET /api/v1"+path, func(w http.ResponseWriter, r *http.Request) {
			v, err := answer(r)
			reply(w, http.StatusOK, v, err)
		})
	}
	keep := func(path string, age time.Duration, make func() (any, error)) {
		get(path, func(*http.Request) (any, error) { return h.answered(path, age, make) })
	}
	keep("/event", freshAnswer, h.event)
	keep("/entrants", 0, h.entrants)
	get("/pairings", h.pairings)
	keep("/standings", 0, h.standings)
	keep("/tables", freshAnswer, h.tables)
	get("/tables/{table}", h.table)
	get("/tables/{table}/play", h.play)
	get("/surfaces/{surface}", h.surface)
	get("/players/{id}", h.player)
	get("/aside", func(*http.Request) (any, error) { return h.asides(), nil })
	get("/presets", func(*http.Request) (any, error) { return h.presetList(), nil })
	mux.HandleFunc("GET /api/v1/standings.csv", h.standingsCSV)
	mux.HandleFunc("GET /api/v1/pairings.csv", h.pairingsCSV)
	mux.HandleFunc("GET /api/v1/matches.cmn", h.matchesCMN)
	mux.HandleFunc("GET /api/v1/changes", h.changes)
	mux.HandleFunc("GET /healthz", h.healthz)
	mux.Handle("GET /metrics", promhttp.HandlerFor(h.o.Metrics, promhttp.HandlerOpts{}))
	keep("/brackets", 0, h.brackets)
	mux.HandleFunc("GET /api/v1/tournament.json", h.tournamentJSON)
	mux.HandleFunc("GET /api/v1/desk", h.desked)
	mux.HandleFunc("POST /api/v1/desk/sign-in", h.signIn)
	mux.HandleFunc("POST /api/v1/desk/sign-out", h.signOut)
	mux.HandleFunc("GET /api/v1/desk/log", h.directed(h.deskLog))
	mux.HandleFunc("GET /api/v1/desk/round", h.directed(h.deskPairs))
	mux.HandleFunc("GET /api/v1/desk/ticket", h.ticketed(h.deskTicket))
	mux.HandleFunc("POST /api/v1/desk", h.directed(h.deskEvent))
	mux.HandleFunc("POST /api/v1/desk/stage", h.directed(h.deskStage))
	mux.HandleFunc("POST /api/v1/desk/round", h.directed(h.deskRound))
	mux.HandleFunc("POST /api/v1/desk/entrants", h.directed(h.deskEntrants))
	mux.HandleFunc("POST /api/v1/desk/revoke", h.ticketed(h.deskRevoke))
	return mux
}

// problem is the body of every answer that is an error.
type problem struct {
	Error problemText `json:"error"`
}

type problemText struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// errBuilding says that the tournament's log is still being read.
var errBuilding = errors.New("the hub is reading the streams: ask again")

// errNoSuch is an answer of 404.
type errNoSuch struct{ what string }

func (e errNoSuch) Error() string { return "there is no " + e.what }

func reply(w http.ResponseWriter, status int, v any, err error) {
	var missing errNoSuch
	switch {
	case errors.As(err, &missing):
		status, v = http.StatusNotFound, problem{problemText{"not_found", err.Error()}}
	case errors.Is(err, errBuilding):
		status, v = http.StatusServiceUnavailable, problem{problemText{"building", err.Error()}}
	case errors.Is(err, ErrNotOpen):
		status, v = http.StatusConflict, problem{problemText{"not_open", err.Error()}}
	case err != nil:
		status, v = http.StatusUnprocessableEntity, problem{problemText{"does_not_fit", err.Error()}}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // the reader may have gone away
}

// stageLine is a stage in /event.
type stageLine struct {
	tournament.Stage
	State  string   `json:"state"` // to_come, playing, done
	Round  int      `json:"round,omitempty"`
	Groups []string `json:"group_names,omitempty"`
	Size   int      `json:"bracket,omitempty"` // places in a knockout's bracket, where all groups have as many
}

type eventAnswer struct {
	Setup    tournament.Setup      `json:"setup"`
	Entrants int                   `json:"entrants"`
	Stages   []stageLine           `json:"stages"`
	Open     int                   `json:"open_matches"`
	Done     bool                  `json:"done"`
	Misdrawn []tournament.Misdrawn `json:"misdrawn"` // rounds that a later correction would have drawn otherwise
	Overdue  []string              `json:"overdue"`  // matches whose time is up
	Decide   []string              `json:"decide"`   // matches that are over at their board, and need a person's word
	Events   int                   `json:"events"`   // of the tournament's log
	Next     step                  `json:"next"`     // what the director is to do
	Tables   []string              `json:"tables,omitempty"`
	Featured string                `json:"featured,omitempty"` // the table that is shown on air
	Game     models.Game           `json:"game"`               // that its rules are of
	Surface  string                `json:"surface"`            // of the rules' own board: /surfaces/NAME, where no match has told another
	Now      time.Time             `json:"now"`                // by the hub's clock
}

func (h *Hub) event() (any, error) {
	var a eventAnswer
	var err error
	h.desk.Look(func(cup *tournament.Tournament) {
		if cup == nil {
			if err = ErrNotOpen; !h.Ready() {
				err = errBuilding
			}
			return
		}
		s := cup.State()
		a = eventAnswer{
			Setup: s.Setup, Entrants: len(s.Entrants), Open: len(s.Open()), Done: s.Done(), Events: len(cup.Events()),
			Misdrawn: append([]tournament.Misdrawn{}, cup.Misdrawn()...), Overdue: []string{},
			Tables: s.Tables, Featured: s.Featured, Now: h.o.Now(),
		}
		board := rulebookBoard(s.Setup)
		a.Game = board.Game
		h.mu.Lock()
		a.Decide = undecided(s, h.boards)
		a.Surface = h.boards.keepSurface(board)
		h.mu.Unlock()
		for _, m := range s.Overdue(h.o.Now()) {
			a.Overdue = append(a.Overdue, string(m.ID))
		}
		a.Next = nextStep(cup)
		for i, st := range s.Setup.Stages {
			line := stageLine{Stage: st, State: "to_come"}
			if i < len(s.Stages) {
				line.State, line.Round = "playing", len(s.Stages[i].Rounds)
				if s.StageDone(i) {
					line.State = "done"
				}
				for _, g := range s.Stages[i].Groups {
					line.Groups = append(line.Groups, g.Name)
				}
				line.Size = s.Stages[i].BracketSize()
			}
			a.Stages = append(a.Stages, line)
		}
	})
	return a, err
}

func (h *Hub) entrants() (any, error) {
	var list []tournament.EntrantLine
	err := h.desk.State(func(s *tournament.State) { list = append([]tournament.EntrantLine{}, s.Entrants...) })
	return map[string]any{"entrants": list}, err
}

// pairing is a match with its names.
type pairing struct {
	tournament.Match
	Text     string    `json:"text"` // "Power pool A, round 3"
	Names    [2]string `json:"names"`
	Board    string    `json:"board_match"` // its id in the board's log
	Deadline time.Time `json:"deadline,omitzero"`
	Overdue  bool      `json:"overdue,omitempty"`
	Award    int       `json:"bye_points,omitempty"` // what a bye is worth
	Live     *View     `json:"live,omitempty"`       // while a table plays it
}

// pairings are all that have been drawn, or those of ?stage=N (from 0) and
// ?round=M (from 1) alone: what thousands look at is small.
func (h *Hub) pairings(r *http.Request) (any, error) {
	stage, err := wanted(r, "stage", -1)
	if err != nil {
		return nil, err
	}
	round, err := wanted(r, "round", 0)
	if err != nil {
		return nil, err
	}
	return h.answered(fmt.Sprintf("/pairings %d %d", stage, round), freshAnswer, func() (any, error) {
		list := []pairing{}
		err := h.desk.State(func(s *tournament.State) {
			h.mu.RLock()
			defer h.mu.RUnlock()
			for m := range matchesOf(s) {
				if (stage < 0 || m.Stage == stage) && (round < 1 || m.Round == round) {
					list = append(list, h.pairingOf(s, m))
				}
			}
		})
		return map[string]any{"pairings": list}, err
	})
}

// mostWanted bounds what a reader may ask for by a number, and so how many
// answers are kept.
const mostWanted = 99

// wanted is a number of the query, or what it is when it is not there.
func wanted(r *http.Request, name string, missing int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > mostWanted {
		return 0, fmt.Errorf("%s is %q: want a number from 0 to %d", name, text, mostWanted)
	}
	return n, nil
}

// pairingOf needs both models to be held.
func (h *Hub) pairingOf(s *tournament.State, m *tournament.Match) pairing {
	p := pairing{Match: *m, Text: stageText(&s.Stages[m.Stage], m), Board: boardMatch(s.Setup.ID, m)}
	p.Names[0] = s.Entrant(m.A).Name()
	if !m.Bye() {
		p.Names[1] = s.Entrant(m.B).Name()
	} else {
		p.Award = s.ByePoints(m)
	}
	if m.Open() {
		p.Deadline = s.Deadline(m)
		p.Overdue = !p.Deadline.IsZero() && !h.o.Now().Before(p.Deadline)
		if bm := h.boards.Match(m.Table, p.Board); bm != nil {
			v := viewOf(bm)
			p.Live = &v
		}
	}
	return p
}

// tableAnswer is a table as the hall sees it.
type tableAnswer struct {
	Table    string     `json:"table"`
	Match    *pairing   `json:"match,omitempty"` // what is to be played there
	View     *View      `json:"view,omitempty"`  // what its board told last
	Last     time.Time  `json:"last,omitzero"`   // when its newest event came
	Line     *lineState `json:"line,omitempty"`  // missing: nothing was ever heard of a board there
	SkewSecs float64    `json:"clock_skew_s"`
	Clock    string     `json:"clock,omitempty"` // a sentence, when its clock is wrong
}

// wrongClock is the skew beyond which people are told.
const wrongClock = time.Minute

func (h *Hub) tableLines() ([]tableAnswer, error) {
	list := []tableAnswer{}
	h.desk.Look(func(cup *tournament.Tournament) {
		h.mu.RLock()
		defer h.mu.RUnlock()
		var s *tournament.State
		if cup != nil {
			s = cup.State()
		}
		for _, name := range h.tableNames(s) {
			list = append(list, h.tableOf(s, name))
		}
	})
	return list, nil
}

// tableNames are the tables that the tournament names, or that have told
// something; it needs both models to be held. s is nil when none is open.
func (h *Hub) tableNames(s *tournament.State) []string {
	names := map[string]struct{}{}
	if s != nil {
		for _, name := range s.Tables {
			names[name] = struct{}{}
		}
	}
	for name := range h.boards.tables {
		names[name] = struct{}{}
	}
	return slices.SortedFunc(maps.Keys(names), byNumber)
}

// byNumber orders names of tables: 2 before 10, and numbers before words.
func byNumber(a, b string) int {
	x, errA := strconv.Atoi(a)
	y, errB := strconv.Atoi(b)
	switch {
	case errA == nil && errB == nil:
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return strings.Compare(a, b)
}

func (h *Hub) tableOf(s *tournament.State, name string) tableAnswer {
	a := tableAnswer{Table: name}
	if s != nil {
		if m := s.AtTable(name); m != nil {
			p := h.pairingOf(s, m)
			p.Live = nil
			a.Match = &p
		}
	}
	a.Line = h.lineOf(name)
	line := h.boards.tables[name]
	if line == nil {
		return a
	}
	a.Last, a.SkewSecs = line.Last, line.Skew.Seconds()
	if line.Skew.Abs() > wrongClock {
		way := "ahead"
		if line.Skew < 0 {
			way = "behind"
		}
		a.Clock = fmt.Sprintf("the clock of table %s is %s %s: set it; the order of play does not depend on it", name, line.Skew.Abs().Round(time.Second), way)
	}
	if bm := h.boards.Match(name, line.Match); bm != nil {
		v := viewOf(bm)
		a.View = &v
	}
	return a
}

func (h *Hub) tables() (any, error) {
	list, err := h.tableLines()
	return map[string]any{"tables": list}, err
}

func (h *Hub) table(r *http.Request) (any, error) {
	list, err := h.tableLines()
	for _, t := range list {
		if t.Table == r.PathValue("table") {
			return t, err
		}
	}
	return nil, errNoSuch{"table " + r.PathValue("table")}
}

// asides are what does not fit, and who plays what is not theirs.
func (h *Hub) asides() any {
	list := []Aside{}
	counts := map[string]uint64{}
	h.desk.Look(func(cup *tournament.Tournament) {
		h.mu.RLock()
		defer h.mu.RUnlock()
		list = append(list, h.boards.aside...)
		for cause, n := range h.boards.asides {
			counts[cause] = n
		}
		if cup != nil {
			some := strangers(cup.State(), h.boards)
			list = append(list, some...)
			if len(some) > 0 {
				counts[CauseStranger] = uint64(len(some))
			}
		}
	})
	return map[string]any{"aside": list, "counts": counts}
}

// healthz is 200 while the hub has a line, its models are up to date and its
// streams can be written; warnings tell what stands badly all the same.
func (h *Hub) healthz(w http.ResponseWriter, _ *http.Request) {
	reasons := []string{}
	if !h.conn.IsConnected() {
		reasons = append(reasons, "no server can be reached")
	}
	if !h.Ready() {
		reasons = append(reasons, fmt.Sprintf("the read model is being built: %d messages to go", h.pending[ofDesk].Load()+h.pending[ofBoards].Load()))
	}
	if text, _ := h.fault.Load().(string); text != "" {
		reasons = append(reasons, text)
	}
	warnings := []string{}
	if streams := h.streams.Load(); streams != nil && h.conn.IsConnected() {
		for i := range streams {
			if err := streams[i].problem(); err != nil {
				reasons = append(reasons, err.Error())
			}
			if err := streams[i].warning(); err != nil {
				warnings = append(warnings, err.Error())
			}
		}
	}
	status := http.StatusOK
	if len(reasons) > 0 {
		status = http.StatusServiceUnavailable
	}
	reply(w, status, map[string]any{"ok": len(reasons) == 0, "event": h.o.Event, "hub": h.o.Name, "reasons": reasons, "warnings": warnings}, nil)
}
