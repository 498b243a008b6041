package detect

import (
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/calibrate"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// photograph is an observation of discs by a camera above at over eye, in a
// board frame that is turned by the angle against the world's.
func photograph(turn float64, eye r3.Vec, discs ...Disc) Observation {
	board := nca
	r := models.Rodrigues(r3.Vec{X: math.Pi}).Mul(models.Rodrigues(r3.Vec{Z: turn}))
	e := turnBy(r2.Vec{X: eye.X, Y: eye.Y}, -turn)
	cam := models.Camera{Fx: 1000, Fy: 1000, R: r, T: r3.Scale(-1, r.Apply(r3.Vec{X: e.X, Y: e.Y, Z: eye.Z}))}
	o := Observation{Calibration: calibrate.Calibration{Board: board, Camera: cam}}
	for _, d := range discs {
		d.Pos, d.Cov, d.Shared = turnBy(d.Pos, -turn), turnCov(d.Cov, -turn), turnCov(d.Shared, -turn)
		d.Lines = CallLines(board, d.Pos, d.Cov, d.Radius, 0.05)
		o.Discs = append(o.Discs, d)
	}
	return o
}

var (
	nca   = models.ShippedBoards()["nca-26"]
	red   = RGB{200, 30, 30}
	black = RGB{20, 20, 20}
	above = r3.Vec{X: 100, Y: -50, Z: 900}
)

func flatAt(x, y, sd float64, c RGB) Disc {
	return Disc{Pos: r2.Vec{X: x, Y: y}, Cov: [3]float64{sd * sd, 0, sd * sd}, Radius: 15.875, State: Flat, Colour: c}
}

// setup is a board with five discs; the first is 0.4 mm clear of the 10.
func setup(sd float64) []Disc {
	return []Disc{flatAt(203.2-15.875-0.8-0.4, 0, sd, red), flatAt(-60, 150, sd, red), flatAt(30, -250, sd, black), flatAt(-240, -40, sd, black), flatAt(58, 58, sd, black)}
}

func TestTheClosestDisputeComesFirst(t *testing.T) {
	s := Situations([]Observation{photograph(0, above, setup(0.2)...)})[0]
	got := s.Judge(models.Lines[:], DisputeReach)
	if len(got) != 2 {
		t.Fatalf("%d disputes: %+v", len(got), got)
	}
	if got[0].Call.Line != models.Line10 || math.Abs(got[0].Call.Clearance-0.4) > 1e-9 || got[0].Disc.Colour != red {
		t.Errorf("first %+v", got[0].Call)
	}
	if math.Abs(got[1].Call.Clearance) < 0.4 || got[1].Call.Line != models.Line15 {
		t.Errorf("second %+v", got[1].Call)
	}
	if only := s.Judge([]models.Line{models.Line5}, DisputeReach); len(only) != 0 {
		t.Errorf("nothing lies near the 5, yet: %+v", only)
	}
	if far, ok := s.Nearest([]models.Line{models.Line5}); !ok || math.Abs(far.Call.Clearance) < DisputeReach || far.Call.Call != Clear {
		t.Errorf("nearest to the 5: %+v, %v", far.Call, ok)
	}
}

func TestAnEmptyBoardHasNoDispute(t *testing.T) {
	inHole := flatAt(0, 0, 0.2, red)
	inHole.State = InHole
	s := Situations([]Observation{photograph(0, above, inHole)})[0]
	if _, ok := s.Nearest(models.Lines[:]); ok {
		t.Error("a disc in the hole touches no line")
	}
}

func TestPhotographsAreMatchedOverTurnsOfTheBoard(t *testing.T) {
	for _, turn := range []float64{0, math.Pi / 2, math.Pi, -math.Pi / 2, 0.7, math.Pi/2 + 0.004} {
		a, b := photograph(0, above, setup(0.2)...), photograph(turn, r3.Vec{X: -500, Z: 700}, setup(0.2)[:4]...)
		all := Situations([]Observation{a, b})
		if len(all) != 1 {
			t.Errorf("turned by %.3f: %d situations", turn, len(all))
			continue
		}
		p := all[0].Photos[1]
		if math.Abs(math.Remainder(p.Turn-turn, 2*math.Pi)) > 1e-6 || p.View != 1 {
			t.Errorf("turned by %.3f: found %.6f, view %d", turn, p.Turn, p.View)
		}
		d := all[0].Judge(models.Lines[:], DisputeReach)[0]
		if len(d.Photos) != 2 || math.Abs(d.Call.Clearance-0.4) > 1e-6 {
			t.Errorf("turned by %.3f: %d photographs, clearance %v", turn, len(d.Photos), d.Call.Clearance)
		}
	}
}

func TestOtherDiscsAreAnotherSituation(t *testing.T) {
	other := setup(0.2)
	for i := range other {
		other[i].Pos = turnBy(r2.Scale(0.8, other[i].Pos), float64(i))
	}
	recoloured := setup(0.2)
	for i := range recoloured {
		recoloured[i].Colour = RGB{240, 240, 230}
	}
	all := Situations([]Observation{photograph(0, above, setup(0.2)...), photograph(0, above, other...), photograph(0, above, recoloured...), photograph(0, above)})
	if len(all) != 4 {
		t.Errorf("%d situations, want 4", len(all))
	}
}

// What two views err by is independent: the mean is surer. What two
// photographs of one view share is not.
func TestOnlyIndependentErrorsAverageOut(t *testing.T) {
	one := photograph(0, above, setup(0.2)...)
	single := Situations([]Observation{one})[0].Judge(models.Lines[:], DisputeReach)[0].Call.SD

	again := Situations([]Observation{one, one, one})[0].Judge(models.Lines[:], DisputeReach)[0]
	if math.Abs(again.Call.SD-single) > 1e-9 {
		t.Errorf("three photographs of one view, all of whose error may be shared: sd %v after %v", again.Call.SD, single)
	}

	part := setup(0.2)
	for i := range part {
		part[i].Shared = [3]float64{0.03, 0, 0.03} // of 0.04
	}
	noisy := photograph(0, above, part...)
	four := Situations([]Observation{noisy, noisy, noisy, noisy})[0].Judge(models.Lines[:], DisputeReach)[0]
	if want := math.Sqrt(0.03 + 0.01/4 + 0.05*0.05); math.Abs(four.Call.SD-want) > 1e-9 {
		t.Errorf("four photographs of one view: sd %v, want %v", four.Call.SD, want)
	}

	side := photograph(math.Pi/2, r3.Vec{X: -600, Y: 300, Z: 700}, setup(0.2)...)
	two := Situations([]Observation{one, side})[0].Judge(models.Lines[:], DisputeReach)[0]
	if want := math.Sqrt(0.02 + 0.05*0.05); math.Abs(two.Call.SD-want) > 1e-6 {
		t.Errorf("two views: sd %v, want %v", two.Call.SD, want)
	}
}

// The combination is as sure as it says: over many draws of the errors that it
// supposes, the clearance scatters by the stated sd.
func TestTheCombinationIsAsSureAsItSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	var sum float64
	const trials = 1500
	board := nca
	var sd float64
	for range trials {
		line := 0.05 * rng.NormFloat64()
		var photos []Observation
		for _, eye := range []r3.Vec{above, {X: -600, Z: 700}} {
			shared := r2.Vec{X: 0.15 * rng.NormFloat64(), Y: 0.15 * rng.NormFloat64()}
			for range 2 {
				discs := setup(0)
				for i := range discs {
					discs[i].Pos = r2.Add(discs[i].Pos, r2.Add(shared, r2.Vec{X: 0.1 * rng.NormFloat64(), Y: 0.1 * rng.NormFloat64()}))
					discs[i].Cov = [3]float64{0.0325, 0, 0.0325}
					discs[i].Shared = [3]float64{0.0225, 0, 0.0225}
				}
				photos = append(photos, photograph(0, eye, discs...))
			}
		}
		d := Situations(photos)[0].dispute(0, models.Line10)
		gap := board.Clearance(models.Line10, r2.Norm(d.Disc.Pos), 15.875) + line
		sd = d.Call.SD
		sum += (gap - 0.4) * (gap - 0.4)
	}
	if z := math.Sqrt(sum/trials) / sd; math.Abs(z-1) > 0.05 {
		t.Errorf("the clearance scatters by %.3f of its sd of %.3f mm", z, sd)
	}
}

