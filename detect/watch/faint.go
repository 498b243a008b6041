package watch

import "math"

// faintness finds discs that look almost like the board: a cell of the grid
// hardly differs from the settled board, but the mean of a few does, and the
// patch has a disc's size and shape.
type faintness struct {
	side     int // of the grid of blocks
	now, was []faintBlock
	on       []onBlock // blocks that lie wholly on the surface
	differ   []bool    // of the blocks: they differ from the settled board
	beside   []uint8   // of the blocks: how many of their eight neighbours differ
	spread   [64]int   // blocks of the newest frame by what they differ by
	mask     cellSet   // differs faintly
	scratch  []bool
}

// faintBlock is the mean difference of a block of cells from the settled
// board, in sample units.
type faintBlock struct {
	dy, du, dv int16
	limit      int16 // less is noise; 0 where the block is not wholly on the board
}

// onBlock is a block by its place among the blocks, and by its first cell.
type onBlock struct{ at, cell int32 }

// Figures of faint discs, in sample units and of a disc's area and width.
const (
	faintSide  = 2 // cells of a block
	faintFloor = 6
	faintNoise = 4 // times what the blocks of the frame differ by, in the middle: most of the board is as it was
	faintAmong = 3 // of a block's eight neighbours that differ, for it to be of the same patch
	faintLeast = 0.45
	faintMost  = 2.6 // with its shadow, and in motion
	faintPlain = 0.5 // of it that may be seen plainly
	faintRound = 1.7 // length to width
)

func newFaintness(g *grid) *faintness {
	side := g.side / faintSide
	f := &faintness{
		side: side, now: make([]faintBlock, side*side), was: make([]faintBlock, side*side), differ: make([]bool, side*side), beside: make([]uint8, side*side),
		mask: g.newSet(), scratch: make([]bool, g.side*g.side),
	}
	for at := range side * side {
		first, on := faintSide*(at/side*g.side+at%side), true
		for row := range faintSide {
			for _, z := range g.zones[first+row*g.side:][:faintSide] {
				on = on && z == onSurface
			}
		}
		if on {
			f.on = append(f.on, onBlock{int32(at), int32(first)})
		}
	}
	return f
}

// differs says whether a difference of block means is more than noise.
func (b faintBlock) differs(o faintBlock) bool {
	o.dy, o.du, o.dv = b.dy-o.dy, b.du-o.du, b.dv-o.dv
	return b.limit > 0 && o.size() > int32(b.limit)
}

// size of a difference.
func (b faintBlock) size() int32 {
	return abs(int32(b.dy)) + 2*(abs(int32(b.du))+abs(int32(b.dv)))
}

// read takes the blocks of the newest frame.
func (f *faintness) read(e *boardEye) {
	f.now, f.was = f.was, f.now
	f.spread = [64]int{}
	g, b, s := e.grid, e.ground, e.cur
	gain := b.light()
	const n = faintSide * faintSide
	for _, on := range f.on {
		var y, u, v, by, bu, bv, noise int32
		near := false
		for row := range faintSide {
			from := int(on.cell) + row*g.side
			cells, tones, hands := b.cells[from:from+faintSide], s[from:from+faintSide], e.nearHand[from:from+faintSide]
			for i := range cells {
				was, now := &cells[i], &tones[i]
				y, u, v = y+int32(now.y), u+int32(now.u), v+int32(now.v)
				by, bu, bv = by+int32(was.y), bu+int32(was.u), bv+int32(was.v)
				noise = max(noise, int32(was.noise))
				near = near || hands[i]
			}
		}
		block := faintBlock{}
		if !near {
			const grey = n * 128 // of the differences of colour
			block.dy = int16((y - (by*gain)>>16) / n)
			block.du = int16((u - grey - ((bu-grey<<8)*gain)>>16) / n)
			block.dv = int16((v - grey - ((bv-grey<<8)*gain)>>16) / n)
			block.limit = int16(faintFloor + noise>>2)
			f.spread[min(len(f.spread)-1, int(block.size()))]++
		}
		f.now[on.at] = block
	}
	limit := int16(faintNoise * f.middle())
	clear(f.beside)
	for _, on := range f.on {
		block, at := &f.now[on.at], int(on.at)
		if block.limit > 0 {
			block.limit = max(block.limit, limit)
		}
		if f.differ[at] = block.differs(faintBlock{}); f.differ[at] {
			for _, o := range [8]int{-1, 1, -f.side, f.side, -f.side - 1, -f.side + 1, f.side - 1, f.side + 1} {
				f.beside[at+o]++
			}
		}
	}
	f.close(g)
}

// middle is the median of what the blocks differ by.
func (f *faintness) middle() int {
	n, sum := 0, 0
	for _, k := range f.spread {
		n += k
	}
	for size, k := range f.spread {
		if sum += k; 2*sum >= n {
			return size
		}
	}
	return 0
}

// close marks the blocks that differ, and those among them: between a disc's
// face and its shaded rim some look like the board.
func (f *faintness) close(g *grid) {
	f.mask.clear()
	for _, on := range f.on {
		if !f.differ[on.at] && (f.beside[on.at] < faintAmong || f.now[on.at].limit == 0) {
			continue
		}
		for row := range faintSide {
			for n := range faintSide {
				f.mask.put(on.cell + int32(row*g.side+n))
			}
		}
	}
}

// discs are the faint patches that may be discs, and of which no more than a
// part is seen plainly.
func (f *faintness) discs(e *boardEye) []blob {
	size := 2 * e.cal.Board.Disc.Radius
	var out []blob
	for _, b := range e.grid.blobs(&f.mask, faintLeast*e.discArea(), f.scratch) {
		if b.area > faintMost*e.discArea() || b.width < math.Sqrt(faintLeast)*size || b.length > faintRound*b.width {
			continue
		}
		plain, moving := 0, 0
		for _, k := range b.cells {
			if e.marks[k] == changed {
				plain++
			}
			block := int(k)/e.grid.side/faintSide*f.side + int(k)%e.grid.side/faintSide
			if f.now[block].differs(f.was[block]) {
				moving++
			}
		}
		if float64(plain)*gridCell*gridCell > faintPlain*e.discArea() {
			continue
		}
		b.moving = float64(moving) / float64(len(b.cells))
		b.tint = e.grid.core(e.cur, &b, 0.5*e.cal.Board.Disc.Radius)
		out = append(out, b)
	}
	return out
}
