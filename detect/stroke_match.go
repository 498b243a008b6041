package detect

import (
	"math"
	"slices"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// matched is what is observed held against pieces that were known.
type matched struct {
	bound   []bound // known pieces as they are seen now
	kept    []Seen  // known pieces that are covered, or not made out where nothing has changed
	missing []Seen  // known pieces that are not there
	fresh   []Disc  // that were not known
}

type bound struct{ was, now Seen }

// lying is how far apart, in mm, two sights of a piece that lies still may be.
const lying = 6.0

// onSurfaceOf are the discs that lie on the surface: a piece whose middle is
// over a pocket has fallen.
func onSurfaceOf(discs []Disc, c *models.CarromSurface) []Disc {
	var list []Disc
	for _, d := range discs {
		tip := math.Sqrt(math.Max(0, c.PocketRadius*c.PocketRadius-d.Radius*d.Radius))
		if d.State == Flat && pocketFar(c, d.Pos) > tip-1.5 {
			list = append(list, d)
		}
	}
	return list
}

// parted parts pieces that are not made out where they lay: those that a hand
// covers, or that are seen as another kind, are kept; what has changed may
// have moved, the rest lies still as far as the eye can tell.
func (w *StrokeWatcher) parted(left []Seen, discs []Disc, used []bool, m *matched) (moved, still []Seen) {
	for _, p := range left {
		near := slices.IndexFunc(discs, func(d Disc) bool { return r2.Norm(r2.Sub(d.Pos, p.Pos)) < lying })
		switch {
		case w.eye.coveredAt(p.Pos):
			m.kept = append(m.kept, p)
		case near >= 0 && !used[near] && w.eye.unchangedAt(p.Pos):
			used[near] = true
			m.kept = append(m.kept, p)
		case w.eye.unchangedAt(p.Pos):
			still = append(still, p)
		default:
			moved = append(moved, p)
		}
	}
	return moved, still
}

// match holds the discs against the known pieces: first by place, then, of
// those that are not where they were, by kind and nearness up to far mm.
// Pieces of a kind are all alike, so that who is who only matters to the eye.
func (w *StrokeWatcher) match(known []Seen, discs []Disc, far float64) matched {
	var m matched
	used := make([]bool, len(discs))
	left := slices.Clone(known)
	bind := func(reach float64) {
		type pair struct {
			d    float64
			k, o int
		}
		var pairs []pair
		for k, p := range left {
			for o, d := range discs {
				if gap := r2.Norm(r2.Sub(d.Pos, p.Pos)); !used[o] && gap < reach && d.Team == p.Team && (reach <= lying || w.eye.newAt(d)) {
					pairs = append(pairs, pair{gap, k, o})
				}
			}
		}
		slices.SortFunc(pairs, func(a, b pair) int {
			switch {
			case a.d < b.d:
				return -1
			case a.d > b.d:
				return 1
			}
			return a.k - b.k
		})
		gone := map[int]bool{}
		for _, p := range pairs {
			if gone[p.k] || used[p.o] {
				continue
			}
			gone[p.k], used[p.o] = true, true
			now := left[p.k]
			now.Disc = discs[p.o]
			now.Team = left[p.k].Team
			m.bound = append(m.bound, bound{left[p.k], now})
		}
		var rest []Seen
		for k, p := range left {
			if !gone[k] {
				rest = append(rest, p)
			}
		}
		left = rest
	}
	bind(lying)
	var still []Seen
	left, still = w.parted(left, discs, used, &m)
	bind(far)
	m.missing = left
	// What is not made out where nothing has changed may lie elsewhere all the
	// same: a piece that looks like the print under it.
	for o, d := range discs {
		if used[o] || !w.eye.newAt(d) {
			continue
		}
		for k, p := range still {
			if p.Team == d.Team {
				used[o] = true
				now := p
				now.Disc, now.Team = d, p.Team
				m.bound = append(m.bound, bound{p, now})
				still = slices.Delete(still, k, k+1)
				break
			}
		}
	}
	m.kept = append(m.kept, still...)
	for o, d := range discs {
		if !used[o] {
			m.fresh = append(m.fresh, d)
		}
	}
	return m
}
