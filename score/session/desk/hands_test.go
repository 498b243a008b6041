package desk

import (
	"slices"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/referee"

	"gonum.org/v1/gonum/spatial/r2"
)

// two discs lie on the board, one of each side; the next shot is dark's.
func opened(t *testing.T) (s *stage, dark, light detect.ID) {
	t.Helper()
	s = newStage(t, newDesk(t, referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	dark = s.next - 1
	s.shoot("light", 90, at(150, 45), detect.Flat, effect{id: dark, to: at(70, 100), state: detect.Flat, p: 1})
	return s, dark, s.next - 1
}

func TestAFoulDiscThatIsTakenOffIsNoAnomaly(t *testing.T) {
	s, _, _ := opened(t)
	n := s.shoot("dark", 270, at(250, 200), detect.Flat)
	if n.Verdict.Outcome != referee.Foul || len(n.Remove) != 1 || n.Remove[0].Why != referee.ByFoul {
		t.Fatalf("%s, to remove %+v", n.Text, n.Remove)
	}
	s.hands([]detect.ID{s.next - 1}, nil)
	s.shoot("light", 90, at(200, 10), detect.Flat)
	s.wants()
}

func TestAForgottenDiscIsRaisedOnceWhenPlayGoesOn(t *testing.T) {
	s, _, _ := opened(t)
	s.shoot("dark", 270, at(250, 200), detect.Flat)
	s.wait(2 * time.Second)
	s.wants()
	s.shoot("light", 90, at(200, 10), detect.Flat)
	s.wants(MissingRemoval)
	s.shoot("dark", 270, at(200, 300), detect.Flat)
	s.wants(MissingRemoval, MissingRemoval) // light's, which touched nothing; dark's first one is not said again
}

func TestAForgottenDiscIsRaisedWhenTheFilmEnds(t *testing.T) {
	s, _, _ := opened(t)
	s.shoot("dark", 270, at(250, 200), detect.Flat)
	s.wait(2 * time.Second)
	s.end()
	s.wants(MissingRemoval)
}

func TestAnotherDiscTakenIsOneAnomaly(t *testing.T) {
	s, _, light := opened(t)
	s.shoot("dark", 270, at(250, 200), detect.Flat)
	s.hands([]detect.ID{light}, nil)
	s.wants(WrongRemoval)
	if g := s.desk.Ghosts(); len(g) != 1 || g[0].Name != "B1" {
		t.Errorf("ghosts %+v, want B1's place", g)
	}
	s.shoot("light", 90, at(200, 10), detect.Flat)
	s.wants(WrongRemoval)
	if len(s.desk.Ghosts()) != 0 {
		t.Error("play has gone on, and ghosts are shown still")
	}
}

func TestAnotherDiscTakenAndPutBackLeavesNoGhost(t *testing.T) {
	s, _, light := opened(t)
	lay := s.on[light]
	s.hands([]detect.ID{light}, nil)
	s.on[light] = lay
	s.hands(nil, nil)
	if len(s.desk.Ghosts()) != 0 {
		t.Error("the disc lies there again, and its ghost is shown still")
	}
}

func TestADiscMovedByHandIsRaisedUnlessItIsPutBackAtOnce(t *testing.T) {
	s, dark, _ := opened(t)
	lay := s.on[dark].Pos
	s.hands(nil, map[detect.ID]r2.Vec{dark: r2.Add(lay, r2.Vec{X: 6})})
	if len(s.desk.Ghosts()) != 1 {
		t.Error("no ghost of where it lay")
	}
	s.now -= 700 * time.Millisecond // put back within the moment
	s.hands(nil, map[detect.ID]r2.Vec{dark: r2.Add(lay, r2.Vec{X: 0.4})})
	s.wait(3 * time.Second)
	s.wants()
	s.hands(nil, map[detect.ID]r2.Vec{dark: r2.Add(lay, r2.Vec{Y: 8})})
	s.wait(3 * time.Second)
	s.wants(HandDisturbance)
	s.wait(3 * time.Second)
	s.wants(HandDisturbance)
}

func TestADiscMovedByHandCountsWhereItLiesWhenPlayGoesOn(t *testing.T) {
	s, dark, _ := opened(t)
	s.hands(nil, map[detect.ID]r2.Vec{dark: at(150, 100)})
	s.shoot("dark", 270, at(250, 200), detect.InDitch)
	if points := s.desk.Match().State().Sides[0].Points; points != 10 {
		t.Errorf("the disc counts %d, want 10 where it lies now", points)
	}
}

func TestATrembleIsNoDisturbance(t *testing.T) {
	s, dark, _ := opened(t)
	s.hands(nil, map[detect.ID]r2.Vec{dark: r2.Add(s.on[dark].Pos, r2.Vec{X: 1.2})})
	s.wait(3 * time.Second)
	s.wants()
}

func TestADiscThatComesBackIsRaisedAndMustGo(t *testing.T) {
	s, dark, _ := opened(t)
	n := s.shoot("light", 90, at(120, 90), detect.Flat, effect{id: dark, to: at(200, 280), state: detect.Flat, p: 1, returned: true})
	s.wants(OutOfTurn, ReturnedDisc)
	if len(n.Remove) != 1 || n.Remove[0].Why != referee.Returned {
		t.Errorf("to remove %+v, want the disc that came back", n.Remove)
	}
}

func TestAMovedBoardAndALostCameraAreRaised(t *testing.T) {
	s, _, _ := opened(t)
	s.take(&detect.Shifted{At: s.now, MM: 12, Deg: 1.5})
	s.take(&detect.Broken{At: s.now, Why: "the board is gone"})
	s.take(&detect.Broken{At: s.now, Cut: true, Why: "a cut"})
	s.wants(BoardMoved, CameraLost)
}

func TestAShotOutOfTurnIsRaisedAndJudged(t *testing.T) {
	s, dark, _ := opened(t)
	n := s.shoot("light", 90, at(120, 90), detect.Flat, effect{id: dark, to: at(75, 100), state: detect.Flat, p: 1})
	s.wants(OutOfTurn)
	if n.Verdict.Outcome != referee.Valid {
		t.Errorf("judged %s: %s", n.Verdict.Outcome, n.Text)
	}
}

func TestATrackBeyondTheEdgeTellsThatADiscCameBack(t *testing.T) {
	for name, c := range map[string]struct {
		far   float64
		state detect.State
		want  []Kind
	}{
		"over the edge and back":       {355, detect.Flat, []Kind{OutOfTurn, ReturnedDisc}},
		"along the edge":               {331, detect.Flat, []Kind{OutOfTurn}},
		"over the edge into the ditch": {355, detect.InDitch, []Kind{OutOfTurn}},
	} {
		s, dark, _ := opened(t)
		s.shoot("light", 90, at(120, 90), detect.Flat, effect{id: dark, to: at(250, 280), state: c.state, p: 1})
		seen := *s.desk.last.shot
		fresh, _, _ := opened(t)
		seen.N, seen.Before = 3, fresh.lying()
		seen.Tracks = []detect.Track{{ID: dark, Points: []detect.TrackPoint{
			{At: seen.Flick + 1, Pos: at(100, 280)}, {At: seen.Flick + 2, Pos: at(c.far, 280)}, {At: seen.Flick + 3, Pos: at(250, 280)},
		}}}
		fresh.take(&seen)
		if got := fresh.kinds(); !slices.Equal(got, c.want) {
			t.Errorf("%s: raised %v, want %v", name, got, c.want)
		}
	}
}

func TestADiscOverWhichPeoplePlayOnIsInPlayAgain(t *testing.T) {
	s, dark, _ := opened(t)
	s.shoot("dark", 270, at(250, 200), detect.Flat) // called a foul
	kept := s.next - 1
	s.shoot("light", 90, at(120, 90), detect.Flat, effect{id: dark, to: at(75, 100), state: detect.Flat, p: 1})
	if on := len(s.desk.Match().State().Board); on != 3 {
		t.Errorf("%d discs in play after the first shot over it, want 3", on)
	}
	s.shoot("dark", 270, at(0, 0), detect.InHole, effect{id: s.next - 1, to: at(130, 90), state: detect.Flat, p: 1})
	s.wants(MissingRemoval)
	if on := len(s.desk.Match().State().Board); on != 4 {
		t.Errorf("%d discs in play after the second, want 4", on)
	}
	n := s.shoot("light", 90, at(240, 20), detect.Flat, effect{id: kept, to: at(253, 200), state: detect.Flat, p: 1})
	if n.Verdict.Outcome != referee.Valid {
		t.Errorf("a touch of it: %s", n.Text)
	}
}

func TestADarkDiscInTheHoleIsNotMissedWhichNobodyCouldSee(t *testing.T) {
	for team, want := range map[string][]Kind{"dark": nil, "light": {MissingRemoval}} {
		s := newStage(t, newDesk(t, referee.Two))
		s.shoot(team, 270, at(0, 0), detect.InHole)
		if len(s.desk.Due()) != 1 {
			t.Errorf("%s: due %+v, want the twenty", team, s.desk.Due())
		}
		s.shoot("other", 90, at(60, 80), detect.Flat) // it seems to lie there still
		s.wants(want...)
		if left := len(s.desk.Due()); left != len(want) {
			t.Errorf("%s: %d due still", team, left)
		}
		s.hands([]detect.ID{1}, nil)
		s.wants(want...)
		if n := s.desk.Match().State().Sides[0].Twenties; n != 1 {
			t.Errorf("%s: %d twenties, want 1", team, n)
		}
	}
}
