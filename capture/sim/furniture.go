package sim

import (
	"math"

	"ditchline/models"
)

// Furniture is what a make of board leaves open: its rail and the table that
// it stands on. Lengths in mm, heights over the playing surface.
type Furniture struct {
	Square    bool    // a carrom board's frame; then it is no octagon
	Octagon   bool    // an octagonal rail, else a round one
	TurnDeg   float64 // of the octagon: from +x to the middle of a side
	RailTop   float64
	RailWidth float64
	TableZ    float64
}

// StandardFurniture is the rail of the embedded default.
func StandardFurniture(b models.Board) Furniture {
	if b.Game == models.Carrom {
		return Furniture{Square: true, RailTop: 20, RailWidth: b.Carrom.FrameWidth, TableZ: -32}
	}
	return Furniture{RailTop: 22, RailWidth: 21, TableZ: -b.Ditch.Depth - 14}
}

// outline is a closed convex shape seen from above: a circle or a regular
// polygon of apothem r about the origin.
type outline struct {
	r       float64
	normals [][2]float64 // of the polygon's sides; none for a circle
}

func newOutline(r float64, f Furniture) outline {
	o := outline{r: r}
	switch {
	case f.Square:
		o.normals = [][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	case f.Octagon:
		for i := range 8 {
			s, c := math.Sincos(f.TurnDeg*math.Pi/180 + float64(i)*math.Pi/4)
			o.normals = append(o.normals, [2]float64{c, s})
		}
	}
	return o
}

// gap is the signed distance from the outline, negative inside (a lower
// bound outside a polygon's corners).
func (o *outline) gap(x, y float64) float64 {
	if o.normals == nil {
		return math.Hypot(x, y) - o.r
	}
	far := math.Inf(-1)
	for _, n := range o.normals {
		far = max(far, n[0]*x+n[1]*y)
	}
	return far - o.r
}

// normal is the outward direction at a point.
func (o *outline) normal(x, y float64) (nx, ny float64) {
	if o.normals == nil {
		d := math.Hypot(x, y) + 1e-12
		return x / d, y / d
	}
	far := math.Inf(-1)
	for _, n := range o.normals {
		if d := n[0]*x + n[1]*y; d > far {
			far, nx, ny = d, n[0], n[1]
		}
	}
	return nx, ny
}

// span are the heights between which the line (x+z*kx, y+z*ky) is inside the
// prism over the outline; ok is false where it misses.
func (o *outline) span(x, y, kx, ky float64) (low, high float64, ok bool) {
	if o.normals == nil {
		return circleSpan(x, y, kx, ky, o.r)
	}
	low, high = math.Inf(-1), math.Inf(1)
	for _, n := range o.normals {
		p, q := n[0]*x+n[1]*y-o.r, n[0]*kx+n[1]*ky
		switch {
		case math.Abs(q) < 1e-12:
			if p > 0 {
				return 0, 0, false
			}
		case q > 0:
			high = min(high, -p/q)
		default:
			low = max(low, -p/q)
		}
	}
	return low, high, low < high
}

func circleSpan(x, y, kx, ky, r float64) (low, high float64, ok bool) {
	a, b, c := kx*kx+ky*ky, x*kx+y*ky, x*x+y*y-r*r
	if a < 1e-18 {
		return math.Inf(-1), math.Inf(1), c <= 0
	}
	d := b*b - a*c
	if d <= 0 {
		return 0, 0, false
	}
	d = math.Sqrt(d)
	return (-b - d) / a, (-b + d) / a, true
}
