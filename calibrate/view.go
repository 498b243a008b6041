package calibrate

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// The parameters of a view, in the order of its Jacobian's columns.
const (
	pRotX = iota // small turn about the camera's axes, radians
	pRotY
	pRotZ
	pTX // mm
	pTY
	pTZ
	pFocal // logarithm of the focal length, the picture of the board staying as large as it is
	pK1
	pK2
	pP1
	pP2
	pCX // pixels
	pCY
	pAspect // logarithm of fy/fx: 0 but for pictures that were stretched
	pR10    // mm; the radius of the 5, or the outer base lines' distance, is the gauge of scale
	pR15
	pStray // mm; how the 15, 10 and 5 stray from their circles: each in strayWays
	pCount = pStray + 3*strayWays
)

// strayWays are the ways in which a printed line strays from its circle as a
// whole: grown, shifted along x or y, flattened along either diagonal.
const strayWays = 5

// strays are the outward strays at the direction u (unit, board frame) of a
// line that strays by one mm in each way.
func strays(u r2.Vec) [strayWays]float64 {
	return [strayWays]float64{1, u.X, u.Y, u.X*u.X - u.Y*u.Y, 2 * u.X * u.Y}
}

// strayParam is the first parameter of how a ring strays.
func strayParam(l models.Line) int {
	switch l {
	case models.Line10:
		return pStray + strayWays
	case models.Line5:
		return pStray + 2*strayWays
	}
	return pStray
}

// view is a camera and the print it looks at: what is fitted. The print of a
// carrom board has the same three parts as crokinole's, from the inside out:
// the centre circle for the 15, and two squares, the inner base lines for the
// 10 and the outer ones for the 5, whose distances from the centre stand for
// radii.
type view struct {
	cam    models.Camera
	rings  models.Rings
	square bool                   // the 10 and the 5 are squares
	stray  [3 * strayWays]float64 // of the 15, 10 and 5 from their circles, mm
}

// strayAt is how far outward a ring lies from its circle in the direction u.
func (v *view) strayAt(l models.Line, u r2.Vec) float64 {
	var sum float64
	for i, way := range strays(u) {
		sum += way * v.stray[strayParam(l)-pStray+i]
	}
	return sum
}

// setRadius changes the radius of one line.
func (v *view) setRadius(l models.Line, radius float64) {
	switch l {
	case models.Line15:
		v.rings.R15 = radius
	case models.Line10:
		v.rings.R10 = radius
	default:
		v.rings.R5 = radius
	}
}

// with is the view changed by the step d. A longer focal length takes the
// camera as much farther away, and the lens bends in pixels as before: so the
// valley in which a board seen from above leaves the focal length is straight.
func (v view) with(d [pCount]float64) view {
	k := math.Exp(d[pFocal])
	c := &v.cam
	c.R = models.Rodrigues(r3.Vec{X: d[pRotX], Y: d[pRotY], Z: d[pRotZ]}).Mul(c.R)
	c.T = r3.Add(r3.Scale(k, c.T), r3.Vec{X: d[pTX], Y: d[pTY], Z: d[pTZ]})
	c.Fx, c.Fy = c.Fx*k, c.Fy*k
	if d[pAspect] != 0 {
		c.Fy *= math.Exp(d[pAspect])
	}
	c.Dist.K1 = c.Dist.K1*k*k + d[pK1]
	c.Dist.K2 = c.Dist.K2*k*k*k*k + d[pK2]
	c.Dist.P1 = c.Dist.P1*k + d[pP1]
	c.Dist.P2 = c.Dist.P2*k + d[pP2]
	c.Cx += d[pCX]
	c.Cy += d[pCY]
	v.rings.R10 += d[pR10]
	v.rings.R15 += d[pR15]
	for i := range v.stray {
		v.stray[i] += d[pStray+i]
	}
	return v
}

// byFocal is how fast a parameter's value, as priors speak of it, changes with
// pFocal.
func (v *view) byFocal(param int) float64 {
	switch d := &v.cam.Dist; param {
	case pK1:
		return 2 * d.K1
	case pK2:
		return 4 * d.K2
	case pP1:
		return d.P1
	case pP2:
		return d.P2
	}
	return 0
}

// value of a parameter as priors speak of it.
func (v view) value(param int) float64 {
	switch param {
	case pFocal:
		return math.Log(v.cam.Fx)
	case pK1:
		return v.cam.Dist.K1
	case pK2:
		return v.cam.Dist.K2
	case pP1:
		return v.cam.Dist.P1
	case pP2:
		return v.cam.Dist.P2
	case pCX:
		return v.cam.Cx
	case pCY:
		return v.cam.Cy
	case pAspect:
		return math.Log(v.cam.Fy / v.cam.Fx)
	case pR10:
		return v.rings.R10
	case pR15:
		return v.rings.R15
	}
	if param >= pStray {
		return v.stray[param-pStray]
	}
	return 0
}

// sane bounds what a lens and a ring may be.
func (v view) sane() bool {
	c := v.cam
	size := float64(max(c.Width, c.Height))
	largest := 0.85
	if v.square {
		largest = 0.94
	}
	return c.Fx > 0.3*size && c.Fx < 12*size && math.Abs(c.Dist.K1) < 0.6 && math.Abs(c.Dist.K2) < 0.6 &&
		v.rings.R15 > 0.2*v.rings.R5 && v.rings.R10 > 0.5*v.rings.R5 && v.rings.R10 < largest*v.rings.R5 && v.rings.R15 < 0.45*v.rings.R5
}
