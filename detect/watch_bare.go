package detect

import (
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
}

// Around a disc, in mm: its place with its shadow, and where the board beside
// it shows.
const (
	placeReach = 3.0
	besideFrom = 5.0
	besideTo   = 11.0
)

// learnBare takes the places and colours of the settled discs.
func (e *boardEye) learnBare(discs []Seen) {
	b := &e.bare
	*b = bareness{}
	for i, d := range discs {
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
	return colour{int32(b.y[k]) >> 8, int32(b.u[k]) >> 8, int32(b.v[k]) >> 8}
}

// markBare marks the changed cells that now show the board rather than a disc.
func (e *boardEye) markBare() {
	for i, k := range e.bare.cells {
		if e.marks[k] != changed {
			continue
		}
		now := colour{int32(e.cur.y[k]), int32(e.cur.u[k]), int32(e.cur.v[k])}
		board := now.from(e.bare.board[i])
		like := true
		for _, d := range e.palette {
			if now.from(d) < board {
				like = false
				break
			}
		}
		if like {
			e.marks[k] = bare
		}
	}
}
