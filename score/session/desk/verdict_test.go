package desk

import (
	"slices"
	"testing"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

func TestATouchThatNobodyCanKnowIsAskedAndTheAnswerCounts(t *testing.T) {
	for yes, want := range map[bool]referee.Outcome{true: referee.Valid, false: referee.Foul} {
		s, dark, _ := opened(t)
		_ = dark
		light := s.next - 1
		s.now += 1
		shot := &detect.Shot{
			N: 3, Revision: 1, Flick: s.now, Settled: s.now, Reported: s.now, Disc: 90, Before: s.lying(),
			Start: detect.Placing{Seen: true, Pos: at(304.8, 270), SD: 0.1, Team: "dark"},
		}
		for _, d := range s.lying() {
			r := detect.Rest{Seen: d, From: d.Pos}
			if d.ID == light {
				r.PMoved = 0.5
				shot.Contacts = []detect.Contact{{A: 90, B: light, P: 0.6}}
			}
			shot.Rest = append(shot.Rest, r)
		}
		mine := s.disc("dark", at(240, 260), detect.Flat)
		mine.ID = 90
		shot.Rest = append(shot.Rest, detect.Rest{Seen: mine, PMoved: 1})
		s.take(shot)
		told := only[*Shot](s.notes)
		n := told[len(told)-1]
		if n.Verdict.Outcome != referee.Review || n.Contacted != Unsure || n.Verdict.Alternative == nil {
			t.Fatalf("%s, contacted %s: want a review", n.Text, n.Contacted)
		}
		q := s.desk.Match().State().Reviews[0]
		o, err := s.desk.Order(score.Event{Kind: score.KindRuling, Of: q.Seq, Answers: map[string]bool{q.Question.Key: yes}})
		if err != nil {
			t.Fatal(err)
		}
		after := only[*Shot](o.Notes)
		if len(after) != 1 || after[0].Verdict.Outcome != want || len(s.desk.Match().State().Reviews) != 0 {
			t.Errorf("after the answer %v: %+v, want %s", yes, after, want)
		}
		if off := len(s.desk.Due()) == 1; off != (want == referee.Foul) {
			t.Errorf("after the answer %v: %+v must be taken off", yes, s.desk.Due())
		}
	}
}

func TestAMovedOpponentWasTouchedThoughNobodySawIt(t *testing.T) {
	s, _, light := opened(t)
	n := s.shoot("dark", 270, at(240, 260), detect.Flat, effect{id: light, to: at(153, 45), state: detect.Flat})
	if n.Verdict.Outcome != referee.Valid || n.Contacted != Yes {
		t.Errorf("%s", n.Text)
	}
}

func TestARevisionStandsForTheShotAndKeepsItsNames(t *testing.T) {
	s, _, light := opened(t)
	first := s.shoot("dark", 270, at(288.5, 260), detect.Flat, effect{id: light, to: at(160, 45), state: detect.Flat, p: 1})
	if len(first.Remove) != 1 || first.Remove[0].Why != referee.OnLine {
		t.Fatalf("%s", first.Text)
	}
	again := *s.desk.last.shot
	again.Revision = 2
	again.Rest = slices.Clone(again.Rest)
	again.Rest[0].Pos = at(286, 260)
	s.take(&again)
	told := only[*Shot](s.notes)
	n := told[len(told)-1]
	if n.Revision != 2 || n.N != first.N || len(n.Remove) != 0 || len(s.desk.Due()) != 0 {
		t.Errorf("revision %d of shot %d removes %+v, due %+v: want nothing", n.Revision, n.N, n.Remove, s.desk.Due())
	}
	if len(s.desk.Match().State().Board) != 3 {
		t.Errorf("the log has %d discs, want 3", len(s.desk.Match().State().Board))
	}
}

func TestAnUndoneShotShowsWhereTheDiscsLay(t *testing.T) {
	s, dark, light := opened(t)
	s.shoot("dark", 270, at(240, 260), detect.Flat, effect{id: light, to: at(340, 45), state: detect.InDitch, p: 1}, effect{id: dark, to: at(90, 100), state: detect.Flat, p: 1})
	if _, err := s.desk.Order(score.Event{Kind: score.KindUndo, Of: s.desk.last.seq}); err != nil {
		t.Fatal(err)
	}
	if g := s.desk.Ghosts(); len(g) != 2 {
		t.Errorf("ghosts %+v, want those of both discs", g)
	}
	if state := s.desk.Match().State(); state.Next != referee.South || len(state.Board) != 2 {
		t.Errorf("next is %s on %d discs, want S on 2", state.Next, len(state.Board))
	}
	s.shoot("dark", 270, at(240, 260), detect.Flat)
	s.wants()
}

func TestOrdersThatCannotBeAreRefused(t *testing.T) {
	s, _, _ := opened(t)
	for _, e := range []score.Event{{Kind: score.KindShot}, {Kind: score.KindStart}, {Kind: score.KindRuling, Of: 99, Answers: map[string]bool{"contact": true}}, {Kind: "nonsense"}} {
		if _, err := s.desk.Order(e); err == nil {
			t.Errorf("%s was taken", e.Kind)
		}
	}
}

// inDoubt is dark's disc of a shot that on a second look touched the other one
// with that probability.
func (s *stage) inDoubt(other detect.ID, p float64) (mine detect.ID) {
	s.t.Helper()
	s.shoot("dark", 270, at(240, 260), detect.Flat)
	mine = s.next - 1
	again := *s.desk.last.shot
	again.Revision = 2
	again.Contacts = []detect.Contact{{A: mine, B: other, P: p}}
	s.take(&again)
	return mine
}

func TestWhatPeopleLeaveLyingAnswersAReview(t *testing.T) {
	for taken, want := range map[bool]referee.Outcome{true: referee.Foul, false: referee.Valid} {
		for touched, likely := range map[float64]referee.Outcome{0.3: referee.Foul, 0.7: referee.Valid} {
			s, _, light := opened(t)
			mine := s.inDoubt(light, touched)
			v, open := s.desk.open()
			if !open || v.Likely != likely {
				t.Fatalf("touched %.2f: no review, or the other outcome is likelier", touched)
			}
			if taken {
				s.hands([]detect.ID{mine}, nil)
			}
			s.shoot("light", 90, at(200, 10), detect.Flat)
			s.wants()
			if got := s.desk.Match().State().Shots[2].Verdict.Outcome; got != want {
				t.Errorf("touched %.2f, taken off: %v: the shot is %s, want %s", touched, taken, got, want)
			}
		}
	}
}

func TestADiscTakenOffInErrorIsNoAnswerToAReview(t *testing.T) {
	s, dark, light := opened(t)
	s.inDoubt(light, 0.3)
	s.hands([]detect.ID{dark}, nil)
	s.shoot("light", 90, at(200, 10), detect.Flat)
	s.wants(WrongRemoval)
	if v := s.desk.Match().State().Shots[2].Verdict; v.Outcome != referee.Review || v.Likely != referee.Foul {
		t.Errorf("the shot is %s (likely %s): that its disc lies there still answers nothing", v.Outcome, v.Likely)
	}
}

func TestADiscWhoseColourIsInDoubtIsAskedAboutOnceWhereItDecides(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	dark := s.next - 1
	s.shoot("light", 90, at(150, 45), detect.Flat, effect{id: dark, to: at(70, 100), state: detect.InDitch, p: 1})
	light := s.next - 1
	doubt := s.on[light]
	doubt.Other = 0.3
	s.on[light] = doubt
	n := s.shoot("dark", 270, at(60, 200), detect.Flat) // an open shot, if the disc is dark's own
	v, open := s.desk.open()
	if !open || v.Question.Kind != referee.AskWhose || v.Likely != referee.Foul {
		t.Fatalf("%s: want the question whose the disc is", n.Text)
	}
	o, err := s.desk.Order(score.Event{Kind: score.KindRuling, Of: n.Seq, Answers: map[string]bool{v.Question.Key: true}})
	if err != nil {
		t.Fatal(err)
	}
	s.notes = append(s.notes, o.Notes...)
	s.hands([]detect.ID{s.next - 1}, nil)
	s.shoot("light", 90, at(60, 10), detect.Flat)
	n = s.shoot("dark", 270, at(65, 200), detect.Flat)
	if n.Verdict.Outcome == referee.Review {
		t.Errorf("%s: it was answered", n.Text)
	}
}

func TestADiscThatGoesAfterAllAnswersTheReviewAnew(t *testing.T) {
	s, _, light := opened(t)
	mine := s.inDoubt(light, 0.3)
	s.shoot("light", 90, at(200, 10), detect.Flat)
	if got := s.desk.Match().State().Shots[2].Verdict.Outcome; got != referee.Valid {
		t.Fatalf("left lying the shot is %s, want valid", got)
	}
	s.hands([]detect.ID{mine}, nil)
	s.wants()
	if got := s.desk.Match().State().Shots[2].Verdict.Outcome; got != referee.Foul {
		t.Errorf("taken off later the shot is %s, want foul", got)
	}
	s.hands([]detect.ID{light}, nil)
	s.wants(WrongRemoval)
}
