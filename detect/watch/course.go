package watch

import (
	"ditchline/detect"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// Figures of the pieces of a story.
const (
	leastWay  = 10.0 // mm: what moved less lies still, or is what a disc left behind
	strayLine = 0.5  // share of the cost beyond the shooting line, where hands play
)

// kin is the log-likelihood of each known side for what looks like c, seen so
// well.
func (t *teamBook) kin(light detect.Tint, c detect.RGB, weight float64) []float64 {
	t.tell()
	return logs(t.sides.chances(t.lab(light, c), sightSD*sightSD/weight))
}

// kinOf is the same for a disc that is followed: what its colour says, and its
// turns.
func (t *teamBook) kinOf(id detect.ID) []float64 {
	t.tell()
	for _, p := range t.pages {
		if p.id == id {
			own := t.sides.chances(p.lab, sightSD*sightSD/p.weight)
			own[p.side] = math.Max(own[p.side], 0.5)
			return logs(own)
		}
	}
	return make([]float64, len(t.sides.colours))
}

// kinOfWay is the same for what was seen along a way: what is streaked says
// little.
func (t *teamBook) kinOfWay(light detect.Tint, points []trailPoint) []float64 {
	t.tell()
	sum := make([]float64, len(t.sides.colours))
	for _, p := range points {
		for k, v := range t.sides.chances(t.lab(light, p.tint.RGB()), sightSD*sightSD/seenQuick) {
			sum[k] += v / float64(len(points))
		}
	}
	return logs(sum)
}

// logs of probabilities; none is surer than kinMost.
func logs(ps []float64) []float64 {
	for i, p := range ps {
		ps[i] = math.Log(math.Max(p, math.Exp(-kinMost)))
	}
	return ps
}

// story gathers what was seen of the discs that left their places.
func (w *Crokinole) story(s *shotWatch, movers []detect.Seen, after []detect.Disc) *story {
	b := w.cal.Board
	out := &story{radius: b.Disc.Radius, edge: b.SurfaceRadius, settled: s.settled}
	for _, d := range movers {
		m := mover{pos: d.Pos, begins: -1, kin: w.teams.kinOf(d.ID)}
		if m.flicked = d.ID == s.shot.Disc; m.flicked && !s.shot.Start.Seen {
			m.kin, m.unseen = make([]float64, w.teams.known()), true
		}
		out.movers = append(out.movers, m)
	}
	begun := false
	for _, t := range w.eye.trails.all {
		points := t.points
		begins := t.shows(s.trail.last())
		if begins {
			for len(points) > 0 && points[0].at < s.trail.first().at {
				points = points[1:]
			}
			begun = true
		} else {
			for len(points) > 0 && points[0].at < s.shot.Flick {
				points = points[1:]
			}
			if len(points) < 2 || strewn(points) < leastWay {
				continue
			}
		}
		w.parts(out, points, begins)
	}
	if !begun {
		w.parts(out, s.trail.points, true)
	}
	for _, d := range after {
		out.ends = append(out.ends, ending{pos: d.Pos, kin: w.teams.kin(w.eye.light(), d.Colour, sightWeight(d))})
	}
	return out
}

// shows says whether a trail goes through p.
func (t *trail) shows(p trailPoint) bool {
	return slices.ContainsFunc(t.points, func(q trailPoint) bool { return q.at == p.at && q.pos == p.pos })
}

// strewn is how far, in mm, points are from the first of them.
func strewn(points []trailPoint) float64 {
	far := 0.0
	for _, p := range points {
		far = max(far, r2.Norm(r2.Sub(p.pos, points[0].pos)))
	}
	return far
}

// parts adds a trail to a story, parted where its disc may have hit one that
// lay there: beyond, the struck disc may have been taken for it.
func (w *Crokinole) parts(s *story, points []trailPoint, begins bool) {
	track := make([]detect.TrackPoint, len(points))
	for i, p := range points {
		track[i] = detect.TrackPoint{At: p.at, Pos: p.pos}
	}
	var cuts []int
	for _, m := range s.movers {
		if m.flicked {
			continue
		}
		if h, ok := strikesAt(s.radius, track, m.pos); ok && h.step+2 < len(points) && strewn(points[h.step+1:]) >= leastWay {
			cuts = append(cuts, h.step+1)
		}
	}
	slices.Sort(cuts)
	cuts = append(slices.Compact(cuts), len(points))
	from, follow := 0, -1
	for _, to := range cuts {
		if to == from {
			continue
		}
		p := part{points: points[from:to], follow: follow, kin: w.teams.kinOfWay(w.eye.light(), points[from:to])}
		p.in, p.by = pace(points, from, to)
		p.stray = min(strayMost, strayPerMM*strewn(p.points))
		if r2.Norm(p.first().pos) > w.cal.Board.Rings.R5 {
			p.stray *= strayLine
		}
		s.parts = append(s.parts, p)
		follow = len(s.parts) - 1
		if begins {
			for i := range s.movers {
				if s.movers[i].flicked {
					s.movers[i].begins = follow
				}
			}
			begins = false
		}
		from = to
	}
}

// pace are the speeds (mm/s) at the begin and at the end of points[from:to].
func pace(points []trailPoint, from, to int) (in, by r2.Vec) {
	if to-from < 2 {
		if to < len(points) {
			to++
		} else if from > 0 {
			from--
		} else {
			return r2.Vec{}, r2.Vec{}
		}
	}
	return speed(points[from], points[from+1]), speed(points[to-2], points[to-1])
}

// tellStory says which of the discs that lie there each mover is (-1: none of
// them), and remembers the way that it went.
func (w *Crokinole) tellStory(s *shotWatch, movers []detect.Seen, after []detect.Disc) []int {
	story := w.story(s, movers, after)
	ends := make([]int, len(movers))
	for i := range ends {
		ends[i] = -1
	}
	for i, l := range story.telling() {
		ends[i] = l.end
		t := &trail{}
		for _, k := range l.parts {
			for _, p := range story.parts[k].points {
				if n := len(t.points); n == 0 || p.at > t.points[n-1].at {
					t.points = append(t.points, p)
				}
			}
		}
		if len(t.points) > 0 {
			s.course[movers[i].ID] = t
		}
	}
	return ends
}

// seenLate says whether a way's disc was still in sight a while after all had
// come to rest.
func seenLate(t *trail, settled time.Duration) bool {
	return t.last().at >= settled+settleTime/2
}

// ways are the tracks of a shot's moved discs.
func (w *Crokinole) ways(s *shotWatch) ways {
	out := ways{}
	for _, r := range s.shot.Rest {
		if r.PMoved < 0.5 {
			continue
		}
		var points []detect.TrackPoint
		if r.ID == s.shot.Disc && s.shot.Start.Seen {
			points = append(points, detect.TrackPoint{At: s.shot.Flick, Pos: s.shot.Start.Pos})
		}
		if t := s.course[r.ID]; t != nil {
			points = append(points, trackOf(t, s.shot.Flick)...)
		}
		if r.State.OnBoard() {
			points = untilRest(points, r.Pos, s.settled)
		}
		out[r.ID] = points
	}
	return out
}

// untilRest is a track up to where its disc came to rest at p. What is seen of
// a disc beside others, and of its shadow, lies aside of it; by how much is
// known once it lies still, and is much the same on the last of its way.
func untilRest(points []detect.TrackPoint, p r2.Vec, settled time.Duration) []detect.TrackPoint {
	n := len(points)
	var aside r2.Vec
	if n > 1 && points[n-1].At >= settled {
		if off := r2.Sub(p, points[n-1].Pos); r2.Norm(off) < restAside {
			aside = off
		}
	}
	out := slices.Clone(points)
	for i := range out {
		near := max(0, 1-r2.Norm(r2.Sub(out[i].Pos, p))/restReach)
		out[i].Pos = r2.Add(out[i].Pos, r2.Scale(near, aside))
	}
	for n > 1 && (out[n-1].At >= settled || r2.Norm(r2.Sub(out[n-1].Pos, p)) < restBlur) {
		n--
	}
	return out[:n]
}

// How a disc that comes to rest is seen, mm.
const (
	restAside = 15.0 // aside of its measured place, at the most
	restReach = 80.0 // from its rest where that begins
	restBlur  = 4.0  // nearer to its place, its way tells no direction
)
