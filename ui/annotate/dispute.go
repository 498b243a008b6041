package annotate

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"time"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Dispute is what a sheet about one disputed line shows.
type Dispute struct {
	Frame     capture.Frame // the photograph that shows it best
	Situation detect.Situation
	Judged    detect.LineDispute
	Photo     int       // index of Frame's photograph in the situation
	File      string    // its name
	Scale     string    // where the scale in mm is from, as a sentence
	Program   string    // version of the program
	Date      time.Time // of the answer
}

// Measures of a sheet, pixels.
const (
	sheetWidth     = 1200
	sheetMargin    = 44
	overviewHeight = 900
	loupeSide      = 620
	oddsHeight     = 330
)

// DrawDispute is a sheet to share or print: the answer, the spot laid flat, the
// place between disc and line as large as fits, where it is in the photograph,
// how sure the answer is, and what it rests on.
func DrawDispute(d Dispute) (*image.RGBA, error) {
	f := d.Frame
	if f.Width <= 0 || f.Height <= 0 || len(f.Pix) != 3*f.Width*f.Height {
		return nil, fmt.Errorf("draw a dispute: %d bytes for %d x %d pixels", len(f.Pix), f.Width, f.Height)
	}
	if d.Photo < 0 || d.Photo >= len(d.Situation.Photos) {
		return nil, errors.New("draw a dispute: its photograph is none of the situation's")
	}
	faces, err := newSheetFaces()
	if err != nil {
		return nil, err
	}
	defer faces.Close()
	cal := d.Situation.Photos[d.Photo].Observation.Calibration
	_, disc := d.Situation.Shown(d.Judged)
	s := newSpot(cal.Board, cal.Camera, disc, d.Judged.Call)
	from := photo{f, cal.Camera}

	c := newSheet(sheetWidth, 4000, paper)
	y := c.header(d, cal.Board, disc, faces)

	over, p := overview(from, s, sheetWidth, overviewHeight, faces)
	over.overviewNotes(p, s, faces)
	zoom, q := loupe(from, s, loupeSide, loupeSide, faces)
	over.window(p, q)
	c.paste(image.Pt(0, y), over)
	y += overviewHeight + sheetMargin

	c.paste(image.Pt(sheetMargin, y), zoom)
	c.frameLine(image.Rect(sheetMargin, y, sheetMargin+loupeSide, y+loupeSide), 3, sheetInk)
	right := image.Rect(2*sheetMargin+loupeSide, y, sheetWidth-sheetMargin, y+loupeSide)
	c.legend(right, from, s, d, faces)
	y += loupeSide + sheetMargin

	c.paste(image.Pt(sheetMargin, y), odds(d.Judged.Call, d.Judged.Photos, sheetWidth-2*sheetMargin, oddsHeight, faces))
	y += oddsHeight + sheetMargin/2
	y = c.smallPrint(y, d, s, faces)
	return c.img.SubImage(image.Rect(0, 0, sheetWidth, y+sheetMargin)).(*image.RGBA), nil
}

// EncodePNG makes a PNG of a sheet.
func EncodePNG(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("encode a PNG: %w", err)
	}
	return out.Bytes(), nil
}

// header writes the answer, and returns where it ends.
func (c *canvas) header(d Dispute, board models.Board, disc detect.Disc, f sheetFaces) int {
	call := d.Judged.Call
	word, ink := "Clear", clearInk
	figure := fmt.Sprintf("by %.2f ± %.2f mm", call.Clearance, call.SD)
	switch call.Call {
	case detect.Touching:
		word, ink = "Touching", touchingInk
		figure = fmt.Sprintf("over by %.2f ± %.2f mm", -call.Clearance, call.SD)
	case detect.TooClose:
		word, ink = "Too close to call", closeInk
		figure = fmt.Sprintf("%.2f ± %.2f mm, %s touching", call.Clearance, call.SD, session.Chance(call.PTouching))
	}
	if call.Line.OfPocket() {
		word, figure = pocketWords(call)
	}
	if goodToTouch(call.Line) {
		switch call.Call {
		case detect.Touching:
			ink = clearInk
		case detect.Clear:
			ink = touchingInk
		}
	}
	c.fill(image.Rect(0, 0, sheetWidth, 14), ink)
	x, y := sheetMargin, 40
	const icon = 168
	c.pictogram(image.Pt(x, y+6), icon, call.Call, ink, f)
	x += icon + 36
	c.text(x, y-8, word, ink, f.verdict)
	c.text(x, y-8+f.verdict.height(), figure, sheetInk, f.figure)
	y += icon + 26
	x = sheetMargin
	const swatch = 34
	var loop [][2]float64
	for i := range 48 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 48)
		loop = append(loop, [2]float64{float64(x) + swatch/2 + swatch/2*cos, float64(y) + swatch/2 + 4 + swatch/2*sin})
	}
	c.polygon(color.RGBA{disc.Colour.R, disc.Colour.G, disc.Colour.B, 0xff}, loop)
	c.ribbon(loop, true, 2, sheetInk)
	text := fmt.Sprintf("and the %s: %s", lineName(call.Line), stakes(board, disc, call.Line))
	c.text(x+swatch+16, y, text, sheetInk, f.body)
	return y + f.body.height() + 26
}

