package hub

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"

	"ditchline/models"
	"ditchline/score/hall/tournament"
)

// keepSurface keeps the board that a match is played on, and gives the name
// by which the tables' lines speak of it: pages ask for it once.
func (b *Boards) keepSurface(board models.Board) string {
	board.Source = ""
	text, err := json.Marshal(board)
	if err != nil {
		return "" // a figure that is no number: a page draws no lines
	}
	sum := fnv.New32a()
	_, _ = sum.Write(text) // it never fails
	name := fmt.Sprintf("%s-%08x", board.Name, sum.Sum32())
	b.surface[name] = board
	return name
}

// surface is a board as package models has it, mm.
func (h *Hub) surface(r *http.Request) (any, error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	board, ok := h.boards.surface[r.PathValue("surface")]
	if !ok {
		return nil, errNoSuch{"surface " + r.PathValue("surface")}
	}
	return board, nil
}

// rulebookBoard is the board of a tournament's rules.
func rulebookBoard(setup tournament.Setup) models.Board {
	rs, err := models.ShippedRulesets().Get(setup.Rules, setup.Sets...)
	if err != nil {
		return models.Board{} // the setup was proven when it was opened
	}
	if rs.Game == models.Carrom {
		return models.ShippedBoards()["carrom-icf"]
	}
	return rs.RulebookBoard()
}
