package detect

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ditchline/calibrate"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// DisputeReach is how near to a line's edge, mm, a disc's footprint must come
// for its call to be a question: beyond, anyone sees the answer.
const DisputeReach = 5.0

// LineDispute is the question whether one disc touches one line, and what all
// photographs of it together answer. Its disc stands in the board frame of the
// first of them.
type LineDispute struct {
	Disc   Disc     // place and covariance from all photographs
	Call   LineCall // the answer of all photographs
	Photos []PhotoCall
	// Disagreement is the largest difference between two photographs'
	// clearances, in units of its standard uncertainty.
	Disagreement float64
}

// PhotoCall is what one photograph says by itself.
type PhotoCall struct {
	Photo int // index into the situation's photographs
	Disc  Disc
	Call  LineCall
}

// Disagree says whether the photographs contradict each other: then the discs
// were moved between them, or one was measured wrongly.
func (d LineDispute) Disagree() bool { return d.Disagreement > 3 }

// Situation is a board with its discs as one or several photographs show it.
type Situation struct {
	Photos []Sighted
}

// Sighted is one photograph of a situation.
type Sighted struct {
	Index       int         // among the observations that were given
	Observation Observation // in its own board frame
	Turn        float64     // radians counter-clockwise that take its board frame to the first photograph's
	View        int         // photographs taken from the same place share their number
	same        []int       // for each disc of the first photograph the disc here, or -1
}

// Judge answers the disputes of a situation about the given lines, the closest
// first: those flat discs that come within reach mm of a line that concerns
// them. A carrom striker that is set down is answered for wherever it lies.
func (s Situation) Judge(lines []models.Line, reach float64) []LineDispute {
	var all []LineDispute
	for _, d := range s.disputes(lines) {
		if math.Abs(d.Call.Clearance) <= reach || d.Call.Line.OfStriker() {
			all = append(all, d)
		}
	}
	return all
}

// Nearest is the dispute that is closest of all, however far; ok is false
// where no disc lies flat on the board.
func (s Situation) Nearest(lines []models.Line) (d LineDispute, ok bool) {
	all := s.disputes(lines)
	if len(all) == 0 {
		return d, false
	}
	return all[0], true
}

