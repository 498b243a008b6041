package annotate

import (
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// Trail joins the places of moving discs, frame by frame, to tracks. Its zero
// value is ready.
type Trail struct {
	tracks []*trailTrack
	last   time.Duration
}

type trailTrack struct {
	at     []time.Duration
	places []r2.Vec
}

// How a place is taken for the same disc's as one of the frame before.
const (
	fastest   = 3000                    // mm/s that a disc has at first; what is faster is no track
	slackMM   = 25                      // by which a place may miss where the track leads
	swerve    = 0.5                     // of the way since the last place, by which it may miss it too
	trailTime = 1500 * time.Millisecond // that a point stays, for people to see
	gapTime   = 150 * time.Millisecond  // that a disc may be lost from sight on its way
	mostTrack = 64                      // tracks at a time; more are no discs
)

// Add the places at which discs move in a frame, mm: none while all lie
// still. A place goes on with the track that leads nearest to it; one that
// none leads to, as after a collision, begins a track.
func (t *Trail) Add(at time.Duration, moving []r2.Vec) {
	if at < t.last {
		t.tracks = nil
	}
	t.last = at
	taken := map[*trailTrack]bool{}
	for _, p := range moving {
		var best *trailTrack
		nearest := 1.0 // of what is allowed
		for _, k := range t.tracks {
			if miss := k.miss(at, p); !taken[k] && miss <= nearest {
				best, nearest = k, miss
			}
		}
		if best == nil {
			if len(t.tracks) >= mostTrack {
				continue
			}
			best = &trailTrack{}
			t.tracks = append(t.tracks, best)
		}
		taken[best] = true
		best.at, best.places = append(best.at, at), append(best.places, p)
	}
	t.forget(at)
}

// miss is by how much of what is allowed a place misses where the track
// leads; more than 1: it is no place of it.
func (k *trailTrack) miss(at time.Duration, p r2.Vec) float64 {
	n := len(k.at)
	if n == 0 {
		return 2
	}
	since := (at - k.at[n-1]).Seconds()
	if since <= 0 || at-k.at[n-1] > gapTime {
		return 2
	}
	if n == 1 {
		return r2.Norm(r2.Sub(p, k.places[0])) / max(slackMM, fastest*since)
	}
	way := r2.Scale(since/(k.at[n-1]-k.at[n-2]).Seconds(), r2.Sub(k.places[n-1], k.places[n-2]))
	return r2.Norm(r2.Sub(p, r2.Add(k.places[n-1], way))) / (slackMM + swerve*r2.Norm(way))
}

// forget the points that are too old.
func (t *Trail) forget(now time.Duration) {
	kept := t.tracks[:0]
	for _, k := range t.tracks {
		old := 0
		for old < len(k.at) && now-k.at[old] > trailTime {
			old++
		}
		k.at, k.places = k.at[old:], k.places[old:]
		if len(k.at) > 0 {
			kept = append(kept, k)
		}
	}
	clear(t.tracks[len(kept):])
	t.tracks = kept
}

// Tracks of the last moment, for a Scene.
func (t *Trail) Tracks() [][]r2.Vec {
	tracks := make([][]r2.Vec, 0, len(t.tracks))
	for _, k := range t.tracks {
		tracks = append(tracks, k.places)
	}
	return tracks
}
