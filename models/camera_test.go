package models

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

func drawVec(t *rapid.T, name string, reach float64) r3.Vec {
	v := rapid.Float64Range(-reach, reach)
	return r3.Vec{X: v.Draw(t, name+".x"), Y: v.Draw(t, name+".y"), Z: v.Draw(t, name+".z")}
}

// drawCamera is one that stands 0.6 to 2 m from the board, tilted up to 65
// degrees, turned and with the lens of a phone or webcam.
func drawCamera(t *rapid.T) Camera {
	f := rapid.Float64Range(900, 3500).Draw(t, "focal")
	tilt := rapid.Float64Range(0, 65).Draw(t, "tilt") * math.Pi / 180
	turn := rapid.Float64Range(0, 2*math.Pi).Draw(t, "turn")
	roll := rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "roll")
	look := Rodrigues(r3.Vec{Z: roll}).Mul(Rodrigues(r3.Vec{X: math.Pi - tilt})).Mul(Rodrigues(r3.Vec{Z: turn}))
	return Camera{
		Width: 1920, Height: 1080, Fx: f, Fy: f,
		Cx: 960 + rapid.Float64Range(-20, 20).Draw(t, "cx"), Cy: 540 + rapid.Float64Range(-20, 20).Draw(t, "cy"),
		Dist: Distortion{
			K1: rapid.Float64Range(-0.2, 0.1).Draw(t, "k1"), K2: rapid.Float64Range(-0.03, 0.05).Draw(t, "k2"),
			P1: rapid.Float64Range(-0.001, 0.001).Draw(t, "p1"), P2: rapid.Float64Range(-0.001, 0.001).Draw(t, "p2"),
		},
		R: look, T: r3.Vec{Z: rapid.Float64Range(900, 2500).Draw(t, "distance")},
	}
}

func TestProjectionAndBackIsTheSamePoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cam := drawCamera(t)
		p := r3.Vec{
			X: rapid.Float64Range(-330, 330).Draw(t, "x"), Y: rapid.Float64Range(-330, 330).Draw(t, "y"),
			Z: rapid.Float64Range(-12, 20).Draw(t, "z"),
		}
		px, ok := cam.Project(p)
		if !ok {
			t.Fatalf("%v is behind the camera", p)
		}
		back, ok := cam.OnPlane(px, p.Z)
		if !ok || math.Hypot(back.X-p.X, back.Y-p.Y) > 1e-6 {
			t.Fatalf("%v is seen at %v, which is %v on its plane", p, px, back)
		}
	})
}

func TestUndistortIsTheInverseOfDistort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawCamera(t).Dist
		p := r2.Vec{X: rapid.Float64Range(-0.6, 0.6).Draw(t, "x"), Y: rapid.Float64Range(-0.4, 0.4).Draw(t, "y")}
		back := d.Undistort(d.Distort(p))
		if r2.Norm(r2.Sub(back, p)) > 1e-9 {
			t.Fatalf("%v comes back as %v", p, back)
		}
	})
}

func same(a, b Rotation) float64 {
	var worst float64
	for i := range a {
		worst = math.Max(worst, math.Abs(a[i]-b[i]))
	}
	return worst
}

func TestRodriguesBothWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawVec(t, "v", 3.1/math.Sqrt(3))
		m := Rodrigues(v)
		if r3.Norm(r3.Sub(m.Rodrigues(), v)) > 1e-7 {
			t.Fatalf("%v comes back as %v", v, m.Rodrigues())
		}
		if id := same(m.Mul(Rodrigues(r3.Scale(-1, v))), Rotation{1, 0, 0, 0, 1, 0, 0, 0, 1}); id > 1e-12 {
			t.Fatalf("turning by %v and back is off by %v", v, id)
		}
		w := drawVec(t, "w", 100)
		if r3.Norm(r3.Sub(m.ApplyInverse(m.Apply(w)), w)) > 1e-9 {
			t.Fatalf("ApplyInverse does not undo Apply for %v", w)
		}
	})
}

