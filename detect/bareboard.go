package detect

import (
	"math"

	"ditchline/calibrate"
	"ditchline/capture"

	"gonum.org/v1/gonum/spatial/r2"
)

// BareBoard is the picture of a board without discs, put together from
// pictures of the settled board wherever no disc lay, nor its shadow, nor a
// hand. Against it a disc's shadow is told from its edge: the board is seen
// through a shadow, print and grain, only darker.
type BareBoard struct {
	cal     *calibrate.Calibration
	hand    func(r2.Vec) bool // whether a hand hides a place on the board, mm
	shades  shadeBook
	picture capture.Frame
	known   []bool   // by blocks of bareBlock pixels: what the bare board looks like there
	odd     []uint8  // by blocks: how often in a row they looked other than known
	places  []r2.Vec // of the blocks' middles on the surface, mm
	across  int      // blocks of a row
}

const (
	bareBlock = 4    // pixels
	bareRim   = 25.0 // mm beyond the surface's edge that the bare board reaches
	leastLit  = 400  // blocks that tell how the light has changed
	lightSame = 0.05 // of it, summed over the channels, that makes no difference
	bareClear = 14.0 // mm from a disc's edge within which its shadow may fall
)

// NewBareBoard is the bare board of a calibrated view of which nothing is
// known yet; hand says whether a hand hides a place on it (mm). What an older view
// of it, which may be nil, has taught of shadows holds for this one too.
func NewBareBoard(c *calibrate.Calibration, hand func(r2.Vec) bool, old *BareBoard) *BareBoard {
	w, h := c.Camera.Width, c.Camera.Height
	b := &BareBoard{cal: c, hand: hand, across: (w + bareBlock - 1) / bareBlock}
	if old != nil {
		b.shades = old.shades
	}
	rows := (h + bareBlock - 1) / bareBlock
	b.known, b.odd, b.places = make([]bool, b.across*rows), make([]uint8, b.across*rows), make([]r2.Vec, b.across*rows)
	for i := range b.places {
		x, y := float64(i%b.across*bareBlock)+(bareBlock-1)/2., float64(i/b.across*bareBlock)+(bareBlock-1)/2.
		p, ok := c.Camera.OnPlane(r2.Vec{X: x, Y: y}, 0)
		if !ok || Outward(c.Board, p) > SurfaceReach(c.Board)+bareRim {
			p = r2.Vec{X: math.NaN()}
		}
		b.places[i] = p
	}
	b.picture = capture.Frame{Width: w, Height: h, Pix: make([]byte, 3*w*h)}
	return b
}

// Learn takes in a picture of the settled board with the discs on it.
func (b *BareBoard) Learn(f capture.Frame, discs []Disc) { b.LearnSlowly(f, discs, 0) }

// LearnSlowly is Learn, but what looks other than known is learned only after so
// many pictures: a disc that was not made out is no board.
func (b *BareBoard) LearnSlowly(f capture.Frame, discs []Disc, pictures uint8) {
	if f.Width != b.picture.Width || f.Height != b.picture.Height || len(f.Pix) != len(b.picture.Pix) {
		return
	}
	type spot struct {
		at    r2.Vec
		reach float64
	}
	eye := b.cal.Camera.Centre()
	var hidden []spot
	for _, d := range discs {
		clear := d.Radius + bareClear
		// What its upper rim hides lies behind it.
		behind := r2.Scale(d.Thickness/math.Max(1, eye.Z-d.Thickness), r2.Sub(d.Pos, r2.Vec{X: eye.X, Y: eye.Y}))
		hidden = append(hidden, spot{d.Pos, clear * clear}, spot{r2.Add(d.Pos, behind), clear * clear})
	}
	fresh := make([]bool, len(b.places))
blocks:
	for i, p := range b.places {
		if math.IsNaN(p.X) || b.hand(p) {
			continue
		}
		for _, h := range hidden {
			if r2.Norm2(r2.Sub(p, h.at)) < h.reach {
				continue blocks
			}
		}
		fresh[i] = true
	}
	b.relight(f, fresh)
	for i, is := range fresh {
		if !is {
			continue
		}
		if b.known[i] && b.looksOther(f, i) {
			if b.odd[i]++; b.odd[i] < pictures {
				continue
			}
		}
		b.known[i], b.odd[i] = true, 0
		from, to, n := b.block(i)
		for k := from; k < to; k += 3 * f.Width {
			copy(b.picture.Pix[k:k+n], f.Pix[k:k+n])
		}
	}
}

// blockOther is the mean difference of a block's bytes from what is known at
// which it shows something else.
const blockOther = 24

// looksOther says whether a block looks other than known.
func (b *BareBoard) looksOther(f capture.Frame, block int) bool {
	from, to, n := b.block(block)
	count, sum := 0, 0
	for at := from; at < to; at += 3 * f.Width {
		for k := at; k < at+n; k++ {
			count++
			sum += max(int(f.Pix[k]), int(b.picture.Pix[k])) - min(int(f.Pix[k]), int(b.picture.Pix[k]))
		}
	}
	return sum > blockOther*count
}

// block is where the i-th block lies in the picture's bytes: its first, that
// beyond its last row, and how many to a row.
func (b *BareBoard) block(i int) (from, to, n int) {
	x, y := i%b.across*bareBlock, i/b.across*bareBlock
	row := 3 * b.picture.Width
	return y*row + 3*x, min(y+bareBlock, b.picture.Height) * row, 3 * min(bareBlock, b.picture.Width-x)
}

// relight brings what is known of the bare board into the light of the picture,
// as the blocks tell that are seen afresh: where a disc lay through a change
// of exposure the board would else look other than beside it.
func (b *BareBoard) relight(f capture.Frame, fresh []bool) {
	var both [][2]Tint
	for i, is := range fresh {
		if k, _, _ := b.block(i); is && b.known[i] {
			both = append(both, [2]Tint{tintAt(f.Pix[k:]), tintAt(b.picture.Pix[k:])})
		}
	}
	if len(both) < leastLit {
		return
	}
	light := lightBetween(both)
	if math.Abs(light[0]-1)+math.Abs(light[1]-1)+math.Abs(light[2]-1) < lightSame {
		return
	}
	for i, known := range b.known {
		if !known {
			continue
		}
		from, to, n := b.block(i)
		for k := from; k < to; k += 3 * b.picture.Width {
			for j := range n {
				b.picture.Pix[k+j] = uint8(math.Min(255, float64(b.picture.Pix[k+j])*light[j%3]+0.5))
			}
		}
	}
}

// tintAt is the colour of the pixel at the begin of pix.
func tintAt(pix []byte) Tint { return Tint{float64(pix[0]), float64(pix[1]), float64(pix[2])} }

// seen says whether the bare board is known at a pixel.
func (b *BareBoard) seen(px r2.Vec) bool {
	x, y := int(px.X+0.5), int(px.Y+0.5)
	if x < 0 || y < 0 || x >= b.picture.Width || y >= b.picture.Height {
		return false
	}
	return b.known[y/bareBlock*b.across+x/bareBlock]
}
