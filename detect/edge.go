package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Edge is where a picture's colour steps across a disc's predicted outline,
// in one direction.
type Edge struct {
	Dir      r2.Vec  // unit vector from the disc's centre, board frame
	Offset   float64 // of the step outward of the prediction along Dir, mm
	PxPerMM  float64 // pixels across the outline for one mm along Dir
	Contrast float64 // size of the step, 0 to 441
	Inside   Tint    // just inside the step
	Outside  Tint    // just outside
	Beyond   Tint    // a few mm outside the outline
	Seen     bool    // Beyond lies in the picture
	OK       bool    // false: out of the picture, or no step to be measured
	Near     bool    // on the side of the disc that faces the camera
}

// crossing says how an outline lies in the picture at one of its points.
type crossing struct {
	at     r2.Vec  // pixel of the predicted outline
	step   r2.Vec  // pixels for one mm along the direction
	across float64 // pixels across the outline for one mm along the direction
}

// cross projects the outline's point p, which moves with the disc along u.
func (v *View) cross(p r3.Vec, u r2.Vec) (crossing, bool) {
	a, ok := v.Pixel(p)
	if !ok {
		return crossing{}, false
	}
	b, ok := v.Pixel(r3.Vec{X: p.X + u.X, Y: p.Y + u.Y, Z: p.Z})
	if !ok {
		return crossing{}, false
	}
	t, ok := v.Pixel(r3.Vec{X: p.X - u.Y, Y: p.Y + u.X, Z: p.Z})
	if !ok {
		return crossing{}, false
	}
	step, along := r2.Sub(b, a), r2.Sub(t, a)
	n := r2.Norm(along)
	if n < 1e-9 {
		return crossing{}, false
	}
	return crossing{a, step, math.Abs(r2.Cross(step, along)) / n}, true
}

const (
	edgeStep   = 0.5 // pixels between the samples of a profile
	edgeNear   = 1.0 // pixels from the step at which its two sides begin
	edgeFar    = 2.5 // and end
	maxWindow  = 12  // pixels
	maxProfile = int(2*(maxWindow+edgeFar)/edgeStep) + 3
)

// Step finds the step of colour nearest to what a disc whose face is of the
// colour face shows, within window mm of the predicted outline point p in
// the direction u.
func (v *View) Step(p r3.Vec, u r2.Vec, face Tint, window float64) Edge {
	e := Edge{Dir: u}
	c, ok := v.cross(p, u)
	if !ok || c.across < 0.05 {
		return e
	}
	e.PxPerMM = c.across
	half := math.Min(maxWindow, math.Max(0.75, window*c.across)) // pixels
	reach := half + edgeFar
	n := int(reach/edgeStep)*2 + 1
	mid := n / 2
	stepPx := r2.Scale(edgeStep/c.across, c.step)
	ends := [2]r2.Vec{r2.Sub(c.at, r2.Scale(float64(mid), stepPx)), r2.Add(c.at, r2.Scale(float64(mid), stepPx))}
	if !v.Within(ends[0], 0) || !v.Within(ends[1], 0) {
		return e
	}
	var prof [maxProfile]Tint
	v.sample(prof[:n], ends[0], stepPx)
	var sum [maxProfile + 1]Tint // running sums: sum[i] holds the samples before i
	var b, g, r float64
	for i := range prof[:n] {
		b, g, r = b+prof[i][0], g+prof[i][1], r+prof[i][2]
		s := &sum[i+1]
		s[0], s[1], s[2] = b, g, r
	}
	const near, far = int(edgeNear / edgeStep), int(edgeFar / edgeStep)
	const wide = 1 / float64(far-near+1)
	best, at := math.Inf(-1), -1
	for i := mid - int(half/edgeStep); i <= mid+int(half/edgeStep); i++ {
		in0, in1, out0, out1 := &sum[i-far], &sum[i-near+1], &sum[i+near], &sum[i+far+1]
		var step, miss float64
		for c := range 3 {
			a := (in1[c] - in0[c]) * wide
			d := a - (out1[c]-out0[c])*wide
			step += d * d
			d = a - face[c]
			miss += d * d
		}
		if score := math.Sqrt(step); score > best {
			if score -= 0.7 * math.Sqrt(miss); score > best {
				best, at = score, i
			}
		}
	}
	if at < 0 {
		return e
	}
	in := sum[at-near+1].Sub(sum[at-far]).Times(wide)
	out := sum[at+far+1].Sub(sum[at+near]).Times(wide)
	axis := out.Sub(in)
	e.Inside, e.Outside, e.Contrast = in, out, axis.Norm()
	if e.Contrast < 1e-6 {
		return e
	}
	// Where the colour has gone half the way from one side to the other.
	level := func(i int) float64 { return prof[i].Sub(in).Dot(axis)/(e.Contrast*e.Contrast) - 0.5 }
	found := false
	for d := 0; d <= near && !found; d++ {
		for _, i := range [2]int{at + d, at - d - 1} {
			a, b := level(i), level(i+1)
			if a <= 0 && b > 0 {
				e.Offset = (float64(i-mid) + a/(a-b)) * edgeStep / c.across
				found = true
				break
			}
		}
	}
	e.OK = found
	return e
}
