package watch

import (
	"math"
	"slices"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// nudge is by how far something was moved between two pictures of the same
// view, found by laying one upon the other: what both get wrong alike falls
// out, so that it is far surer than the difference of two measured places.
type nudge struct {
	by r2.Vec  // mm on the board
	sd float64 // per axis, mm
	ok bool
}

// Figures of laying pictures upon each other.
const (
	nudgeRounds = 24
	nudgePlain  = 8    // of them before odd pixels count less: they cannot be told before
	nudgeHalo   = 1.6  // pixels looked at beyond a disc's outline: its edge says how it moved
	nudgeFarPx  = 6.0  // more cannot be found
	nudgeLikePx = 3.0  // by how much neighbouring samples say the same: correlated noise, demosaicing, compression
	nudgeNoise  = 4.0  // units of colour: no picture of a film differs less from another
	nudgeOdd    = 2.5  // times the third quartile of the residuals: more is another thing
	nudgeFloor  = 0.03 // pixels: never surer than this
)

// register finds by how far what lies at p, within radius mm at height z,
// moved from the picture a to the picture b. skip says which places on the board
// (at height 0) don't count: what else changed there.
func register(a, b capture.Frame, c *calibrate.Calibration, p r2.Vec, radius, z float64, skip func(r2.Vec) bool) nudge {
	va, vb := detect.NewView(a, c.Camera), detect.NewView(b, c.Camera)
	mid, ok := c.Camera.Project(r3.Vec{X: p.X, Y: p.Y, Z: z})
	ex, ok1 := c.Camera.Project(r3.Vec{X: p.X + 1, Y: p.Y, Z: z})
	ey, ok2 := c.Camera.Project(r3.Vec{X: p.X, Y: p.Y + 1, Z: z})
	if !ok || !ok1 || !ok2 {
		return nudge{}
	}
	jx, jy := r2.Sub(ex, mid), r2.Sub(ey, mid) // pixels a mm
	det := jx.X*jy.Y - jx.Y*jy.X
	if math.Abs(det) < 1e-9 {
		return nudge{}
	}
	scale := math.Sqrt(math.Abs(det))
	reach := int(math.Ceil((radius+2)*math.Max(r2.Norm(jx), r2.Norm(jy))+nudgeHalo)) + 1
	cx, cy := int(math.Round(mid.X)), int(math.Round(mid.Y))
	if cx-reach < 8 || cy-reach < 8 || cx+reach > a.Width-9 || cy+reach > a.Height-9 || a.Width != b.Width || a.Height != b.Height {
		return nudge{}
	}
	type spot struct {
		x, y   float64
		a      detect.Tint
		gx, gy detect.Tint
	}
	var spots []spot
	limit := radius + nudgeHalo/scale
	for y := cy - reach; y <= cy+reach; y++ {
		for x := cx - reach; x <= cx+reach; x++ {
			d := r2.Vec{X: float64(x) - mid.X, Y: float64(y) - mid.Y}
			on := r2.Vec{X: (jy.Y*d.X - jy.X*d.Y) / det, Y: (-jx.Y*d.X + jx.X*d.Y) / det}
			if r2.Norm(on) > limit || skip != nil && skip(r2.Add(p, on)) {
				continue
			}
			fx, fy := float64(x), float64(y)
			spots = append(spots, spot{
				x: fx, y: fy, a: va.At(fx, fy),
				gx: va.At(fx+1, fy).Sub(va.At(fx-1, fy)).Times(0.5),
				gy: va.At(fx, fy+1).Sub(va.At(fx, fy-1)).Times(0.5),
			})
		}
	}
	if float64(len(spots)) < 0.35*math.Pi*radius*radius*math.Abs(det) {
		return nudge{}
	}
	// b(x + d) = gain a(x) + offset, by Gauss-Newton (Lucas and Kanade 1981).
	var dx, dy, gain, offset float64
	gain = 1
	var h [4][4]float64
	var rest, weight float64
	spread := math.Inf(1) // of the residuals: what a neighbour or a shadow changed counts little
	left := make([]float64, 0, len(spots))
	for round := range nudgeRounds {
		h = [4][4]float64{}
		var g [4]float64
		rest, weight = 0, 0
		left = left[:0]
		for i := range spots {
			s := &spots[i]
			now := vb.At(s.x+dx, s.y+dy)
			var r detect.Tint
			for ch := range 3 {
				r[ch] = now[ch] - gain*s.a[ch] - offset
			}
			k := r.Norm()
			left = append(left, k)
			w := 1 / (1 + (k/spread)*(k/spread))
			w *= w
			weight += w
			rest += w * k * k
			for ch := range 3 {
				j := [4]float64{-gain * s.gx[ch], -gain * s.gy[ch], s.a[ch], 1}
				for m := range 4 {
					g[m] += w * j[m] * r[ch]
					for n := m; n < 4; n++ {
						h[m][n] += w * j[m] * j[n]
					}
				}
			}
		}
		if round >= nudgePlain {
			slices.Sort(left)
			spread = math.Max(nudgeNoise, nudgeOdd*left[len(left)*3/4])
		}
		step, ok := solve4(h, g)
		if !ok {
			return nudge{}
		}
		dx, dy, gain, offset = dx+step[0], dy+step[1], gain+step[2], offset+step[3]
		if math.Hypot(dx, dy) > nudgeFarPx {
			return nudge{}
		}
		if round > nudgePlain+1 && math.Hypot(step[0], step[1]) < 1e-4 {
			break
		}
	}
	noise := rest / math.Max(3*weight, 1) * nudgeLikePx * nudgeLikePx
	sdPx := math.Hypot(nudgeFloor, math.Sqrt(noise*(1/math.Max(h[0][0], 1e-9)+1/math.Max(h[1][1], 1e-9))/2))
	return nudge{
		by: r2.Vec{X: (jy.Y*dx - jy.X*dy) / det, Y: (-jx.Y*dx + jx.X*dy) / det},
		sd: sdPx / scale,
		ok: true,
	}
}

// solve4 solves the normal equations of a picture's shift, gain and offset.
// The sign convention is that of the residual: what is added lowers it.
func solve4(h [4][4]float64, g [4]float64) ([4]float64, bool) {
	m := mat.NewSymDense(4, nil)
	for i := range 4 {
		for j := i; j < 4; j++ {
			m.SetSym(i, j, h[i][j])
		}
		m.SetSym(i, i, h[i][i]*(1+1e-9)+1e-9)
	}
	var chol mat.Cholesky
	if !chol.Factorize(m) {
		return [4]float64{}, false
	}
	var x mat.VecDense
	if chol.SolveVecTo(&x, mat.NewVecDense(4, g[:])) != nil {
		return [4]float64{}, false
	}
	return [4]float64{x.AtVec(0), x.AtVec(1), x.AtVec(2), x.AtVec(3)}, true
}

// sway is how the board as a whole lies in one picture against another, by
// what is fixed to it.
type sway struct {
	by  r2.Vec  // mm
	odd float64 // 1, or by how much more than its sd each fixed thing scatters about it
	ok  bool
}

// swayOf is the median over the board's pegs and where its lines meet. skip as
// for register.
func swayOf(a, b capture.Frame, c *calibrate.Calibration, skip func(r2.Vec) bool) sway {
	var seen []nudge
	look := func(radius, angle, around float64) {
		sin, cos := math.Sincos(angle)
		if n := register(a, b, c, r2.Vec{X: radius * cos, Y: radius * sin}, around, 0, skip); n.ok && n.sd < 0.3 {
			seen = append(seen, n)
		}
	}
	pegs := c.Board.Pegs
	for k := range pegs.Count {
		look(pegs.Circle, pegs.StartDeg*math.Pi/180+2*math.Pi*float64(k)/float64(pegs.Count), 12)
	}
	for k := range 4 {
		quarter := (c.Board.Quadrants.StartDeg + 90*float64(k)) * math.Pi / 180
		look(c.Board.Rings.R10, quarter, 16)
		look(c.Board.Rings.R5, quarter, 16)
	}
	if len(seen) < 4 {
		return sway{odd: 1}
	}
	middle := func(of func(nudge) float64) float64 {
		v := make([]float64, len(seen))
		for i, n := range seen {
			v[i] = of(n)
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	s := sway{by: r2.Vec{X: middle(func(n nudge) float64 { return n.by.X }), Y: middle(func(n nudge) float64 { return n.by.Y })}, ok: true}
	s.odd = math.Max(1, middle(func(n nudge) float64 { return r2.Norm(r2.Sub(n.by, s.by)) / n.sd })/medianOff)
	return s
}

// medianOff is the median distance of a point in the plane from its mean, in
// standard deviations per axis: the square root of 2 ln 2.
const medianOff = 1.1774
