package detect

import (
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// pocketPicture is a pocket in pale wood at the origin: a piece hanging at its
// rim, or one that lies in the net, 20 mm below.
func pocketPicture(cam models.Camera, solid Solid, hanging, net *r2.Vec, hole float64) capture.Frame {
	wood, dark, face, wall := Tint{120, 180, 215}, Tint{28, 30, 32}, Tint{175, 220, 240}, Tint{90, 120, 135}
	rng := rand.New(rand.NewPCG(3, 4))
	ray := func(px r2.Vec) Tint {
		low, _ := cam.OnPlane(px, 0)
		if hanging != nil {
			high, _ := cam.OnPlane(px, solid.Top())
			if r2.Norm(r2.Sub(high, *hanging)) <= solid.Radius {
				return face
			}
			way, to := r2.Sub(high, low), r2.Sub(*hanging, low)
			k := math.Max(0, math.Min(1, r2.Dot(way, to)/math.Max(1e-9, r2.Dot(way, way))))
			if r2.Norm(r2.Sub(to, r2.Scale(k, way))) <= solid.Radius {
				return wall
			}
		}
		if r2.Norm(low) > hole {
			return wood
		}
		if deep, _ := cam.OnPlane(px, -20); net != nil && r2.Norm(r2.Sub(deep, *net)) <= solid.Radius {
			return face
		}
		return dark
	}
	f := capture.Frame{Width: cam.Width, Height: cam.Height, Pix: make([]byte, 3*cam.Width*cam.Height)}
	for i := range cam.Width * cam.Height {
		var sum Tint
		for k := range 9 {
			sum = sum.Add(ray(r2.Vec{X: float64(i%cam.Width) + float64(k%3-1)/3, Y: float64(i/cam.Width) + float64(k/3-1)/3}))
		}
		for c := range 3 {
			f.Pix[3*i+c] = byte(math.Round(math.Max(0, math.Min(255, sum[c]/9+2*rng.NormFloat64()))))
		}
	}
	return f
}

func TestAPieceHangsAtThePocketOrLiesInIt(t *testing.T) {
	board := models.Board{Game: models.Carrom, Disc: models.Disc{Radius: 15.5, Thickness: 8, Edge: 1.4}}
	board.Carrom = &models.CarromSurface{Side: 2000, PocketRadius: 22.25} // all four pockets in one
	solid := NewSolid(board.Disc, 0)
	tip := PocketTip(board.Carrom, board.Disc.Radius)
	for _, tilt := range []float64{0, 25, 45} {
		cam := lookingAt(tilt)
		for k := range 4 {
			sin, cos := math.Sincos(math.Pi * (float64(k)/2 + 0.1))
			at := r2.Scale(tip+0.3, r2.Vec{X: cos, Y: sin})
			v := NewView(pocketPicture(cam, solid, &at, nil, board.Carrom.PocketRadius), cam)
			s := NewScene(v, v, calibrate.Calibration{Board: board, Camera: cam}, 1, 15.5)
			if f := s.bestPiece(solid, at, Search{Directions: 32, Windows: coarse, Grain: s.grain}); s.overPocket(f) {
				t.Errorf("tilt %.0f: a piece that hangs at (%.1f, %.1f) is taken for fallen, seen at (%.1f, %.1f)", tilt, at.X, at.Y, f.Pos.X, f.Pos.Y)
			}
			// Seen through the hole, what lies in the net seems to lie farther out.
			net := r2.Scale(5, r2.Vec{X: cos, Y: sin})
			v = NewView(pocketPicture(cam, solid, nil, &net, board.Carrom.PocketRadius), cam)
			s = NewScene(v, v, calibrate.Calibration{Board: board, Camera: cam}, 1, 15.5)
			for d := 0.0; d < 15; d += 3 {
				seed := r2.Scale(d, r2.Vec{X: cos, Y: sin})
				if f := s.bestPiece(solid, seed, Search{Directions: 32, Windows: coarse, Grain: s.grain}); f.Evidence() > certain && !s.overPocket(f) {
					t.Errorf("tilt %.0f: a piece in the net under (%.1f, %.1f) is taken for one on the board at (%.1f, %.1f)", tilt, net.X, net.Y, f.Pos.X, f.Pos.Y)
				}
			}
		}
	}
}

// holePicture is a pocket in pale wood at the origin whose lit inner wall
// reaches so deep, mm, to where it is dark.
func holePicture(cam models.Camera, hole, deep float64) capture.Frame {
	wood, wall, dark := Tint{120, 180, 215}, Tint{60, 90, 115}, Tint{28, 30, 32}
	f := capture.Frame{Width: cam.Width, Height: cam.Height, Pix: make([]byte, 3*cam.Width*cam.Height)}
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range cam.Width * cam.Height {
		var sum Tint
		for k := range 9 {
			px := r2.Vec{X: float64(i%cam.Width) + float64(k%3-1)/3, Y: float64(i/cam.Width) + float64(k/3-1)/3}
			top, _ := cam.OnPlane(px, 0)
			low, _ := cam.OnPlane(px, -deep)
			switch {
			case r2.Norm(top) > hole:
				sum = sum.Add(wood)
			case r2.Norm(low) > hole:
				sum = sum.Add(wall)
			default:
				sum = sum.Add(dark)
			}
		}
		for c := range 3 {
			f.Pix[3*i+c] = byte(math.Round(math.Max(0, math.Min(255, sum[c]/9+2*rng.NormFloat64()))))
		}
	}
	return f
}

func TestAHoleSeenAslantIsNoBlackPiece(t *testing.T) {
	board := models.Board{Game: models.Carrom, Disc: models.Disc{Radius: 15.5, Thickness: 8, Edge: 1.4}}
	board.Carrom = &models.CarromSurface{Side: 2000, PocketRadius: 22.25} // all four pockets in one
	solid := NewSolid(board.Disc, 0)
	seemed := 0
	for _, tilt := range []float64{30, 40, 50} {
		cam := lookingAt(tilt)
		cam.T.Z *= 2 // a coarse picture, 0.65 pixels a mm
		for _, deep := range []float64{10, 14, 18} {
			v := NewView(holePicture(cam, board.Carrom.PocketRadius, deep), cam)
			s := NewScene(v, v, calibrate.Calibration{Board: board, Camera: cam}, 1, 15.5)
			for k := range 48 {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / 12)
				seed := r2.Scale(6*float64(k/12+1), r2.Vec{X: cos, Y: sin})
				f := s.bestPiece(solid, seed, Search{Directions: 32, Windows: coarse, Grain: s.grain})
				if f.Evidence() < likely || r2.Norm(f.Pos) < PocketTip(board.Carrom, solid.Radius) {
					continue
				}
				seemed++
				if !s.overPocket(f) {
					t.Errorf("tilt %.0f, %.0f mm deep: the hole is taken for a piece at (%.1f, %.1f), evidence %.1f", tilt, deep, f.Pos.X, f.Pos.Y, f.Evidence())
				}
			}
		}
	}
	if seemed == 0 {
		t.Error("no hole ever looked like a piece at its rim: the test shows nothing")
	}
}
