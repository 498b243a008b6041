package sim

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"ditchline/models"
)

func testWorld(seed uint64, pucks ...Puck) *World {
	b := models.ShippedBoards()["nca-26"]
	w := NewWorld(b, StandardFurniture(b), StandardPhysics(), rand.New(rand.NewPCG(seed, 0)))
	for i := range pucks {
		pucks[i].ID, pucks[i].Where = i, OnSurface
	}
	w.Pucks = pucks
	return w
}

// crowded is a board with n discs at random places and one about to be shot.
func crowded(seed uint64, n int) (*World, Shot) {
	rng := rand.New(rand.NewPCG(seed, 9))
	b := models.ShippedBoards()["nca-26"]
	w := testWorld(seed)
	for _, l := range arrange(b, StandardFurniture(b), n, rng) {
		l.ID++
		w.Pucks = append(w.Pucks, l.Puck)
	}
	var s Shot
	s.X, s.Y = freeStart(w, 270, rng)
	v := 900 + 2500*rng.Float64()
	a := math.Atan2(-s.Y, -s.X) + 0.3*rng.NormFloat64()
	s.VX, s.VY = v*math.Cos(a), v*math.Sin(a)
	w.Pucks = append(w.Pucks, Puck{ID: 0, X: s.X, Y: s.Y})
	return w, s
}

func TestAFreeDiscStopsWhereCoulombSays(t *testing.T) {
	w := testWorld(1, Puck{X: 0, Y: -300})
	m := Flick(w, 0, 0, 0)
	if m.Duration != 0 {
		t.Fatalf("a disc without speed moved for %v s", m.Duration)
	}
	w = testWorld(1, Puck{X: 150, Y: -250})
	m = Flick(w, 0, 0, 700)
	want := 700.0 * 700 / (2 * w.Physics.Friction * gravity)
	if got := m.After[0].Y + 250; math.Abs(got-want) > 0.01 {
		t.Errorf("slid %.4f mm, want v²/(2 mu g) = %.4f", got, want)
	}
}

func TestTwoDiscsKeepTheirMomentumAndExchangeSpeed(t *testing.T) {
	w := testWorld(1, Puck{X: 150, Y: -50, VY: 1000}, Puck{X: 156, Y: -18.5})
	w.Physics.Friction, w.Physics.DitchFriction = 0, 0
	before := w.Pucks[0].VY
	for range 40 {
		w.Advance(0.001)
	}
	a, b := w.Pucks[0], w.Pucks[1]
	if math.Abs(a.VX+b.VX) > 1e-9 || math.Abs(a.VY+b.VY-before) > 1e-9 {
		t.Errorf("momentum (%v, %v) after, (0, %v) before", a.VX+b.VX, a.VY+b.VY, before)
	}
	if b.VY < 0.85*before || b.VX <= 0 {
		t.Errorf("struck disc leaves at (%v, %v): want most of %v, pushed to +x", b.VX, b.VY, before)
	}
}

func TestEnergyNeverGrowsOnTheSurface(t *testing.T) {
	for seed := range uint64(30) {
		w, s := crowded(seed, 14)
		p := &w.Pucks[len(w.Pucks)-1]
		p.Where, p.VX, p.VY = OnSurface, s.VX, s.VY
		last := w.Energy()
		for range 2500 {
			leaving := 0
			for _, e := range w.Events {
				if e.Kind == EventLeave {
					leaving++
				}
			}
			w.Advance(0.001)
			now := w.Energy()
			for _, e := range w.Events {
				if e.Kind == EventLeave {
					leaving--
				}
			}
			// A disc that tips off the edge takes energy from its fall.
			if now > last*(1+1e-12)+1e-9 && leaving == 0 {
				t.Fatalf("seed %d, t=%.3f: energy %.6g grew to %.6g", seed, w.Time, last, now)
			}
			last = now
		}
	}
}

func TestNoDiscsOverlapAtRestAndAllAreSomewhere(t *testing.T) {
	for seed := range uint64(60) {
		w, s := crowded(seed, 16)
		m := Flick(w, 0, s.VX, s.VY)
		if w.Moving() || m.Duration > 5 {
			t.Errorf("seed %d: still moving after %v s", seed, m.Duration)
		}
		r := w.Board.Disc.Radius
		for i, a := range m.After {
			d := math.Hypot(a.X, a.Y)
			switch {
			case a.Where == OnSurface && d > w.Board.SurfaceRadius, a.Where == InHole && !w.Board.FlatInHole(d, r),
				a.Where == InDitch && (d < w.Board.SurfaceRadius+r-1e-6 || w.rail.gap(a.X, a.Y) > -r+1e-6), a.Where == InHand:
				t.Errorf("seed %d: disc %d is %v at distance %.3f", seed, a.ID, a.Where, d)
			}
			for _, b := range m.After[i+1:] {
				if gap := math.Hypot(a.X-b.X, a.Y-b.Y) - 2*r; gap < -1e-6 && w.sameLevel(&a, &b) {
					t.Errorf("seed %d: discs %d and %d overlap by %.6f mm", seed, a.ID, b.ID, -gap)
				}
			}
			for _, peg := range w.pegs {
				if gap := math.Hypot(a.X-peg[0], a.Y-peg[1]) - r - w.Board.Pegs.Diameter/2; a.Where == OnSurface && gap < -0.05 {
					t.Errorf("seed %d: disc %d is %.3f mm inside a peg", seed, a.ID, -gap)
				}
			}
		}
	}
}

