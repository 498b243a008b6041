package annotate

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"ditchline/capture"

	"golang.org/x/image/vector"
)

// canvas is a picture with room for a band above it. Places are given in
// pixels of the picture; (0,0) is the centre of its top-left pixel.
type canvas struct {
	img   *image.RGBA
	top   int     // rows of the band
	unit  float64 // pixels that stand for one on a picture 1280 wide
	faces faces
	brush vector.Rasterizer
}

func newCanvas(f capture.Frame, top int, fc faces) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, f.Width, f.Height+top)), top: top, unit: unit(f.Width, f.Height), faces: fc}
	out := c.img.Pix[top*c.img.Stride:]
	for i, j := 0, 0; i < len(f.Pix); i, j = i+3, j+4 {
		out[j], out[j+1], out[j+2], out[j+3] = f.Pix[i+2], f.Pix[i+1], f.Pix[i], 0xff
	}
	return c
}

// unit scales the drawing with the picture.
func unit(width, height int) float64 {
	return max(0.6, math.Hypot(float64(width), float64(height))/1500)
}

// frame gives the drawing back as a frame of the same moment.
func (c *canvas) frame(f capture.Frame) capture.Frame {
	b := c.img.Bounds()
	f.Width, f.Height = b.Dx(), b.Dy()
	f.Pix = make([]byte, 3*f.Width*f.Height)
	for i, j := 0, 0; i < len(f.Pix); i, j = i+3, j+4 {
		f.Pix[i], f.Pix[i+1], f.Pix[i+2] = c.img.Pix[j+2], c.img.Pix[j+1], c.img.Pix[j]
	}
	return f
}

func (c *canvas) fill(r image.Rectangle, ink color.Color) {
	draw.Draw(c.img, r, image.NewUniform(ink), image.Point{}, draw.Over)
}

// stroke draws a curve, width in units, over a thin dark edge that sets it
// off from a light board.
func (c *canvas) stroke(points [][2]float64, closed bool, width float64, ink color.RGBA) {
	if len(points) < 2 {
		return
	}
	c.ribbon(points, closed, (width+1.2)*c.unit, color.RGBA{0, 0, 0, 0x50})
	c.ribbon(points, closed, width*c.unit, ink)
}

// ribbon fills the band of the given width in pixels along a curve.
func (c *canvas) ribbon(points [][2]float64, closed bool, width float64, ink color.RGBA) {
	left, right := sides(points, closed, width/2)
	area := bounds(append(append([][2]float64{}, left...), right...)).Add(image.Pt(0, c.top)).Intersect(
		image.Rect(0, c.top, c.img.Bounds().Dx(), c.img.Bounds().Dy()))
	if area.Empty() {
		return
	}
	c.brush.Reset(area.Dx(), area.Dy())
	// The centre of a pixel is its middle for the brush.
	dx, dy := 0.5-float64(area.Min.X), 0.5+float64(c.top)-float64(area.Min.Y)
	loop := func(points [][2]float64) {
		for i, p := range points {
			x, y := float32(p[0]+dx), float32(p[1]+dy)
			if i == 0 {
				c.brush.MoveTo(x, y)
			} else {
				c.brush.LineTo(x, y)
			}
		}
		c.brush.ClosePath()
	}
	back := reversed(right)
	if closed {
		loop(left)
		loop(back)
	} else {
		loop(append(left, back...))
	}
	c.brush.Draw(c.img, area, image.NewUniform(ink), image.Point{})
}

// sides are the curves beside a curve at the distance d, to its left and its
// right.
func sides(points [][2]float64, closed bool, d float64) (left, right [][2]float64) {
	n := len(points)
	for i, p := range points {
		before, after := points[max(0, i-1)], points[min(n-1, i+1)]
		if closed {
			before, after = points[(i+n-1)%n], points[(i+1)%n]
		}
		tx, ty := after[0]-before[0], after[1]-before[1]
		length := math.Hypot(tx, ty)
		if length == 0 {
			continue
		}
		nx, ny := d*ty/length, -d*tx/length
		left = append(left, [2]float64{p[0] + nx, p[1] + ny})
		right = append(right, [2]float64{p[0] - nx, p[1] - ny})
	}
	return left, right
}

func reversed(points [][2]float64) [][2]float64 {
	out := make([][2]float64, len(points))
	for i, p := range points {
		out[len(points)-1-i] = p
	}
	return out
}

// bounds is the smallest rectangle of whole pixels around points.
func bounds(points [][2]float64) image.Rectangle {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		x0, x1 = min(x0, p[0]), max(x1, p[0])
		y0, y1 = min(y0, p[1]), max(y1, p[1])
	}
	if !(x1 >= x0 && y1 >= y0) {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1))+2, int(math.Ceil(y1))+2)
}
