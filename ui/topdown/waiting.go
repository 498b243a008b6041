package topdown

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"ditchline/capture"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The waiting picture's colours: those of the pages' dark theme.
var (
	paper = color.RGBA{0x14, 0x11, 0x0e, 0xff}
	faint = color.RGBA{0x38, 0x2f, 0x27, 0xff}
	ink   = color.RGBA{0xf5, 0xed, 0xe1, 0xff}
	quiet = color.RGBA{0xb9, 0xa9, 0x96, 0xff}
)

// Waiting is a picture to be shown while there is no board to be seen from
// above: the faint outline of one, a title and a line of text.
func Waiting(side int, title, text string) (capture.Frame, error) {
	if side < 1 || side > maxSide {
		return capture.Frame{}, fmt.Errorf("waiting picture: %d pixels: want 1 to %d", side, maxSide)
	}
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			img.SetRGBA(x, y, outline(x, y, side))
		}
	}
	room := 0.86 * float64(side)
	baseline := 0.5 * float64(side)
	for _, l := range []struct {
		ttf  []byte
		size float64
		text string
		ink  color.RGBA
	}{{gomedium.TTF, 0.062, title, ink}, {goregular.TTF, 0.036, text, quiet}} {
		size := math.Max(8, l.size*float64(side))
		face, width, err := fitted(l.ttf, size, l.text, room)
		if err != nil {
			return capture.Frame{}, fmt.Errorf("waiting picture: %w", err)
		}
		d := font.Drawer{Dst: img, Src: image.NewUniform(l.ink), Face: face, Dot: fixed.P(int((float64(side)-width)/2), int(baseline))}
		d.DrawString(l.text)
		if err := face.Close(); err != nil {
			return capture.Frame{}, fmt.Errorf("waiting picture: %w", err)
		}
		baseline += 1.15 * size
	}
	f := capture.Frame{Width: side, Height: side, Pix: make([]byte, 3*side*side)}
	for i := range side * side {
		f.Pix[3*i], f.Pix[3*i+1], f.Pix[3*i+2] = img.Pix[4*i+2], img.Pix[4*i+1], img.Pix[4*i]
	}
	return f, nil
}

// outline is the colour of a pixel of an ordinary board's rings, drawn so
// faintly that nobody takes it for a real one.
func outline(x, y, side int) color.RGBA {
	half := float64(side) / 2
	d := math.Hypot(float64(x)+0.5-half, float64(y)+0.5-half) / half
	thick := math.Max(1, float64(side)/400) / half
	cover := 0.0
	for _, r := range [...]float64{0.94, 0.81, 0.54, 0.27, 0.05} {
		cover = math.Max(cover, math.Min(1, math.Max(0, (thick-math.Abs(d-r))*half+0.5)))
	}
	blend := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + cover*(float64(b)-float64(a)))) }
	return color.RGBA{blend(paper.R, faint.R), blend(paper.G, faint.G), blend(paper.B, faint.B), 0xff}
}

// fitted is a font at the size, or at the smaller one in which the text fits
// into the room, pixels.
func fitted(ttf []byte, size float64, text string, room float64) (font.Face, float64, error) {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return nil, 0, fmt.Errorf("read the font: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, 0, fmt.Errorf("read the font: %w", err)
	}
	width := float64(font.MeasureString(face, text)) / 64
	if width <= room {
		return face, width, nil
	}
	if err := face.Close(); err != nil {
		return nil, 0, err
	}
	if face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: size * room / width, DPI: 72, Hinting: font.HintingFull}); err != nil {
		return nil, 0, fmt.Errorf("read the font: %w", err)
	}
	return face, room, nil
}
