package detect

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// bareScene is a picture beside that of the bare board.
type bareScene struct {
	now, bare View
	board     *BareBoard
	lens      Lens
}

// bareProfile is the picture across a disc's outline in one direction, and the bare board along it.
type bareProfile struct {
	pixels, under []Tint
	edges         []float64 // of the layers, samples
	reach         float64   // of the shifts to try, samples
	pxPerMM       float64
}

// profile reads the direction u; ok is false where something else stands there
// or the bare board is not known.
func (s *bareScene) profile(b *body, u r2.Vec, p pass, gain Tint, around *surroundings) (out bareProfile, ok bool) {
	v := &s.now
	outer, near := b.outline(u)
	rim := b.upperRim(u)
	a, normal, ok := v.across(rim, u)
	if !ok {
		return out, false
	}
	step, ok := v.Pixel(r3.Vec{X: rim.X + u.X, Y: rim.Y + u.Y, Z: rim.Z})
	if !ok {
		return out, false
	}
	q := r2.Dot(normal, r2.Sub(step, a))
	if q < 0.05 {
		return out, false
	}
	out.pxPerMM = q
	place := func(p r3.Vec) float64 {
		px, _ := v.Camera.Project(p)
		return r2.Dot(normal, r2.Sub(px, a)) / profileStep
	}
	if near {
		out.edges = []float64{place(b.rounded(u, rounding[0])), place(b.rounded(u, rounding[1])), place(outer)}
	} else {
		low := math.Max(0, b.ray(u, b.Thickness-b.Edge)-math.Pi/2)
		out.edges = []float64{place(b.rounded(u, (low+math.Pi/2)/2)), place(b.rounded(u, low))}
	}
	limb := out.edges[len(out.edges)-1]
	out.reach = math.Min(maxReach, math.Max(p.px, p.mm*q)) / profileStep
	before := out.reach + profileSide/profileStep - math.Min(0, out.edges[0])
	after := limb + out.reach + math.Max(outside, bareOut*q)/profileStep
	pixels, ok := v.profile(make([]Tint, maxSamples), a, normal, before*profileStep, after*profileStep)
	if !ok {
		return out, false
	}
	for k := range out.edges {
		out.edges[k] += before
	}
	limb += before
	g, ok := v.groundUnder(a, normal, before)
	if !ok {
		return out, false
	}
	pixels = pixels[:g.until(b, around.others, limb, v.Eye, len(pixels))]
	if float64(len(pixels)) < limb+out.reach+clearEnd {
		return out, false
	}
	out.pixels, out.under = pixels, make([]Tint, len(pixels))
	first := r2.Sub(a, r2.Scale(before*profileStep, normal))
	for i := max(0, int(limb-out.reach)-3); i < len(pixels); i++ {
		px := r2.Add(first, r2.Scale(float64(i)*profileStep, normal))
		if !s.board.seen(px) {
			return out, false
		}
		c := s.bare.At(px.X, px.Y)
		out.under[i] = Tint{c[0] * gain[0], c[1] * gain[1], c[2] * gain[2]}
	}
	return out, true
}

// trace compares the profile with the disc shifted by up to its reach.
func (s *bareScene) trace(p *bareProfile, u r2.Vec, face Tint, expect shades) (t trace) {
	t.dir, t.pxPerMM = u, p.pxPerMM
	t.step = 0.5
	half := int(math.Ceil(p.reach / t.step))
	if half > maxShifts/2 {
		half = maxShifts / 2
		t.step = p.reach / float64(half)
	}
	t.n, t.samples = 2*half+1, 3*len(p.pixels)
	t.least = math.Inf(1)
	f := bareFit{expect: expect}
	at := func(i int) {
		f.fit(p, face, float64(i-half)*t.step, s.lens.Blur/profileStep, profileStep/p.pxPerMM)
	}
	for i := range t.n {
		at(i)
		t.misfits[i] = f.errors / (s.lens.Noise * s.lens.Noise)
		if t.misfits[i] < t.least {
			t.least, t.best = t.misfits[i], i
		}
	}
	at(t.best)
	n := len(p.edges)
	copy(t.layers[:], f.colours[:n])
	limb := int(p.edges[n-1] + float64(t.best-half)*t.step)
	t.layers[n] = p.under[min(max(limb, 0), len(p.under)-1)].Times(1 - f.shade[0] - f.shade[1])
	t.step *= profileStep / p.pxPerMM
	t.bent = s.lens.Blur / p.pxPerMM * t.bend(n)
	t.ok = true
	return t
}

// gain is by how much the picture is brighter than the bare board beside a
// disc, beyond its shadow; ok is false where too little of it is known.
func (s *bareScene) gain(d *Placed, around *surroundings) (Tint, bool) {
	var ratios [3][]float64
	for k := range 24 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 24)
		for _, r := range [3]float64{10, 14, 18} {
			p := r2.Add(d.Pos, r2.Scale(d.Solid.Radius+r, r2.Vec{X: cos, Y: sin}))
			px, ok := s.now.Pixel(r3.Vec{X: p.X, Y: p.Y})
			if !ok || !s.board.seen(px) || near(around.others, p) {
				continue
			}
			now, was := s.now.At(px.X, px.Y), s.bare.At(px.X, px.Y)
			for c := range 3 {
				if was[c] > 12 {
					ratios[c] = append(ratios[c], now[c]/was[c])
				}
			}
		}
	}
	var gain Tint
	for c := range 3 {
		if len(ratios[c]) < 12 {
			return gain, false
		}
		slices.Sort(ratios[c])
		gain[c] = math.Max(0.7, math.Min(1.4, ratios[c][len(ratios[c])/2]))
	}
	return gain, true
}

// near says whether a body or its shadow lies at p.
func near(others []obstacle, p r2.Vec) bool {
	for _, o := range others {
		if r2.Norm(r2.Sub(o.at, p)) < o.radius+10 {
			return true
		}
	}
	return false
}
