package detect

import (
	"math"

	"ditchline/calibrate"
	"ditchline/capture"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// bareBoard is the picture of a board without discs, put together from
// pictures of the settled board wherever no disc lay, nor its shadow, nor a
// hand. Against it a disc's shadow is told from its edge: the board is seen
// through a shadow, print and grain, only darker.
type bareBoard struct {
	picture capture.Frame
	known   []bool   // by blocks of bareBlock pixels: what the bare board looks like there
	odd     []uint8  // by blocks: how often in a row they looked other than known
	places  []r2.Vec // of the blocks' middles on the surface, mm
	across  int      // blocks of a row
}

const (
	bareBlock = 4    // pixels
	bareRim   = 25.0 // mm beyond the surface's edge that the bare board reaches
	bareClear = 14.0 // mm from a disc's edge within which its shadow may fall
)

// newBareBoard is the bare board of a calibrated view of which nothing is
// known yet.
func newBareBoard(c *calibrate.Calibration) *bareBoard {
	w, h := c.Camera.Width, c.Camera.Height
	b := &bareBoard{across: (w + bareBlock - 1) / bareBlock}
	rows := (h + bareBlock - 1) / bareBlock
	b.known, b.odd, b.places = make([]bool, b.across*rows), make([]uint8, b.across*rows), make([]r2.Vec, b.across*rows)
	for i := range b.places {
		x, y := float64(i%b.across*bareBlock)+(bareBlock-1)/2., float64(i/b.across*bareBlock)+(bareBlock-1)/2.
		p, ok := c.Camera.OnPlane(r2.Vec{X: x, Y: y}, 0)
		if !ok || outward(c.Board, p) > surfaceReach(c.Board)+bareRim {
			p = r2.Vec{X: math.NaN()}
		}
		b.places[i] = p
	}
	b.picture = capture.Frame{Width: w, Height: h, Pix: make([]byte, 3*w*h)}
	return b
}

// take learns from a picture of the settled board with the discs on it;
// veiled says of places on the board (mm) whether something else hides them.
func (b *bareBoard) take(f capture.Frame, eye r3.Vec, discs []Disc, veiled func(r2.Vec) bool) {
	b.takeSlowly(f, eye, discs, veiled, 0)
}

// takeSlowly is take, but what looks other than known is learned only after so
// many pictures: a disc that was not made out is no board.
func (b *bareBoard) takeSlowly(f capture.Frame, eye r3.Vec, discs []Disc, veiled func(r2.Vec) bool, pictures uint8) {
	if f.Width != b.picture.Width || f.Height != b.picture.Height || len(f.Pix) != len(b.picture.Pix) {
		return
	}
	type spot struct {
		at    r2.Vec
		reach float64
	}
	var hidden []spot
	for _, d := range discs {
		clear := d.Radius + bareClear
		// What its upper rim hides lies behind it.
		behind := r2.Scale(d.Thickness/math.Max(1, eye.Z-d.Thickness), r2.Sub(d.Pos, r2.Vec{X: eye.X, Y: eye.Y}))
		hidden = append(hidden, spot{d.Pos, clear * clear}, spot{r2.Add(d.Pos, behind), clear * clear})
	}
	row := 3 * f.Width
blocks:
	for i, p := range b.places {
		if math.IsNaN(p.X) || veiled(p) {
			continue
		}
		for _, h := range hidden {
			if r2.Norm2(r2.Sub(p, h.at)) < h.reach {
				continue blocks
			}
		}
		if b.known[i] && b.looksOther(f, i) {
			if b.odd[i]++; b.odd[i] < pictures {
				continue
			}
		}
		b.known[i], b.odd[i] = true, 0
		x, y := i%b.across*bareBlock, i/b.across*bareBlock
		n := 3 * min(bareBlock, f.Width-x)
		for k := y; k < min(y+bareBlock, f.Height); k++ {
			at := k*row + 3*x
			copy(b.picture.Pix[at:at+n], f.Pix[at:at+n])
		}
	}
}

// blockOther is the mean difference of a block's bytes from what is known at
// which it shows something else.
const blockOther = 24

// looksOther says whether a block looks other than known.
func (b *bareBoard) looksOther(f capture.Frame, block int) bool {
	x, y := block%b.across*bareBlock, block/b.across*bareBlock
	n, sum := 0, 0
	for j := y; j < min(y+bareBlock, f.Height); j++ {
		at := 3 * (j*f.Width + x)
		for k := at; k < at+3*min(bareBlock, f.Width-x); k++ {
			n++
			sum += max(int(f.Pix[k]), int(b.picture.Pix[k])) - min(int(f.Pix[k]), int(b.picture.Pix[k]))
		}
	}
	return sum > blockOther*n
}

// seen says whether the bare board is known at a pixel.
func (b *bareBoard) seen(px r2.Vec) bool {
	x, y := int(px.X+0.5), int(px.Y+0.5)
	if x < 0 || y < 0 || x >= b.picture.Width || y >= b.picture.Height {
		return false
	}
	return b.known[y/bareBlock*b.across+x/bareBlock]
}

// learnBoard takes what a picture of the settled board tells of the bare one.
func (w *Watcher) learnBoard(f capture.Frame, discs []Disc) {
	for _, d := range w.discs {
		discs = append(discs[:len(discs):len(discs)], d.Disc)
	}
	for _, d := range w.placed {
		discs = append(discs, d.Disc)
	}
	w.bare.take(f, w.cal.Camera.Centre(), discs, w.eye.handAt)
}
