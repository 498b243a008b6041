package sim

import "math"

// rgb is a colour in linear light, 1 = white paper under the reference light.
type rgb [3]float32

// srgb is the linear colour of an 8-bit sRGB one (IEC 61966-2-1).
func srgb(r, g, b uint8) rgb { return rgb{linear(r), linear(g), linear(b)} }

func linear(v uint8) float32 {
	c := float64(v) / 255
	if c <= 0.04045 {
		return float32(c / 12.92)
	}
	return float32(math.Pow((c+0.055)/1.055, 2.4))
}

// encode is the sRGB value, 0 to 255, of a linear one, 0 to 1.
func encode(c float64) float64 {
	if c <= 0 {
		return 0
	}
	if c <= 0.0031308 {
		return 255 * 12.92 * c
	}
	return 255 * (1.055*math.Pow(math.Min(c, 1), 1/2.4) - 0.055)
}

func (c rgb) bytes() [3]uint8 {
	var b [3]uint8
	for i, v := range c {
		b[i] = uint8(encode(float64(v)) + 0.5)
	}
	return b
}

func (c rgb) times(k float32) rgb { return rgb{c[0] * k, c[1] * k, c[2] * k} }

func (c rgb) mul(d rgb) rgb { return rgb{c[0] * d[0], c[1] * d[1], c[2] * d[2]} }

func (c rgb) plus(d rgb) rgb { return rgb{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

// mix is c at t = 0 and d at t = 1.
func (c rgb) mix(d rgb, t float32) rgb {
	return rgb{c[0] + (d[0]-c[0])*t, c[1] + (d[1]-c[1])*t, c[2] + (d[2]-c[2])*t}
}

// smooth rises from 0 at a to 1 at b without a kink.
func smooth(a, b, x float64) float64 {
	t := (x - a) / (b - a)
	if t <= 0 {
		return 0
	}
	if t >= 1 {
		return 1
	}
	return t * t * (3 - 2*t)
}
