package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// tile is the side of the squares that a canvas renders anew when something
// in them moved; margin is how far the lens's blur reaches.
const (
	tile   = 32
	margin = 4
	padded = tile + 2*margin
)

// mover is a body with the poses that it takes while the shutter is open:
// one when it rests.
type mover struct {
	id    int
	poses []body
}

// moved says whether the picture of m differs from that of o.
func (m *mover) moved(o *mover) bool {
	return len(m.poses) != 1 || len(o.poses) != 1 || m.poses[0] != o.poses[0]
}

// canvas keeps the picture of a scene and renders only what changes.
type canvas struct {
	stage  *stage
	view   *view
	height []float32
	ground *layer // the stage alone
	bodies *layer // with the bodies on it
	bytes  []byte // developed, BGR, without noise
	sensor *layer // instead of bytes: the light that falls on the sensor
	pegs   []body
	tone   *tone

	tilesX, tilesY int
	dirty, retone  []bool
	movers         []mover // of the last picture
	hand           *Hand
	handTiles      []bool
	lists          [][]int32 // movers by tile
	air            air
}

// newCanvas bakes the stage and develops pictures of it.
func newCanvas(s *stage, v *view) *canvas {
	c := newPlainCanvas(s, v)
	c.bytes = make([]byte, len(c.ground.pix))
	return c
}

// newSensorCanvas bakes the stage for one picture, kept as light.
func newSensorCanvas(s *stage, v *view) *canvas {
	c := newPlainCanvas(s, v)
	c.sensor = newLayer(c.ground.w, c.ground.h)
	return c
}

func newPlainCanvas(s *stage, v *view) *canvas {
	c := &canvas{stage: s, view: v, air: clearAir, tone: newTone(s.look, v.cam.Width, v.cam.Height)}
	c.ground, c.height = bake(s, v)
	c.bodies = &layer{c.ground.w, c.ground.h, append([]float32(nil), c.ground.pix...)}
	c.tilesX, c.tilesY = (c.ground.w+tile-1)/tile, (c.ground.h+tile-1)/tile
	n := c.tilesX * c.tilesY
	c.dirty, c.retone, c.handTiles, c.lists = make([]bool, n), make([]bool, n), make([]bool, n), make([][]int32, n)
	for _, p := range s.pegs {
		c.pegs = append(c.pegs, body{
			x: p[0], y: p[1], r: s.board.Pegs.Diameter / 2, h: s.board.Pegs.Height, edge: 1,
			paint: s.look.peg.times(1.3), side: s.look.peg, shine: 0.5,
		})
	}
	for i := range n {
		c.dirty[i] = true
	}
	return c
}

// draw brings the picture up to date with the scene.
func (c *canvas) draw(movers []mover, hand *Hand, a air) {
	if a != c.air {
		for t := range c.retone {
			c.retone[t] = true
		}
		c.air = a
	}
	c.markMoved(movers)
	c.movers = append(c.movers[:0], movers...)
	c.list()
	for t := range c.dirty {
		if c.dirty[t] {
			c.render(t)
		}
	}
	limbs := c.project(hand)
	now := make([]bool, len(c.handTiles))
	if hand != nil {
		limbs.mark(c, now)
	}
	same := hand == nil && c.hand == nil || hand != nil && c.hand != nil && *hand == *c.hand
	for t := range c.retone {
		if c.retone[t] || (!same && (now[t] || c.handTiles[t])) {
			c.develop(t, limbs, now[t])
		}
	}
	c.handTiles = now
	c.hand = nil
	if hand != nil {
		h := *hand
		c.hand = &h
	}
	clear(c.dirty)
	clear(c.retone)
}

