package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// print is how a carrom board's figures are drawn, mm.
type print struct {
	arrowFrom, arrowTo float64 // along the diagonal, from the board's middle
	arrowWidth         float64
	arcRadius, arcHalf float64 // of the arrow's arc, and half its angle, radians
	headLong, headHalf float64
	redRadius          float64 // of the base circles' filled middle
	rimmedCentre       bool    // the middle circle has an outline
	groove, shine      float32 // of the pieces
	outerRing          float64 // radius of a second centre circle; 0 for none
}

// standardPrint is groundtruth's.
func standardPrint() print {
	return print{arrowFrom: 152.5, arrowTo: 419.5, arrowWidth: 1.5, arcRadius: 31.75, arcHalf: 1.1, headLong: 12, headHalf: 4, redRadius: 12.7, rimmedCentre: true}
}

// randomPrint is as one maker or another draws.
func randomPrint(rng *rand.Rand) print {
	p := standardPrint()
	p.arrowFrom, p.arrowTo = p.arrowFrom+between(rng, -12, 12), p.arrowTo-between(rng, 0, 16)
	p.arrowWidth, p.arcRadius, p.arcHalf = between(rng, 1.2, 2.2), between(rng, 26, 34), between(rng, 0.8, 1.6)
	p.redRadius, p.rimmedCentre = between(rng, 12, 13.6), rng.IntN(3) > 0
	if rng.Float64() < 0.25 {
		p.outerRing = between(rng, 78, 81.5)
	}
	return p
}

// square is a carrom board's playing surface: its print and its pockets.
type square struct {
	c            *models.CarromSurface
	print        print
	inner, outer models.Band // base lines
}

func newSquare(c *models.CarromSurface, p print) *square {
	s := &square{c: c, print: p}
	s.inner, s.outer = c.BaseLines()
	return s
}

// A pocket's wall is the plywood; below it hangs a net.
const (
	pocketWall  = 9.0  // mm down
	pocketFloor = 34.0 // mm down
)

// pocketGap is the signed distance from the nearest pocket's edge, negative
// inside.
func (s *square) pocketGap(x, y float64) float64 {
	return math.Hypot(math.Abs(x)-s.c.PocketCentre, math.Abs(y)-s.c.PocketCentre) - s.c.PocketRadius
}

// opensAt says whether a ray through (gx, gy, 0) can see below the surface
// there.
func (s *stage) opensAt(gx, gy float64) bool {
	if s.square != nil {
		return s.inner.gap(gx, gy) > 0 || s.square.pocketGap(gx, gy) < 0
	}
	r := gx*gx + gy*gy
	b := &s.board
	return r <= b.Hole.Radius*b.Hole.Radius || r > b.SurfaceRadius*b.SurfaceRadius
}

// onTop is a ray that meets the playing surface or goes into a pocket.
func (s *square) onTop(gx, gy, kx, ky float64) strike {
	near := s.c.Side/2 - max(math.Abs(gx), math.Abs(gy))
	gap := s.pocketGap(gx, gy)
	near = min(near, math.Abs(gap))
	if gap < 0 {
		return s.inPocket(gx, gy, kx, ky, near)
	}
	h := strike{part: onSurface, x: gx, y: gy, nz: 1, near: near}
	// The print has eight-fold symmetry: b runs toward the side, a along it.
	a, b := min(math.Abs(gx), math.Abs(gy)), max(math.Abs(gx), math.Abs(gy))
	see := func(d float64, p part) {
		h.near = min(h.near, math.Abs(d))
		if d < 0 && h.part == onSurface {
			h.part = p
		}
	}
	s.baseCircle(a, b, see)
	beyond := s.c.BaseCircleDiameter/2 - math.Hypot(a-s.c.BaseCircleCentreAlong, b-s.c.BaseCircleCentreFromCentre)
	for _, l := range [2]models.Band{s.inner, s.outer} { // they end at the circle
		see(max(l.Near-b, b-l.Far, a-s.c.BaseCircleCentreAlong, beyond), onLine)
	}
	s.centre(math.Hypot(gx, gy), see)
	s.arrow(a, b, see)
	return h
}

func (s *square) baseCircle(a, b float64, see func(float64, part)) {
	r := math.Hypot(a-s.c.BaseCircleCentreAlong, b-s.c.BaseCircleCentreFromCentre)
	outer := s.c.BaseCircleDiameter / 2
	see(r-s.print.redRadius, onRed)
	see(max(r-outer, outer-s.c.CircleLineWidth-r), onLine)
}

func (s *square) centre(r float64, see func(float64, part)) {
	half := s.c.CircleLineWidth / 2
	see(math.Abs(r-s.c.CentreCircleDiameter/2)-half, onLine)
	if s.print.outerRing > 0 {
		see(math.Abs(r-s.print.outerRing)-half, onLine)
	}
	spot := s.c.CentreSpotDiameter / 2
	if s.print.rimmedCentre {
		see(max(r-spot, spot-s.c.CircleLineWidth-r), onLine)
	}
	see(r-spot, onRed)
}

