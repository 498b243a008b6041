package calibrate

import (
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

func nca(t interface{ Fatal(...any) }) models.Board {
	b, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sightingsOf are the lines of a board as a camera sees them, with noise of sd
// pixels and every k-th one wrong by several.
func sightingsOf(c models.Camera, b models.Board, sd float64, wrongEvery int) []sighting {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []sighting
	add := func(p, tangent r2.Vec, s sighting) {
		a, _ := c.Project(r3.Vec{X: p.X, Y: p.Y})
		e, _ := c.Project(r3.Vec{X: p.X + tangent.X, Y: p.Y + tangent.Y})
		d := r2.Unit(r2.Sub(e, a))
		off := rng.NormFloat64() * sd
		if wrongEvery > 0 && len(out)%wrongEvery == 0 {
			off += 4
		}
		s.px, s.sd = r2.Add(a, r2.Scale(off, r2.Vec{X: -d.Y, Y: d.X})), math.Max(sd, 0.05)
		out = append(out, s)
	}
	for _, l := range models.Lines {
		for i := range 80 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 80)
			r := b.Rings.Radius(l)
			add(r2.Vec{X: r * cos, Y: r * sin}, r2.Vec{X: -sin, Y: cos}, sighting{line: l})
		}
	}
	for q := range 4 {
		angle := (b.Quadrants.StartDeg + 90*float64(q)) * math.Pi / 180
		sin, cos := math.Sincos(angle)
		for i := range 10 {
			r := b.Quadrants.From + 10*float64(i)
			add(r2.Vec{X: r * cos, Y: r * sin}, r2.Vec{X: cos, Y: sin}, sighting{angle: angle})
		}
	}
	return out
}

// ringError is the farthest, mm, that a camera puts a point of the truth's rings.
func ringError(got, truth models.Camera, rings models.Rings) float64 {
	worst := 0.0
	for _, l := range models.Lines {
		for _, p := range circle(truth, rings.Radius(l), 36) {
			m, ok := got.OnPlane(p, 0)
			if !ok {
				return math.Inf(1)
			}
			worst = math.Max(worst, math.Abs(r2.Norm(m)-rings.Radius(l)))
		}
	}
	return worst
}

func TestTheCameraIsFoundFromItsSightings(t *testing.T) {
	b := nca(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		truth := cameraOf(func(_ string, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }, true)
		start := truth
		start.Dist, start.Cx, start.Cy = models.Distortion{}, 959.5, 539.5
		start.R = models.Rodrigues(r3.Vec{X: 0.004, Y: -0.003}).Mul(start.R)
		start.T = r3.Add(start.T, r3.Vec{X: 1, Y: -1, Z: 6})
		v := view{cam: start, rings: b.Rings}
		focal := prior{param: pFocal, value: math.Log(1700), sd: 0.4}
		free := also(pose, pFocal, pK1, pK2, pCX, pCY)
		res, ok := fit(v, sightingsOf(truth, b, 0.02, 9), free, (&refiner{}).lensPriors(v, focal), 3.5, 25)
		if !ok {
			t.Fatal("no fit")
		}
		if e := ringError(res.cam, truth, b.Rings); e > 0.15 {
			t.Errorf("rings are %.3f mm off for %+v", e, truth)
		}
	}
}

func TestABoardsOwnRingsAreMeasured(t *testing.T) {
	b := nca(t)
	own := b
	own.Rings.R10, own.Rings.R15 = 204.5, 102.4
	c := models.Camera{Width: 1920, Height: 1080, Fx: 1600, Fy: 1600, Cx: 959.5, Cy: 539.5,
		R: models.Rodrigues(r3.Vec{X: math.Pi - 0.5}), T: r3.Vec{Z: 1400}}
	v := view{cam: c, rings: b.Rings}
	res, ok := fit(v, sightingsOf(c, own, 0.05, 0), also(pose, pFocal, pR10, pR15),
		[]prior{{param: pFocal, value: math.Log(1600), sd: 0.3}}, 4, 30)
	if !ok || math.Abs(res.rings.R10-204.5) > 0.1 || math.Abs(res.rings.R15-102.4) > 0.1 {
		t.Fatalf("rings %+v", res.rings)
	}
}

func TestTooFewSightingsAreRefused(t *testing.T) {
	b := nca(t)
	c := models.Camera{Width: 640, Height: 480, Fx: 600, Fy: 600, R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 900}}
	if _, ok := fit(view{cam: c, rings: b.Rings}, sightingsOf(c, b, 0, 0)[:4], pose, nil, 4, 5); ok {
		t.Fatal("six parameters from four sightings")
	}
}

func TestTurningTheFrameKeepsTheRings(t *testing.T) {
	b := nca(t)
	rapid.Check(t, func(t *rapid.T) {
		c := drawCamera(t, true)
		angle := rapid.Float64Range(-4, 4).Draw(t, "angle")
		turned := view{cam: c, rings: b.Rings}.turned(angle)
		was, _ := c.Project(r3.Vec{X: 200 * math.Cos(angle), Y: 200 * math.Sin(angle)})
		is, _ := turned.cam.Project(r3.Vec{X: 200})
		if r2.Norm(r2.Sub(was, is)) > 1e-6 {
			t.Fatalf("what lay at the angle lies %v off +x", r2.Sub(was, is))
		}
	})
}
