package desk

import (
	"testing"

	"ditchline/detect"
	"ditchline/referee"
)

func TestATwentyThatLiesBesideTheHoleWasNone(t *testing.T) {
	for _, c := range []struct {
		name     string
		beside   bool
		twenties int
		want     referee.Outcome // of the opponent's shot that hits the disc
	}{
		{"it lies flat beside it when play goes on", true, 0, referee.Valid},
		{"it lies in it still", false, 1, referee.Foul}, // and counts, and is no disc to hit
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, light := opened(t)
			s.hands([]detect.ID{light}, nil)
			s.notes = nil
			n := s.shoot("dark", 270, at(0, 0), detect.InHole)
			fell := s.next - 1
			if n.Verdict.Twenties[n.Team] != 1 {
				t.Fatalf("twenties %v before", n.Verdict.Twenties)
			}
			if c.beside {
				d := s.on[fell]
				d.State, d.Pos = detect.Flat, at(20, 100)
				s.on[fell] = d
			}
			s.shoot("light", 90, at(60, 100), detect.Flat, effect{id: fell, to: at(140, 250), state: detect.Flat, p: 1})
			s.wants()
			shots := s.desk.Match().State().Shots
			first, last := shots[len(shots)-2], shots[len(shots)-1]
			if got := first.Verdict.Twenties[n.Team]; got != c.twenties {
				t.Errorf("%d twenties, want %d", got, c.twenties)
			}
			if last.Verdict.Outcome != c.want || last.Verdict.Contact != c.beside {
				t.Errorf("the next shot is %s, contact %v", last.Verdict.Outcome, last.Verdict.Contact)
			}
		})
	}
}
