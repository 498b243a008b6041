package calibrate

import (
	"math"
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

// drawCamera draws a camera over a board, tilted up to 60 degrees, at any
// turn, with a little lens distortion if asked.
func drawCamera(t *rapid.T, lens bool) models.Camera {
	return cameraOf(func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }, lens)
}

// cameraOf is drawCamera with its numbers from num.
func cameraOf(num func(name string, lo, hi float64) float64, lens bool) models.Camera {
	tilt, azimuth, turn := num("tilt", 0, 60)*math.Pi/180, num("azimuth", 0, 2*math.Pi), num("turn", 0, 2*math.Pi)
	look := models.Rodrigues(r3.Vec{X: math.Pi}) // from above: y down in the picture
	lean := models.Rodrigues(r3.Scale(tilt, r3.Vec{X: math.Cos(azimuth), Y: math.Sin(azimuth)}))
	c := models.Camera{Width: 1920, Height: 1080, Cx: 959.5, Cy: 539.5}
	c.Fx = num("focal", 1300, 2200)
	c.Fy = c.Fx
	c.R = lean.Mul(look).Mul(models.Rodrigues(r3.Vec{Z: turn}))
	c.T = r3.Vec{X: num("x", -100, 100), Y: num("y", -60, 60), Z: c.Fx * num("size", 0.7, 1.1)}
	if lens {
		c.Cx += num("cx", -15, 15)
		c.Cy += num("cy", -15, 15)
		c.Dist = models.Distortion{K1: num("k1", -0.2, 0.03), K2: num("k2", -0.02, 0.05)}
	}
	return c
}

func circle(c models.Camera, radius float64, n int) []r2.Vec {
	var out []r2.Vec
	for i := range n {
		s, k := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		if p, ok := c.Project(r3.Vec{X: radius * k, Y: radius * s}); ok {
			out = append(out, p)
		}
	}
	return out
}

func TestAnEllipseIsFoundThroughItsOwnPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCamera(t, false)
		points := circle(c, 250, 60)
		q, ok := fitEllipse(points)
		if !ok {
			t.Fatal("no ellipse through a circle's picture")
		}
		for _, p := range points {
			if d, _ := q.distance(p); math.Abs(d) > 1e-5 {
				t.Fatalf("a point lies %v px off its ellipse", d)
			}
		}
		long, short, _, ok := q.Axes()
		if !ok || long < short {
			t.Fatalf("axes %v, %v", long, short)
		}
	})
}

func TestAnEllipseGivesTheCameraThatSeesItsCircle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCamera(t, false)
		q, ok := fitEllipse(circle(c, 250, 60))
		if !ok {
			t.Fatal("no ellipse")
		}
		best := math.Inf(1)
		for _, got := range q.poses(c.Width, c.Height, c.Fx, 250) {
			worst := 0.0
			for _, p := range circle(c, 100, 24) { // a circle that was not used
				m, ok := got.OnPlane(p, 0)
				if !ok {
					worst = math.Inf(1)
				}
				worst = math.Max(worst, math.Abs(r2.Norm(m)-100))
			}
			best = math.Min(best, worst)
		}
		if best > 0.5 { // seen from straight above, the tilt hangs on the last digits
			t.Fatalf("the nearer of the two poses puts a circle of 100 mm %v mm off", best)
		}
	})
}

func TestFewOrStraightPointsMakeNoEllipse(t *testing.T) {
	for name, points := range map[string][]r2.Vec{
		"none":         nil,
		"five":         circle(models.Camera{Fx: 1000, Fy: 1000, R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 1000}}, 100, 5),
		"all the same": {{X: 1}, {X: 1}, {X: 1}, {X: 1}, {X: 1}, {X: 1}, {X: 1}},
	} {
		if q, ok := fitEllipse(points); ok {
			t.Errorf("%s: got %+v", name, q)
		}
	}
}