func (s *square) arrow(a, b float64, see func(float64, part)) {
	p := &s.print
	u, v := (a+b)/math.Sqrt2, (b-a)/math.Sqrt2
	if u < p.arrowFrom-5 || v > p.arcRadius+5 {
		return
	}
	see(max(v-p.arrowWidth/2, p.arrowFrom-u, u-p.arrowTo+p.headLong), onLine)
	// The head's flank falls from headHalf to 0 over headLong.
	flank := (v - (p.arrowTo-u)*p.headHalf/p.headLong) / math.Hypot(1, p.headHalf/p.headLong)
	see(max(flank, p.arrowTo-p.headLong-u), onLine)
	du := u - (p.arrowFrom + p.arcRadius)
	if math.Atan2(v, -du) < p.arcHalf {
		see(math.Abs(math.Hypot(du, v)-p.arcRadius)-p.arrowWidth/2, onLine)
	}
}

// inPocket is a ray that goes into a pocket.
func (s *square) inPocket(gx, gy, kx, ky, near float64) strike {
	px, py := math.Copysign(s.c.PocketCentre, gx), math.Copysign(s.c.PocketCentre, gy)
	if lo, _, ok := circleSpan(gx-px, gy-py, kx, ky, s.c.PocketRadius); ok && lo > -pocketWall {
		x, y := gx+lo*kx, gy+lo*ky
		return strike{part: onPocketWall, x: x, y: y, z: lo, nx: (px - x) / s.c.PocketRadius, ny: (py - y) / s.c.PocketRadius, near: near}
	}
	return strike{part: onPocketFloor, x: gx - pocketFloor*kx, y: gy - pocketFloor*ky, z: -pocketFloor, nz: 1, near: near}
}

// surfaceRim are points of the playing surface's edge.
func surfaceRim(b models.Board) [][2]float64 {
	if b.Game == models.Carrom {
		h := b.Carrom.Side / 2
		return [][2]float64{{h, h}, {-h, h}, {-h, -h}, {h, -h}}
	}
	list := make([][2]float64, 72)
	for i := range list {
		s, c := math.Sincos(float64(i) * math.Pi / 36)
		list[i] = [2]float64{b.SurfaceRadius * c, b.SurfaceRadius * s}
	}
	return list
}

// SquareBoardTruth is what only a carrom board has, mm.
type SquareBoardTruth struct {
	Side                  float64 `json:"side"`
	FrameWidth            float64 `json:"frame_width"`
	FrameHeight           float64 `json:"frame_height"`
	PocketRadius          float64 `json:"pocket_radius"`
	PocketCentre          float64 `json:"pocket_centre"`
	BaseOuterFromFrame    float64 `json:"base_outer_from_frame"`
	BaseGap               float64 `json:"base_gap"`
	BaseLength            float64 `json:"base_length"`
	BaseLineOuterWidth    float64 `json:"base_line_outer_width"`
	BaseLineInnerWidth    float64 `json:"base_line_inner_width"`
	BaseCircleDiameter    float64 `json:"base_circle_diameter"`
	BaseCircleCentreAlong float64 `json:"base_circle_centre_along"`
	BaseCircleFromCentre  float64 `json:"base_circle_centre_from_centre"`
	CentreCircleDiameter  float64 `json:"centre_circle_diameter"`
	CentreRedDiameter     float64 `json:"centre_red_diameter"`
	CircleLineWidth       float64 `json:"circle_line_width"`
	StrikerRadius         float64 `json:"striker_radius"`
}

func newSquareBoardTruth(c *models.CarromSurface, f Furniture) *SquareBoardTruth {
	return &SquareBoardTruth{
		Side: c.Side, FrameWidth: f.RailWidth, FrameHeight: f.RailTop, PocketRadius: c.PocketRadius, PocketCentre: c.PocketCentre,
		BaseOuterFromFrame: c.BaseOuterFromFrame, BaseGap: c.BaseGap, BaseLength: c.BaseLength,
		BaseLineOuterWidth: c.BaseLineOuterWidth, BaseLineInnerWidth: c.BaseLineInnerWidth,
		BaseCircleDiameter: c.BaseCircleDiameter, BaseCircleCentreAlong: c.BaseCircleCentreAlong, BaseCircleFromCentre: c.BaseCircleCentreFromCentre,
		CentreCircleDiameter: c.CentreCircleDiameter, CentreRedDiameter: c.CentreSpotDiameter, CircleLineWidth: c.CircleLineWidth, StrikerRadius: c.StrikerRadius,
	}
}

// pocketTip is the distance from a pocket's middle within which a disc of
// radius r has its centre over the hole's free side: see World.tipRadius.
func pocketTip(pocket, r float64) float64 { return math.Sqrt(max(0, pocket*pocket-r*r)) }
