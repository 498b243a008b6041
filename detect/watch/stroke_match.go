package watch

import (
	"slices"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// matched is what is observed held against pieces that were known.
type matched struct {
	bound   []bound                      // known pieces as they are seen now
	kept    []detect.Seen                // known pieces that are covered, or not made out where nothing has changed
	missing []detect.Seen                // known pieces that are not there
	gone    []float64                    // how likely so many of its kind have gone
	sure    float64                      // how likely none of the other kinds has
	fresh   []detect.Disc                // that were not known
	shown   map[detect.ID]detect.Showing // what the places of known pieces show where no disc is made out
}

type bound struct{ was, now detect.Seen }

// lying is how far apart, in mm, two sights of a piece that lies still may be.
const lying = 6.0

// onSurfaceOf are the discs that lie on the surface: a piece whose middle is
// over a pocket has fallen.
func onSurfaceOf(discs []detect.Disc, c *models.CarromSurface) []detect.Disc {
	var list []detect.Disc
	for _, d := range discs {
		if d.State == detect.Flat && detect.PocketFar(c, d.Pos) > detect.PocketTip(c, d.Radius)-detect.TipSlack {
			list = append(list, d)
		}
	}
	return list
}

// match holds the discs against the known pieces: those that lie still, those
// that moved up to far mm, and those that are gone, so that all together is the
// likeliest. Pieces of a kind are all alike, so that who is who only matters to
// the eye. falls are trails that ended at pockets, others what else is seen on
// the board.
func (w *Carrom) match(picture capture.Frame, known []detect.Seen, discs []detect.Disc, far float64, falls []*fall, others ...detect.Disc) matched {
	last := make([]lastKnown, len(known))
	bodies := slices.Concat(discs, others)
	m := matched{sure: 1, shown: map[detect.ID]detect.Showing{}}
	for i, p := range known {
		last[i] = lastKnown{Seen: p, covered: w.eye.coveredAt(p.Pos), fell: fallsLike(falls, p), shows: w.showsAlone(picture, p.Disc, bodies)}
		m.shown[p.ID] = last[i].shows
		last[i].altered = w.eye.share(p.Pos, p.Radius, func(k int) bool { return w.eye.altered(k) && !w.eye.hand[k] })
	}
	now := w.seenNow(picture, discs, bodies)
	f := fatesOf(last, now, w.seenNow(picture, others, bodies), far)
	used := make([]bool, len(discs))
	for i, p := range known {
		switch f.fate[i] {
		case boundTo:
			used[f.disc[i]] = true
			seen := p
			seen.Disc, seen.Team = discs[f.disc[i]], p.Team
			m.bound = append(m.bound, bound{p, seen})
		case keptIn:
			m.kept = append(m.kept, p)
		default:
			m.missing = append(m.missing, p)
			m.gone = append(m.gone, f.sure[p.Team])
		}
	}
	for kind, sure := range f.sure {
		if !slices.ContainsFunc(m.missing, func(p detect.Seen) bool { return p.Team == kind }) {
			m.sure *= sure
		}
	}
	for o, d := range discs {
		if !used[o] && now[o].shows != detect.ShowsBoard && (d.Confidence >= surelySeen || now[o].altered > fullSign) {
			m.fresh = append(m.fresh, d)
		}
	}
	return m
}

func (w *Carrom) seenNow(picture capture.Frame, discs, bodies []detect.Disc) []seenNow {
	list := make([]seenNow, len(discs))
	for i, d := range discs {
		list[i] = seenNow{d, w.bare.Shows(picture, d, apartFrom(d, bodies)), w.eye.share(d.Pos, d.Radius, func(k int) bool { return w.eye.marks[k] != same })}
	}
	return list
}

// fallsLike are how many of the trails that ended at pockets had a piece's
// colour.
func fallsLike(falls []*fall, p detect.Seen) int {
	n := 0
	for _, f := range falls {
		if f.tint.Distance(p.Colour.Tint()) < fallTint {
			n++
		}
	}
	return n
}

// found takes the i-th missing piece from the missing ones.
func (m *matched) found(i int) {
	m.missing = slices.Delete(slices.Clone(m.missing), i, i+1)
	m.gone = slices.Delete(slices.Clone(m.gone), i, i+1)
}

// showsAlone is what the place of a piece shows that is not made out there;
// where another lies over a part of it, nothing can be told.
func (w *Carrom) showsAlone(picture capture.Frame, p detect.Disc, bodies []detect.Disc) detect.Showing {
	for _, d := range bodies {
		if r2.Norm(r2.Sub(d.Pos, p.Pos)) < p.Radius+d.Radius-1 {
			return detect.ShowsUnknown
		}
	}
	return w.bare.Shows(picture, p, apartFrom(p, bodies))
}

// apartFrom are the places of the bodies but for the disc itself.
func apartFrom(d detect.Disc, bodies []detect.Disc) []r2.Vec {
	var list []r2.Vec
	for _, o := range bodies {
		if r2.Norm(r2.Sub(o.Pos, d.Pos)) > lying {
			list = append(list, o.Pos)
		}
	}
	return list
}
