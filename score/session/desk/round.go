package desk

import (
	"slices"
	"time"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// calm is for how long a round that is played must lie undisturbed before it
// is written.
const calm = 4 * time.Second

// makeRoom brings the match to where a shot can be. It reports false for a
// shot for which there is no disc left, though the board was not cleared.
func (d *Desk) makeRoom(s *detect.Shot) bool {
	if d.state().Phase == score.Over || d.opensNext(s.Before) {
		d.begin()
		return true
	}
	if d.state().Phase != score.Frozen {
		return true
	}
	old := slices.ContainsFunc(s.Before, func(x detect.Seen) bool {
		_, known := d.names[x.ID]
		return known && x.State != detect.InDitch && !d.isDue(x)
	})
	if old {
		return false
	}
	d.writeRound()
	return true
}

// endQuietRound writes a round that is played when nobody has moved anything
// for a while, and nothing is to be decided.
func (d *Desk) endQuietRound() {
	if d.match == nil || d.state().Phase != score.Frozen || d.now-d.quietFrom < calm {
		return
	}
	if len(d.due) > 0 || len(d.ghosts) > 0 || len(d.state().Reviews) > 0 {
		return
	}
	d.writeRound()
}

// closeRound writes the round as it lies, if there is one.
func (d *Desk) closeRound() {
	if d.match == nil {
		return
	}
	switch d.state().Phase {
	case score.Over, score.Choosing:
		return
	}
	if !d.playedOn() && (len(d.lying) == 0 || len(d.state().Rounds) > 0) {
		return // nothing was played since the last round was written
	}
	d.gather(d.lying)
	d.writeRound()
}

// playedOn says whether this round has begun.
func (d *Desk) playedOn() bool {
	shots := d.state().Shots
	return len(shots) > 0 && shots[len(shots)-1].Round == d.state().Round
}

func (d *Desk) writeRound() {
	if _, err := d.enter(score.Event{Kind: score.KindRound}); err == nil {
		d.sayRound()
	}
}

// sayRound tells the round that was just written.
func (d *Desk) sayRound() {
	rounds := d.state().Rounds
	r := rounds[len(rounds)-1]
	n := &Round{At: d.now, Partial: r.Partial || d.midRound, Score: map[referee.Side]referee.Tally{}, Starter: d.state().Next}
	for side, c := range r.Counts {
		n.Score[side] = referee.Tally{Board: c.Board, Twenties: c.Twenties, Total: c.Total()}
	}
	d.say(n)
	d.newRound()
}
