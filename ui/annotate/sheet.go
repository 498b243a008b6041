package annotate

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// newSheet is a blank canvas of its own, of the paper's colour.
func newSheet(width, height int, paper color.Color) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, width, height)), unit: 1}
	c.fill(c.img.Bounds(), paper)
	return c
}

// paste copies a sheet onto this one.
func (c *canvas) paste(at image.Point, o *canvas) {
	draw.Draw(c.img, o.img.Bounds().Add(at), o.img, image.Point{}, draw.Src)
}

// polygon fills what the loops enclose.
func (c *canvas) polygon(ink color.Color, loops ...[][2]float64) {
	var all [][2]float64
	for _, l := range loops {
		all = append(all, l...)
	}
	area := bounds(all).Intersect(c.img.Bounds())
	if area.Empty() {
		return
	}
	c.brush.Reset(area.Dx(), area.Dy())
	for _, l := range loops {
		for i, p := range l {
			x, y := float32(p[0]+0.5-float64(area.Min.X)), float32(p[1]+0.5-float64(area.Min.Y))
			if i == 0 {
				c.brush.MoveTo(x, y)
			} else {
				c.brush.LineTo(x, y)
			}
		}
		c.brush.ClosePath()
	}
	c.brush.Draw(c.img, area, image.NewUniform(ink), image.Point{})
}

// cased draws a curve over a casing of the other tone, so that it is seen on
// light and dark wood alike, in colour and in print.
func (c *canvas) cased(points [][2]float64, closed bool, width float64, ink, casing color.RGBA) {
	c.ribbon(points, closed, width+3, casing)
	c.ribbon(points, closed, width, ink)
}

// dashed draws a cased curve in dashes of the given length and gap, pixels.
func (c *canvas) dashed(points [][2]float64, dash, gap, width float64, ink, casing color.RGBA) {
	for _, piece := range dashes(points, dash, gap) {
		c.cased(piece, false, width, ink, casing)
	}
}

// dashes cuts a curve into pieces of the length dash with gaps between them.
func dashes(points [][2]float64, dash, gap float64) [][][2]float64 {
	var all [][][2]float64
	var piece [][2]float64
	left, on := dash, true
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b[0]-a[0], b[1]-a[1])
		at := 0.0
		for length-at > left {
			at += left
			k := at / length
			p := [2]float64{a[0] + k*(b[0]-a[0]), a[1] + k*(b[1]-a[1])}
			if on {
				if len(piece) == 0 {
					piece = append(piece, a)
				}
				all = append(all, append(piece, p))
				piece, left = nil, gap
			} else {
				piece, left = [][2]float64{p}, dash
			}
			on = !on
		}
		left -= length - at
		if on {
			if len(piece) == 0 {
				piece = append(piece, a)
			}
			piece = append(piece, b)
		}
	}
	if on && len(piece) > 1 {
		all = append(all, piece)
	}
	return all
}

// arrow draws a cased shaft with a head at its end.
func (c *canvas) arrow(from, to [2]float64, width float64, ink, casing color.RGBA) {
	dx, dy := to[0]-from[0], to[1]-from[1]
	length := math.Hypot(dx, dy)
	if length < 1e-9 {
		return
	}
	dx, dy = dx/length, dy/length
	head := 4.5 * width
	neck := [2]float64{to[0] - head*dx, to[1] - head*dy}
	tip := func(k float64) [][2]float64 {
		return [][2]float64{
			{to[0] + 1.6*k*dx, to[1] + 1.6*k*dy},
			{neck[0] - k*dx - (0.55*head+k)*dy, neck[1] - k*dy + (0.55*head+k)*dx},
			{neck[0] - k*dx + (0.55*head+k)*dy, neck[1] - k*dy - (0.55*head+k)*dx},
		}
	}
	c.ribbon([][2]float64{from, neck}, false, width+3, casing)
	c.polygon(casing, tip(1.5))
	c.ribbon([][2]float64{from, neck}, false, width, ink)
	c.polygon(ink, tip(0))
}

// frameLine draws a thin rectangle just within r.
func (c *canvas) frameLine(r image.Rectangle, width int, ink color.Color) {
	c.fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width), ink)
	c.fill(image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y), ink)
	c.fill(image.Rect(r.Min.X, r.Min.Y, r.Min.X+width, r.Max.Y), ink)
	c.fill(image.Rect(r.Max.X-width, r.Min.Y, r.Max.X, r.Max.Y), ink)
}

// Room about a note's text on its plate, pixels.
const notePadX, notePadY = 12, 4

// notePlate is the size of a note's plate.
func notePlate(s string, face textFace) image.Point {
	return image.Pt(face.width(s)+2*notePadX, face.height()+2*notePadY)
}

// note writes on a plate.
func (c *canvas) note(plate image.Rectangle, s string, face textFace) {
	c.fill(plate, notePaper)
	c.frameLine(plate, 1, noteEdge)
	c.text(plate.Min.X+notePadX, plate.Min.Y+notePadY, s, sheetInk, face)
}

// sheetFaces are the fonts of a sheet, by their use.
type sheetFaces struct {
	verdict textFace // the answer's first word
	figure  textFace // the number
	label   textFace // on pictures
	body    textFace // sentences
	small   textFace // the small print
}

func newSheetFaces() (f sheetFaces, err error) {
	for _, s := range []struct {
		face *textFace
		ttf  []byte
		size float64
	}{
		{&f.verdict, gobold.TTF, 84}, {&f.figure, gobold.TTF, 58}, {&f.label, gobold.TTF, 30},
		{&f.body, goregular.TTF, 34}, {&f.small, goregular.TTF, 28},
	} {
		if *s.face, err = newFace(s.ttf, s.size); err != nil {
			return f, err
		}
	}
	return f, nil
}

// Close gives the fonts back.
func (f sheetFaces) Close() error {
	return errors.Join(f.verdict.Close(), f.figure.Close(), f.label.Close(), f.body.Close(), f.small.Close())
}

// paragraph writes a text in lines of at most width pixels and returns where
// the next one begins.
func (c *canvas) paragraph(x, y, width int, s string, ink color.Color, face textFace) int {
	for _, l := range wrap(s, face, width) {
		c.text(x, y, l, ink, face)
		y += face.height() * 11 / 10
	}
	return y
}
