package sim

import "math"

// body is an upright or tilted cylinder with rounded edges, or a box: a disc
// on its way or at rest, a peg, a cup, a book. (x, y, z) is the middle of its
// underside in the board frame, mm.
type body struct {
	x, y, z float64
	r, h    float64 // radius and height; a box's half length and height
	edge    float64 // radius of the rounding
	half    float64 // half the width of a box; 0 for a cylinder
	turn    float64 // radians about its axis
	tilted  bool
	tilt    [9]float64 // rows: body to board frame, when tilted
	paint   rgb
	side    rgb
	grain   *wood
	inset   rgb     // colour of the top within insetR: a cup's coffee
	insetR  float64 // mm; 0 for none
	cut     float64 // mm: where of the plank a disc was cut from
	shine   float32
	groove  float32 // depth of the rings turned into the top, share of the light
}

// lean tilts the body by deg about its underside's middle, so that the side
// toward dirDeg goes down.
func (b *body) lean(deg, dirDeg float64) {
	if deg == 0 {
		return
	}
	b.tilted = true
	s, c := math.Sincos(deg * math.Pi / 180)
	sd, cd := math.Sincos(dirDeg * math.Pi / 180)
	// Rotation about the horizontal axis (-sd, cd) that takes +z toward dir.
	b.tilt = [9]float64{
		c*cd*cd + sd*sd, (c - 1) * cd * sd, s * cd,
		(c - 1) * cd * sd, c*sd*sd + cd*cd, s * sd,
		-s * cd, -s * sd, c,
	}
}

// touch is where a ray meets a body.
type touch struct {
	z          float64 // in the board frame
	nx, ny, nz float64 // normal in the board frame
	u, v       float64 // place within the top, mm; |(u, v)| < r
	onTop      bool
}

func (b *body) reach() float64 {
	if b.half > 0 {
		return math.Hypot(b.r, b.half)
	}
	return b.r
}

// mayMeet says cheaply whether a ray can meet the body.
func (b *body) mayMeet(gx, gy, kx, ky float64) bool {
	mid := b.z + b.h/2
	dx, dy := gx+mid*kx-b.x, gy+mid*ky-b.y
	half := b.h / 2
	if b.tilted {
		half += b.r * 0.5
	}
	reach := b.reach() + half*math.Sqrt(kx*kx+ky*ky)
	return dx*dx+dy*dy <= reach*reach
}

// hit is where the ray through (gx, gy, 0) of slope k first meets the body,
// from above.
func (b *body) hit(gx, gy, kx, ky float64) (touch, bool) {
	if b.tilted {
		return b.hitTilted(gx, gy, kx, ky)
	}
	t, ok := b.hitLocal(gx-b.x+b.z*kx, gy-b.y+b.z*ky, kx, ky)
	t.z += b.z
	return t, ok
}

func (b *body) hitTilted(gx, gy, kx, ky float64) (touch, bool) {
	m := &b.tilt
	// Inverse rotation of the ray's point at z = 0 and of its direction.
	ox, oy, oz := gx-b.x, gy-b.y, -b.z
	ax, ay, az := m[0]*ox+m[3]*oy+m[6]*oz, m[1]*ox+m[4]*oy+m[7]*oz, m[2]*ox+m[5]*oy+m[8]*oz
	bx, by, bz := m[0]*kx+m[3]*ky+m[6], m[1]*kx+m[4]*ky+m[7], m[2]*kx+m[5]*ky+m[8]
	if bz < 1e-6 {
		return touch{}, false
	}
	lx, ly := bx/bz, by/bz
	t, ok := b.hitLocal(ax-az*lx, ay-az*ly, lx, ly)
	if !ok {
		return t, false
	}
	px, py := ax-az*lx+t.z*lx, ay-az*ly+t.z*ly
	world := b.z + m[6]*px + m[7]*py + m[8]*t.z
	t.nx, t.ny, t.nz = m[0]*t.nx+m[1]*t.ny+m[2]*t.nz, m[3]*t.nx+m[4]*t.ny+m[5]*t.nz, m[6]*t.nx+m[7]*t.ny+m[8]*t.nz
	t.z = world
	return t, true
}

