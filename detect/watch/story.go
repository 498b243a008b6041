package watch

import (
	"cmp"
	"ditchline/detect"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// story is what was seen of the discs that a shot set in motion: where they
// lay, pieces of ways, and what lies there in the end. telling finds out whose
// each piece and each end is: of all ways to put them together the one that
// costs least, in units of minus the logarithm of its likelihood.
type story struct {
	radius  float64 // of a disc, mm
	edge    float64 // radius of the surface, mm
	settled time.Duration
	movers  []mover
	parts   []part
	ends    []ending
}

// mover is a disc that left its place, or was flicked.
type mover struct {
	pos     r2.Vec
	flicked bool
	begins  int       // for the flicked disc: the part that it begins with, or -1
	unseen  bool      // nobody saw where it lay: that part may be another thing's
	kin     []float64 // log-likelihood of each colour
}

// part is a piece of a way: a trail, or what follows in it after a place where
// its disc may have hit another.
type part struct {
	points []trailPoint
	kin    []float64
	follow int     // the part of the same trail before it, or -1
	stray  float64 // cost of telling the story without it
	in, by r2.Vec  // speeds at its begin and at its end, mm/s
}

func (p *part) first() trailPoint { return p.points[0] }
func (p *part) last() trailPoint  { return p.points[len(p.points)-1] }

// ending is a disc that lies on the board afterwards.
type ending struct {
	pos r2.Vec
	kin []float64
}

// told is a mover's part of a story.
type told struct {
	parts []int
	end   int // or -1: gone from the board
}

// Costs of a story, and the scatter of what is seen.
const (
	kinMost    = 6.0 // a colour is never surer than this
	strayMost  = 6.0 // for a long piece of way that nobody went
	strayPerMM = 1 / 15.0
	newEnd     = 7.0  // a disc lies there that came from nowhere
	vanished   = 6.0  // a disc is gone from the middle of the board
	offEdge    = 0.5  // a disc is gone over the edge or into the hole
	falseStart = 4.0  // what was told for the flick was another thing, and the disc went another way
	inward     = 0.75 // of the surface's radius: what stays beyond is laid there by a hand
	unseenWay  = 5.0  // a disc came to its end though nothing was seen of its way
	unseenPer  = 150.0
	leaveSD    = 6.0  // mm aside of the line from a disc's place to its way
	leavePart  = 0.10 // more for each mm
	linkSD     = 9.0  // mm about where a disc is expected when it is seen again
	linkPart   = 0.35 // more for each mm that it may have gone
	restSD     = 7.0  // mm from the end of a way to the disc that lies there
	restPart   = 0.25 // more for each mm that it may have gone
	linkMost   = 9.0
	linkLong   = 600 * time.Millisecond
	together   = 50 * time.Millisecond // by which ways of one disc may seem to overlap
	struckBy   = 5.0                   // cost of a disc in motion that nothing hit
	hitSD      = 6.0                   // mm by which a way may miss what it hit
	hitTurn    = 0.35                  // rad: scatter of directions after a hit
	hitMost    = 4.5
	braking    = 1700.0 // mm/s²: of a disc on waxed wood
	storyNodes = 20000  // steps of the search at the most
)

// telling is the cheapest way to tell the story: of every mover its parts and
// its end.
func (s *story) telling() []told {
	t := &teller{story: s, best: math.Inf(1), lines: make([]told, len(s.movers))}
	for row := range len(s.movers) + len(s.parts) {
		t.options = append(t.options, s.optionsOf(row))
	}
	t.partUsed, t.endUsed = make([]bool, len(s.parts)), make([]bool, len(s.ends))
	t.search(0, 0, 0)
	return t.told
}

// What a mover or a part is followed by: a part from 0, an end from
// -1 downwards.
const isGone = math.MinInt // nothing: the disc is gone

func endAt(k int) int { return -1 - k }

type option struct {
	to   int
	cost float64
}

// optionsOf are what may follow a mover or a part, the likeliest first.
// Movers come before parts.
func (s *story) optionsOf(row int) []option {
	var out []option
	add := func(to int, cost float64) {
		if cost < 2*linkMost {
			out = append(out, option{to, cost})
		}
	}
	if row < len(s.movers) {
		m := &s.movers[row]
		for i := range s.parts {
			add(i, s.leaving(m, i))
		}
		if m.begins < 0 || m.unseen {
			for k, e := range s.ends {
				far := r2.Norm(r2.Sub(e.pos, m.pos))
				if m.unseen {
					far = 0
				}
				add(endAt(k), m.astart()+unseenWay+far/unseenPer)
			}
		}
		if m.begins < 0 {
			add(isGone, vanished)
		}
	} else {
		p := &s.parts[row-len(s.movers)]
		for i := range s.parts {
			add(i, s.joining(p, i, row-len(s.movers)))
		}
		for k := range s.ends {
			add(endAt(k), s.resting(p, &s.ends[k]))
		}
		add(isGone, s.going(p))
	}
	if len(out) == 0 {
		out = append(out, option{isGone, vanished})
	}
	slices.SortStableFunc(out, func(a, b option) int { return cmp.Compare(a.cost, b.cost) })
	return out
}

// astart is what it costs to tell a mover's begin otherwise than the flick was.
func (m *mover) astart() float64 {
	if m.begins >= 0 {
		return falseStart
	}
	return 0
}

// leaving is the cost of a disc that leaves its place on a part: the way that
// begins there leads away from it. What was told for the flick may be the way of
// a disc that it hit.
func (s *story) leaving(m *mover, i int) float64 {
	p := &s.parts[i]
	switch {
	case m.begins == i:
		return 0
	case p.follow >= 0 && m.flicked:
		return math.Inf(1)
	case m.unseen && m.begins >= 0:
		if r2.Norm(p.last().pos) < inward*s.edge {
			return falseStart
		}
		return math.Inf(1)
	}
	rel := r2.Sub(p.first().pos, m.pos)
	far := r2.Norm(rel)
	v := r2.Norm(p.in)
	if v < flickSlow {
		return m.astart() + min(sq(far/(2*leaveSD))/2, 2*linkMost)
	}
	dir := r2.Scale(1/v, p.in)
	aside, along := math.Abs(r2.Cross(rel, dir)), r2.Dot(rel, dir)
	sd := leaveSD + leavePart*far
	cost := m.astart() + min(sq(aside/sd)/2, linkMost) + far/(4*s.radius)
	if along < 0 {
		cost += sq(along/leaveSD) / 2
	}
	return cost
}

// joining is the cost of a disc that was lost on one part being seen again on
// another.
func (s *story) joining(p *part, i, self int) float64 {
	q := &s.parts[i]
	if i == self || q.first().at <= p.first().at {
		return math.Inf(1)
	}
	if q.follow == self {
		return 0
	}
	gap := q.first().at - p.last().at
	if gap < -together || gap > linkLong {
		return math.Inf(1)
	}
	dt := max(0, gap.Seconds())
	v := r2.Norm(p.by)
	if long := v / braking; dt > long {
		dt = long // it lies still by then
	}
	gone := v*dt - braking*dt*dt/2
	want := p.last().pos
	if v > 0 {
		want = r2.Add(want, r2.Scale(gone/v, p.by))
	}
	sd := linkSD + linkPart*gone
	return min(sq(r2.Norm(r2.Sub(q.first().pos, want))/sd)/2, 2*linkMost) + gap.Seconds()*4
}

// resting is the cost of a disc that was last seen on a part lying there.
func (s *story) resting(p *part, e *ending) float64 {
	v := r2.Norm(p.by)
	rel := r2.Sub(e.pos, p.last().pos)
	if p.last().at >= s.settled || v < 1 {
		return min(sq(r2.Norm(rel)/restSD)/2, 2*linkMost)
	}
	// It may have gone on unseen as far as it slides.
	reach := v * v / (2 * braking)
	dir := r2.Scale(1/v, p.by)
	along := min(max(r2.Dot(rel, dir), 0), reach)
	off := r2.Norm(r2.Sub(rel, r2.Scale(along, dir)))
	return min(sq(off/(restSD+restPart*along))/2, 2*linkMost) + (s.settled - p.last().at).Seconds()
}

// going is the cost of a disc being gone after a part.
func (s *story) going(p *part) float64 {
	last := r2.Norm(p.last().pos)
	v := r2.Norm(p.by)
	reach := v * v / (2 * braking)
	ahead := p.last().pos
	if v > 0 {
		ahead = r2.Add(ahead, r2.Scale(min(reach, 0.05*v+s.radius)/v, p.by))
	}
	if last > s.edge-s.radius || r2.Norm(ahead) > s.edge-s.radius || last < 2*s.radius {
		return offEdge
	}
	return vanished
}

func sq(x float64) float64 { return x * x }

// teller searches for the cheapest story, depth first: of one mover after the
// other the way from part to part.
type teller struct {
	*story
	options           [][]option
	partUsed, endUsed []bool
	lines             []told // so far
	nodes             int
	best              float64
	told              []told
}

// search goes on with what the i-th mover did after the row.
func (t *teller) search(i, row int, cost float64) {
	if t.nodes++; t.nodes > storyNodes || cost >= t.best {
		return
	}
	if i == len(t.movers) {
		t.finish(cost)
		return
	}
	l := &t.lines[i]
	for _, o := range t.options[row] {
		switch {
		case o.to == isGone:
			l.end = -1
			t.search(i+1, i+1, cost+o.cost)
		case o.to < 0:
			if k := -1 - o.to; !t.endUsed[k] {
				t.endUsed[k], l.end = true, k
				t.search(i+1, i+1, cost+o.cost)
				t.endUsed[k] = false
			}
		case !t.partUsed[o.to]:
			t.partUsed[o.to] = true
			l.parts = append(l.parts, o.to)
			t.search(i, len(t.movers)+o.to, cost+o.cost)
			l.parts = l.parts[:len(l.parts)-1]
			t.partUsed[o.to] = false
		}
	}
}

// finish weighs a whole story: besides its links, that little belongs to
// nobody, that each disc keeps its colour, and that each was hit by another.
func (t *teller) finish(cost float64) {
	for k, used := range t.partUsed {
		if !used {
			cost += t.parts[k].stray
		}
	}
	for _, used := range t.endUsed {
		if !used {
			cost += newEnd
		}
	}
	for i := range t.lines {
		cost += t.colours(i, &t.lines[i])
	}
	if cost >= t.best {
		return
	}
	if cost += t.hits(t.lines); cost < t.best {
		t.best, t.told = cost, nil
		for _, l := range t.lines {
			t.told = append(t.told, told{slices.Clone(l.parts), l.end})
		}
	}
}

// colours is the cost of all that one disc shows being of one colour.
func (t *teller) colours(i int, l *told) float64 {
	all := [][]float64{t.movers[i].kin}
	for _, k := range l.parts {
		all = append(all, t.parts[k].kin)
	}
	if l.end >= 0 {
		all = append(all, t.ends[l.end].kin)
	}
	best, each := math.Inf(-1), 0.0
	for k := range all[0] {
		sum := 0.0
		for _, kin := range all {
			sum += kin[k]
		}
		best = max(best, sum)
	}
	for _, kin := range all {
		if len(kin) > 0 {
			each += slices.Max(kin)
		}
	}
	if math.IsInf(best, -1) {
		return 0
	}
	return each - best
}

// way is a mover's track in the story; it begins where it lay if it was
// flicked.
func (t *teller) way(i int, l *told) []detect.TrackPoint {
	var out []detect.TrackPoint
	for _, k := range l.parts {
		for _, p := range t.parts[k].points {
			if len(out) == 0 || p.at > out[len(out)-1].At {
				out = append(out, detect.TrackPoint{At: p.at, Pos: p.pos})
			}
		}
	}
	if l.end >= 0 {
		at := t.settled
		if n := len(out); n > 0 && out[n-1].At >= at {
			at = out[n-1].At + 1
		}
		out = append(out, detect.TrackPoint{At: at, Pos: t.ends[l.end].pos})
	}
	return out
}

// hits is the cost of the collisions in a story. Of two equal discs the one
// that lay still goes off along the line of their centres, the other keeps what
// it had across it, and (1-e)/2 of what it had along it (Hertz; e is the
// restitution, near one for wood).
func (t *teller) hits(lines []told) float64 {
	ways := make([][]detect.TrackPoint, len(lines))
	for i := range lines {
		ways[i] = t.way(i, &lines[i])
	}
	cost := 0.0
	for d := range lines {
		m := &t.movers[d]
		if m.flicked || len(ways[d]) == 0 {
			continue
		}
		best := struckBy
		for h := range lines {
			if h == d || len(ways[h]) == 0 {
				continue
			}
			best = min(best, t.hit(ways[h], ways[d], m.pos))
		}
		cost += best
	}
	return cost
}

// hit is the cost of what goes along way having set in motion what lay at p
// and went along off.
func (t *teller) hit(way, off []detect.TrackPoint, p r2.Vec) float64 {
	h, ok := strikesAt(t.radius, way, p)
	if !ok && h.miss > 5*hitSD {
		return struckBy
	}
	if h.at > off[0].At+together {
		return struckBy
	}
	cost := sq(h.miss/hitSD) / 2
	// Its way off: the first place that is far enough to tell a direction.
	for _, q := range off {
		if rel := r2.Sub(q.Pos, p); r2.Norm(rel) > t.radius/2 {
			cost += astray(rel, h.line)
			break
		}
	}
	if h.step > 0 && h.step+2 < len(way) {
		before := r2.Sub(way[h.step].Pos, way[h.step-1].Pos)
		dt := (way[h.step].At - way[h.step-1].At).Seconds()
		a, b := way[h.step+1], way[h.step+2]
		if gone := (b.At - a.At).Seconds(); dt > 0 && gone > 0 {
			v := r2.Scale(1/dt, before)
			want := r2.Sub(v, r2.Scale(hitKeeps*r2.Dot(v, h.line), h.line))
			is := r2.Scale(1/gone, r2.Sub(b.Pos, a.Pos))
			if off := r2.Norm(r2.Sub(is, want)); r2.Norm(v) > 0 {
				cost += min(sq(off/(hitTurn*r2.Norm(v)+60))/2, hitMost)
			}
		}
	}
	return min(cost, struckBy)
}

// hitKeeps is the share of its speed along the line of centres that a disc
// gives to the one that it hits: (1+e)/2.
const hitKeeps = 0.95

// astray is the cost of the angle between two directions.
func astray(a, b r2.Vec) float64 {
	angle := math.Abs(math.Atan2(r2.Cross(a, b), r2.Dot(a, b)))
	return min(sq(angle/hitTurn)/2, hitMost)
}
