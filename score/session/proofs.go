package session

import (
	"time"

	"ditchline/capture/film"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// proofs hands what proves the shots to the evidence.
type proofs struct {
	evidence *Evidence  // nil for none
	ring     *film.Ring // nil for none
}

// stillBefore is how long before the flick the still of the board is taken:
// the hand is there then, but no disc has moved.
const stillBefore = 200 * time.Millisecond

func (p proofs) keep(match string, s *desk.Shot, record any) {
	if p.evidence == nil || s.Seq == 0 {
		return
	}
	proof := Proof{Match: match, Shot: s.Seq, Revision: s.Revision, Flick: s.Flick, Settled: s.Settled, Record: record}
	if p.ring != nil {
		proof.Pictures = p.ring
		proof.Before, _ = p.ring.At(s.Flick - stillBefore)
		proof.After, _ = p.ring.At(s.Reported)
	}
	p.evidence.Keep(proof)
}

// dispute keeps the evidence of shots that people had a word about for good.
func (p proofs) dispute(match string, events []score.Event) {
	if p.evidence == nil {
		return
	}
	for _, e := range events {
		if e.Of > 0 {
			p.evidence.Dispute(match, e.Of, true)
		}
	}
}
