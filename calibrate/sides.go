package calibrate

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// sides are the four sides of a square, of +x, +y, -x and -y: the share of each
// that is seen as a printed line, and how much of it lies in the picture.
type sides struct{ seen, inside [4]float64 }

// shown is the number of sides of which clearly more is seen than clutter.
func (s sides) shown(clutter float64) (n int) {
	for i := range 4 {
		if s.inside[i] > 0.3 && s.seen[i] > clutter+0.3 {
			n++
		}
	}
	return n
}

// sideShares is how much of each side (of +x, +y, -x and -y) of a square at
// the distance d (mm) is seen as a printed line like l on the fit, and how much
// of it lies in the picture.
func (r *refiner) sideShares(v view, l models.Line, d, detail float64) (seen, inside [4]float64) {
	v.setRadius(l, d)
	p, ok := r.probe(v, l, 1.2, detail)
	if !ok {
		return seen, inside
	}
	cache := map[int]stroke{}
	all := averaged(r.slices(&v, l, r.ink, p.n, p), 2)
	each := float64(len(all)) / 4
	for i, s := range all {
		if s.profile == nil {
			continue
		}
		side := 4 * i / len(all)
		inside[side]++
		hit, ok := r.strokeFor(cache, s, r.widthOf(l), p.tap).locate(s.profile, p.reach)
		if ok && hit.edge < 1 && math.Abs(hit.at*p.tap*s.scale) < math.Max(1, 0.35*s.scale) {
			seen[side]++
		}
	}
	for side := range 4 {
		seen[side] /= math.Max(1, inside[side])
		inside[side] /= each
	}
	return seen, inside
}

// Where a line outside of a side is looked for that the side should have been
// on, as a multiple of the outer base lines' distance: the inner base line
// lies 0.83 to 0.93 of it from the centre.
const (
	nearestBeyond, farthestBeyond = 1.05, 1.22
	seenBeyond                    = 0.4 // share of it over the clutter that must be seen
)

// beyond looks for lines outside of the sides of the fit, all at one distance at
// (of the outer base lines'), which those sides should have been on.
func (r *refiner) beyond(f *fineFit) (out [4]bool, at float64) {
	var most float64
	for k := nearestBeyond; k <= farthestBeyond; k += 0.006 {
		seen, inside := r.sideShares(f.view, models.Line10, k*f.rings.R5, 0.4)
		var sum float64
		var here [4]bool
		for side := range 4 {
			if s := seen[side]*math.Min(1, inside[side]/0.5) - f.clutter - seenBeyond; s > 0 {
				sum, here[side] = sum+s, true
			}
		}
		if sum > most {
			most, at, out = sum, k, here
		}
	}
	for side, seen := range f.sides[0].seen {
		f.displaced = f.displaced || out[side] && seen < f.clutter+0.3
	}
	return out, at
}

// resided are the views with the sides moved outward to a line that is seen
// beyond them: a side that lies on the inner base line is taken for the outer
// one as long as no more than that is looked at, and under perspective two
// outer and two inner ones make a square as well.
func (r *refiner) resided(f *fineFit, focal prior) []view {
	out, at := r.beyond(f)
	if at == 0 {
		return nil
	}
	r5 := f.rings.R5
	far := [4]float64{r5, r5, r5, r5}
	for side := range 4 {
		if out[side] {
			far[side] *= at
		}
	}
	var q quad
	for i, c := range [4]r2.Vec{{X: far[0], Y: far[1]}, {X: -far[2], Y: far[1]}, {X: -far[2], Y: -far[3]}, {X: far[0], Y: -far[3]}} {
		var ok bool
		if q.corners[i], ok = f.cam.Project(vec3(c)); !ok {
			return nil
		}
	}
	width, height := f.cam.Width, f.cam.Height
	shortest, longest := focalBounds(focal, float64(max(width, height)))
	cam, ok := q.pose(width, height, r5, shortest, longest)
	if !ok { // the picture may be stretched or cut out of another
		if q.aspect, ok = q.stretch(width, height, shortest, longest); ok {
			cam, ok = q.pose(width, height, r5, shortest, longest)
		}
	}
	if !ok || cam.PixelsPerMM(r3.Vec{}) <= 0 {
		return nil
	}
	v := f.view
	v.cam = cam
	return []view{v}
}

