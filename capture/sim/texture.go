package sim

import "math"

// texture is the colour of a material at a place of its own plane, mm.
type texture interface{ at(x, y float64) rgb }

// plain is one colour with a faint mottle.
type plain struct {
	colour rgb
	seed   uint32
}

func (p plain) at(x, y float64) rgb {
	m := valueNoise(x/37, y/37, p.seed)*0.6 + valueNoise(x/3, y/3, p.seed+1)*0.4
	return p.colour.times(float32(0.94 + 0.12*m))
}

// wood is a veneer: bands of annual rings, fibres and pores along the grain.
type wood struct {
	light, dark          rgb
	rings, fibres, pores float64 // strength of each, 0 to 1
	ringWidth            float64 // mm
	sin, cos             float64 // direction of the grain
	seed                 uint32
}

// species are woods in the order light, dark (sRGB), rings, fibres, pores, ring width.
var species = map[string]wood{
	"maple":  {light: srgb(226, 194, 146), dark: srgb(198, 158, 108), rings: 0.35, fibres: 0.5, pores: 0.05, ringWidth: 26},
	"birch":  {light: srgb(224, 188, 138), dark: srgb(200, 158, 108), rings: 0.25, fibres: 0.45, pores: 0.1, ringWidth: 40},
	"oak":    {light: srgb(196, 150, 96), dark: srgb(140, 98, 56), rings: 0.45, fibres: 0.5, pores: 0.7, ringWidth: 13},
	"pine":   {light: srgb(226, 186, 126), dark: srgb(186, 128, 74), rings: 0.8, fibres: 0.3, pores: 0, ringWidth: 17},
	"cherry": {light: srgb(176, 104, 68), dark: srgb(132, 68, 42), rings: 0.4, fibres: 0.5, pores: 0.15, ringWidth: 22},
	"walnut": {light: srgb(112, 76, 52), dark: srgb(64, 42, 30), rings: 0.5, fibres: 0.5, pores: 0.4, ringWidth: 19},
	"honey":  {light: srgb(214, 158, 92), dark: srgb(172, 112, 56), rings: 0.4, fibres: 0.5, pores: 0.1, ringWidth: 24},
}

// veneer is a sheet of a species with its grain turned by deg.
func veneer(name string, deg float64, seed uint32) wood {
	w := species[name]
	w.sin, w.cos = math.Sincos(deg * math.Pi / 180)
	w.seed = seed
	return w
}

// stained is w coloured like c, its grain still showing.
func (w wood) stained(c rgb) wood {
	l := (w.light[0] + w.light[1] + w.light[2]) / 3
	for i := range c {
		w.light[i], w.dark[i] = c[i]*1.15, c[i]*(0.55+0.45*w.dark[i]/l)
	}
	return w
}

func (w wood) at(x, y float64) rgb {
	along, across := x*w.cos+y*w.sin, y*w.cos-x*w.sin
	warp := valueNoise(along/310, across/70, w.seed)*46 + valueNoise(along/90, across/22, w.seed+1)*7
	ring := 0.5 + 0.5*math.Sin((across+warp)*2*math.Pi/w.ringWidth)
	fibre := valueNoise(along/70, across/1.7, w.seed+2)*0.6 + valueNoise(along/21, across/0.7, w.seed+3)*0.4
	tone := 0.45 + w.rings*(ring*ring-0.4)*0.7 + w.fibres*(fibre-0.5)*1.1
	if w.pores > 0 {
		if p := valueNoise(along/8, across/0.55, w.seed+4); p > 0.78 {
			tone += w.pores * (p - 0.78) * 3 * (0.4 + ring)
		}
	}
	tone += 0.25 * (valueNoise(along/500, across/160, w.seed+5) - 0.5)
	return w.light.mix(w.dark, float32(min(1.15, max(-0.1, tone))))
}

// cloth is a woven table cloth: plain, stripes, or gingham.
type cloth struct {
	kind     string // plain, stripe, gingham
	a, b     rgb
	pitch    float64 // mm of one stripe
	sin, cos float64
	seed     uint32
}

func (c cloth) at(x, y float64) rgb {
	u, v := x*c.cos+y*c.sin, y*c.cos-x*c.sin
	u += 3 * valueNoise(u/60, v/60, c.seed)
	stripe := func(t float64) float32 {
		if math.Mod(math.Floor(t/c.pitch), 2) == 0 {
			return 0
		}
		return 1
	}
	col := c.a
	switch c.kind {
	case "stripe":
		col = c.a.mix(c.b, stripe(u))
	case "gingham":
		col = c.a.mix(c.b, (stripe(u)+stripe(v))/2)
	}
	weave := 0.9 + 0.02*math.Sin(u*3.1)*math.Sin(v*3.1) + 0.2*(valueNoise(x/1.3, y/1.3, c.seed+1)-0.3)
	fold := 0.94 + 0.12*valueNoise(u/190, v/90, c.seed+2)
	return col.times(float32(weave * fold))
}

// valueNoise is smooth noise, 0 to 1, of wavelength about 1.
func valueNoise(x, y float64, seed uint32) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int32(fx), int32(fy)
	u, v := x-fx, y-fy
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	a, b := lattice(ix, iy, seed), lattice(ix+1, iy, seed)
	c, d := lattice(ix, iy+1, seed), lattice(ix+1, iy+1, seed)
	return (a+(b-a)*u)*(1-v) + (c+(d-c)*u)*v
}

func lattice(x, y int32, seed uint32) float64 {
	h := uint32(x)*0x8da6b343 ^ uint32(y)*0xd8163841 ^ seed*0xcb1ab31f
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	h *= 0x297a2d39
	h ^= h >> 15
	return float64(h) / (1 << 32)
}
