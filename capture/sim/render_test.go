package sim

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/models"
)

type flatColour rgb

func (f flatColour) at(float64, float64) rgb { return rgb(f) }

// drawing is a scene without light's effects: a white board with black
// lines, seen without blur, so that places can be measured.
func drawing(b models.Board, p Placement) *canvas {
	f := StandardFurniture(b)
	white := flatColour{1, 1, 1}
	l := Look{surface: white, ditch: white, rail: white, table: white, hole: rgb{1, 1, 1}, light: lighting{ambient: rgb{1, 1, 1}}, exposure: 1}
	v := newView(Place(p, f.rim(b), f.RailTop))
	return newSensorCanvas(newStage(b, f, l, v), v)
}

// level is the bilinear light of the ground at a place, px.
func level(l *layer, x, y float64) float64 {
	i, j := int(x), int(y)
	u, v := x-float64(i), y-float64(j)
	at := func(i, j int) float64 { return float64(l.pix[3*(j*l.w+i)]) }
	return (at(i, j)*(1-u)+at(i+1, j)*u)*(1-v) + (at(i, j+1)*(1-u)+at(i+1, j+1)*u)*v
}

func TestPrintedLinesLieWhereTheCameraModelPutsThem(t *testing.T) {
	b := models.ShippedBoards()["nca-26"]
	c := drawing(b, Placement{
		Width: 960, Height: 640, FocalPx: 900, TiltDeg: 24, AzimuthDeg: 31, RollDeg: 3, Fill: 0.9,
		Dist: models.Distortion{K1: -0.15, K2: 0.02, P1: 3e-4, P2: -2e-4}, Cx: 4, Cy: -3,
	})
	cam := &c.view.cam
	for _, line := range models.Lines {
		sum, n := 0.0, 0
		for deg := 1.0; deg < 360; deg += 1.7 {
			if near := math.Mod(deg, 22.5); near < 7.5 || near > 15 {
				continue // pegs and quadrant lines
			}
			s, co := math.Sincos(deg * math.Pi / 180)
			r := b.Rings.Radius(line)
			in, _ := cam.Project(r3.Vec{X: (r - 1) * co, Y: (r - 1) * s})
			on, _ := cam.Project(r3.Vec{X: r * co, Y: r * s})
			out, _ := cam.Project(r3.Vec{X: (r + 1) * co, Y: (r + 1) * s})
			dx, dy := out.X-in.X, out.Y-in.Y
			d := math.Hypot(dx, dy)
			dx, dy = dx/d, dy/d
			weight, moment := 0.0, 0.0
			for k := -80; k <= 80; k++ {
				at := float64(k) / 20
				ink := 1 - level(c.ground, on.X+at*dx, on.Y+at*dy)
				weight, moment = weight+ink, moment+ink*at
			}
			if want := b.LineWidth * d / 2 * 20; math.Abs(weight-want) > 0.15*want {
				t.Errorf("line %d at %v degrees: %.2f px of ink, want %.2f", line, deg, weight/20, want/20)
			}
			sum, n = sum+moment/weight, n+1
		}
		if mean := sum / float64(n); math.Abs(mean) > 0.02 {
			t.Errorf("line %d is off by %.4f px in the mean of %d places", line, mean, n)
		}
	}
}

func TestADiscCoversTheAreaOfItsTop(t *testing.T) {
	b := models.ShippedBoards()["nca-26"]
	b.Disc.Edge = 0
	c := drawing(b, Placement{Width: 640, Height: 480, FocalPx: 1500, AzimuthDeg: 10, Fill: 0.95})
	for i := range c.ground.pix {
		c.ground.pix[i] = 0
	}
	cam := &c.view.cam
	eye := cam.Centre()
	var dx, dy, size float64
	const n = 9
	for k := range n {
		// Near the axis, where the side wall is hidden under the top.
		x, y := eye.X+0.37*float64(k%3), eye.Y+0.41*float64(k/3)
		disc := body{x: x, y: y, r: b.Disc.Radius, h: b.Disc.Thickness, paint: rgb{1, 1, 1}, side: rgb{1, 1, 1}}
		c.stage.pegs, c.pegs = nil, nil
		for i := range c.height {
			c.height[i] = 0
		}
		c.draw([]mover{{id: 1, poses: []body{disc}}}, nil, clearAir)
		var w, mx, my float64
		for i := range c.ground.w * c.ground.h {
			v := float64(c.bodies.pix[3*i])
			w, mx, my = w+v, mx+v*float64(i%c.ground.w), my+v*float64(i/c.ground.w)
		}
		want, _ := cam.Project(r3.Vec{X: x, Y: y, Z: b.Disc.Thickness})
		dx, dy = dx+(mx/w-want.X)/n, dy+(my/w-want.Y)/n
		scale := cam.PixelsPerMM(r3.Vec{X: x, Y: y, Z: b.Disc.Thickness})
		// The paint's own shading is between 0.97 and 1.03: divide by its mean.
		size += (math.Sqrt(w/math.Pi) - b.Disc.Radius*scale) / n
	}
	if math.Hypot(dx, dy) > 0.02 {
		t.Errorf("discs are off by (%.4f, %.4f) px in the mean", dx, dy)
	}
	if math.Abs(size) > 0.02 {
		t.Errorf("discs are %.4f px too large in radius", size)
	}
}

