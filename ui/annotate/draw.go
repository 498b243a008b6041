// Package annotate draws what was measured over a photograph: the board's
// lines, every disc with its worth, and what was left out and why.
package annotate

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"ditchline/capture"
	"ditchline/score/session"
)

// The colours of the drawing; they are not the discs' own, so that they are
// seen on any board.
var (
	surfaceColour   = color.RGBA{0x7f, 0xd4, 0xff, 0xff}
	ringColour      = color.RGBA{0xff, 0xc4, 0x2e, 0xff}
	holeColour      = color.RGBA{0xff, 0xff, 0xff, 0xff}
	leftOutColour   = color.RGBA{0xd0, 0xd0, 0xd0, 0xff}
	uncertainColour = color.RGBA{0xff, 0xe0, 0x4d, 0xff}
	textColour      = color.RGBA{0xff, 0xff, 0xff, 0xff}
	plateColour     = color.RGBA{0x10, 0x14, 0x1a, 0xd0} // under text
	bandColour      = color.RGBA{0x16, 0x1b, 0x22, 0xff}
	teamColours     = []color.RGBA{{0xff, 0x4f, 0x9a, 0xff}, {0x2e, 0xe6, 0xc8, 0xff}, {0xb0, 0x8c, 0xff, 0xff}, {0x9a, 0xf0, 0x4f, 0xff}}
)

// nearLabelMM is how near a line must be to a disc for its clearance to be
// written beside it, mm: further away it is never in doubt.
const nearLabelMM = 3

// Draw is the frame with the snapshot's outlines and values over it, under a
// band that says what was found. The snapshot's pixels must be the frame's.
// The frame stays as it is.
func Draw(f capture.Frame, n session.Snapshot) (capture.Frame, error) {
	if f.Width <= 0 || f.Height <= 0 || len(f.Pix) != 3*f.Width*f.Height {
		return capture.Frame{}, fmt.Errorf("draw over a picture: %d bytes for %d x %d pixels", len(f.Pix), f.Width, f.Height)
	}
	if n.Board == nil {
		return capture.Frame{}, errors.New("draw over a picture: no board was found in it")
	}
	if n.Width != f.Width || n.Height != f.Height {
		return capture.Frame{}, fmt.Errorf("draw over a picture: it has %d x %d pixels, what was found is of %d x %d", f.Width, f.Height, n.Width, n.Height)
	}
	faces, err := newFaces(f.Width, f.Height)
	if err != nil {
		return capture.Frame{}, err
	}
	defer faces.Close()
	band := newBand(n, faces, f.Width)
	c := newCanvas(f, band.height, faces)
	c.lines(n.Board.Outlines)
	c.things(n)
	band.draw(c)
	return c.frame(f), nil
}

func (c *canvas) lines(outlines []session.Outline) {
	for _, o := range outlines {
		ink, width := ringColour, 1.6
		switch o.What {
		case "surface":
			ink, width = surfaceColour, 1.2
		case "hole", "pocket":
			ink = holeColour
		case "quadrant", "base", "base_circle", "spot":
			width = 1.2
		}
		c.stroke(o.Points, o.Closed, width, ink)
	}
}

// things draws discs and what was left out, and writes beside each what it
// is.
func (c *canvas) things(n session.Snapshot) {
	for _, g := range n.Left {
		c.stroke(g.Outline, true, 1.2, leftOutColour)
	}
	var labels []label
	for _, d := range n.Discs {
		ink := inkOf(d.Team, n.Score)
		c.stroke(d.Top, true, 1, faded(ink))
		c.stroke(d.Footprint, true, 2, ink)
		shape := append(append([][2]float64{}, d.Footprint...), d.Top...)
		labels = append(labels, label{shape, ink, discLabel(d, c.faces, ink)})
	}
	for _, g := range n.Left {
		labels = append(labels, label{g.Outline, leftOutColour, []line{{g.Why, leftOutColour, c.faces.small}}})
	}
	c.labels(labels)
}

