package annotate

import (
	"errors"
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Sizes of the text in units of the drawing, and the least that is readable,
// pixels.
const (
	smallSize = 11
	boldSize  = 15
	leastSize = 10
)

// faces are the fonts at the picture's scale. They keep what they have drawn,
// and belong to one drawing.
type faces struct{ small, bold textFace }

type textFace struct{ font.Face }

func newFaces(width, height int) (faces, error) {
	u := unit(width, height)
	small, err := newFace(goregular.TTF, max(leastSize, smallSize*u))
	if err != nil {
		return faces{}, err
	}
	bold, err := newFace(gobold.TTF, max(leastSize, boldSize*u))
	return faces{small, bold}, err
}

func newFace(ttf []byte, size float64) (textFace, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return textFace{}, fmt.Errorf("read the font: %w", err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return textFace{}, fmt.Errorf("read the font: %w", err)
	}
	return textFace{face}, nil
}

// Close gives the fonts back.
func (f faces) Close() error { return errors.Join(f.small.Close(), f.bold.Close()) }

// height of a line of text, pixels.
func (t textFace) height() int { return t.Metrics().Height.Ceil() }

// width of a text, pixels.
func (t textFace) width(s string) int { return font.MeasureString(t, s).Ceil() }

// text writes with its top-left corner at a place of the canvas.
func (c *canvas) text(x, y int, s string, colour color.Color, face textFace) {
	d := font.Drawer{
		Dst:  c.img,
		Src:  image.NewUniform(colour),
		Face: face,
		Dot:  fixed.Point26_6{X: fixed.I(x), Y: fixed.I(y) + face.Metrics().Ascent},
	}
	d.DrawString(s)
}
