package annotate

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Colours of the sheet. Everything that is told by colour is told by form as
// well: sheets are printed in black and white.
var (
	paper     = color.RGBA{0xfb, 0xfa, 0xf6, 0xff}
	sheetInk  = color.RGBA{0x15, 0x19, 0x1e, 0xff}
	quietInk  = color.RGBA{0x55, 0x5e, 0x68, 0xff}
	hairline  = color.RGBA{0xc9, 0xc6, 0xbc, 0xff}
	notePaper = color.RGBA{0xf0, 0xef, 0xec, 0xf0} // premultiplied
	noteEdge  = color.RGBA{0x15, 0x19, 0x1e, 0x60}

	white      = color.RGBA{0xff, 0xff, 0xff, 0xff}
	darkCasing = color.RGBA{0, 0, 0, 0xb0}
	bandInk    = color.RGBA{0xff, 0xd2, 0x2e, 0xff} // the line's edges
	bandFill   = color.RGBA{0x50, 0x42, 0x0e, 0x50} // its width, premultiplied
	sureFill   = color.RGBA{0x1c, 0x62, 0x78, 0x78} // where the footprint's edge may lie, premultiplied
	sureInk    = color.RGBA{0x7f, 0xe3, 0xff, 0xff}

	clearInk    = color.RGBA{0x0b, 0x6e, 0x4f, 0xff}
	touchingInk = color.RGBA{0xb4, 0x23, 0x18, 0xff}
	closeInk    = color.RGBA{0x8a, 0x5a, 0x00, 0xff}
)

// sure is how many standard deviations the band about the footprint is wide on
// either side: 95 of 100 true edges lie within.
const sure = 1.96

// spot is the geometry of a dispute in the photograph's board frame, mm.
type spot struct {
	camera models.Camera
	disc   detect.Disc
	call   detect.LineCall
	line   models.LineShape
	out    r2.Vec  // unit vector: of a circle about the board's middle away from that, else from the line to the disc
	side   float64 // 1 where the disc lies along out from the line, -1 on the other side
}

func newSpot(b models.Board, cam models.Camera, d detect.Disc, c detect.LineCall) spot {
	_, away := b.Gap(c.Line, d.Pos, d.Radius)
	s := spot{camera: cam, disc: d, call: c, line: b.Shape(c.Line, d.Pos, d.Radius), out: away, side: 1}
	if b.Carrom == nil && r2.Norm(d.Pos) < b.Rings.Radius(c.Line) {
		s.out, s.side = r2.Scale(-1, away), -1
	}
	return s
}

// near is the place on the line's edge that is nearest to the disc.
func (s spot) near() r2.Vec {
	return r2.Sub(s.disc.Pos, r2.Scale(s.side*(s.line.Probe+s.measuredGap()), s.out))
}

// measuredGap is the clearance of the disc where it is drawn: that of the call,
// but for what several photographs differ by.
func (s spot) measuredGap() float64 {
	if s.line.Straight() {
		return s.call.Clearance
	}
	off := r2.Sub(s.disc.Pos, s.line.Middle)
	return s.side*(r2.Dot(off, s.out)-s.line.Radius) - s.line.Probe
}

// at is the place by mm beyond the edge's nearest one, away from the disc.
func (s spot) at(mm float64) r2.Vec { return r2.Sub(s.near(), r2.Scale(s.side*mm, s.out)) }

// contact is the point of the footprint nearest to the line, or farthest over
// its edge; of a pocket's line that asks for it, the footprint's middle.
func (s spot) contact() r2.Vec { return s.at(-s.call.Clearance) }

// discEdge is the footprint's edge, standard deviations k away from where it
// is thought to be; in the direction of the line that is the clearance's own.
func (s spot) discEdge(k float64) [][2]float64 {
	const corners = 360
	lineVar := math.Max(0, s.call.SD*s.call.SD-variance(s.disc.Cov, s.out))
	points := make([][2]float64, corners)
	// The contact point lies on the drawn edge, also where the clearance comes
	// from several photographs.
	centre := r2.Add(s.contact(), r2.Scale(s.side*s.line.Probe, s.out))
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		u := r2.Vec{X: cos, Y: sin}
		r := s.disc.Radius + k*math.Sqrt(variance(s.disc.Cov, u)+lineVar)
		p := r2.Add(centre, r2.Scale(r, u))
		points[i] = [2]float64{p.X, p.Y}
	}
	return points
}

