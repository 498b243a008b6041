package detect

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// overhang is how near to the surface's edge, mm, the centre of a disc that
// still lies on the surface may come: beyond, it would fall at a touch.
const overhang = 4.0

// outside sorts fits that lie over the surface's edge or beyond it as if on
// the board: those that are seen as well as discs down in the ditch are that,
// the rest lies on the rail or the table, or is no disc.
func (s *Scene) outside(fits []Fit) (ditch []Fit, left []LeftOut) {
	b := s.cal.Board
	sunk := NewSolid(b.Disc, -b.Ditch.Depth)
	search := Search{Directions: 32, Windows: coarse[1:], Grain: s.grain}
	for _, f := range fits {
		p, ok := s.lowered(f.Pos, b.Disc.Thickness-b.Ditch.Depth)
		if !ok {
			continue
		}
		g := s.view.Fit(sunk, p, search)
		d := r2.Norm(g.Pos)
		switch {
		case b.Ditch.Depth > 0 && g.Evidence() > certain && d > b.SurfaceRadius+b.Disc.Radius-overhang && d < b.SurfaceRadius+b.Ditch.Width:
			ditch = append(ditch, g)
		case f.Evidence() > certain:
			left = append(left, LeftOut{Pos: f.Pos, Z: f.Solid.Top(), Radius: f.Solid.Radius, Why: "outside the surface"})
		}
	}
	ditch = Apart(ditch, Fit.Evidence, neighbour)
	return ditch, left
}

// lowered is where what is seen at p on the plane of the faces of the discs on
// the board lies if it is at height z instead.
func (s *Scene) lowered(p r2.Vec, z float64) (r2.Vec, bool) {
	px, ok := s.view.Camera.Project(r3.Vec{X: p.X, Y: p.Y, Z: s.cal.Board.Disc.Thickness})
	if !ok {
		return r2.Vec{}, false
	}
	return s.view.Camera.OnPlane(px, z)
}

// onSurface says whether a level fit lies on the playing surface for sure: its
// centre well within the edge, or what is seen does not fit the ditch.
func (s *Scene) onSurface(f Fit) bool {
	b := s.cal.Board
	d := r2.Norm(f.Pos)
	if d > b.SurfaceRadius {
		return false
	}
	if d < b.SurfaceRadius-overhang {
		return true
	}
	p, ok := s.lowered(f.Pos, b.Disc.Thickness-b.Ditch.Depth)
	return !ok || b.Ditch.Depth <= 0 || r2.Norm(p) < b.SurfaceRadius+b.Disc.Radius-overhang
}
