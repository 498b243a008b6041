package sim

import "math"

// lamp is a round area light at a place of the board frame, mm.
type lamp struct {
	x, y, z float64
	radius  float64 // mm; makes the shadows soft
	colour  rgb     // irradiance at the hole of a surface facing the lamp
}

// lighting is what lights a scene.
type lighting struct {
	lamps   []lamp
	ambient rgb
	gloss   float32 // strength of the lamps' reflections in the varnish
}

// lightings by name, as groundtruth names them.
var lightings = map[string]lighting{
	"soft_room": {lamps: []lamp{{-500, 500, 1900, 420, rgb{0.62, 0.60, 0.57}}, {900, -300, 2000, 500, rgb{0.2, 0.21, 0.22}}}, ambient: rgb{0.34, 0.34, 0.35}, gloss: 0.05},
	"ceiling":   {lamps: []lamp{{250, 150, 1900, 200, rgb{0.8, 0.77, 0.7}}}, ambient: rgb{0.3, 0.3, 0.3}, gloss: 0.09},
	"window":    {lamps: []lamp{{-1700, 700, 1300, 500, rgb{0.85, 0.9, 1.0}}}, ambient: rgb{0.25, 0.26, 0.28}, gloss: 0.06},
	"two_lamps": {lamps: []lamp{{-800, 300, 1400, 110, rgb{0.55, 0.5, 0.42}}, {750, 350, 1500, 110, rgb{0.5, 0.46, 0.4}}}, ambient: rgb{0.2, 0.19, 0.18}, gloss: 0.08},
	"dim":       {lamps: []lamp{{-350, -250, 1500, 160, rgb{0.62, 0.52, 0.38}}}, ambient: rgb{0.2, 0.18, 0.15}, gloss: 0.06},
	// A low window seen mirrored in the varnish by an oblique camera.
	"glare_window": {lamps: []lamp{{-1500, -600, 1500, 420, rgb{0.8, 0.85, 0.92}}, {500, 700, 1800, 300, rgb{0.2, 0.2, 0.2}}}, ambient: rgb{0.26, 0.27, 0.29}, gloss: 0.3},
}

// toward is the unit vector from p to the lamp and the lamp's falloff there.
func (l *lamp) toward(x, y, z float64) (dx, dy, dz, fall float64) {
	dx, dy, dz = l.x-x, l.y-y, l.z-z
	q := dx*dx + dy*dy + dz*dz
	i := 1 / math.Sqrt(q)
	return dx * i, dy * i, dz * i, (l.x*l.x + l.y*l.y + l.z*l.z) / q
}

// crossing is where the ray from p to the lamp passes height h, and the
// half-width of the penumbra that an edge there casts on p.
func (l *lamp) crossing(x, y, z, h float64) (cx, cy, soft float64) {
	t := (h - z) / (l.z - z)
	return x + t*(l.x-x), y + t*(l.y-y), l.radius*t + 0.2
}

// sheen is the reflection of the lamp in varnish at p with normal n, seen
// along v (unit, to the eye).
func (l *lamp) sheen(dx, dy, dz, nx, ny, nz, vx, vy, vz float64) float32 {
	hx, hy, hz := dx+vx, dy+vy, dz+vz
	c := (hx*nx + hy*ny + hz*nz) / math.Sqrt(hx*hx+hy*hy+hz*hz)
	if c < 0.9 {
		return 0
	}
	c2 := c * c
	c8 := c2 * c2 * c2 * c2
	c32 := c8 * c8 * c8 * c8
	c128 := c32 * c32 * c32 * c32
	return float32(0.35*c32 + 1.1*c128*c128)
}

// total is the light at a place that sees everything, in green.
func (l *lighting) total() float32 {
	sum := l.ambient[1]
	for i := range l.lamps {
		sum += l.lamps[i].colour[1]
	}
	return sum
}
