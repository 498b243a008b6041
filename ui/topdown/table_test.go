package topdown

import (
	"math"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// oblique is a strongly distorting camera a good way from the vertical.
func oblique(width, height int) models.Camera {
	tilt := models.Rodrigues(r3.Vec{X: 0.5, Y: 0.2})
	look := models.Rotation{1, 0, 0, 0, -1, 0, 0, 0, -1}
	f := 0.9 * float64(width)
	return models.Camera{
		Width: width, Height: height, Fx: f, Fy: f, Cx: float64(width)/2 - 0.5, Cy: float64(height)/2 - 0.5,
		Dist: models.Distortion{K1: -0.28, K2: 0.07, P1: 0.001, P2: -0.0006}, R: look.Mul(tilt), T: r3.Vec{X: 10, Y: -20, Z: 1150},
	}
}

// painted is what a camera sees of a surface whose red and green are the place
// itself, 0 to 255 from -reach to reach.
func painted(cam models.Camera, reach float64) capture.Frame {
	f := capture.Frame{Width: cam.Width, Height: cam.Height, Pix: make([]byte, 3*cam.Width*cam.Height), CapturedAt: time.Unix(9, 0), Seq: 7}
	for y := range cam.Height {
		for x := range cam.Width {
			p, ok := cam.OnPlane(r2.Vec{X: float64(x), Y: float64(y)}, 0)
			if !ok {
				continue
			}
			o := 3 * (y*cam.Width + x)
			f.Pix[o] = 200
			f.Pix[o+1], f.Pix[o+2] = shade(p.Y, reach), shade(p.X, reach)
		}
	}
	return f
}

func shade(v, reach float64) byte {
	return byte(math.Round(math.Max(0, math.Min(255, (v/reach+1)*127.5))))
}

func TestEveryPixelShowsItsPlaceOnTheBoard(t *testing.T) {
	const reach = 400
	cam := oblique(1920, 1080)
	f := painted(cam, reach)
	for _, v := range []View{{Side: 480, Reach: reach}, {Side: 1280, Reach: reach}, {Side: 640, Reach: reach, Turn: 1}, {Side: 640, Reach: reach, Turn: 2}, {Side: 640, Reach: reach, Turn: 3}} {
		table, err := NewTable(cam, v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.Lay(f)
		if err != nil {
			t.Fatal(err)
		}
		if got.Width != v.Side || got.Height != v.Side || got.Seq != 7 || !got.CapturedAt.Equal(f.CapturedAt) {
			t.Fatalf("%+v: frame of %d x %d, seq %d", v, got.Width, got.Height, got.Seq)
		}
		wrong, shown := 0, 0
		for y := 3; y < v.Side; y += 7 {
			for x := 3; x < v.Side; x += 7 {
				o := 3 * (y*v.Side + x)
				if [3]byte(got.Pix[o:o+3]) == outside {
					continue
				}
				shown++
				at := v.place(float64(x), float64(y))
				// A step of the shade is 3.1 mm, so that 2 of them are well within a disc's fifth.
				if math.Abs(float64(got.Pix[o+1])-float64(shade(at.Y, reach))) > 1 || math.Abs(float64(got.Pix[o+2])-float64(shade(at.X, reach))) > 1 {
					wrong++
				}
			}
		}
		if wrong > shown/200 || shown < v.Side*v.Side/49/2 {
			t.Errorf("%+v: %d of %d pixels show another place", v, wrong, shown)
		}
	}
}

func TestTheTableAgreesWithTheCameraToAFewHundredthsOfAPixel(t *testing.T) {
	cam := oblique(1920, 1080)
	v := View{Side: 1280, Reach: 400}
	table, err := NewTable(cam, v)
	if err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	for y := 0; y < v.Side; y += 5 {
		for x := 0; x < v.Side; x += 5 {
			k := y*v.Side + x
			if table.at[k] < 0 {
				continue
			}
			p := v.place(float64(x), float64(y))
			want, _ := cam.Project(r3.Vec{X: p.X, Y: p.Y})
			n := int(table.at[k]) / 3
			got := r2.Vec{X: float64(n%cam.Width) + float64(table.part[k]>>8)/64, Y: float64(n/cam.Width) + float64(table.part[k]&255)/64}
			worst = math.Max(worst, r2.Norm(r2.Sub(got, want)))
		}
	}
	if worst > 0.03 {
		t.Errorf("a pixel is taken %.3f pixels from its place", worst)
	}
}

func TestAWindowTurnsClockwise(t *testing.T) {
	for turn, want := range []r2.Vec{{X: 0, Y: 1}, {X: -1, Y: 0}, {X: 0, Y: -1}, {X: 1, Y: 0}} {
		v := View{Side: 101, Reach: 1, Turn: turn}
		if got := r2.Unit(v.place(50, 0)); r2.Norm(r2.Sub(got, want)) > 1e-9 {
			t.Errorf("%d quarter turns: the top of the window is %v, want %v", turn, got, want)
		}
	}
}

func TestWhatCannotBeLaidFlatIsRefused(t *testing.T) {
	cam := oblique(64, 48)
	for _, v := range []View{{}, {Side: 10}, {Side: 10, Reach: math.NaN()}, {Side: 100000, Reach: 400}} {
		if _, err := NewTable(cam, v); err == nil {
			t.Errorf("%+v makes a table", v)
		}
	}
	if _, err := NewTable(models.Camera{}, View{Side: 10, Reach: 1}); err == nil {
		t.Error("a camera without a picture makes a table")
	}
	table, err := NewTable(cam, View{Side: 10, Reach: 400})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Lay(capture.Frame{Width: 48, Height: 64, Pix: make([]byte, 3*48*64)}); err == nil {
		t.Error("a frame of another size is laid")
	}
}

func BenchmarkLay(b *testing.B) {
	for _, side := range []int{480, 960, 1280} {
		cam := oblique(1920, 1080)
		f := painted(cam, 400)
		b.Run(map[int]string{480: "480", 960: "960", 1280: "1280"}[side], func(b *testing.B) {
			table, err := NewTable(cam, View{Side: side, Reach: 400})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := table.Lay(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("table of 960", func(b *testing.B) {
		cam := oblique(1920, 1080)
		for b.Loop() {
			if _, err := NewTable(cam, View{Side: 960, Reach: 400}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
