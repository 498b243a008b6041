package cvdisc

import (
	"math"
	"testing"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// flatDiscs is a board seen from straight above with dark flat circles of the
// discs' size painted on it at height z.
func flatDiscs(z float64, at ...r2.Vec) (capture.Frame, models.Camera, models.Board) {
	b := models.ShippedBoards()["nca-26"]
	cam := models.Camera{Width: 1280, Height: 960, Fx: 1100, Fy: 1100, Cx: 639.5, Cy: 479.5, R: models.Rotation{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: r3.Vec{Z: 900}}
	f := capture.Frame{Width: cam.Width, Height: cam.Height, Pix: make([]byte, 3*cam.Width*cam.Height)}
	k := cam.Fx / (900 - z)
	for y := range f.Height {
		for x := range f.Width {
			v := 180.0
			p := r2.Vec{X: (float64(x) - cam.Cx) / k, Y: -(float64(y) - cam.Cy) / k}
			for _, d := range at {
				v -= 130 * 0.5 * math.Erfc((r2.Norm(r2.Sub(p, d))-b.Disc.Radius)*k/math.Sqrt2)
			}
			for c := range 3 {
				f.Pix[3*(y*f.Width+x)+c] = byte(v)
			}
		}
	}
	return f, cam, b
}

func TestHoughFindsFlatCirclesWhereTheyAre(t *testing.T) {
	want := []r2.Vec{{X: 120, Y: 40}, {X: -200.5, Y: 90}, {X: 10, Y: -250}}
	f, cam, b := flatDiscs(0, want...)
	found, err := Hough(f, cam, b, 0, UsualHough)
	if err != nil || len(found) != len(UsualHough) {
		t.Fatalf("%d results for %d settings, error %v", len(found), len(UsualHough), err)
	}
	for i, places := range found {
		if len(places) != len(want) {
			t.Errorf("%v: found %v", UsualHough[i], places)
			continue
		}
		for _, w := range want {
			near := math.Inf(1)
			for _, p := range places {
				near = math.Min(near, r2.Norm(r2.Sub(p, w)))
			}
			if near > 0.8 {
				t.Errorf("%v: the disc at %v is found %.2f mm away", UsualHough[i], w, near)
			}
		}
	}
}

// What the reference cannot do: a disc's face stands above the board, and the
// homography of the board's plane puts it where it does not lie.
func TestHoughOnTheBoardsPlaneIsOffByParallax(t *testing.T) {
	at := r2.Vec{X: 250, Y: 0}
	f, cam, b := flatDiscs(9.5, at)
	off := func(z float64) float64 {
		found, err := Hough(f, cam, b, z, UsualHough[2:3])
		if err != nil || len(found[0]) != 1 {
			t.Fatalf("found %v, error %v", found, err)
		}
		return found[0][0].X - at.X
	}
	want := 250 * 9.5 / (900 - 9.5)
	if got := off(0); math.Abs(got-want) > 0.7 {
		t.Errorf("on the board's plane it is off by %.2f mm, want %.2f", got, want)
	}
	if got := off(9.5); math.Abs(got) > 0.7 {
		t.Errorf("on the faces' plane it is off by %.2f mm", got)
	}
}

func TestHoughRefusesACameraThatSeesNoBoard(t *testing.T) {
	f, cam, b := flatDiscs(0)
	cam.T.X = 1e5
	if _, err := Hough(f, cam, b, 0, UsualHough); err == nil {
		t.Error("no error")
	}
}
