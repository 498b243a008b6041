package sim

import (
	"math"
	"math/rand/v2"
	"testing"
)

func carromWorld(pucks ...Puck) *World {
	b := shippedBoards()["carrom-icf"]
	w := NewWorld(b, StandardFurniture(b), StandardCarromPhysics(), rand.New(rand.NewPCG(1, 2)))
	w.Pucks = pucks
	return w
}

func theStriker(x, y float64) Puck {
	return Puck{ID: idStriker, Team: strikerPiece, Where: OnSurface, X: x, Y: y, Radius: 20.65, Mass: strikerMass}
}

func puckOf(m Motion, id int) Puck {
	for _, p := range m.After {
		if p.ID == id {
			return p
		}
	}
	return Puck{ID: -1}
}

func TestThePocketsTakeWhatComesSlowly(t *testing.T) {
	for _, c := range []struct {
		name     string
		vx, vy   float64
		x, y     float64
		pocketed bool
	}{
		{"along the diagonal", 700, 700, 200, 200, true},
		{"hard along the diagonal", 1900, 1900, 200, 200, true},
		{"along the frame, slowly", 600, 0, 200, 354.5, true},
		{"at the middle of a side", 1500, 0, 0, 0, false},
		{"stops short", 300, 300, 100, 100, false},
	} {
		w := carromWorld(Puck{ID: 1, Where: OnSurface, X: c.x, Y: c.y})
		m := Flick(w, 1, c.vx, c.vy)
		if p := puckOf(m, 1); (p.Where == InPocket) != c.pocketed {
			t.Errorf("%s: %s at (%.1f, %.1f)", c.name, p.Where, p.X, p.Y)
		}
	}
}

func TestTheCushionsKeepAShareOfTheSpeed(t *testing.T) {
	w := carromWorld(Puck{ID: 1, Where: OnSurface, X: 300, Y: 0})
	m := Flick(w, 1, 1000, 0)
	p := puckOf(m, 1)
	// v² falls by 2 mu g d; the cushion keeps RailBounce of the rest.
	ph := w.Physics
	at := 1000.0*1000 - 2*ph.Friction*gravity*(370-15.5-300)
	back := ph.RailBounce * ph.RailBounce * at / (2 * ph.Friction * gravity)
	if want := 370 - 15.5 - back; math.Abs(p.X-want) > 1 {
		t.Errorf("rests at x = %.2f, want %.2f", p.X, want)
	}
}

// A head-on stroke gives a piece 2m/(m+1) of the speed times (1+e)/2.
func TestTheStrikerIsHeavier(t *testing.T) {
	w := carromWorld(Puck{ID: 1, Where: OnSurface, X: 0, Y: 0}, theStriker(-60, 0))
	w.Physics.Friction = 1e-9
	w.Pucks[1].VX = 1000
	for range 40 {
		w.Advance(trackStep)
	}
	e, m := w.Physics.DiscBounce, strikerMass
	if want := m * (1 + e) / (1 + m) * 1000; math.Abs(w.Pucks[0].VX-want) > 1 {
		t.Errorf("the piece leaves at %.1f mm/s, want %.1f", w.Pucks[0].VX, want)
	}
	if want := (m - e) / (1 + m) * 1000; math.Abs(w.Pucks[1].VX-want) > 1 {
		t.Errorf("the striker goes on at %.1f mm/s, want %.1f", w.Pucks[1].VX, want)
	}
}

func TestTheBreakSpreadsTheRosette(t *testing.T) {
	var pucks []Puck
	for i, p := range rosette(15.5, 0) {
		pucks = append(pucks, Puck{ID: i, Where: OnSurface, X: p[0], Y: p[1]})
	}
	w := carromWorld(append(append([]Puck{}, pucks...), theStriker(0, -252.6))...)
	w.Pucks[19].VY = 3500
	before := w.Energy()
	w.Pucks[19].VY = 0
	m := Flick(w, idStriker, 0, 3500)
	moved := 0
	for i, p := range m.After {
		if i < 19 && math.Hypot(p.X-pucks[i].X, p.Y-pucks[i].Y) > 5 {
			moved++
		}
		if p.Where == OnSurface && (math.Abs(p.X) > 354.6 || math.Abs(p.Y) > 354.6) {
			t.Errorf("piece %d ends in the frame at (%.1f, %.1f)", i, p.X, p.Y)
		}
		for _, q := range m.After[i+1:] {
			if d := math.Hypot(p.X-q.X, p.Y-q.Y); p.Where == OnSurface && q.Where == OnSurface && d < 30.98 {
				t.Errorf("%d and %d overlap: %.2f mm apart", p.ID, q.ID, d)
			}
		}
	}
	if moved < 12 || w.Energy() > before || m.Duration < 0.5 || m.Duration > 7 {
		t.Errorf("%d pieces moved in %.2f s", moved, m.Duration)
	}
}
