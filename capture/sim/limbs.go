package sim

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/models"
)

// flatLimb is a limb as the camera sees it, px; h is the height toward the
// camera, in px at the fingertip's scale.
type flatLimb struct {
	ax, ay, bx, by float64
	ra, rb, ha, hb float64
	x0, y0, x1, y1 float64 // bounds
	sleeve, nail   bool
	length2        float64
}

// limbs is a hand ready to be painted.
type limbs struct {
	flat   []flatLimb
	board  []limb
	lamps  [][3]float64 // directions to the lamps in the camera's frame
	shadow [][]limb     // by lamp: the limbs moved along its light to z = 0; r softened in z
	shares []float64    // of the light at a place that each of those lamps gives
	mottle *[1 << 16]float32
}

// faintShadow is the share of the light below which a lamp's shadow of the
// hand is not drawn.
const faintShadow = 0.2

func (c *canvas) project(h *Hand) *limbs {
	if h == nil {
		return nil
	}
	cam := &c.view.cam
	list := &limbs{board: h.limbs(), mottle: mottle()}
	depth := func(j joint) float64 { return r3.Add(cam.R.Apply(r3.Vec{X: j.x, Y: j.y, Z: j.z}), cam.T).Z }
	scale := cam.Fx / depth(joint{x: h.X, y: h.Y, z: h.Z})
	field := newField(cam)
	for _, l := range list.board {
		l, seen := field.cut(l)
		if !seen {
			continue
		}
		a, okA := cam.Project(r3.Vec{X: l.a.x, Y: l.a.y, Z: l.a.z})
		b, okB := cam.Project(r3.Vec{X: l.b.x, Y: l.b.y, Z: l.b.z})
		da, db := depth(l.a), depth(l.b)
		if !okA || !okB || da < 50 || db < 50 {
			continue
		}
		f := flatLimb{
			ax: a.X, ay: a.Y, bx: b.X, by: b.Y, ra: l.a.r * cam.Fx / da, rb: l.b.r * cam.Fx / db,
			ha: -da * scale, hb: -db * scale, sleeve: l.sleeve, nail: l.nail,
		}
		f.length2 = (b.X-a.X)*(b.X-a.X) + (b.Y-a.Y)*(b.Y-a.Y) + 1e-9
		pad := max(f.ra, f.rb) + 6
		f.x0, f.x1 = min(a.X, b.X)-pad, max(a.X, b.X)+pad
		f.y0, f.y1 = min(a.Y, b.Y)-pad, max(a.Y, b.Y)+pad
		list.flat = append(list.flat, f)
	}
	for _, l := range c.stage.look.light.lamps {
		share := l.colour[1] / c.stage.look.light.total()
		dx, dy, dz, _ := l.toward(h.X, h.Y, h.Z+30)
		v := cam.R.Apply(r3.Vec{X: dx, Y: dy, Z: dz})
		list.lamps = append(list.lamps, [3]float64{v.X, v.Y, v.Z})
		if share < faintShadow {
			continue
		}
		var cast []limb
		for _, m := range list.board {
			fall := func(j joint) joint {
				z := min(max(0, j.z-j.r*0.7), l.z*0.7)
				t := z / (l.z - z)
				return joint{j.x + t*(j.x-l.x), j.y + t*(j.y-l.y), z*l.radius/(l.z-z) + 1.5, j.r * (1 + t)}
			}
			if m, seen := field.cut(limb{a: fall(m.a), b: fall(m.b)}); seen {
				cast = append(cast, m)
			}
		}
		list.shadow, list.shares = append(list.shadow, cast), append(list.shares, float64(share))
	}
	return list
}

// field is a camera's field of view with a rim: the lens's polynomial holds
// there, and beyond it may put a place anywhere.
type field struct {
	cam  *models.Camera
	most float64 // squared distance from the axis at unit depth
}

func newField(cam *models.Camera) field {
	f := field{cam: cam}
	w, h := float64(cam.Width), float64(cam.Height)
	for _, px := range [4][2]float64{{0, 0}, {w, 0}, {0, h}, {w, h}} {
		x, y := (px[0]-cam.Cx)/cam.Fx, (px[1]-cam.Cy)/cam.Fy
		f.most = max(f.most, 2*(x*x+y*y))
	}
	return f
}

