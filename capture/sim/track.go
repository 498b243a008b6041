package sim

import "math"

// trackStep is the time between the places of a track, s.
const trackStep = 0.001

// spot is a disc's pose at one time of its track.
type spot struct {
	where            Where
	x, y, z, turn    float64
	tilt, tiltDirDeg float64
}

func (p *Puck) spot() spot {
	return spot{p.Where, p.X, p.Y, p.Z, p.Turn, p.TiltDeg, p.TiltDirDeg}
}

// Motion is what happened on the board after a flick.
type Motion struct {
	Events   []Event
	Duration float64 // s from the flick until every disc rests
	After    []Puck
	tracks   map[int][]spot // of the discs that moved, from the flick on
}

// longest is when a motion is broken off, s; friction ends every real one
// far sooner.
const longest = 8

// Flick plays a shot to its end: disc id leaves with velocity (vx, vy).
// Times of events count from the flick.
func Flick(w *World, id int, vx, vy float64) Motion {
	m := Motion{tracks: map[int][]spot{}}
	w.Time, w.Events = 0, nil
	clear(w.touch)
	start := make(map[int]spot, len(w.Pucks))
	for i := range w.Pucks {
		p := &w.Pucks[i]
		p.overHole, p.left, p.back = false, false, false
		if p.ID == id {
			p.VX, p.VY, p.Where = vx, vy, OnSurface
			w.note(Event{Kind: EventFlick, Disc: id, Speed: math.Hypot(vx, vy)})
		}
		start[p.ID] = p.spot()
	}
	for n := 0; n < longest/trackStep; n++ {
		if !w.Moving() {
			break
		}
		w.Advance(trackStep)
		m.record(w, start, n+1)
	}
	for i := range w.Pucks {
		w.Pucks[i].VX, w.Pucks[i].VY, w.Pucks[i].Spin = 0, 0, 0
	}
	w.settle()
	m.Duration = w.Time
	m.record(w, start, int(math.Round(w.Time/trackStep)))
	m.Events = w.Events
	m.After = append([]Puck(nil), w.Pucks...)
	return m
}

// record appends the places of the discs that have moved so far.
func (m *Motion) record(w *World, start map[int]spot, n int) {
	for i := range w.Pucks {
		p := &w.Pucks[i]
		at := p.spot()
		track, known := m.tracks[p.ID]
		if !known {
			if at == start[p.ID] {
				continue
			}
			for range n {
				track = append(track, start[p.ID])
			}
		}
		m.tracks[p.ID] = append(track, at)
	}
}

// at is the pose of a disc t seconds after the flick; ok is false for one
// that did not move.
func (m *Motion) at(id int, t float64) (spot, bool) {
	track, ok := m.tracks[id]
	if !ok {
		return spot{}, false
	}
	f := t / trackStep
	i := int(f)
	if i >= len(track)-1 {
		return track[len(track)-1], true
	}
	if f <= 0 {
		return track[0], true
	}
	a, b := track[i], track[i+1]
	u := f - float64(i)
	b.x, b.y, b.z, b.turn = a.x+(b.x-a.x)*u, a.y+(b.y-a.y)*u, a.z+(b.z-a.z)*u, a.turn+(b.turn-a.turn)*u
	return b, true
}
