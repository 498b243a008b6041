package detect

import (
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// strike is where a disc coming along a trail must have hit one at rest.
type strike struct {
	at   time.Duration
	from r2.Vec // of the moving disc's centre at the touch
	line r2.Vec // unit vector from there to the struck disc's centre
	miss float64
	step int // index in the trail of the last point before
}

// strikeReach is how far off a disc's course is known between two frames, mm.
const strikeReach = 6.0

// strikes says where the trail first touches a disc at rest at p; ok is
// false where it passes by. miss is by how much it would pass by, mm.
func (w *Watcher) strikes(points []TrackPoint, p r2.Vec) (strike, bool) {
	touch := 2 * w.cal.Board.Disc.Radius
	best := strike{miss: math.Inf(1)}
	for i := 0; i+1 < len(points); i++ {
		a, b := points[i], points[i+1]
		d := r2.Sub(b.Pos, a.Pos)
		l := r2.Norm(d)
		dir := r2.Vec{}
		if l > 1e-6 {
			dir = r2.Scale(1/l, d)
		}
		// A disc that rebounds between two frames came closer than either
		// shows: it went on as before for a while.
		reach := l
		if i > 0 {
			before := r2.Sub(a.Pos, points[i-1].Pos)
			dt0, dt := (a.At - points[i-1].At).Seconds(), (b.At - a.At).Seconds()
			if n := r2.Norm(before); n > 2 && dt0 > 0 {
				if full := n * dt / dt0; full > l {
					dir, reach = r2.Scale(1/n, before), full
				}
			}
		}
		off := r2.Sub(p, a.Pos)
		along := min(max(r2.Dot(off, dir), 0), reach)
		foot := r2.Add(a.Pos, r2.Scale(along, dir))
		near := r2.Norm(r2.Sub(p, foot))
		miss := near - touch
		if miss > strikeReach && miss >= best.miss {
			continue
		}
		if miss <= strikeReach || miss < best.miss {
			back := math.Sqrt(math.Max(0, touch*touch-near*near))
			from := r2.Sub(foot, r2.Scale(back, dir))
			s := strike{from: from, miss: math.Max(0, miss), step: i}
			if k := r2.Norm(r2.Sub(p, from)); k > 1e-6 {
				s.line = r2.Scale(1/k, r2.Sub(p, from))
			}
			part := 0.0
			if reach > 1e-6 {
				part = min(max((along-back)/reach, 0), 1)
			}
			s.at = a.At + time.Duration(part*float64(b.At-a.At))
			best = s
			if miss <= strikeReach {
				return best, true
			}
		}
	}
	return best, false
}

// trackOf is a trail from the flick on, as a track.
func trackOf(t *trail, from time.Duration) []TrackPoint {
	var out []TrackPoint
	for _, p := range t.points {
		if p.at >= from {
			out = append(out, TrackPoint{p.at, p.pos})
		}
	}
	return out
}

// uncross gives discs of one colour their own places where they hit each
// other: a trail that goes on beyond a struck disc is the struck one's, since
// no disc passes through another. What was pushed stays ahead along the line of
// the hit.
func (w *Watcher) uncross(s *shotWatch, rests []Rest) {
	far := func(r Rest) bool { return r2.Norm(r2.Sub(r.Pos, r.From)) > samePlace || !r.State.OnBoard() }
	for i := range rests {
		m := &rests[i]
		if !far(*m) {
			continue
		}
		t := w.trailFrom(s, Seen{ID: m.ID, Disc: Disc{Pos: m.From}})
		if t == nil {
			continue
		}
		points := append([]TrackPoint{{s.shot.Flick, m.From}}, trackOf(t, s.shot.Flick)...)
		if m.ID != s.shot.Disc {
			points = points[1:]
		}
		for k := range rests {
			d := &rests[k]
			if k == i || d.ID == s.shot.Disc || d.Team != m.Team || !far(*d) {
				continue
			}
			hit, ok := w.strikes(points, d.From)
			if !ok {
				continue
			}
			then := hit.at + partedBy
			if r2.Dot(r2.Sub(w.whereAt(s, *d, then), w.whereAt(s, *m, then)), hit.line) < 0 {
				d.Disc, m.Disc = m.Disc, d.Disc
				d.At, m.At = m.At, d.At
				d.Entered, m.Entered = m.Entered, d.Entered
			}
		}
	}
}

// partedBy is how long after a hit two discs are clear of each other.
const partedBy = 20 * time.Millisecond

// whereAt is where the disc that came to rest as r says was first seen from the
// time on.
func (w *Watcher) whereAt(s *shotWatch, r Rest, from time.Duration) r2.Vec {
	if t := w.trailTo(s, r); t != nil {
		for _, p := range t.points {
			if p.at >= from {
				return p.pos
			}
		}
	}
	return r.Pos
}

// ways are the tracks of a shot's discs.
type ways map[ID][]TrackPoint

func (ws ways) tracks() []Track {
	var out []Track
	for id, points := range ws {
		if len(points) > 0 {
			out = append(out, Track{ID: id, Points: points})
		}
	}
	slices.SortFunc(out, func(a, b Track) int { return int(a.ID - b.ID) })
	return out
}

// ways puts together each moved disc's track: from the trail that begins at
// its place and the one that ends where it rests.
func (w *Watcher) ways(s *shotWatch) ways {
	out := ways{}
	for _, r := range s.shot.Rest {
		if r.PMoved < 0.5 {
			continue
		}
		first := w.trailFrom(s, Seen{ID: r.ID, Disc: Disc{Pos: r.From}})
		last := w.trailTo(s, r)
		var points []TrackPoint
		if r.ID == s.shot.Disc && s.shot.Start.Seen {
			points = append(points, TrackPoint{s.shot.Flick, s.shot.Start.Pos})
		}
		switch {
		case first == nil && last == nil:
		case first == nil:
			points = append(points, after(trackOf(last, s.shot.Flick), w.leaves(s, r))...)
		case last == nil || last == first:
			points = append(points, trackOf(first, s.shot.Flick)...)
		default:
			// It went from one trail to the other where they were nearest.
			a, b := trackOf(first, s.shot.Flick), trackOf(last, s.shot.Flick)
			i, k := joint(a, b, r.ID == s.shot.Disc)
			points = append(append(points, a[:i]...), b[k:]...)
		}
		out[r.ID] = points
	}
	return out
}

// leaves is when a struck disc may first have left its place: the strike of
// whatever came near.
func (w *Watcher) leaves(s *shotWatch, r Rest) time.Duration {
	for _, t := range w.eye.trails.all {
		if hit, ok := w.strikes(trackOf(t, s.shot.Flick), r.From); ok {
			return hit.at
		}
	}
	return s.shot.Flick
}

// after is the part of a track from the time on.
func after(points []TrackPoint, from time.Duration) []TrackPoint {
	for i, p := range points {
		if p.At >= from {
			return points[i:]
		}
	}
	return nil
}

// joint is where a track that begins along a and ends along b changes over:
// a[:i] and b[k:], in the order of time, with the shortest jump.
func joint(a, b []TrackPoint, startsOnA bool) (int, int) {
	best := math.Inf(1)
	bi, bk := 0, 0
	if startsOnA {
		bi = len(a)
	}
	for i := range a {
		for k := range b {
			if b[k].At <= a[i].At {
				continue
			}
			d := r2.Norm(r2.Sub(b[k].Pos, a[i].Pos)) + 400*(b[k].At-a[i].At).Seconds()
			if d < best {
				best, bi, bk = d, i+1, k
			}
			break
		}
	}
	return bi, bk
}

// trailTo is the trail that ends where a disc came to rest or was last seen.
func (w *Watcher) trailTo(s *shotWatch, r Rest) *trail {
	var best *trail
	near := trailEnds
	for _, t := range w.eye.trails.all {
		if t.last().at < s.shot.Flick || t.far() < 10 {
			continue
		}
		if d := r2.Norm(r2.Sub(t.last().pos, r.Pos)); d < near {
			best, near = t, d
		}
	}
	return best
}

// Contacts.
const (
	missScatter = 5.0 // mm: how far a disc may seem to pass by one that it touched
	leastTouch  = 0.02
)

// contacts says who touched whom: each moved disc was struck by one that
// moved before, most likely by the one whose track came nearest.
func (w *Watcher) contacts(s *shotWatch) []Contact {
	var out []Contact
	for _, d := range s.shot.Rest {
		if d.ID == s.shot.Disc || d.PMoved < leastTouch || d.Returned {
			continue
		}
		var found []Contact
		sum := 0.0
		for _, m := range s.shot.Rest {
			points := s.ways[m.ID]
			if m.ID == d.ID || m.PMoved < 0.5 || len(points) == 0 {
				continue
			}
			points = append(slices.Clone(points), TrackPoint{m.At, m.Pos})
			hit, _ := w.strikes(points, d.From)
			z := hit.miss / missScatter
			p := math.Exp(-z * z / 2)
			if own := s.ways[d.ID]; len(own) > 0 && hit.at > own[0].At+40*time.Millisecond {
				p *= 0.02 // it was already under way
			}
			if p > 1e-4 {
				found = append(found, Contact{A: m.ID, B: d.ID, At: hit.at, P: p})
				sum += p
			}
		}
		if sum == 0 {
			found, sum = []Contact{{A: s.shot.Disc, B: d.ID, At: s.shot.Flick, P: 1}}, 1
		}
		for _, c := range found {
			c.P *= d.PMoved / sum
			if c.P >= leastTouch {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Contact) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return int(a.A-b.A)*1000 + int(a.B-b.B)
	})
	return out
}