// seekCircle looks for the centre circle at all its sizes once the base lines
// are known, and weighs the fit anew where more of it is seen at another one:
// among pieces the nearest circle at hand is easily a row of them.
func (r *refiner) seekCircle(f *fineFit, usual models.Rings, focal prior) {
	r5 := f.rings.R5
	best, at := f.support[0]+0.1, 0.0
	for k := minCircle; k <= maxCircle; k += 0.004 {
		v := f.view
		v.rings.R15 = k * r5
		seen, places := r.onLine(v, models.Line15, 0.5)
		off := (k - usual.R15/usual.R5) / 0.06
		if s := seen*math.Min(1, places/0.4) - 0.1*math.Min(1, off*off); s > best {
			best, at = s, k*r5
		}
	}
	if at == 0 {
		return
	}
	g := *f
	g.rings.R15 = at
	var s []sighting
	for _, l := range models.Lines {
		seen, _ := r.sightRing(g.view, l, 2.5*r5/300, 0.7, 1)
		s = append(s, seen...)
	}
	held := append(r.lensPriors(g.view, focal), prior{param: pR15, value: at, sd: 0.004 * r5})
	res, ok := fit(g.view, s, also(pose, pR10, pR15), held, 4, 8)
	if !ok {
		return
	}
	g.fitResult, g.sightings = res, s
	r.weighEvidence(&g)
	if g.share() > f.share() {
		*f = g
	}
}

// negative says whether a fit to light lines is one to what lies between or
// beside dark ones: a strip between two of them is as light against them as they
// are dark, and what sharpening puts beside them is less; beside truly light
// lines there is no dark one half as strong.
func (r *refiner) negative(f *fineFit) bool {
	if !r.ink.light() {
		return false
	}
	light := r.height(f.view, r.ink)
	dark := ink{-r.ink[0], -r.ink[1], -r.ink[2]}
	for k := 0.93; k <= 1.07; k += 0.005 {
		v := f.view
		v.rings.R5 *= k
		if r.height(v, dark) > 0.6*light {
			return true
		}
	}
	return false
}

// height is how far the outer base lines of a view stand out from their ground
// along an ink, where most of them are seen there.
func (r *refiner) height(v view, k ink) float64 {
	p, ok := r.probe(v, models.Line5, 1.2, 0.4)
	if !ok {
		return 0
	}
	cache := map[int]stroke{}
	var heights []float64
	places := 0
	for _, s := range averaged(r.slices(&v, models.Line5, k, p.n, p), 1) {
		if s.profile == nil {
			continue
		}
		places++
		if hit, ok := r.strokeFor(cache, s, r.width, p.tap).locate(s.profile, p.reach); ok && hit.edge < 1 {
			heights = append(heights, hit.height)
		}
	}
	if 2*len(heights) < places {
		return 0
	}
	return median(heights)
}

// intoCorners is the share of the outer base lines' courses next to the corners
// where they would meet that is seen as a line. Base lines end in their circles
// before that; frames, tables and tiles go on to the corner.
func (r *refiner) intoCorners(f *fineFit) float64 {
	v := f.view
	p, ok := r.probe(v, models.Line5, 1.2, 1)
	if !ok {
		return 0
	}
	cache := map[int]stroke{}
	var seen, places float64
	for side := range 4 {
		sin, cos := math.Sincos(float64(side) * math.Pi / 2)
		u, t := r2.Vec{X: cos, Y: sin}, r2.Vec{X: -sin, Y: cos}
		for _, along := range []float64{-0.98, -0.96, -0.94, 0.94, 0.96, 0.98} {
			at := r2.Add(r2.Scale(v.rings.R5, u), r2.Scale(along*v.rings.R5, t))
			s := cut(r.frame, r.ink, &v.cam, at, t, p.half, p.tap)
			if s.profile == nil {
				continue
			}
			places++
			hit, ok := r.strokeFor(cache, s, r.width, p.tap).locate(s.profile, p.reach)
			if ok && hit.edge < 1 && math.Abs(hit.at*p.tap*s.scale) < math.Max(1, 0.35*s.scale) {
				seen++
			}
		}
	}
	return seen / math.Max(places, 6)
}
