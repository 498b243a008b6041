package annotate

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"ditchline/detect"
	"ditchline/score/session"
)

// odds draws how sure a clearance is: the bell of where the true one may lie,
// over a ruler whose zero is the line's edge. What touches is hatched. Several
// photographs' own answers stand as ticks below the ruler.
func odds(call detect.LineCall, photos []detect.PhotoCall, width, height int, f sheetFaces) *canvas {
	c := newSheet(width, height, paper)
	reach := 1.35 * math.Max(math.Abs(call.Clearance)+3*call.SD, 0.3)
	const pad = 8
	base := float64(height) - 92
	at := func(mm float64) float64 { return float64(width)/2 + mm/reach*(float64(width)/2-pad) }
	peak := base - 46

	c.fill(image.Rect(0, 0, int(at(0)), int(base)), color.RGBA{0xf1, 0xe4, 0xdf, 0xff})
	c.fill(image.Rect(int(at(0)), 0, width, int(base)), color.RGBA{0xe3, 0xec, 0xe6, 0xff})
	yes, no := oddsWords(call.Line)
	touches, clear := yes+": "+session.Chance(call.PTouching), no+": "+session.Chance(1-call.PTouching)
	c.text(16, 6, touches, sheetInk, f.label)
	c.text(width-16-f.label.width(clear), 6, clear, sheetInk, f.label)

	bell := func(from, to float64) [][2]float64 {
		points := [][2]float64{{at(from), base}}
		const n = 160
		for i := range n + 1 {
			mm := from + (to-from)*float64(i)/n
			z := (mm - call.Clearance) / call.SD
			points = append(points, [2]float64{at(mm), base - peak*math.Exp(-z*z/2)})
		}
		return append(points, [2]float64{at(to), base})
	}
	if call.SD > 0 {
		lo, hi := call.Clearance-4*call.SD, call.Clearance+4*call.SD
		if hi > 0 {
			c.polygon(color.RGBA{0x8f, 0xb7, 0xa3, 0xff}, bell(math.Max(lo, 0), hi))
		}
		if lo < 0 {
			c.hatched(bell(lo, math.Min(hi, 0)), color.RGBA{0xd9, 0x8b, 0x7f, 0xff}, touchingInk)
		}
		outline := bell(lo, hi)
		c.ribbon(outline[1:len(outline)-1], false, 3, sheetInk)
	}
	c.ruler(at, base, reach, f)
	c.ribbon([][2]float64{{at(0), 0}, {at(0), base}}, false, 4, sheetInk)
	zero := zeroWords(call.Line)
	x := int(at(0)) - f.small.width(zero)/2
	c.fill(image.Rect(x-8, 4, x+f.small.width(zero)+8, 4+f.small.height()), paper)
	c.text(x, 4, zero, sheetInk, f.small)
	if len(photos) > 1 {
		for _, p := range photos {
			mm := at(math.Max(-reach, math.Min(reach, p.Call.Clearance)))
			c.polygon(sheetInk, [][2]float64{{mm, base + 3}, {mm - 9, base + 21}, {mm + 9, base + 21}})
		}
	}
	return c
}

// ruler draws the axis in mm with round steps.
func (c *canvas) ruler(at func(float64) float64, base, reach float64, f sheetFaces) {
	c.ribbon([][2]float64{{at(-reach), base}, {at(reach), base}}, false, 3, sheetInk)
	step := roundStep(reach / 3)
	for k := math.Ceil(-reach / step); k*step <= reach; k++ {
		mm := k * step
		c.ribbon([][2]float64{{at(mm), base}, {at(mm), base + 12}}, false, 3, sheetInk)
		text := fmt.Sprintf("%+.2g", mm)
		if math.Abs(mm) < step/2 {
			text = "0"
		}
		x := at(mm) - float64(f.small.width(text))/2
		if x < 0 || x+float64(f.small.width(text)) > float64(c.img.Bounds().Dx()) {
			continue
		}
		c.text(int(x), int(base)+24, text, quietInk, f.small)
	}
	unit := "mm of clearance"
	c.text((c.img.Bounds().Dx()-f.small.width(unit))/2, int(base)+54, unit, quietInk, f.small)
}

// roundStep is the largest of 1, 2 and 5 times a power of ten up to v.
func roundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range [3]float64{5, 2, 1} {
		if k*power <= v {
			return k * power
		}
	}
	return power
}

// hatched fills a shape and draws slanting lines over it, so that it differs
// from another in grey too.
func (c *canvas) hatched(shape [][2]float64, fill, ink color.RGBA) {
	c.polygon(fill, shape)
	box := bounds(shape)
	const gap = 14
	for x := box.Min.X - box.Dy(); x < box.Max.X; x += gap {
		var run [][2]float64
		for y := box.Min.Y; y <= box.Max.Y; y++ {
			p := [2]float64{float64(x + y - box.Min.Y), float64(y)}
			switch {
			case within(shape, p):
				run = append(run, p)
			case len(run) > 1:
				c.ribbon([][2]float64{run[0], run[len(run)-1]}, false, 2.5, ink)
				run = nil
			default:
				run = nil
			}
		}
	}
}

// within says whether a point lies in a polygon (even-odd).
func within(shape [][2]float64, p [2]float64) bool {
	in := false
	for i, a := range shape {
		b := shape[(i+1)%len(shape)]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(p[1]-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			in = !in
		}
	}
	return in
}

// pictogram draws a disc and a line apart, touching, or with a question mark.
func (c *canvas) pictogram(at image.Point, size int, call detect.Call, ink color.RGBA, f sheetFaces) {
	r := float64(size) * 0.34
	x, y := float64(at.X)+float64(size)/2, float64(at.Y)+float64(size)*0.36
	lineY := y + r + float64(size)*0.18
	if call == detect.Touching {
		lineY = y + r - 2
	}
	var circle [][2]float64
	for i := range 60 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 60)
		circle = append(circle, [2]float64{x + r*cos, y + r*sin})
	}
	if call == detect.TooClose {
		lineY = y + r + 2
		c.ribbon(circle, true, 7, ink)
		c.text(int(x)-f.figure.width("?")/2, int(y)-f.figure.height()/2, "?", ink, f.figure)
	} else {
		c.polygon(ink, circle)
	}
	c.ribbon([][2]float64{{float64(at.X), lineY}, {float64(at.X + size), lineY}}, false, 9, ink)
}
