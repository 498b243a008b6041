package session

import (
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// log is a match of which shots and people's words are told in turn.
type log struct {
	t *testing.T
	m *score.Match
}

func (l log) add(e score.Event) {
	l.t.Helper()
	if _, err := l.m.Append(e); err != nil {
		l.t.Fatal(err)
	}
}

func (l log) wants(when string, undo, redo int) {
	l.t.Helper()
	seq := func(s *StepView) int {
		if s == nil {
			return 0
		}
		return s.Seq
	}
	u, r := steps(l.m)
	if seq(u) != undo || seq(r) != redo {
		l.t.Errorf("%s: undo takes %d back and redo brings %d, want %d and %d", when, seq(u), seq(r), undo, redo)
	}
}

func TestStepsGoBackAndForthOneByOne(t *testing.T) {
	rules, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup("m1", rules, models.ShippedBoards()["nca-26"], referee.Two)
	m, err := score.Begin(score.Event{By: "camera", Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	l := log{t, m}
	l.wants("at the start", 0, 0)
	next := func() *score.Shot { return &score.Shot{Seat: m.State().Next} }
	l.add(score.Event{By: "camera", Kind: score.KindShot, Shot: next()})                                                                    // 2
	l.add(score.Event{By: "camera", Kind: score.KindEdit, Edit: &score.Edit{Twenties: map[referee.Side]int{}}})                             // 3
	l.add(score.Event{By: "operator", Kind: score.KindEdit, Edit: &score.Edit{Twenties: map[referee.Side]int{m.State().Sides[0].Side: 1}}}) // 4
	l.wants("after a word", 4, 0)
	l.add(score.Event{Kind: score.KindUndo, Of: 4})
	l.wants("after one undo", 2, 4)
	l.add(score.Event{Kind: score.KindUndo, Of: 2})
	l.wants("after two", 0, 2)
	l.add(score.Event{Kind: score.KindRedo, Of: 2})
	l.wants("after a redo", 2, 4)
	l.add(score.Event{By: "camera", Kind: score.KindShot, Shot: next()}) // 8
	l.wants("when play has gone on", 8, 0)
}
