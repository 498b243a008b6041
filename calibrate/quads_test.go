package calibrate

import (
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// lookingAt is a camera without lens distortion, tilted by the angle (degrees)
// and turned about the board's axis.
func lookingAt(tilt, turn, far float64) models.Camera {
	c := models.Camera{Width: 1280, Height: 720, Fx: 1000, Fy: 1000, Cx: 639.5, Cy: 359.5}
	c.R = models.Rodrigues(r3.Vec{X: tilt * math.Pi / 180}).Mul(models.Rodrigues(r3.Vec{X: math.Pi})).Mul(models.Rodrigues(r3.Vec{Z: turn * math.Pi / 180}))
	c.T = r3.Vec{X: 20, Y: -10, Z: far}
	return c
}

func TestAQuadTellsTheCameraThatSeesItsSquare(t *testing.T) {
	for _, tilt := range []float64{0, 20, 50} {
		for _, turn := range []float64{0, 30, 77} {
			cam := lookingAt(tilt, turn, 1500)
			var q quad
			for i, p := range []r2.Vec{{X: 266, Y: 266}, {X: -266, Y: 266}, {X: -266, Y: -266}, {X: 266, Y: -266}} {
				q.corners[i], _ = cam.Project(vec3(p))
			}
			got, ok := q.pose(cam.Width, cam.Height, 266, 900, 1100)
			if !ok {
				t.Fatalf("tilt %v, turn %v: no camera", tilt, turn)
			}
			for _, p := range []r2.Vec{{X: 266, Y: 266}, {X: -100, Y: 200}, {X: 30, Y: -250}} {
				at, _ := cam.Project(vec3(p))
				if back, ok := got.OnPlane(at, 0); !ok || r2.Norm(r2.Sub(back, p)) > 1e-6 && tilt > 0 || r2.Norm(r2.Sub(back, p)) > 1e-3 {
					t.Errorf("tilt %v, turn %v: %v comes back as %v", tilt, turn, p, back)
				}
			}
		}
	}
}

func TestFourStraightsAmongOthersMakeASquare(t *testing.T) {
	cam := lookingAt(35, 20, 1400)
	rng := rand.New(rand.NewPCG(3, 4))
	var lines []straight
	put := func(a, b r2.Vec) {
		d := r2.Sub(b, a)
		l := norm(d)
		lines = append(lines, straight{a: a, b: b, normal: r2.Vec{X: -d.Y / l, Y: d.X / l}, length: l})
	}
	for i := range 4 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 2)
		end := func(along float64) r2.Vec {
			p, _ := cam.Project(r3.Vec{X: 266*cos - along*sin, Y: 266*sin + along*cos})
			return p
		}
		put(end(-200), end(150))
	}
	for range 12 {
		a := r2.Vec{X: 1280 * rng.Float64(), Y: 720 * rng.Float64()}
		put(a, r2.Add(a, r2.Vec{X: 100 * rng.NormFloat64(), Y: 100 * rng.NormFloat64()}))
	}
	corner, _ := cam.Project(r3.Vec{X: 266, Y: 266})
	for _, q := range quads(lines, 1280, 720, 500, 2000, false) {
		for _, c := range q.corners {
			if r2.Norm(r2.Sub(c, corner)) > 1e-6 {
				continue
			}
			if got, ok := q.pose(1280, 720, 266, 500, 2000); ok && math.Abs(got.Fx-1000) < 1 && math.Abs(got.TiltDeg()-35) < 0.1 {
				return
			}
		}
	}
	t.Error("the square is not among the quads")
}

func TestASquareInAStretchedPictureIsFoundWithItsStretch(t *testing.T) {
	cam := models.Camera{Width: 1280, Height: 720, Fx: 1000, Fy: 1000, Cx: 639.5, Cy: 359.5,
		R: models.Rodrigues(r3.Vec{X: math.Pi - 0.3, Y: 0.2}).Mul(models.Rodrigues(r3.Vec{Z: 0.5})), T: r3.Vec{X: 20, Y: -10, Z: 1100}}
	for _, aspect := range []float64{0.75, 0.95, 1.05, 1.33} {
		cam.Fy = cam.Fx * aspect
		var q quad
		for i, c := range [4][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
			q.corners[i], _ = cam.Project(r3.Vec{X: 266 * c[0], Y: 266 * c[1]})
		}
		got, ok := q.stretch(1280, 720, 500, 2000)
		if !ok || math.Abs(got/aspect-1) > 0.001 {
			t.Errorf("stretched by %.2f: %.3f, %v", aspect, got, ok)
			continue
		}
		q.aspect = got
		if pose, ok := q.pose(1280, 720, 266, 500, 2000); !ok || math.Abs(pose.TiltDeg()-cam.TiltDeg()) > 0.1 || math.Abs(pose.Fy/pose.Fx/aspect-1) > 0.001 {
			t.Errorf("stretched by %.2f: seen from %.1f degrees, want %.1f", aspect, pose.TiltDeg(), cam.TiltDeg())
		}
	}
}