// markMoved marks the tiles in which a body came, went or moved.
func (c *canvas) markMoved(movers []mover) {
	byID := make(map[int]*mover, len(c.movers))
	for i := range c.movers {
		byID[c.movers[i].id] = &c.movers[i]
	}
	for i := range movers {
		old, there := byID[movers[i].id]
		if there && !movers[i].moved(old) {
			delete(byID, movers[i].id)
			continue
		}
		c.markBody(&movers[i])
	}
	for _, old := range byID {
		c.markBody(old)
	}
	for t, d := range c.dirty {
		if !d {
			continue
		}
		tx, ty := t%c.tilesX, t/c.tilesX
		for y := max(0, ty-1); y <= min(c.tilesY-1, ty+1); y++ {
			for x := max(0, tx-1); x <= min(c.tilesX-1, tx+1); x++ {
				c.retone[y*c.tilesX+x] = true
			}
		}
	}
}

func (c *canvas) markBody(m *mover) {
	x0, y0, x1, y1, ok := c.box(m)
	if !ok {
		return
	}
	for ty := y0 / tile; ty <= y1/tile; ty++ {
		for tx := x0 / tile; tx <= x1/tile; tx++ {
			c.dirty[ty*c.tilesX+tx] = true
		}
	}
}

// box is the part of the picture that a body and its shadow take.
func (c *canvas) box(m *mover) (x0, y0, x1, y1 int, ok bool) {
	lx, ly, hx, hy := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, b := range [2]*body{&m.poses[0], &m.poses[len(m.poses)-1]} {
		p, front := c.view.cam.Project(r3.Vec{X: b.x, Y: b.y, Z: b.z + b.h/2})
		if !front {
			return 0, 0, 0, 0, false
		}
		reach := b.reach() + 1.1*b.h + 6 + max(0, min(b.z, shadowless))
		px := reach * c.view.cam.PixelsPerMM(r3.Vec{X: b.x, Y: b.y, Z: b.z + b.h}) * 1.08
		lx, ly, hx, hy = min(lx, p.X-px), min(ly, p.Y-px), max(hx, p.X+px), max(hy, p.Y+px)
	}
	w, h := float64(c.ground.w-1), float64(c.ground.h-1)
	if hx < 0 || hy < 0 || lx > w || ly > h {
		return 0, 0, 0, 0, false
	}
	return int(max(0, lx)), int(max(0, ly)), int(min(w, hx)), int(min(h, hy)), true
}

// list sorts the movers into the dirty tiles.
func (c *canvas) list() {
	for t := range c.lists {
		c.lists[t] = c.lists[t][:0]
	}
	for i := range c.movers {
		x0, y0, x1, y1, ok := c.box(&c.movers[i])
		if !ok {
			continue
		}
		for ty := y0 / tile; ty <= y1/tile; ty++ {
			for tx := x0 / tile; tx <= x1/tile; tx++ {
				if t := ty*c.tilesX + tx; c.dirty[t] {
					c.lists[t] = append(c.lists[t], int32(i))
				}
			}
		}
	}
	for i := range c.pegs {
		x0, y0, x1, y1, ok := c.box(&mover{poses: c.pegs[i : i+1]})
		if !ok {
			continue
		}
		for ty := y0 / tile; ty <= y1/tile; ty++ {
			for tx := x0 / tile; tx <= x1/tile; tx++ {
				if t := ty*c.tilesX + tx; c.dirty[t] {
					c.lists[t] = append(c.lists[t], int32(-1-i))
				}
			}
		}
	}
}

// render draws the bodies of one tile over the stage.
func (c *canvas) render(t int) {
	x0, y0 := t%c.tilesX*tile, t/c.tilesX*tile
	x1, y1 := min(x0+tile, c.ground.w), min(y0+tile, c.ground.h)
	list := c.lists[t]
	if len(list) == 0 {
		for y := y0; y < y1; y++ {
			a, b := 3*(y*c.ground.w+x0), 3*(y*c.ground.w+x1)
			copy(c.bodies.pix[a:b], c.ground.pix[a:b])
		}
		return
	}
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			c.pixel(x, y, list)
		}
	}
}

// pixelBodies is how many bodies one pixel can see at most.
const pixelBodies = 6