// A half turn has two axes, v and -v: the matrix is what must come back.
func TestRodriguesOfAHalfTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axis := drawVec(t, "axis", 1)
		if r3.Norm(axis) < 0.01 {
			axis = r3.Vec{Y: 1}
		}
		m := Rodrigues(r3.Scale(math.Pi, r3.Unit(axis)))
		v := m.Rodrigues()
		if math.Abs(r3.Norm(v)-math.Pi) > 1e-6 {
			t.Fatalf("a half turn about %v comes back as %v, an angle of %v", axis, v, r3.Norm(v))
		}
		if off := same(Rodrigues(v), m); off > 1e-6 {
			t.Fatalf("a half turn about %v comes back as another one, off by %v", axis, off)
		}
	})
	for _, axis := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}, {X: -1}, {X: 1, Y: -1}, {Y: 1, Z: -1}, {X: 1, Z: -1}} {
		m := Rodrigues(r3.Scale(math.Pi, r3.Unit(axis)))
		if off := same(Rodrigues(m.Rodrigues()), m); off > 1e-9 {
			t.Errorf("a half turn about %v is off by %v", axis, off)
		}
	}
	if v := (Rotation{1, 0, 0, 0, 1, 0, 0, 0, 1}).Rodrigues(); v != (r3.Vec{}) {
		t.Errorf("no turn at all comes back as %v", v)
	}
}

// OpenCV's calib3d documentation, projectPoints: by hand for one point.
func TestProjectFollowsOpenCVsModelAndOrder(t *testing.T) {
	cam := Camera{
		Fx: 1000, Fy: 1100, Cx: 640, Cy: 360, R: Rotation{1, 0, 0, 0, 1, 0, 0, 0, 1},
		Dist: Distortion{K1: 0.1, K2: 0.01, P1: 0.002, P2: 0.003, K3: 0.001},
	}
	px, ok := cam.Project(r3.Vec{X: 0.2, Y: -0.1, Z: 1})
	if !ok {
		t.Fatal("in front of the camera, and yet behind it")
	}
	// r² = 0.05; radial = 1 + 0.005 + 0.000025 + 0.000000125
	const radial = 1.005025125
	x := 0.2*radial + 2*0.002*(0.2*-0.1) + 0.003*(0.05+2*0.04)
	y := -0.1*radial + 0.002*(0.05+2*0.01) + 2*0.003*(0.2*-0.1)
	if math.Abs(px.X-(1000*x+640)) > 1e-9 || math.Abs(px.Y-(1100*y+360)) > 1e-9 {
		t.Errorf("%v, want %v, %v", px, 1000*x+640, 1100*y+360)
	}
	if _, ok := cam.Project(r3.Vec{Z: -1}); ok {
		t.Error("a point behind the camera has a pixel")
	}
}

func TestScaledSeesTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cam := drawCamera(t)
		k := rapid.Float64Range(0.2, 3).Draw(t, "k")
		p := r3.Vec{X: rapid.Float64Range(-300, 300).Draw(t, "x"), Y: rapid.Float64Range(-300, 300).Draw(t, "y")}
		a, _ := cam.Project(p)
		scaled := cam.Scaled(k)
		b, _ := scaled.Project(p)
		// A picture's corner is half a pixel before its first pixel's centre.
		if math.Abs((a.X+0.5)*k-(b.X+0.5)) > 1e-7 || math.Abs((a.Y+0.5)*k-(b.Y+0.5)) > 1e-7 {
			t.Fatalf("%v became %v at scale %v", a, b, k)
		}
	})
}

func TestTiltAndScaleOfAnOverheadCamera(t *testing.T) {
	cam := Camera{Width: 1920, Height: 1080, Fx: 1500, Fy: 1500, Cx: 959.5, Cy: 539.5, R: Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: 1000}}
	if tilt := cam.TiltDeg(); tilt > 1e-6 {
		t.Errorf("tilt %v, want 0", tilt)
	}
	if k := cam.PixelsPerMM(r3.Vec{X: 30}); math.Abs(k-1.5) > 1e-9 {
		t.Errorf("%v pixels a mm, want 1.5", k)
	}
	if c := cam.Centre(); r3.Norm(r3.Sub(c, r3.Vec{Z: 1000})) > 1e-9 {
		t.Errorf("the camera stands at %v, want 1000 mm above the hole", c)
	}
	cam.R = Rodrigues(r3.Vec{X: math.Pi - math.Pi/3})
	if tilt := cam.TiltDeg(); math.Abs(tilt-60) > 1e-6 {
		t.Errorf("tilt %v, want 60", tilt)
	}
}
