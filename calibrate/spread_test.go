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

func TestTheSlopesAreThoseOfTheProjection(t *testing.T) {
	b := nca(t)
	rapid.Check(t, func(t *rapid.T) {
		v := view{cam: drawCamera(t, true), rings: b.Rings}
		p := r3.Vec{X: rapid.Float64Range(-300, 300).Draw(t, "x"), Y: rapid.Float64Range(-300, 300).Draw(t, "y"), Z: rapid.Float64Range(-10, 20).Draw(t, "z")}
		s, ok := v.slopeAt(p, true)
		if !ok {
			return
		}
		check := func(what string, param int, got r2.Vec, a, b r2.Vec, step float64) {
			want := r2.Scale(1/(2*step), r2.Sub(b, a))
			if r2.Norm(r2.Sub(got, want)) > 1e-4*(1+r2.Norm(want)) {
				t.Fatalf("%s %d: %v, by differences %v", what, param, got, want)
			}
		}
		for param := range s.param {
			const step = 1e-6
			var d [pCount]float64
			d[param] = -step
			before := v.with(d)
			d[param] = step
			after := v.with(d)
			x, _ := before.cam.Project(p)
			y, _ := after.cam.Project(p)
			check("parameter", param, s.param[param], x, y, step)
		}
		for axis, u := range [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
			const step = 1e-3
			x, _ := v.cam.Project(r3.Sub(p, r3.Scale(step, u)))
			y, _ := v.cam.Project(r3.Add(p, r3.Scale(step, u)))
			check("place", axis, s.place[axis], x, y, step)
		}
	})
}

// fittedOnce is a calibration to the supposed board from sightings of the made one,
// with noise and priors drawn anew.
func fittedOnce(t *testing.T, truth models.Camera, made, supposed models.Board, rng *rand.Rand) Calibration {
	t.Helper()
	const noise = 0.06
	s := sightingsOf(truth, made, 0, 0)
	real := view{cam: truth, rings: made.Rings}
	_, astray := strayPriors(real, [3]float64{})
	for i, p := range astray {
		real.stray[i] = p.scatter * rng.NormFloat64()
	}
	for i := range s {
		if _, _, at, ok := real.footAt(&s[i], false); ok {
			s[i].px = at.px
		}
		s[i].sd = noise
		s[i].px = r2.Add(s[i].px, r2.Vec{X: rng.NormFloat64() * noise, Y: rng.NormFloat64() * noise})
	}
	v := view{cam: truth, rings: supposed.Rings}
	size := float64(truth.Width)
	log := math.Log(truth.Fx)
	priors := []prior{
		{pFocal, log + 0.3*rng.NormFloat64(), 0.3, 0.3}, {pK1, truth.Dist.K1 + 0.12*rng.NormFloat64(), 0.12, 0.12},
		{pK2, truth.Dist.K2 + 0.04*rng.NormFloat64(), 0.04, 0.04},
		{pCX, truth.Cx + 0.01*size*rng.NormFloat64(), 0.01 * size, 0.01 * size}, {pCY, truth.Cy + 0.01*size*rng.NormFloat64(), 0.01 * size, 0.01 * size},
	}
	stray, held := strayPriors(v, [3]float64{})
	priors = append(priors, held...)
	res, ok := fit(v, s, also(also(pose, pFocal, pK1, pK2, pCX, pCY), stray...), priors, 5, 30)
	if !ok {
		t.Fatal("no fit")
	}
	l := lastFit{fitResult: res, sightings: s, priors: priors}
	spread, ok := l.spread()
	if !ok {
		t.Fatal("no spread")
	}
	return Calibration{Board: supposed, Camera: res.cam, Spread: spread}
}

// Errors of noise and priors, drawn anew each time, must scatter as the
// spread claims.
func TestErrorsScatterAsTheSpreadClaims(t *testing.T) {
	b := nca(t)
	truth := models.Camera{Width: 1920, Height: 1080, Fx: 1600, Fy: 1600, Cx: 965, Cy: 535, Dist: models.Distortion{K1: -0.08, K2: 0.01},
		R: models.Rodrigues(r3.Vec{X: math.Pi - 0.4}), T: r3.Vec{X: 10, Y: -5, Z: 1300}}
	var clear, place, n float64
	rng := rand.New(rand.NewPCG(5, 7))
	for turn := range 60 {
		own := b // as a board is made, and a lens, within what is supposed of them
		own.Rings.R10 += ringSD * b.Rings.R5 * rng.NormFloat64()
		own.Rings.R15 += ringSD * b.Rings.R5 * rng.NormFloat64()
		truth.Dist.P1, truth.Dist.P2 = tangentialSD*rng.NormFloat64(), tangentialSD*rng.NormFloat64()
		c := fittedOnce(t, truth, own, b, rng)
		for i, l := range models.Lines {
			sin, cos := math.Sincos(float64(turn) + 2*float64(i))
			r := own.Rings.Radius(l) + 17
			px, _ := truth.Project(r3.Vec{X: r * cos, Y: r * sin, Z: 9.5})
			got, _ := c.Camera.OnPlane(px, 9.5)
			z := (r2.Norm(got) - b.Rings.Radius(l) - 17) / c.ClearanceSD(got, 9.5, l)
			cov := c.PlaceCov(got, 9.5)
			dx := (got.X - r*cos) / math.Sqrt(cov[0])
			clear, place, n = clear+z*z, place+dx*dx, n+1
		}
	}
	if z := math.Sqrt(clear / n); z < 0.7 || z > 1.3 {
		t.Errorf("clearances are %.2f of their standard uncertainty off", z)
	}
	if z := math.Sqrt(place / n); z < 0.6 || z > 1.4 {
		t.Errorf("places are %.2f of their standard uncertainty off", z)
	}
}

func TestWhatMovesDiscAndLineAlikeDoesNotCount(t *testing.T) {
	b := nca(t)
	c := Calibration{Board: b, Camera: models.Camera{Width: 1920, Height: 1080, Fx: 1600, Fy: 1600, Cx: 960, Cy: 540,
		R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 1400}}}
	c.Spread.cov[pR10][pR10] = 0.04 // the 10's radius is uncertain, and so is nothing else
	p := r2.Vec{X: 220}
	if sd := c.ClearanceSD(p, 0, models.Line10); math.Abs(sd-0.2) > 1e-9 {
		t.Errorf("of the 10: %v mm, want 0.2", sd)
	}
	if sd := c.ClearanceSD(p, 0, models.Line5); sd != 0 {
		t.Errorf("of the 5: %v mm, want none", sd)
	}
	c.Spread = Spread{}
	c.Spread.cov[pFocal][pFocal] = 0.01 // from above it moves what stands high, and leaves what lies
	if low, high := c.ClearanceSD(p, 0, models.Line10), c.ClearanceSD(p, 9.5, models.Line10); low > 0.01 || high < 0.1 {
		t.Errorf("focal length: %v mm on the surface, %v mm at a disc's top", low, high)
	}
}

func BenchmarkClearanceSD(b *testing.B) {
	board := nca(b)
	c := Calibration{Board: board, Camera: models.Camera{Width: 1920, Height: 1080, Fx: 1600, Fy: 1600, Cx: 960, Cy: 540,
		R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 1400}}}
	for b.Loop() {
		c.ClearanceSD(r2.Vec{X: 220}, 9.5, models.Line10)
	}
}
