package desk

import (
	"slices"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// byHands signs the answers that people gave by what they took off and what
// they left lying.
const byHands = "hands"

// open is the last shot's verdict, if it waits for a person's answer.
func (d *Desk) open() (v *referee.Verdict, ok bool) {
	if d.last == nil || d.last.seq == 0 {
		return nil, false
	}
	shots := d.state().Shots
	i := slices.IndexFunc(shots, func(r score.ShotRecord) bool { return r.Seq == d.last.seq })
	if i < 0 || shots[i].Verdict.Outcome != referee.Review || shots[i].Verdict.Alternative == nil || shots[i].Verdict.Question == nil {
		return nil, false
	}
	return &shots[i].Verdict, true
}

// mayGo says whether people may take a disc off because of a question that is
// open: the less likely answer would have it gone.
func (d *Desk) mayGo(s detect.Seen) bool {
	v, ok := d.open()
	if !ok {
		return false
	}
	return slices.ContainsFunc(toRemove(d.last, v.Alternative), func(x Due) bool { return x.is(s) })
}

// takeHint takes what people did with the discs for their answer to the last
// shot's question: they play on with the board as one of the outcomes has it,
// and not as the other. Who took off a disc that neither outcome asks for meant
// to take one: that the right one lies there still says nothing.
func (d *Desk) takeHint(lying []detect.Seen) {
	v, ok := d.open()
	if !ok || d.last.strayed {
		return
	}
	fits := func(mine, other []Due) bool {
		for _, x := range mine {
			if slices.ContainsFunc(lying, x.lies) {
				return false
			}
		}
		for _, x := range other {
			if !slices.ContainsFunc(mine, func(m Due) bool { return m.Name == x.Name }) && !slices.ContainsFunc(lying, x.lies) {
				return false
			}
		}
		return true
	}
	likely, alternative := toRemove(d.last, v), toRemove(d.last, v.Alternative)
	a, b := fits(likely, alternative), fits(alternative, likely)
	if a == b {
		return
	}
	yes := v.Question.P >= 0.5
	if b {
		yes = !yes
	}
	if _, err := d.enter(score.Event{Kind: score.KindRuling, Of: d.last.seq, By: byHands, Answers: map[string]bool{v.Question.Key: yes}}); err != nil {
		return
	}
	gone, stays := likely, alternative
	if b {
		gone, stays = alternative, likely
	}
	for _, x := range stays {
		if !slices.ContainsFunc(gone, func(m Due) bool { return m.Name == x.Name }) {
			d.spared = append(d.spared, spared{x, d.last.seq, v.Question.Key, !yes})
		}
	}
	i := slices.IndexFunc(d.state().Shots, func(r score.ShotRecord) bool { return r.Seq == d.last.seq })
	if i < 0 {
		return
	}
	d.due = d.left(d.last, toRemove(d.last, &d.state().Shots[i].Verdict))
}

// spared is a disc that was left lying, which was taken for the answer to a
// question: the other answer would have it gone.
type spared struct {
	Due
	seq    int // of the shot in the log
	key    string
	answer bool // that would have it gone
}

// recant takes a spared disc that people take off after all for their answer to
// that question; ok is false for any other disc.
func (d *Desk) recant(s detect.Seen) (ok bool) {
	i := slices.IndexFunc(d.spared, func(x spared) bool { return x.is(s) })
	if i < 0 {
		return false
	}
	x := d.spared[i]
	d.spared = slices.Delete(d.spared, i, i+1)
	// Where later shots have touched the disc the log keeps the first answer, and
	// follows the board.
	d.enter(score.Event{Kind: score.KindRuling, Of: x.seq, By: byHands, Answers: map[string]bool{x.key: x.answer}}) //nolint:errcheck
	return true
}

// left are the discs due after a shot that nobody has taken off yet.
func (d *Desk) left(j *judged, removed []Due) []Due {
	var out []Due
	for _, x := range append(j.still(), removed...) {
		if !j.gone[x.Name] {
			out = append(out, x)
		}
	}
	return out
}

// lies says whether a seen disc is the due one, and still on the surface.
func (x *Due) lies(s detect.Seen) bool { return s.State != detect.InDitch && x.is(s) }