// The rounding of an edge is a stack of thin steps: at most 0.02 mm from the
// true torus for the 0.9 mm of a disc.
const roundSteps = 4

var stepSin, stepCos = func() (s, c [roundSteps + 1]float64) {
	for i := range s {
		s[i], c[i] = math.Sincos(float64(i) / roundSteps * math.Pi / 2)
	}
	return
}()

// hitLocal meets the body standing at the origin.
func (b *body) hitLocal(gx, gy, kx, ky float64) (touch, bool) {
	if b.half > 0 {
		return b.hitBox(gx, gy, kx, ky)
	}
	for i := roundSteps; i >= 0; i-- {
		z := b.h - b.edge*(1-stepSin[i])
		x, y := gx+z*kx, gy+z*ky
		r := b.r - b.edge*(1-stepCos[i])
		if q := x*x + y*y; q <= r*r {
			t := touch{z: z, nz: 1, u: x, v: y, onTop: true}
			if i < roundSteps {
				d := math.Sqrt(q)
				// Between two steps the normal turns with the radius.
				c := min(1, (d-(b.r-b.edge))/b.edge)
				t.nx, t.ny, t.nz = c*x/d, c*y/d, math.Sqrt(max(0, 1-c*c))
				t.onTop = i >= 2
			}
			return t, true
		}
		if b.edge == 0 {
			break
		}
	}
	if _, hi, ok := circleSpan(gx, gy, kx, ky, b.r); ok && hi <= b.h-b.edge && hi >= b.edge {
		x, y := gx+hi*kx, gy+hi*ky
		return touch{z: hi, nx: x / b.r, ny: y / b.r, u: x, v: y}, true
	}
	for i := 1; i <= roundSteps && b.edge > 0; i++ {
		z := b.edge * (1 - stepSin[i])
		x, y := gx+z*kx, gy+z*ky
		r := b.r - b.edge*(1-stepCos[i])
		if q := x*x + y*y; q <= r*r {
			d := math.Sqrt(q) + 1e-9
			return touch{z: z, nx: x / d * stepCos[i], ny: y / d * stepCos[i], nz: -stepSin[i], u: x, v: y}, true
		}
	}
	return touch{}, false
}

func (b *body) hitBox(gx, gy, kx, ky float64) (touch, bool) {
	s, c := math.Sincos(b.turn)
	px, py, qx, qy := gx*c+gy*s, gy*c-gx*s, kx*c+ky*s, ky*c-kx*s
	x, y := px+b.h*qx, py+b.h*qy
	if math.Abs(x) <= b.r && math.Abs(y) <= b.half {
		return touch{z: b.h, nz: 1, u: x, v: y, onTop: true}, true
	}
	low, high, nx, ny := 0.0, b.h, 0.0, 0.0
	for i, a := range [2][3]float64{{px, qx, b.r}, {py, qy, b.half}} {
		p, q, lim := a[0], a[1], a[2]
		if q == 0 {
			if math.Abs(p) > lim {
				return touch{}, false
			}
			continue
		}
		z1, z2 := (-lim-p)/q, (lim-p)/q
		side := 1.0
		if z1 > z2 {
			z1, z2, side = z2, z1, -1
		}
		low = max(low, z1)
		if z2 < high {
			high = z2
			nx, ny = 0, 0
			if i == 0 {
				nx = side
			} else {
				ny = side
			}
		}
	}
	if low >= high || (nx == 0 && ny == 0) {
		return touch{}, false
	}
	return touch{z: high, nx: nx*c - ny*s, ny: nx*s + ny*c}, true
}

