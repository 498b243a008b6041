package detect

import (
	"math"
	"sort"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// printedSpot is a disc printed on a carrom board, as the picture shows it: at
// the ends of the base lines and in the middle.
type printedSpot struct {
	at      r2.Vec // mm
	radius  float64
	circle  float64 // radius of the circle drawn about it
	support float64 // share of its outline that is seen
	colour  Lab
	central bool
	above   bool // seen from so straight above that a piece laid on it would look alike
}

// spots are those that are seen for sure.
type spots []printedSpot

// What tells a printed disc from a piece: its outline lies where it is
// printed, while a piece's upper rim is seen beside where the piece lies.
const (
	spotOff     = 0.7  // mm by which it may seem to be off where little is known of that
	spotLeast   = 0.2  // the same at least
	spotFar     = 4.0  // mm by which real boards' are off, alike at all sides
	spotLoose   = 3.0  // times what they typically are off
	spotSure    = 5.0  // evidence of it
	spotWhole   = 0.8  // support of one that nothing covers
	spotBeside  = 5.0  // mm between a printed disc and what looks like a piece for its sake
	spotOverlap = 7.0  // mm by which a piece may seem to cover one that is whole
	spotTouch   = 2.5  // mm by which a faint one may seem to cover it and the circle about it
	alikeAbove  = 0.4  // mm by which a piece's upper rim must be seen farther beside it
	spotStands  = 5.0  // evidence of a piece that stands on one
	spotInner   = 1.5  // mm within its edge, where its ink is plainly seen
	spotColour  = 14.0 // in Lab: farther, it is of another ink
)

// printedSpots looks at the places where discs are printed. Boards have them
// a few mm from where the make does, alike at all four sides. Where seeds are
// given, only those near them are looked at.
func (s *Scene) printedSpots(seeds ...r2.Vec) spots {
	c := *s.cal.Board.Carrom
	if len(seeds) > 0 {
		return s.spotsAt(&c, []float64{2, 1.2}, 2*spotOff, seeds)
	}
	first := s.spotsAt(&c, []float64{3.5, 2, 1.2}, spotFar, nil)
	var along, from []float64
	for _, p := range first {
		if !p.central {
			_, a, f := models.SideOf(p.at.X, p.at.Y)
			along, from = append(along, math.Abs(a)), append(from, f)
		}
	}
	off := spotOff
	if len(along) >= 4 {
		a, f := mid(along), mid(from)
		c.BaseCircleCentreAlong, c.BaseCircleCentreFromCentre = a, f
		var left []float64
		for i := range along {
			left = append(left, math.Hypot(along[i]-a, from[i]-f))
		}
		off = math.Min(spotFar, spotLeast+spotLoose*mid(left))
	}
	return s.spotsAt(&c, []float64{math.Max(2, off), 1.2}, off, nil)
}

// spotsAt are the printed discs seen within off mm of where the board has them.
func (s *Scene) spotsAt(c *models.CarromSurface, windows []float64, off float64, seeds []r2.Vec) spots {
	search := Search{Directions: 32, Windows: windows, Grain: s.grain}
	circles := c.BaseCircles()
	var out spots
	for i, p := range append(circles[:], r2.Vec{}) {
		if len(seeds) > 0 && !within(p, seeds, 3*c.BaseCircleDiameter) {
			continue
		}
		var best Fit
		most := spotSure
		for share := 0.7; share <= 1.1; share += 0.033 {
			f := s.view.Fit(flatDisc(share*c.BaseCircleDiameter/2), p, search)
			if e := f.Evidence(); e > most && r2.Norm(r2.Sub(f.Pos, p)) < off {
				best, most = f, e
			}
		}
		if most > spotSure {
			eye := s.view.Eye
			beside := s.cal.Board.Disc.Thickness * math.Hypot(p.X-eye.X, p.Y-eye.Y) / math.Max(1, eye.Z)
			out = append(out, printedSpot{at: best.Pos, radius: best.Solid.Radius, circle: c.BaseCircleDiameter / 2, support: best.Support / best.InFrame,
				colour: best.Face.Lab(1), central: i == len(circles), above: beside < alikeAbove+off})
		}
	}
	return out
}

// flatDisc is a disc printed on the surface.
func flatDisc(radius float64) Solid {
	return NewSolid(models.Disc{Radius: radius, Thickness: 0.02, Edge: 0.01}, 0)
}

func mid(v []float64) float64 {
	sort.Float64s(v)
	return v[len(v)/2]
}

// covers says whether what looks like a piece is a printed disc, or would lie
// over one that is seen whole.
func (p spots) covers(f Fit, v *View) bool {
	for _, spot := range p {
		if spot.above && spot.central {
			continue
		}
		if spot.under(f, v.Eye) && !spot.outdone(f, v) && !spot.hiddenBy(f, v) {
			return true
		}
	}
	return false
}

// hiddenBy says whether a piece beside the printed disc is seen where it hides a
// part of it.
func (p printedSpot) hiddenBy(f Fit, v *View) bool {
	if r2.Norm(r2.Sub(f.Pos, p.at)) < p.radius {
		return false // what covers the most of it may be its likeness
	}
	if f.Face.Lab(1).Distance(p.colour) < spotColour {
		return false
	}
	return p.shows(f, v, func(far float64) bool { return far < p.radius-spotInner }, p.colour)
}

// outdone says whether a piece stands where the disc is printed: aslant, its upper
// face is seen before the board beside the print, which print is not.
func (p printedSpot) outdone(f Fit, v *View) bool {
	if r2.Norm(r2.Sub(f.Pos, p.at)) > p.circle || f.Evidence() < spotStands {
		return false
	}
	board := f.Around.Lab(1)
	return p.shows(f, v, func(far float64) bool { return far > math.Max(p.radius, p.circle)+spotInner }, board)
}

// shows says whether a piece's face is seen rather than that colour behind it,
// where that lies at such distances from the printed disc's middle, mm.
func (p printedSpot) shows(f Fit, v *View, at func(far float64) bool, behind Lab) bool {
	face := f.Face.Lab(1)
	b := f.Solid.at(f.Pos, v.Eye)
	shown, all := 0.0, 0.0
	for k := range 48 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 48)
		for _, share := range [4]float64{0.5, 0.65, 0.8, 0.9} {
			top := b.top(share*f.Solid.Radius*cos, share*f.Solid.Radius*sin)
			if !at(r2.Norm(r2.Sub(v.groundUnderPoint(top), p.at))) {
				continue
			}
			if px, ok := v.Pixel(top); ok {
				all++
				if lab := v.At(px.X, px.Y).Lab(1); lab.Distance(face) < lab.Distance(behind) {
					shown++
				}
			}
		}
	}
	return all >= woodPoints && shown > woodShare*all
}

