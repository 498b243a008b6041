package sim

import "math"

// tone turns light into a picture: blur of the lens, vignette, exposure and
// the sRGB curve.
type tone struct {
	w, h     int
	exposure float32
	vignette float32
	balance  rgb
	haze     float32
	kernel   []float32 // half of the blur's, from the middle
	curve    [4097]float32
	printed  [2 * printSteps]byte // curve in fine steps, less the room for noise
}

// printSteps are the steps from black to white of the table that turns
// light into bytes.
const printSteps = 8192

func newTone(l Look, w, h int) *tone {
	t := &tone{w: w, h: h, exposure: float32(l.exposure), vignette: float32(l.vignette), balance: l.balance, haze: l.haze}
	t.kernel = gauss(l.blur)
	for i := range t.curve {
		v := encode(shoulder(float64(i)/2048)) / 255
		v += l.contrast * (smooth(0, 1, v) - v)
		t.curve[i] = float32(255 * v)
	}
	for i := range t.printed {
		v := t.grey((float32(i) + 0.5) / printSteps)
		t.printed[i] = uint8(min(255-2*noiseRange, max(0, v+0.5-noiseRange)))
	}
	return t
}

// shoulder rolls highlights off instead of clipping them.
func shoulder(v float64) float64 {
	if v <= 0.7 {
		return v
	}
	return 0.7 + 0.3*(1-math.Exp(-(v-0.7)/0.3))
}

// gauss is one half of a normalised Gaussian kernel of sigma px, no wider
// than a tile's margin.
func gauss(sigma float64) []float32 {
	n := min(margin, int(2.5*sigma+0.5))
	k := make([]float64, n+1)
	sum := 0.0
	for i := range k {
		if sigma > 0 {
			k[i] = math.Exp(-float64(i*i) / (2 * sigma * sigma))
		} else if i == 0 {
			k[i] = 1
		}
		sum += k[i]
		if i > 0 {
			sum += k[i]
		}
	}
	half := make([]float32, len(k))
	for i := range k {
		half[i] = float32(k[i] / sum)
	}
	return half
}

// grey is the 8-bit value, as a float, of light at a pixel.
func (t *tone) grey(v float32) float32 {
	v *= 2048
	if v <= 0 {
		return 0
	}
	if v >= 4095 {
		return t.curve[4095]
	}
	i := int(v)
	return t.curve[i] + (t.curve[i+1]-t.curve[i])*(v-float32(i))
}

// gain is exposure and vignette at a pixel.
func (t *tone) gain(x, y int) float32 {
	dx, dy := (float32(x)-float32(t.w)/2)/float32(t.w), (float32(y)-float32(t.h)/2)/float32(t.w)
	r := (dx*dx + dy*dy) * 3
	return t.exposure * (1 - t.vignette*r)
}

// scratch is one tile with its margin, in linear light.
type scratch struct {
	pix, row [padded * padded * 3]float32
	x0, y0   int // of the padded square in the picture
}

// load copies a tile and its margin; the picture's border is continued.
func (s *scratch) load(l *layer, tx, ty int) {
	s.x0, s.y0 = tx*tile-margin, ty*tile-margin
	for j := range padded {
		y := min(l.h-1, max(0, s.y0+j))
		for i := range padded {
			x := min(l.w-1, max(0, s.x0+i))
			copy(s.pix[3*(j*padded+i):3*(j*padded+i)+3], l.pix[3*(y*l.w+x):3*(y*l.w+x)+3])
		}
	}
}

// blur convolves the inner square.
func (s *scratch) blur(k []float32) {
	const stride, left, right = 3 * padded, 3 * margin, 3 * (padded - margin)
	reach := len(k) - 1
	if reach == 0 {
		return
	}
	for j := margin - reach; j < padded-margin+reach; j++ {
		row := s.row[j*stride+left : j*stride+right]
		mid := s.pix[j*stride+left : j*stride+right]
		for i, v := range mid {
			row[i] = v * k[0]
		}
		for n := 1; n <= reach; n++ {
			convolve(row, s.pix[j*stride+left-3*n:], s.pix[j*stride+left+3*n:], k[n])
		}
	}
	for j := margin; j < padded-margin; j++ {
		out := s.pix[j*stride+left : j*stride+right]
		for i, v := range s.row[j*stride+left : j*stride+right] {
			out[i] = v * k[0]
		}
		for n := 1; n <= reach; n++ {
			convolve(out, s.row[(j-n)*stride+left:], s.row[(j+n)*stride+left:], k[n])
		}
	}
}

// convolve adds the weighted sum of two rows.
func convolve(to, a, b []float32, k float32) {
	a, b = a[:len(to)], b[:len(to)]
	for i := range to {
		to[i] += (a[i] + b[i]) * k
	}
}

// develop turns one tile into bytes, with the hand over it.
func (c *canvas) develop(t int, limbs *limbs, hand bool) {
	var s scratch
	tx, ty := t%c.tilesX, t/c.tilesX
	s.load(c.bodies, tx, ty)
	if hand {
		limbs.paint(c, &s)
	}
	s.blur(c.tone.kernel)
	w := c.ground.w
	x0, x1 := tx*tile, min((tx+1)*tile, w)
	left, right := c.airAlong(x0, ty), c.airAlong(x1-1, ty)
	for y := ty * tile; y < min((ty+1)*tile, c.ground.h); y++ {
		from := 3 * ((y-s.y0)*padded + x0 - s.x0)
		line := s.pix[from : from+3*(x1-x0)]
		to := 3 * (y*w + x0)
		if c.sensor != nil {
			c.tone.expose(c.sensor.pix[to:to+len(line)], line, x0, y)
		} else {
			v := float32(y-ty*tile) / tile
			a, b := left[0]+(left[1]-left[0])*v, right[0]+(right[1]-right[0])*v
			c.tone.print(c.bytes[to:to+len(line)], line, x0, y, a, (b-a)/float32(x1-x0))
		}
	}
}

// airAlong is the light at the upper and lower end of a tile's column.
func (c *canvas) airAlong(x, ty int) [2]float32 {
	var ends [2]float32
	for i := range ends {
		o := min(c.ground.h-1, (ty+i)*tile)*c.ground.w + x
		ends[i] = c.air.light(float64(c.view.gx[o]), float64(c.view.gy[o]))
	}
	return ends
}

// expose lets a row of light, from (x, y) on, fall on the sensor.
func (t *tone) expose(sensor, light []float32, x, y int) {
	for i := 0; i+2 < len(light); i += 3 {
		g := t.gain(x+i/3, y)
		sensor[i], sensor[i+1], sensor[i+2] = light[i]*g, light[i+1]*g, light[i+2]*g
	}
}

// print turns a row of light, from (x, y) on, into bytes, BGR. The air's
// light is `air` at its start and grows by `step` a pixel.
func (t *tone) print(bytes []byte, light []float32, x, y int, air, step float32) {
	bytes = bytes[:len(light)]
	haze := t.haze * t.exposure * printSteps
	for i := 0; i+2 < len(light); i += 3 {
		g := t.gain(x+i/3, y) * printSteps * air
		air += step
		bytes[i] = t.printed[printIndex(light[i+2]*g*t.balance[2]+haze)]
		bytes[i+1] = t.printed[printIndex(light[i+1]*g*t.balance[1]+haze)]
		bytes[i+2] = t.printed[printIndex(light[i]*g*t.balance[0]+haze)]
	}
}

func printIndex(v float32) int { return max(0, min(int(v), 2*printSteps-1)) }