func (c *canvas) pixel(x, y int, list []int32) {
	i := y*c.ground.w + x
	gx, gy := float64(c.view.gx[i]), float64(c.view.gy[i])
	kx, ky := c.view.slope(gx, gy)
	base := c.ground.at(i)
	var near [pixelBodies][]body
	n, moving := 0, false
	seen := c.height[i]
	dark := 1.0
	px, py := gx+float64(seen)*kx, gy+float64(seen)*ky
	for _, k := range list {
		var poses []body
		if k < 0 {
			poses = c.pegs[-1-k : -k]
		} else {
			poses = c.movers[k].poses
			dark *= c.shadow(poses, px, py, float64(seen))
		}
		if n < pixelBodies && c.covers(poses, gx, gy, kx, ky, x, y) {
			near[n] = poses
			n++
			moving = moving || len(poses) > 1
		}
	}
	base = base.times(float32(dark))
	if n > 0 {
		base = c.sample(x, y, near[:n], list, moving, base, seen)
	}
	c.bodies.set(i, base)
}

// covers says whether a pixel can see any of a body's poses.
func (c *canvas) covers(poses []body, gx, gy, kx, ky float64, x, y int) bool {
	p := c.view.patch(x, y)
	pad := 0.75 * (math.Abs(p.ux) + math.Abs(p.uy) + math.Abs(p.vx) + math.Abs(p.vy))
	a, b := &poses[0], &poses[len(poses)-1]
	mid := (a.z + b.z + a.h) / 2
	qx, qy := gx+mid*kx, gy+mid*ky
	half := a.h/2 + math.Abs(a.z-b.z)/2
	if a.tilted || b.tilted {
		half += a.r * 0.5
	}
	reach := a.reach() + half*math.Sqrt(kx*kx+ky*ky) + pad
	return segmentGap(qx, qy, a.x, a.y, b.x, b.y) <= reach*reach
}

// segmentGap is the squared distance of a point from a segment.
func segmentGap(x, y, ax, ay, bx, by float64) float64 {
	ex, ey, dx, dy := bx-ax, by-ay, x-ax, y-ay
	if q := ex*ex + ey*ey; q > 0 {
		t := min(1, max(0, (dx*ex+dy*ey)/q))
		dx, dy = dx-t*ex, dy-t*ey
	}
	return dx*dx + dy*dy
}

// shadowless is the height from which a disc is in a hand, whose shadow
// hides the disc's, mm.
const shadowless = 12

// darkest is the share of its light that a place keeps in the deepest shadow:
// what the surroundings throw back.
const darkest = 0.06

// shadow is the share of its light that a place keeps beside a body.
func (c *canvas) shadow(poses []body, x, y, z float64) float64 {
	b := &poses[len(poses)/2]
	if b.z > shadowless || z > b.z+b.h-0.2 || (z < -1 && b.z >= -0.5 && b.z < 1) {
		return 1
	}
	reach := b.reach() + 2*b.h + 14 + max(0, b.z)
	if dx, dy := x-b.x, y-b.y; dx*dx+dy*dy > reach*reach {
		return 1
	}
	light := &c.stage.look.light
	sky := float64(light.ambient[1])
	total := sky
	shares := make([]float64, 0, 4)
	for i := range light.lamps {
		l := &light.lamps[i]
		_, _, cos, fall := l.toward(x, y, z)
		shares = append(shares, float64(l.colour[1])*cos*fall)
		total += shares[i]
	}
	kept := 0.0
	use := [3]int{0, len(poses) / 2, len(poses) - 1}
	n := 3
	if len(poses) == 1 {
		n = 1
	}
	for _, u := range use[:n] {
		b := &poses[u]
		gone := sky * b.sky(x, y, z)
		for i := range light.lamps {
			gone += shares[i] * b.castShadow(&light.lamps[i], x, y, z)
		}
		kept += max(darkest, 1-gone/total)
	}
	return kept / float64(n)
}

