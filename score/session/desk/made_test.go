package desk

import (
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// play-acting: a board on which a test moves discs by hand.
type stage struct {
	t     *testing.T
	desk  *Desk
	now   time.Duration
	shots int
	next  detect.ID
	on    map[detect.ID]detect.Seen
	notes []Note
}

func newStage(t *testing.T, d *Desk) *stage {
	s := &stage{t: t, desk: d, next: 1, on: map[detect.ID]detect.Seen{}}
	s.take(&detect.Found{Calibration: calibrate.Calibration{Board: stageBoard(), Make: "nca-26", Confidence: 1}})
	return s
}

func stageBoard() models.Board { return models.ShippedBoards()["nca-26"] }

func (s *stage) take(h detect.Happening) {
	s.notes = append(s.notes, s.desk.Take(h).Notes...)
}

// wait lets time go by.
func (s *stage) wait(d time.Duration) {
	for end := s.now + d; s.now < end; s.now += time.Second / 30 {
		s.notes = append(s.notes, s.desk.Tick(s.now).Notes...)
	}
}

func at(d, deg float64) r2.Vec {
	sin, cos := math.Sincos(deg * math.Pi / 180)
	return r2.Vec{X: d * cos, Y: d * sin}
}

func (s *stage) disc(team string, p r2.Vec, state detect.State) detect.Seen {
	const variance = 0.1 * 0.1
	colour := detect.RGB{R: 40, G: 40, B: 40}
	if team != "dark" {
		colour = detect.RGB{R: 210, G: 190, B: 140}
	}
	b := stageBoard().Disc
	d := detect.Seen{ID: s.next, Disc: detect.Disc{
		Pos: p, Cov: [3]float64{variance, 0, variance}, Radius: b.Radius, Thickness: b.Thickness, Colour: colour, Team: team, State: state, Confidence: 1,
	}}
	s.next++
	return d
}

func (s *stage) lying() []detect.Seen {
	out := []detect.Seen{}
	for _, id := range slices.Sorted(maps.Keys(s.on)) {
		out = append(out, s.on[id])
	}
	return out
}

// effect is what a shot does to a disc that lay there.
type effect struct {
	id       detect.ID
	to       r2.Vec
	state    detect.State
	p        float64 // of the contact; 0: none is told
	returned bool
}

// shoot flicks a disc of a team from the shooting line at an azimuth; it
// comes to rest at a place.
func (s *stage) shoot(team string, azimuth float64, to r2.Vec, state detect.State, effects ...effect) *Shot {
	s.t.Helper()
	s.now += 2 * time.Second
	s.shots++
	disc := s.disc(team, to, state)
	from := at(stageBoard().Rings.R5, azimuth)
	shot := &detect.Shot{
		N: s.shots, Revision: 1, Flick: s.now, Settled: s.now + 600*time.Millisecond, Reported: s.now + 900*time.Millisecond,
		Disc: disc.ID, Start: detect.Placing{Seen: true, Pos: from, SD: 0.1, Team: team}, Before: s.lying(),
	}
	entered := 0.0
	if state == detect.InHole {
		entered = 1
	}
	shot.Rest = append(shot.Rest, detect.Rest{Seen: disc, From: from, PMoved: 1, Entered: entered})
	for _, d := range s.lying() {
		r := detect.Rest{Seen: d, From: d.Pos}
		for _, e := range effects {
			if e.id != d.ID {
				continue
			}
			r.Pos, r.State, r.Moved, r.PMoved, r.Returned = e.to, e.state, r2.Norm(r2.Sub(e.to, d.Pos)), 1, e.returned
			if e.state == detect.InHole {
				r.Entered = 1
			}
			if e.p > 0 {
				shot.Contacts = append(shot.Contacts, detect.Contact{A: disc.ID, B: d.ID, At: s.now + 300*time.Millisecond, P: e.p})
			}
		}
		shot.Rest = append(shot.Rest, r)
	}
	s.on = map[detect.ID]detect.Seen{}
	for _, r := range shot.Rest {
		if r.State != detect.InDitch {
			s.on[r.ID] = r.Seen
		}
	}
	s.now = shot.Reported
	s.take(shot)
	told := only[*Shot](s.notes)
	return told[len(told)-1]
}

// hands take discs off and move others.
func (s *stage) hands(taken []detect.ID, moved map[detect.ID]r2.Vec) {
	s.now += time.Second
	h := &detect.Handling{Start: s.now - time.Second/2, End: s.now}
	for _, id := range taken {
		h.Taken = append(h.Taken, detect.Taken{Seen: s.on[id], At: s.now})
		delete(s.on, id)
	}
	for id, to := range moved {
		d := s.on[id]
		from := d.Pos
		d.Pos = to
		s.on[id] = d
		h.Moved = append(h.Moved, detect.Displaced{Seen: d, From: from, At: s.now})
	}
	h.After = s.lying()
	s.take(h)
}

func (s *stage) end() {
	s.notes = append(s.notes, s.desk.End(s.now).Notes...)
}

func (s *stage) kinds() []Kind {
	var out []Kind
	for _, a := range only[*Anomaly](s.notes) {
		out = append(out, a.Kind)
	}
	return out
}

func (s *stage) wants(kinds ...Kind) {
	s.t.Helper()
	if got := s.kinds(); !slices.Equal(got, kinds) {
		for _, a := range only[*Anomaly](s.notes) {
			s.t.Log(a.Kind, a.Text)
		}
		s.t.Errorf("raised %v, want %v", got, kinds)
	}
}