func lineName(line models.Line) string {
	if name, ok := carromLineNames[line]; ok {
		return name
	}
	if line == models.Line5 {
		return "shooting line"
	}
	return line.String() + " line"
}

// overviewNotes names what is drawn in the overview, where it hides the least.
func (c *canvas) overviewNotes(p plan, s spot, f sheetFaces) {
	across := r2.Vec{X: s.out.Y, Y: -s.out.X} // to the right in the plan
	eye := s.camera.Centre()
	shift := r2.Scale(s.disc.Thickness/math.Max(1, eye.Z-s.disc.Thickness), r2.Sub(s.disc.Pos, r2.Vec{X: eye.X, Y: eye.Y}))
	away := math.Copysign(1, r2.Dot(shift, across)) // the side to which the top is shifted
	rim := func(centre r2.Vec, right, out float64) [2]float64 {
		u := r2.Add(r2.Scale(right, across), r2.Scale(out, s.out))
		return p.sheet(r2.Add(centre, r2.Scale(s.disc.Radius/r2.Norm(u), u)))
	}
	// A note must not hide the place that is in dispute.
	spot := p.sheet(s.contact())
	taken := []image.Rectangle{scalePlate(p, 10, f.label), image.Rect(int(spot[0])-150, int(spot[1])-110, int(spot[0])+150, int(spot[1])+110)}
	room := c.img.Bounds().Inset(10)
	for _, n := range []struct {
		at   [2]float64
		text string
	}{
		{p.sheet(s.beside(21)), lineName(s.call.Line)},
		{rim(s.disc.Pos, -0.9*away, 0.3*s.side), "where it stands"},
		{rim(r2.Add(s.disc.Pos, shift), 0.8*away, 0.6*s.side), fmt.Sprintf("its top, %.1f mm up", s.disc.Thickness)},
	} {
		const half = 14
		box := image.Rect(int(n.at[0])-half, int(n.at[1])-half, int(n.at[0])+half, int(n.at[1])+half)
		plate := place(box, notePlate(n.text, f.label), room, taken, 34)
		taken = append(taken, plate, box)
		to := [2]float64{math.Max(float64(plate.Min.X), math.Min(float64(plate.Max.X), n.at[0])), math.Max(float64(plate.Min.Y), math.Min(float64(plate.Max.Y), n.at[1]))}
		c.cased([][2]float64{n.at, to}, false, 2.5, white, darkCasing)
		c.note(plate, n.text, f.label)
	}
}

// beside is the place on the line, in the middle of its width, mm to the right
// of the spot.
func (s spot) beside(mm float64) r2.Vec {
	points := s.edge(s.line.Width/2, mm)
	return r2.Vec{X: points[0][0], Y: points[0][1]}
}

// window marks in the overview what the loupe shows.
func (c *canvas) window(p, q plan) {
	half := float64(q.area.Dx()) / 2 / q.scale * p.scale
	at := p.sheet(q.middle)
	c.cased([][2]float64{{at[0] - half, at[1] - half}, {at[0] + half, at[1] - half}, {at[0] + half, at[1] + half}, {at[0] - half, at[1] + half}}, true, 2, white, darkCasing)
}

