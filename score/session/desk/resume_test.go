package desk

import (
	"reflect"
	"testing"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/referee"
)

func TestAMatchGoesOnFromItsLogWhicheverWayTheBoardIsFound(t *testing.T) {
	for turn := range 4 {
		s, _, light := opened(t)
		s.shoot("dark", 270, at(250, 200), detect.Flat, effect{id: light, to: at(140, 45), state: detect.Flat, p: 1})
		log := s.desk.Match().Events()

		d := newDesk(t, referee.Two)
		if err := d.Resume(log); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(d.Match().State(), s.desk.Match().State()) {
			t.Error("the match is another")
		}
		// New eyes: other ids, other names of the teams, another turn.
		again := &stage{t: t, desk: d, now: s.now, next: 1, shots: 0, on: map[detect.ID]detect.Seen{}}
		missing := detect.ID(0)
		for _, x := range s.lying() {
			team := map[string]string{"dark": "one", "light": "other"}[x.Team]
			seen := again.disc(team, quarter(x.Pos, turn), x.State)
			seen.Colour = x.Colour
			if x.ID == light {
				missing = x.ID // somebody has taken it meanwhile
				continue
			}
			again.on[seen.ID] = seen
		}
		again.take(&detect.Found{Calibration: calibrate.Calibration{Board: stageBoard()}, Discs: again.lying()})
		r := only[*Resumed](again.notes)
		if len(r) != 1 || r[0].Agree != 2 || len(r[0].Missing) != 1 || r[0].Extra != 0 {
			t.Fatalf("turn %d: %+v, want 2 discs in place and %d missing", turn, r, missing)
		}
		if len(d.Ghosts()) != 1 {
			t.Errorf("turn %d: ghosts %+v", turn, d.Ghosts())
		}
		n := again.shoot("other", 90+90*float64(turn), at(0, 0), detect.InHole)
		if n.Player != "B1" || n.Team != "B" || !n.Verdict.StartValid {
			t.Errorf("turn %d: the next shot is %s's of %s, start %v", turn, n.Player, n.Team, n.Verdict.StartReasons)
		}
		again.wants()
	}
}
