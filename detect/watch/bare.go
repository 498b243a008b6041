package watch

import (
	"ditchline/detect"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
)

// colour is a cell's: luma, and half the differences of blue and of red from
// green.
type colour struct{ y, u, v int32 }

func (a colour) from(b colour) int32 { return abs(a.y-b.y) + 2*(abs(a.u-b.u)+abs(a.v-b.v)) }

// bareness tells, where discs lie on the settled board, the board from a disc
// once something changes there: what a disc leaves behind is nothing new.
type bareness struct {
	cells []int32  // within a disc's place
	board []colour // what the board is likely to look like there
	place []bool   // of every cell, whether it is within a disc's place
	known []look   // of every cell, the board as it was seen for long
}

// look is a cell's colour in the ground's units and light; ok is false where
// the board was not seen there yet.
type look struct {
	y, u, v uint16
	ok      bool
}

// longKnown is how often a cell must have been found unchanged for it to show
// the board where no disc lies: about 2 s. A hand that waits for its flick
// stands still for less.
const longKnown = 33

// remember keeps the look of the board where something else is now taken for
// the ground.
func (e *boardEye) remember(k int) {
	if c := &e.ground.cells[k]; c.steady >= longKnown && !e.bare.place[k] {
		e.bare.known[k] = look{c.y, c.u, c.v, true}
	}
}

// Around a disc, in mm: its place with its shadow, and where the board beside
// it shows.
const (
	placeReach = 3.0
	besideFrom = 5.0
	besideTo   = 11.0
)

// learnBare takes the places and colours of the settled discs.
func (e *boardEye) learnBare(discs []detect.Seen) {
	b := &e.bare
	b.cells, b.board = b.cells[:0], b.board[:0]
	clear(b.place)
	for i, d := range discs {
		e.grid.within(d.Pos, d.Radius+placeReach, func(k int, _ float64) { b.place[k] = true })
		var ys, us, vs []int32
		e.grid.within(d.Pos, d.Radius+besideTo, func(k int, d2 float64) {
			if in := d.Radius + besideFrom; d2 < in*in || e.grid.zones[k] != onSurface {
				return
			}
			p := e.grid.place(k)
			for j, o := range discs {
				if j != i && r2.Norm(r2.Sub(o.Pos, p)) < o.Radius+placeReach {
					return
				}
			}
			c := e.ground.at(k)
			ys, us, vs = append(ys, c.y), append(us, c.u), append(vs, c.v)
		})
		if len(ys) < 6 {
			continue
		}
		slices.Sort(ys)
		slices.Sort(us)
		slices.Sort(vs)
		m := len(ys) / 2
		beside := colour{ys[m], us[m], vs[m]}
		e.grid.within(d.Pos, d.Radius+placeReach, func(k int, _ float64) {
			b.cells, b.board = append(b.cells, int32(k)), append(b.board, beside)
		})
	}
}

// at is a cell's colour on the settled board.
func (b *ground) at(k int) colour {
	c := &b.cells[k]
	return colour{int32(c.y) >> 8, int32(c.u) >> 8, int32(c.v) >> 8}
}

// markBare tells the board where it shows again from what is new: in a disc's
// place its cells are marked; elsewhere the ground is what it was before, since
// what was taken for it (a hand that stood still, a disc that was not seen)
// has gone.
func (e *boardEye) markBare() {
	for i, k := range e.bare.cells {
		if e.marks[k] == changed && (e.showsKnown(int(k)) || e.likeBeside(i)) {
			e.marks[k] = bare
		}
	}
	for _, k := range e.news.list {
		if e.marks[k] == changed && !e.bare.place[k] && e.showsKnown(int(k)) {
			l, c := e.bare.known[k], &e.ground.cells[k]
			c.y, c.u, c.v, c.steady = l.y, l.u, l.v, longKnown
			e.marks[k] = same
		}
	}
}

// showsKnown says whether a cell looks as the board was seen there for long.
func (e *boardEye) showsKnown(k int) bool {
	l := e.bare.known[k]
	if !l.ok {
		return false
	}
	was := usual{y: l.y, u: l.u, v: l.v}
	return e.cur.at(k).from(was.lit(e.ground.light())) <= e.ground.cells[k].limit()
}

// likeBeside says whether the i-th cell of the discs' places looks more like
// the board beside the disc than like any disc.
func (e *boardEye) likeBeside(i int) bool {
	now := e.cur.at(int(e.bare.cells[i]))
	board := now.from(e.bare.board[i])
	for _, d := range e.palette {
		if now.from(d) < board {
			return false
		}
	}
	return true
}
