package watch

import (
	"ditchline/detect"
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
func (w *Crokinole) strikes(points []detect.TrackPoint, p r2.Vec) (strike, bool) {
	return strikesAt(w.cal.Board.Disc.Radius, points, p)
}

// strikesAt is the same for discs of the radius.
func strikesAt(radius float64, points []detect.TrackPoint, p r2.Vec) (strike, bool) {
	touch := 2 * radius
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
func trackOf(t *trail, from time.Duration) []detect.TrackPoint {
	var out []detect.TrackPoint
	for _, p := range t.points {
		if p.at >= from {
			out = append(out, detect.TrackPoint{At: p.at, Pos: p.pos})
		}
	}
	return out
}

// ways are the tracks of a shot's discs.
type ways map[detect.ID][]detect.TrackPoint

func (ws ways) tracks() []detect.Track {
	var out []detect.Track
	for id, points := range ws {
		if len(points) > 0 {
			out = append(out, detect.Track{ID: id, Points: points})
		}
	}
	slices.SortFunc(out, func(a, b detect.Track) int { return int(a.ID - b.ID) })
	return out
}

// Contacts.
const (
	missScatter = 5.0 // mm: how far a disc may seem to pass by one that it touched
	leastTouch  = 0.02
)

// contacts says who touched whom: each moved disc was struck by one that
// moved before, most likely by the one whose track came nearest. One that lies
// where it lay was grazed at the most.
func (w *Crokinole) contacts(s *shotWatch) []detect.Contact {
	var out []detect.Contact
	for _, d := range s.shot.Rest {
		switch {
		case d.ID == s.shot.Disc || d.Returned:
		case d.PMoved < 0.5:
			out = append(out, w.grazes(s, d)...)
		default:
			out = append(out, w.strikers(s, d)...)
		}
	}
	slices.SortStableFunc(out, func(a, b detect.Contact) int {
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

// wayOf is the track of a disc that moved, to where it lies.
func (s *shotWatch) wayOf(r detect.Rest) []detect.TrackPoint {
	points := s.ways[r.ID]
	if len(points) == 0 || r.PMoved < 0.5 {
		return nil
	}
	return append(slices.Clone(points), detect.TrackPoint{At: max(r.At, points[len(points)-1].At+time.Millisecond), Pos: r.Pos})
}

// strikers are what may have hit a disc that was moved.
func (w *Crokinole) strikers(s *shotWatch, d detect.Rest) []detect.Contact {
	var found []detect.Contact
	sum := 0.0
	for _, m := range s.shot.Rest {
		points := s.wayOf(m)
		if m.ID == d.ID || len(points) == 0 {
			continue
		}
		hit, _ := w.strikes(points, d.From)
		z := hit.miss / missScatter
		p := math.Exp(-z * z / 2)
		if own := s.ways[d.ID]; len(own) > 0 && hit.at > own[0].At+40*time.Millisecond {
			p *= 0.02 // it was already under way
		}
		if p > 1e-4 {
			found = append(found, detect.Contact{A: m.ID, B: d.ID, At: hit.at, P: p})
			sum += p
		}
	}
	if sum == 0 {
		return []detect.Contact{{A: s.shot.Disc, B: d.ID, At: s.shot.Flick, P: d.PMoved}}
	}
	var out []detect.Contact
	for _, c := range found {
		if c.P *= d.PMoved / sum; c.P >= leastTouch {
			out = append(out, c)
		}
	}
	return out
}

// grazes are what may have touched a disc that lies where it lay.
func (w *Crokinole) grazes(s *shotWatch, d detect.Rest) []detect.Contact {
	var out []detect.Contact
	for _, m := range s.shot.Rest {
		if m.ID == d.ID {
			continue
		}
		by, ok := passing(s.wayOf(m), d.From, w.cal.Board.Disc.Radius)
		if !ok {
			continue
		}
		if p := by.pTouch(d.PMoved, w.cal.Board.Disc.Radius); p >= leastTouch {
			out = append(out, detect.Contact{A: m.ID, B: d.ID, At: by.at, P: p})
		}
	}
	return out
}
