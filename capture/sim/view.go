package sim

import (
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/models"
)

// view is a camera over the board with the place of the plane z = 0 that
// each pixel's centre sees. Every ray descends, so that a ray is that place
// g and its slope: its point at height z is g + z*k with k = (eye - g)/eye.z,
// and of two things on a ray the higher one hides the lower.
type view struct {
	cam    models.Camera
	eye    r3.Vec
	gx, gy []float32
}

func newView(cam models.Camera) *view {
	v := &view{cam: cam, eye: cam.Centre()}
	n := cam.Width * cam.Height
	v.gx, v.gy = make([]float32, n), make([]float32, n)
	rows(cam.Height, func(y int) {
		for x := range cam.Width {
			g, ok := cam.OnPlane(r2.Vec{X: float64(x), Y: float64(y)}, 0)
			if !ok || math.Abs(g.X)+math.Abs(g.Y) > 1e6 {
				g = r2.Vec{X: 1e6, Y: 1e6}
			}
			v.gx[y*cam.Width+x], v.gy[y*cam.Width+x] = float32(g.X), float32(g.Y)
		}
	})
	return v
}

// patch is how the place on z = 0 changes over one pixel: locally linear,
// which errs by less than 0.001 px.
type patch struct{ x, y, ux, uy, vx, vy float64 }

func (v *view) patch(x, y int) patch {
	w, h := v.cam.Width, v.cam.Height
	i := y*w + x
	l, r, t, b := i, i, i, i
	if x > 0 {
		l--
	}
	if x < w-1 {
		r++
	}
	if y > 0 {
		t -= w
	}
	if y < h-1 {
		b += w
	}
	du, dv := 1.0, 1.0
	if r-l == 2 {
		du = 0.5
	}
	if b-t == 2*w {
		dv = 0.5
	}
	return patch{
		x: float64(v.gx[i]), y: float64(v.gy[i]),
		ux: float64(v.gx[r]-v.gx[l]) * du, uy: float64(v.gy[r]-v.gy[l]) * du,
		vx: float64(v.gx[b]-v.gx[t]) * dv, vy: float64(v.gy[b]-v.gy[t]) * dv,
	}
}

// at is the place seen at (u, v) pixels from the pixel's centre.
func (p patch) at(u, v float64) (x, y float64) {
	return p.x + u*p.ux + v*p.vx, p.y + u*p.uy + v*p.vy
}

// slope of the ray through the place (x, y) of the plane z = 0.
func (v *view) slope(x, y float64) (kx, ky float64) {
	return (v.eye.X - x) / v.eye.Z, (v.eye.Y - y) / v.eye.Z
}

// rows runs do for every row on all processors and waits for the end.
func rows(n int, do func(y int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	const band = 8
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for y0 := range next {
				for y := y0; y < min(n, y0+band); y++ {
					do(y)
				}
			}
		})
	}
	for y := 0; y < n; y += band {
		next <- y
	}
	close(next)
	wg.Wait()
}

// Placement says where a camera stands: it looks at the board from the side
// AzimuthDeg, tilted from the vertical, so near that the board takes Fill of
// the picture's height, or of its width where that is less.
type Placement struct {
	Width, Height       int
	FocalPx             float64
	TiltDeg, AzimuthDeg float64
	RollDeg             float64
	Fill                float64
	ShiftX, ShiftY      float64 // of the board's middle from the picture's, in picture heights
	Dist                models.Distortion
	Cx, Cy              float64 // principal point's offset from the picture's middle, px
}

// Place is the camera of a placement over a board whose rail ends on the
// outline rim (mm) at height top.
func Place(p Placement, rim [][2]float64, top float64) models.Camera {
	cam := models.Camera{
		Width: p.Width, Height: p.Height, Fx: p.FocalPx, Fy: p.FocalPx, Dist: p.Dist,
		Cx: float64(p.Width-1)/2 + p.Cx, Cy: float64(p.Height-1)/2 + p.Cy,
	}
	az, tilt := p.AzimuthDeg*math.Pi/180, p.TiltDeg*math.Pi/180
	sa, ca := math.Sincos(az)
	st, ct := math.Sincos(tilt)
	back := r3.Vec{X: st * ca, Y: st * sa, Z: ct}
	fwd := r3.Scale(-1, back)
	right := r3.Vec{X: -sa, Y: ca}
	down := r3.Cross(fwd, right)
	sr, cr := math.Sincos(p.RollDeg * math.Pi / 180)
	right, down = r3.Add(r3.Scale(cr, right), r3.Scale(sr, down)), r3.Sub(r3.Scale(cr, down), r3.Scale(sr, right))
	cam.R = models.Rotation{right.X, right.Y, right.Z, down.X, down.Y, down.Z, fwd.X, fwd.Y, fwd.Z}

	target, dist := r3.Vec{}, 3*math.Hypot(rim[0][0], rim[0][1])
	for range 60 {
		eye := r3.Add(target, r3.Scale(dist, back))
		cam.T = r3.Scale(-1, cam.R.Apply(eye))
		lo, hi := extent(&cam, rim, top)
		fill := max((hi.Y-lo.Y)/float64(p.Height), (hi.X-lo.X)/float64(p.Width))
		dist *= 1 + 0.7*(fill/p.Fill-1)
		wantX := cam.Cx - p.Cx + p.ShiftX*float64(p.Height)
		wantY := cam.Cy - p.Cy + p.ShiftY*float64(p.Height)
		ex, ey := (lo.X+hi.X)/2-wantX, (lo.Y+hi.Y)/2-wantY
		k := dist / p.FocalPx * 0.7
		move := r3.Add(r3.Scale(ex*k, right), r3.Scale(ey*k, down))
		target.X, target.Y = target.X+move.X, target.Y+move.Y
	}
	return cam
}

func extent(cam *models.Camera, rim [][2]float64, top float64) (lo, hi r2.Vec) {
	lo, hi = r2.Vec{X: math.Inf(1), Y: math.Inf(1)}, r2.Vec{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, p := range rim {
		px, ok := cam.Project(r3.Vec{X: p[0], Y: p[1], Z: top})
		if !ok {
			continue
		}
		lo = r2.Vec{X: min(lo.X, px.X), Y: min(lo.Y, px.Y)}
		hi = r2.Vec{X: max(hi.X, px.X), Y: max(hi.Y, px.Y)}
	}
	return lo, hi
}
