package cvdisc

import (
	"strings"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r3"
)

// overhead is a camera straight above a board, that sees it whole.
func overhead(t *testing.T, name string) (capture.Frame, calibrate.Calibration) {
	t.Helper()
	board, err := models.ShippedBoards().Get(name)
	if err != nil {
		t.Fatal(err)
	}
	f := capture.Frame{Width: 400, Height: 400, Pix: make([]byte, 3*400*400)}
	for i := range f.Pix {
		f.Pix[i] = 128
	}
	cam := models.Camera{Width: 400, Height: 400, Fx: 600, Fy: 600, Cx: 199.5, Cy: 199.5, R: models.Rotation{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: r3.Vec{Z: 1200}}
	return f, calibrate.Calibration{Board: board, Make: name, Camera: cam}
}

func TestEvenPictureHasNoDiscs(t *testing.T) {
	f, cal := overhead(t, "nca-26")
	obs, err := New().Detect(f, cal)
	if err != nil {
		t.Fatal(err)
	}
	if len(obs.Discs) != 0 {
		t.Errorf("found %d discs in an even picture: %+v", len(obs.Discs), obs.Discs)
	}
}

func TestWhatCannotBeMeasuredIsRefused(t *testing.T) {
	f, cal := overhead(t, "carrom-icf")
	cal.Board.Carrom = nil
	if _, err := New().Detect(f, cal); err == nil || !strings.Contains(err.Error(), "carrom") {
		t.Errorf("a carrom board: error %v, want one that names it", err)
	}
	f, cal = overhead(t, "nca-26")
	f.Pix = f.Pix[:100]
	if _, err := New().Detect(f, cal); err == nil || !strings.Contains(err.Error(), "400x400") {
		t.Errorf("a frame without its pixels: error %v, want one that says so", err)
	}
}

func TestHalvingKeepsTheView(t *testing.T) {
	f := capture.Frame{Width: 401, Height: 301, Pix: make([]byte, 3*401*301)}
	cam := models.Camera{Width: 401, Height: 301, Fx: 6000, Fy: 6000, Cx: 210, Cy: 140, R: models.Rotation{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: r3.Vec{Z: 1000}}
	small, half, err := halved(f, cam, 9.5)
	if err != nil {
		t.Fatal(err)
	}
	if small.Width != 100 || small.Height != 75 || len(small.Pix) != 3*100*75 {
		t.Fatalf("became %dx%d with %d bytes, want 100x75", small.Width, small.Height, len(small.Pix))
	}
	p := r3.Vec{X: 11, Y: -7, Z: 9.5}
	a, _ := cam.Project(p)
	b, _ := half.Project(p)
	if dx, dy := (a.X+0.5)/4-0.5-b.X, (a.Y+0.5)/4-0.5-b.Y; dx*dx+dy*dy > 1e-12 {
		t.Errorf("a point moved by (%g, %g) pixels", dx, dy)
	}
}
