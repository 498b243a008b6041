package desk

import (
	"testing"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// points of a side as the match has them now.
func (s *stage) points(side referee.Side) int {
	for _, x := range s.desk.Match().State().Sides {
		if x.Side == side {
			return x.Points
		}
	}
	return -1
}

func (s *stage) wantPoints(when string, a, b int) {
	s.t.Helper()
	if s.points("A") != a || s.points("B") != b {
		s.t.Errorf("%s: %d to %d, want %d to %d", when, s.points("A"), s.points("B"), a, b)
	}
}

func (s *stage) correct(x ...Said) {
	s.t.Helper()
	if _, err := s.desk.Correct(x, "Ann"); err != nil {
		s.t.Fatal(err)
	}
}

// Discs of A in the 15 (70 mm) and of B in the 10 (150 mm).
func TestADiscThatWasDraggedStaysWherePeopleSay(t *testing.T) {
	s, dark, _ := opened(t)
	s.wantPoints("at first", 15, 10)
	was := s.on[dark].Pos
	s.correct(Said{Was: &was, Pos: at(140, 100), State: detect.Flat})
	s.wantPoints("dragged into the 10", 10, 10)
	s.shoot("dark", 270, at(60, 270), detect.Flat, effect{id: s.next - 1, to: at(160, 45), state: detect.Flat, p: 1})
	s.wantPoints("after a shot that leaves it alone", 25, 10)
	s.shoot("light", 90, at(150, 300), detect.Flat, effect{id: dark, to: at(80, 120), state: detect.Flat, p: 1})
	s.wantPoints("after a shot that moves it", 30, 20)
}

func TestADiscThatIsNoneStaysAway(t *testing.T) {
	s, dark, _ := opened(t)
	s.correct(Said{Name: "A1", State: detect.InDitch})
	s.wantPoints("deleted", 0, 10)
	if w := s.desk.Words()[dark]; !w.Off || !w.Holds(s.on[dark]) {
		t.Errorf("the word about it is %+v", w)
	}
	s.shoot("dark", 270, at(250, 200), detect.Flat)
	s.wantPoints("after the next shot", 0, 10)
	s.hands([]detect.ID{dark, s.next - 1}, nil) // people take it away: that is no wrong removal
	s.wants()
}

func TestADiscIsTheOtherSides(t *testing.T) {
	s, _, light := opened(t)
	was := s.on[light].Pos
	s.correct(Said{Was: &was, Side: "A", Pos: was, State: detect.Flat})
	s.wantPoints("A's now", 25, 0)
	s.shoot("dark", 270, at(60, 270), detect.Flat)
	s.wantPoints("after the next shot", 40, 0)
}

func TestADiscThatOnlyPeopleSeeCounts(t *testing.T) {
	s, _, _ := opened(t)
	s.correct(Said{Side: "B", Pos: at(50, 180), State: detect.Flat})
	s.wantPoints("added", 15, 25)
	if x := s.desk.Extras(); len(x) != 1 || x[0].Side != "B" || x[0].Points != 15 || r2.Norm(r2.Sub(x[0].Pos, at(50, 180))) > 0.1 {
		t.Errorf("extras %+v", x)
	}
	s.shoot("dark", 270, at(60, 270), detect.Flat)
	if s.points("B") != 25 {
		t.Errorf("B has %d after the next shot, want 25", s.points("B"))
	}
	name, was := s.desk.Extras()[0].Name, at(50, 180)
	s.correct(Said{Name: name, Was: &was, Pos: at(150, 180), State: detect.Flat})
	if x := s.desk.Extras(); len(x) != 1 || x[0].Points != 10 {
		t.Errorf("moved, extras are %+v", x)
	}
	s.correct(Said{Name: name, Was: &was, State: detect.InDitch})
	if x := s.desk.Extras(); len(x) != 0 || s.points("B") != 10 {
		t.Errorf("taken away, extras are %+v and B has %d", x, s.points("B"))
	}
}

func TestADiscBecomesATwentyAndBack(t *testing.T) {
	s, dark, _ := opened(t)
	was := s.on[dark].Pos
	s.correct(Said{Was: &was, Pos: was, State: detect.InHole})
	s.wantPoints("a twenty", 20, 10)
	undone, err := s.desk.Order(score.Event{Kind: score.KindUndo})
	if err != nil || len(undone.Events) != 1 {
		t.Fatal(undone, err)
	}
	s.wantPoints("undone", 15, 10)
	s.shoot("dark", 270, at(60, 270), detect.Flat, effect{id: s.next - 1, to: at(160, 45), state: detect.Flat, p: 1})
	s.wantPoints("after the next shot", 30, 10)
	if _, err := s.desk.Order(score.Event{Kind: score.KindUndo}); err != nil {
		t.Fatal(err)
	}
}

func TestWrongCorrectionsAreRefused(t *testing.T) {
	s, _, _ := opened(t)
	nowhere := at(220, 10)
	for name, x := range map[string][]Said{
		"nothing":            nil,
		"a disc that is not": {{Name: "A9", Pos: at(50, 0), State: detect.Flat}},
		"where none lies":    {{Was: &nowhere, Pos: at(50, 0), State: detect.Flat}},
		"nobody's":           {{Side: "Q", Pos: at(50, 0), State: detect.Flat}},
		"off the board":      {{Side: "A", Pos: at(500, 0), State: detect.Flat}},
		"in no way":          {{Side: "A", Pos: at(50, 0), State: "upright"}},
	} {
		if _, err := s.desk.Correct(x, ""); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	s.wantPoints("after all that", 15, 10)
}
