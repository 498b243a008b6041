package calibrate

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// turned is the view with the board's frame turned by the angle about its
// axis: what lay at the angle now lies on +x.
func (v view) turned(angle float64) view {
	s, c := math.Sincos(angle)
	v.cam.R = v.cam.R.Mul(models.Rotation{c, -s, 0, s, c, 0, 0, 0, 1})
	return v
}

// orient turns the view so that the quadrant lines lie where the board has
// them; sure says whether they stood out. Of the four turns that look alike
// the nearest is taken.
func (r *refiner) orient(v view, b models.Board) (out view, sure bool) {
	const steps = 360 // of a quarter turn
	inner, outer := v.rings.R10, v.rings.R5
	r0, r1 := inner+0.12*(outer-inner), outer-0.12*(outer-inner)
	const radii = 14
	score := make([]float64, steps)
	for i := range radii {
		d := r0 + (r1-r0)*float64(i)/(radii-1)
		w := (r.width/2 + 0.6) / d // half the line's width as an angle
		tone := make([][4]float64, steps)
		seen := make([][4]bool, steps)
		for k := range steps {
			for q := range 4 {
				a := (float64(k)/steps + float64(q)) * math.Pi / 2
				tone[k][q], seen[k][q] = r.toneAt(&v, d, a)
			}
		}
		off := max(2, int(math.Round(3*w/(math.Pi/2)*steps)))
		for k := range steps {
			for q := range 4 {
				left, right := k-off, k+off
				lq, rq := q, q
				if left < 0 {
					left, lq = left+steps, (q+3)%4
				}
				if right >= steps {
					right, rq = right-steps, (q+1)%4
				}
				if !seen[k][q] || !seen[left][lq] || !seen[right][rq] {
					continue
				}
				c := tone[k][q] - math.Max(tone[left][lq], tone[right][rq])
				score[k] += math.Max(-15, math.Min(15, c)) // an ordinary line, not a disc's edge
			}
		}
	}
	best, sum, sq := 0, 0.0, 0.0
	for k, s := range score {
		sum += s
		sq += s * s
		if s > score[best] {
			best = k
		}
	}
	mean := sum / steps
	dev := math.Sqrt(math.Max(1e-9, sq/steps-mean*mean))
	angle := float64(best) / steps * math.Pi / 2
	target := math.Mod(b.Quadrants.StartDeg, 90) * math.Pi / 180
	v = v.turned(math.Remainder(angle-target, math.Pi/2))
	if (score[best]-mean)/dev < 4.5 || score[best] <= 0 {
		return v, false
	}
	for _, window := range []float64{3.5, 2} {
		v = r.align(v, b, window*v.rings.R5/300)
	}
	return v, true
}

// align turns the view by the median angle at which the quadrant lines are
// seen, within window mm. The last fit weighs sightings by how precise the
// rings are, and would leave out lines that are a whole pixel away.
func (r *refiner) align(v view, b models.Board, window float64) view {
	seen, _ := r.quadrantLines(v, b, window)
	var off []float64
	for _, s := range seen {
		if p, ok := v.cam.OnPlane(s.px, 0); ok && s.edge < 1 {
			off = append(off, math.Remainder(math.Atan2(p.Y, p.X)-s.angle, 2*math.Pi))
		}
	}
	if len(off) < 6 {
		return v
	}
	return v.turned(median(off))
}

// toneAt is the ink's tone at polar place d (mm), a (radians) of the surface.
func (r *refiner) toneAt(v *view, d, a float64) (float64, bool) {
	s, c := math.Sincos(a)
	p, ok := v.cam.Project(vec3(r2.Vec{X: d * c, Y: d * s}))
	if !ok {
		return 0, false
	}
	return r.ink.tone(r.frame, p.X, p.Y)
}
