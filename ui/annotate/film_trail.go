package annotate

import (
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// Trail joins the places of moving discs, frame by frame, to tracks. Its zero
// value is ready.
type Trail struct {
	tracks [][]r2.Vec
	open   []int // tracks that the frame before added to
	last   time.Duration
}

// A moving disc's next place is looked for within what the fastest covers; a
// trail stays for a while after the last movement, for people to see.
const (
	fastest   = 6000 // mm/s
	trailTime = 3 * time.Second
	mostTrack = 64 // tracks of one shot; more are no discs
)

// Add the places at which discs move in a frame, mm: none while all lie
// still. A place goes on with the nearest track that the frame before added
// to.
func (t *Trail) Add(at time.Duration, moving []r2.Vec) {
	since := at - t.last
	if since < 0 || since > trailTime {
		*t = Trail{}
	}
	if len(moving) == 0 {
		return
	}
	gate := max(30, fastest*since.Seconds())
	t.last = at
	var open []int
	taken := map[int]bool{}
	for _, p := range moving {
		best, nearest := -1, gate
		for _, k := range t.open {
			track := t.tracks[k]
			if d := r2.Norm(r2.Sub(track[len(track)-1], p)); d <= nearest && !taken[k] {
				best, nearest = k, d
			}
		}
		if best < 0 {
			if len(t.tracks) >= mostTrack {
				continue
			}
			t.tracks = append(t.tracks, nil)
			best = len(t.tracks) - 1
		}
		taken[best] = true
		t.tracks[best] = append(t.tracks[best], p)
		open = append(open, best)
	}
	t.open = open
}

// Tracks so far, for a Scene.
func (t *Trail) Tracks() [][]r2.Vec { return t.tracks }
