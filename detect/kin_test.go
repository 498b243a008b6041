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

// laidPiece is a piece in a painted picture of carrom.
type laidPiece struct {
	at         r2.Vec
	face, wall Tint
}

// Colours of the painted board.
var (
	paleWood  = Tint{150, 195, 220}
	paleFace  = Tint{149, 195, 220}
	paleWall  = Tint{118, 154, 174}
	redFace   = Tint{60, 50, 205}
	redWall   = Tint{35, 25, 120}
	redPrint  = Tint{58, 52, 196}
	drawnLine = Tint{60, 80, 95}
)

// carromPicture is a board in wood of about the colour of its white pieces, lit
// from the side, so that each casts a narrow shadow; print is what is drawn at a
// place.
func carromPicture(cam models.Camera, solid Solid, pieces []laidPiece, print func(r2.Vec) (Tint, bool)) capture.Frame {
	rng := rand.New(rand.NewPCG(5, 6))
	fall := r2.Vec{X: 3.5, Y: 5} // of the shadow of an upper rim, mm
	reach := func(low, high r2.Vec, at r2.Vec) float64 {
		way, to := r2.Sub(high, low), r2.Sub(at, low)
		k := math.Max(0, math.Min(1, r2.Dot(way, to)/math.Max(1e-9, r2.Norm2(way))))
		return r2.Norm(r2.Sub(to, r2.Scale(k, way)))
	}
	ray := func(px r2.Vec) Tint {
		low, _ := cam.OnPlane(px, 0)
		high, _ := cam.OnPlane(px, solid.Top())
		for _, p := range pieces {
			if r2.Norm(r2.Sub(high, p.at)) <= solid.Radius {
				return p.face
			}
		}
		shade := 1.0
		for _, p := range pieces {
			if reach(low, high, p.at) <= solid.Radius {
				return p.wall
			}
			if reach(low, r2.Sub(low, fall), p.at) <= solid.Radius {
				shade = 0.8
			}
		}
		if c, ok := print(low); ok {
			return c.Times(shade)
		}
		return paleWood.Times(shade * (1 + 0.02*math.Sin(low.X/2+low.Y/9))) // grain
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

// paintedScene is the scene of a painted board whose print lies beyond the
// picture, but for a spot in the middle.
func paintedScene(cam models.Camera, f capture.Frame) (*Scene, Solid) {
	board := models.Board{Game: models.Carrom, Disc: models.Disc{Radius: 15.5, Thickness: 8, Edge: 1.4}}
	board.Carrom = &models.CarromSurface{Side: 2000, PocketRadius: 22, PocketCentre: 960, BaseOuterFromFrame: 100, BaseGap: 32, BaseLength: 1200,
		BaseLineOuterWidth: 5, BaseLineInnerWidth: 1.5, BaseCircleDiameter: 31.8, BaseCircleCentreAlong: 600, BaseCircleCentreFromCentre: 900,
		CentreCircleDiameter: 1500, CentreSpotDiameter: 31.8}
	v := NewView(f, cam)
	return NewScene(v, v, calibrate.Calibration{Board: board, Camera: cam}, 0.7, 15.5), NewSolid(board.Disc, 0)
}

func TestPalePiecesOnPaleWoodAreToldByTheWallsAndShadowsOfTheirKind(t *testing.T) {
	arc := r2.Vec{X: -40, Y: 8} // as wide as a piece
	print := func(p r2.Vec) (Tint, bool) {
		d := r2.Sub(p, arc)
		return drawnLine, d.Y > -4 && math.Abs(r2.Norm(d)-15.5) < 0.7
	}
	for _, tilt := range []float64{8, 35} {
		cam := lookingAt(tilt)
		cam.Width, cam.Height, cam.Fx, cam.Fy, cam.Cx, cam.Cy = 90, 75, 640, 640, 45, 37.5 // 0.53 pixels a mm
		var laid []laidPiece
		for _, at := range []r2.Vec{{X: -45, Y: 52}, {X: 2, Y: 45}, {X: 48, Y: 38}, {X: 6, Y: -4}, {X: 50, Y: -14}, {X: -42, Y: -42}, {X: 12, Y: -50}} {
			laid = append(laid, laidPiece{at, paleFace, paleWall})
		}
		s, _ := paintedScene(cam, carromPicture(cam, NewSolid(models.Disc{Radius: 15.5, Thickness: 8, Edge: 1.4}, 0), laid, print))
		seeds := []r2.Vec{arc, {X: -20, Y: 20}, {X: 30, Y: 12}}
		for i, p := range laid {
			seeds = append(seeds, r2.Add(p.at, r2.Vec{X: float64(i%3) - 1, Y: 1 - float64(i%2)}))
		}
		fits := s.findPieces(seeds, nil)
		roles := s.rolesOf(fits, s.looksOfFits(fits))
		for _, p := range laid {
			found := false
			for i, f := range fits {
				found = found || roles.sure[i] && roles.team[i] == teamWhite && r2.Norm(r2.Sub(f.Pos, p.at)) < 2.5
			}
			if !found {
				t.Errorf("tilt %.0f: the pale piece at %.0f is not found", tilt, p.at)
			}
		}
		for i, f := range fits {
			if roles.sure[i] && !within(f.Pos, placesOfLaid(laid), 6) {
				t.Errorf("tilt %.0f: there is no piece at %.0f (evidence %.1f, of its likeness %.1f)", tilt, f.Pos, f.Evidence(), f.kin)
			}
		}
	}
}

func placesOfLaid(laid []laidPiece) []r2.Vec {
	var out []r2.Vec
	for _, p := range laid {
		out = append(out, p.at)
	}
	return out
}

func TestAQueenOnASpotOfHerColourIsNoPrintAslant(t *testing.T) {
	print := func(p r2.Vec) (Tint, bool) { return redPrint, r2.Norm(p) < 15.9 }
	cam := lookingAt(35)
	for _, lies := range []bool{true, false} {
		var laid []laidPiece
		if lies {
			laid = []laidPiece{{r2.Vec{}, redFace, redWall}}
		}
		s, _ := paintedScene(cam, carromPicture(cam, NewSolid(models.Disc{Radius: 15.5, Thickness: 8, Edge: 1.4}, 0), laid, print))
		spots := s.spotsAt(s.cal.Board.Carrom, []float64{3.5, 2, 1.2}, spotFar, nil)
		if len(spots) == 0 {
			t.Fatalf("lies %v: no printed spot is seen", lies)
		}
		fits := s.findPieces([]r2.Vec{{X: 0.5, Y: -0.5}, {X: 0, Y: 4}, {X: 0, Y: -4}}, spots)
		if found := len(fits) == 1 && r2.Norm(fits[0].Pos) < 2; found != lies || !lies && len(fits) > 0 {
			t.Errorf("lies %v: found %d", lies, len(fits))
		}
	}
}

func TestAPieceBesideAPrintedSpotHidesAPartOfIt(t *testing.T) {
	print := func(p r2.Vec) (Tint, bool) { return redPrint, r2.Norm(p) < 15.9 }
	solid := NewSolid(models.Disc{Radius: 15.5, Thickness: 8, Edge: 1.4}, 0)
	cam := lookingAt(20)
	at := r2.Vec{X: 16, Y: -17}
	spot := printedSpot{radius: 15.9, circle: 15.9, support: 1, colour: redPrint.Lab(1), central: true}
	for _, lies := range []bool{true, false} {
		var laid []laidPiece
		if lies {
			laid = []laidPiece{{at, paleFace, paleWall}}
		}
		s, _ := paintedScene(cam, carromPicture(cam, solid, laid, print))
		f := s.view.Fit(solid, at, Search{Directions: 32, Windows: coarse[2:], Grain: s.grain})
		if covered := (spots{spot}).covers(f, &s.view); covered == lies {
			t.Errorf("lies %v: taken for print %v", lies, covered)
		}
	}
}
