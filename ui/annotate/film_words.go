package annotate

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"ditchline/capture"

	"gonum.org/v1/gonum/spatial/r2"
)

// plate is words on a dark ground.
type plate struct {
	img *image.RGBA
}

// plateOf words, kept for the next frames.
func (m *Film) plateOf(text string, with color.RGBA, face textFace) plate {
	key := fmt.Sprint(with, face.height(), text)
	if p, ok := m.plates[key]; ok {
		return p
	}
	if len(m.plates) >= mostKept {
		clear(m.plates)
	}
	pad := max(2, int(3*m.pen.unit))
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, face.width(text)+2*pad, face.height()+pad)), unit: m.pen.unit, faces: m.faces}
	c.fill(c.img.Bounds(), plateColour)
	c.text(pad, pad/2, text, with, face)
	p := plate{c.img}
	m.plates[key] = p
	return p
}

// put a plate with its top-left corner at a place; what leaves the picture is
// cut off.
func (p plate) put(f capture.Frame, at image.Point) {
	box := p.img.Bounds()
	part := box.Add(at).Intersect(image.Rect(0, 0, f.Width, f.Height)).Sub(at)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		from := p.img.Pix[p.img.PixOffset(part.Min.X, y):]
		to := f.Pix[3*((y+at.Y)*f.Width+part.Min.X+at.X):]
		for x := range part.Dx() {
			s, d := from[4*x:4*x+4:4*x+4], to[3*x:3*x+3:3*x+3]
			rest := 255 - uint32(s[3])
			d[0] = byte(uint32(s[2]) + uint32(d[0])*rest/255)
			d[1] = byte(uint32(s[1]) + uint32(d[1])*rest/255)
			d[2] = byte(uint32(s[0]) + uint32(d[2])*rest/255)
		}
	}
}

// beside a circle on the board, to its lower right, words.
func (m *Film) beside(f capture.Frame, pos r2.Vec, radius float64, text string, with color.RGBA) {
	px := m.project([]r2.Vec{pos}, 0)
	if len(px) == 0 || !(math.Abs(px[0][0]) < 1e5 && math.Abs(px[0][1]) < 1e5) {
		return
	}
	far := 0.0
	for _, p := range m.project(ring(pos, radius, 8), 0) {
		far = max(far, p[0]-px[0][0])
	}
	m.plateOf(text, with, m.faces.small).put(f, image.Pt(int(px[0][0]+0.8*far), int(px[0][1]+0.5*far)))
}

// words: time and phase in the top-left corner, the score in the top-right
// one, the last verdict at the bottom.
func (m *Film) words(f capture.Frame, s Scene) {
	gap := max(4, int(8*m.pen.unit))
	t := s.Time.Seconds()
	minutes := math.Floor(t / 60)
	m.plateOf(strings.TrimSpace(fmt.Sprintf("%02.0f:%04.1f  %s", minutes, math.Floor(10*(t-60*minutes))/10, s.Phase)), textColour, m.faces.bold).put(f, image.Pt(gap, gap))
	y := gap
	for _, score := range s.Score {
		p := m.plateOf(score.Text, teamInk(score.Team, s.Score), m.faces.bold)
		size := p.img.Bounds().Size()
		x := f.Width - gap - size.X
		p.put(f, image.Pt(x, y))
		if c, ok := parseHex(score.Colour); ok {
			m.swatch(f, image.Rect(x-size.Y, y, x, y+size.Y), c)
		}
		y += size.Y + gap/2
	}
	if s.Verdict == "" {
		return
	}
	with, known := outcomeInks[s.Outcome]
	if !known {
		with = textColour
	}
	lines := wrap(s.Verdict, m.faces.bold, f.Width-4*gap)
	y = f.Height - gap
	for i := len(lines) - 1; i >= 0; i-- {
		p := m.plateOf(lines[i], with, m.faces.bold)
		y -= p.img.Bounds().Dy()
		p.put(f, image.Pt(gap, y))
	}
}

// swatch of a disc's colour.
func (m *Film) swatch(f capture.Frame, box image.Rectangle, c color.RGBA) {
	box = box.Intersect(image.Rect(0, 0, f.Width, f.Height))
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := 3 * (y*f.Width + x)
			f.Pix[i], f.Pix[i+1], f.Pix[i+2] = c.B, c.G, c.R
		}
	}
}