func (f field) holds(j joint) bool {
	v := r3.Add(f.cam.R.Apply(r3.Vec{X: j.x, Y: j.y, Z: j.z}), f.cam.T)
	return v.Z > 50 && v.X*v.X+v.Y*v.Y <= f.most*v.Z*v.Z
}

// cut is the part of a limb within the field; none where neither end is in.
func (f field) cut(l limb) (limb, bool) {
	in, out := l.a, l.b
	a, b := f.holds(l.a), f.holds(l.b)
	switch {
	case a && b:
		return l, true
	case !a && !b:
		return l, false
	case b:
		in, out = l.b, l.a
	}
	lo, hi := 0.0, 1.0
	for range 12 {
		if mid := (lo + hi) / 2; f.holds(in.toward(out, mid)) {
			lo = mid
		} else {
			hi = mid
		}
	}
	if a {
		l.b = in.toward(out, lo)
	} else {
		l.a = in.toward(out, lo)
	}
	return l, true
}

// mark marks the tiles that the hand or its shadow touches.
func (l *limbs) mark(c *canvas, tiles []bool) {
	markBox := func(x0, y0, x1, y1 float64) {
		for ty := max(0, int(y0-margin)/tile); ty <= min(c.tilesY-1, int(y1+margin)/tile) && y1 >= -margin; ty++ {
			for tx := max(0, int(x0-margin)/tile); tx <= min(c.tilesX-1, int(x1+margin)/tile) && x1 >= -margin; tx++ {
				tiles[ty*c.tilesX+tx] = true
			}
		}
	}
	along := func(ax, ay, bx, by, ra, rb float64) {
		// A slanted limb fills little of its box: mark it piece by piece.
		n := 1 + int(math.Hypot(bx-ax, by-ay)/tile)
		for k := range n {
			t, u := float64(k)/float64(n), float64(k+1)/float64(n)
			r := ra + (rb-ra)*u
			r = max(r, ra+(rb-ra)*t)
			x0, y0, x1, y1 := ax+(bx-ax)*t, ay+(by-ay)*t, ax+(bx-ax)*u, ay+(by-ay)*u
			markBox(min(x0, x1)-r, min(y0, y1)-r, max(x0, x1)+r, max(y0, y1)+r)
		}
	}
	for i := range l.flat {
		f := &l.flat[i]
		along(f.ax, f.ay, f.bx, f.by, f.ra+2, f.rb+2)
	}
	cam := &c.view.cam
	for _, cast := range l.shadow {
		for _, s := range cast {
			a, okA := cam.Project(r3.Vec{X: s.a.x, Y: s.a.y})
			b, okB := cam.Project(r3.Vec{X: s.b.x, Y: s.b.y})
			if !okA || !okB {
				continue
			}
			k := cam.PixelsPerMM(r3.Vec{X: s.a.x, Y: s.a.y}) * 1.1
			along(a.X, a.Y, b.X, b.Y, (s.a.r+s.a.z)*k, (s.b.r+s.b.z)*k)
		}
	}
}

// paint draws shadow and hand into a tile.
func (l *limbs) paint(c *canvas, s *scratch) {
	l.paintShadow(c, s)
	var near []*flatLimb
	x1, y1 := float64(s.x0+padded), float64(s.y0+padded)
	for i := range l.flat {
		f := &l.flat[i]
		if f.x1 >= float64(s.x0) && f.y1 >= float64(s.y0) && f.x0 <= x1 && f.y0 <= y1 && f.crosses(s) {
			near = append(near, f)
		}
	}
	if len(near) == 0 {
		return
	}
	reach := len(c.tone.kernel) - 1
	lo, hi := margin-reach, padded-margin+reach
	const side = padded + 1
	var bumps [side * side]bump
	for j := lo; j <= hi; j++ {
		for i := lo; i <= hi; i++ {
			bumps[j*side+i] = relief(near, float64(s.x0+i), float64(s.y0+j))
		}
	}
	for j := lo; j < hi; j++ {
		for i := lo; i < hi; i++ {
			k := j*side + i
			b := &bumps[k]
			if b.gap >= 0.5 {
				continue
			}
			cover := float32(min(1, 0.5-b.gap))
			light := l.skin(&c.stage.look, b, s.x0+i, s.y0+j, slope(b, &bumps[k+1]), slope(b, &bumps[k+side]))
			o := 3 * (j*padded + i)
			for ch := range 3 {
				s.pix[o+ch] += (light[ch] - s.pix[o+ch]) * cover
			}
		}
	}
}

