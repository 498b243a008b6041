package hub

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"

	"ditchline/score"
	"ditchline/score/export"
	"ditchline/score/hall/tournament"
)

func (h *Hub) standingsCSV(w http.ResponseWriter, _ *http.Request) {
	rows := [][]string{{"stage", "group", "place", "entrant", "name", "club", "played", "won", "drawn", "lost", "points", "twenties", "difference"}}
	err := h.desk.State(func(s *tournament.State) {
		for _, g := range standingsOf(s) {
			for _, r := range g.Rows {
				rows = append(rows, []string{
					g.Stage, g.Group, strconv.Itoa(r.Place), string(r.Entrant), r.Name, r.Club, strconv.Itoa(r.Played), strconv.Itoa(r.Won),
					strconv.Itoa(r.Drawn), strconv.Itoa(r.Lost), strconv.Itoa(r.Points), strconv.Itoa(r.Twenties), strconv.Itoa(r.Difference),
				})
			}
		}
	})
	replyCSV(w, "standings.csv", rows, err)
}

func (h *Hub) pairingsCSV(w http.ResponseWriter, _ *http.Request) {
	rows := [][]string{{"match", "stage", "table", "a", "b", "points_a", "points_b", "twenties_a", "twenties_b", "winner"}}
	err := h.desk.State(func(s *tournament.State) {
		for m := range matchesOf(s) {
			row := []string{string(m.ID), stageText(&s.Stages[m.Stage], m), m.Table, s.Entrant(m.A).Name(), "", "", "", "", "", ""}
			if !m.Bye() {
				row[4] = s.Entrant(m.B).Name()
			}
			if r := m.Result; r != nil {
				row[5], row[6] = strconv.Itoa(r.Points[0]), strconv.Itoa(r.Points[1])
				row[7], row[8] = strconv.Itoa(r.Twenties[0]), strconv.Itoa(r.Twenties[1])
				row[9] = string(r.Winner)
			}
			rows = append(rows, row)
		}
	})
	replyCSV(w, "pairings.csv", rows, err)
}

// matchesCMN are the tournament's matches that tables have played, in
// Crokinole Match Notation: rounds with their counts, from the boards' logs.
func (h *Hub) matchesCMN(w http.ResponseWriter, r *http.Request) {
	var subjects []string
	err := h.desk.State(func(s *tournament.State) {
		h.mu.RLock()
		defer h.mu.RUnlock()
		for m := range matchesOf(s) {
			if m.Bye() || m.Open() || m.Forfeit {
				continue
			}
			if bm := playedAt(s, h.boards, m); bm != nil {
				subjects = append(subjects, bm.subject)
			}
		}
	})
	var matches []*score.Match
	for _, subject := range subjects {
		var m *score.Match
		if m, err = h.replay(r.Context(), subject); err != nil {
			break
		}
		matches = append(matches, m)
	}
	var text bytes.Buffer
	if err == nil {
		err = export.CMN(&text, matches, h.o.Version)
	}
	if err != nil {
		reply(w, http.StatusOK, nil, err)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+h.o.Event+`.cmn.json"`)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(text.Bytes()) // the reader may have gone away
}

// replay is a match as the stream has it.
func (h *Hub) replay(ctx context.Context, subject string) (*score.Match, error) {
	bodies, err := h.fetch(ctx, subject)
	if err != nil {
		return nil, err
	}
	one := NewBoards(h.o.Event)
	for i, body := range bodies {
		one.Take(Parse(Message{Subject: subject, Sequence: uint64(i + 1), Data: body}))
	}
	bm := one.matches[subject]
	if bm == nil {
		return nil, errNoSuch{"match in the stream at " + subject}
	}
	return bm.match, nil
}

// replyCSV keeps a spreadsheet from taking a name for a formula.
func replyCSV(w http.ResponseWriter, name string, rows [][]string, err error) {
	if err != nil {
		reply(w, http.StatusOK, nil, err)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "no-store")
	out := csv.NewWriter(w)
	for _, row := range rows {
		for i, cell := range row {
			if _, err := strconv.Atoi(cell); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				row[i] = "'" + cell
			}
		}
		if out.Write(row) != nil {
			return // the reader has gone away
		}
	}
	out.Flush()
}
