package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ditchline/score/session/desk"
)

// boardText is a carrom board for people.
func boardText(n *desk.Board) string {
	what := fmt.Sprintf("board %d", n.N)
	if n.Partial {
		what = fmt.Sprintf("part of board %d", n.N)
	}
	words := []string{}
	for _, side := range slices.Sorted(maps.Keys(n.Score)) {
		words = append(words, fmt.Sprintf("%s %d (%d in all)", side, n.Score[side].Board, n.Score[side].Total))
	}
	return fmt.Sprintf("%s: %s; left: %d white, %d black", what, strings.Join(words, ", "), n.Left["white"], n.Left["black"])
}
