// Package topdown shows a board as seen straight from above: the camera's
// picture laid flat on the playing surface, lens and perspective undone.
package topdown

import (
	"encoding/binary"
	"fmt"
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// View is a square window on the board's surface, its middle the board's.
type View struct {
	Side  int     // pixels
	Reach float64 // mm from the middle to the window's edges
	Turn  int     // quarter turns clockwise; with none the board frame's +y points up
}

// place is the point of the surface, mm in the board frame, that a place of
// the window shows; (0,0) is the centre of its top-left pixel.
func (v View) place(x, y float64) r2.Vec {
	half, mm := float64(v.Side-1)/2, 2*v.Reach/float64(v.Side)
	p := r2.Vec{X: (x - half) * mm, Y: (half - y) * mm}
	switch v.Turn & 3 {
	case 1:
		return r2.Vec{X: -p.Y, Y: p.X}
	case 2:
		return r2.Vec{X: -p.X, Y: -p.Y}
	case 3:
		return r2.Vec{X: p.Y, Y: -p.X}
	}
	return p
}

// Table says for every pixel of a view where the camera's picture shows its
// place: made once for a calibration, used for every frame. It is never
// written to, so that it may be shared.
type Table struct {
	view          View
	width, height int      // of the picture
	fine          int      // samples a side that are averaged for one pixel
	at            []int32  // byte offset of the top-left one of four pixels; -1 outside the picture
	part          []uint16 // of the way to the right, and to the lower ones: 64ths, 8 bits each
}

// grid is how many samples apart lens and perspective are worked out; between
// them they are interpolated (under 0.02 pixels off for the strongest lens in
// the ground truth).
const grid = 16

// coarse is how many of the picture's pixels a pixel of the view may stand for
// before several samples are averaged, so that fine lines don't flicker.
const coarse = 1.4

// NewTable is the table of a camera's view.
func NewTable(cam models.Camera, v View) (*Table, error) {
	if v.Side < 1 || v.Side > maxSide || !(v.Reach > 0) {
		return nil, fmt.Errorf("view from above: %d pixels for %.0f mm: want 1 to %d pixels and a board's size", v.Side, v.Reach, maxSide)
	}
	if cam.Width < 2 || cam.Height < 2 {
		return nil, fmt.Errorf("view from above: the camera's picture has %d x %d pixels", cam.Width, cam.Height)
	}
	t := &Table{view: v, width: cam.Width, height: cam.Height, fine: 1}
	if cam.PixelsPerMM(r3.Vec{})*2*v.Reach/float64(v.Side) > coarse {
		t.fine = 2
	}
	side := v.Side * t.fine
	t.at, t.part = make([]int32, side*side), make([]uint16, side*side)
	cells := (side + grid - 1) / grid
	corners := make([]r2.Vec, (cells+1)*(cells+1))
	seen := make([]bool, len(corners))
	for j := range cells + 1 {
		for i := range cells + 1 {
			n := j*(cells+1) + i
			k := float64(t.fine)
			at := v.place((float64(i*grid)+0.5)/k-0.5, (float64(j*grid)+0.5)/k-0.5)
			corners[n], seen[n] = cam.Project(r3.Vec{X: at.X, Y: at.Y})
			far := 2 * float64(cam.Width+cam.Height) // a lens model means nothing so far out
			seen[n] = seen[n] && math.Abs(corners[n].X) < far && math.Abs(corners[n].Y) < far
		}
	}
	for y := range side {
		for x := range side {
			n := y/grid*(cells+1) + x/grid
			k := y*side + x
			if !seen[n] || !seen[n+1] || !seen[n+cells+1] || !seen[n+cells+2] {
				t.at[k] = -1
				continue
			}
			u, w := float64(x%grid)/grid, float64(y%grid)/grid
			top := mix(corners[n], corners[n+1], u)
			low := mix(corners[n+cells+1], corners[n+cells+2], u)
			t.at[k], t.part[k] = t.sample(mix(top, low, w))
		}
	}
	return t, nil
}

// maxSide is the largest view, pixels.
const maxSide = 3840

func mix(a, b r2.Vec, part float64) r2.Vec {
	return r2.Vec{X: a.X + part*(b.X-a.X), Y: a.Y + part*(b.Y-a.Y)}
}

// sample is the table's entry for a place of the picture, pixels.
func (t *Table) sample(p r2.Vec) (at int32, part uint16) {
	if !(p.X >= 0 && p.Y >= 0 && p.X <= float64(t.width-1) && p.Y <= float64(t.height-1)) {
		return -1, 0
	}
	i, j := min(int(p.X), t.width-2), min(int(p.Y), t.height-2)
	u, w := int((p.X-float64(i))*64+0.5), int((p.Y-float64(j))*64+0.5)
	return int32(3 * (j*t.width + i)), uint16(u<<8 | w)
}

// outside is the colour of places that the picture does not show, BGR: that of
// the pages' dark paper.
var outside = [3]byte{0x0e, 0x11, 0x14}

// Lay is the frame as seen from above, at the same moment.
func (t *Table) Lay(f capture.Frame) (capture.Frame, error) {
	if f.Width != t.width || f.Height != t.height || len(f.Pix) != 3*f.Width*f.Height {
		return capture.Frame{}, fmt.Errorf("view from above: the frame of %d x %d pixels is none of the camera's, which have %d x %d", f.Width, f.Height, t.width, t.height)
	}
	out := f
	out.Width, out.Height, out.FocalPx = t.view.Side, t.view.Side, 0
	out.Pix = make([]byte, 3*t.view.Side*t.view.Side)
	if t.fine == 1 {
		t.single(f.Pix, out.Pix)
	} else {
		t.averaged(f.Pix, out.Pix)
	}
	return out, nil
}

func (t *Table) single(pix, out []byte) {
	for k, at := range t.at {
		o := out[3*k : 3*k+3 : 3*k+3]
		if at < 0 {
			o[0], o[1], o[2] = outside[0], outside[1], outside[2]
			continue
		}
		c := t.colour(pix, at, t.part[k])
		o[0], o[1], o[2] = byte(c>>12), byte(c>>(12+lane)), byte(c>>(12+2*lane))
	}
}

// averaged takes the mean of two by two samples for each pixel.
func (t *Table) averaged(pix, out []byte) {
	side := t.view.Side
	for y := range side {
		for x := range side {
			var b, g, r uint64
			k := 2*y*2*side + 2*x
			for _, n := range [4]int{k, k + 1, k + 2*side, k + 2*side + 1} {
				c := outsideLanes
				if t.at[n] >= 0 {
					c = t.colour(pix, t.at[n], t.part[n])
				}
				b, g, r = b+c>>12&255, g+c>>(12+lane)&255, r+c>>(12+2*lane)&255
			}
			o := out[3*(y*side+x):]
			o[0], o[1], o[2] = byte((b+2)>>2), byte((g+2)>>2), byte((r+2)>>2)
		}
	}
}

// lane is the width in bits of a colour's part: blue, green and red are summed
// in one word, which halves the time.
const lane = 21

// lanes are the three channels of the pixel in the low bytes of v.
func lanes(v uint32) uint64 {
	return uint64(v&255) | uint64(v>>8&255)<<lane | uint64(v>>16&255)<<(2*lane)
}

var outsideLanes = (uint64(outside[0]) | uint64(outside[1])<<lane | uint64(outside[2])<<(2*lane)) << 12

// colour is the bilinear value of an entry, each lane in 1/4096.
func (t *Table) colour(pix []byte, at int32, part uint16) uint64 {
	u, w := uint64(part>>8), uint64(part&255)
	low := int(at) + 3*t.width
	a, b := pix[at:at+6:at+6], pix[low:low+6:low+6]
	k11 := u * w
	k10, k01 := u<<6-k11, w<<6-k11
	const half = 2048 * (1 + 1<<lane + 1<<(2*lane))
	return lanes(binary.LittleEndian.Uint32(a))*(4096-k10-k01-k11) + lanes(binary.LittleEndian.Uint32(a[2:])>>8)*k10 +
		lanes(binary.LittleEndian.Uint32(b))*k01 + lanes(binary.LittleEndian.Uint32(b[2:])>>8)*k11 + half
}
