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

// turnSteps divide a quarter turn.
const turnSteps = 360

// orient turns the view so that the quadrant lines lie where the board has
// them; sure says whether they stood out. Of the four turns that look alike
// the nearest is taken.
func (r *refiner) orient(v view, b models.Board) (out view, sure bool) {
	score := r.quadrantScores(&v)
	best, sum, sq := 0, 0.0, 0.0
	for k, s := range score {
		sum += s
		sq += s * s
		if s > score[best] {
			best = k
		}
	}
	mean := sum / turnSteps
	dev := math.Sqrt(math.Max(1e-9, sq/turnSteps-mean*mean))
	angle := float64(best) / turnSteps * math.Pi / 2
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

// quadrantScores says of each turn within a quarter how much of four radial
// lines is seen there, between the 10 and the 5. Where at least three of the
// four can be seen the strongest does not count: an arm or a disc makes one
// radial line, the board makes four.
func (r *refiner) quadrantScores(v *view) []float64 {
	inner, outer := v.rings.R10, v.rings.R5
	from, to := inner+0.12*(outer-inner), outer-0.12*(outer-inner)
	const radii = 14
	var lines, looks [turnSteps][4]float64
	for i := range radii {
		d := from + (to-from)*float64(i)/(radii-1)
		w := (r.width/2 + 0.6) / d // half the line's width as an angle
		off := max(2, int(math.Round(3*w/(math.Pi/2)*turnSteps)))
		tones := r.course(v, d)
		for k := range turnSteps {
			for q := range 4 {
				at := q*turnSteps + k
				mid, left, right := tones[at], tones[(at-off+len(tones))%len(tones)], tones[(at+off)%len(tones)]
				if math.IsNaN(mid + left + right) {
					continue
				}
				looks[k][q]++
				lines[k][q] += math.Max(-15, math.Min(15, mid-math.Max(left, right))) // an ordinary line, not a disc's edge
			}
		}
	}
	score := make([]float64, turnSteps)
	for k := range score {
		visible, strongest := 0, math.Inf(-1)
		for q := range 4 {
			score[k] += lines[k][q]
			if looks[k][q] > radii/2 {
				visible++
				strongest = math.Max(strongest, lines[k][q])
			}
		}
		if visible >= 3 {
			score[k] -= strongest
		}
	}
	return score
}

// course is the ink's tone around the board at distance d (mm) from its
// centre, from +x on, NaN outside the picture.
func (r *refiner) course(v *view, d float64) []float64 {
	tones := make([]float64, 4*turnSteps)
	for i := range tones {
		t, ok := r.toneAt(v, d, float64(i)/turnSteps*math.Pi/2)
		if !ok {
			t = math.NaN()
		}
		tones[i] = t
	}
	return tones
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
