package detect

import (
	"slices"
	"testing"

	"ditchline/capture"
	"ditchline/detect/painted"

	"gonum.org/v1/gonum/spatial/r2"
)

// paintedBoard is a painted board with discs on it.
type paintedBoard struct {
	*painted.Board
	discs []paintedDisc
	light float64
}

type paintedDisc struct {
	pos    r2.Vec
	colour RGB
}

var (
	paintedBlack = RGB{38, 36, 35}
	paintedSkin  = RGB{214, 150, 122}
)

// rgb is a colour as it is painted.
func rgb(c RGB) painted.RGB { return painted.RGB{c.R, c.G, c.B} }

func newPaintedBoard(t *testing.T) *paintedBoard {
	t.Helper()
	b, err := painted.Crokinole()
	if err != nil {
		t.Fatal(err)
	}
	return &paintedBoard{Board: b, light: 1}
}

// at is the picture of it at that time of a film.
func (b *paintedBoard) at(seconds float64) capture.Frame {
	pix := slices.Clone(b.Bare)
	for _, d := range b.discs {
		b.Disc(pix, d.pos, rgb(d.colour))
	}
	painted.Light(pix, b.light)
	return b.Frame(pix, seconds)
}
