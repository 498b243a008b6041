package watch

import (
	"ditchline/detect"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// trail is the way of something compact that is seen free of hands, frame
// after frame.
type trail struct {
	points []trailPoint
	lost   bool
}

type trailPoint struct {
	at     time.Duration
	pos    r2.Vec // mm
	area   float64
	tint   detect.Tint
	length float64 // of its blob, mm: a streak when fast
	width  float64
	axis   r2.Vec
	moving bool
}

func (t *trail) first() trailPoint { return t.points[0] }
func (t *trail) last() trailPoint  { return t.points[len(t.points)-1] }

// speed is that between two points of the trail, mm/s.
func speed(a, b trailPoint) r2.Vec {
	dt := (b.at - a.at).Seconds()
	if dt <= 0 {
		return r2.Vec{}
	}
	return r2.Scale(1/dt, r2.Sub(b.pos, a.pos))
}

// velocity is the trail's speed at its end, mm/s.
func (t *trail) velocity() r2.Vec {
	n := len(t.points)
	if n < 2 {
		return r2.Vec{}
	}
	return speed(t.points[n-2], t.points[n-1])
}

// far is how far the trail's end is from its begin, mm.
func (t *trail) far() float64 { return r2.Norm(r2.Sub(t.last().pos, t.first().pos)) }

// trails follow the free blobs of a shot.
type trails struct{ all []*trail }

const (
	trailGate  = 28.0 // mm from where a thing is expected
	trailDrift = 0.45 // more for each mm that it moved since: it may have hit something
	trailNew   = 0.15 // seconds that a trail waits for its blob
	fastest    = 7000 // mm/s
)

// add takes a frame's free blobs.
func (ts *trails) add(at time.Duration, blobs []trailPoint) {
	type pair struct {
		cost float64
		t, b int
	}
	var pairs []pair
	for i, t := range ts.all {
		if t.lost {
			continue
		}
		l := t.last()
		dt := (at - l.at).Seconds()
		if dt > trailNew {
			t.lost = true
			continue
		}
		v := t.velocity()
		want := r2.Add(l.pos, r2.Scale(dt, v))
		gate := trailGate + trailDrift*dt*r2.Norm(v)
		if len(t.points) == 1 && l.moving {
			gate = math.Max(gate, math.Min(fastest*dt, 190))
		}
		for k, b := range blobs {
			d := r2.Norm(r2.Sub(b.pos, want))
			if d > gate || !alikeBlobs(l, b) {
				continue
			}
			pairs = append(pairs, pair{d + 0.4*b.tint.Distance(l.tint), i, k})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		switch {
		case a.cost < b.cost:
			return -1
		case a.cost > b.cost:
			return 1
		case a.t != b.t:
			return a.t - b.t
		}
		return a.b - b.b
	})
	usedT, usedB := make([]bool, len(ts.all)), make([]bool, len(blobs))
	for _, p := range pairs {
		if usedT[p.t] || usedB[p.b] {
			continue
		}
		usedT[p.t], usedB[p.b] = true, true
		ts.all[p.t].points = append(ts.all[p.t].points, blobs[p.b])
	}
	for k, b := range blobs {
		if !usedB[k] {
			ts.all = append(ts.all, &trail{points: []trailPoint{b}})
		}
	}
}

// alikeBlobs says whether two sightings may be of one thing: of about one size
// and colour; a streak is longer, and fainter.
func alikeBlobs(a, b trailPoint) bool {
	r := b.area / a.area
	return r < 3.5 && r > 1/3.5 && a.tint.Distance(b.tint) < 110
}

// prune forgets what ended before the time.
func (ts *trails) prune(before time.Duration) {
	ts.all = slices.DeleteFunc(ts.all, func(t *trail) bool { return t.last().at < before })
	for _, t := range ts.all {
		if len(t.points) > 64 {
			t.points = append(t.points[:0:0], t.points[len(t.points)-64:]...)
		}
	}
}

// Figures of a flick.
const (
	flickFar    = 40.0  // mm that the disc has gone freely
	flickSlow   = 120.0 // mm/s: slower things are pushed
	flickBend   = 0.8   // cosine of the angle between its steps, at the least
	flickFrames = 3     // points, or two where they are very far apart
	flickGain   = 1.4   // of its speed from step to step, at the most: as well as blurred places tell it
)

// flick is a trail's index from which on it is that of a flicked disc, if it
// is one.
func (t *trail) flick() (from int, ok bool) {
	n := len(t.points)
	for n >= 3 && !t.points[n-1].moving && r2.Norm(speed(t.points[n-2], t.points[n-1])) < flickSlow {
		n--
	}
	if n < flickFrames {
		return 0, false
	}
	from = n - 1
	for from > 0 {
		v := speed(t.points[from-1], t.points[from])
		if r2.Norm(v) < flickSlow {
			break
		}
		if from+1 < n {
			w := speed(t.points[from], t.points[from+1])
			if r2.Dot(v, w) < flickBend*r2.Norm(v)*r2.Norm(w) {
				break
			}
		}
		from--
	}
	if n-from < flickFrames {
		return 0, false
	}
	// A disc that is free of the finger only loses speed: before, it is seen
	// grown together with the finger, and not where it is.
	for n-from > flickFrames && flickGain*r2.Norm(speed(t.points[from], t.points[from+1])) < r2.Norm(speed(t.points[from+1], t.points[from+2])) {
		from++
	}
	return from, r2.Norm(r2.Sub(t.points[n-1].pos, t.points[from].pos)) >= flickFar
}
