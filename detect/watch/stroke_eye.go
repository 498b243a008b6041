package watch

import (
	"slices"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// strokeEye sees what changes on a carrom board: where pieces may lie and run
// anywhere, many at once, touching each other.
type strokeEye struct {
	*boardEye
	touched []bool // cells that hands came near since the board was settled
}

func newStrokeEye(c calibrate.Calibration, f capture.Frame) *strokeEye {
	e := &strokeEye{boardEye: newBoardEye(c, f)}
	e.touched = make([]bool, len(e.hand))
	return e
}

// look reads the next frame. Pieces that touch make large patches too, but of
// the pieces' colours.
func (e *strokeEye) look(f capture.Frame) {
	blobs, dt := e.read(f)
	e.part(blobs, func(b *blob) bool { return e.arm(b) || e.large(b) && e.fromSide(b) && !e.ofPieces(b) })
	e.follow(6 * time.Second)
	e.stir(func(b *blob) bool { return b.surface > 0.5 })
	for k, near := range e.nearHand {
		e.touched[k] = e.touched[k] || near
	}
	e.learn(f, dt)
}

// pieceLike is how far, in units of sample, a cell may be from a piece's
// colour to be taken for one; pieceShare of a large patch must be.
const (
	pieceLike  = 45
	pieceShare = 0.55
)

// fromSide says whether a patch reaches the surface's edge, as a hand does
// whose arm looks like the frame under it. What the break leaves does not.
func (e *strokeEye) fromSide(b *blob) bool {
	for _, k := range b.cells {
		if detect.Outward(e.cal.Board, e.grid.place(int(k))) > detect.SurfaceReach(e.cal.Board)-sideReach {
			return true
		}
	}
	return false
}

// sideReach is how near to the surface's edge a hand reaches from outside, mm.
const sideReach = 12.0

// ofPieces says whether a patch has the pieces' colours for the most part.
func (e *strokeEye) ofPieces(b *blob) bool {
	n := 0
	for _, k := range b.cells {
		c := e.cur.at(int(k))
		for _, p := range e.palette {
			if c.from(p) < pieceLike {
				n++
				break
			}
		}
	}
	return float64(n) > pieceShare*float64(len(b.cells))
}

// Figures of a stroke's begin.
const (
	strokeFar  = 40.0  // mm that something has gone freely
	strokeFast = 250.0 // mm/s: slower things are pushed
	boltFar    = 70.0  // mm between two frames: too fast for a third
	boltFast   = 800.0 // mm/s
)

// struck is the first trail of something that runs free of hands after the
// time; nil for none.
func (e *strokeEye) struck(after time.Duration) *trail {
	for _, t := range e.trails.all {
		n := len(t.points)
		if t.lost || n < 2 || t.last().at != e.now || e.attached(t.last().pos) {
			continue
		}
		if detect.Outward(e.cal.Board, t.last().pos) > detect.SurfaceReach(e.cal.Board) {
			continue
		}
		if from, ok := t.flick(); ok && t.points[from].at > after && r2.Norm(speed(t.points[from], t.points[n-1])) > strokeFast {
			return &trail{points: t.points[from:]}
		}
		a, b := t.points[n-2], t.points[n-1]
		if a.at > after && r2.Norm(r2.Sub(b.pos, a.pos)) > boltFar && r2.Norm(speed(a, b)) > boltFast && b.moving && !e.handAt(a.pos) {
			return &trail{points: t.points[n-2:]}
		}
	}
	return nil
}

// learnBoard tells what the board looks like where pieces lie: as beside them,
// or, where pieces stand close all around, as the board does as a whole; and
// the printed spot in the middle like those at the base lines.
func (e *strokeEye) learnBoard(pieces []detect.Seen) {
	e.learnBare(pieces)
	known := make(map[int32]bool, len(e.bare.cells))
	for _, k := range e.bare.cells {
		known[k] = true
	}
	plain, ok := e.plainBoard()
	if !ok {
		return
	}
	c := e.cal.Board.Carrom
	circles := c.BaseCircles()
	red := e.medianOf(func(do func(k int)) {
		for _, p := range circles {
			e.grid.within(p, 0.6*c.BaseCircleDiameter/2, func(k int, _ float64) {
				if !e.bare.place[k] && !e.hand[k] {
					do(k)
				}
			})
		}
	})
	for _, p := range pieces {
		e.grid.within(p.Pos, p.Radius+placeReach, func(k int, _ float64) {
			spot := r2.Norm(e.grid.place(k)) < c.CentreSpotDiameter/2
			if known[int32(k)] && !spot {
				return
			}
			known[int32(k)] = true
			beside := plain
			if spot && red != nil {
				beside = *red
			}
			e.bare.cells, e.bare.board = append(e.bare.cells, int32(k)), append(e.bare.board, beside)
		})
	}
}

// plainBoard is the usual colour of the surface where no piece lies.
func (e *strokeEye) plainBoard() (colour, bool) {
	c := e.medianOf(func(do func(k int)) {
		for k := 0; k < len(e.hand); k += 7 {
			if e.grid.zones[k] == onSurface && !e.bare.place[k] && !e.hand[k] {
				do(k)
			}
		}
	})
	if c == nil {
		return colour{}, false
	}
	return *c, true
}

// medianOf is the median colour of the settled board over cells.
func (e *strokeEye) medianOf(each func(do func(k int))) *colour {
	var ys, us, vs []int32
	each(func(k int) {
		c := e.ground.at(k)
		ys, us, vs = append(ys, c.y), append(us, c.u), append(vs, c.v)
	})
	if len(ys) < 12 {
		return nil
	}
	slices.Sort(ys)
	slices.Sort(us)
	slices.Sort(vs)
	m := len(ys) / 2
	return &colour{ys[m], us[m], vs[m]}
}

// freshly forgets which places hands came near: the board was settled.
func (e *strokeEye) freshly(pieces []detect.Seen) {
	e.settle(pieces)
	e.learnBoard(pieces)
	copy(e.touched, e.nearHand)
}

// touchedAt says whether a hand came near p since the board was settled.
func (e *strokeEye) touchedAt(p r2.Vec, radius float64) bool {
	return e.share(p, radius, func(k int) bool { return e.touched[k] }) > 0
}

// besideHand says whether a patch is within a finger's reach of a hand.
func (e *strokeEye) besideHand(b *blob) bool {
	for _, k := range b.cells {
		if e.nearHand[k] {
			return true
		}
	}
	return false
}

// unexplained are the patches that have changed on the surface where none of
// the pieces lies, and no hand: pieces that were not made out.
func (e *strokeEye) unexplained(pieces []detect.Seen) []blob {
	taken := make([]bool, len(e.marks))
	for _, p := range pieces {
		e.grid.within(p.Pos, p.Radius+shadowReach, func(k int, _ float64) { taken[k] = true })
	}
	loose := func(k int32) bool {
		return e.marks[k] == changed && !e.hand[k] && !taken[k] && e.grid.zones[k] == onSurface
	}
	var out []blob
	for _, b := range e.patches(&e.news, 0.35*e.discArea(), loose) {
		if b.width > 0.5*e.cal.Board.Disc.Radius && !e.besideHand(&b) {
			b.tint = e.grid.core(e.cur, &b, 0.7*e.cal.Board.Disc.Radius)
			out = append(out, b)
		}
	}
	return out
}
