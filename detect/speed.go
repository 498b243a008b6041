package detect

import (
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// Bounds of what a shot's speed is measured from.
const (
	gateTime    = 150 * time.Millisecond // short enough for the brake of friction to be known
	gateWay     = 60.0                   // mm: the least way that is timed
	gateScatter = 4.0                    // mm: how far a moving disc is seen from where it is, 1 sigma
	gateTurn    = 20 * math.Pi / 180     // a sharper turn is a peg's doing
	gateDoubt   = 0.12                   // share of the speed that its uncertainty may be
)

// Sliding friction brakes a disc by this much, m/s2, whatever its speed
// (Coulomb): waxed wood on wood, a coefficient of 0.17, from 0.12 on a freshly
// powdered board to 0.22 on a dull one.
const (
	brake   = 0.17 * 9.81
	brakeSD = 0.05 * 9.81
)

// Speed is how fast the flicked disc left the finger, m/s: the slope of its way
// over time from where it was first seen free until it met a disc or a peg,
// 150 ms at most, and what friction had taken off since the flick. sd is its
// standard uncertainty. ok is false where too few frames show that way.
func (s *Shot) Speed() (speed, sd float64, ok bool) {
	points := s.freeWay()
	if len(points) < 2 {
		return 0, 0, false
	}
	from := points[0]
	way, last := make([]float64, len(points)), from.Pos
	for i, p := range points {
		if i > 0 {
			way[i] = way[i-1] + r2.Norm(r2.Sub(p.Pos, last))
		}
		last = p.Pos
	}
	if way[len(way)-1] < gateWay {
		return 0, 0, false
	}
	var meanT, meanD float64
	for i, p := range points {
		meanT += (p.At - from.At).Seconds() / float64(len(points))
		meanD += way[i] / float64(len(points))
	}
	var tt, td float64
	for i, p := range points {
		t := (p.At - from.At).Seconds() - meanT
		tt += t * t
		td += t * (way[i] - meanD)
	}
	if tt == 0 {
		return 0, 0, false
	}
	since := max(0, (from.At-s.Flick).Seconds()+meanT)
	speed, sd = td/tt/1000+brake*since, math.Hypot(gateScatter/math.Sqrt(tt)/1000, brakeSD*since)
	return speed, sd, speed > 0 && sd <= gateDoubt*speed
}

// freeWay is the part of the flicked disc's track in which nothing but
// friction acts on it.
func (s *Shot) freeWay() []TrackPoint {
	i := slices.IndexFunc(s.Tracks, func(t Track) bool { return t.ID == s.Disc })
	if i < 0 {
		return nil
	}
	until := time.Duration(math.MaxInt64)
	for _, c := range s.Contacts {
		if c.P >= 0.5 && (c.A == s.Disc || c.B == s.Disc) {
			until = min(until, c.At)
		}
	}
	var free []TrackPoint
	for _, p := range s.Tracks[i].Points {
		if s.Start.Seen && p.Pos == s.Start.Pos {
			continue // it lay there before the flick, whose moment is known to a frame only
		}
		if len(free) > 0 && p.At > free[0].At+gateTime || p.At >= until {
			break
		}
		if n := len(free); n >= 2 && turned(free[n-2].Pos, free[n-1].Pos, p.Pos) {
			break
		}
		free = append(free, p)
	}
	return free
}

// turned says whether a way by three points bends sharply at the middle one.
func turned(a, b, c r2.Vec) bool {
	u, v := r2.Sub(b, a), r2.Sub(c, b)
	return math.Abs(math.Atan2(r2.Cross(u, v), r2.Dot(u, v))) > gateTurn
}
