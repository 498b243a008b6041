package watch

import (
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// How a disc is placed that was lost on its way, far from the edge and from
// the hole: no disc vanishes from the middle of a board.
const (
	stopSD   = 5.0 // mm: of a place where it was seen last
	stopPart = 0.3 // more for each mm that it slid since
	fadedSD  = 3.0 // mm: of one of which nothing was seen but that something lies there
)

// stops is where a disc under way comes to rest that was lost on its way, and
// how surely (mm): it slides on as friction lets it. ok is false where that is
// not on the surface: then it went over the edge.
func stops(t *trail, edge float64) (p r2.Vec, sd float64, ok bool) {
	v := t.velocity()
	slide := r2.Dot(v, v) / (2 * braking)
	p = t.last().pos
	if slide > 0 {
		p = r2.Add(p, r2.Scale(slide, r2.Unit(v)))
	}
	sd = stopSD + stopPart*slide
	return p, sd, r2.Norm(p)+sd < edge
}

// lost places a disc that was lost on its way in a shot, if it must lie on the
// surface still.
func (w *Crokinole) lost(r *detect.Rest, t *trail) {
	p, sd, ok := stops(t, w.cal.Board.Rings.R5)
	if !ok {
		return
	}
	r.State, r.Pos, r.Cov = detect.Flat, p, [3]float64{sd * sd, 0, sd * sd}
	r.Confidence = math.Min(r.Confidence, 0.5)
	r.Lines = detect.CallLines(w.cal.Board, r.Pos, r.Cov, r.Radius, detect.PrintSD)
}

// cameToRest are the discs that were not made out where something was seen to
// come to rest in a shot: they are hardly of another colour than the board, and
// their outline shows against the bare one.
func (w *Crokinole) cameToRest(s *shotWatch, picture capture.Frame, o detect.Observation) []detect.Disc {
	var found []detect.Disc
	o.Discs = slices.Clone(o.Discs)
	for _, t := range w.eye.trails.all {
		at := t.last().pos
		if t.last().at < s.settled || t.far() < flickFar || r2.Norm(at) > w.cal.Board.SurfaceRadius || w.eye.touchesHand(at) {
			continue
		}
		if detect.Occupied(at, o.Discs) {
			continue
		}
		if !w.bare.OutlineSeen(picture, at, detect.Places(o.Discs)) {
			continue
		}
		if d, ok := w.bare.Faint(picture, at, &o, fadedSD); ok {
			found, o.Discs = append(found, d), append(o.Discs, d)
		}
	}
	return found
}