// crosses says whether the limb comes near a tile's circle.
func (f *flatLimb) crosses(s *scratch) bool {
	const reach = padded * 0.71
	r := max(f.ra, f.rb) + reach + 6
	return segmentGap(float64(s.x0+padded/2), float64(s.y0+padded/2), f.ax, f.ay, f.bx, f.by) < r*r
}

// bump is what the hand looks like at a pixel: its height toward the camera
// and the distance from its outline (negative inside), px, and the limb on
// top with the place along it (0 to 1).
type bump struct {
	height, gap float64
	top         *flatLimb
	along       float64
	nail        bool
	cloth       float32 // share of the pixel that a sleeve covers
}

// relief is the hand at a pixel; limbs melt into each other.
func relief(near []*flatLimb, x, y float64) bump {
	b := bump{height: -1e9, gap: 1e9}
	best := -1e9
	for _, f := range near {
		if x < f.x0 || x > f.x1 || y < f.y0 || y > f.y1 {
			continue
		}
		d2, t := segmentPlace(x, y, f.ax, f.ay, f.bx, f.by)
		r := f.ra + (f.rb-f.ra)*t
		h := f.ha + (f.hb-f.ha)*t
		d := math.Sqrt(d2)
		if d < r {
			h += math.Sqrt(r*r - d2)
		} else {
			h -= (d - r) * 2
		}
		melt := 2.5
		if f.sleeve {
			melt = 0.5
			if d < r {
				h += 1000 // cloth lies over the skin wherever both are
			}
			b.cloth = max(b.cloth, float32(min(1, max(0, 0.5-(d-r)))))
		}
		if h > best {
			best, b.top, b.along = h, f, t
			b.nail = f.nail && t > 0.55 && d < 0.55*r
		}
		b.height = softMax(b.height, h, melt)
		b.gap = -softMax(-b.gap, r-d, melt)
	}
	return b
}

// softMax is the larger of two, rounded where they are within k.
func softMax(a, b, k float64) float64 {
	d := math.Abs(a - b)
	m := max(a, b)
	if d >= k {
		return m
	}
	q := k - d
	return m + q*q/(4*k)
}

// slope between neighbouring pixels; none where cloth begins.
func slope(b, next *bump) float64 {
	if d := next.height - b.height; math.Abs(d) < 500 {
		return d
	}
	return 0
}

// mottle is fine noise about 0, by pixel, for skin and cloth.
var mottle = sync.OnceValue(func() *[1 << 16]float32 {
	var m [1 << 16]float32
	for i := range m {
		x, y := float64(i&255), float64(i>>8)
		m[i] = float32(0.6*valueNoise(x/2.2, y/2.2, 33) + 0.4*valueNoise(x/9, y/9, 34) - 0.5)
	}
	return &m
})

// skin is the light from the hand at a pixel, given its relief's slopes.
func (l *limbs) skin(look *Look, b *bump, x, y int, hx, hy float64) rgb {
	albedo := look.skin
	rough := l.mottle[(y&255)<<8|x&255]
	shade := 1 + 0.12*rough
	switch {
	case b.cloth > 0 && look.sleeve != nil:
		albedo = albedo.mix(*look.sleeve, b.cloth)
		fold := math.Sin(b.along*math.Sqrt(b.top.length2)/11 + 1.7*math.Sin(float64(x+2*y)/23))
		shade = 0.95 + 0.07*float32(fold) + 0.25*rough
	case b.nail:
		albedo = albedo.mix(rgb{0.85, 0.62, 0.56}, 0.5).times(1.12)
	}
	n := 1 / math.Sqrt(hx*hx+hy*hy+1)
	nx, ny, nz := -hx*n, -hy*n, -n
	out := albedo.mul(look.light.ambient).times(float32(0.5 + 0.5*n))
	for i, d := range l.lamps {
		cos := nx*d[0] + ny*d[1] + nz*d[2]
		// Light creeps around skin's edge, red the farthest.
		wrap := rgb{float32(max(0, cos+0.22) / 1.22), float32(max(0, cos+0.12) / 1.12), float32(max(0, cos+0.08) / 1.08)}
		out = out.plus(albedo.mul(look.light.lamps[i].colour).mul(wrap))
	}
	return out.times(shade)
}