// rim is the distance from a place in the picture, along a direction, at
// which the light falls to half of what it is 3 px further in, px.
func rim(c *canvas, x, y, dx, dy, from float64) float64 {
	at := func(d float64) float64 { return level(c.bodies, x+d*dx, y+d*dy) }
	for d := from + 3; d > 0; d -= 0.02 {
		if at(d) >= at(d-3)/2 && at(d) > 0.05 {
			return d
		}
	}
	return 0
}

func TestATiltedViewShowsTheFarTopRimAndTheNearBase(t *testing.T) {
	b := models.ShippedBoards()["nca-26"]
	b.Disc.Edge = 0
	c := drawing(b, Placement{Width: 800, Height: 600, FocalPx: 1800, TiltDeg: 35, AzimuthDeg: 270, Fill: 0.9})
	for i := range c.ground.pix {
		c.ground.pix[i] = 0
	}
	c.stage.pegs, c.pegs = nil, nil
	// Under the lamp alone a side is as light at its foot as at its top.
	c.stage.look.light = lighting{lamps: []lamp{{0, -1500, 1500, 1, rgb{1, 1, 1}}}}
	for i := range c.height {
		c.height[i] = 0
	}
	cam := &c.view.cam
	var far, near float64
	const n = 12
	for k := range n {
		y0 := 60 + 3.37*float64(k)
		disc := body{x: 0.3 * float64(k), y: y0, r: b.Disc.Radius, h: b.Disc.Thickness, paint: rgb{1, 1, 1}, side: rgb{1, 1, 1}}
		c.draw([]mover{{id: 1, poses: []body{disc}}}, nil, clearAir)
		mid, _ := cam.Project(r3.Vec{X: disc.x, Y: y0, Z: 0})
		top, _ := cam.Project(r3.Vec{X: disc.x, Y: y0 + b.Disc.Radius, Z: b.Disc.Thickness})
		base, _ := cam.Project(r3.Vec{X: disc.x, Y: y0 - b.Disc.Radius, Z: 0})
		up := math.Hypot(top.X-mid.X, top.Y-mid.Y)
		down := math.Hypot(base.X-mid.X, base.Y-mid.Y)
		far += (rim(c, mid.X, mid.Y, (top.X-mid.X)/up, (top.Y-mid.Y)/up, up) - up) / n
		near += (rim(c, mid.X, mid.Y, (base.X-mid.X)/down, (base.Y-mid.Y)/down, down) - down) / n
	}
	if math.Abs(far) > 0.05 || math.Abs(near) > 0.05 {
		t.Errorf("far top rim off by %.3f px, near base by %.3f px", far, near)
	}
}

func TestAPictureDependsOnTheSceneAndNotOnItsHistory(t *testing.T) {
	o := Defaults()
	o.Width, o.Height = 320, 180
	f, err := newFilm(o)
	if err != nil {
		t.Fatal(err)
	}
	for s := 0.0; s < 7; s += 0.35 {
		for s >= f.turn.End {
			f.turn = f.game.Next()
		}
		f.canvas.draw(f.movers(s), f.turn.handAt(s), clearAir)
	}
	s := 7.0
	f.canvas.draw(f.movers(s), f.turn.handAt(s), clearAir)
	c := &canvas{stage: f.canvas.stage, view: f.canvas.view, height: f.canvas.height, ground: f.canvas.ground, tone: f.canvas.tone, pegs: f.canvas.pegs}
	c.bodies = &layer{c.ground.w, c.ground.h, append([]float32(nil), c.ground.pix...)}
	c.bytes = make([]byte, len(c.ground.pix))
	c.tilesX, c.tilesY = f.canvas.tilesX, f.canvas.tilesY
	k := c.tilesX * c.tilesY
	c.dirty, c.retone, c.handTiles, c.lists = make([]bool, k), make([]bool, k), make([]bool, k), make([][]int32, k)
	for i := range c.dirty {
		c.dirty[i] = true
	}
	c.draw(f.movers(s), f.turn.handAt(s), clearAir)
	differ := 0
	for i := range c.bytes {
		if c.bytes[i] != f.canvas.bytes[i] {
			differ++
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d bytes differ from a fresh picture of the same scene", differ, len(c.bytes))
	}
}
