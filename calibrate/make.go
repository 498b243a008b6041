package calibrate

import (
	"math"

	"ditchline/models"
)

// The makes of board have the same rings but for their size, which no picture
// shows. They differ in what stays the same size on every board: the hole, the
// width of the lines, the rim of wood beyond the 5. Each is measured as a
// multiple of the radius of the 5, with the standard uncertainty that edges
// with unknown shading leave (VISION.md: the surface's edge is biased by up to
// 1.5 mm, the hole's by up to 2.4).
const (
	holeSD    = 0.004
	widthSD   = 0.0015
	surfaceSD = 0.004
	featureAt = 9 // most that one feature counts: it may be hidden or mistaken
)

// chooseMake is the board that the picture looks most like. The first one
// wins unless another is clearly better.
func (r *refiner) chooseMake(v view, boards []models.Board) models.Board {
	if len(boards) == 1 {
		return boards[0]
	}
	hole, holeSeen := r.edgeRadius(&v, 0.045, 0.08)
	surface, surfaceSeen := r.edgeRadius(&v, 1.03, 1.13)
	width, widthSeen := r.seenWidth(v)
	cost := func(b models.Board) float64 {
		var sum float64
		add := func(seen bool, got, want, sd float64) {
			if seen {
				d := (got - want) / sd
				sum += math.Min(d*d, featureAt)
			}
		}
		r5 := b.Rings.R5
		add(holeSeen, hole, b.Hole.Radius/r5, holeSD)
		add(surfaceSeen, surface, b.SurfaceRadius/r5, surfaceSD)
		add(widthSeen, width, b.LineWidth/r5, widthSD)
		return sum
	}
	best, least := boards[0], cost(boards[0])-4
	for _, b := range boards[1:] {
		if c := cost(b); c < least {
			best, least = b, c
		}
	}
	return best
}

// edgeRadius is the radius, in units of the 5's, at which the colours of the
// median course around the board change most, between from and to.
func (r *refiner) edgeRadius(v *view, from, to float64) (float64, bool) {
	const steps, angles = 60, 72
	r5 := v.rings.R5
	var profile [steps + 1][3]float64
	for i := range profile {
		radius := r5 * (from + (to-from)*float64(i)/steps)
		for ch := range 3 {
			var k ink
			k[ch] = 1
			one := refiner{frame: r.frame, ink: k}
			tones := make([]float64, 0, angles)
			for a := range angles {
				if t, ok := one.toneAt(v, radius, 2*math.Pi*float64(a)/angles); ok {
					tones = append(tones, t)
				}
			}
			if len(tones) < angles/3 {
				return 0, false
			}
			profile[i][ch] = median(tones)
		}
	}
	at, ok := steepest(profile[:])
	return from + (to-from)*at/steps, ok
}
