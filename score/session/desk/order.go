package desk

import (
	"errors"
	"fmt"
	"slices"

	"ditchline/detect"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// Order enters what a person says: an answer to a question, an undo, a flag.
// Shots come from the camera only.
func (d *Desk) Order(e score.Event) (Outcome, error) {
	if d.match == nil {
		return Outcome{}, errors.New("no match is played yet: the board was not found")
	}
	if e.Kind == score.KindStart || e.Kind == score.KindShot || e.Kind == score.KindStroke {
		return Outcome{}, fmt.Errorf("a %s is the camera's to enter", e.Kind)
	}
	if e.By == "" {
		e.By = "operator"
	}
	e.Seq, e.ID = 0, ""
	e, err := d.enter(e)
	if err != nil {
		return Outcome{}, err
	}
	switch e.Kind {
	case score.KindRound:
		d.sayRound()
	case score.KindUndo, score.KindRedo:
		d.recall(e)
		d.reconsider(e)
	case score.KindRuling, score.KindCorrection, score.KindFlag:
		d.reconsider(e)
	}
	return d.give(), nil
}

// reconsider brings what people must do up to date with a log whose past was
// changed.
func (d *Desk) reconsider(e score.Event) {
	if d.isCarrom() {
		d.reconsiderStroke()
		return
	}
	j := d.seen[e.Of]
	if j == nil && e.Of > 0 && e.Of <= len(d.match.Events()) {
		j = d.seen[d.match.Events()[e.Of-1].Of] // an undone answer or correction
	}
	if j == nil {
		return
	}
	i := slices.IndexFunc(d.state().Shots, func(r score.ShotRecord) bool { return r.Seq == j.seq })
	if i < 0 {
		d.takeBack(j)
		return
	}
	record := &d.state().Shots[i]
	if j != d.last {
		d.say(d.told(j, record.Seat, record.Side, record.Verdict))
		return
	}
	if e.Kind == score.KindRedo {
		d.ghosts = nil
	}
	d.tell(j, record.Seat, record.Side, record.Verdict)
}

// takeBack shows how the board lay before a shot that does not count: people
// put it back.
func (d *Desk) takeBack(j *judged) {
	if j != d.last {
		return
	}
	d.due = slices.Clone(j.late)
	d.ghosts = nil
	for _, b := range j.shot.Before {
		if b.State == detect.InDitch {
			continue
		}
		lies := slices.ContainsFunc(d.lying, func(s detect.Seen) bool { return s.ID == b.ID && r2.Norm(r2.Sub(s.Pos, b.Pos)) < backMM })
		if !lies {
			d.ghosts = append(d.ghosts, Ghost{Name: d.names[b.ID], Side: d.team(b), Pos: b.Pos, Radius: b.Radius, id: b.ID})
		}
	}
}