// onCentre says whether a fit stands on the printed disc in the middle.
func (p spots) onCentre(f Fit) bool {
	for _, spot := range p {
		if spot.central && r2.Norm(r2.Sub(f.Pos, spot.at)) < spotBeside {
			return true
		}
	}
	return false
}

// under says whether the fit's outline is this printed disc's, or the fit would
// hide a part of it.
func (p printedSpot) under(f Fit, eye r3.Vec) bool {
	top := r2.Add(f.Pos, r2.Scale(f.Solid.Top()/math.Max(1, eye.Z-f.Solid.Top()), r2.Sub(f.Pos, r2.Vec{X: eye.X, Y: eye.Y})))
	near := math.Min(r2.Norm(r2.Sub(top, p.at)), r2.Norm(r2.Sub(f.Pos, p.at)))
	if near < spotBeside {
		return true
	}
	if p.support < spotWhole {
		return false
	}
	if f.Evidence() < beyondDoubt {
		return near < p.circle+f.Solid.Radius-spotTouch
	}
	return near < p.radius+f.Solid.Radius-spotOverlap
}

// alike says whether a larger disc is a printed one with the circle about it,
// seen from straight above.
func (p spots) alike(f Fit, eye r3.Vec) bool {
	for _, spot := range p {
		if spot.above && spot.under(f, eye) && f.Solid.Radius < 1.2*spot.circle {
			return true
		}
	}
	return false
}

// hide says whether what looks like a piece in the middle, seen from straight
// above, is the printed disc there: it has the ink of the others, and no
// pieces touch it as they do the queen at the start.
func (p spots) hide(f Fit, eye r3.Vec, others []Fit) bool {
	var ink []Lab
	var centre *printedSpot
	for i := range p {
		if p[i].central {
			centre = &p[i]
		} else {
			ink = append(ink, p[i].colour)
		}
	}
	if centre == nil || !centre.above || !centre.under(f, eye) {
		return false
	}
	if touchedBy(f, others) >= ringOfPieces {
		return false
	}
	for _, k := range ink {
		if k.Distance(f.Face.Lab(1)) < spotColour {
			return true
		}
	}
	return len(ink) == 0
}

// touchedBy is how many of the others touch a fit.
func touchedBy(f Fit, others []Fit) int {
	touching := 0
	for _, o := range others {
		if d := r2.Norm(r2.Sub(o.Pos, f.Pos)); d > f.Solid.Radius && d < f.Solid.Radius+o.Solid.Radius+2*neighbour && o.Evidence() > certain {
			touching++
		}
	}
	return touching
}

// queenOnStar is a fit in the middle of the board, where many have a star
// printed around, with the difference of its colour from the print's ink for
// that from what lies round it: among the star's arms no other stands out.
func (p spots) queenOnStar(f Fit) Fit {
	if r2.Norm(f.Pos) > spotBeside {
		return f
	}
	var a, b []float64
	for _, spot := range p {
		if !spot.central {
			a, b = append(a, spot.colour.A), append(b, spot.colour.B)
		}
	}
	lab := f.Face.Lab(1)
	if len(a) < 4 || lab.A < queenRed || math.Hypot(lab.A-mid(a), lab.B-mid(b)) < otherInk {
		return f
	}
	f.Standout = math.Max(f.Standout, starStandout)
	return f
}

const (
	otherInk     = 14.0 // a* and b* by which the queen differs from printed red
	starStandout = 6.0
)

// ringOfPieces is how many must touch what may be the queen at the start.
const ringOfPieces = 4
