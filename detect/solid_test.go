package detect

import (
	"math"
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

var testDisc = models.Disc{Radius: 15.875, Thickness: 9.5, Edge: 0.9}

// TestOutlineIsWhereRaysGrazeTheSolid checks each point of the outline against
// the solid itself: the ray through it comes no deeper into the rounding than
// its surface.
func TestOutlineIsWhereRaysGrazeTheSolid(t *testing.T) {
	for _, eye := range []r3.Vec{{X: 0, Y: 0, Z: 1500}, {X: 900, Y: -200, Z: 800}, {X: -50, Y: 1400, Z: 900}} {
		s := NewSolid(testDisc, 0)
		p := r2.Vec{X: 120, Y: -60}
		b := s.at(p, eye)
		for k := range 36 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 36)
			u := r2.Vec{X: cos, Y: sin}
			at, near := b.outline(u)
			z := s.Thickness - s.Edge
			if near {
				z = s.Edge
			}
			middle := r3.Vec{X: p.X + (s.Radius-s.Edge)*u.X, Y: p.Y + (s.Radius-s.Edge)*u.Y, Z: z}
			if d := r3.Norm(r3.Sub(at, middle)); math.Abs(d-s.Edge) > 1e-9 {
				t.Fatalf("eye %v, direction %d: the point lies %.4f mm from the middle of the rounding, want %.1f", eye, k, d, s.Edge)
			}
			ray := r3.Sub(eye, at)
			// Square to the surface in the plane of u and the vertical.
			across := (at.X-middle.X)*u.X + (at.Y-middle.Y)*u.Y
			up := at.Z - middle.Z
			along := ray.X*u.X + ray.Y*u.Y
			if g := (across*along + up*ray.Z) / r3.Norm(ray); math.Abs(g) > 2e-3*s.Edge {
				t.Errorf("eye %v, direction %d: the ray enters the rounding by %.4f", eye, k, g)
			}
		}
	}
}

func TestFarSideShowsTheUpperRimAndNearSideTheLower(t *testing.T) {
	b := NewSolid(testDisc, 0).at(r2.Vec{}, r3.Vec{X: 1000, Z: 1000})
	if at, near := b.outline(r2.Vec{X: -1}); near || at.Z < 8 {
		t.Errorf("away from the camera: near %v at height %.1f, want the upper rim", near, at.Z)
	}
	if at, near := b.outline(r2.Vec{X: 1}); !near || at.Z > 1.5 {
		t.Errorf("toward the camera: near %v at height %.1f, want the lower rim", near, at.Z)
	}
}

// TestLeaningDiscRestsOnTheHole checks the lean against the places that the
// ground truth's physics gives (state leaning: distance, tilt, height).
func TestLeaningDiscRestsOnTheHole(t *testing.T) {
	hole := models.Hole{Radius: 17.46, Depth: 6.35}
	for _, c := range []struct{ d, tilt, z float64 }{{5.322, 19.256, -0.804}, {4.868, 18.6, -1.007}, {3.33, 16.0, -1.8}, {6.0, 20.2, -0.51}} {
		b := NewSolid(testDisc, 0).Leaning(hole).at(r2.Vec{X: c.d}, r3.Vec{Z: 1000})
		tilt := math.Acos(b.ez.Z) * 180 / math.Pi
		if math.Abs(tilt-c.tilt) > 0.3 {
			t.Errorf("at %.2f mm: tilt %.2f degrees, want %.2f", c.d, tilt, c.tilt)
		}
		if math.Abs(b.origin.Z-c.z) > 0.1 {
			t.Errorf("at %.2f mm: underside's centre at %.2f mm, want %.2f", c.d, b.origin.Z, c.z)
		}
		if up := b.axis(r2.Vec{X: 1}); up.Z <= 0 {
			t.Errorf("at %.2f mm: the outer side must be the higher one, rises %.2f", c.d, up.Z)
		}
	}
}