// discLabel says what a disc is worth, and how it lies to the lines near it.
func discLabel(d session.Disc, faces faces, ink color.RGBA) []line {
	worth := d.Team
	switch {
	case d.State == "ditch":
		worth += " ditch"
	case d.Points != nil:
		worth += fmt.Sprintf(" %d", *d.Points)
	}
	if d.State == "leaning" {
		worth += " leaning"
	}
	label := []line{{worth, ink, faces.bold}}
	for _, l := range d.Lines {
		if math.Abs(l.Clearance) > nearLabelMM || d.State != "flat" {
			continue
		}
		colour := textColour
		if l.Call == "too_close" {
			colour = uncertainColour
		}
		label = append(label, line{fmt.Sprintf("%s: %+.2f±%.2f", l.Line, l.Clearance, l.SD), colour, faces.small})
	}
	return label
}

// inkOf a team: the first team of the score has the first colour.
func inkOf(team string, score []session.Side) color.RGBA {
	i := slices.IndexFunc(score, func(s session.Side) bool { return s.Team == team })
	return teamColours[max(0, i)%len(teamColours)]
}

func faded(c color.RGBA) color.RGBA {
	return color.RGBA{c.R / 2, c.G / 2, c.B / 2, 0x80} // premultiplied
}

// band is what stands above the picture.
type band struct {
	rows   []row
	height int
}

// row of the band: a swatch of a colour, unless it is nil, and words.
type row struct {
	swatch color.Color
	ring   color.RGBA // around the swatch: the team's colour in the drawing
	text   string
	face   textFace
}

func newBand(n session.Snapshot, f faces, width int) band {
	b := n.Board
	rows := []row{{text: fmt.Sprintf("%s: board %s, %.0f %% sure, tilt %.0f°, lines fit to %.2f px = %.2f mm",
		n.Source, b.Name, 100*b.Confidence, b.Calibration.TiltDeg, b.Calibration.RMSPx, b.Calibration.RMSMM), face: f.bold}}
	for _, s := range n.Score {
		var swatch color.Color
		if c, ok := parseHex(s.Color); ok {
			swatch = c
		}
		text := fmt.Sprintf("%s: %d on the board", s.Team, s.Board)
		if s.Twenties > 0 {
			text += fmt.Sprintf(" + %d in the hole", s.Twenties)
		}
		text = fmt.Sprintf("%s = %d", text, s.Total)
		if s.Left != nil {
			text = fmt.Sprintf("%s: %d on the board", s.Team, *s.Left)
		}
		rows = append(rows, row{swatch: swatch, ring: inkOf(s.Team, n.Score), text: text, face: f.bold})
	}
	for _, w := range n.Warn {
		rows = append(rows, row{text: w, face: f.small})
	}
	out := band{height: f.small.height()}
	for _, r := range rows {
		for i, text := range wrap(r.text, r.face, width-4*f.small.height()) {
			part := r
			part.text = text
			if i > 0 {
				part.swatch = nil
			}
			out.rows = append(out.rows, part)
			out.height += r.face.height()
		}
	}
	return out
}

func (b band) draw(c *canvas) {
	c.fill(image.Rect(0, 0, c.img.Bounds().Dx(), b.height), bandColour)
	y := b.rows[0].face.height() / 2
	for _, r := range b.rows {
		h := r.face.height()
		x := h / 2
		if r.swatch != nil {
			box := image.Rect(x, y+h/6, x+h*2/3, y+h*5/6)
			c.fill(box, r.ring)
			c.fill(box.Inset(max(1, h/9)), r.swatch)
			x += h
		}
		c.text(x, y, r.text, textColour, r.face)
		y += h
	}
}

// wrap breaks a text into lines of at most the given width in pixels, at
// spaces.
func wrap(text string, face textFace, width int) []string {
	var lines []string
	current := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(current + " " + word)
		if current != "" && face.width(longer) > width {
			lines = append(lines, current)
			longer = word
		}
		current = longer
	}
	return append(lines, current)
}

func parseHex(s string) (color.RGBA, bool) {
	c := color.RGBA{A: 0xff}
	n, err := fmt.Sscanf(s, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c, err == nil && n == 3
}
