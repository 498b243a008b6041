package watch

import (
	"ditchline/detect"
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// cellSet is a set of cells of a grid: to look one up, and to go through the few
// that are in it.
type cellSet struct {
	in   []bool
	list []int32 // each once
}

func (g *grid) newSet() cellSet { return cellSet{in: make([]bool, len(g.zones))} }

func (s *cellSet) clear() {
	for _, k := range s.list {
		s.in[k] = false
	}
	s.list = s.list[:0]
}

// put takes in a cell that is not in the set.
func (s *cellSet) put(k int32) {
	s.in[k] = true
	s.list = append(s.list, k)
}

// blob is a patch of changed cells that hang together.
type blob struct {
	cells   []int32
	centre  r2.Vec      // mm
	area    float64     // mm²
	length  float64     // along its longer axis, mm: of the ellipse of the same moments
	width   float64     // across it
	axis    r2.Vec      // of the longer one
	surface float64     // share of its cells on the playing surface
	rooted  bool        // reaches the edge of the grid: it comes from outside
	moving  float64     // share of its cells that changed since the frame before
	tint    detect.Tint // of its core
}

// blobs finds the patches of cells in the set; patches under least mm² are
// left out. seen is scratch of the grid's size, all zero, and is left so.
func (g *grid) blobs(set *cellSet, least float64, seen []bool) []blob {
	in := set.in
	var out []blob
	var touched []int32
	for _, k := range set.list {
		if seen[k] || g.zones[k] == nowhere {
			continue
		}
		first := len(touched)
		touched = append(touched, k)
		seen[k] = true
		for at := first; at < len(touched); at++ {
			c := int(touched[at])
			for _, o := range [8]int{-1, 1, -g.side, g.side, -g.side - 1, -g.side + 1, g.side - 1, g.side + 1} {
				m := c + o
				if m >= 0 && m < len(seen) && in[m] && !seen[m] && g.zones[m] != nowhere {
					seen[m] = true
					touched = append(touched, int32(m))
				}
			}
		}
		cells := touched[first:]
		if float64(len(cells))*gridCell*gridCell >= least {
			out = append(out, g.measureBlob(append([]int32(nil), cells...)))
		}
	}
	for _, k := range touched {
		seen[k] = false
	}
	return out
}

func (g *grid) measureBlob(cells []int32) blob {
	b := blob{cells: cells, area: float64(len(cells)) * gridCell * gridCell}
	n := float64(len(cells))
	var sx, sy, xx, xy, yy, on float64
	for _, k := range cells {
		p := g.place(int(k))
		sx, sy = sx+p.X, sy+p.Y
		xx, xy, yy = xx+p.X*p.X, xy+p.X*p.Y, yy+p.Y*p.Y
		if g.zones[k] == onSurface {
			on++
		}
		b.rooted = b.rooted || g.edge[k]
	}
	b.centre = r2.Vec{X: sx / n, Y: sy / n}
	b.surface = on / n
	xx, xy, yy = xx/n-b.centre.X*b.centre.X, xy/n-b.centre.X*b.centre.Y, yy/n-b.centre.Y*b.centre.Y
	mid, d := (xx+yy)/2, math.Hypot((xx-yy)/2, xy)
	cellVar := gridCell * gridCell / 12
	b.length = 4 * math.Sqrt(math.Max(0, mid+d)+cellVar)
	b.width = 4 * math.Sqrt(math.Max(0, mid-d)+cellVar)
	turn := math.Atan2(2*xy, xx-yy) / 2
	b.axis = r2.Vec{X: math.Cos(turn), Y: math.Sin(turn)}
	return b
}

// core is the blob's colour: the mean over its cells within radius (mm) of
// its centre.
func (g *grid) core(s sample, b *blob, radius float64) detect.Tint {
	var y, u, v, n float64
	for _, k := range b.cells {
		if r2.Norm2(r2.Sub(g.place(int(k)), b.centre)) <= radius*radius {
			c := s[k]
			y, u, v, n = y+float64(c.y), u+float64(c.u), v+float64(c.v), n+1
		}
	}
	if n == 0 {
		c := s[b.cells[len(b.cells)/2]]
		return tintOf(float64(c.y), float64(c.u), float64(c.v))
	}
	return tintOf(y/n, u/n, v/n)
}