func TestTheHoleTakesSlowDiscsAndLetsFastOnesPass(t *testing.T) {
	for _, c := range []struct {
		name   string
		arrive float64
		want   Where
		event  EventKind
	}{
		{"slow and central drops", 400, InHole, EventHole},
		{"fast flies over", 2600, OnSurface, EventPass},
		{"in between is thrown out", 1050, OnSurface, EventRimOut},
	} {
		w := testWorld(3, Puck{X: 0, Y: -90})
		m := Flick(w, 0, 0, w.reachSpeed(90-w.tipRadius(), c.arrive))
		seen := map[EventKind]bool{}
		for _, e := range m.Events {
			seen[e.Kind] = true
		}
		if !seen[c.event] {
			t.Errorf("%s: no %s in %v", c.name, c.event, m.Events)
		}
		if c.want == InHole && m.After[0].Where != InHole {
			t.Errorf("%s: disc is %v", c.name, m.After[0].Where)
		}
	}
}

func TestALeaningDiscTouchesRimAndFloor(t *testing.T) {
	b := models.ShippedBoards()["nca-26"]
	x, y, tilt, dir := leaningPose(b.Hole.Radius, b.Hole.Depth, b.Disc.Radius, 4, 0)
	if y != 0 || x != 4 || dir != 180 {
		t.Fatalf("pose (%v, %v) toward %v", x, y, dir)
	}
	z := leaningZ(b.Hole.Radius, 4, tilt)
	slope := math.Tan(tilt * math.Pi / 180)
	if rim := z + slope*(b.Hole.Radius-4); math.Abs(rim) > 1e-9 {
		t.Errorf("underside is %v mm from the rim", rim)
	}
	if low := z - slope*b.Disc.Radius; math.Abs(low+b.Hole.Depth) > 1e-9 {
		t.Errorf("lower edge at %v, want on the floor at %v", low, -b.Hole.Depth)
	}
	if end := 4 + b.Disc.Radius*math.Cos(tilt*math.Pi/180); end < b.Hole.Radius {
		t.Errorf("the disc ends at %v, before the rim", end)
	}
}

func TestTheSameSeedPlaysTheSameMotion(t *testing.T) {
	play := func() Motion {
		w, s := crowded(5, 16)
		return Flick(w, 0, s.VX, s.VY)
	}
	if a, b := play(), play(); !reflect.DeepEqual(a, b) {
		t.Error("two runs differ")
	}
}

func TestDiscsThatMeetInTheDitchAreNotInContact(t *testing.T) {
	w := testWorld(1, Puck{X: 0, Y: 340, VY: 300}, Puck{X: 1, Y: 360})
	w.Pucks[1].Where, w.Pucks[1].Z = InDitch, -w.Board.Ditch.Depth
	for range 300 {
		w.Advance(0.001)
	}
	landed := false
	for _, e := range w.Events {
		landed = landed || e.Kind == EventLand
		if e.Kind == EventContact {
			t.Errorf("contact in the ditch: %+v", e)
		}
	}
	a, b := w.Pucks[0], w.Pucks[1]
	if !landed || math.Hypot(a.X-b.X, a.Y-b.Y) < 2*w.Board.Disc.Radius-1e-6 {
		t.Errorf("discs at (%v, %v) and (%v, %v), landed %v", a.X, a.Y, b.X, b.Y, landed)
	}
}

func TestADiscThatTheHoleTakesInTouchesWhatItShoves(t *testing.T) {
	b := models.ShippedBoards()["nca-26"]
	neighbour := 2*b.Disc.Radius + 1.5 // its near edge is 1.5 mm from a disc that sits in the middle of the hole
	for _, c := range []struct {
		name  string
		seat  float64 // where the hole takes the disc to, mm toward the neighbour
		touch bool
	}{{"into its way", 2.5, true}, {"clear of it", 1, false}} {
		t.Run(c.name, func(t *testing.T) {
			w := testWorld(1, Puck{X: -6}, Puck{X: neighbour})
			p := &w.Pucks[0]
			p.Where, p.falling, p.fromX, p.toX = InHole, true, p.X, c.seat
			for range 200 {
				w.Advance(0.001)
			}
			touched := false
			for _, e := range w.Events {
				touched = touched || e.Kind == EventContact
			}
			moved := w.Pucks[1].X - neighbour
			if touched != c.touch || c.touch != (moved > 0.5) {
				t.Errorf("touched %v, its neighbour shoved %.2f mm; want touched %v", touched, moved, c.touch)
			}
		})
	}
}
