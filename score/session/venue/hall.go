package venue

import (
	"context"
	"fmt"
	"slices"

	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
)

// Hall is how a board stands to the hall that it has joined.
type Hall struct {
	Call desk.Call
	View session.HallView
}

// Gave says whether a match is one of the hall's for this table. No hall gives
// none.
func (h *Hall) Gave(s *score.Setup) bool {
	return h != nil && s.Event == h.Call.Event && s.Table == h.Call.Table
}

// Shown is how a screen shows it; nil for no hall.
func (h *Hall) Shown() *session.HallView {
	if h == nil {
		return nil
	}
	return &h.View
}

// hall of the board; nil where it has joined none.
func (b *Board) hall() *Hall {
	if b.venue.options.Hall == nil {
		return nil
	}
	boards := b.venue.Boards()
	place := slices.Index(boards, b)
	if place < 0 {
		place = len(boards) // it is being added
	}
	h := b.venue.options.Hall(place)
	if h == nil || h.Call.Next == nil {
		return h
	}
	if n, game := b.Snapshot(), h.Call.Next.Setup.Ruleset.Game; n.Board != nil && n.Board.Game != game {
		h.View.Misfit = fmt.Sprintf("it is by the rules %s, for %s, and this is a board for %s: watch another with --board, or ask the director for another table", h.Call.Next.Setup.Ruleset.ID, game, n.Board.Game)
	}
	return h
}

// TellHall shows how the board stands to its hall now; with called its match
// follows what the hall says is to be played.
func (b *Board) TellHall(ctx context.Context, called bool) {
	if b.venue.options.Hall == nil {
		return
	}
	h := b.hall()
	evening := b.Evening()
	switch {
	case evening == nil:
		n := b.Snapshot()
		n.Hall = h.Shown()
		b.Show(n)
	case h == nil:
		evening.SetHall(nil)
	default:
		if called {
			evening.Call(ctx, h.Call)
		}
		evening.SetHall(h.Shown())
	}
}

// TakeNext begins the hall's next match at the board now, or says why it
// cannot be.
func (b *Board) TakeNext(ctx context.Context) error {
	if evening := b.Evening(); evening != nil {
		return evening.TakeNext(ctx)
	}
	return errNoSession
}
