package watch

import (
	"ditchline/detect"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// nearPass is how a disc under way came by one that lies at rest.
type nearPass struct {
	at    time.Duration
	gap   float64 // mm between their edges where they were nearest; below 0 they overlap
	sd    float64 // of gap
	speed float64 // mm/s there
}

// Figures of a pass.
const (
	wayScatter  = 1.8  // mm: how far from its way a disc under way may be
	restScatter = 0.65 // mm: the same beside where it came to rest
	restNear    = 40.0 // mm from its rest where the one goes over into the other
	hitGives    = 0.95 // (1+e)/2: the share of the speed along the line of centres that the struck disc takes
	wrongWay    = 0.05 // of ways are not where they seem at all
	smallHit    = 0.3  // of hits that are felt at all are so weak that the picture is in doubt
)

// passing is how the way of a disc comes by one that lies at p; the last point
// is where it lies in the end. ok is false for one that went nowhere.
func passing(points []detect.TrackPoint, p r2.Vec, radius float64) (best nearPass, ok bool) {
	near := math.Inf(1)
	for i := 0; i+1 < len(points); i++ {
		a, b := points[i], points[i+1]
		d := r2.Sub(b.Pos, a.Pos)
		l, dt := r2.Norm(d), (b.At - a.At).Seconds()
		if l < 1e-6 || dt <= 0 {
			continue
		}
		part := min(max(r2.Dot(r2.Sub(p, a.Pos), d)/(l*l), 0), 1)
		foot := r2.Add(a.Pos, r2.Scale(part, d))
		far := r2.Norm(r2.Sub(p, foot))
		if far >= near {
			continue
		}
		near, ok = far, true
		left := 0.0 // to where it rests
		for k := len(points) - 1; k > i+1; k-- {
			left += r2.Norm(r2.Sub(points[k].Pos, points[k-1].Pos))
		}
		left += (1 - part) * l
		// It brakes evenly: a long gap in its way says little of the speed in it.
		best = nearPass{at: a.At + time.Duration(part*float64(b.At-a.At)), gap: far - 2*radius, speed: min(l/dt, math.Sqrt(2*braking*left))}
		if l/dt < best.speed || i+2 == len(points) {
			best.speed = math.Sqrt(2 * braking * left)
		}
		moving := min(1, left/restNear)
		best.sd = math.Hypot(restScatter, wayScatter*moving)
	}
	return best, ok
}

// pTouch is the probability that a pass was a touch, where the struck disc was
// measured to have moved with the probability pMoved. A disc that is hit with v
// along the line of centres slides (hitGives v)²/(2 mu g); a graze by an overlap
// w of two discs of radius r has v = speed sqrt(w/r), so that the slower the
// pass the wider the grazes that leave the other where it lay as far as can be
// measured.
func (p nearPass) pTouch(pMoved, radius float64) float64 {
	least := math.Sqrt(2*braking*touched) / hitGives
	graze := 2 * radius
	if p.speed > least {
		graze = radius * sq(least/p.speed)
	}
	below := func(x float64) float64 { // that the true gap is below x
		return (1-wrongWay)*detect.NormalBelow(x-p.gap, p.sd) + wrongWay/2
	}
	hit := below(-graze) * smallHit * pMoved
	grazed := (1 - wrongWay) * (detect.NormalBelow(-p.gap, p.sd) - detect.NormalBelow(-graze-p.gap, p.sd)) * (1 - pMoved)
	clear := (1 - below(0)) * (1 - pMoved)
	if sum := hit + grazed + clear; sum > 0 {
		return (hit + grazed) / sum
	}
	return 0
}
