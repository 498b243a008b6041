package sim

import "ditchline/models"

// discBody is a disc of a look, shade times as light as the paint; each disc
// of a set is cut from a wood of its own.
func discBody(d models.Disc, l DiscLook, id int, shade float32) body {
	own := float32(0.94+0.12*lattice(int32(id), 3, 17)) * shade
	b := body{
		r: d.Radius, h: d.Thickness, edge: d.Edge, paint: l.paint.times(own), side: l.paint.times(own * 0.9),
		grain: l.grain, cut: 97 * float64(id), shine: 0.12,
	}
	if l.grain != nil {
		b.shine = 0.08
	}
	return b
}

// place puts the disc at a spot.
func (b *body) place(s spot) {
	b.x, b.y, b.z, b.turn = s.x, s.y, s.z, s.turn
	b.lean(s.tilt, s.tiltDirDeg)
}
