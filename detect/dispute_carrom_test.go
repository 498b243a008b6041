package detect

import (
	"math"
	"testing"

	"ditchline/calibrate"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

var icf = models.ShippedBoards()["carrom-icf"]

// carromPhoto is a photograph of a carrom board by a camera above, in a board
// frame that is turned by quarter turns.
func carromPhoto(quarters int, eye r3.Vec, discs ...Disc) Observation {
	o := photograph(float64(quarters)*math.Pi/2, eye)
	o.Calibration.Board = icf
	for _, d := range discs {
		turn := -float64(quarters) * math.Pi / 2
		d.Pos, d.Cov, d.Shared = turnBy(d.Pos, turn), turnCov(d.Cov, turn), turnCov(d.Shared, turn)
		o.Discs = append(o.Discs, d)
	}
	return o
}

func pieceAt(team string, x, y float64) Disc {
	d := Disc{Pos: r2.Vec{X: x, Y: y}, Cov: [3]float64{0.04, 0, 0.04}, Radius: 15.5, Thickness: 8, State: Flat, Team: team, Colour: RGB{230, 200, 150}}
	if team == Striker {
		d.Radius, d.Colour = 20.65, RGB{240, 240, 235}
	}
	return d
}

func TestAStrikerIsAnsweredForByItsThreeLines(t *testing.T) {
	for _, c := range []struct {
		along, from float64
		want        Call
		worst       models.Line
	}{
		{30, 252.6, Touching, 0},
		{-60, 241, Clear, models.LineOuter},
		{-60, 261, Clear, models.LineInner},
		{-190, 252.6, Clear, models.LineCircle},
		{60, 242.85, TooClose, models.LineOuter},
	} {
		s := Situations([]Observation{carromPhoto(0, above, pieceAt(Striker, c.from, c.along), pieceAt(White, 0, 60))})[0]
		d, ok := s.Striker()
		if !ok || d.Valid() != c.want || c.worst != 0 && d.Worst().Call.Line != c.worst {
			t.Errorf("%g along, %g out: %v %v (%.3f), the %s decides", c.along, c.from, ok, d.Valid(), d.PValid(), d.Worst().Call.Line)
		}
		if got := s.Judge(models.CarromLines[:], 0.001); len(got) != 3 {
			t.Errorf("%d answers: the three lines of a striker that is set down are told however far", len(got))
		}
	}
	far := Situations([]Observation{carromPhoto(0, above, pieceAt(Striker, 60, 40))})[0]
	if _, ok := far.Striker(); ok {
		t.Error("a striker in the middle is not set down")
	}
}

func TestAPieceIsAskedAboutAtPocketsOnly(t *testing.T) {
	c := icf.Carrom
	o := carromPhoto(0, above, pieceAt(White, 252.6, 0), pieceAt(Black, c.PocketCentre-15.2, c.PocketCentre-15.2))
	got := Situations([]Observation{o})[0].Judge(models.CarromLines[:], DisputeReach)
	if len(got) != 1 || got[0].Call.Line != models.LineHalf || math.Abs(got[0].Call.Clearance-(15.2*math.Sqrt2-c.PocketRadius)) > 1e-9 {
		t.Errorf("%d answers: %+v", len(got), got)
	}
}

// Photographs from two sides make the striker's place surer, though each has
// its own board frame.
func TestCarromPhotographsOfOneSituationCombine(t *testing.T) {
	discs := []Disc{pieceAt(Striker, 242.9, 40), pieceAt(White, 10, 60), pieceAt(Black, -150, 20), pieceAt(White, 100, -200)}
	a, b := carromPhoto(0, above, discs...), carromPhoto(1, r3.Vec{X: -600, Z: 800}, discs...)
	all := Situations([]Observation{a, b})
	if len(all) != 1 {
		t.Fatalf("%d situations", len(all))
	}
	one, _ := Situations([]Observation{a})[0].Striker()
	two, ok := all[0].Striker()
	if !ok || len(two.Outer.Photos) != 2 || math.Abs(two.Outer.Call.Clearance-one.Outer.Call.Clearance) > 1e-6 {
		t.Fatalf("together %+v, alone %+v", two.Outer.Call, one.Outer.Call)
	}
	if !(two.Outer.Call.SD < one.Outer.Call.SD) {
		t.Errorf("sd %.3f together, %.3f alone", two.Outer.Call.SD, one.Outer.Call.SD)
	}
}

// drawnPockets is a view from straight above, 1 px a mm, of a pale board whose
// pockets lie off the make's by out mm along either side.
func drawnPockets(out float64) (View, models.Board) {
	const size = 900
	b := icf
	pix := make([]byte, 3*size*size)
	for y := range size {
		for x := range size {
			X, Y := math.Abs(float64(x)-size/2), math.Abs(float64(y)-size/2)
			tone := byte(180)
			if math.Hypot(X-b.Carrom.PocketCentre-out, Y-b.Carrom.PocketCentre-out) < b.Carrom.PocketRadius {
				tone = 30
			}
			for k := range 3 {
				pix[3*(y*size+x)+k] = tone
			}
		}
	}
	cam := models.Camera{Width: size, Height: size, Fx: 1000, Fy: 1000, Cx: size / 2, Cy: size / 2, R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 1000}}
	return View{Camera: cam, Eye: cam.Centre(), width: size, height: size, pix: pix}, b
}

func TestPocketsLieWhereThePictureShowsThem(t *testing.T) {
	for _, out := range []float64{0, -6.5, 4} {
		v, b := drawnPockets(out)
		c := v.Pockets(b).Carrom
		if math.Abs(c.PocketCentre-icf.Carrom.PocketCentre-out) > 0.6 || math.Abs(c.PocketRadius-icf.Carrom.PocketRadius) > 0.6 {
			t.Errorf("pockets %g mm off: middle %g, radius %g", out, c.PocketCentre, c.PocketRadius)
		}
		if moved := c.Side != icf.Carrom.Side; moved != (math.Abs(out) > edgeMistaken) {
			t.Errorf("pockets %g mm off: the surface is %g mm", out, c.Side)
		}
		_, was := icf.Carrom.BaseLines()
		if _, is := c.BaseLines(); math.Abs(is.Far-was.Far) > 1e-9 {
			t.Errorf("the print moved with the pockets: %v, was %v", is, was)
		}
	}
	v, b := drawnPockets(0)
	for i := range v.pix {
		v.pix[i] = 120
	}
	if c := v.Pockets(b).Carrom; *c != *icf.Carrom {
		t.Error("a board without a sight of its pockets keeps the make's")
	}
}

func TestThePocketsUncertaintyHoldsTheirTolerance(t *testing.T) {
	cal := calibrate.Calibration{Board: icf, Camera: carromPhoto(0, above).Calibration.Camera}
	d := pieceAt(Black, icf.Carrom.PocketCentre-16, icf.Carrom.PocketCentre-16)
	for _, l := range []models.Line{models.LinePocket, models.LineHalf, models.LineFall} {
		if sd := carromCall(&cal, d, [3]float64{}, l).SD; sd < pocketEdgeSD {
			t.Errorf("%s: sd %g under a pocket's own tolerance", l, sd)
		}
	}
}
