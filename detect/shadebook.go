package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
)

// shadeBook is what discs with plain edges tell of the shadows that discs cast
// in this light, by direction on the board.
type shadeBook struct {
	sum [shadeWays][2]float64
	n   [shadeWays]float64
}

// turn is a direction as a place in the book: the middle of its entry k is k+0.5.
func (b *shadeBook) turn(u r2.Vec) float64 {
	return math.Mod(math.Atan2(u.Y, u.X)/(2*math.Pi)+1, 1) * shadeWays
}

// learn takes what one profile tells.
func (b *shadeBook) learn(u r2.Vec, shade [2]float64) {
	k := min(int(b.turn(u)), shadeWays-1)
	b.sum[k][0] += shade[0]
	b.sum[k][1] += shade[1]
	b.n[k]++
}

// at is the shadow to expect in a direction.
func (b *shadeBook) at(u r2.Vec) shades {
	total := 0.0
	for _, n := range b.n {
		total += n
	}
	if total < leastShades {
		return shades{usualShade, shadeGuess}
	}
	turn := b.turn(u)
	m, w := usualShade, 1.0
	for k := range shadeWays {
		d := math.Abs(turn - float64(k) - 0.5)
		d = math.Min(d, shadeWays-d)
		g := math.Exp(-d * d / (2 * shadeSmooth * shadeSmooth))
		m[0] += g * b.sum[k][0]
		m[1] += g * b.sum[k][1]
		w += g * b.n[k]
	}
	return shades{[2]float64{m[0] / w, m[1] / w}, shadeTrust}
}