// castShadow is the share of the lamp that the body hides from the place
// (x, y, z): the cylinder seen from the lamp is
// swept along its shadow; its penumbra widens with the height that casts it.
func (b *body) castShadow(l *lamp, x, y, z float64) float64 {
	low, high := max(0, b.z-z), b.z+b.h-z
	if high <= 0 {
		return 0
	}
	lz := l.z - z
	sx, sy := (b.x-l.x)/lz, (b.y-l.y)/lz // shift of a shadow per mm of height
	ax, ay := b.x+sx*low, b.y+sy*low
	ex, ey := sx*(high-low), sy*(high-low)
	dx, dy := x-ax, y-ay
	t := 0.0
	if q := ex*ex + ey*ey; q > 1e-9 {
		t = min(1, max(0, (dx*ex+dy*ey)/q))
	}
	rx, ry := dx-t*ex, dy-t*ey
	var gap float64
	if b.half > 0 {
		s, c := math.Sincos(b.turn)
		gap = max(math.Abs(rx*c+ry*s)-b.r, math.Abs(ry*c-rx*s)-b.half)
	} else {
		gap = math.Sqrt(rx*rx+ry*ry) - b.r
	}
	soft := (low+t*(high-low))*l.radius/lz*0.8 + 0.5
	return smooth(soft, -soft, gap)
}

// sky is the share of the sky's light that the body takes from a place of the
// ground beside it: an upright wall as high as the body and as wide as it is
// seen from there, under an even sky. A wall without end at distance d takes
// (1 - d/sqrt(d²+h²))/2.
func (b *body) sky(x, y, z float64) float64 {
	far := math.Hypot(x-b.x, y-b.y)
	d, h := max(0.05, far-b.r), b.z+b.h-z
	if d > 6*h || h <= 0 {
		return 0
	}
	width := 1.0
	if far > b.r {
		width = 2 * math.Asin(min(1, b.r/far)) / math.Pi
	}
	gone := (1 - d/math.Sqrt(d*d+h*h)) / 2 * width
	if under := b.z - z; under > 0 { // light comes in below a lifted body
		gone -= (1 - d/math.Sqrt(d*d+under*under)) / 2 * width
	}
	return gone
}

// shadeBody is the light that leaves a body at a touch toward the eye.
func (s *stage) shadeBody(b *body, t touch, x, y float64) rgb {
	albedo := b.side
	if t.onTop {
		albedo = b.paint
		rel := 0.0
		if b.half == 0 {
			rel = math.Sqrt(t.u*t.u+t.v*t.v) / b.r
		}
		switch {
		case b.grain != nil:
			sn, cs := math.Sincos(b.turn)
			w := b.grain.at(t.u*cs+t.v*sn+b.cut, t.v*cs-t.u*sn)
			albedo = w.mix(b.paint, 0.35)
		case b.insetR > 0 && rel*b.r < b.insetR:
			albedo = b.inset
		default:
			albedo = albedo.times(float32(0.97 + 0.06*rel*rel))
		}
		if b.groove > 0 {
			albedo = albedo.times(1 - b.groove*turnedRings(rel))
		}
	}
	open := 0.62 + 0.38*t.nz
	if b.half == 0 && t.nz < 0.5 {
		// A side sees half the sky, and below it the ground in its own shade.
		open *= 0.62 + 0.38*smooth(0, 1, (t.z-b.z)/b.h)
	}
	if s.square != nil && t.z < -1 && s.outer.gap(b.x, b.y) < 0 { // down in a net
		open *= 0.35
	}
	out := albedo.mul(s.look.light.ambient).times(float32(open))
	vx, vy, vz := unit(s.eyeX-x, s.eyeY-y, s.eyeZ-t.z)
	for i := range s.look.light.lamps {
		l := &s.look.light.lamps[i]
		dx, dy, dz, fall := l.toward(x, y, t.z)
		cos := t.nx*dx + t.ny*dy + t.nz*dz
		if cos <= 0 {
			continue
		}
		lit := 1.0
		if t.z < -1 && b.z < -1 {
			on := onDitch
			if s.square != nil {
				on = onPocketFloor
			}
			if s.outer.gap(b.x, b.y) > 0 {
				on = onTable
			}
			lit = s.lit(l, strike{part: on, x: x, y: y, z: t.z})
		}
		out = out.plus(albedo.mul(l.colour).times(float32(cos * fall * lit)))
		out = out.plus(l.colour.times(b.shine * float32(lit) * l.sheen(dx, dy, dz, t.nx, t.ny, t.nz, vx, vy, vz)))
	}
	return out
}
