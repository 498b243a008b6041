package bench

import (
	"math"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Outcome is how one picture came out against its truth.
type Outcome struct {
	Truth    *Truth
	Failure  string // why nothing was measured; empty when it was
	Make     string // that was found
	Ring     float64
	Turn     float64
	Discs    []DiscOutcome // those that were found
	Lines    []LineOutcome // of those
	Missed   int
	Invented int
	TeamsOK  int                // discs found whose team is the one of their colour
	Elapsed  map[string]float64 // ms of each stage, by the clock
	CPU      float64            // seconds of processor time for calibrating and detecting
}

// DiscOutcome is a disc that was found.
type DiscOutcome struct {
	True  *TrueDisc
	Got   detect.Disc
	Off   r2.Vec     // found minus true place in the truth's frame, mm
	Cov   [3]float64 // of the found place in that frame, mm²
	Bound float64    // least standard deviation per axis that the picture allows, mm; NaN unknown
	Plain bool       // every true clearance is over plainMM
}

// plainMM is the clearance beyond which points are not in question, mm.
const plainMM = 0.75

// PointsOK says whether the disc's worth is right.
func (d DiscOutcome) PointsOK() bool { return d.True.Points == d.Got.Points }

// LineOutcome is a call on a line that was, or should have been, made.
type LineOutcome struct {
	True     float64 // clearance, mm
	Called   bool    // the line was listed
	Got, SD  float64 // clearance and its standard uncertainty as measured, mm
	TooClose bool    // it said that it is too close to call
	Right    bool    // touching or not, as in truth
}

// compare holds an observation against the truth of its picture.
func compare(t *Truth, o detect.Observation) Outcome {
	out := Outcome{Truth: t, Make: o.Calibration.Make}
	var want []*TrueDisc
	var places, hidden, found []r2.Vec
	for _, d := range t.Discs {
		switch {
		case d.inPlay() && d.seen():
			want, places = append(want, d), append(places, d.pos())
		case d.inPlay():
			hidden = append(hidden, d.pos())
		}
	}
	var got []detect.Disc
	for _, d := range o.Discs {
		if d.State.OnBoard() {
			got, found = append(got, d), append(found, d.Pos)
		}
	}
	m, q := matchTurned(places, found)
	for i := range found {
		found[i] = turned(found[i], q)
	}
	out.Missed, out.Invented = len(want)-len(m), invented(found, m, hidden)
	out.Ring, out.Turn = ringError(t, o.Calibration, q, len(want) > 0)
	teams := map[string]map[string]int{}
	for _, p := range m {
		d, g := want[p.I], got[p.K]
		disc := DiscOutcome{True: d, Got: g, Off: r2.Sub(found[p.K], d.pos()), Cov: turnedCov(g.Cov, q), Bound: math.NaN(), Plain: true}
		for line, margin := range d.margins() {
			disc.Plain = disc.Plain && math.Abs(margin) > plainMM
			if l, ok := callOutcome(line, margin, g.Lines); ok {
				out.Lines = append(out.Lines, l)
			}
		}
		out.Discs = append(out.Discs, disc)
		if teams[g.Team] == nil {
			teams[g.Team] = map[string]int{}
		}
		teams[g.Team][d.Colour]++
	}
	for _, colours := range teams {
		most := 0
		for _, n := range colours {
			most = max(most, n)
		}
		out.TeamsOK += most
	}
	return out
}

// unlisted is the clearance, mm, beyond which a line need not be listed.
const unlisted = 8

// callOutcome is how a disc's call on a line came out; ok is false where it is
// rightly not listed.
func callOutcome(line models.Line, margin float64, calls []detect.LineCall) (l LineOutcome, ok bool) {
	l.True = margin
	for _, c := range calls {
		if c.Line != line {
			continue
		}
		l.Called, l.Got, l.SD = true, c.Clearance, c.SD
		l.TooClose = c.Call == detect.TooClose
		l.Right = models.Touches(c.Clearance) == (margin <= 0)
		return l, true
	}
	return l, math.Abs(margin) <= unlisted
}

// turnedCov is a covariance after q quarter turns.
func turnedCov(c [3]float64, q int) [3]float64 {
	if q&1 == 1 {
		return [3]float64{c[2], -c[1], c[0]}
	}
	return c
}

// ringError is the largest distance, mm, from a ring at which the calibration
// puts the pixels of the ring's true place, and the mean angle by which it puts
// them askew, degrees. quarters is the turn by which the discs fit; without
// discs the nearest quarter turn counts.
func ringError(t *Truth, cal calibrate.Calibration, quarters int, discs bool) (worst, turn float64) {
	cam := t.Camera.model()
	rings := t.Board.Rings
	var sum float64
	n := 0
	for _, r := range [3]float64{rings.R15, rings.R10, rings.R5} {
		for a := 0; a < 360; a += 5 {
			sin, cos := math.Sincos(float64(a) * math.Pi / 180)
			px, ok := cam.Project(r3.Vec{X: r * cos, Y: r * sin})
			if !ok || px.X < 0 || px.Y < 0 || px.X >= float64(cam.Width) || px.Y >= float64(cam.Height) {
				continue
			}
			p, _ := cal.Camera.OnPlane(px, 0)
			worst = math.Max(worst, math.Abs(r2.Norm(p)-r))
			p = turned(p, quarters)
			sum += math.Mod(math.Atan2(p.Y, p.X)*180/math.Pi-float64(a)+540, 360) - 180
			n++
		}
	}
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	turn = math.Abs(sum / float64(n))
	if !discs {
		turn = math.Abs(math.Remainder(turn, 90))
	}
	return worst, turn
}
