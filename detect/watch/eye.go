package watch

import (
	"math"
	"slices"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// boardEye sees what changes on a board: against the settled board, and
// since the frame before.
type boardEye struct {
	cal    calibrate.Calibration
	grid   *grid
	window window // of its pictures
	ground *ground
	now    time.Duration

	unlearned time.Duration // time since the ground was last learned

	cur, prev sample
	marks     []mark
	news      cellSet // what differs from the ground, be it bare or changed
	moved     cellSet // since the frame before
	nearHand  []bool  // within reach of a hand's fingers or their shadows
	hand      []bool  // cells of hands
	hands     []int32 // the same
	scratch   []bool
	mask      cellSet

	bare       bareness
	faint      *faintness
	palette    []colour // the colours of discs
	recent     []moment
	trails     trails
	free       []blob
	handOver   bool          // a hand is over the playing surface
	restlessAt time.Duration // when something free of hands last moved
}

// moment is a frame that may still be measured.
type moment struct {
	frame capture.Frame
	hand  []int32 // cells of hands on the playing surface
}

func newBoardEye(c calibrate.Calibration, f capture.Frame) *boardEye {
	g := newGrid(c)
	n := g.side * g.side
	e := &boardEye{cal: c, grid: g, now: f.Media, cur: g.newSample(), prev: g.newSample(),
		marks: make([]mark, n), news: g.newSet(), moved: g.newSet(), nearHand: make([]bool, n), hand: make([]bool, n), scratch: make([]bool, n), mask: g.newSet()}
	e.window = g.window(f.Width, f.Height)
	e.bare.place, e.bare.known = make([]bool, n), make([]look, n)
	e.faint = newFaintness(g)
	g.read(f, e.cur)
	e.ground = newGround(e.cur)
	e.restlessAt = f.Media
	e.keep(f, nil)
	return e
}

// Figures of the eye.
const (
	leastBlob   = 70.0                  // mm²: less is noise
	fingerReach = 15.0                  // mm around a hand where what moves may be the hand's
	motionFloor = 18                    // change of a cell since the frame before, sample units
	motionCells = 5                     // of the same blob of motion, to be one
	learnEvery  = 60 * time.Millisecond // the ground is learned no more often
	keepFor     = 420 * time.Millisecond
	keepApart   = 40 * time.Millisecond // between a frame that is kept and the next but one
	keepMost    = 13                    // frames
	keepLeast   = 6
)

// look reads the next frame.
func (e *boardEye) look(f capture.Frame) {
	blobs, dt := e.read(f)
	e.part(blobs, func(b *blob) bool { return e.arm(b) || e.large(b) })
	e.faint.read(e)
	e.follow(3 * time.Second)
	e.stir(func(b *blob) bool { return r2.Norm(b.centre) < e.cal.Board.Rings.R5-lineStir })
	e.learn(f, dt)
}

// read takes the next frame: what has changed, and the time since the frame
// before.
func (e *boardEye) read(f capture.Frame) (changes []blob, dt time.Duration) {
	dt = f.Media - e.now
	e.now = f.Media
	e.cur, e.prev = e.prev, e.cur
	e.grid.read(f, e.cur)
	if e.ground.film == 0 {
		e.ground.feel(e.grid, e.cur)
	}
	e.news.clear()
	e.ground.compare(e.grid, e.cur, e.marks, e.palette, &e.news)
	e.markBare()
	e.motion()
	return e.patches(&e.news, leastBlob, func(k int32) bool { return e.marks[k] == changed }), dt
}

// patches are the blobs of those cells of the set for which that holds.
func (e *boardEye) patches(of *cellSet, least float64, that func(k int32) bool) []blob {
	e.mask.clear()
	for _, k := range of.list {
		if that(k) {
			e.mask.put(k)
		}
	}
	return e.grid.blobs(&e.mask, least, e.scratch)
}

// follow takes the free blobs into the trails, and forgets those that ended
// longer ago.
func (e *boardEye) follow(keep time.Duration) {
	e.trails.add(e.now, e.points())
	e.trails.prune(e.now - keep)
}

// learn ends the look at a frame: the ground follows it, and it is kept.
func (e *boardEye) learn(f capture.Frame, dt time.Duration) {
	if e.unlearned += dt; e.unlearned >= learnEvery {
		e.ground.learn(e.grid, e.cur, e.marks, e.unlearned)
		e.unlearned = 0
	}
	var over []int32
	for _, k := range e.hands {
		if e.grid.zones[k] == onSurface {
			over = append(over, k)
		}
	}
	e.handOver = float64(len(over))*gridCell*gridCell > leastBlob
	e.keep(f, over)
}

func (e *boardEye) keep(f capture.Frame, hand []int32) {
	if n := len(e.recent); n > 1 && f.Media-e.recent[n-2].frame.Media < keepApart {
		e.recent = e.recent[:n-1] // fast cameras: every other frame and the newest
	}
	e.recent = append(e.recent, moment{f, hand})
	for len(e.recent) > keepMost || len(e.recent) > keepLeast && f.Media-e.recent[0].frame.Media > keepFor {
		e.recent[0] = moment{}
		e.recent = e.recent[1:]
	}
}

// motion marks the cells that changed since the frame before.
func (e *boardEye) motion() {
	e.moved.clear()
	for _, sp := range e.grid.spans {
		now, was, cells := e.cur[sp.from:sp.to], e.prev[sp.from:sp.to], e.ground.cells[sp.from:sp.to]
		for i := range now {
			if now[i].colour().from(was[i].colour()) > motionFloor+changeNoise*int32(cells[i].noise)>>2 {
				e.moved.put(int32(sp.from + i))
			}
		}
	}
}

// discArea is that of a disc's footprint, mm².
func (e *boardEye) discArea() float64 {
	return math.Pi * e.cal.Board.Disc.Radius * e.cal.Board.Disc.Radius
}

// arm says whether a patch comes from outside the grid, and is no sliver.
func (e *boardEye) arm(b *blob) bool { return b.rooted && b.area > 0.6*e.discArea() }

// large says whether a patch is too large for a disc.
func (e *boardEye) large(b *blob) bool {
	return b.width > 2.3*2*e.cal.Board.Disc.Radius || b.area > 6*e.discArea()
}

// part parts the blobs in hands and what is free of them.
func (e *boardEye) part(blobs []blob, hand func(*blob) bool) {
	clear(e.hand)
	clear(e.nearHand)
	e.hands = e.hands[:0]
	e.free = e.free[:0]
	for i := range blobs {
		b := &blobs[i]
		if hand(b) {
			for _, k := range b.cells {
				e.hand[k] = true
			}
			e.hands = append(e.hands, b.cells...)
			continue
		}
		n := 0.0
		for _, k := range b.cells {
			if e.moved.in[k] {
				n++
			}
		}
		b.moving = n / float64(len(b.cells))
		b.tint = e.grid.core(e.cur, b, 0.5*e.cal.Board.Disc.Radius)
		e.free = append(e.free, *b)
	}
	e.spreadHand()
}

// spreadHand marks what is within a finger's reach of hands.
func (e *boardEye) spreadHand() {
	r := int(math.Ceil(fingerReach / gridCell))
	side := e.grid.side
	for _, k := range e.hands {
		k := int(k)
		// Only cells on a hand's outline spread.
		if k > side && k < len(e.hand)-side && e.hand[k-1] && e.hand[k+1] && e.hand[k-side] && e.hand[k+side] {
			e.nearHand[k] = true
			continue
		}
		x, y := k%side, k/side
		for j := max(0, y-r); j <= min(side-1, y+r); j++ {
			for i := max(0, x-r); i <= min(side-1, x+r); i++ {
				e.nearHand[j*side+i] = true
			}
		}
	}
}

// Figures of rest.
const (
	lineStir  = 5.0  // mm inside the shooting line: beyond it fingers play, and only discs under way count
	underWay  = 80.0 // mm/s of a trail that counts there
	spinFor   = 120 * time.Millisecond
	spinStays = 1.5 // mm: a disc that moves less in that time only spins
)

// stir notes when something free of hands moved; within says of a patch of
// motion whether it lies where that counts.
func (e *boardEye) stir(within func(*blob) bool) {
	alone := func(k int32) bool { return !e.nearHand[k] && e.marks[k] != shaded }
	for _, b := range e.patches(&e.moved, motionCells*gridCell*gridCell, alone) {
		if !b.rooted && within(&b) && !e.spins(b.centre) {
			e.restlessAt = e.now
			return
		}
	}
	for _, t := range e.trails.all {
		if l := t.last(); l.at == e.now && l.moving && len(t.points) > 2 && r2.Norm(t.velocity()) > underWay && !e.handAt(l.pos) {
			e.restlessAt = e.now
			return
		}
	}
}

// handAt says whether p is within a finger's reach of a hand.
func (e *boardEye) handAt(p r2.Vec) bool {
	k, ok := e.grid.cell(p)
	return ok && e.nearHand[k]
}

// spins says whether what moves at p is a disc that has stayed where it is.
func (e *boardEye) spins(p r2.Vec) bool {
	for _, t := range e.trails.all {
		l := t.last()
		if l.at != e.now || r2.Norm(r2.Sub(l.pos, p)) > e.cal.Board.Disc.Radius {
			continue
		}
		for i := len(t.points) - 1; i >= 0; i-- {
			if r2.Norm(r2.Sub(t.points[i].pos, l.pos)) > spinStays {
				return false
			}
			if e.now-t.points[i].at >= spinFor {
				return true
			}
		}
	}
	return false
}

// restless is how long ago something free of hands last moved, seen from t.
func (e *boardEye) restless(t time.Duration) time.Duration { return t - e.restlessAt }

// points are the free blobs that may be a disc, or a carrom board's striker, under
// way.
func (e *boardEye) points() []trailPoint {
	size := 2 * e.cal.Board.Disc.Radius
	widest := size
	if c := e.cal.Board.Carrom; c != nil {
		widest = 2 * c.StrikerRadius
	}
	var out []trailPoint
	faint := e.faint.discs(e)
	free := append(slices.Clip(e.free), faint...)
	for i := range free {
		b := &free[i]
		if i < len(e.free) && partOfAny(b, faint) || b.area < 0.2*e.discArea() || b.width < 0.35*size || b.width > 1.7*widest {
			continue
		}
		out = append(out, trailPoint{at: e.now, pos: b.centre, area: b.area, tint: b.tint, length: b.length, width: b.width, axis: b.axis, moving: b.moving > 0.3})
	}
	return out
}

// partOfAny says whether the patch is a part of one of the others that is seen
// plainly.
func partOfAny(b *blob, whole []blob) bool {
	for i := range whole {
		if slices.Contains(whole[i].cells, b.cells[len(b.cells)/2]) {
			return true
		}
	}
	return false
}

// attached says whether what is seen at p hangs on a hand: carried, not
// flicked.
func (e *boardEye) attached(p r2.Vec) bool {
	return e.share(p, e.cal.Board.Disc.Radius+handGap, func(k int) bool { return e.hand[k] }) > 0
}

// handGap is how near to a disc's edge a hand is that carries it, mm.
const handGap = 10.0

// light is the colour of the settled board's surface in the light of now.
func (e *boardEye) light() detect.Tint {
	var y, u, v, n float64
	for j := 0; j < e.grid.side; j += 4 {
		sp := e.grid.spans[j]
		for k := sp.from; k < sp.to; k += 4 {
			if c := &e.ground.cells[k]; e.grid.zones[k] == onSurface && e.marks[k] == same {
				y, u, v, n = y+float64(c.y), u+float64(c.u), v+float64(c.v), n+256
			}
		}
	}
	if n == 0 {
		return detect.Tint{}
	}
	t := tintOf(y/n, u/n, v/n)
	return t.Times(e.ground.gain)
}

// coveredAt says whether a hand lies over a good part of a disc at p.
func (e *boardEye) coveredAt(p r2.Vec) bool {
	n, over := 0, 0
	e.grid.within(p, e.cal.Board.Disc.Radius, func(k int, _ float64) {
		n++
		if e.hand[k] {
			over++
		}
	})
	return 4*over > n
}

// mean is the picture that the frames between the times have in common; n
// is how many there are.
func (e *boardEye) mean(from, to time.Duration) (capture.Frame, int) {
	sum := frameSum{of: e.window}
	for _, m := range e.recent {
		if m.frame.Media >= from && m.frame.Media <= to {
			sum.add(m.frame)
		}
	}
	return sum.mean(), sum.n
}

// newest is the last frame that was looked at.
func (e *boardEye) newest() capture.Frame { return e.recent[len(e.recent)-1].frame }

// veiled are the cells of the surface that hands cover in the frame of that
// time, or covered now where the frame is not kept.
func (e *boardEye) veiled(at time.Duration) []bool {
	out := make([]bool, len(e.hand))
	for _, m := range e.recent {
		if m.frame.Media == at {
			for _, k := range m.hand {
				out[k] = true
			}
			return out
		}
	}
	copy(out, e.hand)
	return out
}

// share is the part of the cells within radius of p that show any of the marks.
func (e *boardEye) share(p r2.Vec, radius float64, of func(k int) bool) float64 {
	n, yes := 0.0, 0.0
	e.grid.within(p, radius, func(k int, _ float64) {
		n++
		if of(k) {
			yes++
		}
	})
	if n == 0 {
		return 0
	}
	return yes / n
}

// unchangedAt says whether a disc's place p looks as it did.
func (e *boardEye) unchangedAt(p r2.Vec) bool {
	return e.share(p, e.cal.Board.Disc.Radius, e.altered) < 0.25
}

// newAt says whether a disc can have come to where it is seen: the picture
// changed there since the board was settled, if only as a shadow would.
func (e *boardEye) newAt(d detect.Disc) bool {
	return e.share(d.Pos, d.Radius, func(k int) bool { return e.marks[k] != same }) > 0.15
}

// stirredAt says whether a disc may have left its place p, however like the
// board it looks.
func (e *boardEye) stirredAt(p r2.Vec) bool {
	return e.share(p, e.cal.Board.Disc.Radius, func(k int) bool { return e.marks[k] != same }) > 0.06
}

// altered says whether a cell shows something else than it did.
func (e *boardEye) altered(k int) bool { return e.marks[k] == changed || e.marks[k] == bare }

// edgedAt says whether a disc at p seems to have been nudged: some cells
// along its outline have changed.
func (e *boardEye) edgedAt(p r2.Vec) bool {
	n := 0
	e.grid.within(p, e.cal.Board.Disc.Radius+2*gridCell, func(k int, _ float64) {
		if e.altered(k) && !e.hand[k] {
			n++
		}
	})
	return n >= 3
}

// touchesHand says whether a hand is within a disc's reach of p.
func (e *boardEye) touchesHand(p r2.Vec) bool {
	return e.share(p, 1.3*e.cal.Board.Disc.Radius, func(k int) bool { return e.hand[k] }) > 0.03
}

// upset says whether something other than hands has changed on the surface.
func (e *boardEye) upset() bool {
	for i := range e.free {
		if e.free[i].surface > 0.5 {
			return true
		}
	}
	gone := 0.0
	for _, k := range e.bare.cells {
		if e.marks[k] == bare {
			gone += gridCell * gridCell
		}
	}
	return gone > leastBlob
}

// settle takes the board as it looks now for the settled one, but for what
// hands cover.
func (e *boardEye) settle(discs []detect.Seen) {
	for k := range e.marks {
		if e.marks[k] != same && !e.hand[k] && e.grid.zones[k] != nowhere {
			e.remember(k)
			e.ground.put(e.cur, k)
			e.marks[k] = same
		}
	}
	e.free = e.free[:0]
	e.trails.all = nil
	e.learnBare(discs)
}
