package detect

import (
	"math"
	"time"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// Stroke is a flick of the striker on a carrom board, from settled board to
// settled board, as it was seen. It knows no rules.
type Stroke struct {
	N          int           // counts the strokes from 1
	Revision   int           // 1 when it is first said; the same stroke, measured better, has a higher one
	Flick      time.Duration // the striker left the finger
	Settled    time.Duration // the last piece came to rest
	Reported   time.Duration // of the frame at which revision 1 was said
	Start      StrikerPlace
	Before     []Seen     // the pieces on the surface before it, the striker apart
	After      []Seen     // the pieces and the striker on the surface after it
	Pocketed   []Pocketed // what of them is not there any more
	Hidden     []ID       // of After: covered by a hand, and taken to lie where they lay
	Touched    float64    // probability that a piece was touched at all
	Confidence float64    // probability that Pocketed is right
	Tracks     []Track
	Cut        bool // the film ended or was cut before the board had settled
}

// Pocketed is a piece that a stroke took off the surface.
type Pocketed struct {
	Seen            // where it lay before
	Pocket  int     // as in models.CarromSurface.Pockets; -1 where it was not seen to fall
	P       float64 // probability that it was pocketed
	FellAt  time.Duration
	Striker bool
}

// Count is how many pieces of a kind are among the pocketed ones.
func (s *Stroke) Count(kind string) int {
	n := 0
	for _, p := range s.Pocketed {
		if p.Team == kind {
			n++
		}
	}
	return n
}

// StrikerPlace is where the striker lay before a stroke.
type StrikerPlace struct {
	Seen   bool
	Pos    r2.Vec     // centre of the footprint, mm
	Cov    [3]float64 // of Pos, mm²: xx, xy, yy
	Radius float64    // mm
	Side   int        // of the board, as models.SideOf counts them
	Along  float64    // mm along that side, the player's right positive
	From   float64    // mm from the board's centre toward the side
	Inner  GapCall    // to the inner base line's nearer edge
	Outer  GapCall    // to the outer one's
	Circle GapCall    // to the nearer base circle
}

// GapCall is a measured gap: <= 0 touches.
type GapCall struct {
	Gap       float64 // mm
	SD        float64 // mm
	PTouching float64
	Call      Call
}

// PValid is the probability that the striker lay as the rules want it: on both
// base lines and clear of the circles. Without a sight of it nothing speaks
// against that: 1.
func (p *StrikerPlace) PValid() float64 {
	if !p.Seen {
		return 1
	}
	return p.Inner.PTouching * p.Outer.PTouching * (1 - p.Circle.PTouching)
}

// PlaceStriker measures a striker against the base lines of the side that it
// is nearest to.
func PlaceStriker(c *models.CarromSurface, d Disc) StrikerPlace {
	p := StrikerPlace{Seen: true, Pos: d.Pos, Cov: d.Cov, Radius: d.Radius}
	p.Side, p.Along, p.From = models.SideOf(d.Pos.X, d.Pos.Y)
	across := d.Cov[0]
	if p.Side%2 == 1 {
		across = d.Cov[2]
	}
	g := c.StrikerGaps(p.Along, p.From, d.Radius)
	// Within a line's band the gap has no slope: what speaks for a touch is
	// how deep the striker reaches over the band's nearer edge.
	inner, outer := c.BaseLines()
	p.Inner = gapCall(signedGap(p.From-inner.Far, inner.Near-p.From)-d.Radius, g.Inner, across)
	p.Outer = gapCall(signedGap(outer.Near-p.From, p.From-outer.Far)-d.Radius, g.Outer, across)
	p.Circle = gapCall(g.Circle, g.Circle, (d.Cov[0]+d.Cov[2])/2)
	return p
}

// signedGap is the larger of the distances to a band's two edges, negative
// inside it.
func signedGap(a, b float64) float64 { return math.Max(a, b) }

// lineEdgeSD is the standard uncertainty of where a printed line's edge lies,
// mm.
const lineEdgeSD = 0.25

func gapCall(signed, gap, variance float64) GapCall {
	c := GapCall{Gap: gap, SD: math.Sqrt(variance + lineEdgeSD*lineEdgeSD)}
	c.PTouching = NormalBelow(-signed, c.SD)
	switch {
	case c.PTouching >= 0.95:
		c.Call = Touching
	case c.PTouching <= 0.05:
		c.Call = Clear
	default:
		c.Call = TooClose
	}
	return c
}

func (*Stroke) happening() {}