func TestADiscThatWasMovedBetweenPhotographsIsSaid(t *testing.T) {
	moved := setup(0.1)
	moved[0].Pos.X += 1.5
	s := Situations([]Observation{photograph(0, above, setup(0.1)...), photograph(0, r3.Vec{X: -600, Z: 700}, moved...)})
	if len(s) != 1 {
		t.Fatalf("%d situations", len(s))
	}
	d := s[0].dispute(0, models.Line10)
	if !d.Disagree() || d.Disagreement < 8 {
		t.Errorf("disagreement %v", d.Disagreement)
	}
	if d.Call.SD < 0.5 {
		t.Errorf("contradicting photographs leave an sd of %v mm", d.Call.SD)
	}
	if calm := s[0].dispute(1, models.Line10); calm.Disagree() {
		t.Errorf("the disc that lay still disagrees by %v", calm.Disagreement)
	}
}

func FuzzTurnsKeepDistances(f *testing.F) {
	f.Add(10.0, 20.0, 0.5)
	f.Fuzz(func(t *testing.T, x, y, angle float64) {
		if math.Abs(x) > 1e6 || math.Abs(y) > 1e6 || math.Abs(angle) > 1e3 || math.IsNaN(x+y+angle) {
			t.Skip()
		}
		p := r2.Vec{X: x, Y: y}
		if d := math.Abs(r2.Norm(turnBy(p, angle)) - r2.Norm(p)); d > 1e-9*(1+r2.Norm(p)) {
			t.Errorf("turned by %v, %v is %v farther", angle, p, d)
		}
		cov := [3]float64{2, 0.5, 1}
		u := r2.Vec{X: 0.6, Y: 0.8}
		if a, b := variance(cov, u), variance(turnCov(cov, angle), turnBy(u, angle)); math.Abs(a-b) > 1e-6 {
			t.Errorf("variance along a direction %v, turned %v", a, b)
		}
	})
}
