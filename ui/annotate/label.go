package annotate

import (
	"image"
	"image/color"
	"math"
)

// line of a label.
type line struct {
	text   string
	colour color.RGBA
	face   textFace
}

// label is a plate of text that belongs to a shape in the picture.
type label struct {
	shape [][2]float64 // pixels
	ink   color.RGBA   // of the line from the shape to the plate
	lines []line
}

// size of a label's plate, pixels.
func (l label) size(pad int) image.Point {
	w, h := 0, 0
	for _, s := range l.lines {
		w, h = max(w, s.face.width(s.text)), h+s.face.height()
	}
	return image.Pt(w+2*pad, h+pad)
}

// labels writes each label beside its shape, where it hides the least of the
// other shapes and labels.
func (c *canvas) labels(labels []label) {
	pad := max(2, int(3*c.unit))
	room := image.Rect(0, c.top, c.img.Bounds().Dx(), c.img.Bounds().Dy())
	var taken []image.Rectangle
	for _, l := range labels {
		taken = append(taken, bounds(l.shape).Add(image.Pt(0, c.top)))
	}
	for i, l := range labels {
		if len(l.shape) == 0 || len(l.lines) == 0 {
			continue
		}
		plate := place(taken[i], l.size(pad), room, taken, 3*c.unit)
		taken = append(taken, plate)
		c.leader(taken[i], plate, l.ink)
		c.plate(plate, l.lines, pad)
	}
}

// place is where a plate of the given size lies best beside a box: around it
// in growing distance, it takes the spot that covers the least of what is
// taken and of the room's outside.
func place(box image.Rectangle, size image.Point, room image.Rectangle, taken []image.Rectangle, gap float64) image.Rectangle {
	var best image.Rectangle
	cheapest := math.Inf(1)
	middle := box.Min.Add(box.Max).Div(2)
	for ring := range 6 {
		for dir := range 16 {
			s, c := math.Sincos(2 * math.Pi * float64(dir) / 16)
			away := gap * (1 + 4*float64(ring))
			at := middle.Add(image.Pt(
				int(c*(float64(box.Dx()+size.X)/2+away)),
				int(s*(float64(box.Dy()+size.Y)/2+away)))).Sub(size.Div(2))
			spot := image.Rectangle{at, at.Add(size)}
			// A pixel of distance is worth three covered ones of a row.
			cost := away * float64(size.Y) / 3
			for _, t := range taken {
				cost += float64(area(spot.Intersect(t)))
			}
			cost += 4 * float64(area(spot)-area(spot.Intersect(room)))
			if cost < cheapest {
				best, cheapest = spot, cost
			}
		}
	}
	return best
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// leader ties a plate to its shape's box, from edge to edge.
func (c *canvas) leader(box, plate image.Rectangle, ink color.RGBA) {
	near := func(lo, hi, v int) int { return min(max(v, lo), hi) }
	from := box.Min.Add(box.Max).Div(2)
	to := image.Pt(near(plate.Min.X, plate.Max.X, from.X), near(plate.Min.Y, plate.Max.Y, from.Y))
	from = image.Pt(near(box.Min.X, box.Max.X, to.X), near(box.Min.Y, box.Max.Y, to.Y))
	if from == to {
		return
	}
	top := float64(c.top)
	c.stroke([][2]float64{{float64(from.X), float64(from.Y) - top}, {float64(to.X), float64(to.Y) - top}}, false, 1, ink)
}

func (c *canvas) plate(r image.Rectangle, lines []line, pad int) {
	c.fill(r, plateColour)
	y := r.Min.Y + pad/2
	for _, l := range lines {
		c.text(r.Min.X+(r.Dx()-l.face.width(l.text))/2, y, l.text, l.colour, l.face)
		y += l.face.height()
	}
}