// legend shows the whole photograph with the spot marked, and says what the
// curves mean.
func (c *canvas) legend(r image.Rectangle, from photo, s spot, d Dispute, f sheetFaces) {
	height := r.Dx() * from.frame.Height / from.frame.Width
	height = min(height, 300)
	width := height * from.frame.Width / from.frame.Height
	whole := thumbnail(from.frame, width, height)
	box := image.Rect(r.Min.X, r.Min.Y, r.Min.X+width, r.Min.Y+height)
	c.paste(box.Min, whole)
	c.frameLine(box, 2, sheetInk)
	if px, ok := from.camera.Project(r3.Vec{X: s.disc.Pos.X, Y: s.disc.Pos.Y}); ok {
		k := float64(width) / float64(from.frame.Width)
		x, y := float64(box.Min.X)+(px.X+0.5)*k, float64(box.Min.Y)+(px.Y+0.5)*k
		const half = 24
		c.cased([][2]float64{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}, true, 4, bandInk, darkCasing)
	}
	y := box.Max.Y + 26
	x := r.Min.X
	const sample, gap = 74, 18
	row := func(draw func(y float64), text string) {
		lines := wrap(text, f.small, r.Dx()-sample-gap)
		draw(float64(y) + float64(f.small.height())/2)
		for _, l := range lines {
			c.text(x+sample+gap, y, l, sheetInk, f.small)
			y += f.small.height()
		}
		y += 10
	}
	stroke := func(y float64) [][2]float64 {
		return [][2]float64{{float64(x), y}, {float64(x + sample), y}}
	}
	row(func(y float64) { c.cased(stroke(y), false, 4, white, darkCasing) }, "where the disc stands")
	row(func(y float64) {
		c.polygon(sureFill, [][2]float64{{float64(x), y - 11}, {float64(x + sample), y - 11}, {float64(x + sample), y + 11}, {float64(x), y + 11}})
		for _, dy := range [2]float64{-11, 11} {
			c.ribbon([][2]float64{{float64(x), y + dy}, {float64(x + sample), y + dy}}, false, 2, color.RGBA{0x1b, 0x7f, 0x9c, 0xff})
		}
	}, "may stand (95 %)")
	row(func(y float64) { c.dashed(stroke(y), 16, 11, 3, white, darkCasing) }, "its top, shifted by the slant of the view")
	row(func(y float64) {
		c.polygon(color.RGBA{0xf3, 0xe3, 0xa4, 0xff}, [][2]float64{{float64(x), y - 11}, {float64(x + sample), y - 11}, {float64(x + sample), y + 11}, {float64(x), y + 11}})
		for _, dy := range [2]float64{-11, 11} {
			c.cased([][2]float64{{float64(x), y + dy}, {float64(x + sample), y + dy}}, false, 3, bandInk, darkCasing)
		}
	}, lineText(s))
}

// thumbnail is the frame at another size, each pixel the mean of what it
// covers.
func thumbnail(f capture.Frame, width, height int) *canvas {
	c := newSheet(width, height, paper)
	for y := range height {
		y0, y1 := y*f.Height/height, max((y+1)*f.Height/height, y*f.Height/height+1)
		for x := range width {
			x0, x1 := x*f.Width/width, max((x+1)*f.Width/width, x*f.Width/width+1)
			var sum [3]int
			n := 0
			for j := y0; j < min(y1, f.Height); j++ {
				for i := x0; i < min(x1, f.Width); i++ {
					o := 3 * (j*f.Width + i)
					for k := range sum {
						sum[k] += int(f.Pix[o+k])
					}
					n++
				}
			}
			o := c.img.PixOffset(x, y)
			for k := range sum {
				c.img.Pix[o+2-k] = uint8(sum[k] / max(1, n))
			}
		}
	}
	return c
}

// smallPrint writes what the answer rests on, and returns where it ends.
func (c *canvas) smallPrint(y int, d Dispute, s spot, f sheetFaces) int {
	cal := d.Situation.Photos[d.Photo].Observation.Calibration
	c.fill(image.Rect(sheetMargin, y, sheetWidth-sheetMargin, y+2), hairline)
	y += 16
	var parts []string
	if d.Judged.Disagree() {
		parts = append(parts, fmt.Sprintf("The photographs disagree by %.1f sigma: something was moved between them, or one misleads. The uncertainty is widened.", d.Judged.Disagreement))
	}
	if n := len(d.Judged.Photos); n > 1 {
		var each []string
		for _, p := range d.Judged.Photos {
			each = append(each, fmt.Sprintf("%.2f ± %.2f", p.Call.Clearance, p.Call.SD))
		}
		parts = append(parts, fmt.Sprintf("%d photographs together (triangles): %s mm.", n, strings.Join(each, ", ")))
	}
	perMM := cal.Camera.PixelsPerMM(r3.Vec{X: s.disc.Pos.X, Y: s.disc.Pos.Y})
	parts = append(parts,
		fmt.Sprintf("Board %s. %s Camera %.0f° off the vertical, %.1f pixels a mm here; the lines fit to %.2f px = %.2f mm.",
			cal.Make, d.Scale, cal.Camera.TiltDeg(), perMM, cal.RMSPx, cal.RMSMM),
		"± is one standard deviation of all that may be off: the disc’s edges, the camera’s place and lens, light. A call is made at a chance under 5 % or over 95 %.",
		fmt.Sprintf("%s · %s · Ditchline %s", d.File, d.Date.Format("2 January 2006, 15:04"), d.Program))
	for _, p := range parts {
		y = c.paragraph(sheetMargin, y, sheetWidth-2*sheetMargin, p, quietInk, f.small) + 6
	}
	return y
}

// ScaleText says where the scale in mm is from: no picture shows it.
func ScaleText(named bool, surface float64) string {
	switch {
	case surface > 0:
		return fmt.Sprintf("Scale from the playing surface’s measured width of %g mm.", surface)
	case named:
		return "Scale from the make that was named."
	}
	return "Scale from the make that the picture looks most like: name the board to be sure of it."
}
