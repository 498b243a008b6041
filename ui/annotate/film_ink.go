package annotate

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/vector"
)

// ink is a drawing without its colour: the pixels that it covers, in order,
// and by how much. A thin ring covers a hundredth of the pixels around it, so
// that drawing it again takes microseconds.
type ink struct {
	at    []int32 // pixel numbers
	cover []uint8
}

// blend draws on BGR pixels.
func (k ink) blend(pix []byte, with color.RGBA) {
	b, g, r, a := uint32(with.B), uint32(with.G), uint32(with.R), uint32(with.A)
	for i, p := range k.at {
		// Colours are premultiplied: over = with*cover + below*(1 - a*cover).
		c := uint32(k.cover[i])
		rest := 255*255 - a*c
		q := pix[3*p : 3*p+3 : 3*p+3]
		q[0] = byte((b*c*255 + uint32(q[0])*rest) / (255 * 255))
		q[1] = byte((g*c*255 + uint32(q[1])*rest) / (255 * 255))
		q[2] = byte((r*c*255 + uint32(q[2])*rest) / (255 * 255))
	}
}

// pen draws curves for pictures of one size.
type pen struct {
	width, height int
	unit          float64 // pixels that stand for one on a picture 1280 wide
	brush         vector.Rasterizer
	paper         *image.Alpha
}

// stroke is a curve in pixels; width in units. (0,0) is the centre of the
// top-left pixel.
func (n *pen) stroke(points [][2]float64, closed bool, width float64) ink {
	if len(points) < 2 {
		return ink{}
	}
	left, right := sides(points, closed, width*n.unit/2)
	area := bounds(append(append([][2]float64{}, left...), right...)).Intersect(image.Rect(0, 0, n.width, n.height))
	if area.Empty() {
		return ink{}
	}
	n.brush.Reset(area.Dx(), area.Dy())
	n.brush.DrawOp = draw.Src
	// The centre of a pixel is its middle for the brush.
	dx, dy := 0.5-float64(area.Min.X), 0.5-float64(area.Min.Y)
	loop := func(points [][2]float64) {
		for i, p := range points {
			x, y := float32(p[0]+dx), float32(p[1]+dy)
			if i == 0 {
				n.brush.MoveTo(x, y)
			} else {
				n.brush.LineTo(x, y)
			}
		}
		n.brush.ClosePath()
	}
	if closed {
		loop(left)
		loop(reversed(right))
	} else {
		loop(append(left, reversed(right)...))
	}
	if n.paper == nil || n.paper.Rect.Dx() < area.Dx() || n.paper.Rect.Dy() < area.Dy() {
		n.paper = image.NewAlpha(image.Rect(0, 0, area.Dx(), area.Dy()))
	}
	sheet := &image.Alpha{Pix: n.paper.Pix, Stride: area.Dx(), Rect: image.Rect(0, 0, area.Dx(), area.Dy())}
	n.brush.Draw(sheet, sheet.Rect, image.Opaque, image.Point{})
	var k ink
	for y := range area.Dy() {
		row := int32((area.Min.Y+y)*n.width + area.Min.X)
		for x, c := range sheet.Pix[y*sheet.Stride : y*sheet.Stride+area.Dx()] {
			if c > 0 {
				k.at, k.cover = append(k.at, row+int32(x)), append(k.cover, c)
			}
		}
	}
	return k
}
