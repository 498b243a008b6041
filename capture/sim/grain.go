package sim

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// noiseRange bounds the sensor's noise, grey levels. The developed bytes
// leave as much room at both ends, so that eight of them and eight of noise
// are added in one sum without carry.
const noiseRange = 8

// grain is the sensor's noise: a strip of it, read from a random place for
// every row of every frame.
type grain struct {
	strip []byte
	rng   *rand.Rand
}

const grainLength = 1 << 16

func newGrain(sigma float64, rng *rand.Rand) *grain {
	g := &grain{strip: make([]byte, grainLength+64), rng: rng}
	for i := range g.strip {
		n := rng.NormFloat64() * sigma
		g.strip[i] = byte(min(2*noiseRange, max(0, math.Round(n)+noiseRange)))
	}
	return g
}

// add is the picture with noise, in a new slice.
func (g *grain) add(pix []byte, stride int) []byte {
	out := make([]byte, len(pix))
	for o := 0; o < len(pix); o += stride {
		end := min(o+stride, len(pix))
		at := int(g.rng.Uint64N(uint64(max(1, grainLength-stride))))
		strip := g.strip[at:]
		i := o
		for ; i+8 <= end; i += 8 {
			sum := binary.LittleEndian.Uint64(pix[i:]) + binary.LittleEndian.Uint64(strip[i-o:])
			binary.LittleEndian.PutUint64(out[i:], sum)
		}
		for ; i < end; i++ {
			out[i] = pix[i] + strip[i-o]
		}
	}
	return out
}