// paintShadow darkens what lies under the hand, on a grid of every fourth
// pixel: the hand's shadows are soft.
func (l *limbs) paintShadow(c *canvas, s *scratch) {
	const step, n = 4, padded/4 + 1
	var grid [n * n]float64
	any := false
	casts := l.castsNear(c, s)
	if casts == nil {
		return
	}
	for j := range n {
		for i := range n {
			x, y := min(c.ground.w-1, max(0, s.x0+i*step)), min(c.ground.h-1, max(0, s.y0+j*step))
			o := y*c.ground.w + x
			gx, gy := float64(c.view.gx[o]), float64(c.view.gy[o])
			kept := 1.0
			for k, cast := range casts {
				dark := 0.0
				for _, m := range cast {
					a, b := &m.a, &m.b
					reach := max(a.r+a.z, b.r+b.z)
					d2, t := segmentPlace(gx, gy, a.x, a.y, b.x, b.y)
					if d2 > reach*reach {
						continue
					}
					soft := a.z + (b.z-a.z)*t
					dark = max(dark, smooth(soft, -soft, math.Sqrt(d2)-(a.r+(b.r-a.r)*t)))
				}
				kept -= dark * l.shares[k]
			}
			grid[j*n+i] = kept
			any = any || kept < 1
		}
	}
	if !any {
		return
	}
	for j := range padded {
		for i := range padded {
			k := j/step*n + i/step
			u, v := float64(i%step)/step, float64(j%step)/step
			kept := float32((grid[k]*(1-u)+grid[k+1]*u)*(1-v) + (grid[k+n]*(1-u)+grid[k+n+1]*u)*v)
			o := 3 * (j*padded + i)
			s.pix[o], s.pix[o+1], s.pix[o+2] = s.pix[o]*kept, s.pix[o+1]*kept, s.pix[o+2]*kept
		}
	}
}

// castsNear are the shadows, by lamp, that reach a tile; nil if none does.
func (l *limbs) castsNear(c *canvas, s *scratch) [][]*limb {
	ground := func(x, y int) (float64, float64) {
		o := min(c.ground.h-1, max(0, y))*c.ground.w + min(c.ground.w-1, max(0, x))
		return float64(c.view.gx[o]), float64(c.view.gy[o])
	}
	mx, my := ground(s.x0+padded/2, s.y0+padded/2)
	size := 0.0
	for _, corner := range [4][2]int{{0, 0}, {padded, 0}, {0, padded}, {padded, padded}} {
		x, y := ground(s.x0+corner[0], s.y0+corner[1])
		size = max(size, math.Hypot(x-mx, y-my))
	}
	var casts [][]*limb
	for k, list := range l.shadow {
		for i := range list {
			m := &list[i]
			reach := max(m.a.r+m.a.z, m.b.r+m.b.z) + size
			if segmentGap(mx, my, m.a.x, m.a.y, m.b.x, m.b.y) < reach*reach {
				if casts == nil {
					casts = make([][]*limb, len(l.shadow))
				}
				casts[k] = append(casts[k], m)
			}
		}
	}
	return casts
}

// segmentPlace is the squared distance of a point from a segment, and where
// along it the nearest point lies.
func segmentPlace(x, y, ax, ay, bx, by float64) (d2, t float64) {
	ex, ey, dx, dy := bx-ax, by-ay, x-ax, y-ay
	if q := ex*ex + ey*ey; q > 0 {
		t = min(1, max(0, (dx*ex+dy*ey)/q))
	}
	dx, dy = dx-t*ex, dy-t*ey
	return dx*dx + dy*dy, t
}