// besides is the share of its light that a place on a body's side keeps
// beside the other bodies.
func (c *canvas) besides(b *body, t touch, list []int32, x, y float64) float64 {
	if t.onTop || b.tilted {
		return 1
	}
	kept := 1.0
	for _, k := range list {
		if k < 0 {
			continue // a peg's shadow is thin
		}
		if poses := c.movers[k].poses; b.x != poses[0].x || b.y != poses[0].y {
			kept *= c.shadow(poses, x, y, t.z)
		}
	}
	return kept
}

// sideSamples squared is the number of samples of a pixel at a body's edge.
const sideSamples = 4

// sample is the light of a pixel that sees bodies: the mean over its area,
// and over the time that the shutter is open for those that move.
func (c *canvas) sample(x, y int, near [][]body, list []int32, moving bool, base rgb, seen float32) rgb {
	p := c.view.patch(x, y)
	if !moving {
		if light, ok := c.inside(p, near, base, seen); ok {
			return light
		}
	}
	var sum rgb
	jitter := lattice(int32(x), int32(y), 99)
	for k := range sideSamples * sideSamples {
		u, v := (float64(k%sideSamples)+0.5)/sideSamples-0.5, (float64(k/sideSamples)+0.5)/sideSamples-0.5
		gx, gy := p.at(u, v)
		// 7 is coprime to 16: times are spread over the pixel's area.
		when := (float64(k*7%(sideSamples*sideSamples)) + jitter) / (sideSamples * sideSamples)
		if b, t, ok := c.highest(gx, gy, near, when, seen); ok {
			kx, ky := c.view.slope(gx, gy)
			px, py := gx+t.z*kx, gy+t.z*ky
			sum = sum.plus(c.stage.shadeBody(b, t, px, py).times(float32(c.besides(b, t, list, px, py))))
		} else {
			sum = sum.plus(base)
		}
	}
	return sum.times(1.0 / (sideSamples * sideSamples))
}

// inside takes one sample where all corners of a pixel see the flat top of
// one body, or none.
func (c *canvas) inside(p patch, near [][]body, base rgb, seen float32) (rgb, bool) {
	var first *body
	for k, corner := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}} {
		gx, gy := p.at(corner[0], corner[1])
		b, t, ok := c.highest(gx, gy, near, 0, seen)
		if ok && (t.nz < 1 && !b.tilted || !t.onTop || b.insetR > 0) {
			return rgb{}, false
		}
		if !ok {
			b = nil
		}
		if k > 0 && b != first {
			return rgb{}, false
		}
		first = b
	}
	if first == nil {
		return base, false
	}
	t, ok := first.hit(p.x, p.y, (c.view.eye.X-p.x)/c.view.eye.Z, (c.view.eye.Y-p.y)/c.view.eye.Z)
	if !ok {
		return rgb{}, false
	}
	kx, ky := c.view.slope(p.x, p.y)
	return c.stage.shadeBody(first, t, p.x+t.z*kx, p.y+t.z*ky), true
}

// highest is the body that a ray meets first at a moment of the shutter (0
// to 1), unless the stage hides it.
func (c *canvas) highest(gx, gy float64, near [][]body, when float64, seen float32) (*body, touch, bool) {
	kx, ky := c.view.slope(gx, gy)
	var best *body
	var top touch
	for _, poses := range near {
		b := &poses[min(len(poses)-1, int(when*float64(len(poses))))]
		t, ok := b.hit(gx, gy, kx, ky)
		if !ok || (best != nil && t.z <= top.z) || c.hidden(gx, gy, t.z, seen) {
			continue
		}
		best, top = b, t
	}
	return best, top, best != nil
}

// hidden says whether the stage is in front of a point at height z on the
// ray through (gx, gy): exactly at the hole and the surface's edge, by the
// pixel's centre at the rail.
func (c *canvas) hidden(gx, gy, z float64, seen float32) bool {
	if z < 0 {
		if !c.stage.opensAt(gx, gy) {
			return true
		}
	}
	return seen > 0.5 && float64(seen) > z+0.5
}
