package calibrate

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// Gradient is a picture's brightness gradient per pixel (of the colour
// channel that changes most there) and the mean magnitude around each pixel,
// against which an edge must stand out.
type Gradient struct {
	Width, Height int
	DX, DY        []int16
	Around        []float32
}

// edge is a sub-pixel edge point and the unit direction in which the picture
// grows brighter.
type edge struct {
	p, n r2.Vec
	w    float32 // how far it stands out, 1 = as strong as its surroundings
}

// edgeMap holds the edge points of a picture and which pixel each lies in.
type edgeMap struct {
	width, height int
	edges         []edge
	index         []int32 // pixel -> edge number + 1, 0 for none
}

// findEdges thins the gradient to its ridges (Canny's non-maximum
// suppression, sub-pixel by a parabola) and keeps what stands out from its
// surroundings by the factor ratio and from noise by the magnitude least.
func findEdges(g Gradient, ratio, least float64) edgeMap {
	m := edgeMap{width: g.Width, height: g.Height, index: make([]int32, g.Width*g.Height)}
	mag := make([]float32, g.Width*g.Height)
	for i := range mag {
		dx, dy := float32(g.DX[i]), float32(g.DY[i])
		mag[i] = float32(math.Sqrt(float64(dx*dx + dy*dy)))
	}
	w := g.Width
	for y := 1; y < g.Height-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			v := mag[i]
			if float64(v) < least || float64(v) < ratio*float64(g.Around[i]) {
				continue
			}
			nx, ny := float64(g.DX[i])/float64(v), float64(g.DY[i])/float64(v)
			// The two neighbours along the gradient, on the pixel ring around.
			k := 1 / math.Max(math.Abs(nx), math.Abs(ny))
			sx, sy := nx*k, ny*k
			before, after := magAt(mag, w, float64(x)-sx, float64(y)-sy), magAt(mag, w, float64(x)+sx, float64(y)+sy)
			if float64(v) < before || float64(v) <= after {
				continue
			}
			off := 0.0
			if c := before - 2*float64(v) + after; c < 0 {
				off = (before - after) / (2 * c)
			}
			m.edges = append(m.edges, edge{
				p: r2.Vec{X: float64(x) + off*sx, Y: float64(y) + off*sy},
				n: r2.Vec{X: nx, Y: ny},
				w: v / (g.Around[i] + 1),
			})
			m.index[i] = int32(len(m.edges))
		}
	}
	return m
}

func magAt(mag []float32, w int, x, y float64) float64 {
	i, j := int(x), int(y)
	u, v := x-float64(i), y-float64(j)
	k := j*w + i
	if k+w+1 >= len(mag) {
		return 0
	}
	return (float64(mag[k])*(1-u)+float64(mag[k+1])*u)*(1-v) + (float64(mag[k+w])*(1-u)+float64(mag[k+w+1])*u)*v
}

// chains links neighbouring edge points of like direction into curves, each
// in order along the edge, those of at least minLen points.
func (m edgeMap) chains(minLen int) [][]int32 {
	used := make([]bool, len(m.edges))
	const like = 0.82 // cosine of 35 degrees
	next := func(k int32, sign float64) int32 {
		e := m.edges[k]
		tx, ty := -e.n.Y*sign, e.n.X*sign
		x, y := int(math.Round(e.p.X)), int(math.Round(e.p.Y))
		best, bestScore := int32(-1), 0.0
		for dy := -2; dy <= 2; dy++ {
			for dx := -2; dx <= 2; dx++ {
				u, v := x+dx, y+dy
				if u < 0 || v < 0 || u >= m.width || v >= m.height {
					continue
				}
				j := m.index[v*m.width+u] - 1
				if j < 0 || used[j] || j == k {
					continue
				}
				o := m.edges[j]
				d := r2.Sub(o.p, e.p)
				along := d.X*tx + d.Y*ty
				if along <= 0.3 || r2.Dot(o.n, e.n) < like {
					continue
				}
				l := norm(d)
				if along < 0.75*l {
					continue
				}
				if score := r2.Dot(o.n, e.n) - 0.25*l; best < 0 || score > bestScore {
					best, bestScore = j, score
				}
			}
		}
		return best
	}
	var out [][]int32
	for k := range m.edges {
		if used[k] {
			continue
		}
		used[k] = true
		var back []int32
		for j := next(int32(k), -1); j >= 0; j = next(j, -1) {
			used[j] = true
			back = append(back, j)
		}
		chain := make([]int32, 0, len(back)+8)
		for i := len(back) - 1; i >= 0; i-- {
			chain = append(chain, back[i])
		}
		chain = append(chain, int32(k))
		for j := next(int32(k), 1); j >= 0; j = next(j, 1) {
			used[j] = true
			chain = append(chain, j)
		}
		if len(chain) >= minLen {
			out = append(out, chain)
		}
	}
	return out
}
