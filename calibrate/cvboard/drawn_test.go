package cvboard

import (
	"errors"
	"image"
	"image/color"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// carromLook is a carrom board as a make prints it: lengths in shares of the
// outer base lines' distance from the centre, which is 266 mm.
type carromLook struct {
	inner, circle         float64 // inner base lines, centre circle
	outerWidth, thinWidth float64 // of the lines, mm
	side                  float64 // of the playing surface, from the centre
	wood, line, frame     color.RGBA
	dots, table           color.RGBA
	pieces                int     // of a round, about the centre
	clutter               bool    // on the table: tiles and boxes
	noise, blur, stretch  float64 // grey levels; pixels; by how much wider than it is
	glare                 bool
}

var (
	plywood, blackInk = color.RGBA{222, 190, 140, 0}, color.RGBA{30, 25, 25, 0}
	brown, red        = color.RGBA{92, 52, 30, 0}, color.RGBA{170, 40, 35, 0}
)

// usualLook is that of the ICF's boards.
var usualLook = carromLook{inner: 0.893, circle: 0.32, outerWidth: 5, thinWidth: 1.5, side: 1.391,
	wood: plywood, line: blackInk, frame: brown, dots: red, table: color.RGBA{120, 125, 130, 0}, noise: 3, blur: 0.7}

// colourAt is the look's colour at a place of the board's plane, mm.
func (l *carromLook) colourAt(p r2.Vec) color.RGBA {
	const outer = 266.0
	far, near := math.Max(math.Abs(p.X), math.Abs(p.Y)), math.Min(math.Abs(p.X), math.Abs(p.Y))
	d := r2.Norm(p)
	half := l.side * outer
	switch {
	case far > half+65:
		if l.clutter && (int(math.Floor(p.X/90))+int(math.Floor(p.Y/90)))%2 == 0 {
			return color.RGBA{l.table.R / 2, l.table.G / 2, l.table.B, 0}
		}
		return l.table
	case far > half:
		return l.frame
	case math.Hypot(far-half+22, near-half+22) < 22:
		return color.RGBA{15, 15, 15, 0}
	}
	mid, radius := outer*(1+l.inner)/2, outer*(1-l.inner)/2
	if end := math.Hypot(far-mid, near-219); end < radius {
		if end > radius-l.thinWidth {
			return l.line
		}
		return l.dots
	}
	within := func(at, width float64) bool { return math.Abs(at) <= width/2 }
	diagonal := math.Abs(far-near) / math.Sqrt2
	along := (far + near) / math.Sqrt2
	switch {
	case near < 219 && (within(far-outer, l.outerWidth) || within(far-outer*l.inner, l.thinWidth)),
		within(d-l.circle*outer, l.thinWidth),
		within(diagonal, l.thinWidth) && along > 190 && along < 400:
		return l.line
	case d < 16:
		return l.dots
	}
	return l.wood
}

// picture of the look through a camera.
func (l *carromLook) picture(cam models.Camera, rng *rand.Rand) capture.Frame {
	m := gocv.NewMatWithSize(cam.Height, cam.Width, gocv.MatTypeCV8UC3)
	defer m.Close()
	pix, _ := m.DataPtrUint8()
	for y := range cam.Height {
		for x := range cam.Width {
			var sum [3]float64
			for _, at := range [4][2]float64{{-0.25, -0.25}, {0.25, -0.25}, {-0.25, 0.25}, {0.25, 0.25}} {
				c := l.table
				if p, ok := cam.OnPlane(r2.Vec{X: float64(x) + at[0], Y: float64(y) + at[1]}, 0); ok {
					c = l.colourAt(p)
				}
				for ch, v := range [3]uint8{c.B, c.G, c.R} {
					sum[ch] += float64(v) / 4
				}
			}
			for ch, v := range sum {
				pix[3*(y*cam.Width+x)+ch] = byte(v)
			}
		}
	}
	l.lay(&m, cam, rng)
	gocv.GaussianBlur(m, &m, image.Point{}, l.blur, l.blur, gocv.BorderReplicate)
	for i, v := range pix {
		add := l.noise * rng.NormFloat64()
		if l.glare {
			x, y := float64(i/3%cam.Width)-0.4*float64(cam.Width), float64(i/3/cam.Width)-0.4*float64(cam.Height)
			add += 230 * math.Exp(-(x*x+y*y)/math.Pow(0.12*float64(cam.Width), 2))
		}
		pix[i] = byte(math.Max(0, math.Min(255, float64(v)+add)))
	}
	return capture.Frame{Width: cam.Width, Height: cam.Height, Pix: m.ToBytes()}
}

// lay puts the pieces of a round about the centre, and boxes on the table.
func (l *carromLook) lay(m *gocv.Mat, cam models.Camera, rng *rand.Rand) {
	colours := []color.RGBA{{225, 205, 165, 0}, {35, 35, 38, 0}, {190, 50, 60, 0}}
	for i := range l.pieces {
		sin, cos := math.Sincos(rng.Float64() * 2 * math.Pi)
		d := 240 * math.Sqrt(rng.Float64())
		if p, ok := cam.Project(r3.Vec{X: d * cos, Y: d * sin}); ok {
			gocv.CircleWithParams(m, image.Pt(int(p.X), int(p.Y)), int(15.5*cam.PixelsPerMM(r3.Vec{})), colours[i%19/9], -1, gocv.LineAA, 0)
		}
	}
	if !l.clutter {
		return
	}
	for range 8 {
		sin, cos := math.Sincos(rng.Float64() * 2 * math.Pi)
		p, ok := cam.Project(r3.Vec{X: 720 * cos, Y: 720 * sin})
		if at := image.Pt(int(p.X), int(p.Y)); ok {
			gocv.Rectangle(m, image.Rectangle{Min: at, Max: at.Add(image.Pt(30+rng.IntN(60), 20+rng.IntN(40)))}, color.RGBA{uint8(rng.IntN(256)), 60, 90, 0}, -1)
		}
	}
}

// carromCamera looks at a carrom board's centre, from so far above that the
// board's frame takes the share fill of the picture's height.
func carromCamera(width, height int, fill, tilt, turn float64) models.Camera {
	c := models.Camera{Width: width, Height: height, Fx: 0.85 * float64(width), Fy: 0.85 * float64(width), Cx: float64(width-1) / 2, Cy: float64(height-1) / 2}
	c.Dist.K1 = -0.03
	c.R = models.Rodrigues(r3.Vec{X: math.Pi - tilt*math.Pi/180}).Mul(models.Rodrigues(r3.Vec{Z: turn * math.Pi / 180}))
	c.T = r3.Vec{X: 15, Y: -10, Z: 870 * c.Fx / (fill * float64(height))}
	return c
}

// off is the farthest, as a share of the outer base lines' distance, that the
// camera puts points of circles about the centre from them.
func off(got calibrate.Calibration, truth models.Camera) (worst float64) {
	scale := got.Board.Carrom.OuterLine() / 266
	for _, radius := range []float64{100, 200, 300} {
		for a := range 36 {
			sin, cos := math.Sincos(float64(a) * math.Pi / 18)
			px, ok := truth.Project(r3.Vec{X: radius * cos, Y: radius * sin})
			if !ok || px.X < 0 || px.Y < 0 || px.X > float64(truth.Width) || px.Y > float64(truth.Height) {
				continue
			}
			q, ok := got.Camera.OnPlane(px, 0)
			if !ok {
				return math.Inf(1)
			}
			worst = math.Max(worst, math.Abs(r2.Norm(q)/scale-radius))
		}
	}
	return worst
}

// carromLooks are makes and rooms as photographs show them.
var carromLooks = map[string]func(*carromLook){
	"as the ICF has it":     func(*carromLook) {},
	"a round of coins":      func(l *carromLook) { l.pieces = 19 },
	"both base lines thin":  func(l *carromLook) { l.outerWidth, l.thinWidth = 1.5, 1.5 },
	"both base lines thick": func(l *carromLook) { l.outerWidth, l.thinWidth = 5, 5 },
	"a narrow base":         func(l *carromLook) { l.inner, l.circle = 0.92, 0.27 },
	"a wide base":           func(l *carromLook) { l.inner, l.circle, l.side = 0.85, 0.36, 1.33 },
	"painted green, white lines": func(l *carromLook) {
		l.wood, l.line, l.dots = color.RGBA{30, 95, 60, 0}, color.RGBA{235, 235, 225, 0}, color.RGBA{220, 200, 60, 0}
	},
	"painted yellow, red lines": func(l *carromLook) {
		l.wood, l.line, l.dots = color.RGBA{235, 200, 60, 0}, color.RGBA{180, 40, 40, 0}, color.RGBA{180, 40, 40, 0}
	},
	"worn, grainy": func(l *carromLook) {
		l.line, l.noise, l.dots = color.RGBA{165, 138, 105, 0}, 7, color.RGBA{190, 140, 105, 0}
	},
	"a black frame, a black cloth": func(l *carromLook) { l.frame, l.table = color.RGBA{25, 22, 22, 0}, color.RGBA{30, 30, 34, 0} },
	"a frame of the board's wood":  func(l *carromLook) { l.frame, l.table = color.RGBA{212, 182, 135, 0}, color.RGBA{200, 190, 170, 0} },
	"a tiled floor with things":    func(l *carromLook) { l.clutter, l.pieces = true, 12 },
	"glass glare":                  func(l *carromLook) { l.glare, l.pieces = true, 8 },
	"a picture made square":        func(l *carromLook) { l.stretch = 0.75 },
}

func TestCarromBoardsOfEveryMakeAreFound(t *testing.T) {
	for _, name := range some(slices.Sorted(maps.Keys(carromLooks))) {
		l := usualLook
		carromLooks[name](&l)
		rng := rand.New(rand.NewPCG(uint64(len(name)), 1))
		cam := carromCamera(960, 720, 0.85, 30*rng.Float64(), 360*rng.Float64())
		if l.stretch > 0 {
			cam.Width, cam.Fx, cam.Cx = int(l.stretch*float64(cam.Width)), cam.Fx*l.stretch, (l.stretch*float64(cam.Width)-1)/2
		}
		c, err := New().Find(l.picture(cam, rng), calibrate.Options{Boards: []models.Board{models.ShippedBoards()["carrom-icf"]}})
		if err != nil {
			t.Errorf("%s, tilted by %.0f: %v", name, cam.TiltDeg(), err)
			continue
		}
		if e := off(c, cam); e > 1 {
			t.Errorf("%s, tilted by %.0f: a circle is %.1f mm off, %.0f %% sure", name, cam.TiltDeg(), e, 100*c.Confidence)
		}
	}
}

func TestSquareThingsThatAreNoCarromBoardsAreRefused(t *testing.T) {
	dark, light := color.RGBA{40, 35, 30, 0}, color.RGBA{225, 220, 210, 0}
	box := func(m *gocv.Mat, half int, c color.RGBA, width int) {
		gocv.Rectangle(m, image.Rect(400-half, 300-half, 400+half, 300+half), c, width)
	}
	things := map[string]capture.Frame{
		"a chess board": drawn(func(m *gocv.Mat) {
			box(m, 280, dark, -1)
			for i := range 64 {
				if at := image.Pt(160+60*(i%8), 60+60*(i/8)); (i+i/8)%2 == 0 {
					gocv.Rectangle(m, image.Rectangle{Min: at, Max: at.Add(image.Pt(60, 60))}, light, -1)
				}
			}
		}),
		"a picture in its frame": drawn(func(m *gocv.Mat) {
			box(m, 280, dark, -1)
			box(m, 230, light, -1)
			box(m, 200, dark, 3)
			gocv.CircleWithParams(m, image.Pt(390, 320), 70, dark, 2, gocv.LineAA, 0)
		}),
		"a table": drawn(func(m *gocv.Mat) { box(m, 250, light, -1) }),
		"a tiled floor": drawn(func(m *gocv.Mat) {
			for k := 0; k < 800; k += 80 {
				gocv.Line(m, image.Pt(k, 0), image.Pt(k, 600), dark, 3)
				gocv.Line(m, image.Pt(0, k), image.Pt(800, k), dark, 3)
			}
		}),
		"nested squares": drawn(func(m *gocv.Mat) {
			for half := 40; half < 300; half += 30 {
				box(m, half, dark, 2)
			}
		}),
	}
	for _, name := range some(slices.Sorted(maps.Keys(things))) {
		if c, err := New().Find(things[name], calibrate.Options{Boards: []models.Board{models.ShippedBoards()["carrom-icf"]}}); !errors.Is(err, calibrate.ErrNoBoard) {
			t.Errorf("%s: got a board (%.0f %% sure), error %v", name, 100*c.Confidence, err)
		}
	}
}