// disputes are all flat discs with each of the lines, the closest first.
func (s Situation) disputes(lines []models.Line) []LineDispute {
	if len(s.Photos) == 0 {
		return nil
	}
	var all []LineDispute
	for i, d := range s.Photos[0].Observation.Discs {
		if d.State != Flat {
			continue
		}
		for _, l := range lines {
			if concerns(s.Photos[0].Observation.Calibration.Board, d, l) {
				all = append(all, s.dispute(i, l))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b LineDispute) int {
		return cmp.Compare(math.Abs(a.Call.Clearance), math.Abs(b.Call.Clearance))
	})
	return all
}

// dispute combines what all photographs say of the first one's disc i and a
// line.
//
// Each place is the true one plus what the photographs of one view err by
// alike (Disc.Shared), plus each photograph's own noise. Photographs of one
// view are therefore averaged by their noise and keep what they share; the
// views are then averaged by the inverse of their covariances. What the line's
// own place is uncertain by is common to all: it is the same print.
func (s Situation) dispute(i int, l models.Line) LineDispute {
	ref := s.Photos[0].Observation
	board := ref.Calibration.Board
	out := LineDispute{Disc: ref.Discs[i]}
	views := map[int][]placeIn{}
	lineVar, n := 0.0, 0
	for k, p := range s.Photos {
		at := i
		if k > 0 {
			at = p.same[i]
		}
		if at < 0 || p.Observation.Discs[at].State != Flat {
			continue
		}
		d := p.Observation.Discs[at]
		call := callOn(&p.Observation.Calibration, d, l)
		out.Photos = append(out.Photos, PhotoCall{Photo: k, Disc: d, Call: call})
		// Where the photographs measure the line itself apart, the disc keeps its
		// distance to the line.
		own := p.Observation.Calibration.Board
		pos := besideLine(own, board, l, d.Radius, d.Pos, turnBy(d.Pos, p.Turn))
		views[p.View] = append(views[p.View], placeIn{pos, turnCov(d.Cov, p.Turn), turnCov(d.Shared, p.Turn)})
		lineVar += math.Max(0, call.SD*call.SD-across(own, d, l))
		n++
	}
	pos, cov := combineViews(views)
	out.Disagreement = disagreement(out.Photos, s.Photos)
	if out.Disagree() { // then their scatter is what is known of their errors (Birge, 1932)
		k := out.Disagreement * out.Disagreement
		cov = [3]float64{k * cov[0], k * cov[1], k * cov[2]}
	}
	out.Disc.Pos, out.Disc.Cov = pos, cov
	gap, away := board.Gap(l, pos, out.Disc.Radius)
	out.Call = NewLineCall(l, gap, math.Sqrt(variance(cov, away)+lineVar/float64(n)))
	if n == 1 {
		out.Call = out.Photos[0].Call
	}
	return out
}

// besideLine is the place at, where a board puts a disc that another, whose
// lines lie a little elsewhere, measured at pos: as far from the line l.
func besideLine(own, board models.Board, l models.Line, r float64, pos, at r2.Vec) r2.Vec {
	was, _ := own.Gap(l, pos, r)
	is, away := board.Gap(l, at, r)
	return r2.Add(at, r2.Scale(was-is, away))
}

// callOn is the disc's call on a line, also where it is too far away to be
// listed.
func callOn(c *calibrate.Calibration, d Disc, l models.Line) LineCall {
	lineVar := 0.0
	for _, listed := range d.Lines {
		if listed.Line == l {
			return listed
		}
		lineVar = math.Max(lineVar, listed.SD*listed.SD-across(c.Board, d, listed.Line))
	}
	if c.Board.Carrom != nil {
		return carromCall(c, d, sub3(d.Cov, bounded(c.PlaceCov(d.Pos, upperSay*d.Thickness))), l)
	}
	gap, away := c.Board.Gap(l, d.Pos, d.Radius)
	return NewLineCall(l, gap, math.Sqrt(variance(d.Cov, away)+lineVar))
}

// across is the variance of a disc's place across a line, mm².
func across(b models.Board, d Disc, l models.Line) float64 {
	_, away := b.Gap(l, d.Pos, d.Radius)
	return variance(d.Cov, away)
}

// variance of a place along a unit vector, mm².
func variance(cov [3]float64, u r2.Vec) float64 {
	return math.Max(0, u.X*u.X*cov[0]+2*u.X*u.Y*cov[1]+u.Y*u.Y*cov[2])
}

// placeIn is a place as one photograph has it.
type placeIn struct {
	pos         r2.Vec
	cov, shared [3]float64
}

// combineViews is the place from all views, by view.
func combineViews(views map[int][]placeIn) (r2.Vec, [3]float64) {
	var all []placeIn
	for _, photos := range views {
		all = append(all, combinePhotos(photos))
	}
	slices.SortFunc(all, func(a, b placeIn) int { return cmp.Or(cmp.Compare(a.pos.X, b.pos.X), cmp.Compare(a.pos.Y, b.pos.Y)) })
	pos, cov := weigh(all, func(p placeIn) [3]float64 { return p.cov })
	return pos, cov
}

// combinePhotos is the place from photographs of one view: their noise
// averages out, what they share stays.
func combinePhotos(photos []placeIn) placeIn {
	if len(photos) == 1 {
		return photos[0]
	}
	var shared [3]float64
	for _, p := range photos {
		s := p.shared
		if s == ([3]float64{}) {
			s = p.cov
		}
		for i := range shared {
			shared[i] += s[i] / float64(len(photos))
		}
	}
	pos, noise := weigh(photos, func(p placeIn) [3]float64 {
		if p.shared == ([3]float64{}) {
			return p.cov
		}
		return sub3(p.cov, p.shared)
	})
	if photos[0].shared == ([3]float64{}) { // nothing is known to average out
		return placeIn{pos: pos, cov: shared}
	}
	return placeIn{pos: pos, cov: [3]float64{noise[0] + shared[0], noise[1] + shared[1], noise[2] + shared[2]}}
}

// leastVariance keeps a covariance invertible, mm².
const leastVariance = 1e-8

// weigh is the mean of places weighted by the inverse of their covariances,
// and its covariance.
func weigh(places []placeIn, cov func(placeIn) [3]float64) (r2.Vec, [3]float64) {
	var a, b, c float64
	var sum r2.Vec
	for _, p := range places {
		v := cov(p)
		v[0], v[2] = math.Max(v[0], leastVariance), math.Max(v[2], leastVariance)
		det := math.Max(v[0]*v[2]-v[1]*v[1], leastVariance*leastVariance)
		ia, ib, ic := v[2]/det, -v[1]/det, v[0]/det
		a, b, c = a+ia, b+ib, c+ic
		sum = r2.Add(sum, r2.Vec{X: ia*p.pos.X + ib*p.pos.Y, Y: ib*p.pos.X + ic*p.pos.Y})
	}
	det := a*c - b*b
	return r2.Vec{X: (c*sum.X - b*sum.Y) / det, Y: (a*sum.Y - b*sum.X) / det}, [3]float64{c / det, -b / det, a / det}
}

// disagreement is the largest difference between two photographs' clearances
// in units of its standard uncertainty. Photographs of one view differ by their
// noise alone, where that is known apart.
func disagreement(calls []PhotoCall, photos []Sighted) float64 {
	own := func(c PhotoCall, sameView bool) float64 {
		_, away := photos[c.Photo].Observation.Calibration.Board.Gap(c.Call.Line, c.Disc.Pos, c.Disc.Radius)
		v := variance(c.Disc.Cov, away)
		if sameView {
			v -= variance(c.Disc.Shared, away)
		}
		return math.Max(v, 1e-6)
	}
	worst := 0.0
	for i, a := range calls {
		for _, b := range calls[:i] {
			same := photos[a.Photo].View == photos[b.Photo].View
			z := math.Abs(a.Call.Clearance-b.Call.Clearance) / math.Sqrt(own(a, same)+own(b, same))
			worst = math.Max(worst, z)
		}
	}
	return worst
}

// turnBy is p turned by the angle, radians counter-clockwise.
func turnBy(p r2.Vec, angle float64) r2.Vec {
	s, c := math.Sincos(angle)
	return r2.Vec{X: c*p.X - s*p.Y, Y: s*p.X + c*p.Y}
}

// turnCov is the covariance of a place that was turned by the angle.
func turnCov(v [3]float64, angle float64) [3]float64 {
	s, c := math.Sincos(angle)
	return [3]float64{
		c*c*v[0] - 2*s*c*v[1] + s*s*v[2],
		s*c*(v[0]-v[2]) + (c*c-s*s)*v[1],
		s*s*v[0] + 2*s*c*v[1] + c*c*v[2],
	}
}

func sub3(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// sameView says whether two photographs were taken from the same place with
// the same lens: then light and parallax err alike in both. turn takes b's
// board frame to a's.
func sameView(a, b Observation, turn float64) bool {
	if a.Frame.Width != b.Frame.Width || a.Frame.Height != b.Frame.Height {
		return false
	}
	e, g := a.Calibration.Camera.Centre(), b.Calibration.Camera.Centre()
	at := turnBy(r2.Vec{X: g.X, Y: g.Y}, turn)
	moved := r3.Norm(r3.Sub(e, r3.Vec{X: at.X, Y: at.Y, Z: g.Z}))
	return moved < 0.05*r3.Norm(e)
}

// Shown is the photograph that shows a dispute best, by its index in the
// situation, and the disputed disc as all photographs have it in that one's own
// board frame.
func (s Situation) Shown(d LineDispute) (photo int, disc Disc) {
	best := d.Photos[0]
	for _, p := range d.Photos[1:] {
		if p.Call.SD < best.Call.SD {
			best = p
		}
	}
	at := s.Photos[best.Photo]
	disc = best.Disc
	own, ref := at.Observation.Calibration.Board, s.Photos[0].Observation.Calibration.Board
	pos := besideLine(ref, own, d.Call.Line, d.Disc.Radius, d.Disc.Pos, turnBy(d.Disc.Pos, -at.Turn))
	disc.Pos, disc.Cov, disc.Radius = pos, turnCov(d.Disc.Cov, -at.Turn), d.Disc.Radius
	return best.Photo, disc
}

// Stakes is what a disc is worth if it is clear of a line, and if it touches
// it.
type Stakes struct{ Clear, Touching int }

// StakesOf is what a disc's touching the line decides: a disc outside of a line
// is worth the same either way.
func StakesOf(b models.Board, d Disc, l models.Line) Stakes {
	at, line := r2.Norm(d.Pos), b.Rings.Radius(l)
	lower := map[models.Line]int{models.Line15: 10, models.Line10: 5, models.Line5: 0}[l]
	if at >= line {
		return Stakes{lower, lower}
	}
	return Stakes{int(l), lower}
}

// String is the stakes in words.
func (s Stakes) String() string {
	if s.Clear == s.Touching {
		return fmt.Sprintf("%d points either way", s.Clear)
	}
	return fmt.Sprintf("%d points if clear, %d if it touches", s.Clear, s.Touching)
}
