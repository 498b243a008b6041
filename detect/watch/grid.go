package watch

import (
	"cmp"
	"math"
	"slices"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// gridCell is the side of a cell of the grid on which a board is watched, mm.
const gridCell = 2.5

// gridRim is how far beyond the playing surface the grid reaches, mm: over the
// ditch and onto the rail, so that an arm is seen to come from outside.
const gridRim = 66

// zone is the part of a board that a cell lies on.
type zone uint8

const (
	nowhere   zone = iota // outside the grid or the picture
	onSurface             // the playing surface
	onRim                 // ditch and rail
)

// grid is a board's plane at half a disc's height, cut in square cells: there
// a disc is seen about where its footprint is. Tables say which
// pixels each cell is mixed from, so that a frame is read in a millisecond.
type grid struct {
	side  int
	zones []zone
	spans []span // cells of each row that lie in the grid
	mixes []mix  // of the cells in the grid, as they lie in the picture, row by row: memory likes it
	row   int    // bytes of a picture's row
	edge  []bool
}

// mix says which four pixels a cell's colour is mixed from: the byte of their
// upper left, and the weight of each in 64ths, row by row.
type mix struct {
	cell, at int32
	weight   [4]uint8
}

// span is a run of cells: [from, to).
type span struct{ from, to int }

// newGrid is the grid for a calibrated view.
func newGrid(c calibrate.Calibration) *grid {
	b := c.Board
	reach := detect.SurfaceReach(b) + gridRim
	half := int(math.Ceil(reach / gridCell))
	g := &grid{side: 2*half + 1, row: 3 * c.Camera.Width}
	n := g.side * g.side
	g.zones, g.edge = make([]zone, n), make([]bool, n)
	g.spans = make([]span, g.side)
	for j := range g.side {
		var s span
		for i := range g.side {
			k := j*g.side + i
			at := g.place(k)
			d := detect.Outward(b, at)
			if d > reach {
				continue
			}
			px, ok := c.Camera.Project(r3.Vec{X: at.X, Y: at.Y, Z: b.Disc.Thickness / 2})
			if !ok || px.X < 0 || px.Y < 0 || px.X >= float64(c.Camera.Width-1) || px.Y >= float64(c.Camera.Height-1) {
				continue
			}
			x, y := int(px.X), int(px.Y)
			u, v := px.X-float64(x), px.Y-float64(y)
			w := [4]uint8{uint8(64 * (1 - u) * (1 - v)), uint8(64 * u * (1 - v)), uint8(64 * (1 - u) * v), 0}
			w[3] = 64 - w[0] - w[1] - w[2]
			g.mixes = append(g.mixes, mix{int32(k), int32(y*g.row + 3*x), w})
			g.zones[k] = onRim
			if d <= detect.SurfaceReach(b) && !detect.InPocket(b, at) {
				g.zones[k] = onSurface
			}
			if s.to == 0 {
				s.from = k
			}
			s.to = k + 1
		}
		g.spans[j] = s
	}
	slices.SortFunc(g.mixes, func(a, b mix) int { return cmp.Compare(a.at, b.at) })
	for k, z := range g.zones {
		if z == nowhere {
			continue
		}
		for _, o := range [4]int{-1, 1, -g.side, g.side} {
			if m := k + o; m < 0 || m >= n || g.zones[m] == nowhere {
				g.edge[k] = true
			}
		}
	}
	return g
}

// place is the middle of a cell, mm.
func (g *grid) place(k int) r2.Vec {
	h := g.side / 2
	return r2.Vec{X: float64(k%g.side-h) * gridCell, Y: float64(k/g.side-h) * gridCell}
}

// cell is the cell that p lies in; ok is false outside the grid.
func (g *grid) cell(p r2.Vec) (int, bool) {
	h := g.side / 2
	i, j := int(math.Round(p.X/gridCell))+h, int(math.Round(p.Y/gridCell))+h
	if i < 0 || j < 0 || i >= g.side || j >= g.side {
		return 0, false
	}
	k := j*g.side + i
	return k, g.zones[k] != nowhere
}

// within calls do for every cell within radius (mm) of p that lies in the
// grid.
func (g *grid) within(p r2.Vec, radius float64, do func(k int, d2 float64)) {
	h := float64(g.side / 2)
	i0, i1 := int(math.Ceil((p.X-radius)/gridCell+h)), int(math.Floor((p.X+radius)/gridCell+h))
	j0, j1 := int(math.Ceil((p.Y-radius)/gridCell+h)), int(math.Floor((p.Y+radius)/gridCell+h))
	for j := max(0, j0); j <= min(g.side-1, j1); j++ {
		dy := (float64(j)-h)*gridCell - p.Y
		for i := max(0, i0); i <= min(g.side-1, i1); i++ {
			dx := (float64(i)-h)*gridCell - p.X
			k := j*g.side + i
			if d2 := dx*dx + dy*dy; d2 <= radius*radius && g.zones[k] != nowhere {
				do(k, d2)
			}
		}
	}
}

// tone is a cell's colour as a frame shows it: luma, and half the differences
// of blue and of red from green, around 128.
type tone struct{ y, u, v uint8 }

func (t tone) colour() colour { return colour{int32(t.y), int32(t.u), int32(t.v)} }

// sample is a frame read on the grid.
type sample []tone

// at is the colour of a cell.
func (s sample) at(k int) colour { return s[k].colour() }

func (g *grid) newSample() sample { return make(sample, len(g.zones)) }

// read reads a frame into s.
func (g *grid) read(f capture.Frame, s sample) {
	for i := range g.mixes {
		m := &g.mixes[i]
		s[m.cell] = m.of(f.Pix, g.row)
	}
}

// of mixes the pixels of a picture whose rows have so many bytes.
func (m *mix) of(pix []byte, row int) tone {
	at := int(m.at)
	p, q := pix[at:at+6:at+6], pix[at+row:at+row+6:at+row+6]
	a, b, c, d := uint32(m.weight[0]), uint32(m.weight[1]), uint32(m.weight[2]), uint32(m.weight[3])
	bl := a*uint32(p[0]) + b*uint32(p[3]) + c*uint32(q[0]) + d*uint32(q[3])
	gr := a*uint32(p[1]) + b*uint32(p[4]) + c*uint32(q[1]) + d*uint32(q[4])
	re := a*uint32(p[2]) + b*uint32(p[5]) + c*uint32(q[2]) + d*uint32(q[5])
	return tone{
		y: uint8((29*bl + 150*gr + 77*re) >> 14),
		u: uint8((int32(bl)-int32(gr))>>7 + 128),
		v: uint8((int32(re)-int32(gr))>>7 + 128),
	}
}

// tintOf undoes a sample's luma and differences.
func tintOf(y, u, v float64) detect.Tint {
	b, r := 2*(u-128), 2*(v-128) // from green
	gr := y - (29*b+77*r)/256
	return detect.Tint{gr + b, gr, gr + r}
}

// sampled is a tint as a sample has it.
func sampled(t detect.Tint) colour {
	return colour{int32(t.Luma()), int32((t[0]-t[1])/2) + 128, int32((t[2]-t[1])/2) + 128}
}
