package sim

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/models"
)

// airing changes the light of the picture for a while: the camera's exposure,
// a flickering lamp, or the shadow of someone who passes by.
type airing struct {
	kind     Mistake
	from, to float64
	stops    float64 // of the exposure's change
	dark     float64 // of the light that the shadow or the flicker takes
	rate     float64 // flickers a second
	x, y     float64 // where the shadow's middle is at its start, mm
	dx, dy   float64 // and how far it wanders
	size     float64 // its radius, mm
}

// air is the light of one frame against the usual.
type air struct {
	gain float64
	dark float64 // of a shadow round (x, y) on the playing surface, mm
	x, y float64
	size float64
}

// clearAir is the usual light.
var clearAir = air{gain: 1}

// airAt is the light of a time.
func airAt(list []airing, t float64) air {
	a := clearAir
	for _, e := range list {
		if t < e.from || t > e.to {
			continue
		}
		u := (t - e.from) / (e.to - e.from)
		// In and out within a tenth of the time.
		edge := smooth(0, 0.1, u) * smooth(1, 0.9, u)
		switch e.kind {
		case Exposure:
			a.gain *= math.Exp2(e.stops * edge)
		case Flicker:
			a.gain *= 1 - e.dark*edge*(0.5+0.5*math.Sin(2*math.Pi*e.rate*t))
		case PassingBy:
			a.dark, a.x, a.y, a.size = e.dark, e.x+u*e.dx, e.y+u*e.dy, e.size
		}
	}
	return a
}

// light is the share of the light that a place of the surface keeps.
func (a *air) light(x, y float64) float32 {
	if a.dark == 0 {
		return float32(a.gain)
	}
	// The edge of a person's shadow is as wide as the person.
	d := math.Hypot(x-a.x, y-a.y)
	return float32(a.gain * (1 - a.dark*smooth(1.3*a.size, 0.5*a.size, d)))
}

// disturbPicture plans what the turn's picture suffers: light and knocks;
// surface is the playing surface's radius, mm.
func disturbPicture(tn *Turn, wishes map[Mistake]bool, rng *rand.Rand, surface float64) {
	plan := func(e airing, length float64) {
		length = min(length, tn.End-tn.Start)
		e.from = tn.Start + rng.Float64()*(tn.End-tn.Start-length)
		e.to = e.from + length
		tn.air = append(tn.air, e)
		tn.note(e.kind, map[string]any{"t_start": e.from, "t_end": e.to})
	}
	if wishes[Exposure] {
		stops := between(rng, 0.25, 0.7)
		if rng.IntN(2) == 0 {
			stops = -stops
		}
		plan(airing{kind: Exposure, stops: stops}, between(rng, 1.5, 4))
	}
	if wishes[Flicker] {
		plan(airing{kind: Flicker, dark: between(rng, 0.05, 0.25), rate: between(rng, 2, 12)}, between(rng, 0.5, 2))
	}
	if wishes[PassingBy] {
		sn, cs := math.Sincos(rng.Float64() * 2 * math.Pi)
		side, size := between(rng, -0.92*surface, 0.92*surface), between(rng, 120, 260)
		far := surface + 1.5*size
		plan(airing{
			kind: PassingBy, dark: between(rng, 0.15, 0.45), size: size,
			x: -far*cs - side*sn, y: -far*sn + side*cs, dx: 2 * far * cs, dy: 2 * far * sn,
		}, between(rng, 1.2, 3))
	}
	if wishes[Knock] {
		knockCamera(tn, rng)
	}
}

// knock turns the camera about its own middle within a fraction of a second.
type knock struct {
	from, to float64
	axis     r3.Vec // in the camera's frame
	angle    float64
}

const (
	knockLength = 0.15 // s
	stillAfter  = 2.5  // s that players wait after a knock
)

func knockCamera(tn *Turn, rng *rand.Rand) {
	pause := func(s float64) float64 { return s * (0.75 + 0.5*rng.Float64()) }
	k := &knock{from: tn.End + pause(0.2), angle: between(rng, 0.15, 1.1) * math.Pi / 180}
	k.to = k.from + knockLength
	k.axis = r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	tn.knock = k
	tn.End = k.to + pause(stillAfter)
	tn.note(Knock, map[string]any{"t_start": k.from, "t_end": k.to, "turned_deg": k.angle * 180 / math.Pi})
}

// turned is the camera at a time of the knock: it swings past its new
// direction and back.
func (k *knock) turned(cam models.Camera, t float64) models.Camera {
	u := min(1, (t-k.from)/(k.to-k.from))
	swing := smooth(0, 1, u) + 0.3*math.Sin(2*math.Pi*u)*(1-u)
	r := rotation(k.axis, swing*k.angle)
	cam.T = r.Apply(cam.T)
	cam.R = product(r, cam.R)
	return cam
}

// rotation about a unit axis (Rodrigues).
func rotation(n r3.Vec, angle float64) models.Rotation {
	s, c := math.Sincos(angle)
	v := 1 - c
	return models.Rotation{
		c + n.X*n.X*v, n.X*n.Y*v - n.Z*s, n.X*n.Z*v + n.Y*s,
		n.Y*n.X*v + n.Z*s, c + n.Y*n.Y*v, n.Y*n.Z*v - n.X*s,
		n.Z*n.X*v - n.Y*s, n.Z*n.Y*v + n.X*s, c + n.Z*n.Z*v,
	}
}

func product(a, b models.Rotation) models.Rotation {
	var p models.Rotation
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				p[3*i+j] += a[3*i+k] * b[3*k+j]
			}
		}
	}
	return p
}
