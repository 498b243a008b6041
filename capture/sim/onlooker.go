package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"ditchline/models"
)

// onlooker tells how much of a disc a camera sees.
type onlooker struct {
	view   *view
	stage  *stage
	height []float32 // what each pixel's centre sees of the stage
	bodies []*body
	hand   []limb
}

// look is the share of a body's visible outside that something hides, and
// the share of it within the picture, by sampling its top and its near side.
func (o *onlooker) look(b *body) (occluded, inFrame float64) {
	cam := &o.view.cam
	eye := [3]float64{o.view.eye.X, o.view.eye.Y, o.view.eye.Z}
	var all, in, hidden float64
	for _, p := range b.outside(eye) {
		all++
		px, ok := cam.Project(r3.Vec{X: p[0], Y: p[1], Z: p[2]})
		x, y := int(math.Round(px.X)), int(math.Round(px.Y))
		if !ok || x < 0 || y < 0 || x >= cam.Width || y >= cam.Height {
			continue
		}
		in++
		if o.hides(b, p, eye, float64(o.height[y*cam.Width+x])) {
			hidden++
		}
	}
	if in > 0 {
		occluded = hidden / in
	}
	return occluded, in / all
}

func (o *onlooker) hides(b *body, p, eye [3]float64, seen float64) bool {
	t := p[2] / (eye[2] - p[2])
	gx, gy := p[0]-t*(eye[0]-p[0]), p[1]-t*(eye[1]-p[1])
	kx, ky := o.view.slope(gx, gy)
	if seen > 0.5 && seen > p[2]+0.5 {
		return true
	}
	if p[2] < -0.01 && !o.stage.opensAt(gx, gy) {
		return true
	}
	for _, other := range o.bodies {
		if other == b || !other.mayMeet(gx, gy, kx, ky) {
			continue
		}
		if hit, ok := other.hit(gx, gy, kx, ky); ok && hit.z > p[2]+0.05 {
			return true
		}
	}
	for _, peg := range o.stage.pegs {
		if (peg[0]-p[0])*(peg[0]-p[0])+(peg[1]-p[1])*(peg[1]-p[1]) > 3600 {
			continue
		}
		stick := body{x: peg[0], y: peg[1], r: o.stage.board.Pegs.Diameter / 2, h: o.stage.board.Pegs.Height}
		if hit, ok := stick.hit(gx, gy, kx, ky); ok && hit.z > p[2]+0.05 {
			return true
		}
	}
	return len(o.hand) > 0 && hides(o.hand, eye, p)
}

// outside are points of the top and of the side toward the eye.
func (b *body) outside(eye [3]float64) [][3]float64 {
	var list [][3]float64
	turn := func(x, y, z float64) [3]float64 {
		if b.tilted {
			m := &b.tilt
			x, y, z = m[0]*x+m[1]*y+m[2]*z, m[3]*x+m[4]*y+m[5]*z, m[6]*x+m[7]*y+m[8]*z
		}
		return [3]float64{b.x + x, b.y + y, b.z + z}
	}
	for ring := range 4 {
		n := 1 + 6*ring
		for k := range n {
			s, c := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			r := (b.r - b.edge) * float64(ring) / 3
			list = append(list, turn(r*c, r*s, b.h))
		}
	}
	toward := math.Atan2(eye[1]-b.y, eye[0]-b.x)
	for k := -3; k <= 3; k++ {
		s, c := math.Sincos(toward + float64(k)*0.4)
		list = append(list, turn(b.r*c, b.r*s, b.h/2))
	}
	return list
}

// describe measures a disc by the touch convention.
func describe(board models.Board, b *body, where Where) DiscTruth {
	d := DiscTruth{X: b.x, Y: b.y, Z: b.z, Radius: b.r, Thickness: b.h, Where: where}
	if board.Game == models.Carrom { // no place has points
		return d
	}
	far := math.Hypot(b.x, b.y)
	switch where {
	case OnSurface:
		d.Points = board.Points(far, b.r)
		d.Margins = map[models.Line]float64{}
		for _, l := range models.Lines {
			d.Margins[l] = board.Clearance(l, far, b.r)
		}
	case InHole:
		d.Points = 20
	case Leaning:
		d.Points = 15
	}
	return d
}
