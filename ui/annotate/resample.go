package annotate

import (
	"image"
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// plan is a part of the board laid flat: a window whose middle is a point of
// the board's surface, with a direction of the board pointing up.
type plan struct {
	middle r2.Vec  // mm, board frame
	up     r2.Vec  // unit vector of the board frame that points up in the window
	scale  float64 // pixels a mm
	area   image.Rectangle
}

// board is the place on the surface, mm, that a pixel of the sheet shows.
func (p plan) board(x, y float64) r2.Vec {
	c := center(p.area)
	u, v := (x-c[0])/p.scale, (c[1]-y)/p.scale
	right := r2.Vec{X: p.up.Y, Y: -p.up.X}
	return r2.Add(p.middle, r2.Add(r2.Scale(u, right), r2.Scale(v, p.up)))
}

// sheet is the pixel of the sheet that shows a place on the surface.
func (p plan) sheet(at r2.Vec) [2]float64 {
	c := center(p.area)
	d := r2.Sub(at, p.middle)
	right := r2.Vec{X: p.up.Y, Y: -p.up.X}
	return [2]float64{c[0] + p.scale*r2.Dot(d, right), c[1] - p.scale*r2.Dot(d, p.up)}
}

// center of a rectangle's pixels; (0,0) is the centre of the top-left one.
func center(r image.Rectangle) [2]float64 {
	return [2]float64{float64(r.Min.X+r.Max.X-1) / 2, float64(r.Min.Y+r.Max.Y-1) / 2}
}

// lay fills the window with the photograph as seen on the board's surface,
// sampled bicubically through the camera; what the photograph does not show
// stays as it is. Where the window has several of the photograph's pixels in one
// of its own, their mean is taken over a grid.
func (p plan) lay(img *image.RGBA, f capture.Frame, cam models.Camera) {
	step := p.grain(cam)
	for y := p.area.Min.Y; y < p.area.Max.Y; y++ {
		for x := p.area.Min.X; x < p.area.Max.X; x++ {
			var sum [3]float64
			n := 0.0
			for j := range step {
				for i := range step {
					at := p.board(float64(x)+offset(i, step), float64(y)+offset(j, step))
					px, ok := cam.Project(r3.Vec{X: at.X, Y: at.Y})
					if !ok {
						continue
					}
					if c, ok := bicubic(f, px.X, px.Y); ok {
						for k := range c {
							sum[k] += c[k]
						}
						n++
					}
				}
			}
			if n == 0 {
				continue
			}
			o := img.PixOffset(x, y)
			img.Pix[o], img.Pix[o+1], img.Pix[o+2], img.Pix[o+3] = byteOf(sum[2]/n), byteOf(sum[1]/n), byteOf(sum[0]/n), 0xff
		}
	}
}

// offset is where in a pixel the i-th of n samples lies.
func offset(i, n int) float64 { return (float64(i)+0.5)/float64(n) - 0.5 }

// grain is how many samples a side a pixel of the window needs.
func (p plan) grain(cam models.Camera) int {
	perMM := cam.PixelsPerMM(r3.Vec{X: p.middle.X, Y: p.middle.Y})
	return min(4, max(1, int(math.Round(perMM/p.scale))))
}

func byteOf(v float64) uint8 { return uint8(math.Round(math.Max(0, math.Min(255, v)))) }

// bicubic is a frame's colour between its pixels (BGR) by Keys' cubic
// convolution (a = -1/2, IEEE ASSP 29, 1981); ok is false outside the frame.
func bicubic(f capture.Frame, x, y float64) (c [3]float64, ok bool) {
	if !(x >= 0 && y >= 0 && x <= float64(f.Width-1) && y <= float64(f.Height-1)) {
		return c, false
	}
	i, j := int(x), int(y)
	wx, wy := keys(x-float64(i)), keys(y-float64(j))
	for b := range 4 {
		row := min(max(j+b-1, 0), f.Height-1) * f.Width
		for a := range 4 {
			w := wx[a] * wy[b]
			o := 3 * (row + min(max(i+a-1, 0), f.Width-1))
			for k := range c {
				c[k] += w * float64(f.Pix[o+k])
			}
		}
	}
	return c, true
}

// keys are the weights of the four samples about a place t behind the second.
func keys(t float64) [4]float64 {
	return [4]float64{
		((-0.5*t+1)*t - 0.5) * t,
		(1.5*t-2.5)*t*t + 1,
		((-1.5*t+2)*t + 0.5) * t,
		(0.5*t - 0.5) * t * t,
	}
}
