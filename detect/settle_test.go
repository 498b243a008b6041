package detect

import (
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// cast is a picture of plain cylinders on an even board, each pixel the
// mean of 3 by 3 rays, with noise.
func cast(cam models.Camera, solids []Solid, at []r2.Vec, face []Tint, board, wall Tint) capture.Frame {
	rng := rand.New(rand.NewPCG(7, 8))
	f := capture.Frame{Width: cam.Width, Height: cam.Height, Pix: make([]byte, 3*cam.Width*cam.Height)}
	ray := func(x, y float64) Tint {
		low, ok := cam.OnPlane(r2.Vec{X: x, Y: y}, 0)
		if !ok {
			return board
		}
		for i, s := range solids {
			high, _ := cam.OnPlane(r2.Vec{X: x, Y: y}, s.Top())
			if r2.Norm(r2.Sub(high, at[i])) <= s.Radius {
				return face[i]
			}
			// The ray's nearest pass of the axis between the two planes.
			way, to := r2.Sub(high, low), r2.Sub(at[i], low)
			k := math.Max(0, math.Min(1, r2.Dot(way, to)/math.Max(1e-9, r2.Dot(way, way))))
			if r2.Norm(r2.Sub(to, r2.Scale(k, way))) <= s.Radius {
				return wall
			}
		}
		return board
	}
	for y := range cam.Height {
		for x := range cam.Width {
			var sum Tint
			for k := range 9 {
				sum = sum.Add(ray(float64(x)+float64(k%3-1)/3, float64(y)+float64(k/3-1)/3))
			}
			for c := range 3 {
				v := sum[c]/9 + 2*rng.NormFloat64()
				f.Pix[3*(y*cam.Width+x)+c] = byte(math.Round(math.Max(0, math.Min(255, v))))
			}
		}
	}
	return f
}

// lookingAt is a camera of the given tilt (degrees) that sees the board's
// middle at about 1.3 pixels a mm.
func lookingAt(tilt float64) models.Camera {
	const far, focal = 1200.0, 1560.0
	turn := models.Rodrigues(r3.Vec{X: math.Pi - tilt*math.Pi/180})
	return models.Camera{Width: 220, Height: 180, Fx: focal, Fy: focal, Cx: 110, Cy: 90, R: turn, T: r3.Vec{Z: far}}
}

func TestSettlingFindsCylindersWhereTheyStand(t *testing.T) {
	sharp := models.Disc{Radius: 15.875, Thickness: 9.5}
	at := []r2.Vec{{X: -38.3, Y: 12.2}, {X: 10.6, Y: -31.4}, {X: 31.1, Y: 24.7}}
	face := []Tint{{40, 40, 40}, {200, 215, 225}, {60, 70, 190}}
	for _, tilt := range []float64{0, 20, 45} {
		cam := lookingAt(tilt)
		solids := []Solid{NewSolid(sharp, 0), NewSolid(sharp, 0), NewSolid(sharp, 0)}
		v := NewView(cast(cam, solids, at, face, Tint{110, 150, 175}, Tint{70, 80, 95}), cam)
		search := Search{Directions: 32, Windows: coarse, Grain: 6}
		var discs []*Placed
		for i, p := range at {
			f := v.Fit(solids[i], r2.Add(p, r2.Vec{X: 1.6, Y: -1.2}), search)
			if f.Evidence() < certain {
				t.Errorf("tilt %.0f, disc %d: evidence %.1f, want at least %.1f", tilt, i, f.Evidence(), certain)
			}
			discs = append(discs, &Placed{Fit: f, Team: i % 2})
		}
		v.Settle(discs, 2, Lens{Blur: usualBlur, Noise: UsualNoise}, looseness{far: 0.1, near: 0.1, height: 0.01}, []pass{{32, 1.3, 1.5}, {64, 0.7, 1}})
		for i, d := range discs {
			if off := r2.Norm(r2.Sub(d.Pos, at[i])); off > 0.3 {
				t.Errorf("tilt %.0f, disc %d: %.3f mm off, want at most 0.3", tilt, i, off)
			}
			if len(d.Readings) < 40 {
				t.Errorf("tilt %.0f, disc %d: only %d readings of 64", tilt, i, len(d.Readings))
			}
		}
	}
}

func TestEmptyBoardGivesNoEvidence(t *testing.T) {
	cam := lookingAt(15)
	v := NewView(cast(cam, nil, nil, nil, Tint{110, 150, 175}, Tint{}), cam)
	f := v.Fit(NewSolid(testDisc, 0), r2.Vec{X: 5, Y: 5}, Search{Directions: 32, Windows: coarse, Grain: 6})
	if e := f.Evidence(); e > arguable {
		t.Errorf("evidence %.1f for a disc on an empty board", e)
	}
}

func TestDiscMostlyOutsideThePictureIsNotJudged(t *testing.T) {
	cam := lookingAt(0)
	solid := NewSolid(testDisc, 0)
	at := r2.Vec{X: 84, Y: 0} // its centre falls on the picture's edge
	v := NewView(cast(cam, []Solid{solid}, []r2.Vec{at}, []Tint{{30, 30, 30}}, Tint{110, 150, 175}, Tint{20, 20, 20}), cam)
	f := v.Fit(solid, r2.Add(at, r2.Vec{X: 8}), Search{Directions: 32, Windows: coarse, Grain: 6})
	if e := f.Evidence(); !math.IsInf(e, -1) {
		t.Errorf("evidence %.1f with %.2f of the outline in the picture", e, f.InFrame)
	}
}

func TestUncertaintyGrowsWhereTheEdgesAreFew(t *testing.T) {
	whole, half := &Placed{}, &Placed{}
	for k := range 64 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 64)
		r := Reading{Dir: r2.Vec{X: cos, Y: sin}, Info: 200, PxPerMM: 1.2, OK: true}
		whole.Readings = append(whole.Readings, r)
		if cos > 0.5 {
			half.Readings = append(half.Readings, r)
		}
	}
	solveTogether([]*Placed{whole, half}, make([]Offsets, 1), looseness{far: 0.1, near: 0.1, height: 0.01})
	sd := func(p *Placed) float64 { return Disc{Cov: p.Cov}.SD() }
	if sd(half) < 1.5*sd(whole) {
		t.Errorf("seen to a third %.3f mm, wholly %.3f mm: want the first much larger", sd(half), sd(whole))
	}
}
