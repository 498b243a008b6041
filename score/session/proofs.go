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

// keep what proves a note of the desk: a shot, or a carrom stroke.
func (p proofs) keep(match string, note desk.Note) {
	switch s := note.(type) {
	case *desk.Shot:
		p.put(Proof{Match: match, Shot: s.Seq, Revision: s.Revision, Flick: s.Flick, Settled: s.Settled, Record: shotProof(s)}, s.Reported)
	case *desk.Stroke:
		p.put(Proof{Match: match, Shot: s.Seq, Revision: s.Revision, Flick: s.Flick, Settled: s.Settled, Record: strokeProof(s)}, s.Reported)
	}
}

func (p proofs) put(proof Proof, reported time.Duration) {
	if p.evidence == nil || proof.Shot == 0 {
		return
	}
	if p.evidence.has(shotKey{proof.Match, proof.Shot}) {
		proof.Revision = max(2, proof.Revision) // told again: what was filmed then stays
	}
	if p.ring != nil {
		proof.Pictures = p.ring
		proof.Before, _ = p.ring.At(proof.Flick - stillBefore)
		proof.After, _ = p.ring.At(reported)
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
