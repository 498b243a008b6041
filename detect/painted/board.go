// Package painted draws boards so simply that every place in them is known, for
// tests of what looks at them.
package painted

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// RGB is red, green and blue.
type RGB = [3]uint8

// Board is a board seen straight from above.
type Board struct {
	Cal  calibrate.Calibration
	Bare []byte // the picture of it, as capture.Frame has its pixels
}

// Crokinole paints the make nca-26.
func Crokinole() (*Board, error) {
	return above("nca-26", 560, func(b *models.Board, p r2.Vec) RGB {
		d := r2.Norm(p)
		line := math.Inf(1)
		for _, l := range models.Lines {
			line = math.Min(line, math.Abs(d-b.Rings.Radius(l)))
		}
		switch {
		case d < b.Hole.Radius, line < b.LineWidth/2:
			return RGB{60, 40, 30}
		case d > b.SurfaceRadius:
			return RGB{120, 70, 45}
		}
		return RGB{205, 170, 115}
	})
}

// Carrom paints the make carrom-icf: its pockets, and its base lines without the
// circles.
func Carrom() (*Board, error) {
	return above("carrom-icf", 600, func(b *models.Board, p r2.Vec) RGB {
		c := b.Carrom
		inner, outer := c.BaseLines()
		_, along, from := models.SideOf(p.X, p.Y)
		switch {
		case from > c.Side/2:
			return RGB{110, 70, 45}
		case math.Hypot(math.Abs(p.X)-c.PocketCentre, math.Abs(p.Y)-c.PocketCentre) < c.PocketRadius,
			math.Abs(along) < 219 && (from > inner.Near && from < inner.Far || from > outer.Near && from < outer.Far):
			return RGB{30, 26, 24}
		}
		return RGB{205, 172, 122}
	})
}

// above is a make seen straight from above, in the colours of its places (mm).
func above(name string, height int, colour func(b *models.Board, p r2.Vec) RGB) (*Board, error) {
	board, err := models.ShippedBoards().Get(name)
	if err != nil {
		return nil, fmt.Errorf("painted: %w", err)
	}
	const width, scale, high = 640, 0.65, 6000.0
	cam := models.Camera{
		Width: width, Height: height, Fx: scale * high, Fy: scale * high, Cx: width/2 - 0.5, Cy: float64(height)/2 - 0.5,
		R: models.Rotation{1, 0, 0, 0, -1, 0, 0, 0, -1}, T: r3.Vec{Z: high},
	}
	b := &Board{Cal: calibrate.Calibration{Board: board, Make: board.Name, Camera: cam}, Bare: make([]byte, 3*width*height)}
	b.Paint(b.Bare, func(p r2.Vec) (RGB, float64) { return colour(&board, p), 1 })
	return b, nil
}

// Paint sets every pixel to the colour at its place (mm), as far as it covers.
func (b *Board) Paint(pix []byte, at func(p r2.Vec) (c RGB, cover float64)) {
	cam := &b.Cal.Camera
	for y := range cam.Height {
		for x := range cam.Width {
			p := r2.Vec{X: (float64(x) - cam.Cx) / cam.Fx * cam.T.Z, Y: -(float64(y) - cam.Cy) / cam.Fy * cam.T.Z}
			if c, cover := at(p); cover > 0 {
				blend(pix[3*(y*cam.Width+x):], c, cover)
			}
		}
	}
}

func blend(px []byte, c RGB, cover float64) {
	for i, v := range [3]uint8{c[2], c[1], c[0]} {
		px[i] = byte(math.Round(float64(px[i])*(1-cover) + float64(v)*cover))
	}
}

// near does something with each pixel about a place: k is where it begins, d how
// far it is from there in pixels.
func (b *Board) near(p r2.Vec, radius float64, do func(k int, d float64)) {
	cam := &b.Cal.Camera
	scale := b.scale()
	cx, cy, r := cam.Cx+p.X*scale, cam.Cy-p.Y*scale, radius*scale+2
	for y := max(0, int(cy-r)); y <= min(cam.Height-1, int(cy+r)); y++ {
		for x := max(0, int(cx-r)); x <= min(cam.Width-1, int(cx+r)); x++ {
			do(3*(y*cam.Width+x), math.Hypot(float64(x)-cx, float64(y)-cy))
		}
	}
}

// scale is in pixels per mm.
func (b *Board) scale() float64 { return b.Cal.Camera.Fx / b.Cal.Camera.T.Z }

// Disc paints a disc, as a lens shows it that blurs by 0.8 pixels.
func (b *Board) Disc(pix []byte, at r2.Vec, c RGB) {
	radius, scale := b.Cal.Board.Disc.Radius, b.scale()
	b.near(at, radius, func(k int, d float64) {
		blend(pix[k:], c, 0.5*math.Erfc((d-radius*scale)/(0.8*math.Sqrt2)))
	})
}

// ArmWidth is half of an arm's width, mm.
const ArmWidth = 32.0

// Arm paints an arm from beyond the board to its tip.
func (b *Board) Arm(pix []byte, tip r2.Vec, c RGB) {
	out := r2.Unit(tip)
	for s := 0.0; s < 700; s += 8 {
		b.near(r2.Add(tip, r2.Scale(s, out)), ArmWidth, func(k int, d float64) {
			if d < ArmWidth*b.scale() {
				blend(pix[k:], c, 1)
			}
		})
	}
}

// Light makes a picture k times as bright.
func Light(pix []byte, k float64) {
	for i, v := range pix {
		pix[i] = byte(math.Min(255, float64(v)*k))
	}
}

// grainTile is a camera's noise, to be laid anywhere.
var grainTile = func() (out [9973]int8) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range out {
		out[i] = int8(rng.IntN(5) - 2)
	}
	return out
}()

// Frame is what a camera makes of the picture at that time of a film.
func (b *Board) Frame(pix []byte, seconds float64) capture.Frame {
	from := rand.New(rand.NewPCG(uint64(seconds*1e6), 7)).IntN(len(grainTile))
	for i, v := range pix {
		pix[i] = byte(max(0, min(255, int(v)+int(grainTile[(from+i)%len(grainTile)]))))
	}
	return capture.Frame{Media: time.Duration(seconds * float64(time.Second)), Width: b.Cal.Camera.Width, Height: b.Cal.Camera.Height, Pix: pix}
}
