package score

import (
	"fmt"
	"strings"

	"ditchline/referee"
)

// StrokeSaid is what there is to say of a carrom stroke.
type StrokeSaid struct {
	Player            string
	Pocketed, PutBack map[string]int // by kind
	Reason            referee.Reason // why the striker was not placed rightly; empty where it was
	Verdict           referee.CarromVerdict
}

// Said is the stroke of the record, played by the player.
func (r *StrokeRecord) Said(player string) StrokeSaid {
	return StrokeSaid{Player: player, Pocketed: r.Pocketed(), PutBack: r.PutBack, Reason: r.Stroke.Foul, Verdict: r.Verdict}
}

// Sentence tells the stroke in English: how it began, what fell, what follows.
func (s StrokeSaid) Sentence() string {
	var fell []string
	for _, kind := range []string{WhitePiece, BlackPiece} {
		if k := s.Pocketed[kind]; k > 0 {
			fell = append(fell, fmt.Sprintf("%d %s", k, kind))
		}
	}
	for _, kind := range []string{QueenPiece, striker} {
		if s.Pocketed[kind] > 0 {
			fell = append(fell, "the "+kind)
		}
	}
	text := "Nothing was pocketed."
	if len(fell) > 0 {
		text = "Pocketed: " + strings.Join(fell, ", ") + "."
	}
	switch s.Reason {
	case referee.FStrikerLines:
		text = "The striker did not touch both base lines. " + text
	case referee.FStrikerCircle:
		text = "The striker lay on a base circle. " + text
	}
	for _, e := range s.Verdict.Events {
		switch e {
		case "Q_PENDING":
			text += " The queen must be confirmed by the next stroke."
		case "Q_COVERED":
			text += " The queen is confirmed."
		case "Q_BACK":
			text += " The queen goes back to the centre."
		}
	}
	if back := s.PutBack[WhitePiece] + s.PutBack[BlackPiece]; back > 0 {
		text += fmt.Sprintf(" %d of the player's pieces must be put back.", back)
	}
	switch s.Verdict.Result {
	case referee.Continue:
		text += fmt.Sprintf(" %s plays on.", s.Player)
	case referee.Pass:
		text += " The turn passes."
	case referee.End:
		text += " The board is over."
	}
	return text
}