// topRim is where the upper rim of the disc is seen on the surface: parallax
// takes it away from the camera.
func (s spot) topRim() [][2]float64 {
	const corners = 181
	var points [][2]float64
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / (corners - 1))
		px, ok := s.camera.Project(r3.Vec{X: s.disc.Pos.X + s.disc.Radius*cos, Y: s.disc.Pos.Y + s.disc.Radius*sin, Z: s.disc.Thickness})
		if !ok {
			continue
		}
		if p, ok := s.camera.OnPlane(px, 0); ok {
			points = append(points, [2]float64{p.X, p.Y})
		}
	}
	return points
}

// edge is the part within reach mm of the spot of the curve that runs along
// the line, mm beyond its edge.
func (s spot) edge(mm, reach float64) [][2]float64 {
	const corners = 200
	points := make([][2]float64, corners+1)
	at := s.at(mm)
	for i := range points {
		along := reach * (2*float64(i)/corners - 1)
		p := r2.Add(at, r2.Scale(along, r2.Vec{X: -s.out.Y, Y: s.out.X}))
		if !s.line.Straight() {
			radius := math.Max(0, s.line.Radius-s.side*mm)
			half := math.Min(math.Pi, reach/math.Max(radius, 1))
			sin, cos := math.Sincos(math.Atan2(s.out.Y, s.out.X) + half*(2*float64(i)/corners-1))
			p = r2.Add(s.line.Middle, r2.Vec{X: radius * cos, Y: radius * sin})
		}
		points[i] = [2]float64{p.X, p.Y}
	}
	return points
}

// variance of a place along a unit vector.
func variance(cov [3]float64, u r2.Vec) float64 {
	return math.Max(0, u.X*u.X*cov[0]+2*u.X*u.Y*cov[1]+u.Y*u.Y*cov[2])
}

// on takes places on the surface to the plan's pixels.
func (p plan) on(points [][2]float64) [][2]float64 {
	out := make([][2]float64, len(points))
	for i, q := range points {
		out[i] = p.sheet(r2.Vec{X: q[0], Y: q[1]})
	}
	return out
}

// measured draws the line's band and the footprint with its uncertainty.
func (c *canvas) measured(p plan, s spot, width float64) {
	reach := 1.2 * float64(p.area.Dx()) / p.scale
	near := p.on(s.edge(0, reach))
	if s.line.Width > 0 {
		far := p.on(s.edge(s.line.Width, reach))
		c.polygon(bandFill, append(append([][2]float64{}, near...), reversed(far)...))
		c.cased(far, false, width, bandInk, darkCasing)
	}
	c.cased(near, false, width, bandInk, darkCasing)
	outer, inner := p.on(s.discEdge(sure)), p.on(s.discEdge(-sure))
	c.polygon(sureFill, outer, reversed(inner))
	c.ribbon(outer, true, 1.5, sureInk)
	c.ribbon(inner, true, 1.5, sureInk)
	c.cased(p.on(s.discEdge(0)), true, width, white, darkCasing)
}

// overview draws the whole disc with the line: at least ten pixels a mm.
func overview(from photo, s spot, width, height int, f sheetFaces) (*canvas, plan) {
	c := newSheet(width, height, hairline)
	// From the disc's far edge to the line's, with some room.
	start := r2.Add(s.disc.Pos, r2.Scale(s.side*s.disc.Radius, s.out))
	to := s.at(s.line.Width)
	if s.line.Probe == 0 { // the line runs under the disc: all of that is shown
		to = r2.Sub(s.disc.Pos, r2.Scale(s.side*1.4*s.disc.Radius, s.out))
	}
	span := r2.Norm(r2.Sub(to, start)) + 9
	scale := math.Max(10, math.Min(float64(height)/span, float64(width)/56))
	p := plan{middle: r2.Scale(0.5, r2.Add(start, to)), up: s.out, scale: scale, area: c.img.Bounds()}
	p.lay(c.img, from.frame, from.camera)
	c.dashed(p.on(s.topRim()), 16, 11, 3, white, darkCasing)
	c.measured(p, s, 3.5)
	c.scaleBar(p, 10, 1, f.label)
	return c, p
}

