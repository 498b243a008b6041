package sim

import (
	"math"
	"math/rand/v2"
)

// Clutter is a thing on the table.
type Clutter struct {
	Type string  `json:"type"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
}

// clutterKinds are things that lie about, standing at the origin.
var clutterKinds = map[string]func(rng *rand.Rand) body{
	"paper":  func(*rand.Rand) body { return box(74, 105, 0.3, srgb(232, 232, 228), 0.02) },
	"phone":  func(*rand.Rand) body { return box(37, 76, 8, srgb(18, 18, 20), 0.6) },
	"dice":   func(*rand.Rand) body { return box(8, 8, 16, srgb(230, 226, 214), 0.2) },
	"pencil": func(*rand.Rand) body { return box(3.5, 88, 7, srgb(210, 160, 40), 0.2) },
	"book": func(rng *rand.Rand) body {
		covers := []rgb{srgb(120, 40, 36), srgb(40, 70, 96), srgb(196, 182, 150), srgb(60, 84, 60)}
		return box(70, 105, 14+14*rng.Float64(), covers[rng.IntN(len(covers))], 0.05)
	},
	"cup":  func(*rand.Rand) body { return vessel(39, 86, srgb(206, 200, 190), srgb(62, 38, 24)) },
	"bowl": func(*rand.Rand) body { return vessel(58, 44, srgb(150, 40, 36), srgb(110, 30, 28)) },
	// A round coaster of a disc's colours, larger than any disc.
	"coaster": func(*rand.Rand) body { return vessel(47, 4, srgb(70, 48, 34), srgb(92, 64, 44)) },
}

func box(half, side, h float64, c rgb, shine float32) body {
	return body{r: half, half: side, h: h, paint: c, side: c.times(0.85), shine: shine}
}

func vessel(r, h float64, c, inside rgb) body {
	return body{r: r, h: h, edge: 2, paint: c, side: c, inset: inside, insetR: r - 5, shine: 0.3}
}

// strew lays n things around the board, where no disc lies.
func strew(n int, from, tableZ float64, around outline, discs []laid, rng *rand.Rand) ([]Clutter, []body) {
	kinds := names(clutterKinds)
	var list []Clutter
	var bodies []body
	for range n {
		kind := kinds[rng.IntN(len(kinds))]
		b := clutterKinds[kind](rng)
		d, th := from+b.reach()+6+rng.Float64()*260, rng.Float64()*2*math.Pi
		b.x, b.y, b.z, b.turn = d*math.Cos(th), d*math.Sin(th), tableZ, rng.Float64()*math.Pi
		free := around.gap(b.x, b.y) > b.reach()
		for i := range bodies {
			free = free && math.Hypot(bodies[i].x-b.x, bodies[i].y-b.y) > bodies[i].reach()+b.reach()
		}
		for _, d := range discs {
			free = free && math.Hypot(d.X-b.x, d.Y-b.y) > b.reach()+20
		}
		if free {
			list, bodies = append(list, Clutter{kind, b.x, b.y}), append(bodies, b)
		}
	}
	return list, bodies
}
