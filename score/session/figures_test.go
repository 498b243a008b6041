package session

import (
	"math"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// tracked is the shot with the track of its disc, flicked at a speed, m/s, and
// braked by friction.
func tracked(s *detect.Shot, speed float64) *detect.Shot {
	side := math.Copysign(1, s.Start.Pos.Y)
	var points []detect.TrackPoint
	for i := range 4 {
		at := time.Duration(i) * time.Second / 30
		points = append(points, detect.TrackPoint{At: s.Flick + at, Pos: r2.Vec{Y: side * (295 - 1000*(speed*at.Seconds()-0.17*9.81*at.Seconds()*at.Seconds()/2))}})
	}
	s.Tracks = []detect.Track{{ID: s.Disc, Points: points}}
	return s
}

func TestTheMatchShowsWhatABroadcastTellsOfEachSide(t *testing.T) {
	cam := overhead(0, 0, 0)
	e := &eyes{finder: found(cam), detector: discs(), happen: map[uint64][]detect.Happening{
		10: {tracked(flick(1, "A", -1, true, 0), 1.5)},
		40: {flick(2, "B", 1, false, time.Second)},
		70: {tracked(flick(3, "A", -1, false, 2*time.Second), 2.1)},
	}}
	var s *Session
	s = sessionOf(t, stepped(&s, picture(cam), 100, func(int) {}), e, &journal{})
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := s.Snapshot().Match
	if len(m.Sides) != 2 || m.Games != 1 {
		t.Fatalf("match %+v", m)
	}
	a, b := m.Sides[0].Figures, m.Sides[1].Figures
	if a.Shots != 2 || a.Open.N != 1 || a.Open.Of != 2 || a.Twenties != 1 || b.Shots != 1 || b.Open.Of != 1 || b.Fouls != 1 {
		t.Errorf("A %+v, B %+v", a, b)
	}
	if math.Abs(a.BestSpeed-2.1) > 0.01 || math.Abs(a.MeanSpeed-1.8) > 0.01 || math.Abs(a.LastSpeed-2.1) > 0.01 || b.BestSpeed != 0 {
		t.Errorf("speeds of A %+v, of B %+v", a, b)
	}
	if len(m.Shots) != 3 || math.Abs(m.Shots[0].Speed-1.5) > 0.01 || m.Shots[1].Speed != 0 {
		t.Errorf("shots %+v", m.Shots)
	}
	if p := m.Sides[0].Players; len(p) != 1 || p[0].Name != "A1" || p[0].Left != m.Sides[0].Unplayed {
		t.Errorf("players %+v of %+v", p, m.Sides[0])
	}
	if m.Sides[0].Color == "" {
		t.Error("the colour of side A's discs is not told")
	}
}

func TestTheSpeedsOfAMatchOutliveARestart(t *testing.T) {
	cam := overhead(0, 0, 0)
	j := &journal{}
	e := &eyes{finder: found(cam), detector: discs(), happen: map[uint64][]detect.Happening{10: {tracked(flick(1, "A", -1, true, 0), 1.5)}}}
	var s *Session
	s = sessionOf(t, stepped(&s, picture(cam), 30, func(int) {}), e, j)
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var again logged
	again.read("m", j.events)
	if len(again.speeds) != 1 || math.Abs(again.speeds[2]-1.5) > 0.01 || again.colours["A"] == "" {
		t.Errorf("read %+v of %d events", again, len(j.events))
	}
	again.read("another", j.events[:1])
	if len(again.speeds)+len(again.colours) != 0 {
		t.Errorf("another match has %+v", again)
	}
}

func TestACarromBoardShowsWhatEachSideHasLeft(t *testing.T) {
	rules, err := models.ShippedRulesets().Get("CAR")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup("c", rules, models.ShippedBoards()["carrom-icf"], referee.Two).Completed()
	m, err := score.Begin(score.Event{Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []referee.Stroke{{Own: 2}, {Own: 1, Queen: true}, {Own: 1}} {
		if _, err := m.Append(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Seat: m.State().Next, Stroke: s}}); err != nil {
			t.Fatal(err)
		}
	}
	v := m.State().CarromView()
	if v == nil || v.Left["A"] != 5 || v.Left["B"] != 9 || v.Queen != referee.QueenCovered || v.QueenOf != "A" || v.Colours["A"] == v.Colours["B"] {
		t.Errorf("%+v", v)
	}
}
