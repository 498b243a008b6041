package detect

import (
	"math"

	"ditchline/calibrate"
	"ditchline/models"
)

// What a make's print and pockets are off by, mm, beside what the picture says
// of the base lines: circles and pockets stand where the make has them against
// those (a pocket's width is allowed 1.5 mm by ICF's A3).
const (
	circlePrintSD = 0.2
	pocketEdgeSD  = 0.4
)

// What the pieces' sizes and shades leave uncertain, mm (measured on 40 rendered
// boards). Of the striker there is one: what light does to its edges cannot be
// told from its place by others of its colour. The pieces' size is measured, to
// a few hundredths; the striker's is the make's unless it plainly is another.
const (
	strikerShadeSD = 0.35
	pieceRadiusSD  = 0.45
)

// carromCall is the measured relation of a carrom board's piece to a line.
// own is the covariance of its place without the calibration's part, which
// the line shares.
func carromCall(c *calibrate.Calibration, d Disc, own [3]float64, l models.Line) LineCall {
	gap, away := c.Board.Gap(l, d.Pos, d.Radius)
	v := variance(own, away)
	seen := upperSay * d.Thickness
	sd := func(outer bool) float64 {
		if sd := c.BaseLineSD(d.Pos, seen, away, outer); sd > 0 {
			return sd
		}
		return math.Hypot(PrintSD, c.RMSMM/3)
	}
	var line float64
	switch {
	case l == models.LineInner:
		line = sd(false)
	case l == models.LineCircle:
		line = math.Hypot(sd(true), circlePrintSD)
	case l.OfPocket():
		line = math.Hypot(sd(true), pocketEdgeSD)
	default:
		line = sd(true)
	}
	if d.Team == Striker {
		v += strikerShadeSD * strikerShadeSD
	} else if l != models.LineHalf { // which its middle decides
		v += pieceRadiusSD * pieceRadiusSD
	}
	return NewLineCall(l, gap, math.Hypot(math.Sqrt(v), line))
}

// carromCalls are the calls of all lines that concern a piece and lie within
// LineReach of its edge.
func carromCalls(c *calibrate.Calibration, d Disc, own [3]float64) []LineCall {
	var calls []LineCall
	for _, l := range models.CarromLines {
		if !concerns(c.Board, d, l) {
			continue
		}
		if call := carromCall(c, d, own, l); call.Clearance <= LineReach {
			calls = append(calls, call)
		}
	}
	return calls
}

// concerns says whether the rules ask how a disc lies to a line: base lines and
// their circles are for a striker that is set down, a pocket is for what lies
// at it.
func concerns(b models.Board, d Disc, l models.Line) bool {
	switch {
	case b.Carrom == nil:
		return l > 0
	case l > 0:
		return false
	case l.OfPocket():
		gap, _ := b.Gap(models.LinePocket, d.Pos, d.Radius)
		return gap <= LineReach
	}
	return SetDown(b.Carrom, d)
}

// How far from the base lines' middle, and beyond their ends, a striker may be set
// down, mm.
const (
	baseAcross = 45.0
	baseAlong  = 40.0
)

// SetDown says whether a disc is a striker that lies at the base lines of a
// side, as before a stroke.
func SetDown(c *models.CarromSurface, d Disc) bool {
	return d.Team == Striker && atBaseLines(c, d)
}

// atBaseLines says whether a disc lies where strikers are set down.
func atBaseLines(c *models.CarromSurface, d Disc) bool {
	if d.State != Flat {
		return false
	}
	_, along, from := models.SideOf(d.Pos.X, d.Pos.Y)
	return math.Abs(from-c.BaseCircleCentreFromCentre) < baseAcross && math.Abs(along) < c.BaseLength/2+baseAlong
}

// StrikerDispute is the question whether a striker lies as the rules want it
// before a stroke: on both base lines, clear of the circles.
type StrikerDispute struct {
	Inner, Outer, Circle LineDispute
}

// PValid is the probability that it does. What moves the striker across the
// lines takes it from the one as it brings it to the other, so that of the two
// only the worse one counts where they are nearly sure otherwise; taken as
// independent they never claim too much.
func (s StrikerDispute) PValid() float64 {
	return s.Inner.Call.PTouching * s.Outer.Call.PTouching * (1 - s.Circle.Call.PTouching)
}

// Valid says it as a call: Touching stands for valid, Clear for not.
func (s StrikerDispute) Valid() Call {
	switch p := s.PValid(); {
	case p >= 0.95:
		return Touching
	case p <= 0.05:
		return Clear
	}
	return TooClose
}

// Worst is the line that speaks the most against the striker's place.
func (s StrikerDispute) Worst() LineDispute {
	worst, least := s.Inner, s.Inner.Call.PTouching
	if p := s.Outer.Call.PTouching; p < least {
		worst, least = s.Outer, p
	}
	if p := 1 - s.Circle.Call.PTouching; p < least {
		worst = s.Circle
	}
	return worst
}

// Striker is the question about the striker; ok is false where none lies at the
// base lines of a carrom board.
func (s Situation) Striker() (d StrikerDispute, ok bool) {
	if len(s.Photos) == 0 {
		return d, false
	}
	o := s.Photos[0].Observation
	if o.Calibration.Board.Carrom == nil {
		return d, false
	}
	for i, disc := range o.Discs {
		if SetDown(o.Calibration.Board.Carrom, disc) {
			return StrikerDispute{s.dispute(i, models.LineInner), s.dispute(i, models.LineOuter), s.dispute(i, models.LineCircle)}, true
		}
	}
	return d, false
}
