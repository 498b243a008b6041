package detect

import "math"

// Lab is a colour in CIE 1976 L*a*b*, white point D65: distances in it are
// about what an eye sees.
type Lab struct{ L, A, B float64 }

// Distance is the straight distance of two colours (CIE 1976 delta E).
func (a Lab) Distance(b Lab) float64 {
	return math.Sqrt((a.L-b.L)*(a.L-b.L) + (a.A-b.A)*(a.A-b.A) + (a.B-b.B)*(a.B-b.B))
}

// Linear undoes the sRGB transfer curve (IEC 61966-2-1) for a sample of 0 to
// 255; the result is 0 to 1.
func Linear(v float64) float64 {
	v = math.Max(0, v) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// Lab is the tint under a light gain times as strong.
func (a Tint) Lab(gain float64) Lab {
	b, g, r := Linear(a[0])*gain, Linear(a[1])*gain, Linear(a[2])*gain
	x := (0.4124*r + 0.3576*g + 0.1805*b) / 0.9505
	y := 0.2126*r + 0.7152*g + 0.0722*b
	z := (0.0193*r + 0.1192*g + 0.9505*b) / 1.089
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return t*24389/27/116 + 16.0/116
	}
	fx, fy, fz := f(x), f(y), f(z)
	return Lab{L: 116*fy - 16, A: 500 * (fx - fy), B: 200 * (fy - fz)}
}

// brightness is the linear light of a tint, 0 to 1 (CIE Y).
func (a Tint) brightness() float64 {
	return 0.0722*Linear(a[0]) + 0.7152*Linear(a[1]) + 0.2126*Linear(a[2])
}

// Tint is the colour in a picture's samples.
func (c RGB) Tint() Tint { return Tint{float64(c.B), float64(c.G), float64(c.R)} }