// photo is a photograph with its camera.
type photo struct {
	frame  capture.Frame
	camera models.Camera
}

// loupe draws the place between footprint and line as large as fits.
func loupe(from photo, s spot, width, height int, f sheetFaces) (*canvas, plan) {
	c := newSheet(width, height, hairline)
	need := math.Abs(s.call.Clearance) + 2*sure*s.call.SD + s.line.Width + 1.2
	scale := math.Max(20, math.Min(110, float64(height)/need))
	p := plan{middle: s.at(s.line.Width/3 - s.call.Clearance/2), up: s.out, scale: scale, area: c.img.Bounds()}
	p.lay(c.img, from.frame, from.camera)
	c.measured(p, s, 4)
	c.dimension(p, s, f.label)
	c.scaleBar(p, 1, 0.1, f.label)
	return c, p
}

// dimension draws the clearance between the line's edge and the contact point.
func (c *canvas) dimension(p plan, s spot, face textFace) {
	edge, at := p.sheet(s.near()), p.sheet(s.contact())
	red := color.RGBA{0xff, 0x5a, 0x3c, 0xff}
	down := math.Copysign(1, at[1]-edge[1]) // from the edge to the contact point
	if at[1] == edge[1] {
		down = s.side * -1
	}
	const shaft = 66
	// Arrows from outside, tip on either edge: the gap itself stays to be seen.
	c.arrow([2]float64{edge[0], edge[1] - down*shaft}, [2]float64{edge[0], edge[1] - down*2}, 4, red, white)
	c.arrow([2]float64{at[0], at[1] + down*shaft}, [2]float64{at[0], at[1] + down*2}, 4, red, white)
	dot := func(radius float64, ink color.Color) {
		var loop [][2]float64
		for i := range 40 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 40)
			loop = append(loop, [2]float64{at[0] + radius*cos, at[1] + radius*sin})
		}
		c.polygon(ink, loop)
	}
	dot(9, white)
	dot(6, red)
	text := fmt.Sprintf("%.2f mm gap", s.call.Clearance)
	switch {
	case s.call.Clearance <= 0:
		text = fmt.Sprintf("%.2f mm over", -s.call.Clearance)
	case s.line.Probe == 0:
		text = fmt.Sprintf("%.2f mm short", s.call.Clearance)
	}
	size := notePlate(text, face)
	corner := image.Pt(int(at[0])+44, min(max(int(at[1]+down*shaft*0.8)-size.Y/2, 6), p.area.Dy()-size.Y-6))
	c.note(image.Rectangle{corner, corner.Add(size)}, text, face)
}

// scalePlate is where a bar of the given length stands, mm.
func scalePlate(p plan, length float64, face textFace) image.Rectangle {
	const x, height = 16, 42
	y := p.area.Max.Y - 14 - height
	return image.Rect(x, y, x+int(length*p.scale)+face.width(barText(length))+48, y+height)
}

func barText(length float64) string { return fmt.Sprintf("%g mm", length) }

// scaleBar draws a bar of the given length with a tick at each step, mm.
func (c *canvas) scaleBar(p plan, length, step float64, face textFace) {
	plate := scalePlate(p, length, face)
	x, y, long := float64(plate.Min.X)+14, float64(plate.Max.Y)-18, length*p.scale
	c.fill(plate, notePaper)
	c.frameLine(plate, 1, noteEdge)
	c.ribbon([][2]float64{{x, y}, {x + long, y}}, false, 4, sheetInk)
	n := int(math.Round(length / step))
	for i := range n + 1 {
		at := x + float64(i)*step*p.scale
		h := 7.0
		if i == 0 || i == n || 2*i == n {
			h = 13
		}
		c.ribbon([][2]float64{{at, y - h}, {at, y + 1}}, false, 2.5, sheetInk)
	}
	c.text(int(x+long)+14, plate.Min.Y+(plate.Dy()-face.height())/2, barText(length), sheetInk, face)
}
