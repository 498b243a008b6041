package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/capture"
)

// photo is what a camera does to the light of a still.
type photo struct {
	whiteBalance rgb
	haze         float64 // light scattered over the whole picture
	shot, read   float64 // noise: share of the root of the light, and of white
	noiseBlur    float64 // sigma, px, of the noise's own blur (demosaicing)
}

// noiseTile is the side of the square of noise that a still repeats.
const noiseTile = 512

// expose turns the light on the sensor into a frame.
func (p photo) expose(light *layer, t *tone, rng *rand.Rand) capture.Frame {
	f := capture.Frame{Width: light.w, Height: light.h, Pix: make([]byte, len(light.pix))}
	noise := p.noise(rng)
	rows(light.h, func(y int) {
		for x := range light.w {
			o := 3 * (y*light.w + x)
			q := 3 * ((y%noiseTile)*noiseTile + x%noiseTile)
			for ch := range 3 {
				v := float64(light.pix[o+ch]*p.whiteBalance[ch]) + p.haze
				v += float64(noise[q+ch]) * math.Sqrt(p.shot*p.shot*max(0, v)+p.read*p.read)
				f.Pix[o+2-ch] = uint8(t.grey(float32(v)) + 0.5)
			}
		}
	})
	return f
}

// noise is a tile of Gaussian noise of unit variance, blurred.
func (p photo) noise(rng *rand.Rand) []float32 {
	n := make([]float32, 3*noiseTile*noiseTile)
	for i := range n {
		n[i] = float32(rng.NormFloat64())
	}
	k := gauss(p.noiseBlur)
	for _, step := range [2]int{3, 3 * noiseTile} {
		from := append([]float32(nil), n...)
		for i := range n {
			v := from[i] * k[0]
			for j := 1; j < len(k); j++ {
				v += k[j] * (from[(i+j*step)%len(n)] + from[(i-j*step+len(n))%len(n)])
			}
			n[i] = v
		}
	}
	power := 0.0
	for _, v := range n {
		power += float64(v) * float64(v)
	}
	scale := float32(1 / math.Sqrt(power/float64(len(n))))
	for i := range n {
		n[i] *= scale
	}
	return n
}
